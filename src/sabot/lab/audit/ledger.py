"""Compares rows with events: every transfer, bet, outcome, account and wallet operation.

A transfer that no event asks for is as wrong as one that is missing. The rows name the accounts;
this module checks that these belong to the right player, round and currency.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import msgspec

from sabot.errors import SabotError
from sabot.gamekit import Bet
from sabot.lab.audit.due import (
    LOSS,
    PAYOUT,
    STAKE,
    WINNINGS,
    Due,
    Posting,
    seq_of,
    table_of,
)
from sabot.lab.audit.findings import Check, Findings
from sabot.lab.audit.floors import Course, course
from sabot.lab.audit.lines import BetLine, OutcomeLine, TransferLine
from sabot.lab.audit.office import ASKED_BY_ACTS, Office
from sabot.lab.audit.wallets import Wallets
from sabot.ledger import Account, AccountKind, TransferKind

_encode = msgspec.json.Encoder(order="deterministic").encode

_OUTSIDE: Mapping[str, Callable[[AccountKind, AccountKind], bool]] = {
    TransferKind.DEPOSIT: lambda _, credit: credit in (AccountKind.PLAYER, AccountKind.GOLDEN),
    TransferKind.WITHDRAWAL: lambda debit, _: debit is AccountKind.PLAYER,
    TransferKind.GRANT: lambda _, credit: credit is AccountKind.GOLDEN,
    TransferKind.ADJUSTMENT: lambda *sides: AccountKind.ADJUSTMENT in sides,
    TransferKind.EXPIRY: lambda debit, credit: (
        credit in (AccountKind.EXPIRED, AccountKind.PROMOTION) or debit is AccountKind.EXPIRED
    ),
    TransferKind.ANNULMENT: lambda debit, credit: (
        AccountKind.HOUSE in (debit, credit)
        or (debit, credit) == (AccountKind.PROMOTION, AccountKind.GOLDEN)
    ),
}
"""Money that belongs to no round, and the accounts it may move between."""

Row = tuple[int, int | None]


class Ledger:
    """The money of one auditor's share."""

    __slots__ = (
        "_due",
        "_findings",
        "_history",
        "_outside",
        "_tables",
        "counts",
        "net",
        "office",
        "rows",
        "wallets",
    )

    def __init__(self, due: Due, findings: Findings, tables: Sequence[str]) -> None:
        self._due = due
        self._findings = findings
        self._tables = tables
        self._history: dict[str, list[tuple[int, int]]] = {}
        self._outside: dict[str, list[int]] = {}
        self.office = Office(self._office_wrong)
        self.wallets = Wallets(due, self._wallet_wrong, self.office)
        self.net: dict[str, int] = {}
        self.rows: dict[str, Row] = {}
        self.counts = {"transfer": 0, "bet": 0, "outcome": 0}

    def wrong(
        self, check: Check, where: str, *, expected: object, found: object, order: int = -1
    ) -> None:
        """Report a row, with the event that asked for it."""
        table = self._tables[table_of(order)] if order >= 0 else ""
        seq = seq_of(order) if order >= 0 else 0
        self._findings.report(check, where, expected=expected, found=found, table=table, seq=seq)

    def _wallet_wrong(self, where: str, expected: object, found: object) -> None:
        self.wrong(Check.I10, where, expected=expected, found=found)

    def _office_wrong(self, check: Check, where: str, expected: object, found: object) -> None:
        self.wrong(check, where, expected=expected, found=found)

    # --- transfers --------------------------------------------------------------------------------

    def transfer(self, line: TransferLine) -> None:
        """One transfer: it must balance, and an event or act must ask for it."""
        self.counts["transfer"] += 1
        posting = self._due.transfers.pop(line.id, None)
        self._check_sum(line)
        if posting is not None:
            self._posted(line, posting)
        elif line.round is not None:
            self._house_share(line)
        else:
            self._from_outside(line)
        net = self.net
        net[line.debit] = net.get(line.debit, 0) - line.amount
        net[line.credit] = net.get(line.credit, 0) + line.amount

    def _check_sum(self, line: TransferLine) -> None:
        """I1: two accounts of one currency and a positive amount always sum to zero."""
        debit, credit = line.debit, line.credit
        same = debit.rpartition(":")[2] == credit.rpartition(":")[2]
        if line.amount <= 0 or debit == credit or not same:
            found = f"{line.amount} from {debit} to {credit}"
            self.wrong(Check.I1, line.id, expected="two accounts of one currency", found=found)

    def _posted(self, line: TransferLine, due: Posting) -> None:
        """A transfer of a bet is what its event asked for, between the accounts it must name."""
        kind, bet, round_id = due.kind, due.bet, due.round_id
        asked = (
            line.kind == kind
            and line.amount == due.amount
            and line.bet == bet.id
            and line.round == round_id
            and line.reverses is None
        )
        stake = kind == STAKE
        player, escrow = (line.debit, line.credit) if stake else (line.credit, line.debit)
        currency = escrow.rpartition(":")[2]
        named = escrow == f"escrow:{round_id}:{currency}"
        if not asked or not named or not self._is_account_of(player, bet, due, currency):
            wanted = f"{kind} of {due.amount}, {bet.player} and escrow of {round_id}"
            self.wrong(Check.I7, line.id, expected=wanted, found=line, order=due.order)
        change = -line.amount if stake else line.amount
        if player.startswith(("player:", "golden:")):
            self._history.setdefault(player, []).append((due.order, change))
        elif player.startswith("operator:"):
            operator = player[len("operator:") : player.rfind(":")]
            key = (operator, bet.player, round_id)
            self.wallets.moved(key, kind=bet.kind, change=change)

    @staticmethod
    def _is_account_of(account: str, bet: Bet, due: Posting, currency: str) -> bool:
        """Cash comes from and goes to the player or their operator, a golden chip to its own."""
        if account == f"player:{bet.player}:{currency}":
            return not bet.golden or due.kind == PAYOUT
        if bet.golden and due.kind == LOSS:
            return account == f"promotion:house:{currency}"
        if bet.golden and due.kind != PAYOUT:
            grant = next((t[len("chip") + 1 :] for t in bet.terms if t.startswith("chip:")), None)
            owner = bet.player if grant is None else f"{bet.player}/{grant}"
            return account == f"golden:{owner}:{currency}"
        return account.startswith("operator:") and account.endswith(f":{currency}")

    def _house_share(self, line: TransferLine) -> None:
        """What the house adds to an escrow or takes from it, once a round and currency.

        That it is the right amount follows: every other transfer of the escrow is checked against
        its event, and the escrow of a closed round is empty (I5).
        """
        wins = line.kind == WINNINGS
        escrow, house = (line.credit, line.debit) if wins else (line.debit, line.credit)
        currency = escrow.rpartition(":")[2]
        wanted = (f"{line.round}:house:{currency}", f"escrow:{line.round}:{currency}")
        fits = (line.id, escrow) == wanted and house == f"house:house:{currency}"
        kind = line.kind in (WINNINGS, LOSS) and line.bet is None and line.reverses is None
        if not fits or not kind or line.round not in self._due.closed:
            found = f"{line.kind} of {line.amount} from {line.debit} to {line.credit}"
            self.wrong(Check.I7, line.id, expected="an event that asks for it", found=found)

    def _from_outside(self, line: TransferLine) -> None:
        """Deposits, grants, adjustments, expiry: no event asks for them."""
        try:
            debit, credit = Account.parse(line.debit), Account.parse(line.credit)
        except SabotError as error:
            self.wrong(Check.I1, line.id, expected="two accounts", found=error)
            return
        allowed = _OUTSIDE.get(line.kind)
        if allowed is None or not allowed(debit.kind, credit.kind) or line.bet is not None:
            found = f"{line.kind} from {line.debit} to {line.credit}"
            self.wrong(Check.I7, line.id, expected="a movement outside of rounds", found=found)
        if line.kind in ASKED_BY_ACTS:
            self.office.moved(line)
        self._outside.setdefault(line.debit, []).append(-line.amount)
        self._outside.setdefault(line.credit, []).append(line.amount)

    # --- bets and outcomes ------------------------------------------------------------------------

    def bet(self, line: BetLine) -> None:
        """A bet row is the bet of its event."""
        self.counts["bet"] += 1
        due = self._due.bets.pop(line.id, None)
        if due is None:
            self.wrong(Check.I7, line.id, expected="a bet that an event took", found="a row alone")
            return
        bet, round_id, order = due
        told = (line.round_id, line.player, line.kind, line.stake)
        wanted = (round_id, bet.player, bet.kind, bet.stake)
        if told != wanted:
            self.wrong(Check.I7, line.id, expected=wanted, found=told, order=order)
        if line.body.encode() != _encode(bet):
            self.wrong(Check.I7, f"body of {line.id}", expected=bet, found=line.body, order=order)

    def outcome(self, line: OutcomeLine) -> None:
        """I3: an outcome row is the outcome of its event; a second one has no event left."""
        self.counts["outcome"] += 1
        due = self._due.outcomes.pop(line.bet, None)
        if due is None:
            self.wrong(Check.I3, line.bet, expected="one outcome", found="one without an event")
        elif due[:2] != (line.result, line.amount):
            found = (line.result, line.amount)
            self.wrong(Check.I7, line.bet, expected=due[:2], found=found, order=due[2])

    # --- the end ----------------------------------------------------------------------------------

    def finish(self) -> None:
        """Whatever is still due is missing."""
        due = self._due
        for transfer_id, posting in due.transfers.items():
            expected = f"{posting.kind} of {posting.amount}"
            self.wrong(
                Check.I7, transfer_id, expected=expected, found="no transfer", order=posting.order
            )
        for bet_id, (bet, _, order) in due.bets.items():
            self.wrong(Check.I7, bet_id, expected=bet, found="no row", order=order)
        for bet_id, (result, amount, order) in due.outcomes.items():
            expected = f"{result} {amount}"
            self.wrong(Check.I3, bet_id, expected=expected, found="no outcome", order=order)
        self.wallets.finish()
        self.office.finish()

    def courses(self) -> dict[str, list[Course]]:
        """The history of every account that has a floor, one course for each table."""
        courses: dict[str, list[Course]] = {}
        for account, changes in self._history.items():
            changes.sort()
            table, run = -1, [0]
            for order, change in changes:
                if table_of(order) != table:
                    courses.setdefault(account, []).append(course(run))
                    table, run = table_of(order), []
                run.append(change)
            courses.setdefault(account, []).append(course(run))
        for account, moved in self._outside.items():
            gained = [change for change in moved if change > 0]
            spent = [change for change in moved if change < 0]
            courses.setdefault(account, []).append(course([*gained, *spent]))
        return courses
