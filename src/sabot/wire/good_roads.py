"""How often each good road appears by chance: the figure shown beside the pattern."""

from __future__ import annotations

import msgspec


class DepthChance(msgspec.Struct, frozen=True, kw_only=True):
    """The chance that a pattern holds at least this deep at a moment of a shoe."""

    depth: int
    decimal: str  # six digits


class PatternChance(msgspec.Struct, frozen=True, kw_only=True):
    """One of the twelve patterns (F214); the first depth is the one it counts from (R23)."""

    pattern: str
    side: str
    depths: tuple[DepthChance, ...]


class GoodRoadChances(msgspec.Struct, frozen=True, kw_only=True):
    """All twelve after `results` decided rounds, and the chance that at least one holds."""

    results: int
    any: str
    patterns: tuple[PatternChance, ...]
