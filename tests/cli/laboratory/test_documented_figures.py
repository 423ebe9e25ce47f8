"""The figures of `docs/mathematics.md`: each table stands under a heading that names its game."""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from sabot.games.blackjack import odds
from sabot.games.blackjack.variants import BLACKJACK, TenUpBlackjack
from sabot.lab.returns import VariantReport, report
from sabot.maths.returns import decimal

PAGE = (Path(__file__).resolve().parents[3] / "docs" / "mathematics.md").read_text("utf-8")
HEADING = re.compile(r"^### .*\(`(\w+)`\)$", re.MULTILINE)
ROW = re.compile(r"^\| `([^`]+)` \| (.+) \|$", re.MULTILINE)


def rows() -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Game, first cell and further cells of every row under a heading."""
    _, *sections = HEADING.split(PAGE)
    for game, text in zip(sections[::2], sections[1::2], strict=True):
        for first, rest in ROW.findall(text):
            yield game, first, tuple(rest.split(" | "))


BETS = [row for row in rows() if row[0] != "main"]
MAIN = [row for row in rows() if row[0] == "main"]


@cache
def computed(game: str) -> VariantReport:
    return report(game)


def percent(value: float) -> str:
    return f"{decimal(value * 100, 8)}%"


@pytest.mark.parametrize(("game", "kind", "cells"), BETS)
def test_F262_a_documented_return_is_the_computed_one(
    game: str, kind: str, cells: tuple[str, ...]
) -> None:
    exact = computed(game).bets[kind].returned.exact
    assert exact is not None
    assert cells == (f"{decimal(exact * 100, 8)}%", str(exact))


@pytest.mark.parametrize(("game", "mode", "cells"), MAIN)
def test_F262_R9_documented_returns_of_blackjack_are_the_computed_ones(
    game: str, mode: str, cells: tuple[str, ...]
) -> None:
    table = replace(BLACKJACK, ten_up_blackjack=TenUpBlackjack(mode))
    name, *figures = cells
    found = getattr(odds.published(table), name.replace("-", "_"))
    assert figures == [percent(found.initial), percent(found.total_stake)]


def test_F262_no_return_of_a_full_table_is_left_out() -> None:
    for game in ("speed_baccarat", "three_card_brag"):
        assert {kind for where, kind, _ in BETS if where == game} == set(computed(game).bets)
    others = {kind for where, kind, _ in BETS if where == "blackjack"}
    assert others | {"main"} == set(computed("blackjack").bets)
    assert {(mode, cells[0]) for _, mode, cells in MAIN} == {
        (mode.value, strategy)
        for mode in TenUpBlackjack
        for strategy in ("composition-dependent", "total-dependent")
    }


def test_F262_what_is_said_to_be_as_above_is_as_above() -> None:
    speed, seven = computed("speed_baccarat").bets, computed("no_commission_baccarat").bets
    six = computed("speed6_scanner_baccarat").bets
    common = {"player", "tie", "player_pair", "banker_pair", "either_pair", "perfect_pair"}
    assert set(six) == common | {"banker", "big", "small"}
    for kind in common | {"banker"}:
        assert six[kind].returned == speed[kind].returned
    for kind in common:
        assert seven[kind].returned == speed[kind].returned
    for kind in ("big", "small"):
        assert six[kind].returned == seven[kind].returned
    assert seven["banker"].returned == speed["banker_zero_commission"].returned


def test_R13_the_documented_return_on_the_total_stake_of_brag() -> None:
    exact = computed("three_card_brag").bets["ante_play"].returned.total_stake_exact
    assert exact is not None
    assert f"Ante and Play return {decimal(exact * 100, 8)}%" in PAGE
