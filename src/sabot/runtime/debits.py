"""Stakes that operators' wallets are asked for, as one table keeps track of them.

A step that needs such a stake is decided twice. The first time it is only tried: what it would take
from each player is written down and asked for, and the step waits. The second time it is decided
for good, with exactly what was granted. Players whose wallet refused, or did not answer in time,
are left out, and grants that the step does not use are cancelled. So no stake is in a round that
its wallet has not paid, and none is decided after a card is known (design, point 9).

Synchronous and without a clock, like the engine it belongs to. Players of the house never come
here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

import msgspec
from msgspec.structs import replace

from sabot.errors import Code, Corrupt
from sabot.gamekit import Bet, BetSpec, Role
from sabot.service.players.directory import Directory, Player
from sabot.service.ports import WalletOpRow, WalletOpState
from sabot.service.tables.envelopes import Envelope, Reply
from sabot.service.wallets.calls import Heard, RefusedBy, Taken
from sabot.service.wallets.details import Place, line_of
from sabot.service.wallets.refusals import WalletRefusal
from sabot.table import commands as c
from sabot.table.authority import HOUSE
from sabot.table.draft import Draft, Share

Key = tuple[str, str]

CLOSE: Key = (HOUSE, "close")
"""The step that waits when betting has ended; every other one is a command on hold."""

BET = "bet"
CONFIRM = "confirm"


class OnHold(Reply, frozen=True, kw_only=True, gc=False):
    """The reply of a command that waits for wallets: its sender hears a later one instead.

    `PendingReplies` keeps the sender; no player is ever told this reply.
    """

    accepted: bool = False


class Debit(msgspec.Struct, frozen=True):
    """A stake that was asked for, and whose it is."""

    share: Share
    row: WalletOpRow


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """A step of the table that waits for wallets; `about` tells apart what may wait together."""

    debits: tuple[Debit, ...]
    about: tuple[str, ...]
    round_id: str
    envelope: Envelope | None = None
    joined: bool = False  # a Confirm that betting's end overtook: the close decides it


def about(envelope: Envelope) -> tuple[str, ...]:
    """What a command on hold is about: a second one about the same has to wait."""
    match envelope.command:
        case c.Choose(decision_id=decision_id):
            return ("choose", decision_id)
        case c.Answer(bet=bet):
            return ("answer", bet)
        case _:
            return (CONFIRM, envelope.actor)


Shares = Mapping[Share, Sequence[Bet]]
"""The bets that each debit would pay for."""


def cost(bets: Iterable[Bet]) -> int:
    """What bets take from a wallet."""
    return sum([bet.stake for bet in bets])


def shares_of(
    bets: Iterable[Bet], specs: Mapping[str, BetSpec], directory: Directory
) -> dict[Share, list[Bet]]:
    """The bets that players of operators pay for, apart for each seat they bet behind.

    A bet behind falls with another player's bet, so its stake is a debit of its own. Golden chips
    are ours, and cost the operator nothing (R29).
    """
    shares: dict[Share, list[Bet]] = {}
    ours: set[str] = set()
    for bet in bets:
        if bet.golden or bet.player in ours:
            continue
        if directory.player(bet.player).operator is None:
            ours.add(bet.player)
            continue
        behind = bet.parent is None and specs[bet.kind].role is Role.BEHIND
        share = (bet.player, bet.seat if behind else None)
        shares.setdefault(share, []).append(bet)
    return shares


class Debits:
    """What one table is waiting for, and what it has heard.

    `steps` belong to a state of the table, so a scratch has its own. What was heard is true
    whatever becomes of the scratch, and shared by all of them.
    """

    def __init__(self, epoch: int) -> None:
        self.epoch = epoch
        self.steps: Mapping[Key, Step] = {}  # never changed in place: a mark is a reference
        self.number = 0
        self.heard: dict[str, Heard] = {}
        self.limits: dict[Key, int] = {}
        self.ripe: set[Key] = set()
        self.given_up: set[Key] = set()
        self._where: dict[str, Key] = {}  # whose step an operation belongs to
        self._missing: dict[Key, int] = {}  # how many answers a step still waits for

    def scratch(self) -> Debits:
        """A copy to decide on."""
        copy = Debits(self.epoch)
        copy.steps, copy.number = self.steps, self.number
        copy.heard, copy.limits, copy.ripe = self.heard, self.limits, self.ripe
        copy.given_up = self.given_up
        copy._where, copy._missing = self._where, self._missing
        return copy

    # --- asking -----------------------------------------------------------------------------------

    def ask(
        self,
        shares: Shares,
        *,
        round_id: str,
        place: Place,
        directory: Directory,
        at_ms: int,
    ) -> tuple[Debit, ...]:
        """New debits, to be written down before their wallets are asked."""
        rows = (
            self._row(bets, round_id, place, directory.player(player), at_ms)
            for (player, _), bets in shares.items()
        )
        return tuple(Debit(share, row) for share, row in zip(shares, rows, strict=True))

    def _row(
        self, bets: Sequence[Bet], round_id: str, place: Place, player: Player, at_ms: int
    ) -> WalletOpRow:
        assert player.operator is not None
        self.number += 1
        return WalletOpRow(
            # Unique for ever: no owner of the table has this epoch again.
            id=f"{round_id}/{player.player_id}@{self.epoch}.{self.number}",
            operator=player.operator,
            player=player.player_id,
            kind=BET,
            amount=cost(bets),
            round_id=round_id,
            state=WalletOpState.ASKED,
            at_ms=at_ms,
            details=place.details(line_of(bet) for bet in bets),
        )

    def put(self, key: Key, step: Step) -> None:
        """Let a step wait."""
        self.steps = {**self.steps, key: step}

    def pop(self, key: Key) -> Step:
        """A step waits no longer."""
        step = self.steps[key]
        self.steps = {other: kept for other, kept in self.steps.items() if other != key}
        return step

    def confirms(self, round_id: str) -> Iterator[tuple[Key, Step]]:
        """The Confirms on hold of a round; one of a cancelled round may still wait beside them."""
        for key, step in self.steps.items():
            if step.about[0] == CONFIRM and step.round_id == round_id:
                yield key, step

    def confirming(self, player: str, amount: int, *, round_id: str) -> Key | None:
        """The Confirm on hold that has asked for exactly this amount, when betting ends."""
        for key, step in self.confirms(round_id):
            asked = [debit.row.amount for debit in step.debits]
            if step.about[1] == player and asked == [amount]:
                return key
        return None

    def with_confirms(self, funds: CashOf, *, round_id: str) -> CashOf:
        """Funds at the close, where what a Confirm on hold has asked for is there for its chips."""
        asked = {
            step.about[1]: sum(debit.row.amount for debit in step.debits)
            for _, step in self.confirms(round_id)
        }
        return (lambda player: funds(player) + asked.get(player, 0)) if asked else funds

    # --- hearing ----------------------------------------------------------------------------------

    def hear(self, op_id: str, heard: Heard) -> bool:
        """A wallet has decided; whether a step can go on now."""
        key = self._where.get(op_id)
        if key is None:
            return False  # too late: it is being taken back
        if op_id not in self.heard:
            self._missing[key] -= 1
        self.heard[op_id] = heard
        return self.is_ripe(key)

    def is_ripe(self, key: Key) -> bool:
        """Whether a step need not wait any more."""
        return key in self.ripe or key in self.given_up or self._missing.get(key) == 0

    def why_not(self, debit: Debit) -> Code | None:
        """Why a stake cannot count, or None when its wallet has paid."""
        match self.heard.get(debit.row.id):
            case Taken():
                return None
            case RefusedBy(reason=reason):
                return WalletRefusal(f"wallet/{reason}")
            case None:
                return WalletRefusal.UNDECIDED

    def rows_after(self, step: Step, used: Iterable[Share], *, at_ms: int) -> list[WalletOpRow]:
        """How every debit of a decided step ends; written with the decision itself."""
        counted = set(used)
        return [
            replace(debit.row, state=self._end(debit, counted), at_ms=at_ms)
            for debit in step.debits
        ]

    def _end(self, debit: Debit, counted: set[Share]) -> WalletOpState:
        heard = self.heard.get(debit.row.id)
        if isinstance(heard, RefusedBy) and not heard.in_doubt:
            return WalletOpState.REFUSED
        if isinstance(heard, Taken) and debit.share in counted:
            return WalletOpState.TAKEN
        return WalletOpState.CANCELLING

    # --- the clock --------------------------------------------------------------------------------

    def settle(self, *, now_ms: int, wait_ms: int, deadline_ms: int | None) -> None:
        """The steps have changed: give new ones a limit, forget what belongs to none any more.

        A player's decision never waits for a wallet beyond its window. A Confirm may: the close
        takes it over, and has its own window.
        """
        steps = self.steps
        self._where = {debit.row.id: key for key, step in steps.items() for debit in step.debits}
        self.heard = {op_id: heard for op_id, heard in self.heard.items() if op_id in self._where}
        self._missing = {
            key: sum(debit.row.id not in self.heard for debit in step.debits)
            for key, step in steps.items()
        }
        latest = now_ms + wait_ms
        in_window = latest if deadline_ms is None else min(latest, deadline_ms)
        self.limits = {
            key: self.limits.get(key, latest if step.about[0] == CONFIRM else in_window)
            for key, step in steps.items()
            if key != CLOSE and not step.joined
        }
        self.ripe &= steps.keys()
        self.given_up &= steps.keys()

    def ready(self, now_ms: int) -> list[Envelope]:
        """The commands on hold that can be decided now."""
        self.ripe |= {key for key, end in self.limits.items() if now_ms >= end}
        return [
            step.envelope
            for key, step in self.steps.items()
            if step.envelope is not None and not step.joined and self.is_ripe(key)
        ]


CashOf = Callable[[str], int]
"""What can be taken from a player."""


def granted_funds(funds: CashOf, granted: Mapping[Share, int], directory: Directory) -> CashOf:
    """What one step can take: the funds of the house's players, the grants of the others."""

    def cash(player: str) -> int:
        if directory.player(player).operator is None:
            return funds(player)
        return sum(amount for (owner, _), amount in granted.items() if owner == player)

    return cash


Out = Mapping[Share, Code]
Attempt = Callable[[Mapping[Share, int], Out], tuple[Draft, Shares]]
"""Decides a step with these grants, those shares left out; returns what it takes."""


def decided(
    debits: Sequence[Debit], out: dict[Share, Code], attempt: Attempt
) -> tuple[Draft, Shares]:
    """The step as it can be with what was granted: each share whole, or out.

    When one falls out, another may need more or less than was asked for it. Then that one is out
    too, and the step is tried again without it.
    """
    granted = {debit.share: debit.row.amount for debit in debits if debit.share not in out}
    while True:
        draft, taken = attempt(granted, out)
        wrong = [share for share, bets in taken.items() if granted.get(share) != cost(bets)]
        if not wrong:
            return draft, taken
        for share in wrong:
            if share in out:
                raise Corrupt("wallet/not_granted", player=share[0])
            granted.pop(share, None)
            out[share] = WalletRefusal.CHANGED
