"""JSON Lines: one answer for each line, and one bad line never stops the others."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from itertools import repeat
from time import perf_counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sabot.cards.refusals import CardRefusal
from sabot.errors import Malformed, Refused
from sabot.gamekit.refusals import PlayRefusal
from sabot.lab.scripts import (
    LINE_CHARACTERS_MAX,
    Answer,
    _answers,
    roads_lines,
    sentence,
    settle_lines,
)

GOOD = '{"id": "good", "sequence": "PBBT"}'


def answers(*lines: str) -> list[Answer]:
    """Answer every line with its own members."""
    return [answered.answer for answered in _answers(lines, lambda members: {"read": members})]


def error_of(answer: Answer) -> Mapping[str, str]:
    error = answer["error"]
    assert isinstance(error, dict)
    return error


def padded(characters: int) -> str:
    line = '{"id": 1, "pad": "%s"}'
    return line % ("x" * (characters - len(line) + 2))


BAD = {
    # what is wrong: (line, code, part of the sentence)
    "no JSON": ("{", "script/not_json", "line 2"),
    "bare words": ("hello there", "script/not_json", "line 2"),
    "two objects": ('{"id": 1} {"id": 2}', "script/not_json", "Extra data"),
    "cut short": ('{"id": "x", "sequence": "PB', "script/not_json", "line 2"),
    "a byte order mark": ("\ufeff" + GOOD, "script/not_json", "line 2"),
    "a replaced byte": ('{"id": "x" \ufffd}', "script/not_json", "line 2"),
    "a control character": ('{"id": "x\x01"}', "script/not_json", "line 2"),
    "a comment": ('{"id": 1} // one', "script/not_json", "line 2"),
    "lists in lists": ("[" * 50_000, "script/not_json", "line 2"),
    "objects in objects": ('{"id":' * 50_000, "script/not_json", "line 2"),
    "a number of many digits": ('{"id": %s}' % ("9" * 5000), "script/not_json", "line 2"),
    "a list": ("[1, 2]", "script/not_an_object", "line 2"),
    "a text": ('"id"', "script/not_an_object", "line 2"),
    "a number": ("7", "script/not_an_object", "line 2"),
    "null": ("null", "script/not_an_object", "line 2"),
    "not a number": ("NaN", "script/not_an_object", "line 2"),
    "too long": (padded(2_000_000), "script/too_long", "2000000"),
    "a little too long": (padded(LINE_CHARACTERS_MAX + 1), "script/too_long", "1000001"),
    "a member twice": ('{"id": 1, "a": 2, "a": 3}', "script/field", "line 2, a: stands twice"),
    "the id twice": ('{"id": 1, "id": 1}', "script/field", "line 2, id: stands twice"),
    "twice inside": ('{"id": 1, "b": {"x": 1, "x": 1}}', "script/field", "x: stands twice"),
    "no id": ("{}", "script/field", "line 2, id: a text or a whole number"),
    "id null": ('{"id": null}', "script/field", "line 2, id:"),
    "id true": ('{"id": true}', "script/field", "line 2, id:"),
    "id with decimals": ('{"id": 1.0}', "script/field", "line 2, id:"),
    "id not a number": ('{"id": NaN}', "script/field", "line 2, id:"),
    "id a list": ('{"id": [1]}', "script/field", "line 2, id:"),
}


@pytest.mark.parametrize(("line", "code", "words"), BAD.values(), ids=BAD)
def test_a_bad_line_has_one_error_and_the_others_go_through(
    line: str, code: str, words: str
) -> None:
    before, bad, after = answers('{"id": 1}', line, '{"id": "three"}')
    assert (before["id"], after["id"]) == (1, "three")
    assert "read" in before
    assert "read" in after
    assert error_of(bad)["code"] == code
    assert words in error_of(bad)["message"]
    assert error_of(bad)["message"].startswith("line 2")
    assert bad["id"] is None


def test_a_line_of_the_greatest_length_is_read() -> None:
    assert "read" in answers(padded(LINE_CHARACTERS_MAX))[0]


def test_empty_lines_are_passed_over_but_counted() -> None:
    answered = list(_answers(["\n", '{"id": 1}\r\n', "  \t\n", "{\n"], lambda _: {}))
    assert [(one.line, one.failed) for one in answered] == [(2, False), (4, True)]
    assert error_of(answered[1].answer)["message"].startswith("line 4")


def test_nothing_is_answered_with_nothing() -> None:
    assert answers() == []


@pytest.mark.parametrize("identity", ["", "x", 0, -7, 10**30])
def test_an_answer_carries_its_id_also_when_it_fails(identity: str | int) -> None:
    def fail(members: Mapping[str, object]) -> Mapping[str, object]:
        raise Refused(PlayRefusal.OVER, round=7)

    [answered] = _answers([json.dumps({"id": identity})], fail)
    assert answered.failed
    assert answered.answer == {
        "id": identity,
        "error": {"code": "round/over", "message": "line 1: round: over (round 7)"},
    }


def test_answers_come_while_lines_are_still_coming() -> None:
    endless = repeat('{"id": 1}')
    assert next(_answers(endless, lambda _: {})).answer == {"id": 1}


def test_a_wide_object_with_a_member_twice_is_answered_at_once() -> None:
    # Within the allowed length there is room for many members: looking for the one that stands
    # twice must not take the square of them.
    members = ",".join(f'"{number}":0' for number in range(20_000))
    line = f'{{"id": 1, {members}, "19999": 1}}'
    assert len(line) < LINE_CHARACTERS_MAX
    started = perf_counter()
    [answer] = answers(line)
    assert "19999: stands twice" in error_of(answer)["message"]
    assert perf_counter() - started < 2


def test_an_unknown_game_is_told_with_the_known_ones() -> None:
    [answered] = settle_lines(['{"id": 1, "game": "whist"}'])
    assert answered.answer["id"] == 1
    assert error_of(answered.answer)["code"] == "game/unknown"
    assert "whist" in error_of(answered.answer)["message"]


@pytest.mark.parametrize("game", ["", "null", "7", '["blackjack"]', "{}"])
def test_a_game_that_is_no_name_is_an_error_of_that_field(game: str) -> None:
    member = f', "game": {game}' if game else ""
    [answered] = settle_lines([f'{{"id": 1{member}}}'])
    assert error_of(answered.answer) == {
        "code": "script/field",
        "message": "line 1, game: a text is needed",
    }


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ('{"id": 1}', "line 1, sequence: a text is needed"),
        ('{"id": 1, "sequence": ["P"]}', "line 1, sequence: a text is needed"),
        ('{"id": 1, "sequence": "PB", "sequences": ""}', "line 1, sequences: unknown"),
        (
            '{"id": 1, "sequence": "PBX"}',
            "line 1, sequence: 'X' at place 3 is not one of P, B and T",
        ),
        ('{"id": 1, "sequence": "\\ud800"}', "line 1, sequence: '�' at place 1"),
    ],
)
def test_a_bad_shoe_is_an_error_of_its_line(line: str, words: str) -> None:
    first, second = roads_lines([line, GOOD])
    assert error_of(first.answer)["message"].startswith(words)
    assert not second.failed


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@given(st.lists(st.text(max_size=40) | JSON.map(json.dumps), max_size=5))
def test_whatever_comes_in_good_lines_go_through(lines: list[str]) -> None:
    answered = list(roads_lines([*lines, GOOD]))
    assert len(answered) == sum(bool(line.strip()) for line in lines) + 1
    assert not answered[-1].failed
    for one in answered:
        json.dumps(one.answer)


@given(
    game=st.sampled_from(["blackjack", "three_card_brag", "speed_baccarat"]),
    members=st.dictionaries(
        st.sampled_from(["bets", "seats", "cards", "rules", "player", "banker", "dealer", "shoe"])
        | st.text(max_size=5),
        JSON,
        max_size=4,
    ),
)
def test_whatever_a_script_holds_is_answered(game: str, members: dict[str, object]) -> None:
    [answered] = settle_lines([json.dumps({**members, "id": 1, "game": game})])
    assert answered.answer["id"] == 1


@pytest.mark.parametrize(
    "line",
    [
        json.dumps({"id": 1, "game": "w" * 100_000}),
        json.dumps({"id": 1, "sequence": "w" * 100_000}),
        json.dumps({"id": 1, "n" * 100_000: 1}),
        "w" * 100_000,
    ],
)
def test_an_error_is_a_sentence_not_an_echo(line: str) -> None:
    for lines in (settle_lines, roads_lines):
        [answered] = lines([line])
        assert len(error_of(answered.answer)["message"]) < 1000


@pytest.mark.parametrize("command", ["settle", "roads"])
def test_half_a_character_in_an_id_stops_no_other_line(command: str) -> None:
    # JSON can spell a lone surrogate, which no encoding can write.
    lines = '{"id": "\\ud800"}\n' + GOOD.replace("good", "after") + "\n"
    done = subprocess.run(
        [sys.executable, "-c", "from sabot.cli import main; main()", command, "--json"],
        input=lines.encode(),
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
        check=False,
    )
    assert b"Traceback" not in done.stderr
    assert len(done.stdout.splitlines()) == 2


def test_a_sentence_names_line_and_field_and_says_what_is_wrong() -> None:
    assert sentence(Malformed("script/field", field="bets.tie", reason="is odd"), 3) == (
        "line 3, bets.tie: is odd"
    )
    assert sentence(Refused(CardRefusal.NOT_IN_SHOE, card="9H"), 12) == (
        "line 12: 9H is dealt more often than the shoe holds it"
    )
    assert sentence(Refused(PlayRefusal.OVER), 1) == "line 1: round: over"
