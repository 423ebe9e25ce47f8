"""Playing for fun on the wire: the games on offer, and the player's own tables (F263)."""

from __future__ import annotations

from sabot.wire.strict import Body


class ForFunGame(Body, frozen=True):
    """A game that can be played for fun; `table` is the player's own, while it is open."""

    variant: str
    game: str
    minimum: int
    maximum: int
    table: str | None


class ForFunShown(Body, frozen=True):
    """The games; empty for a player with real money."""

    games: tuple[ForFunGame, ...]


class ForFunOpened(Body, frozen=True):
    """The id of the player's table."""

    table: str
