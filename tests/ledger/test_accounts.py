"""Accounts: names that can be read back, and floors that follow from them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sabot.errors import Malformed
from sabot.ledger import Account, AccountKind
from sabot.money import Currency


@given(
    kind=st.sampled_from(AccountKind),
    owner=st.text(st.characters(codec="utf-8"), max_size=20),
    currency=st.sampled_from(Currency),
)
def test_every_name_is_read_back(kind: AccountKind, owner: str, currency: Currency) -> None:
    account = Account(kind, owner, currency)
    assert Account.parse(str(account)) == account


def test_an_owner_may_hold_colons() -> None:
    account = Account.parse("player:bot:anna:EUR")
    assert account == Account(AccountKind.PLAYER, "bot:anna", Currency.EUR)


@pytest.mark.parametrize(
    "name", ["", "player", "player:p1", "player:p1:", "player:p1:ZZZ", "p1:EUR", "wallet:p1:EUR"]
)
def test_a_name_that_is_none_is_malformed(name: str) -> None:
    with pytest.raises(Malformed, match="account/unreadable"):
        Account.parse(name)


@pytest.mark.parametrize("kind", AccountKind)
def test_I2_only_where_money_enters_and_leaves_is_there_no_floor(kind: AccountKind) -> None:
    floored = {AccountKind.PLAYER, AccountKind.ESCROW, AccountKind.GOLDEN}
    assert kind.floor == (0 if kind in floored else None)
