"""I2: floors in the order of posting, where the order between tables is not known."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from hypothesis import given
from hypothesis import strategies as st
from tests.lab.audit.forger import Forger
from tests.lab.audit.house import House
from tests.table.driver import seven_config, speed_config

from sabot.lab.audit import Check, audit
from sabot.lab.audit.floors import course, stays_above
from sabot.table import commands as c

HISTORY = st.lists(st.integers(-6, 6), max_size=5)


def _some_order_stays_above(histories: Sequence[Sequence[int]]) -> bool:
    """Every way to shuffle the histories into each other, without any cleverness."""

    @cache
    def reach(places: tuple[int, ...]) -> bool:
        held = sum(sum(h[:place]) for h, place in zip(histories, places, strict=True))
        if held < 0:
            return False
        steps = [n for n, place in enumerate(places) if place < len(histories[n])]
        return not steps or any(
            reach((*places[:n], places[n] + 1, *places[n + 1 :])) for n in steps
        )

    return reach((0,) * len(histories))


@given(st.lists(HISTORY, min_size=1, max_size=3))
def test_I2_an_order_is_found_exactly_when_there_is_one(histories: list[list[int]]) -> None:
    courses = [course(history) for history in histories]
    assert stays_above(courses) == _some_order_stays_above(histories)


def test_I2_a_floor_may_be_another_number() -> None:
    assert stays_above([course([-5, 5])], floor=-5)
    assert not stays_above([course([-5, 5])], floor=-4)


def test_I2_a_bet_before_its_money_is_found() -> None:
    """The balance is right at the end: only the way there is wrong."""
    house = House()
    house.fund("ada", 1_000)
    table = house.open(speed_config())
    table.players.place("ada", "player", 1_000)
    table.play_round(lambda _: None)
    forger = Forger(house.export())
    deposit = forger.one("transfer", kind="deposit")
    deposit.update(amount=400)
    report = audit(forger.lines())
    assert {v.where for v in report.violations if v.check is Check.I2} == {"player:ada:EUR"}


def test_P16_a_player_at_several_tables_is_one_balance() -> None:
    house = House()
    house.fund("ada", 3_000)
    tables = [house.open(speed_config()), house.open(seven_config())]
    tables[1].does("ada", c.TakeSeat(seat=1))
    for _ in range(4):
        tables[0].players.place("ada", "player", 500)
        tables[1].players.place("ada", "player", 500, seat=1)
        for table in tables:
            table.play_round(lambda _: None)
    assert audit(house.export()).ok
