"""On a real terminal: tables instead of JSON, colours unless they are refused, polite farewells."""

import json
import os
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

import pytest

pty = pytest.importorskip("pty")

# A shell that starts the tests in the background lets its children ignore Ctrl-C.
PROGRAM = (
    "import signal; signal.signal(signal.SIGINT, signal.default_int_handler);"
    "from sabot.cli import main; main()"
)
PATIENCE_SECONDS = 20
COLOUR = re.compile(r"\x1b\[[0-9;]*3[0-7]")  # a foreground colour
CODES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
CTRL_D = "\x04"


class Terminal:
    """A command on a terminal of its own."""

    def __init__(self, *arguments: str, environment: Mapping[str, str] | None = None) -> None:
        self.text = ""
        self.read = 0
        usual = {name: value for name, value in os.environ.items() if not name.endswith("_COLOR")}
        self.line, other_end = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, *arguments],
            stdin=other_end,
            stdout=other_end,
            stderr=other_end,
            env={**usual, "TERM": "xterm", "COLUMNS": "80", "LINES": "40", **(environment or {})},
        )
        os.close(other_end)

    def wait_for(self, words: str) -> str:
        """Read on until these words stand there; what came since the last time."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while words not in self.text[self.read :]:
            assert time.monotonic() < deadline, f"no {words!r} in {self.text[self.read :]!r}"
            if not self._more():
                break
        fresh = self.text[self.read :]
        assert words in fresh
        self.read = len(self.text)
        return fresh

    def type(self, text: str) -> None:
        os.write(self.line, text.encode())

    def press_ctrl_c(self) -> None:
        self.process.send_signal(signal.SIGINT)

    def end(self) -> int:
        """Read everything up to the end; the exit status."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while self._more():
            if time.monotonic() > deadline:
                self.process.kill()
        os.close(self.line)
        return self.process.wait(PATIENCE_SECONDS)

    def _more(self) -> bool:
        if not select.select([self.line], [], [], 0.1)[0]:
            return True
        try:
            read = os.read(self.line, 65536)
        except OSError:  # How Linux says that the other side is gone.
            return False
        self.text += read.decode(errors="replace").replace("\r\n", "\n")
        return bool(read)


@pytest.fixture
def rounds(tmp_path: Path) -> str:
    line = {
        "id": "a round",
        "game": "speed_baccarat",
        "shoe": ["9S", "6H", "2D", "9C", "8H"],
        "bets": {"player": 1000, "tie": 500},
    }
    source = tmp_path / "rounds.jsonl"
    source.write_text(json.dumps(line) + "\n{\n", encoding="utf-8")
    return str(source)


def test_a_person_gets_a_table_in_colours(rounds: str) -> None:
    terminal = Terminal("settle", rounds)
    assert terminal.end() == 1
    plain = CODES.sub("", terminal.text)
    assert plain.startswith("a round  winner: player · player 9S 2D 8H = 9 · banker 6H 9C = 5\n┏━")
    assert "│ player │ 10.00 │ win       │  20.00 │" in plain
    assert "✗  line 2: no JSON" in plain
    assert COLOUR.search(terminal.text)
    assert max(map(len, plain.splitlines())) <= 80


def test_a_person_who_wants_no_colours_gets_none(rounds: str) -> None:
    terminal = Terminal("settle", rounds, environment={"NO_COLOR": "1"})
    assert terminal.end() == 1
    assert COLOUR.search(terminal.text) is None
    assert "│ player │ 10.00 │ win       │  20.00 │" in CODES.sub("", terminal.text)


def test_a_machine_on_a_terminal_gets_json(rounds: str) -> None:
    terminal = Terminal("settle", rounds, "--json")
    assert terminal.end() == 1
    first, second = map(json.loads, terminal.text.splitlines())
    assert (first["id"], second["id"]) == ("a round", None)


def test_whoever_types_json_is_told_how_to_end() -> None:
    terminal = Terminal("roads", "--json")
    terminal.wait_for("Type or paste JSON Lines; Ctrl-D ends.")
    terminal.type('{"id": 1, "sequence": "PB"}\n')
    terminal.wait_for('"good_roads": []}')
    terminal.type(CTRL_D)
    assert terminal.end() == 0


def test_a_round_on_a_terminal_and_a_polite_farewell() -> None:
    terminal = Terminal("try", "three_card_brag")
    terminal.wait_for("Your bets")
    terminal.type("ante 10\n")
    asked = terminal.wait_for("[fold]")
    assert "▒▒▒" in asked
    terminal.type("fold\n")
    terminal.wait_for("Another round?")
    terminal.press_ctrl_c()
    assert terminal.end() == 0
    assert "You staked 10.00 and 0.00 came back: net -10.00. Thank you" in terminal.text
    assert terminal.text.count("\x1b[?25l") == terminal.text.count("\x1b[?25h")  # the cursor


def test_ctrl_c_while_cards_are_dealt_calls_the_round_off() -> None:
    terminal = Terminal("try", "blackjack")
    terminal.wait_for("Your bets")
    terminal.type("main 10\n")
    terminal.wait_for("robin (bot)")
    terminal.press_ctrl_c()
    assert terminal.end() == 0
    plain = CODES.sub("", terminal.text)
    assert "You leave in the middle of a round: your 10.00 comes back." in plain
    assert "Traceback" not in plain
