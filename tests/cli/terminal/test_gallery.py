"""`sabot play`: a house and its tables in one terminal."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.test_terminal import Terminal
from tests.table.driver import BOSS, Studio, blackjack, scanner, scanner_config

from sabot.cli.terminal.gallery import Gallery
from sabot.table import commands as c
from sabot.table.phases import Phase


def watched(table: Studio, gallery: Gallery) -> None:
    """Let the gallery see everything that happens at a table from now on."""
    batch = table.batch

    def seen(*args: object, **kwargs: object) -> object:
        work = batch(*args, **kwargs)  # type: ignore[arg-type]
        gallery.published(table.state, work.events)
        return work

    table.batch = seen  # type: ignore[method-assign, assignment]


def test_F104_the_scorecard_begins_with_a_shoe_and_is_cleared_after_its_last_hand() -> None:
    table, gallery = Studio(scanner_config(live=True)), Gallery()
    watched(table, gallery)
    for cards in ("4S 4H 5D 5C", "2S 9H 2D KC"):
        table.close()
        table.cards.deal(cards)
        table.rest()
    assert gallery.scorecards["scanner"].results == "TB"
    table.close()
    table.does("dealer", c.ShowCutCard())
    table.cards.deal("9S 2H KD 2C")
    assert gallery.scorecards["scanner"].results == "TBP"  # The last hand is still there to see.
    table.rest()
    assert table.phase is Phase.SHUFFLE
    assert gallery.scorecards["scanner"].results == ""
    table.cards.load()
    table.close()
    table.cards.deal("4S 4H 5D 5C")
    assert gallery.scorecards["scanner"].results == "T"


def test_a_round_is_one_line() -> None:
    table, gallery = scanner(), Gallery()
    watched(table, gallery)
    table.players.place("ada", "tie", 1000)
    table.close()
    table.cards.deal("4S 4H 5D 5C")
    [line] = gallery.lines
    assert line == (
        "scanner-1  Scanner  winner tie  player points 9  banker points 9  cards used 4"
        "  player natural  banker natural  1 bet, 90.00 back"
    )


def test_a_cancelled_round_is_a_line_too() -> None:
    table, gallery = blackjack(), Gallery()
    watched(table, gallery)
    table.players.sit("ada", 1)
    table.players.place("ada", "main", seat=1)
    table.does(BOSS, c.CancelRound(reason="cards fell"))
    assert gallery.lines == ["bj-1  Bj  cancelled: cards fell"]


KEYS = """
# keys     table
  3        2
  9        0
  x        0
  RIGHT    1
  LEFT     5
  66RIGHT  0
  DOWN2UP  0
"""
ESCAPES = {"RIGHT": b"\x1b[C", "LEFT": b"\x1b[D", "UP": b"\x1b[A", "DOWN": b"\x1b[B"}


@pytest.mark.parametrize("line", KEYS.strip().splitlines()[1:])
def test_keys_choose_the_table(line: str) -> None:
    keys, table = line.split()
    gallery = Gallery()
    while keys:
        word = next((name for name in ESCAPES if keys.startswith(name)), keys[0])
        gallery.pressed(ESCAPES.get(word, word.encode()), tables=6)
        keys = keys.removeprefix(word)
    assert (gallery.chosen, gallery.over) == (int(table), False)


def test_q_ends() -> None:
    gallery = Gallery()
    gallery.pressed(b"q", tables=6)
    assert gallery.over


def test_on_a_terminal_one_table_is_shown_and_another_when_its_key_is_pressed(
    tmp_path: Path,
) -> None:
    options = ("--database", str(tmp_path / "house.db"), "--port", "0", "--pace", "0.05")
    terminal = Terminal("play", *options, environment={"XDG_DATA_HOME": str(tmp_path)})
    terminal.wait_for("Speed Baccarat Aurora")
    terminal.type("5")
    terminal.wait_for("Blackjack Edera")
    terminal.type("q")
    assert terminal.end() == 0
    assert "the next start goes on from here" in terminal.text


def test_without_a_terminal_every_round_is_a_line(tmp_path: Path) -> None:
    place = ("--database", str(tmp_path / "house.db"), "--port", "0")
    options = (*place, "--pace", "0.01", "--seconds", "4")
    program = "from sabot.cli import main; main()"
    ended = subprocess.run(
        [sys.executable, "-c", program, "play", *options],
        capture_output=True, text=True, check=True, timeout=60, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    assert ended.stderr == ""
    lines = [line for line in ended.stdout.splitlines() if " back" in line]
    assert len(lines) > 5


def test_a_table_nobody_has_is_refused(tmp_path: Path) -> None:
    program = "from sabot.cli import main; main()"
    ended = subprocess.run(
        [sys.executable, "-c", program, "play", "roulette", "--port", "0",
         "--database", str(tmp_path / "x.db")],
        capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert ended.returncode == 2
    assert "roulette" in ended.stderr
