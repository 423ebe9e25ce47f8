"""`sabot rtp`: figures beside declared figures, from the cache or computed again."""

import json
import re
import subprocess
import sys
from dataclasses import replace
from decimal import ROUND_FLOOR, Decimal
from fractions import Fraction
from pathlib import Path
from typing import cast

import pytest
from tests.cli.driver import Line, ran

from sabot.cards import full_deck
from sabot.cli.laboratory.returns import cache_folder
from sabot.gamekit import DeclaredBy, DeclaredReturn
from sabot.games import part_of, registry, variants
from sabot.lab import returns as lab

MEMBERS = {
    *("rtp", "rtp_total_stake", "exact", "declared", "verdict"),
    *("declared_by", "declared_on", "slip"),
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One cache for this module: the figures are computed once."""
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(autouse=True)
def cache(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SABOT_CACHE_DIR", str(folder))
    monkeypatch.setenv("COLUMNS", "80")
    return folder


def bets(*arguments: str) -> dict[str, dict[str, Line]]:
    """The bets of every game in the document."""
    done = ran("rtp", "--json", *arguments)
    assert (done.status, done.err) == (0, "")
    games = done.document["games"]
    assert isinstance(games, dict)
    assert all(list(game) == ["bets"] for game in games.values())
    return {name: game["bets"] for name, game in games.items()}


def declare(monkeypatch: pytest.MonkeyPatch, variant_id: str, **figures: str) -> None:
    """Let a variant declare these figures for some of its bets."""
    game, variant = variants()[variant_id]
    declared = {
        kind: DeclaredReturn(figure=figure, by=DeclaredBy.HOUSE) for kind, figure in figures.items()
    }
    bets = {
        kind: replace(spec, declared=declared.get(kind, spec.declared))
        for kind, spec in variant.bets.items()
    }
    changed = replace(variant, bets=bets)  # type: ignore[type-var]
    monkeypatch.setitem(cast("dict[str, object]", game.variants), variant_id, changed)


def test_F262_every_bet_of_every_game_is_in_the_document() -> None:
    found = bets()
    assert list(found) == list(variants())
    assert "banker_zero_commission" in found["speed_baccarat"]
    assert set(found["blackjack"]) == {"main", "insurance", "perfect_pairs", "21+3", "top3"}
    assert set(found["three_card_brag"]) == {"ante_play", "blind_play", "pair_plus", "poker_plus"}
    assert {f"egalite_{points}" for points in range(10)} < set(found["no_commission_baccarat"])


def test_every_figure_is_written_as_the_format_says() -> None:
    raised = []
    for game, lines in bets().items():
        for kind, line in lines.items():
            assert set(line) <= MEMBERS
            assert set(line) >= {"rtp", "declared", "verdict"}
            figure = str(line["rtp"])
            assert re.fullmatch(r"\d\.\d{12,}", figure)
            if "exact" in line:
                assert abs(Fraction(str(line["exact"])) - Fraction(figure)) <= Fraction(1, 10**12)
            if "rtp_total_stake" in line:
                raised.append((game, kind))
                assert re.fullmatch(r"\d\.\d{12,}", str(line["rtp_total_stake"]))
            assert line["verdict"] == "match"
    assert raised == [("blackjack", "main"), ("three_card_brag", "ante_play")]


def test_published_figures() -> None:
    found = bets()
    assert found["speed_baccarat"]["player"] == {
        "rtp": "0.987649186711",
        "exact": "19283843717413/19524993263685",
        "declared": "98.76%",
        "verdict": "match",
        "declared_by": "house",
        "declared_on": "stake",
    }
    assert found["no_commission_baccarat"]["player"]["declared"] == "98.76%"
    assert str(found["speed_baccarat"]["banker"]["rtp"]).startswith("0.989420942")
    assert str(found["speed_baccarat"]["tie"]["rtp"]).startswith("0.856403712")
    assert str(found["blackjack"]["21+3"]["rtp"]).startswith("0.962960873")
    assert found["three_card_brag"]["ante_play"]["exact"] == "98377579/101792600"


def test_one_game_twice_is_told_once() -> None:
    assert list(bets("three_card_brag", "blackjack", "three_card_brag")) == [
        "three_card_brag",
        "blackjack",
    ]
    assert ran("rtp", "three_card_brag", "three_card_brag").out.count("3 Card Brag") == 1


# --- tables ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("option", [[], ["--exact"]])
def test_the_tables_fit_eighty_columns_uncut(option: list[str]) -> None:
    done = ran("rtp", *option)
    assert done.status == 0
    assert max(map(len, done.out.splitlines())) <= 80
    assert "…" not in done.out
    for _, variant in variants().values():
        assert variant.title in done.out


def test_the_fractions_stand_under_their_figures() -> None:
    text = "".join(ran("rtp", "--exact", "three_card_brag").out.split())
    assert "5407/5525" in text
    assert "98377579/" in text
    assert "101792600" in text
    assert "/" not in ran("rtp", "three_card_brag").out


# --- verdicts -------------------------------------------------------------------------------------


def test_F262_a_figure_that_disagrees_is_told_and_gives_exit_status_1(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    declare(monkeypatch, "three_card_brag", pair_plus="97.87%")
    done = ran("rtp", "three_card_brag", "speed_baccarat")
    assert done.status == 1
    assert re.search(r"pair_plus +│ 97.86425339% │ +│ +97.87% │ house +│ mismatch", done.out)
    assert done.out.endswith("Declared figures and mathematics disagree: 3 Card Brag.\n")
    machine = ran("rtp", "three_card_brag", "--json")
    assert machine.status == 1
    assert '"verdict": "mismatch"' in machine.out


def test_F262_a_range_that_nobody_reaches_is_told_and_gives_exit_status_1(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    wide = {f"egalite_{points}": "80.00%-95.00%" for points in range(10)}
    declare(monkeypatch, "no_commission_baccarat", **wide)
    sentence = "no bet reaches the ends of the declared 80.00%-95.00%"
    done = ran("rtp", "no_commission_baccarat")
    assert (done.status, f"{sentence}.\n" in done.out) == (1, True)
    machine = ran("rtp", "no_commission_baccarat", "--json")
    assert machine.status == 1
    assert json.loads(machine.out)["games"]["no_commission_baccarat"]["drifts"] == [sentence]


def test_F262_a_figure_of_no_bet_is_told_and_gives_exit_status_1(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    declare(monkeypatch, "three_card_brag", play="97%")
    done = ran("rtp", "three_card_brag")
    assert done.status == 1
    assert "play is declared 97%, and no such bet is computed.\n" in done.out


def test_R8_the_slip_of_the_regulation_stands_beside_banker_as_what_it_is() -> None:
    done = ran("rtp", "speed_baccarat")
    assert done.status == 0
    lines = [[cell.strip() for cell in line.split("│")[1:-1]] for line in done.out.splitlines()]
    at = lines.index(["banker", "98.94209422%", "98.94%", "house", "match"])
    assert lines[at + 1] == ["", "", "85.64%", "printed", "slip, R8"]
    assert ["tie", "85.64037122%", "85.64%", "printed", "match"] in lines
    banker = bets("speed_baccarat")["speed_baccarat"]["banker"]
    assert banker["slip"] == {"printed": "85.64%", "reading": "R8"}
    assert (banker["declared"], banker["declared_by"]) == ("98.94%", "house")


def test_F262_a_house_figure_is_the_exact_one_cut_to_two_digits() -> None:
    ours = 0
    for lines in bets().values():
        for line in lines.values():
            assert line["declared"] is not None
            if line["declared_by"] == "house":
                told = line["rtp" if line["declared_on"] == "stake" else "rtp_total_stake"]
                cut = str(Decimal(str(told)).scaleb(2).quantize(Decimal("0.01"), ROUND_FLOOR))
                assert line["declared"] == f"{cut}%"
                ours += 1
    assert ours == 10 + 11 + 1 + 3


def test_every_declared_figure_is_read_from_its_own_game() -> None:
    for game in registry().values():
        assert set(part_of(game, "declared").DECLARED) == set(game.variants)


# --- the cache ------------------------------------------------------------------------------------


class Kitchen:
    """Counts how often figures are computed, and lets them be."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.computed = 0
        original = lab._computed

        def counted(*arguments: object) -> object:
            self.computed += 1
            return original(*arguments)  # type: ignore[arg-type]

        monkeypatch.setattr(lab, "_computed", counted)


def test_the_second_run_computes_nothing_unless_it_is_told_to(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first = ran("rtp", "three_card_brag")
    kitchen = Kitchen(monkeypatch)
    assert ran("rtp", "three_card_brag") == first
    assert kitchen.computed == 0
    assert ran("rtp", "three_card_brag", "--no-cache") == first
    assert kitchen.computed == 1
    ran("rtp", "three_card_brag", "--dealt", "AS", "--no-cache")
    assert kitchen.computed == 2


def test_no_cache_leaves_no_trace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SABOT_CACHE_DIR", str(tmp_path / "new"))
    ran("rtp", "three_card_brag", "--no-cache")
    assert not (tmp_path / "new").exists()
    ran("rtp", "three_card_brag")
    assert [path.name.split("-")[1] for path in (tmp_path / "new").iterdir()] == ["three_card_brag"]


def test_where_the_cache_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "caches"))
    assert cache_folder() != tmp_path / "caches" / "sabot"  # The project's own variable is set.
    monkeypatch.setenv("SABOT_CACHE_DIR", str(tmp_path / "own"))
    assert cache_folder() == tmp_path / "own"
    monkeypatch.delenv("SABOT_CACHE_DIR")
    assert cache_folder() == tmp_path / "caches" / "sabot"
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert cache_folder() == tmp_path / "home" / ".cache" / "sabot"


