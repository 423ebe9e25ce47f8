"""`sabot strategy`: charts for a person and for a machine."""

import json

import pytest
from tests.cli.driver import ran


@pytest.fixture(autouse=True)
def columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")


def test_blackjack_is_the_chart_one_gets() -> None:
    done = ran("strategy")
    assert (done.status, done.err) == (0, "")
    assert done.out == ran("strategy", "blackjack").out
    assert done.out.count("S stand, H hit") == 1  # told once for all three charts
    titles = [line for line in done.out.splitlines() if line and line[0] not in "┏┃┡│└"]
    assert titles[:3] == [
        "Hard totals against the dealer's up card",
        "Soft totals against the dealer's up card",
        "Pairs against the dealer's up card",
    ]
    assert max(map(len, done.out.splitlines())) <= 80


def test_brag_is_told_in_words() -> None:
    out = ran("strategy", "three_card_brag").out
    assert "High card: highest card by row, second card by column\n" in out
    assert "│ straight flush │" in out
    assert "4+ play when the third card is at least a 4" in out


@pytest.mark.parametrize("game", ["blackjack", "three_card_brag"])
def test_the_document_holds_the_same_charts(game: str) -> None:
    done = ran("strategy", game, "--json")
    charts = json.loads(done.out)
    assert [sorted(chart) for chart in charts] == [["legend", "rows", "title"]] * len(charts)
    assert all(chart["title"] in ran("strategy", game).out for chart in charts)
