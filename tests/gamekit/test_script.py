"""A line that a person wrote down: every error names its field, and nothing breaks."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sabot.cards import cards
from sabot.errors import Malformed
from sabot.gamekit import Bet, PayoutLine, Result
from sabot.gamekit.payouts import Payout
from sabot.gamekit.script import CARDS_MAX, STAKE_MAX, Script, settled, totals
from sabot.money import Cents, Odds

Reader = Callable[[Script], object]

# Every way to read the member `it`, by name.
READERS: dict[str, Reader] = {
    "text": lambda script: script.text("it"),
    "text with default": lambda script: script.text("it", default="x"),
    "choice": lambda script: script.choice("it", ("yes", "no")),
    "choice with default": lambda script: script.choice("it", ("yes", "no"), default="no"),
    "flag": lambda script: script.flag("it"),
    "flag with default": lambda script: script.flag("it", default=True),
    "integer": lambda script: script.integer("it", minimum=-5, maximum=5),
    "stake": lambda script: script.stake("it"),
    "odds": lambda script: script.odds("it"),
    "part": lambda script: script.part("it").stake("amount"),
    "parts": lambda script: [part.stake("amount") for part in script.parts("it")],
    "cards": lambda script: script.cards("it"),
    "two cards": lambda script: script.cards("it", exactly=2),
    "cards or more": lambda script: script.cards("it", at_least=1),
    "stakes": lambda script: script.stakes("it", ("tie", "pair")),
    "known": lambda script: script.known({"that"}),
}

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text()
    | st.sampled_from(["9H", "yes", "10D", "kc", "ZZ"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text() | st.sampled_from(["amount", "tie"]), inner, max_size=4)
    ),
    max_leaves=8,
)


def complaint(reader: Reader, script: Script) -> Malformed | None:
    try:
        reader(script)
    except Malformed as error:
        return error
    return None


@given(name=st.sampled_from(sorted(READERS)), value=JSON, path=st.sampled_from(["", "bets[2]"]))
def test_any_value_is_read_or_its_field_is_named(name: str, value: object, path: str) -> None:
    error = complaint(READERS[name], Script({"it": value}, path))
    if error is not None:
        assert error.code == "script/field"
        assert str(error.data["field"]).startswith(f"{path}.it" if path else "it")
        assert error.data["reason"]


WRONG: list[tuple[str, object, str, str]] = [
    ("text", 7, "it", "a text"),
    ("text", None, "it", "a text"),
    ("choice", "maybe", "it", "not one of no yes"),
    ("choice", ["yes"], "it", "a text"),
    ("flag", 1, "it", "true or false"),
    ("flag", "true", "it", "true or false"),
    ("flag with default", None, "it", "true or false"),
    ("integer", 6, "it", "6 is not from -5 to 5"),
    ("integer", -6, "it", "-6 is not from -5 to 5"),
    ("integer", 1.0, "it", "a whole number"),
    ("integer", "1", "it", "a whole number"),
    ("integer", float("nan"), "it", "a whole number"),
    ("integer", float("inf"), "it", "a whole number"),
    ("integer", True, "it", "a whole number"),
    ("stake", 0, "it", "0 is not from 1"),
    ("stake", -100, "it", "-100 is not from 1"),
    ("stake", STAKE_MAX + 1, "it", "is not from 1"),
    ("stake", 99.5, "it", "a whole number"),
    ("odds", -1, "it", "-1 is not from 0"),
    ("odds", "3:2", "it", "a whole number"),
    ("part", [], "it", "an object"),
    ("part", None, "it", "an object"),
    ("part", {"amount": False}, "it.amount", "a whole number"),
    ("parts", {}, "it", "a list"),
    ("parts", None, "it", "a list"),
    ("parts", [{"amount": 1}, 5], "it[1]", "an object"),
    ("parts", [{"amount": 1}, {"amount": 0}], "it[1].amount", "0 is not from 1"),
    ("cards", "9H", "it", "a list of cards"),
    ("cards", {"0": "9H"}, "it", "a list of cards"),
    ("cards", ["9H", 9], "it[1]", "a card such as"),
    ("cards", ["9H", "9H", "1H"], "it[2]", "'1H' is no card"),
    ("cards", [["9H"]], "it[0]", "a card such as"),
    ("cards", ["9H"] * (CARDS_MAX + 1), "it", "0 to 416 cards"),
    ("two cards", ["9H"], "it", "2 cards are needed, not 1"),
    ("two cards", ["9H"] * 3, "it", "2 cards are needed, not 3"),
    ("cards or more", [], "it", "1 to 416 cards"),
    ("stakes", [], "it", "an object"),
    ("stakes", {"tie": 100, "moon": 100}, "it.moon", "no such bet; known are tie pair"),
    ("stakes", {"tie": 100, "pair": "100"}, "it.pair", "a whole number"),
    ("known", 1, "it", "unknown; known are that"),
]


@pytest.mark.parametrize(("name", "value", "field", "reason"), WRONG)
def test_what_is_wrong_is_named(name: str, value: object, field: str, reason: str) -> None:
    with pytest.raises(Malformed) as caught:
        READERS[name](Script({"it": value}))
    assert caught.value.data["field"] == field
    assert reason in str(caught.value.data["reason"])


@pytest.mark.parametrize(
    "name", sorted(READERS.keys() - {"known", "parts", "stakes"} - {n for n in READERS if " " in n})
)
def test_a_missing_member_is_named(name: str) -> None:
    with pytest.raises(Malformed) as caught:
        READERS[name](Script({}, "rules"))
    assert str(caught.value.data["field"]).startswith("rules.it")


def test_what_is_right_is_read() -> None:
    script = Script(
        {
            "text": "",
            "choice": "yes",
            "flag": False,
            "stake": STAKE_MAX,
            "odds": 0,
            "cards": ["10d", "kC"],
            "bets": {"pair": 2, "tie": 1},
            "part": {"of": {"a": "whole"}},
            "null": None,
        }
    )
    assert script.text("text") == ""
    assert script.choice("choice", {"yes"}) == "yes"
    assert script.flag("flag") is False
    assert script.stake("stake") == STAKE_MAX
    assert script.odds("odds") == Odds(0)
    assert script.cards("cards") == list(cards("TD KC"))
    assert list(script.stakes("bets", ("tie", "pair")).items()) == [("pair", 2), ("tie", 1)]
    assert script.part("part").part("of").name("a") == "part.of.a"
    assert [script.has(field) for field in ("text", "null", "nowhere")] == [True, False, False]


def test_what_is_missing_has_its_default() -> None:
    script = Script({})
    assert script.text("text", default="x") == "x"
    assert script.choice("choice", ("x", "y"), default="y") == "y"
    assert script.flag("flag", default=True) is True
    assert script.integer("integer", minimum=0, maximum=9, default=9) == 9
    assert (script.parts("parts"), script.stakes("stakes", ())) == ((), {})


def payout(stake: int, amount: int, *, golden: bool = False) -> Payout:
    bet = Bet(id="b1", player="ada", kind="tie", stake=Cents(stake), golden=golden)
    line = PayoutLine(label="tie", odds=Odds(8), amount=Cents(amount))
    return Payout(bet=bet, result=Result.WIN, amount=Cents(amount), lines=(line,))


def test_a_settled_line_says_when_a_chip_was_golden() -> None:
    assert settled(payout(100, 900)) == {"stake": 100, "result": "win", "payout": 900}
    assert settled(payout(100, 800, golden=True))["golden_chip"] is True


def test_totals_sum_stakes_and_payouts() -> None:
    assert totals([payout(100, 900), payout(5, 0)]) == {"total_stake": 105, "total_payout": 900}
    assert totals([]) == {"total_stake": 0, "total_payout": 0}
