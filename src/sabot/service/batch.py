"""Deciding a batch of commands, one after the other, on a scratch table.

A command is applied, refused without a trace, or put on hold until operators' wallets have said
whether they pay for what it takes (`debits`). When betting ends the close may have to wait for them
too. Players of the house never wait: where no wallet is involved, everything happens at once.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec.structs import replace
from typing_extensions import override

from sabot.errors import Corrupt, Malformed, Refused, SabotError, Unavailable
from sabot.service.confirms import ConfirmingTable, OnHold
from sabot.service.debits import (
    CLOSE,
    Debit,
    GrantedFunds,
    Key,
    Out,
    Shares,
    Step,
    about,
    cost,
    decided,
    shares_of,
)
from sabot.service.envelopes import Envelope, Reply, refusal
from sabot.service.felt import Told
from sabot.service.ports import CommandRow
from sabot.service.postings import stakes_in
from sabot.service.sealing import stored_snapshot
from sabot.table import commands as c
from sabot.table import events as e
from sabot.table.authority import HOUSE, ActorKind, check_authority, check_owner
from sabot.table.config import Opening
from sabot.table.draft import Draft, Share
from sabot.table.phases import Phase, check
from sabot.table.snapshot import at_rest

_encode = msgspec.json.Encoder().encode


ON_HOLD = "wallet/on_hold"
"""The reply of a command that has none yet: it is never given to anybody."""


NOT_TAKEN = "wallet/not_taken"
"""Why a Confirm that had joined the close became no bet."""

OTHER_ROUND, ROUND_MISSING = "bet/other_round", "bet/round_missing"
"""Why a chip is refused that is not for the round on the table, or does not say which it is for."""

NOT_STORED = "command/not_stored"
"""Why nothing comes of a command on hold whose answer the disk does not take."""


class Batch(ConfirmingTable):
    """The commands of one `prepare`."""

    def decide(self, envelope: Envelope) -> Reply:
        """One command: applied to the scratch table, or refused without a trace."""
        config = self.state.config
        try:
            live = config is not None and self.state.settings.live
            check_authority(envelope.actor, envelope.actor_kind, envelope.command, live=live)
            if config is not None and config.owner is not None:
                self._check_private(config.owner, envelope)
        except Refused as error:
            return refusal(envelope, error)
        return self._decide(envelope)

    def _check_private(self, owner: str, envelope: Envelope) -> None:
        """F263: at a private table only its owner plays, and never with an operator's money."""
        if envelope.actor_kind is not ActorKind.PLAYER:
            return
        check_owner(owner, envelope.actor, envelope.actor_kind)
        if self.engine.directory.player(envelope.actor).operator is not None:
            raise Refused("for_fun/real_money")
        if _is_golden(envelope.command):
            raise Refused("bet/golden_chip_not_here")

    def _decide(self, envelope: Envelope) -> Reply:
        key, digest = envelope.key, envelope.digest(self.state.table_id)
        seen = self.answers.get(key) or self.engine.answer_to(key)
        if seen is not None:
            same = seen[0] == digest
            return seen[1] if same else refusal(envelope, Refused("command/other_body"))
        held = self.debits.steps.get(key)
        if held is not None and (copy := self._copy_of(held, envelope)) is not None:
            return copy
        if held is not None:
            self.settle_confirms()  # what was confirmed before it comes first
        else:
            self.meet(envelope)
        if held is None and isinstance(envelope.command, c.ConfirmBets):
            return self._decide_confirm(envelope, envelope.command, digest)
        mark = self.mark()
        try:
            if held is not None:
                reply = self._resume(envelope)
            else:
                self._check_in_time(envelope)
                if self.debits.steps:
                    self._check_alone(envelope)
                reply = self._apply(envelope)
        except OnHold as hold:
            self.back_to(mark)
            return self._hold(envelope, hold.shares)
        except SabotError as error:
            self.back_to(mark)
            if held is not None:
                self._let_go(key)
            return self._refused(envelope, digest, error)
        return self._answered(envelope, digest, reply, led_to_something=self.happened(mark))

    def _decide_confirm(self, envelope: Envelope, command: c.ConfirmBets, digest: bytes) -> Reply:
        """A Confirm: there are many, and one that is refused has changed nothing."""
        try:
            self._check_in_time(envelope)
            if self.debits.steps:
                self._check_alone(envelope)
            self._check_round(envelope)
            told = self.confirm(envelope.actor, command)
        except OnHold as hold:
            return self._hold(envelope, hold.shares)
        except SabotError as error:
            return self._refused(envelope, digest, error)
        return self._answered(envelope, digest, _done(envelope, told), led_to_something=True)

    def _answered(
        self, envelope: Envelope, digest: bytes, reply: Reply, *, led_to_something: bool
    ) -> Reply:
        self.answers[envelope.key] = (digest, reply)
        if envelope.secret is not None:
            self.secrets.append(envelope.secret)
        if led_to_something and envelope.actor_kind is not ActorKind.HOUSE:
            self._keep_answer(envelope, digest, reply)
        return reply

    def replies_released(self) -> dict[Key, Reply]:
        """The answers to Confirms that had waited, kept like every other answer."""
        replies = {}
        for key, (envelope, taken) in self.released.items():
            reply = Reply(cmd_id=envelope.cmd_id, accepted=True)
            digest = envelope.digest(self.state.table_id)
            if not taken:
                reply = refusal(envelope, Refused(NOT_TAKEN))
            else:
                self._keep_answer(envelope, digest, reply)
            self.answers[key] = (digest, reply)
            replies[key] = reply
        return replies

    def _refused(self, envelope: Envelope, digest: bytes, error: SabotError) -> Reply:
        """A refusal is an answer too: a copy that comes later must not be taken for a new wish.

        What the house asks for is asked until it is granted, and the outside world may recover.
        """
        reply = refusal(envelope, error)
        ours = envelope.actor_kind is ActorKind.HOUSE
        if isinstance(error, Refused | Malformed) and not ours:
            self.answers[envelope.key] = (digest, reply)
        return reply

    def _check_in_time(self, envelope: Envelope) -> None:
        """I8: what arrived after the deadline is late, even if the clock was not heard yet."""
        deadline = self.engine.deadline_ms
        ours = envelope.actor_kind is ActorKind.HOUSE
        if deadline is None or ours or envelope.received_ms < deadline:
            return
        if self.state.timer != self.engine.state.timer:
            return  # Another window was opened in this very batch: that deadline is not its own.
        if self.state.phase is Phase.BETTING:
            check(Phase.CLOSED, envelope.command)
        elif isinstance(envelope.command, (c.Choose, c.Answer)):
            raise Refused("decision/too_late")

    def _check_alone(self, envelope: Envelope) -> None:
        """Nobody changes their mind about what a wallet is being asked for."""
        if not isinstance(envelope.command, (c.ConfirmBets, c.Choose, c.Answer)):
            return
        subject = about(envelope)
        if any(step.about == subject for step in self.debits.steps.values()):
            raise Unavailable("wallet/pending")

    def _keep_answer(self, envelope: Envelope, digest: bytes, reply: Reply) -> None:
        if isinstance(envelope.command, c.SAYS_A_CARD):
            # A plain digest would tell the card to anybody who tries all 52.
            digest = self.engine.seals.fingerprint(digest)
        self.commands.append(
            CommandRow(
                actor=envelope.actor,
                cmd_id=envelope.cmd_id,
                digest=digest,
                reply=_encode(reply),
                at_ms=self.wall_ms,
            )
        )

    def _check_round(self, envelope: Envelope) -> None:
        """A chip is for the round that it names, and for no other: it may come again much later."""
        check(self.state.phase, envelope.command)
        meant, now = envelope.bets_for, self.engine.bets_for(self.state)
        if meant != now:
            raise Refused(OTHER_ROUND if meant else ROUND_MISSING, bets_for=now or None)
        if self.engine.remembers_no_more:
            raise Unavailable("table/busy")

    def _apply(self, envelope: Envelope) -> Reply:
        actor, command = envelope.actor, envelope.command
        if type(command) in c.FOR_ONE_ROUND:
            self._check_round(envelope)
        if isinstance(command, c.STAGING):
            return _done(envelope, self._stage(actor, command))
        incident = ""
        if self.state.phase is Phase.CLOSED and isinstance(command, (c.CloseBets, c.TimeUp)):
            self._end_close(command)
        elif isinstance(command, (c.Scan, c.LoadShoe)):
            draft = self.draft(actor, command, promised=self._promised(envelope))
            self.keep(draft)
            incident = draft.refused
        else:
            self.keep(self._tried(actor, command))
            if isinstance(command, c.DealNow) and self.state.phase is Phase.BETTING:
                self.felt.wants_deal(self.state, actor)
        self._go_on()
        # A scan that is an incident is on record, and still was not what it wanted to be.
        return refusal(envelope, Refused(incident)) if incident else _done(envelope, {})

    def _promised(self, envelope: Envelope) -> str:
        """What the machine of a virtual table shows for this step, checked against the promise."""
        command, shoe = envelope.command, self.state.shoe
        check(self.state.phase, command)
        if isinstance(command, c.LoadShoe) and not self.state.settings.live:
            self.engine.proofs.check_loaded(envelope, command)
        if not isinstance(command, c.Scan) or shoe is None or shoe.live:
            return ""
        return self.engine.proofs.promised(envelope, shoe, self.state.cards_out)

    def _stage(self, actor: str, command: c.StagingCommand) -> Told:
        if isinstance(command, (c.PlaceChip, c.DoubleStakes, c.Rebet)):
            self._check_unlocked(actor)
        if self.state.phase is Phase.IDLE and not isinstance(command, c.SetMode):
            if self.state.settings.opening is not Opening.FIRST_BET:
                raise Refused("bet/no_round")
            self.keep(self.draft(HOUSE, c.OpenBetting()))  # F47: the first chip opens betting
        return self.felt.move(
            self.state,
            actor,
            command,
            available=self.engine.table_funds[actor],
            golden=self.engine.golden_funds,
            short=self.engine.shortfalls,
        )

    def _check_unlocked(self, player: str) -> None:
        """No chip of a player who has shut themselves out, not even a golden one."""
        why = self.engine.locks.get(player)
        if why is not None:
            raise Refused(why)

    def _go_on(self) -> None:
        """What the house does by itself: close, and open the next round where the clock opens."""
        if self.state.phase is Phase.CLOSED:
            self._close()
        if at_rest(self.state):
            self.snapshot = stored_snapshot(self.state, self.engine.seals, head_hash=self.hash)
        opens = self.state.phase is Phase.IDLE and self.state.settings.opening is Opening.CLOCK
        if opens and self.state.shoe is not None and self.state.shoe.retired is None:
            self.keep(self.draft(HOUSE, c.OpenBetting()))

    # --- stakes from operators' wallets -----------------------------------------------------------

    def _shares(self, draft: Draft) -> Shares:
        """What a draft takes from players of operators."""
        if not self.state.in_round:
            return {}
        bets = (bet for event in draft.events for bet in stakes_in(event))
        return shares_of(bets, self.state.settings.variant.bets, self.engine.directory)

    def _tried(self, actor: str, command: c.Command) -> Draft:
        """What a command leads to, unless wallets have to be asked before it counts."""
        draft = self.draft(actor, command)
        shares = self._shares(draft)
        if not shares:
            return draft
        if isinstance(command, (c.Choose, c.Answer)):
            raise OnHold(shares)
        raise Corrupt("wallet/not_asked", command=type(command).__name__)

    def _ask(self, shares: Shares) -> tuple[Debit, ...]:
        asked = self.debits.ask(
            shares,
            round_id=self.state.current.round_id,
            place=self.place(self.state.current),
            directory=self.engine.directory,
            at_ms=self.wall_ms,
        )
        rows = [debit.row for debit in asked]
        self.engine.funds.asks(rows)
        self.wallet_ops += rows
        return asked

    def _hold(self, envelope: Envelope, shares: Shares) -> Reply:
        """Ask first; the command waits."""
        round_id = self.state.current.round_id
        asked = self._ask(shares)
        step = Step(debits=asked, about=about(envelope), round_id=round_id, envelope=envelope)
        self.debits.put(envelope.key, step)
        if isinstance(envelope.command, c.ConfirmBets):
            self.felt.hold(self.state, envelope.actor)
        return self._wait(envelope)

    def _copy_of(self, held: Step, envelope: Envelope) -> Reply | None:
        """What a command hears whose id is on hold; None when it can be decided now."""
        table = self.state.table_id
        if held.envelope is not None and held.envelope.digest(table) != envelope.digest(table):
            return refusal(envelope, Refused("command/other_body"))
        return None if self._may_resume(envelope.key) else self._wait(envelope)

    def _wait(self, envelope: Envelope) -> Reply:
        self.held.add(envelope.key)
        return refusal(envelope, Refused(ON_HOLD))

    def _may_resume(self, key: Key) -> bool:
        return self.debits.is_ripe(key) and not self.debits.steps[key].joined

    def _resume(self, envelope: Envelope) -> Reply:
        """Decide a command that was on hold, with what the wallets have granted."""
        actor, command = envelope.actor, envelope.command
        step = self.debits.steps[envelope.key]
        if envelope.key in self.debits.given_up:
            raise Unavailable(NOT_STORED)
        current = self.state.round
        if current is None or current.round_id != step.round_id:
            raise Refused("round/over")
        out = self._out(step)
        if (actor, None) in out:
            raise Refused(out[actor, None])
        before = self.state
        draft = self._take(step, actor, command, out)
        self.debits.pop(envelope.key)
        told: Told = {}
        if isinstance(command, c.ConfirmBets):
            bets = [bet for event in draft.events for bet in stakes_in(event)]
            stage = self.felt.stages[actor]
            short = self.engine.shortfalls
            told = self.felt.confirmed(self.state, stage, bets, before=before, short=short)
        self._go_on()
        return _done(envelope, told)

    def _out(self, step: Step) -> dict[Share, str]:
        answers = ((debit.share, self.debits.why_not(debit)) for debit in step.debits)
        return {share: why for share, why in answers if why is not None}

    def _take(self, step: Step, actor: str, command: c.Command, out: dict[Share, str]) -> Draft:
        """Decide with exactly what was granted; what was asked in vain is given back."""

        def attempt(granted: Mapping[Share, int], out: Out) -> tuple[Draft, Shares]:
            funds = GrantedFunds(self.engine.table_funds, granted, self.engine.directory)
            draft = self.draft(actor, command, funds=funds, out=out)
            return draft, self._shares(draft)

        draft, taken = decided(step.debits, out, attempt)
        self.wallet_ops += self.debits.rows_after(step, taken, at_ms=self.wall_ms)
        self.keep(draft)
        return draft

    def _let_go(self, key: Key) -> None:
        """A step will not be taken: whatever was asked for it is given back."""
        step = self.debits.pop(key)
        self.wallet_ops += self.debits.rows_after(step, (), at_ms=self.wall_ms)
        if step.envelope is not None and isinstance(step.envelope.command, c.ConfirmBets):
            self.felt.let_go(self.state, step.envelope.actor)
        if key == CLOSE:
            self._release(frozenset())

    @override
    def keep(self, draft: Draft) -> None:
        """As ever; and with a cancelled round goes what its close was waiting for."""
        super().keep(draft)
        waits = CLOSE in self.debits.steps
        if waits and any(isinstance(event, e.RoundCancelled) for event in draft.events):
            self._let_go(CLOSE)

    # --- the close --------------------------------------------------------------------------------

    def _close(self) -> None:
        """Close at once, or ask the wallets first and close when they have answered."""
        if CLOSE in self.debits.steps:
            if self.debits.is_ripe(CLOSE):
                self._end_close(c.CloseBets())
            return
        round_id = self.state.current.round_id
        self._let_go_of_given_up(round_id)
        funds = self.debits.with_confirms(self.engine.table_funds, round_id=round_id)
        draft = self.draft(HOUSE, c.CloseBets(), funds=funds)
        shares = self._shares(draft)
        if not shares:
            self.keep(draft)
            return
        joining = {
            share: key
            for share, bets in shares.items()
            if share[1] is None
            and (key := self.debits.confirming(share[0], cost(bets), round_id=round_id)) is not None
        }
        debits = [debit for key in joining.values() for debit in self._join(key)]
        asked = self._ask({share: bets for share, bets in shares.items() if share not in joining})
        self.debits.put(CLOSE, Step(debits=(*debits, *asked), about=CLOSE, round_id=round_id))

    def _let_go_of_given_up(self, round_id: str) -> None:
        """The chips of a Confirm that nothing can come of are nobody's bets."""
        for key, _ in [*self.debits.confirms(round_id)]:
            if key in self.debits.given_up:
                self._let_go(key)

    def _join(self, key: Key) -> tuple[Debit, ...]:
        """A Confirm that betting's end overtook was in time: the close waits for its wallet."""
        step = self.debits.steps[key]
        self.debits.put(key, replace(step, debits=(), joined=True))
        return step.debits

    def _end_close(self, command: c.CloseBets | c.TimeUp) -> None:
        """Close with what is decided; whoever's wallet has not answered is out."""
        waiting = self.debits.steps.get(CLOSE)
        if waiting is not None and isinstance(command, c.CloseBets) and not self._may_resume(CLOSE):
            raise Refused("wallet/pending")
        step = waiting or Step(debits=(), about=CLOSE, round_id=self.state.current.round_id)
        self._take(step, HOUSE, command, {**self._out(step), **self._out_with_answers()})
        if waiting is not None:
            self.debits.pop(CLOSE)
        closed = [event for event in self.events if isinstance(event, e.BetsClosed)]
        self._release(frozenset(bet.player for event in closed for bet in event.accepted))

    def _out_with_answers(self) -> dict[Share, str]:
        """Whose Confirm has joined the close and cannot be answered: its id is taken."""
        return {
            (step.envelope.actor, None): NOT_TAKEN
            for key, step in self.debits.steps.items()
            if step.joined and step.envelope is not None and key in self.debits.given_up
        }

    def _release(self, players: frozenset[str]) -> None:
        """Answer the Confirms that had joined the close; these players' chips became bets."""
        for key, step in self.debits.steps.items():
            if not step.joined or step.envelope is None:
                continue
            self.debits.pop(key)
            taken = step.envelope.actor in players and key not in self.debits.given_up
            self.released = {**self.released, key: (step.envelope, taken)}


def _done(envelope: Envelope, told: Told) -> Reply:
    return Reply(cmd_id=envelope.cmd_id, accepted=True, data={**told})


def _is_golden(command: c.Command) -> bool:
    """Whether a command puts a golden chip down."""
    match command:
        case c.PlaceChip(golden=token):
            return token is not None
        case c.ConfirmBets(chips=chips):
            return any(chip.golden is not None for chip in chips)
        case _:
            return False
