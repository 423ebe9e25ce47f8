"""The person at the keyboard: what can be typed, and how a mistake is explained."""

from collections.abc import Iterator
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console
from tests.cli.driver import shown, terminal
from typing_extensions import override

from sabot.cli.terminal.seat import (
    Left,
    ask_bets,
    ask_option,
    ask_yes,
    parse_amount,
    parse_bets,
    read_line,
)
from sabot.errors import Malformed
from sabot.gamekit import Ask, Option
from sabot.money import Cents

KINDS = ("player", "player_pair", "tie", "21+3", "top3")

BETS = {
    "player 10": {"player": 1000},
    "player 10 tie 2.50": {"player": 1000, "tie": 250},
    "player 10, tie 2.5": {"player": 1000, "tie": 250},
    "player 10,tie 2": {"player": 1000, "tie": 200},
    "player=10 tie=2": {"player": 1000, "tie": 200},
    "player_pair 1": {"player_pair": 100},
    "player pair 1": {"player_pair": 100},
    "player 1 player pair 2": {"player": 100, "player_pair": 200},
    "21+3 5 top3 1": {"21+3": 500, "top3": 100},
    "tie 1 tie 2": {"tie": 300},
    "tie 2.": {"tie": 200},
    "tie 0.01": {"tie": 1},
    "tie 2.509": {"tie": 250},
    "  tie   7  ": {"tie": 700},
}


@pytest.mark.parametrize(("text", "stakes"), BETS.items())
def test_bets_are_read_as_people_type_them(text: str, stakes: dict[str, int]) -> None:
    assert parse_bets(text, KINDS) == stakes


MISTAKES = {
    "tie": "bets/unreadable",
    "10": "bets/unreadable",
    ",": "bets/unreadable",
    "tie 1 player": "bets/unreadable",
    "5 tie": "bets/unreadable",
    "banker 10": "bets/unknown",
    "pair 10": "bets/unknown",
    "tie tie 10": "bets/unknown",
    "tie ten": "amount/unreadable",
    "tie -3": "amount/unreadable",
    "tie +3": "amount/unreadable",
    "tie 1e3": "amount/unreadable",
    "tie 1e999": "amount/unreadable",
    "tie nan": "amount/unreadable",
    "tie inf": "amount/unreadable",
    "tie 2,50": "amount/unreadable",
    "tie 1_000": "amount/unreadable",
    "tie 10$": "amount/unreadable",
    "tie 1.2.3": "amount/unreadable",
    "tie .": "amount/unreadable",
    "tie 1234567890": "amount/unreadable",
    "tie ٣": "amount/unreadable",
    "tie 0": "amount/not_positive",
    "tie 0.009": "amount/not_positive",
}


@pytest.mark.parametrize(("text", "code"), MISTAKES.items())
def test_what_cannot_be_read_is_told_apart(text: str, code: str) -> None:
    with pytest.raises(Malformed) as caught:
        parse_bets(text, KINDS)
    assert caught.value.code == code


@given(st.text(alphabet="0123456789.,-+e xtie_player=", max_size=30) | st.text(max_size=20))
def test_whatever_is_typed_gives_stakes_or_an_explanation(text: str) -> None:
    try:
        stakes = parse_bets(text, KINDS)
    except Malformed:
        return
    assert stakes
    assert all(kind in KINDS and stake > 0 for kind, stake in stakes.items())


@given(st.integers(1, 99_999_999_999))
def test_F65_every_amount_reads_back(cents: int) -> None:
    assert parse_amount(f"{cents // 100}.{cents % 100:02d}") == cents


class Typing(Console):
    """A console at which the given lines are typed; None is Ctrl-D, an exception is raised."""

    def __init__(self, *typed: str | type[BaseException] | None) -> None:
        paper = terminal()
        super().__init__(file=paper.file, width=200, color_system=None, highlight=False)
        self.typed: Iterator[str | type[BaseException] | None] = iter(typed)

    @override
    def input(self, prompt: object = "", **_: object) -> str:
        self.print(prompt, end="")
        line = next(self.typed)
        if line is None:
            raise EOFError
        if isinstance(line, type):
            raise line
        self.print()
        return line


@pytest.mark.parametrize("leaving", ["quit", "QUIT", " q ", "exit", None, KeyboardInterrupt])
def test_there_are_many_ways_to_leave(leaving: str | type[BaseException] | None) -> None:
    with pytest.raises(Left):
        read_line(Typing(leaving), "Your bets:")


def test_a_line_is_read_in_small_letters() -> None:
    assert read_line(Typing("  Player 10 "), "?") == "player 10"


EXPLANATIONS = {
    "banker 5": "There is no bet 'banker' here: player, player_pair, tie, 21+3, top3.",
    "tie": "Write a bet and an amount, such as: player 10",
    "tie ten": "'ten' is no amount. Write it as 10 or 2.50.",
    "tie 2,50": "'2,50' is no amount. Write it as 10 or 2.50.",
    "tie 0": "An amount has to be more than nothing.",
    "[/bold] 5": "There is no bet '[/bold]' here",
    "[red]": "Write a bet and an amount",
}


@pytest.mark.parametrize(("text", "sentence"), EXPLANATIONS.items())
def test_a_mistake_is_explained_and_asked_again(text: str, sentence: str) -> None:
    console = Typing(text, "")
    assert ask_bets(console, KINDS, "player 10") == {"player": 1000}
    assert sentence in shown(console)
    assert shown(console).count("Your bets [player 10]:") == 2


def test_a_question_mark_asks_for_the_list() -> None:
    assert ask_bets(Typing("?"), KINDS, "player 10") is None


def test_yes_is_what_enter_means() -> None:
    assert [ask_yes(Typing(text), "Again?") for text in ("", "y", "YES", "n", "no")] == [
        True,
        True,
        True,
        False,
        False,
    ]
    console = Typing("perhaps", "no")
    assert not ask_yes(console, "Again?")
    assert "'perhaps' is neither yes nor no." in shown(console)


DECISION = Ask(
    topic="decision",
    options=(
        Option(id="hit"),
        Option(id="stand"),
        Option(id="double", takes="double", share=Fraction(1)),
        Option(id="split", takes="split", share=Fraction(1)),
    ),
    default="stand",
    seat=3,
)
COSTS = {"hit": Cents(0), "stand": Cents(0), "double": Cents(1000), "split": Cents(1000)}


def decided(*typed: str, balance: int = 5000) -> tuple[str, str]:
    console = Typing(*typed)
    option = ask_option(console, "You have 16:", DECISION, costs=COSTS, balance=Cents(balance))
    return option, shown(console)


def test_options_are_shown_with_what_they_cost() -> None:
    option, text = decided("")
    assert option == "stand"
    assert text == ("You have 16: hit · stand · double (+10.00) · split (+10.00) [stand]: \n")


def test_an_answer_may_be_shortened_while_it_is_clear() -> None:
    assert decided("h")[0] == "hit"
    assert decided("Sp")[0] == "split"
    option, text = decided("s", "st")
    assert option == "stand"
    assert "'s' may be stand or split." in text


def test_what_is_no_option_is_explained() -> None:
    option, text = decided("[surrender]", "d")
    assert option == "double"
    assert "'[surrender]' is not one of hit, stand, double, split." in text


def test_what_cannot_be_paid_is_not_offered_and_explained() -> None:
    option, text = decided("double", "hit", balance=999)
    assert option == "hit"
    assert "You have 16: hit · stand [stand]:" in text
    assert "double costs 10.00, and you have 9.99." in text
