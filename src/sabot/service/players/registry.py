"""A durable list of players, whichever way they came.

Owns identities and nothing else: no password, no session, no money. A player is of the house or of
one operator for ever, in one currency for ever; only the nickname may change. No two players have
nicknames that look alike, and none has the name of staff. Tables see a player through `Directory`,
which answers from this list, so that an operator's player is known after a restart before any
session is.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Protocol

import msgspec
from msgspec.structs import replace

from sabot.errors import Corrupt, Malformed, Refused
from sabot.ledger import Account
from sabot.money import Currency
from sabot.service.identity.nicknames import names_for, presentable
from sabot.service.players.directory import BOT_PREFIX, Directory, Player
from sabot.service.players.refusals import NicknameRefusal, PlayerRefusal
from sabot.service.wallets.calls import our_id

log = logging.getLogger("sabot.players")

NAME_MAX = 200
"""Characters of an id or a nickname."""

STAFF = "staff"
"""The owner of every name of staff; two of them may be called alike."""


class Registered(msgspec.Struct, frozen=True, kw_only=True):
    """A player as the list has them; `operator_player` is the operator's own id."""

    player_id: str
    nickname: str
    created_at_ms: int  # wall clock, a label only
    currency: Currency = Currency.EUR
    operator: str | None = None
    operator_player: str | None = None
    is_bot: bool = False

    @property
    def player(self) -> Player:
        """The player as tables know them."""
        return Player(
            player_id=self.player_id,
            nickname=self.nickname,
            currency=self.currency,
            operator=self.operator,
        )

    def same_identity(self, other: Registered) -> bool:
        """Whether both are one player, whatever the nickname and the date."""
        return _identity(self) == _identity(other)


def _identity(record: Registered) -> tuple[object, ...]:
    return (
        record.player_id,
        record.currency,
        record.operator,
        record.operator_player,
        record.is_bot,
    )


def of_house(
    player_id: str, *, nickname: str, at_ms: int, currency: Currency = Currency.EUR
) -> Registered:
    """A player whose money is in our own ledger."""
    return Registered(
        player_id=player_id, nickname=nickname, currency=currency, created_at_ms=at_ms
    )


def of_operator(
    operator: str, theirs: str, *, nickname: str, currency: Currency, at_ms: int
) -> Registered:
    """A player who came through an operator.

    >>> of_operator("acme", "7", nickname="Ada", currency=Currency.EUR, at_ms=0).player_id
    'acme:7'
    """
    return Registered(
        player_id=our_id(operator, theirs),
        nickname=nickname,
        currency=currency,
        operator=operator,
        operator_player=theirs,
        created_at_ms=at_ms,
    )


def bot(player_id: str, *, nickname: str, at_ms: int) -> Registered:
    """A player of the demonstration."""
    return Registered(player_id=player_id, nickname=nickname, is_bot=True, created_at_ms=at_ms)


def owner_of(player_id: str) -> str:
    """A player as the owner of a nickname."""
    return f"player:{player_id}"


def checked(record: Registered) -> Registered:
    """Refuse a record whose id does not say what it is: no player may pass for another."""
    if not 0 < len(record.player_id) <= NAME_MAX or len(record.nickname) > NAME_MAX:
        raise Malformed("player/name", player=record.player_id[:NAME_MAX])
    if record.is_bot:
        fits = record.operator is None and record.player_id.startswith(BOT_PREFIX)
    elif record.operator is None:
        fits = record.operator_player is None and ":" not in record.player_id
    else:
        fits = record.player_id == our_id(record.operator, record.operator_player or "")
    if not fits:
        raise Malformed("player/id", player=record.player_id)
    return record


class PlayerRegistry(Protocol):
    """The durable list. Raises `Unavailable` when the disk does not answer."""

    def enrol(self, record: Registered) -> Registered:
        """Write a player down, or the new nickname of a known player; returns what is stored.

        A known id of another player is refused with `player/other_identity`, a nickname that
        looks like another player's or like one of staff with `account/nickname_taken`.
        """

    def reserve(self, names: Sequence[str]) -> bool:
        """Keep names for staff; False when a player has one of them, and the others are kept."""

    def find(self, player_id: str) -> Registered | None:
        """A player by our id."""


