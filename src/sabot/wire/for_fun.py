"""Playing for fun on the wire: which games there are, and where one's own table is (F263)."""

from __future__ import annotations

from sabot.wire.strict import Body


class ForFunGame(Body, frozen=True):
    """A game that can be played for fun; `table` is one's own, while it is open."""

    variant: str
    game: str
    minimum: int
    maximum: int
    table: str | None


class ForFunShown(Body, frozen=True):
    """The games, none where somebody's money is real."""

    games: tuple[ForFunGame, ...]


class ForFunOpened(Body, frozen=True):
    """Where one's table is."""

    table: str
