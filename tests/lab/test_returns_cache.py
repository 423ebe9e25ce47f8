"""The cache of exact returns: it may save time, and may never change a figure.

A pretend game in a pretend package stands in for the real ones, so that sources can be changed.
"""

import json
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sabot.gamekit import DeclaredBy, DeclaredReturn
from sabot.lab import returns as lab
from sabot.lab.verdicts import Match
from sabot.maths.returns import Return

FIGURES = {
    "tie": Return.of(Fraction(6, 7)),
    "main": Return.of(Fraction(1, 3), total_stake=Fraction(2, 3)),
    "float": Return(value=0.1 + 0.2, total_stake=0.7),
}
SOURCES = ("cards/card.py", "money/odds.py", "maths/deep/sums.py", "gamekit/bets.py")


@dataclass(slots=True)
class Laboratory:
    """A package of one game, and a count of how often its odds were computed."""

    package: Path
    cache: Path
    bets: dict[str, object] = field(default_factory=dict)
    figures: dict[str, Return] = field(default_factory=lambda: dict(FIGURES))
    computed: int = 0

    def returns(self, variant: object) -> dict[str, Return]:
        self.computed += 1
        return self.figures

    def part(self, game: object, name: str) -> object:
        assert name == "odds"
        return SimpleNamespace(returns=self.returns)

    def declare(self, **figures: str) -> None:
        """What the pretend variant declares, bet by bet."""
        for kind, figure in figures.items():
            declared = DeclaredReturn(figure=figure, by=DeclaredBy.HOUSE)
            self.bets[kind] = SimpleNamespace(declared=declared)

    def report(self) -> dict[str, Return]:
        report = lab.report("pretend", cache=self.cache)
        return {kind: bet.returned for kind, bet in report.bets.items()}

    def write(self, source: str, text: str) -> None:
        path = self.package / source
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    @property
    def stored(self) -> Path:
        """The one file of the cache."""
        [stored] = self.cache.iterdir()
        return stored


@pytest.fixture
def laboratory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Laboratory:
    made = Laboratory(package=tmp_path / "sabot", cache=tmp_path / "cache")
    for source in (*SOURCES, "games/pretend/rules.py", "games/other/rules.py", "lab/returns.py"):
        made.write(source, "one = 1\n")
    variant = SimpleNamespace(id="pretend", title="Pretend", bets=made.bets)
    game = SimpleNamespace(id="pretend", variants={"pretend": variant})
    monkeypatch.setattr(lab, "variant_named", lambda _: (game, variant))
    monkeypatch.setattr(lab, "part_of", made.part)
    monkeypatch.setattr(lab, "folders_of", lambda _: [made.package / "games" / "pretend"])
    monkeypatch.setattr(lab, "sabot", SimpleNamespace(__file__=str(made.package / "__init__.py")))
    return made


def test_without_a_cache_everything_is_computed(laboratory: Laboratory) -> None:
    assert lab.report("pretend").bets["tie"].returned == FIGURES["tie"]
    assert (laboratory.computed, laboratory.cache.exists()) == (1, False)


def test_the_second_time_the_cache_answers_with_the_same_figures(laboratory: Laboratory) -> None:
    assert laboratory.report() == laboratory.report() == FIGURES
    assert laboratory.computed == 1


@given(
    value=st.floats(allow_nan=False, allow_infinity=False),
    exact=st.none() | st.fractions(),
    total=st.none() | st.floats(allow_nan=False, allow_infinity=False),
    total_exact=st.none() | st.fractions(),
)
def test_a_figure_comes_back_bit_for_bit(
    value: float, exact: Fraction | None, total: float | None, total_exact: Fraction | None
) -> None:
    figure = Return(value=value, exact=exact, total_stake=total, total_stake_exact=total_exact)
    back = lab._from_text(json.loads(json.dumps(lab._to_text(figure))))
    assert back == figure
    assert back.value.hex() == value.hex()


@pytest.mark.parametrize("source", [*SOURCES, "games/pretend/rules.py", "games/pretend/new.py"])
def test_a_changed_or_added_source_makes_the_cache_worthless(
    laboratory: Laboratory, source: str
) -> None:
    laboratory.report()
    laboratory.write(source, "one = 2\n")
    laboratory.figures = {"tie": Return.of(Fraction(1, 2))}
    assert laboratory.report() == laboratory.figures
    assert laboratory.computed == 2


def test_a_renamed_or_removed_source_makes_the_cache_worthless(laboratory: Laboratory) -> None:
    laboratory.report()
    rules = laboratory.package / "games/pretend/rules.py"
    moved = rules.rename(rules.with_name("laws.py"))
    laboratory.report()
    moved.unlink()
    laboratory.report()
    assert laboratory.computed == 3


