"""`sabot simulate`: the document, the table, and where the progress bar is."""

import json
import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest
from tests.cli.driver import Line, ran

from sabot.cli.laboratory import simulation
from sabot.lab.simulate import SimulatedBet, Simulation
from sabot.maths.returns import Return
from sabot.maths.tally import Tally


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(autouse=True)
def cache(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SABOT_CACHE_DIR", str(folder))
    monkeypatch.setenv("COLUMNS", "80")


def document(*arguments: str) -> Line:
    done = ran("simulate", *arguments, "--json")
    assert (done.status, done.err) == (0, "")
    return done.document


def test_the_document_is_written_as_the_format_says() -> None:
    simulated = document("three_card_brag", "--rounds", "20000", "--seed", "5")
    assert list(simulated) == ["game", "rounds", "seed", "seconds", "rounds_per_second", "bets"]
    assert (simulated["game"], simulated["rounds"], simulated["seed"]) == (
        "three_card_brag",
        20000,
        5,
    )
    assert isinstance(simulated["seconds"], float)
    assert isinstance(simulated["rounds_per_second"], int)
    bets = simulated["bets"]
    assert isinstance(bets, dict)
    assert list(bets) == ["ante_play", "blind_play", "pair_plus", "poker_plus"]
    for bet in bets.values():
        assert list(bet) == ["rtp", "stderr", "exact", "z"]
        assert all(isinstance(figure, float) for figure in bet.values())
        assert bet["z"] == pytest.approx((bet["rtp"] - bet["exact"]) / bet["stderr"])
    assert bets["pair_plus"]["exact"] == pytest.approx(5407 / 5525, abs=1e-15)


def test_the_same_seed_gives_the_same_bets_whoever_plays() -> None:
    arguments = ("blackjack", "--rounds", "1200000", "--seed", "9")
    first = document(*arguments, "--workers", "1")["bets"]
    assert first == document(*arguments, "--workers", "2")["bets"]
    assert first != document("blackjack", "--rounds", "1200000", "--seed", "10")["bets"]


def test_one_round_is_a_document_too() -> None:
    bets = document("speed_baccarat", "--rounds", "1")["bets"]
    assert isinstance(bets, dict)
    assert {bet["z"] for bet in bets.values()} == {None}


def test_a_table_fits_eighty_columns() -> None:
    done = ran("simulate", "no_commission_baccarat", "--rounds", "50000")
    assert (done.status, done.err) == (0, "")
    heading, *table = done.out.splitlines()
    assert re.fullmatch(
        r"no_commission_baccarat: 50,000 rounds, seed 1, [\d.]+ s, [\d.,]+ million a second",
        heading,
    )
    assert max(map(len, table)) <= 80
    assert "…" not in done.out
    assert re.search(
        r"│ player +│ +\d+\.\d{4}% │ \d\.\d{4}% │ 98\.7649% │ [+-]\d\.\d\d │", done.out
    )


def test_a_bet_too_far_away_turns_red() -> None:
    bet = SimulatedBet(tally=Tally.of({Fraction(1): 10}), exact=Return.of(Fraction(1)), z=4.5)
    near = SimulatedBet(tally=bet.tally, exact=bet.exact, z=-3.5)
    none = SimulatedBet(tally=bet.tally, exact=bet.exact, z=None)
    result = Simulation(
        variant="x", rounds=10, seed=1, seconds=0.0, bets={"a": bet, "b": near, "c": none}
    )
    assert [row.style for row in simulation._table(result).rows] == ["bold red", "", ""]
    assert "million a second" in simulation._heading(result).plain  # In no time, and no error.


BAD = {
    "no rounds": (["blackjack", "--rounds", "0"], "'--rounds': 0 is not from 1 to 1,000,000,"),
    "fewer": (["blackjack", "--rounds", "-5"], "'--rounds': -5 is not from 1"),
    "too many": (["blackjack", "--rounds", "9" * 13], "'--rounds': 9,999,999,999,999 is not from"),
    "words": (["blackjack", "--rounds", "many"], "'--rounds': "),
    "half a round": (["blackjack", "--rounds", "1.5"], "'--rounds': "),
    "a negative seed": (["blackjack", "--seed", "-1"], "'--seed': -1 is not from 0 to 18,446,"),
    "a large seed": (["blackjack", "--seed", str(2**64)], "'--seed': 18,446,744,073,709,551,616"),
    "nobody": (["blackjack", "--workers", "0"], "'--workers': 0 is not from 1 to 256."),
    "no such game": (["whist"], "GAME: there is no game 'whist'; known are blackjack live_b"),
}


@pytest.mark.parametrize(("arguments", "sentence"), BAD.values(), ids=BAD)
def test_bad_usage_is_told_with_exit_status_2(arguments: list[str], sentence: str) -> None:
    done = ran("simulate", *arguments)
    assert (done.status, done.out) == (2, "")
    assert f"Error: Invalid value for {sentence}" in done.err


def test_a_game_has_to_be_named() -> None:
    done = ran("simulate")
    assert done.status == 2
    assert "Missing argument 'GAME'." in done.err


def test_the_progress_bar_is_on_standard_error_of_a_terminal_only() -> None:
    program = [sys.executable, "-c", "from sabot.cli import main; main()", "simulate"]
    game = ["speed_baccarat", "--rounds", "1000", "--json"]
    quiet = subprocess.run([*program, *game], capture_output=True, check=True)
    assert quiet.stderr == b""
    assert json.loads(quiet.stdout)["rounds"] == 1000


def test_on_a_terminal_the_bar_never_reaches_the_figures(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    # FORCE_COLOR makes standard error pass for a terminal.
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setattr("sys.argv", ["sabot", "simulate", "speed_baccarat", "--rounds", "1000"])
    bar = simulation._progress()
    assert bar.console.stderr
    assert not bar.disable
    with bar:
        bar.add_task("playing", total=10, completed=5)
    told = capfd.readouterr()
    assert told.out == ""
    assert "playing" in told.err
