"""What a process can explain of a balance that it reads (ADR 0068)."""

from __future__ import annotations

from collections.abc import Mapping

from tests.service.money.test_funds import ADA, Ledger, stake
from tests.table.cast import People

from sabot.ledger import Transfer, TransferKind
from sabot.service.money.explained import Explained
from sabot.service.money.funds import FundsBook


class House:
    """A book whose balances were counted at a start, and what it found raised since."""

    def __init__(self, **found: int) -> None:
        self.ledger = Ledger(**found)
        self.book = FundsBook(People(), self.ledger.read)
        self.raised: list[tuple[str, int, int]] = []
        self.explained = Explained(self.ledger.balances, lambda *told: self.raised.append(told))
        self.book.explained = self.explained


def paid(amount: int, *, number: int = 1, account: str = ADA) -> Transfer:
    return Transfer(
        id=f"r{number}:payout",
        kind=TransferKind.PAYOUT,
        debit="escrow:r1:EUR",
        credit=account,
        amount=amount,
    )


def stored(house: House, *transfers: Transfer) -> None:
    house.book.hold(transfers)
    for transfer in transfers:
        change(house.ledger.balances, transfer)
    house.book.book(transfers)


def change(balances: dict[str, int], transfer: Transfer) -> None:
    for account, amount in ((transfer.debit, -transfer.amount), (transfer.credit, transfer.amount)):
        balances[account] = balances.get(account, 0) + amount


def test_a_balance_is_believed_up_to_what_was_found_and_moved() -> None:
    house = House(ada=1000)
    stored(house, stake(400), paid(900))
    house.book.forget()
    assert house.book.balance("ada") == 1500
    assert house.raised == []
    house.book.forget()
    house.ledger.balances[ADA] += 1
    assert house.book.balance("ada") == 0
    assert house.raised[-1] == (ADA, 1501, 1500)


def test_an_account_that_nobody_knew_holds_nothing_until_money_is_moved_there() -> None:
    house = House()
    house.ledger.balances[ADA] = 500
    assert house.book.balance("ada") == 0
    assert house.raised == [(ADA, 500, 0)]


def test_money_that_was_posted_to_a_new_account_is_believed_once() -> None:
    house = House()
    gift = paid(500)
    change(house.ledger.balances, gift)
    house.explained.perhaps([gift])
    house.book.hold([gift])
    house.book.book([gift])  # the same transfer, told a second time
    assert house.book.balance("ada") == 500
    house.book.forget()
    house.ledger.balances[ADA] += 500
    assert house.book.balance("ada") == 0, "not twice"


def test_what_may_have_been_stored_is_believed_if_it_was() -> None:
    house = House(ada=1000)
    for _ in range(3):  # tried again and again, under one id
        house.book.hold([paid(700)])
        house.book.release([paid(700)], perhaps=True)
    house.book.forget()
    assert house.book.balance("ada") == 1000
    change(house.ledger.balances, paid(700))
    house.book.forget()
    assert house.book.balance("ada") == 1700
    house.ledger.balances[ADA] += 700
    house.book.forget()
    assert house.book.balance("ada") == 0, "stored once"
    assert house.raised == [(ADA, 2400, 1700)]


def test_money_on_its_way_to_the_disk_may_be_there_already() -> None:
    house = House(ada=1000)
    house.book.hold([paid(700)])
    change(house.ledger.balances, paid(700))
    assert house.book.balance("ada") == 1700
    house.book.book([paid(700)])
    assert house.book.balance("ada") == 1700
    assert house.raised == []


def test_only_money_that_players_stake_is_counted() -> None:
    found: Mapping[str, int] = {"house:house:EUR": 9, "golden:ada/g1:EUR": 5, ADA: 7}
    explained = Explained(found)
    explained.moved((), [paid(3, account="golden:ada/g2:EUR"), paid(3, account="escrow:r2:EUR")])
    most = [explained.most(one) for one in (*found, "golden:ada/g2:EUR", "escrow:r2:EUR")]
    assert most == [0, 5, 7, 3, 0]