@pytest.mark.parametrize("source", ["games/other/rules.py", "lab/returns.py", "cli/app.py"])
def test_what_changes_no_figure_leaves_the_cache_alone(laboratory: Laboratory, source: str) -> None:
    laboratory.report()
    laboratory.write(source, "one = 2\n")
    laboratory.report()
    assert laboratory.computed == 1


def stored_with(**member: object) -> str:
    """Write a cache file of all the figures with one line changed."""
    lines: dict[str, object] = {kind: lab._to_text(figure) for kind, figure in FIGURES.items()}
    return json.dumps({**lines, **member})


DAMAGED = {
    "empty": "",
    "cut short": stored_with()[:-20],
    "no JSON": "returns",
    "another kind of JSON": "[1, 2]",
    "a number": "7",
    "null": "null",
    "no line": stored_with(tie=None),
    "a line that is a text": stored_with(tie="0.5"),
    "a line that is a list": stored_with(tie=["0.5"]),
    "no value": stored_with(tie={"exact": "6/7"}),
    "a value that is no text": stored_with(tie={"value": 0.5}),
    "a value that is no number": stored_with(tie={"value": "half"}),
    "a value out of range": stored_with(tie={"value": "0x1p99999"}),
    "a value that is not a number": stored_with(tie={"value": "nan"}),
    "an infinite value": stored_with(tie={"value": "inf"}),
    "no fraction": stored_with(tie={"value": "0x1p-1", "exact": "1/0"}),
    "a fraction and a float that differ": stored_with(tie={"value": "0x1p-1", "exact": "6/7"}),
    "nesting without end": "[" * 100_000,
    "nothing in it": "{}",
}


@pytest.mark.parametrize("text", DAMAGED.values(), ids=DAMAGED)
def test_a_damaged_cache_is_no_cache(laboratory: Laboratory, text: str) -> None:
    laboratory.report()
    laboratory.stored.write_text(text, encoding="utf-8")
    assert laboratory.report() == FIGURES
    assert laboratory.report() == FIGURES
    assert laboratory.computed == 2  # And it was mended on the way.


def test_a_changed_digit_is_noticed(laboratory: Laboratory) -> None:
    laboratory.report()
    stored, digits = laboratory.stored, (0.1 + 0.2).hex()
    text = stored.read_text("utf-8")
    assert digits in text
    stored.write_text(text.replace(digits, (0.4).hex()), encoding="utf-8")
    assert laboratory.report() == FIGURES


def test_bytes_that_are_no_text_are_no_cache(laboratory: Laboratory) -> None:
    laboratory.report()
    laboratory.stored.write_bytes(b"\xff\xfe\x00")
    assert laboratory.report() == FIGURES


def test_a_folder_in_the_place_of_the_file_is_no_cache(laboratory: Laboratory) -> None:
    laboratory.report()
    stored = laboratory.stored
    stored.unlink()
    stored.mkdir()
    assert laboratory.report() == FIGURES


def test_a_cache_that_cannot_be_written_costs_time_only(laboratory: Laboratory) -> None:
    # A file where the folder should be refuses everybody, root included.
    laboratory.cache.write_text("in the way", encoding="utf-8")
    assert laboratory.report() == laboratory.report() == FIGURES
    assert laboratory.computed == 2
    laboratory.cache = laboratory.cache / "deeper" / "still"
    assert laboratory.report() == FIGURES


def test_nothing_unfinished_is_left_in_the_cache(laboratory: Laboratory) -> None:
    laboratory.report()
    assert laboratory.stored.suffix == ".json"


def test_F262_a_report_sets_declared_beside_computed(laboratory: Laboratory) -> None:
    laboratory.declare(tie="85.71%", main="50%")
    report = lab.report("pretend")
    assert {kind: bet.verdict for kind, bet in report.bets.items()} == {
        "tie": Match.MATCH,
        "main": Match.MISMATCH,
        "float": Match.NOT_DECLARED,
    }
    assert not report.agrees


def test_F262_a_figure_declared_for_a_bet_that_is_not_computed_is_no_agreement(
    laboratory: Laboratory,
) -> None:
    laboratory.declare(tie="85.71%", ghost="97%")
    assert not lab.report("pretend").agrees


def test_F262_a_range_declared_for_a_bet_that_is_not_computed_is_no_agreement(
    laboratory: Laboratory,
) -> None:
    laboratory.declare(tie="85.71%", ghost="87%-97%")
    assert not lab.report("pretend").agrees
