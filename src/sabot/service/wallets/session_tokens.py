"""The tokens that operators gave for their players' sessions: each bet carries one.

A token outlives the process, so that a player who was launched before a restart can bet after it.
Memory answers first; the disk is read once for a player and never on the event loop.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Protocol

NONE = ""
"""Stands for "no token" in memory: the next bet is refused without a call to the wallet."""


class TokenStore(Protocol):
    """Tokens on the disk. Raises `Unavailable` when the disk does not answer."""

    def keep_token(self, player_id: str, token: str, *, at_ms: int) -> None:
        """Keep the newest token of a player."""

    def token_of(self, player_id: str) -> str | None:
        """The newest token of a player, if it can be read."""

    def drop_token(self, player_id: str) -> None:
        """Forget a player's token."""


class SessionTokens(Protocol):
    """The newest token of each player."""

    def at_hand(self, player_id: str) -> str | None:
        """A player's token from memory, `NONE` when there is none; after None, call `look_up`."""

    async def look_up(self, player_id: str) -> str:
        """A player's token, or `NONE`. May wait for the disk, and raises what the store raises."""

    async def keep(self, player_id: str, token: str) -> None:
        """Let the player's bets carry this token from now on, also after a restart."""

    async def drop(self, player_id: str) -> None:
        """Take no more bets under this token: the player's session is over."""


class TokensInMemory:
    """Tokens of this process alone, for houses without a disk."""

    def __init__(self) -> None:
        self._tokens: dict[str, str] = {}

    def at_hand(self, player_id: str) -> str | None:
        """A player's token."""
        return self._tokens.get(player_id, NONE)

    async def look_up(self, player_id: str) -> str:
        """A player's token."""
        return self._tokens.get(player_id, NONE)

    async def keep(self, player_id: str, token: str) -> None:
        """Replace the player's token."""
        self._tokens[player_id] = token

    async def drop(self, player_id: str) -> None:
        """Forget the player's token."""
        self._tokens.pop(player_id, None)


class StoredTokens:
    """Tokens on the disk, with those of this process in memory."""

    def __init__(self, store: TokenStore, *, wall_ms: Callable[[], int]) -> None:
        self._store = store
        self._wall_ms = wall_ms
        self._tokens: dict[str, str] = {}

    def at_hand(self, player_id: str) -> str | None:
        """A player's token from memory."""
        return self._tokens.get(player_id)

    async def look_up(self, player_id: str) -> str:
        """A player's token; the disk is read the first time only."""
        known = self._tokens.get(player_id)
        if known is not None:
            return known
        found = await asyncio.to_thread(self._store.token_of, player_id) or NONE
        # A launch may have brought a newer one while the disk was read.
        return self._tokens.setdefault(player_id, found)

    async def keep(self, player_id: str, token: str) -> None:
        """Store the token before any bet carries it, so that a crash does not lose it."""
        await asyncio.to_thread(self._store.keep_token, player_id, token, at_ms=self._wall_ms())
        self._tokens[player_id] = token

    async def drop(self, player_id: str) -> None:
        """Forget it in memory first, so that no bet goes out while the disk is busy."""
        self._tokens[player_id] = NONE
        await asyncio.to_thread(self._store.drop_token, player_id)
