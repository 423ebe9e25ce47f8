"""What a game brings besides its rules: tables, roads, lessons, texts and its page.

The house asks every game for these parts and knows none of them by name. A part that a game leaves
out is simply not offered: a game without `scorecard_result` has no roads, and one without `web` is
drawn by the pages that the house ships.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib.resources.abc import Traversable

from sabot.gamekit.presets import TablePreset
from sabot.roads.results import RoundResult

Outcome = Mapping[str, str | int | bool]
"""What `Game.outcome` announces of a finished round."""

Texts = Mapping[str, Mapping[str, str]]
"""Texts by language (`en`, `it`) and by key."""

LANGUAGES = ("en", "it")
"""Every text of a game exists in each of these."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """The contributions of one game.

    `package` is the name under which Python imports the game. The heavy parts are modules of it
    that are loaded only when needed: `odds` (exact returns), `simulation`, `script` (rounds written
    down for `sabot settle`), `advice` (what bots decide, see `gamekit.advising`) and `reasons`
    (`why(state)`: why the dealer does the next thing, see `gamekit.explaining`; ADR 0060).
    """

    package: str
    tables: tuple[TablePreset, ...] = ()
    common_hands: frozenset[str] = frozenset()
    """Hands that belong to no seat, which the lobby shows."""

    scorecard_result: Callable[[Outcome], RoundResult] | None = None
    """What a finished round leaves on the roads."""

    medal_kinds: frozenset[str] = frozenset()
    """Bets that count for the winner medal of a seat (F157, R30); none where seats have no hand."""

    returns_as: Mapping[str, str] = field(default_factory=dict)
    """Bets that have the return of another kind: a bet behind has that of the hand it follows."""

    returns_with: Mapping[str, str] = field(default_factory=dict)
    """Bets whose return is that of two stakes together: theirs, and that of the kind named here."""

    side_bet_groups: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Side bets that a player's settings show or hide together, by the name of the group (F234)."""

    lessons: Callable[[], Mapping[str, object]] | None = None
    """Figures for the help that are made by the rules, for the game's own page to draw (F20)."""

    texts: Texts = field(default_factory=dict)
    """Texts of a game whose page the house does not ship."""

    web: Traversable | None = None
    """A folder of static files with `index.js`, an ES module that mounts the game's view."""
