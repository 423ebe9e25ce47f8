"""`sabot new-game` and `sabot check-game`: a fresh package is whole, and what it loses is told."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.cli.driver import ran
from tests.examples.environment import Environment

NAME = "high_low"
PACKAGE = f"sabot_{NAME}"


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sources") / "game"
    done = ran("new-game", NAME, "--in", str(folder))
    assert done.status == 0, done.err
    assert f"sabot check-game {NAME}" in done.out
    return folder


@pytest.fixture(scope="module")
def installed(source: Path, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    made = Environment(tmp_path_factory.mktemp("environment"))
    made.install(source)
    return made


def missing(installed: Environment, status: int, first: Path | None = None) -> dict[str, str]:
    told = json.loads(installed.sabot("check-game", NAME, "--json", status=status, first=first))
    return {one["part"]: one["told"] for one in told if one["state"] == "missing"}


def test_a_fresh_game_misses_nothing(installed: Environment) -> None:
    assert missing(installed, 0) == {}
    marks = {line.split()[0] for line in installed.sabot("check-game", NAME).splitlines()}
    assert marks == {"ok", "-"}


def test_a_fresh_game_passes_its_own_tests(installed: Environment, source: Path) -> None:
    options = ["-q", "-n", "0", "-p", "no:cacheprovider", "--override-ini=testpaths=."]
    assert "7 passed" in installed.python(["-m", "pytest", *options, str(source / "tests")])


def test_a_fresh_game_is_played_and_verified(installed: Environment, tmp_path: Path) -> None:
    program = ["-m", "tests.examples.visit", str(tmp_path), "high-low-1", "low"]
    visited = json.loads(installed.python(program))
    assert (visited["tile"]["game"], visited["tile"]["name"]) == (NAME, "High Low Uno")
    [bet] = visited["round"]["bets"]
    assert bet["paid"] == (1_000 if visited["round"]["outcome"]["winner"] == "low" else 0)
    house = f"sqlite:///{tmp_path / 'house.db'}"
    assert json.loads(installed.sabot("verify", "--database", house, "--json"))["ok"] is True


def test_a_fresh_game_is_settled_and_compared_with_its_declared_returns(
    installed: Environment,
) -> None:
    line = {"id": 1, "game": NAME, "shoe": ["7H"], "bets": {"seven": 100, "low": 100}}
    assert json.loads(installed.sabot("settle", text=json.dumps(line)))["total_payout"] == 1_200
    bets = json.loads(installed.sabot("rtp", NAME, "--json"))["games"][NAME]["bets"]
    assert {bet["exact"] for bet in bets.values()} == {"12/13"}


@pytest.mark.skipif(shutil.which("node") is None, reason="needs Node")
def test_the_page_of_a_fresh_game_keeps_the_contract_of_modules(source: Path) -> None:
    module = source / "src" / PACKAGE / "web" / "index.js"
    program = f"""
      import {{ readFileSync }} from "node:fs";
      globalThis.fetch = async (url) => ({{ json: async () => JSON.parse(readFileSync(url)) }});
      const {{ default: game }} = await import({json.dumps(module.as_uri())});
      const t = (key) => key;
      console.log(JSON.stringify([
        game.contract, typeof game.mount, game.texts.it.bets.name.low,
        game.words.result({{ outcome: {{ winner: "low" }} }}, t).title,
        game.tile.hands[0].name, game.help[0].id,
      ]));
    """
    command = ["node", "--input-type=module", "--eval", program]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == [
        *(1, "function", "Bassa", f"{NAME}:result.low", "card", NAME),
    ]


def without(name: str) -> Callable[[Path], None]:
    return lambda package: (package / name).unlink()


def changed(name: str, old: str, new: str) -> Callable[[Path], None]:
    def change(package: Path) -> None:
        text = (package / name).read_text("utf-8")
        assert old in text
        (package / name).write_text(text.replace(old, new), "utf-8")

    return change


@pytest.mark.parametrize(
    ("damage", "part", "told"),
    [
        (without("odds.py"), "odds", "sabot_high_low.odds is not there"),
        (without("returns.json"), "odds", "returns.json"),
        (changed("variants.py", '"11:1"', '"12:1"'), "odds", "declared returns disagree"),
        (changed("simulation.py", "% np.uint64(CARDS)", "% np.uint64(26)"), "simulation", "far"),
        (without("script.py"), "written rounds", "script is not there"),
        (without("regulation.md"), "regulation", "regulation.md"),
        (changed("round.py", "return (_fact(state),)", "return ()"), "rules", "explain"),
        (changed("parts.py", 'frozenset({"card"})', "frozenset()"), "lobby tile", "card"),
        (
            changed("parts.py", '"seven": results.TIE', '"eight": results.TIE'),
            "scorecards",
            "seven",
        ),
        (changed("web/it.json", '"bet.low"', '"bet.lower"'), "texts", "it has no text for bet.low"),
        (changed("web/it.json", "{{card}}", "{{carta}}"), "texts", "other gaps"),
        (without("web/index.js"), "web view", "web/index.js"),
        (changed("__init__.py", "GAME =", "GAMES ="), "package", "GAME"),
    ],
)
def test_what_is_taken_from_a_game_is_missed(
    installed: Environment,
    tmp_path: Path,
    damage: Callable[[Path], None],
    part: str,
    told: str,
) -> None:
    shutil.copytree(installed.packages / PACKAGE, tmp_path / PACKAGE)
    damage(tmp_path / PACKAGE)
    found = missing(installed, 1, first=tmp_path)
    assert told in found[part]


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("High-Card", "is no name for a game"),
        ("high__card", "is no name for a game"),
        ("blackjack", "there is a game 'blackjack' already"),
    ],
)
def test_a_name_that_cannot_be_is_refused(name: str, sentence: str, tmp_path: Path) -> None:
    done = ran("new-game", name, "--in", str(tmp_path / "game"))
    assert done.status == 2
    assert sentence in " ".join(done.err.split())
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_there_is_left_alone(tmp_path: Path) -> None:
    done = ran("new-game", NAME, "--in", str(tmp_path))
    assert (done.status, list(tmp_path.iterdir())) == (2, [])


def test_an_unknown_game_is_told_with_the_known_ones() -> None:
    done = ran("check-game", "whist")
    assert done.status == 2
    assert "there is no game 'whist'" in " ".join(done.err.split())