def test_without_a_home_there_is_no_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("SABOT_CACHE_DIR")
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(Path, "home", homeless)
    assert cache_folder() is None
    assert ran("rtp", "three_card_brag").status == 0


def test_a_run_from_the_cache_loads_no_kernel() -> None:
    assert ran("rtp").status == 0  # The cache is full now.
    program = """
import sys
from sabot.cli import main
sys.argv = ["sabot", "rtp", "--json"]
try:
    main()
except SystemExit as leaving:
    print(leaving.code, *sys.modules, file=sys.stderr)
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    status, *loaded = done.stderr.split()
    assert status == "0"
    assert "sabot.lab.returns" in loaded
    heavy = {"numba", "numpy", "llvmlite", "sqlalchemy", "alembic", "psycopg"}
    assert heavy & set(loaded) == set()
    assert list(json.loads(done.stdout)["games"]) == list(variants())


# --- what is left of a shoe -----------------------------------------------------------------------


def test_returns_from_what_is_left() -> None:
    done = ran("rtp", "blackjack", "--dealt", "2S 3H 4D 5C 6S 6H 5D 4C 3S 2H")
    assert done.status == 0
    assert done.out.startswith("Blackjack, 406 cards left\n")
    assert re.search(r"main +│ 100.03189660% │ 99.39279843%", done.out)
    machine = ran("rtp", "blackjack", "--json", "--dealt", "2S 3H 4D 5C 6S 6H 5D 4C 3S 2H")
    assert machine.document["cards_left"] == 406
    assert machine.document["game"] == "blackjack"
    assert machine.document["bets"]["main"].startswith("1.000318966")  # type: ignore[index]


def test_nothing_dealt_is_the_whole_shoe() -> None:
    whole = bets("speed_baccarat")["speed_baccarat"]
    left = ran("rtp", "speed_baccarat", "--dealt", "", "--json").document
    assert left["cards_left"] == 416
    assert left["bets"] == {kind: line["rtp"] for kind, line in whole.items()}


def test_cards_may_come_from_standard_input() -> None:
    typed = ran("rtp", "speed_baccarat", "--dealt", "-", "--json", typed="9H kd\n10c")
    assert typed == ran("rtp", "speed_baccarat", "--dealt", "9H KD TC", "--json")
    assert typed.document["cards_left"] == 413


def test_a_bet_that_cannot_win_any_more_returns_nothing() -> None:
    # Nothing but sevens and eights is left: nobody ever reaches a total that ties at zero.
    gone = " ".join(str(card) for card in full_deck() if card.rank not in ("7", "8"))
    done = ran("rtp", "no_commission_baccarat", "--dealt", " ".join([gone] * 8))
    assert done.status == 0
    assert re.search(r"egalite_0 +│ +0.00000000% │", done.out)


BAD_CARDS = {
    "no card": ("9H ZZ", "'ZZ' is no card; write rank and suit, such as 9H."),
    "nine of one": ("AS " * 9, "AS is dealt more often than the shoe holds it."),
    "all of them": (
        " ".join(str(card) for card in full_deck() * 8),
        "0 cards are left of the shoe, and 6 are needed.",
    ),
    "more than all": (" ".join(str(card) for card in full_deck() * 9), "AS is dealt more often"),
    "one word": ("9H,KD", "'9H,KD' is no card"),
}


@pytest.mark.parametrize(("dealt", "sentence"), BAD_CARDS.values(), ids=BAD_CARDS)
def test_cards_that_cannot_have_been_dealt(dealt: str, sentence: str) -> None:
    done = ran("rtp", "speed_baccarat", "--dealt", dealt)
    assert (done.status, done.out) == (2, "")
    assert f"Error: Invalid value for --dealt: {sentence}" in done.err


@pytest.mark.parametrize("games", [[], ["blackjack", "speed_baccarat"]])
def test_dealt_needs_one_game(games: list[str]) -> None:
    done = ran("rtp", *games, "--dealt", "9H")
    assert done.status == 2
    assert "Error: Invalid value for --dealt: name the one game they were dealt in." in done.err


@pytest.mark.parametrize("game", ["blackjack", "three_card_brag"])
def test_a_shoe_that_is_too_short_is_told(game: str) -> None:
    decks = 8 if game == "blackjack" else 1
    cards = [str(card) for card in full_deck()] * decks
    done = ran("rtp", game, "--dealt", " ".join(cards[3:]))
    assert done.status == 2
    assert "Error: Invalid value for --dealt: " in done.err
