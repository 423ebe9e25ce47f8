"""The book of what each player can still stake (P16, F51, F76)."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence

from tests.seals import SEALS
from tests.service.hall import Hall, table
from tests.service.operators import START
from tests.table.cast import People
from tests.virtual_time import run_in_virtual_time

from sabot.adapters.memory.disk import Fault
from sabot.errors import Code
from sabot.games import registry
from sabot.ledger import Transfer, TransferKind
from sabot.runtime.engine import TableEngine
from sabot.service.controls.refusals import ControlRefusal
from sabot.service.money.funds import FundsBook
from sabot.service.ports import Head
from sabot.table import commands as c
from sabot.table.golden import Chip
from sabot.table.phases import Phase
from sabot.table.state import TableState

ADA = "player:ada:EUR"
HOUSE = "house:house:EUR"


class Ledger:
    """Balances, and how often they were asked for."""

    def __init__(self, **balances: int) -> None:
        self.balances = {f"player:{name}:EUR": amount for name, amount in balances.items()}
        self.reads = 0

    def read(self, accounts: Sequence[str]) -> Mapping[str, int]:
        self.reads += 1
        return {account: self.balances.get(account, 0) for account in accounts}


def stake(amount: int, *, debit: str = ADA, credit: str = "escrow:r1:EUR") -> Transfer:
    return Transfer(
        id=f"{debit}-{amount}", kind=TransferKind.STAKE, debit=debit, credit=credit, amount=amount
    )


def book_of(**balances: int) -> FundsBook:
    return FundsBook(People(), Ledger(**balances).read)


def test_a_balance_is_read_once() -> None:
    ledger = Ledger(ada=1000)
    book = FundsBook(People(), ledger.read)
    assert [book.balance("ada") for _ in range(3)] == [1000, 1000, 1000]
    assert ledger.reads == 1
    ledger.balances[ADA] = 700
    assert book.balance("ada") == 1000
    book.forget()
    assert book.balance("ada") == 700


def test_issue20_11_what_is_available_is_never_shown_below_zero() -> None:
    """Chips that lie on a felt may cost more than is left of the balance since."""
    book = book_of(ada=300)
    book.stage("ada", table="t1", amount=500)
    assert book.purse("ada") == (300, 0, None)


def test_who_is_not_in_the_ledger_has_nothing() -> None:
    assert book_of().available("nobody", table="t1") == 0


def test_P16_chips_reserve_at_every_other_table() -> None:
    book = book_of(ada=1000)
    book.stage("ada", table="t1", amount=300)
    book.stage("ada", table="t2", amount=200)
    free = [book.available("ada", table=table) for table in ("t1", "t2", "t3")]
    assert free == [800, 700, 500]
    book.stage("ada", table="t1", amount=0)
    assert book.available("ada", table="t3") == 800


def test_a_cleared_felt_reserves_nothing_for_anybody() -> None:
    book = book_of(ada=1000, bob=1000)
    for name in ("ada", "bob"):
        book.stage(name, table="t1", amount=300)
        book.stage(name, table="t2", amount=100)
    book.unstage("t1")
    assert [book.available(name, table="t3") for name in ("ada", "bob")] == [900, 900]


def test_P16_stakes_under_way_are_promised_to_nobody() -> None:
    book = book_of(ada=1000)
    book.hold([stake(600)])
    assert book.available("ada", table="t1") == 400
    assert book.balance("ada") == 1000


def test_stakes_that_did_not_get_there_are_free_again() -> None:
    book = book_of(ada=1000)
    book.hold([stake(600), stake(100)])
    book.release([stake(600)])
    assert book.available("ada", table="t1") == 900
    book.release([stake(100)])
    assert book.available("ada", table="t1") == 1000


def test_what_is_booked_is_part_of_the_balance() -> None:
    book = book_of(ada=1000)
    assert book.balance("ada") == 1000
    moved = [stake(600), stake(200, debit=HOUSE, credit=ADA)]
    book.hold(moved)
    book.book(moved)
    assert (book.balance("ada"), book.available("ada", table="t1")) == (600, 600)


def test_money_that_moves_before_a_balance_was_read_is_not_counted_twice() -> None:
    ledger = Ledger(ada=1000)
    book = FundsBook(People(), ledger.read)
    book.hold([stake(600)])
    ledger.balances[ADA] = 400  # The ledger has it before the book was ever asked.
    book.book([stake(600)])
    assert book.balance("ada") == 400


def test_a_stake_that_the_ledger_has_when_balances_are_read_anew_is_not_counted_twice() -> None:
    ledger = Ledger(ada=1000)
    book = FundsBook(People(), ledger.read)
    assert book.available("ada", table="t1") == 1000
    book.hold([stake(600)])
    ledger.balances[ADA] = 400  # It is on the disk, and its table has not heard so yet,
    book.forget()  # when another table reads everything anew.
    assert book.available("ada", table="t2") <= 400
    book.book([stake(600)])
    assert (book.balance("ada"), book.available("ada", table="t2")) == (400, 400)


def test_winnings_that_the_ledger_has_when_balances_are_read_anew_are_not_counted_twice() -> None:
    ledger = Ledger(ada=1000)
    book = FundsBook(People(), ledger.read)
    won = [stake(500, debit=HOUSE, credit=ADA)]
    book.hold(won)
    ledger.balances[ADA] = 1500
    book.forget()
    assert book.balance("ada") == 1500
    book.book(won)
    assert book.balance("ada") == 1500


def test_R29_golden_chips_are_another_purse() -> None:
    ledger = Ledger(ada=1000)
    ledger.balances["golden:ada:EUR"] = 500
    book = FundsBook(People(), ledger.read)
    assert (book.golden("ada").amount, book.balance("ada")) == (500, 1000)
    book.hold([stake(500, debit="golden:ada:EUR")])
    assert (book.golden("ada").amount, book.available("ada", table="t1")) == (0, 1000)


def test_an_operators_player_has_what_the_operator_last_said() -> None:
    book = book_of()
    assert book.available("guest", table="t1") == 0
    book.told("guest", 700)
    book.stage("guest", table="t2", amount=100)
    assert book.available("guest", table="t1") == 600


class Restrained:
    """A player who has forbidden themselves more than this."""

    unbound: frozenset[str] = frozenset()

    def __init__(self, most: int) -> None:
        self.most = most

    def lock(self, player: str) -> None: ...

    def bound(self, player: str, *, table: str, staged: int, in_flight: int) -> tuple[int, Code]:
        return self.most - staged - in_flight, ControlRefusal.STAKE_PER_DAY

    def booked(self, *_: object) -> None: ...

    def recovered(self, table: str) -> None: ...


def test_own_limits_are_told_apart_from_the_money() -> None:
    book = FundsBook(People(), Ledger(ada=1000).read, restraint=Restrained(700))
    assert book.purse("ada") == (1000, 1000, 700)
    assert book.available("ada", table="") == 700
    book.stage("ada", table="t1", amount=300)
    assert book.purse("ada") == (1000, 700, 400)
    book.restraint = Restrained(1000)
    assert book.purse("ada") == (1000, 700, None)


def test_a_table_reads_only_the_players_it_asks_about() -> None:
    ledger = Ledger(ada=1000)
    state = TableState(table_id="t1", game=registry()["brag"], config=table("brag-1"))
    head = Head(epoch=1, seq=0, hash=b"", snapshot=None, snapshot_seq=0)
    book = FundsBook(People(), ledger.read)
    means = TableEngine(state, head, directory=People(), funds=book, seals=SEALS).means
    assert ledger.reads == 0
    assert means.cash("ada") == 1000
    assert ledger.reads == 1
    assert means.golden("ada", "token") == Chip(amount=0)


def test_I4_money_that_moved_unheard_is_found_again() -> None:
    async def play() -> tuple[int | None, int]:
        async with Hall(table("scanner-1"), houses=[]) as hall:
            hall.deposit("ada")
            await hall.until(Phase.BETTING)
            await hall.place("ada", "player", 1_000)
            hall.faults.append(Fault.ANSWER_LOST)
            reply = await hall.send("ada", c.ConfirmBets())
            assert reply.code == "store/outcome_unknown"
            await asyncio.sleep(0.1)  # the table is read again
            account = hall.directory.player("ada").account
            return hall.funds.balance("ada"), hall.store.ledger.balances([account])[account]

    believed, stored = run_in_virtual_time(play())
    assert believed == stored == START - 1_000
