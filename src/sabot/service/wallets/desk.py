"""The wallet desk: sees every operation on an operator's wallet through, whatever happens.

The states of an operation (design, point 9):

    bet       ASKED ──────▶ TAKEN        the bet is in the round
                 ├────────▶ REFUSED      it is not, and no money moved
                 └────────▶ CANCELLING ─▶ CANCELLED    out; taken back until acknowledged
    credit    OWED ───────▶ PAID         repeated for ever
              after ninety days CANCELLING and OWED end as EXPIRED (`expiry`)

The table writes ASKED before anything is sent and TAKEN, REFUSED or CANCELLING in the very
transaction that decides the bet's membership; the desk writes only what ends a repetition. So what
is ASKED on the disk after a crash has no accepted bet, and is taken back. This module knows no
HTTP, no rule of a game, and never decides who is in a round.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import assert_never

import msgspec
from msgspec.structs import replace

from sabot.errors import SabotError
from sabot.service.players.directory import Directory, Player
from sabot.service.ports import WalletOpRow, WalletOpState
from sabot.service.wallets import lanes
from sabot.service.wallets.calls import (
    Answer,
    Call,
    Heard,
    Operator,
    Refusal,
    RefusedBy,
    Session,
    Taken,
    Unknown,
    Welcome,
    our_id,
    their_id,
)
from sabot.service.wallets.details import NONE as NO_DETAILS
from sabot.service.wallets.details import read
from sabot.service.wallets.lanes import Jitter
from sabot.service.wallets.operator_balances import Told, ToldBalances
from sabot.service.wallets.operator_line import OperatorLine, believed, now_ms
from sabot.service.wallets.row_writer import RowWriter, Save
from sabot.service.wallets.session_tokens import NONE, SessionTokens, TokensInMemory

log = logging.getLogger("sabot.wallets")

REFUND = ":refund"
"""What is appended to a bet's id for the call that takes it back."""

ACKNOWLEDGED = frozenset({WalletOpState.CANCELLED, WalletOpState.PAID})
"""States that end a repetition."""

Listener = Callable[[str, Heard], None]
"""Told what a wallet decided about a debit."""

Enrol = Callable[[Player], Awaitable[None]]
"""Writes a player down durably; raises `Unavailable` when that is not known to have worked."""


Believes = Callable[[WalletOpRow], bool]
"""Whether a row that was read from the disk is one that this house wrote, and still stands."""


async def _known_already(_player: Player) -> None:
    """For houses whose directory knows all players."""


class _Op(msgspec.Struct, kw_only=True):
    """An operation under way."""

    row: WalletOpRow
    listener: Listener | None = None
    token: str = ""
    attempts: int = 0
    sent_ms: int | None = None  # since when the operator may know of it
    number: int = 0  # among all calls, by when they were first sent
    decided: bool = False
    in_doubt: bool = False  # an attempt stayed without an answer


