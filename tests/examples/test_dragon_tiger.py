"""A game of another package: installed in a fresh environment, found and played there.

No file of Sabot knows its name.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.examples.environment import ROOT, Environment

PACKAGE = ROOT / "examples" / "games" / "dragon_tiger"
GAME = "dragon_tiger"
TABLE = "dragon-tiger-1"


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Environment:
    made = Environment(tmp_path_factory.mktemp("environment"))
    made.install(PACKAGE)
    return made


@pytest.fixture(scope="module")
def casino(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("casino")


@pytest.fixture(scope="module")
def visited(installed: Environment, casino: Path) -> dict[str, Any]:
    """What a player of a casino is shown who has bet on Dragon."""
    program = ["-m", "tests.examples.visit", str(casino), TABLE, "dragon"]
    found: dict[str, Any] = json.loads(installed.python(program))
    return found


def test_its_own_tests_pass(installed: Environment) -> None:
    installed.python(["-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", str(PACKAGE)])


def test_it_keeps_the_contract_of_every_game(installed: Environment) -> None:
    tests = [f"tests/conformance/test_every_{what}.py" for what in ("game", "variant")]
    told = installed.python(
        ["-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", "-k", GAME, *tests]
    )
    assert " passed" in told


def test_it_has_its_exact_returns(installed: Environment) -> None:
    found = json.loads(installed.sabot("rtp", GAME, "--json"))["games"][GAME]["bets"]
    assert {kind: bet["exact"] for kind, bet in found.items()} == {
        "dragon": "799/830",
        "tiger": "799/830",
        "tie": "372/415",
        "suited_tie": "357/415",
    }
    assert {bet["verdict"] for bet in found.values()} == {"match"}


def test_it_is_settled_and_simulated(installed: Environment) -> None:
    line = {"id": "a", "game": GAME, "shoe": ["9H", "9S"], "bets": {"tiger": 101}}
    settled = json.loads(installed.sabot("settle", text=json.dumps(line)))
    assert settled["total_payout"] == 50
    told = json.loads(
        installed.sabot("simulate", GAME, "--rounds", "100000", "--seed", "3", "--json")
    )
    assert set(told["bets"]) == {"dragon", "tiger", "tie", "suited_tie"}


def test_nothing_is_missing_of_its_contract(installed: Environment) -> None:
    found = json.loads(installed.sabot("check-game", GAME, "--json"))
    assert [one for one in found if one["state"] == "missing"] == []


def test_both_packages_are_those_of_the_environment(installed: Environment) -> None:
    where = "import sabot, sabot_dragon_tiger as dt; print(sabot.__file__, dt.__file__, sep='\\n')"
    found = installed.python(["-c", where]).splitlines()
    assert all(Path(file).is_relative_to(installed.packages) for file in found), found


def test_a_house_of_a_fresh_environment_has_its_table_in_the_lobby(
    installed: Environment, tmp_path: Path
) -> None:
    with (
        installed.house(tmp_path) as address,
        httpx.Client(base_url=address, trust_env=False, headers={"Origin": address}) as guest,
    ):
        assert guest.post("/api/sign-in/guest", json={}).is_success
        tables = guest.get("/api/tables").raise_for_status().json()["tables"]
        [tile] = [one for one in tables if one["table"] == TABLE]
        assert (tile["game"], tile["name"]) == (GAME, "Dragon Tiger Orchidea")
        assert "export default" in guest.get(tile["module"]).raise_for_status().text
        page = guest.get(f"/table/{TABLE}").raise_for_status()
        assert page.headers["content-type"].startswith("text/html")


def test_it_has_a_table_in_the_lobby_and_a_page_of_its_own(visited: dict[str, Any]) -> None:
    tile = visited["tile"]
    assert (tile["game"], tile["name"]) == (GAME, "Dragon Tiger Orchidea")
    status, kind, text = visited["module"]
    assert status == 200
    assert kind.startswith(("text/javascript", "application/javascript"))
    assert "export default" in text


def test_it_is_in_the_help_with_its_returns(visited: dict[str, Any]) -> None:
    [variant] = visited["help"]
    assert variant["module"] == visited["tile"]["module"]
    returns = {bet["kind"]: bet["returns"][0]["exact"] for bet in variant["bets"]}
    assert returns["dragon"] == "799/830"
    [tied] = [pay for bet in variant["bets"] for pay in bet["pays"] if pay["label"] == "tied"][:1]
    assert tied["odds"] == "-1/2"


def test_its_rounds_are_in_the_history_and_on_the_roads(visited: dict[str, Any]) -> None:
    told = visited["round"]
    [line] = [line for line in visited["history"] if line["round"] == told["round"]]
    assert (line["staked"], line["returned"]) == (500, told["paid"])
    [bet] = told["bets"]
    winner = told["outcome"]["winner"]
    assert bet["paid"] == {"dragon": 1_000, "tiger": 0, "tie": 250}[winner]
    codes = [line["because"]["code"] for line in bet["lines"]]
    assert codes[0].startswith(f"{GAME}_")
    assert visited["scorecard"]["shoes"][0]["beads"]


@pytest.mark.usefixtures("visited")
def test_what_was_played_is_verified(installed: Environment, casino: Path) -> None:
    told = json.loads(
        installed.sabot("verify", "--database", f"sqlite:///{casino / 'house.db'}", "--json")
    )
    assert told["ok"] is True


def test_no_file_of_sabot_knows_its_name() -> None:
    named = [
        str(path.relative_to(ROOT))
        for folder in ("src", "web/apps", "web/packages", "web/games")
        for path in (ROOT / folder).rglob("*")
        if path.suffix in {".py", ".ts", ".svelte"} and "node_modules" not in path.parts
        if not {"static", "tests"} & set(path.parts) and GAME in uncommented(path)
    ]
    assert named == []


def uncommented(path: Path) -> str:
    """The code of a file; an example in a comment may be called by its name."""
    lines = (line.strip() for line in path.read_text("utf-8").lower().splitlines())
    return "\n".join(line for line in lines if not line.startswith(("//", "/*", "*", "#")))
