"""Exact returns of every bet, beside what the regulation declares.

The figures come from each game's `odds` module and are kept in a cache whose key is the text of
the code and data that made them: change a rule, a pay table or a kernel and they are computed
again. Reading from the cache imports no kernel at all.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

import sabot
from sabot.cards import Composition
from sabot.gamekit import AnyGame, DeclaredReturn, Variant
from sabot.games import folders_of, part_of, variant_named
from sabot.lab.verdicts import Match, ranges_reached, verdict
from sabot.maths.returns import Return

Json = dict[str, object]


SPELLED = {"ante_play": "ante"}
"""Names of returns that are about more than one stake, and the bet they are told at."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BetReport:
    """One bet: computed, declared, verdict."""

    returned: Return
    declared: DeclaredReturn | None
    verdict: Match


@dataclass(frozen=True, slots=True, kw_only=True)
class VariantReport:
    """All bets of one variant, and what is wrong with the declared figures beyond single bets."""

    variant: str
    title: str
    bets: Mapping[str, BetReport]
    drifts: tuple[str, ...]

    @property
    def agrees(self) -> bool:
        """Whether text, pay table and mathematics say the same."""
        mismatch = any(bet.verdict is Match.MISMATCH for bet in self.bets.values())
        return not mismatch and not self.drifts


def report(variant_id: str, *, cache: Path | None = None) -> VariantReport:
    """The whole-shoe returns of a variant against its declared figures."""
    game, variant = variant_named(variant_id)
    returns = _cached(game, variant, cache) if cache else _computed(game, variant)
    return compared(variant, returns)


def compared(variant: Variant, returns: Mapping[str, Return]) -> VariantReport:
    """Computed returns beside the figures that this version of the variant declares (F262)."""
    declared = {
        str(kind): spec.declared for kind, spec in variant.bets.items() if spec.declared is not None
    }
    bets = {kind: _bet(returned, declared, kind) for kind, returned in returns.items()}
    drifts = tuple(_drifts(returns, declared))
    return VariantReport(variant=variant.id, title=variant.title, bets=bets, drifts=drifts)


def _bet(returned: Return, declared: Mapping[str, DeclaredReturn], kind: str) -> BetReport:
    found = declared.get(SPELLED.get(kind, kind))
    figure = None if found is None else found.figure
    return BetReport(returned=returned, declared=found, verdict=verdict(returned, figure))


def _drifts(returns: Mapping[str, Return], declared: Mapping[str, DeclaredReturn]) -> Iterator[str]:
    """Where text and mathematics part without any single bet being wrong, a sentence each."""
    figures = {kind: found.figure for kind, found in declared.items()}
    for printed in ranges_reached(returns, figures):
        yield f"no bet reaches the ends of the declared {printed}"
    computed = {SPELLED.get(kind, kind) for kind in returns}
    for kind, figure in figures.items():
        if kind not in computed:
            yield f"{kind} is declared {figure}, and no such bet is computed"


def returns_from(variant_id: str, remaining: Composition) -> dict[str, Return]:
    """The return of every bet from what is left of a shoe."""
    game, variant = variant_named(variant_id)
    return dict(part_of(game, "odds").returns(variant, remaining))


def _computed(game: AnyGame, variant: Variant) -> dict[str, Return]:
    return dict(part_of(game, "odds").returns(variant))


def _cached(game: AnyGame, variant: Variant, cache: Path) -> dict[str, Return]:
    stored = cache / f"returns-{variant.id}-{_fingerprint(game)}.json"
    found = _load(stored)
    if found is None:
        found = _computed(game, variant)
        _store(stored, found)
    return found


def _fingerprint(game: AnyGame) -> str:
    """A hash of every source file that can change a figure."""
    house = Path(sabot.__file__).parent
    shared = [house / folder for folder in ("cards", "money", "maths", "gamekit", "roads")]
    digest = hashlib.sha256()
    for folder in (*shared, *folders_of(game)):
        for source in sorted(folder.rglob("*.py")):
            digest.update(f"{folder.name}/{source.relative_to(folder).as_posix()}".encode())
            digest.update(source.read_bytes())
    return digest.hexdigest()[:24]


def _load(stored: Path) -> dict[str, Return] | None:
    # A cache that cannot be read, or was changed since, is no cache: the figures are made again.
    try:
        digest, _, body = stored.read_text("utf-8").partition("\n")
    except (OSError, ValueError):
        return None
    if digest != _digest(body):
        return None
    lines: dict[str, dict[str, str]] = json.loads(body)
    return {kind: _from_text(line) for kind, line in lines.items()}


def _store(stored: Path, returns: Mapping[str, Return]) -> None:
    body = json.dumps({kind: _to_text(returned) for kind, returned in returns.items()})
    # Under a name of its own until it is whole: two runs may do this at once.
    fresh = stored.with_suffix(f".{os.getpid()}.new")
    try:
        stored.parent.mkdir(parents=True, exist_ok=True)
        fresh.write_text(f"{_digest(body)}\n{body}", "utf-8")
        fresh.replace(stored)
    except OSError:  # A read-only home costs time, not correctness.
        with suppress(OSError):
            fresh.unlink()


def _digest(body: str) -> str:
    return hashlib.sha256(body.encode()).hexdigest()


def _to_text(returned: Return) -> dict[str, str]:
    values = {
        "value": returned.value.hex(),
        "exact": returned.exact,
        "total_stake": None if returned.total_stake is None else returned.total_stake.hex(),
        "total_stake_exact": returned.total_stake_exact,
    }
    return {name: str(value) for name, value in values.items() if value is not None}


def _from_text(line: Mapping[str, str]) -> Return:
    def fraction(name: str) -> Fraction | None:
        return Fraction(line[name]) if name in line else None

    total = line.get("total_stake")
    return Return(
        value=float.fromhex(line["value"]),
        exact=fraction("exact"),
        total_stake=None if total is None else float.fromhex(total),
        total_stake_exact=fraction("total_stake_exact"),
    )


def as_json(reports: list[VariantReport]) -> Json:
    """The document `sabot rtp --json` prints."""
    return {"games": {report.variant: _variant_json(report) for report in reports}}


def _variant_json(report: VariantReport) -> Json:
    line: Json = {"bets": {kind: _bet_json(bet) for kind, bet in report.bets.items()}}
    if report.drifts:
        line["drifts"] = list(report.drifts)
    return line


def _bet_json(bet: BetReport) -> Json:
    returned = bet.returned
    line: Json = {"rtp": returned.decimal}
    if returned.total_stake_decimal is not None:
        line["rtp_total_stake"] = returned.total_stake_decimal
    if returned.exact is not None:
        line["exact"] = str(returned.exact)
    line["declared"] = None if bet.declared is None else bet.declared.figure
    line["verdict"] = bet.verdict.value
    if bet.declared is not None:
        line["declared_by"] = bet.declared.by.value
        line["declared_on"] = bet.declared.on.value
        if bet.declared.slip is not None:
            line["slip"] = {"printed": bet.declared.slip, "reading": bet.declared.reading}
    return line