class RegisteredPlayers:
    """The directory of tables and desk, answered from the list and remembered."""

    def __init__(
        self, registry: PlayerRegistry, *, on_odd: Callable[[str], None] = lambda _player: None
    ) -> None:
        self._registry = registry
        self._on_odd = on_odd  # told of a player whose row cannot be read
        self._known: dict[str, Player] = {}
        self._sent: dict[str, str] = {}  # nicknames as operators send them

    def player(self, player_id: str) -> Player:
        """A player; no player is made up for an id that is not in the list."""
        known = self._known.get(player_id) or self._remembered(player_id)
        if known is None:
            raise Refused(PlayerRefusal.UNKNOWN, player=player_id)
        return known

    def enrol(self, record: Registered) -> Player:
        """Write a player down, unless nothing about them is new."""
        if self._remembered(record.player_id) != record.player:
            new = checked(record)
            with self._readable(record.player_id):
                self._known[record.player_id] = self._registry.enrol(new).player
        return self._known[record.player_id]

    def welcome(self, record: Registered) -> Player:
        """Write a player down under the nickname that comes closest to theirs and is free.

        An operator's player, a guest or a bot is not asked for another name, and not kept out for
        it.
        """
        known = self._known.get(record.player_id)
        sent = record.nickname
        if known is None or self._sent.get(record.player_id) != sent:
            known = self._named(record, presentable(sent) if record.operator else sent)
            self._sent[record.player_id] = sent
        return self.enrol(replace(record, nickname=known.nickname))

    def _named(self, record: Registered, base: str) -> Player:
        for name in names_for(record.player_id, base):
            try:
                return self.enrol(replace(record, nickname=name))
            except Refused as refusal:
                if refusal.code != NicknameRefusal.NICKNAME_TAKEN:
                    raise
        raise Refused(NicknameRefusal.NICKNAME_TAKEN)

    def reserve(self, *names: str) -> bool:
        """Keep names for staff."""
        return self._registry.reserve(names)

    def _remembered(self, player_id: str) -> Player | None:
        if player_id not in self._known:
            with self._readable(player_id):
                found = self._registry.find(player_id)
            if found is None:
                return None
            self._known[player_id] = found.player
        return self._known[player_id]

    @contextmanager
    def _readable(self, player_id: str) -> Iterator[None]:
        """Refuse a player whose row was damaged: that is no fault of the request."""
        try:
            yield
        except Corrupt as error:
            self._on_odd(player_id)
            raise Refused(PlayerRefusal.UNREADABLE, player=player_id) from error


class PayablePlayers:
    """The directory of tables: a round is settled though the row of one of its players is damaged.

    Their id says whose player it is, and the account that their stake came from says the currency.
    So all players are paid. Such a player cannot come in or bet: other directories do not know
    them.
    """

    def __init__(self, players: Directory, paid_from: Callable[[str], str | None]) -> None:
        self._players = players
        self._paid_from = paid_from  # the account that the last stake of a player came from
        self._stand_ins: dict[str, Player] = {}

    def player(self, player_id: str) -> Player:
        """A player; with a damaged row, one who can be paid and nothing else."""
        try:
            return self._players.player(player_id)
        except (Corrupt, Refused) as error:
            known = self._stand_ins.get(player_id) or self._stand_in(player_id)
            if known is None:
                raise
            if player_id not in self._stand_ins:
                log.warning("player=%s is paid by their last stake: %s", player_id, error)
            self._stand_ins[player_id] = known
            return known

    def _stand_in(self, player_id: str) -> Player | None:
        account = self._paid_from(player_id)
        if account is None:
            return None
        operator, colon, _ = player_id.partition(":")
        theirs = colon and not player_id.startswith(BOT_PREFIX)
        return Player(
            player_id=player_id,
            nickname=player_id,
            currency=Account.parse(account).currency,
            operator=operator if theirs else None,
        )
