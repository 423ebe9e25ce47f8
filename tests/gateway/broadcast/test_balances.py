"""Balances: none is sent twice, and a player who has too little is remembered until it is more."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

from sabot.gateway.broadcast.balances import PlayerBalances
from sabot.money import Currency
from sabot.service.money.funds import Purse


class Books:
    """Funds, golden chips and players, for one who has what a test says."""

    def __init__(self) -> None:
        self.money = 500

    def is_unknown(self, _player: str) -> bool:
        return False

    def purse(self, _player: str) -> Purse:
        return Purse(self.money, self.money, None)

    def available(self, _player: str, *, table: str) -> int:
        assert table == ""
        return self.money

    def grants(self, _player: str) -> dict[str, object]:
        return {}

    def player(self, _player: str) -> SimpleNamespace:
        return SimpleNamespace(currency=Currency.EUR)


def test_money_is_news_once_and_again_to_who_comes_back() -> None:
    books = cast(Any, Books())
    balances = PlayerBalances(funds=books, rack=books, directory=books)
    assert b'"balance":500' in (balances.news("ada") or b"")
    assert balances.news("ada") is None
    books.money = 400
    assert b'"balance":400' in (balances.news("ada") or b"")
    balances.forget("ada")
    assert balances.news("ada") is not None


def test_F64_where_the_money_does_not_do_is_remembered() -> None:
    books = cast(Any, Books())
    balances = PlayerBalances(funds=books, rack=books, directory=books)
    host = SimpleNamespace(state=SimpleNamespace(config=1))
    feed = cast(Any, SimpleNamespace(table_id="dear", table=host, least_stake=lambda: 1_000))
    assert balances.is_short("ada", feed)
    assert balances.short.pop("ada") == {"dear"}
    books.money = 1_000
    assert not balances.is_short("ada", feed)
    assert not balances.short
