"""Broken input: one sentence that names line and field, and the other lines go through."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.driver import Line, ran, ran_apart

from sabot.cli.laboratory.lines import LINE_BYTES_MAX
from sabot.lab.scripts import LINE_CHARACTERS_MAX

BACCARAT: Line = {
    "id": "x",
    "game": "speed_baccarat",
    "shoe": ["9S", "6H", "2D", "9C", "8H"],
    "bets": {"player": 1000},
}
BLACKJACK: Line = {
    "id": "x",
    "game": "blackjack",
    "shoe": ["TS", "6H", "9D", "TC", "8S"],
    "bets": {"main": 1000},
}
BRAG: Line = {
    "id": "x",
    "game": "three_card_brag",
    "player": ["QS", "7H", "4D"],
    "dealer": ["JS", "8H", "4C"],
    "bets": {"ante": 500},
    "decision": "play",
}
GOOD = json.dumps({**BACCARAT, "id": "good"}).encode()


def complaint(bad: bytes) -> tuple[object, str]:
    """Settle a bad line between two good ones; the id and the sentence that come back."""
    done = ran("settle", typed=GOOD + b"\n" + bad + b"\n" + GOOD + b"\n")
    assert done.status == 1
    assert done.err == ""
    before, answer, after = done.answers
    assert before == after
    assert before["total_payout"] == 2000
    assert list(answer) == ["id", "error"]
    error = answer["error"]
    assert isinstance(error, dict)
    assert list(error) == ["code", "message"]
    return answer["id"], error["message"]


UNREADABLE = {
    "words": (b"hello", "line 2: no JSON: Expecting value at character 1"),
    "half a line": (GOOD[:40], "line 2: no JSON: "),
    "an open brace": (b"{", "line 2: no JSON: Expecting property name enclosed in double quotes"),
    "binary garbage": (bytes(range(128, 256)).replace(b"\n", b""), "line 2: the line is no UTF-8"),
    "a null byte": (b'{"id": "\x00"}', "line 2: no JSON: Invalid control character at"),
    "a broken letter in a text": (b'{"id": "\xff"}', "line 2: the line is no UTF-8 text"),
    "a byte order mark too late": (b"\xef\xbb\xbf" + GOOD, "line 2: no JSON: Unexpected UTF-8 BOM"),
    "a list": (b"[1]", "line 2: each line is one JSON object"),
    "NaN": (b"NaN", "line 2: each line is one JSON object"),
    "deep lists": (b"[" * 100_000, "line 2: no JSON: it is nested too deeply"),
    "deep objects": (b'{"id":' * 100_000, "line 2: no JSON: it is nested too deeply"),
    "a long number": (b'{"id": ' + b"9" * 5000 + b"}", "line 2: no JSON: it has a number of too"),
    "a member twice": (b'{"id": 1, "id": 2}', "line 2, id: stands twice in one object"),
    "one character too many": (
        b'{"id": "' + b"x" * (LINE_CHARACTERS_MAX - 9) + b'"}',
        "line 2: 1000002 characters are too many; a line may have 1000000",
    ),
    "a line without end": (b"x" * (3 * LINE_BYTES_MAX), "characters are too many"),
}


@pytest.mark.parametrize(("bad", "sentence"), UNREADABLE.values(), ids=UNREADABLE)
def test_a_line_that_cannot_be_read(bad: bytes, sentence: str) -> None:
    identity, told = complaint(bad)
    assert identity is None
    assert told.startswith("line 2")
    assert sentence in told


WRONG = {
    "no game": (BACCARAT, {"game": None}, "line 2, game: a text is needed"),
    "another game": (
        BACCARAT,
        {"game": "whist"},
        "line 2, game: there is no game 'whist'; known are blackjack live_baccarat no_commission",
    ),
    "a game of another size": (BACCARAT, {"game": "Speed_Baccarat"}, "line 2, game: there is no"),
    "an unknown member": (BACCARAT, {"bet": {}}, "line 2, bet: unknown; known are "),
    "an unknown rule": (BACCARAT, {"rules": {"x": 1}}, "line 2, rules.x: unknown; known are "),
    "an unknown bet": (BACCARAT, {"bets": {"huge": 1}}, "line 2, bets.huge: no such bet; known"),
    "no stake": (BACCARAT, {"bets": {"tie": 0}}, "line 2, bets.tie: 0 is not from 1 to "),
    "a negative stake": (BACCARAT, {"bets": {"tie": -5}}, "line 2, bets.tie: -5 is not from 1"),
    "half a cent": (BACCARAT, {"bets": {"tie": 0.5}}, "line 2, bets.tie: a whole number is need"),
    "a stake with a point": (BACCARAT, {"bets": {"tie": 100.0}}, "line 2, bets.tie: a whole num"),
    "a stake in words": (BACCARAT, {"bets": {"tie": "100"}}, "line 2, bets.tie: a whole number"),
    "a stake that is true": (BACCARAT, {"bets": {"tie": True}}, "line 2, bets.tie: a whole number"),
    "a stake that is NaN": (BACCARAT, {"bets": {"tie": float("nan")}}, "line 2, bets.tie: a whol"),
    "an endless stake": (BACCARAT, {"bets": {"tie": float("inf")}}, "line 2, bets.tie: a whole n"),
    "a huge stake": (BACCARAT, {"bets": {"tie": 10**400}}, "line 2, bets.tie: 1000000000"),
    "bets that are a list": (BACCARAT, {"bets": ["tie"]}, "line 2, bets: an object is needed"),
    "a card of no suit": (BACCARAT, {"shoe": ["9Z"]}, "line 2, shoe[0]: '9Z' is no card; write"),
    "a card of no rank": (BRAG, {"player": ["QS", "1H", "4D"]}, "line 2, player[1]: '1H' is no"),
    "a number for a card": (BLACKJACK, {"shoe": ["TS", 6, "9D", "TC"]}, "line 2, shoe[1]: a card"),
    "too few cards": (BACCARAT, {"shoe": ["9S", "6H", "2D"]}, "line 2, shoe: 3 cards are too few"),
    "too many cards": (BACCARAT, {"shoe": ["9S"] * 7}, "line 2, shoe: a round has six cards"),
    "two cards for three": (BRAG, {"dealer": ["JS", "8H"]}, "line 2, dealer: 3 cards are needed"),
    "an unknown decision": (BRAG, {"decision": "hit"}, "line 2, decision: 'hit' is not one of "),
    "an unknown action": (
        BLACKJACK,
        {"actions": [{"hand": 0, "act": "surrender"}]},
        "line 2, actions[0].act: 'surrender' is not one of ",
    ),
    "an action of nobody": (
        BLACKJACK,
        {"actions": [{"hand": 0, "act": "stand"}, {"hand": 0, "act": "hit"}]},
        "line 2, actions[1]: no player was asked for hit of hand 0",
    ),
    "the wrong commission": (
        BACCARAT,
        {"rules": {"banker": "free"}},
        "line 2, rules.banker: 'free' is not one of ",
    ),
    "a golden chip nowhere": (BRAG, {"golden_chip": "pair_plus"}, "line 2, golden_chip: "),
    "a long name": (BACCARAT, {"n" * 5000: 1}, "line 2, nnnnnnnn"),
}


@pytest.mark.parametrize(("line", "change", "sentence"), WRONG.values(), ids=WRONG)
def test_a_line_that_says_something_wrong(line: Line, change: Line, sentence: str) -> None:
    identity, told = complaint(json.dumps({**line, **change}).encode())
    assert identity == "x"
    assert told.startswith(sentence)
    assert len(told) < 600


def test_a_card_more_often_than_the_shoe_holds_it_is_told() -> None:
    twice = {**BACCARAT, "shoe": ["9S", "9S", "2D", "9C", "8H"], "rules": {"decks": 1}}
    _, told = complaint(json.dumps(twice).encode())
    assert told == "line 2, shoe: 9S stands there more often than 1"
    _, told = complaint(json.dumps({**BRAG, "dealer": ["QS", "8H", "4C"]}).encode())
    assert told == "line 2, dealer[0]: QS is dealt already, from one deck"


@pytest.mark.parametrize("identity", [None, True, 1.5, [], {}, float("nan")])
def test_an_id_is_a_text_or_a_whole_number(identity: object) -> None:
    answered, told = complaint(json.dumps({**BACCARAT, "id": identity}).encode())
    assert answered is None
    assert told == "line 2, id: a text or a whole number is needed"


# --- whole files ---------------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["settle", "roads"])
@pytest.mark.parametrize("nothing", [b"", b"\n", b"\r\n \t\r\n\n", b"\xef\xbb\xbf"])
def test_nothing_is_answered_with_nothing(command: str, nothing: bytes, tmp_path: Path) -> None:
    source = tmp_path / "empty.jsonl"
    source.write_bytes(nothing)
    assert (ran(command, str(source)).status, ran(command, str(source)).out) == (0, "")
    assert ran(command, typed=nothing).out == ""


def test_a_file_standard_input_and_a_dash_are_answered_alike(tmp_path: Path) -> None:
    source = tmp_path / "rounds.jsonl"
    text = GOOD + b"\n{\n\n" + GOOD  # no end of the last line
    source.write_bytes(text)
    from_file = ran("settle", str(source))
    assert from_file.status == 1
    assert len(from_file.answers) == 3
    assert from_file == ran("settle", typed=text) == ran("settle", "-", typed=text)


def test_empty_lines_count() -> None:
    [answer] = ran("settle", typed=b"\n\n  \n{\n").answers
    assert "line 4" in str(answer["error"])


def test_a_file_from_another_system_is_read() -> None:
    done = ran("settle", typed=b"\xef\xbb\xbf" + GOOD + b"\r\n" + GOOD + b"\r\n")
    assert (done.status, len(done.answers)) == (0, 2)
    assert done.answers[0] == done.answers[1]


def test_a_lone_carriage_return_ends_no_line(tmp_path: Path) -> None:
    source = tmp_path / "rounds.jsonl"
    source.write_bytes(b'{"id": 1,\r"sequence": "P"}\n{')
    first, second = ran("roads", str(source)).answers
    assert first["id"] == 1
    assert "line 2" in str(second["error"])


@pytest.mark.parametrize("identity", ["\ud800", "\u0085", "\u2028", "è", "\u0000", "♠"])
def test_any_sign_in_an_id_comes_back_on_one_line(identity: str) -> None:
    # Half a character, which no encoding can write, and ends of lines that only some readers know.
    done = ran("roads", typed=json.dumps({"id": identity, "sequence": "P"}))
    assert done.out.isascii()
    [line] = done.out.splitlines()
    assert json.loads(line)["id"] == identity


# --- files and pipes that are not what they should be ---------------------------------------------


@pytest.mark.parametrize("command", ["settle", "roads"])
def test_a_file_that_is_not_there(command: str, tmp_path: Path) -> None:
    done = ran(command, str(tmp_path / "missing"))
    assert (done.status, done.out) == (2, "")
    assert f"Error: Invalid value for FILE: {tmp_path}/missing: No such file" in done.err


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    done = ran("settle", str(tmp_path))
    assert done.status == 2
    assert "Is a directory." in done.err


def test_a_file_that_may_not_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Root may read anything, so the refusal is pretended.
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    source = tmp_path / "secret.jsonl"
    source.write_bytes(GOOD)
    monkeypatch.setattr(Path, "open", refuse)
    done = ran("settle", str(source))
    assert done.status == 2
    assert "secret.jsonl: Permission denied." in done.err


def test_a_reader_who_goes_away_is_left_quietly(tmp_path: Path) -> None:
    source = tmp_path / "rounds.jsonl"
    source.write_bytes((GOOD + b"\n") * 3000)
    program = [sys.executable, "-c", "from sabot.cli import main; main()", "settle", str(source)]
    with subprocess.Popen(program, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        assert json.loads(running.stdout.readline())["id"] == "good"
        running.stdout.close()
        assert running.stderr.read() == b""
    assert running.returncode == 1


def test_every_answer_comes_as_soon_as_its_line() -> None:
    program = [sys.executable, "-c", "from sabot.cli import main; main()", "roads"]
    with subprocess.Popen(program, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        for number in range(2):
            running.stdin.write(b'{"id": %d, "sequence": "P"}\n' % number)
            running.stdin.flush()
            assert json.loads(running.stdout.readline())["id"] == number
        running.stdin.close()
    assert running.returncode == 0


def test_the_worst_of_everything_through_the_front_door() -> None:
    text = b"".join(bad + b"\n" for bad, _ in UNREADABLE.values()) + GOOD
    # A terminal that speaks ASCII only must not matter either.
    done = ran_apart("settle", typed=text, environment={"PYTHONIOENCODING": "ascii"})
    assert (done.status, done.err) == (1, "")
    assert len(done.answers) == len(UNREADABLE) + 1
    assert done.answers[-1]["id"] == "good"
