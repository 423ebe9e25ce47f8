"""Stakes that a batch takes from operators' wallets: ask first, decide when they have answered.

A command that takes such a stake is put on hold, and the close waits when betting ends. Players of
the house never wait: where no wallet is involved, everything happens at once. Works on the scratch
table of a batch; what is asked for and heard is kept by `Debits`.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from sabot.errors import Code, Corrupt, Refused, Unavailable
from sabot.gamekit import Bet
from sabot.gamekit.refusals import PlayRefusal
from sabot.runtime.debits import (
    CLOSE,
    Debit,
    Key,
    OnHold,
    Out,
    Shares,
    Step,
    about,
    cost,
    decided,
    granted_funds,
    shares_of,
)
from sabot.runtime.scratch import ScratchTable
from sabot.service.money.postings import stakes_in
from sabot.service.tables.envelopes import Envelope, Reply, refusal
from sabot.service.wallets.refusals import WalletRefusal
from sabot.table import commands as c
from sabot.table import events as e
from sabot.table.authority import HOUSE
from sabot.table.draft import Draft, Share, Told
from sabot.table.refusals import CommandRefusal, PendingRefusal


class AskWallets(Exception):
    """A command takes stakes that operators' wallets have to be asked for first."""

    def __init__(self, shares: Shares) -> None:
        self.shares = shares
        super().__init__()


