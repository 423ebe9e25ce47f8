"""What a table allowed at a time, and the layouts of bets that were found to fit it.

Most players repeat their own bets or bet like others, so a valid layout is judged only once.
"""

from __future__ import annotations

from bisect import bisect_left

from sabot.gamekit import Role, TableRules

REMEMBERED_MAX = 100_000

Lying = tuple[tuple[tuple[str, int | None, bool], int], ...]
"""A player's stakes: kind, seat and whether it is a golden chip → cents."""

Layout = tuple[Lying, frozenset[int], frozenset[int] | None, int]
"""All that a verdict depends on: stakes, the player's seats, staked seats, cut-offs passed."""


class Rulebook:
    """The rules of one version of the settings, with what the shift manager switched off."""

    __slots__ = ("_cut_offs", "has_bets_behind", "passed", "rules")

    def __init__(self, rules: TableRules) -> None:
        self.rules = rules
        self.passed: set[Layout] = set()
        self.has_bets_behind = any(spec.role is Role.BEHIND for spec in rules.bets.values())
        last = (spec.last_round_of_shoe for spec in rules.bets.values())
        self._cut_offs = sorted({number for number in last if number is not None})

    def cut_offs_passed(self, round_of_shoe: int) -> int:
        """How many of the rounds after which some bet is closed are over (F57, F58)."""
        return bisect_left(self._cut_offs, round_of_shoe)

    def remember(self, layout: Layout) -> None:
        """A layout that may stand; a bounded number of them."""
        if len(self.passed) >= REMEMBERED_MAX:
            self.passed.clear()
        self.passed.add(layout)