class WalletDesk:
    """Sees wallet operations through; every operator waits in its own queue."""

    def __init__(
        self,
        operators: Mapping[str, Operator],
        *,
        directory: Directory,
        save: Save,
        jitter: Jitter,
        told: Told = lambda _player, _balance: None,
        enrol: Enrol = _known_already,
        tokens: SessionTokens | None = None,
        believes: Believes = lambda _row: True,
    ) -> None:
        self.believes = believes
        self._directory = directory
        self._enrol = enrol
        self._jitter = jitter
        self._balances = ToldBalances(told, refresh=self.refresh)
        self._houses = {
            name: OperatorLine(
                name,
                each,
                directory=directory,
                ask=self.ask_once,
                credit=self.credit_once,
                refresh=self.refresh,
                jitter=jitter,
            )
            for name, each in operators.items()
        }
        self._ops: dict[str, _Op] = {}
        self._tokens = tokens or TokensInMemory()
        self._rows = RowWriter(save, jitter=jitter, written=self._written)
        self._idle = asyncio.Event()
        self._idle.set()

    # --- players ----------------------------------------------------------------------------------

    async def authenticate(self, operator: str, token: str) -> Session | RefusedBy | Unknown:
        """Ask the operator whose token it is; from now on the player's bets carry it.

        Raises what writing the player down raises, and then the player has not come in.
        """
        house = self._houses.get(operator)
        if house is None:
            return Unknown("operator/unknown")
        number = self._balances.number()
        answer = await house.wallet.authenticate(token)
        if not isinstance(answer, Welcome):
            return answer
        if answer.currency is not house.currency:
            return Unknown("answer/other_currency")
        player = Player(
            player_id=our_id(operator, answer.player),
            nickname=answer.nickname,
            currency=answer.currency,
            operator=operator,
        )
        # Before the first bet: every player with money on a table is known after a crash.
        await self._enrol(player)
        await self._tokens.keep(player.player_id, token)
        self._balances.heard(player.player_id, answer.balance, number=number)
        return Session(player=player, balance=answer.balance)

    async def refresh(self, player_id: str) -> Answer:
        """Ask for a player's balance again, after a deposit for instance."""
        player = self._directory.player(player_id)
        house = self._houses.get(player.operator or "")
        if house is None:
            return Unknown("operator/unknown")
        number = self._balances.number()
        answer = await believed(house.wallet.balance(their_id(player)))
        if isinstance(answer, Taken):
            self._balances.heard(player_id, answer.balance, number=number)
        return answer

    def want_balance(self, player_id: str) -> None:
        """Ask for a balance that is not known, in the background, until it is."""
        house = self._houses.get(self._directory.player(player_id).operator or "")
        if house is not None:
            house.balances.want(player_id)

    async def leave(self, player_id: str) -> None:
        """The session is over: no more bets under its token. Credits need none."""
        await self._tokens.drop(player_id)

    # --- operations -------------------------------------------------------------------------------

    def take_up(self, rows: Iterable[WalletOpRow], listener: Listener | None = None) -> None:
        """Go on with operations that were stored like this; those known already are let be."""
        for row in rows:
            match row.state:
                case WalletOpState.ASKED:
                    self._ask(row, listener)
                case WalletOpState.CANCELLING:
                    self._cancel(row)
                case WalletOpState.OWED:
                    self._owe(row)
                case WalletOpState.TAKEN | WalletOpState.REFUSED:
                    self._forget(row.id)
                case WalletOpState.CANCELLED | WalletOpState.PAID | WalletOpState.EXPIRED:
                    pass
                case _:
                    assert_never(row.state)

    def recover(self, rows: Iterable[WalletOpRow]) -> None:
        """Pick up what is open on the disk; what was only asked has no bet and is taken back.

        What cannot be believed is let be: nothing is sent for it, and a person decides (ADR 0043).
        """
        for row in rows:
            if not self.believes(row):
                if row.state is WalletOpState.ASKED:
                    self._forget(row.id)
                continue
            if row.state is not WalletOpState.ASKED:
                self.take_up([row])
                continue
            out = replace(row, state=WalletOpState.CANCELLING)
            self._write(out)
            self._cancel(out)

    def give_up(self, op_id: str) -> bool:
        """Repeat a credit or a cancel no more: it has expired, and the disk is about to say so.

        False when it was acknowledged, and that is what the disk is about to say.
        """
        unsaved = self._rows.unsaved(op_id)
        if unsaved is not None and unsaved.state in ACKNOWLEDGED:
            return False
        op = self._ops.pop(op_id, None)
        if op is not None and op.row.operator in self._houses:
            self._houses[op.row.operator].credits.drop(op_id)
        self._rows.drop(op_id)
        self._look_around()
        return True

    def is_silent(self, operator: str) -> bool:
        """Whether an operator counts as out of order, so that its players cannot bet."""
        return self._houses[operator].breaker.open

    async def quiesce(self) -> None:
        """Wait until nothing is open and everything is on the disk."""
        await self._idle.wait()

    async def stop(self) -> None:
        """Write what is to be written and abandon the rest: the disk remembers it."""
        self._balances.stop()
        for house in self._houses.values():
            house.close()
        await self._rows.stop()

    # --- debits -----------------------------------------------------------------------------------

    def _ask(self, row: WalletOpRow, listener: Listener | None) -> None:
        if row.id in self._ops:
            return
        house = self._houses.get(row.operator)
        token = self._tokens.at_hand(row.player)
        op = _Op(row=row, listener=listener, token=token or NONE)
        self._open(op)
        if token == NONE:
            _tell_soon(op, RefusedBy(Refusal.TOKEN_EXPIRED))
        elif house is None or not house.breaker.lets_through(now_ms()):
            # Waiting for an operator that is silent would make every round of a table late.
            _tell_soon(op, RefusedBy(Refusal.UNAVAILABLE))
        else:
            house.debits.put(row.id)

    async def ask_once(self, op_id: str) -> None:
        """One attempt at a debit; the lane calls it."""
        op = self._ops[op_id]
        house = self._houses[op.row.operator]
        if not op.token and not await self._has_token(op):
            return
        op.sent_ms = op.sent_ms or now_ms()
        op.attempts += 1
        answer = await self._sent(house.wallet.bet, op)
        house.note(op.row.player, answer)
        if self._ops.get(op_id) is not op:
            return  # cancelled since: whatever this says, the refund has the last word
        match answer:
            case Taken(balance=balance):
                self._balances.heard(op.row.player, balance, number=op.number)
                _tell(op, answer)
            case RefusedBy(reason=reason):
                _tell(op, RefusedBy(reason, in_doubt=op.in_doubt))
            case Unknown():
                op.in_doubt = True
                wait = lanes.DEBIT_BACKOFF.seconds(op.attempts - 1, self._jitter())
                house.debits.put_later(op_id, wait)
            case _:
                assert_never(answer)

    async def _has_token(self, op: _Op) -> bool:
        """Look a token up that was given before a restart; without one the bet is refused."""
        house = self._houses[op.row.operator]
        try:
            op.token = await self._tokens.look_up(op.row.player)
        except SabotError as error:
            log.warning("op=%s not sent: %s", op.row.id, error)
            house.debits.put_later(op.row.id, lanes.DEBIT_BACKOFF.seconds(0, self._jitter()))
            return False
        if op.token == NONE:
            house.breaker.untried()
            _tell(op, RefusedBy(Refusal.TOKEN_EXPIRED))
        return op.token != NONE

    def _forget(self, op_id: str) -> None:
        op = self._ops.pop(op_id, None)
        if op is not None and op.row.operator in self._houses:
            self._houses[op.row.operator].debits.drop(op_id)
        self._look_around()

    # --- credits and cancels ----------------------------------------------------------------------

    def _cancel(self, row: WalletOpRow) -> None:
        known = self._ops.get(row.id)
        if known is not None and known.row.state is WalletOpState.CANCELLING:
            return
        self._forget(row.id)
        if known is not None and not known.decided:
            house = self._houses.get(row.operator)
            if house is not None:
                house.called_off(row.player, known.sent_ms)
        if known is not None and known.sent_ms is None:
            # The operator never heard of it: there is nothing to take back.
            self._open(_Op(row=row))
            self._write(replace(row, state=WalletOpState.CANCELLED))
            return
        self._owe(row)

    def _owe(self, row: WalletOpRow) -> None:
        if row.id in self._ops:
            return
        self._open(_Op(row=row))
        house = self._houses.get(row.operator)
        if house is None:
            # An operator that is not configured any more: the row stays open on the disk.
            log.error(
                "operator=%s op=%s owed to an operator that is not configured", row.operator, row.id
            )
            return
        house.credits.put(row.id)

    async def credit_once(self, op_id: str) -> None:
        """One attempt at a credit or a cancel; the lane calls it."""
        op = self._ops[op_id]
        house = self._houses[op.row.operator]
        op.attempts += 1
        cancels = op.row.state is WalletOpState.CANCELLING
        send = house.wallet.refund if cancels else house.wallet.result
        answer = await self._sent(send, op)
        if not isinstance(answer, Unknown):
            house.breaker.stirred()
        if isinstance(answer, Taken):
            self._balances.heard(op.row.player, answer.balance, number=op.number)
            state = WalletOpState.CANCELLED if cancels else WalletOpState.PAID
            self._write(replace(op.row, state=state, attempts=op.attempts))
            return
        # A refusal of a credit is an operator's error: it is theirs to mend, and ours to repeat.
        if op.attempts & (op.attempts - 1) == 0:
            log.warning(
                "operator=%s op=%s attempts=%d %s", op.row.operator, op_id, op.attempts, answer
            )
        house.credits.put_later(
            op_id, lanes.CREDIT_BACKOFF.seconds(op.attempts - 1, self._jitter())
        )

    # --- both -------------------------------------------------------------------------------------

    def _open(self, op: _Op) -> None:
        self._ops[op.row.id] = op
        self._idle.clear()

    def _look_around(self) -> None:
        if not self._ops and self._rows.is_idle:
            self._idle.set()

    async def _sent(self, send: Callable[[Call], Awaitable[Answer]], op: _Op) -> Answer:
        """One attempt; where its owner cannot be looked up, it counts as a failed one."""
        try:
            call = self._call_of(op)
        except SabotError as error:
            log.warning("op=%s not sent: %s", op.row.id, error)
            return Unknown(error.code)
        op.number = op.number or self._balances.number()
        return await believed(send(call))

    def _call_of(self, op: _Op) -> Call:
        row = op.row
        player = self._directory.player(row.player)
        cancels = row.state is WalletOpState.CANCELLING
        return Call(
            id=f"{row.id}{REFUND}" if cancels else row.id,
            player=their_id(player),
            currency=player.currency,
            amount=row.amount,
            round_id=row.round_id,
            token=op.token,
            bet=row.id if cancels else "",
            cancelled=row.kind == "refund",
            details=NO_DETAILS if cancels else read(row.details),
        )

    # --- the disk ---------------------------------------------------------------------------------

    def _write(self, row: WalletOpRow) -> None:
        self._idle.clear()
        self._rows.write(row)

    def _written(self, row: WalletOpRow) -> None:
        if row.state in ACKNOWLEDGED:
            self._ops.pop(row.id, None)
        self._look_around()


def _tell(op: _Op, heard: Heard) -> None:
    op.decided = True
    if op.listener is not None:
        op.listener(op.row.id, heard)


def _tell_soon(op: _Op, heard: Heard) -> None:
    """Not at once: the caller is still busy."""
    asyncio.get_running_loop().call_soon(_tell, op, heard)