class WalletSteps:
    """The steps of one batch that need operators' wallets."""

    def __init__(self, table: ScratchTable) -> None:
        self._table = table
        self._engine = table.engine

    # --- before a command counts ------------------------------------------------------------------

    def check_alone(self, envelope: Envelope) -> None:
        """No player changes their mind about what a wallet is being asked for."""
        steps = self._table.debits.steps
        if not steps or not isinstance(envelope.command, (c.ConfirmBets, c.Choose, c.Answer)):
            return
        subject = about(envelope)
        if any(step.about == subject for step in steps.values()):
            raise Unavailable(PendingRefusal.PENDING)

    def check(self, command: c.Command, draft: Draft) -> None:
        """Raise `AskWallets` where a draft takes stakes that wallets have to grant."""
        shares = self._shares(draft)
        if not shares:
            return
        if isinstance(command, (c.Choose, c.Answer)):
            raise AskWallets(shares)
        raise Corrupt("wallet/not_asked", command=type(command).__name__)

    def check_confirm(self, player: str, draft: Draft, bets: tuple[Bet, ...]) -> None:
        """Raise `AskWallets` where a Confirm takes stakes that wallets have to grant.

        The chips that came with it lie on the felt until then.
        """
        if self._engine.directory.player(player).operator is None:
            return
        state, felt = self._table.state, self._table.felt
        shares = shares_of(bets, state.settings.variant.bets, self._engine.directory)
        if shares and draft.confirmed is not None:
            felt.lie(replace(draft.confirmed, before=felt.stage_of(state, player)))
            raise AskWallets(shares)

    def keep(self, draft: Draft) -> None:
        """What was decided has happened; a cancelled round drops its pending close."""
        self._table.keep(draft)
        waits = CLOSE in self._table.debits.steps
        if waits and any(isinstance(event, e.RoundCancelled) for event in draft.events):
            self.let_go(CLOSE)

    def _shares(self, draft: Draft) -> Shares:
        """What a draft takes from players of operators."""
        state = self._table.state
        if not state.in_round:
            return {}
        bets = (bet for event in draft.events for bet in stakes_in(event))
        return shares_of(bets, state.settings.variant.bets, self._engine.directory)

    # --- commands on hold -------------------------------------------------------------------------

    def hold(self, envelope: Envelope, shares: Shares) -> Reply:
        """Ask first; the command waits."""
        table = self._table
        round_id = table.state.current.round_id
        asked = self._ask(shares)
        step = Step(debits=asked, about=about(envelope), round_id=round_id, envelope=envelope)
        table.debits.put(envelope.key, step)
        if isinstance(envelope.command, c.ConfirmBets):
            table.felt.hold(table.state, envelope.actor)
        return self._wait(envelope)

    def _ask(self, shares: Shares) -> tuple[Debit, ...]:
        table = self._table
        asked = table.debits.ask(
            shares,
            round_id=table.state.current.round_id,
            place=table.place(table.state.current),
            directory=self._engine.directory,
            at_ms=table.wall_ms,
        )
        rows = [debit.row for debit in asked]
        self._engine.funds.asks(rows)
        table.wallet_ops += rows
        return asked

    def copy_of(self, held: Step, envelope: Envelope) -> Reply | None:
        """What a command hears whose id is on hold; None when it can be decided now."""
        table_id = self._table.state.table_id
        if held.envelope is not None and held.envelope.digest(table_id) != envelope.digest(
            table_id
        ):
            return refusal(envelope, Refused(CommandRefusal.OTHER_BODY))
        return None if self._may_resume(envelope.key) else self._wait(envelope)

    def _wait(self, envelope: Envelope) -> Reply:
        self._table.holds = True
        return OnHold(cmd_id=envelope.cmd_id)

    def _may_resume(self, key: Key) -> bool:
        debits = self._table.debits
        return debits.is_ripe(key) and not debits.steps[key].joined

    def resume(self, envelope: Envelope) -> Told:
        """Decide a command that was on hold, with what the wallets have granted."""
        table, actor, command = self._table, envelope.actor, envelope.command
        step = table.debits.steps[envelope.key]
        if envelope.key in table.debits.given_up:
            raise Unavailable(CommandRefusal.NOT_STORED)
        current = table.state.round
        if current is None or current.round_id != step.round_id:
            raise Refused(PlayRefusal.OVER)
        out = self._out(step)
        if (actor, None) in out:
            raise Refused(out[actor, None])
        before = table.state
        if isinstance(command, c.ConfirmBets):
            command = replace(command, chips=())  # they lie on the felt since it is on hold
        draft = self._take(step, actor, command, out)
        table.debits.pop(envelope.key)
        if draft.confirmed is None:
            return {}
        bets = [bet for event in draft.events for bet in stakes_in(event)]
        short = self._engine.shortfall
        return table.felt.confirmed(table.state, draft.confirmed, bets, before=before, short=short)

    def _out(self, step: Step) -> dict[Share, Code]:
        debits = self._table.debits
        answers = ((debit.share, debits.why_not(debit)) for debit in step.debits)
        return {share: why for share, why in answers if why is not None}

    def _take(self, step: Step, actor: str, command: c.Command, out: dict[Share, Code]) -> Draft:
        """Decide with exactly what was granted; grants that are not used are given back."""
        table, engine = self._table, self._engine

        def attempt(granted: Mapping[Share, int], out: Out) -> tuple[Draft, Shares]:
            funds = granted_funds(engine.table_funds, granted, engine.directory)
            means = replace(engine.means, cash=funds, out=out)
            draft = table.draft(actor, command, means=means)
            return draft, self._shares(draft)

        draft, taken = decided(step.debits, out, attempt)
        table.wallet_ops += table.debits.rows_after(step, taken, at_ms=table.wall_ms)
        self.keep(draft)
        return draft

    def let_go(self, key: Key) -> None:
        """A step will not be taken: what was asked for it is given back."""
        table = self._table
        step = table.debits.pop(key)
        table.wallet_ops += table.debits.rows_after(step, (), at_ms=table.wall_ms)
        if step.envelope is not None and isinstance(step.envelope.command, c.ConfirmBets):
            table.felt.let_go(table.state, step.envelope.actor)
        if key == CLOSE:
            self._release(frozenset())

    # --- the close --------------------------------------------------------------------------------

    def close(self) -> None:
        """Close at once, or ask the wallets first and close when they have answered."""
        table = self._table
        debits = table.debits
        if CLOSE in debits.steps:
            if debits.is_ripe(CLOSE):
                self.end_close(c.CloseBets())
            return
        round_id = table.state.current.round_id
        self._let_go_of_given_up(round_id)
        funds = debits.with_confirms(self._engine.table_funds, round_id=round_id)
        means = replace(self._engine.means, cash=funds)
        draft = table.draft(HOUSE, c.CloseBets(), means=means)
        shares = self._shares(draft)
        if not shares:
            self.keep(draft)
            return
        joining = {
            share: key
            for share, bets in shares.items()
            if share[1] is None
            and (key := debits.confirming(share[0], cost(bets), round_id=round_id)) is not None
        }
        joined = [debit for key in joining.values() for debit in self._join(key)]
        asked = self._ask({share: bets for share, bets in shares.items() if share not in joining})
        debits.put(CLOSE, Step(debits=(*joined, *asked), about=CLOSE, round_id=round_id))

    def _let_go_of_given_up(self, round_id: str) -> None:
        """The chips of a Confirm that nothing can come of are no bets."""
        debits = self._table.debits
        for key, _ in [*debits.confirms(round_id)]:
            if key in debits.given_up:
                self.let_go(key)

    def _join(self, key: Key) -> tuple[Debit, ...]:
        """A Confirm that betting's end overtook was in time: the close waits for its wallet."""
        debits = self._table.debits
        step = debits.steps[key]
        debits.put(key, replace(step, debits=(), joined=True))
        return step.debits

    def end_close(self, command: c.CloseBets | c.TimeUp) -> None:
        """Close with what is decided; players whose wallet has not answered are out."""
        table = self._table
        waiting = table.debits.steps.get(CLOSE)
        if waiting is not None and isinstance(command, c.CloseBets) and not self._may_resume(CLOSE):
            raise Refused(PendingRefusal.PENDING)
        step = waiting or Step(debits=(), about=CLOSE, round_id=table.state.current.round_id)
        self._take(step, HOUSE, command, {**self._out(step), **self._out_with_answers()})
        if waiting is not None:
            table.debits.pop(CLOSE)
        closed = [event for event in table.events if isinstance(event, e.BetsClosed)]
        self._release(frozenset(bet.player for event in closed for bet in event.accepted))

    def _out_with_answers(self) -> dict[Share, Code]:
        """The players whose Confirm joined the close and cannot be answered: its id is taken."""
        debits = self._table.debits
        return {
            (step.envelope.actor, None): WalletRefusal.NOT_TAKEN
            for key, step in debits.steps.items()
            if step.joined and step.envelope is not None and key in debits.given_up
        }

    def _release(self, players: frozenset[str]) -> None:
        """Answer the Confirms that had joined the close; these players' chips became bets."""
        table = self._table
        for key, step in table.debits.steps.items():
            if not step.joined or step.envelope is None:
                continue
            table.debits.pop(key)
            taken = step.envelope.actor in players and key not in table.debits.given_up
            table.released = {**table.released, key: (step.envelope, taken)}
