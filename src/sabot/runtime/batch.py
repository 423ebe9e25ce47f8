"""Deciding a batch of commands, one after the other, on a scratch table.

Every command goes the same way: checked for its actor, its round and its time, decided by
`table.decide`, and kept on the scratch table. It is applied, refused without a trace, or put on
hold until operators' wallets have answered (`wallet_steps`). Confirms of several players join in
one event (`confirms`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from sabot.errors import Malformed, Refused, SabotError, Unavailable
from sabot.runtime.confirms import JoinedConfirms
from sabot.runtime.debits import Key
from sabot.runtime.scratch import ScratchTable, Work
from sabot.runtime.wallet_steps import AskWallets, WalletSteps
from sabot.service.ports import CommandRow
from sabot.service.refusals import ForFunRefusal, TableFault
from sabot.service.storage.sealing import stored_snapshot
from sabot.service.tables.envelopes import Envelope, Reply, refusal
from sabot.service.wallets.refusals import WalletRefusal
from sabot.table import commands as c
from sabot.table.authority import HOUSE, ActorKind, check_authority, check_owner
from sabot.table.config import Opening
from sabot.table.draft import Draft, Told
from sabot.table.phases import Phase, check
from sabot.table.record.snapshot import at_rest
from sabot.table.refusals import BetRefusal, CommandRefusal, DecisionRefusal
from sabot.table.verdicts import has_bets_behind

if TYPE_CHECKING:
    from sabot.runtime.engine import TableEngine

_encode = msgspec.json.Encoder().encode


class Batch:
    """The commands of one `prepare`: a scratch table, the Confirms that join, the wallets."""

    def __init__(self, engine: TableEngine, wall_ms: int, *, after: Work | None = None) -> None:
        self.engine = engine
        self.table = ScratchTable(engine, wall_ms, after=after)
        self.confirms = JoinedConfirms(self.table)
        self._wallets = WalletSteps(self.table)

    def decide(self, envelope: Envelope) -> Reply:
        """One command: applied to the scratch table, or refused without a trace."""
        config = self.table.state.config
        try:
            live = config is not None and self.table.state.settings.live
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
            raise Refused(ForFunRefusal.REAL_MONEY)
        if _is_golden(envelope.command):
            raise Refused(BetRefusal.GOLDEN_CHIP_NOT_HERE)

    def _decide(self, envelope: Envelope) -> Reply:
        table = self.table
        key, digest = envelope.key, envelope.digest(table.state.table_id)
        seen = table.answers.get(key) or self.engine.answer_to(key)
        if seen is not None:
            same = seen[0] == digest
            return seen[1] if same else refusal(envelope, Refused(CommandRefusal.OTHER_BODY))
        held = table.debits.steps.get(key)
        if held is None:
            self.confirms.settle_before(envelope)
        else:
            copy = self._wallets.copy_of(held, envelope)
            if copy is not None:
                return copy
            self.confirms.settle()  # what was confirmed before it comes first
        mark = table.mark()
        try:
            reply = self._apply(envelope) if held is None else self._resume(envelope)
        except AskWallets as first:
            table.back_to(mark)
            return self._wallets.hold(envelope, first.shares)
        except SabotError as error:
            table.back_to(mark)
            if held is not None:
                self._wallets.let_go(key)
            return self._refused(envelope, digest, error)
        # A Confirm has led to bets, though its event may wait for those of others.
        kept = table.happened(mark) or type(envelope.command) is c.ConfirmBets
        return self._answered(envelope, digest, reply, led_to_something=kept)

    def _resume(self, envelope: Envelope) -> Reply:
        told = self._wallets.resume(envelope)
        self._go_on()
        return _done(envelope, told)

    def _answered(
        self, envelope: Envelope, digest: bytes, reply: Reply, *, led_to_something: bool
    ) -> Reply:
        self.table.answers[envelope.key] = (digest, reply)
        if envelope.secret is not None:
            self.table.secrets.append(envelope.secret)
        if led_to_something and envelope.actor_kind is not ActorKind.HOUSE:
            self._keep_answer(envelope, digest, reply)
        return reply

    def replies_released(self) -> dict[Key, Reply]:
        """The answers to Confirms that had waited, kept like every other answer."""
        replies = {}
        for key, (envelope, taken) in self.table.released.items():
            reply = Reply(cmd_id=envelope.cmd_id, accepted=True)
            digest = envelope.digest(self.table.state.table_id)
            if not taken:
                reply = refusal(envelope, Refused(WalletRefusal.NOT_TAKEN))
            else:
                self._keep_answer(envelope, digest, reply)
            self.table.answers[key] = (digest, reply)
            replies[key] = reply
        return replies

    def _refused(self, envelope: Envelope, digest: bytes, error: SabotError) -> Reply:
        """A refusal is an answer too: a copy that comes later must not be taken for a new wish.

        What the house asks for is asked until it is granted, and the outside world may recover.
        """
        reply = refusal(envelope, error)
        ours = envelope.actor_kind is ActorKind.HOUSE
        if isinstance(error, Refused | Malformed) and not ours:
            self.table.answers[envelope.key] = (digest, reply)
        return reply

    def _check_in_time(self, envelope: Envelope) -> None:
        """I8: what arrived after the deadline is late, even if the clock was not heard yet."""
        deadline = self.engine.deadline_ms
        ours = envelope.actor_kind is ActorKind.HOUSE
        if deadline is None or ours or envelope.received_ms < deadline:
            return
        if self.table.state.timer != self.engine.state.timer:
            return  # Another window was opened in this very batch: that deadline is not its own.
        if self.table.state.phase is Phase.BETTING:
            check(Phase.CLOSED, envelope.command)
        elif isinstance(envelope.command, (c.Choose, c.Answer)):
            raise Refused(DecisionRefusal.TOO_LATE)

    def _keep_answer(self, envelope: Envelope, digest: bytes, reply: Reply) -> None:
        if isinstance(envelope.command, c.SAYS_A_CARD):
            # A reader who tries all 52 cards would learn the card from a plain digest.
            digest = self.engine.seals.fingerprint(digest)
        self.table.commands.append(
            CommandRow(
                actor=envelope.actor,
                cmd_id=envelope.cmd_id,
                digest=digest,
                reply=_encode(reply),
                at_ms=self.table.wall_ms,
            )
        )

    def _check_round(self, envelope: Envelope) -> None:
        """A chip is for the round that it names, and for no other: it may come again much later."""
        check(self.table.state.phase, envelope.command)
        meant, now = envelope.bets_for, self.engine.bets_for(self.table.state)
        if meant != now:
            raise Refused(
                BetRefusal.OTHER_ROUND if meant else BetRefusal.ROUND_MISSING, bets_for=now or None
            )
        if self.engine.remembers_no_more:
            raise Unavailable(TableFault.BUSY)

    def _apply(self, envelope: Envelope) -> Reply:
        """Decide a command and keep what it leads to, with everything that follows by itself."""
        command, table = envelope.command, self.table
        self._check_in_time(envelope)
        self._wallets.check_alone(envelope)
        if type(command) in c.FOR_ONE_ROUND:
            self._check_round(envelope)
        if table.state.phase is Phase.CLOSED and isinstance(command, (c.CloseBets, c.TimeUp)):
            self._wallets.end_close(command)
            self._go_on()
            return _done(envelope, {})
        promised = "" if type(command) in c.ONLY_CHIPS else self._promised(envelope)
        draft = table.draft(
            envelope.actor,
            command,
            promised=promised,
            kind=envelope.actor_kind,
            console=envelope.console,
        )
        if draft.confirmed is not None:
            return _done(envelope, self._confirm(envelope.actor, draft))
        if type(command) not in c.ONLY_CHIPS:
            self._wallets.check(command, draft)
        self._wallets.keep(draft)
        if draft.moved is not None:
            return _done(envelope, draft.moved.told)
        if isinstance(command, c.DealNow) and table.state.phase is Phase.BETTING:
            table.felt.wants_deal(table.state, envelope.actor)
        self._go_on()
        # A scan that is an incident is on record, and still was not what it wanted to be.
        return refusal(envelope, Refused(draft.refused)) if draft.refused else _done(envelope, {})

    def _confirm(self, player: str, draft: Draft) -> Told:
        """A player's chips are bets; their event joins those of other players."""
        table, before, stage = self.table, self.table.state, draft.confirmed
        assert stage is not None
        bets = draft.bets
        self._wallets.check_confirm(player, draft, bets)
        self.confirms.join(player, bets)
        # Chips that are left and bets behind see the bets at once.
        if len(bets) < len(stage.layout) or has_bets_behind(before):
            self.confirms.settle()
        short = self.engine.shortfall
        return table.felt.confirmed(table.state, stage, bets, before=before, short=short)

    def _promised(self, envelope: Envelope) -> str:
        """What the machine of a virtual table shows for this step, checked against the promise."""
        command, shoe = envelope.command, self.table.state.shoe
        if not isinstance(command, (c.Scan, c.LoadShoe)):
            return ""
        check(self.table.state.phase, command)
        if isinstance(command, c.LoadShoe) and not self.table.state.settings.live:
            self.engine.proofs.check_loaded(envelope, command)
        if not isinstance(command, c.Scan) or shoe is None or shoe.live:
            return ""
        return self.engine.proofs.promised(envelope, shoe, self.table.state.cards_out)

    def _go_on(self) -> None:
        """What the house does by itself: close, and open the next round where the clock opens."""
        if self.table.state.phase is Phase.CLOSED:
            self._wallets.close()
        if at_rest(self.table.state):
            self.table.snapshot = stored_snapshot(
                self.table.state, self.engine.seals, head_hash=self.table.hash
            )
        state = self.table.state
        opens = state.phase is Phase.IDLE and state.settings.opening is Opening.CLOCK
        ready = state.shoe is not None and state.shoe.retired is None and not state.burn_due
        if opens and ready:
            self.table.keep(self.table.draft(HOUSE, c.OpenBetting()))


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
