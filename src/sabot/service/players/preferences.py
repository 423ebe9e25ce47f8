"""A player's settings: one typed document, changed in part, kept per player (UX, Settings).

Owns what can be set, its defaults and its limits. A stored document without a field gets the
default of that field; an unknown field is refused. Most settings are for the player's screen; the
few that tables act on are handed to them by `table_wishes`, and count from the next round in which
the player puts a chip down (P3, F160, F166).
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Annotated, Protocol

import msgspec
from msgspec import Meta

from sabot.errors import Corrupt, Malformed, Refused, Unavailable, field_of
from sabot.games import registry
from sabot.roads.good_roads import Pattern
from sabot.roads.results import SIDES
from sabot.service.players.refusals import PreferencesRefusal
from sabot.table.staging import AUTO_STAND_VALUES
from sabot.table.staging import Preferences as Wishes

log = logging.getLogger("sabot.preferences")

VERSION = 1
"""Of the document; a change that defaults cannot bridge gets the next number."""

ATTEMPTS_MAX = 5
PATCH_DEPTH_MAX = 4
GOOD_ROADS = tuple(f"{pattern.value}:{side.value}" for pattern in Pattern for side in SIDES)
"""The twelve patterns by name (F214)."""

ZERO_COMMISSION = "zero_commission"
"""The mode that this setting asks for, at tables whose bets have it (F112)."""

TableId = Annotated[str, Meta(min_length=1, max_length=64)]
Nickname = Annotated[str, Meta(min_length=1, max_length=200)]
Tables = Annotated[tuple[TableId, ...], Meta(max_length=200)]
Percent = Annotated[int, Meta(ge=0, le=100)]
AutoStand = Annotated[int, Meta(ge=AUTO_STAND_VALUES[0], le=AUTO_STAND_VALUES[-1])]
Depth = Annotated[int, Meta(ge=0, le=99)]


class Language(StrEnum):
    """Of the screen and of the voice (F232, F233)."""

    ENGLISH = "en"
    ITALIAN = "it"
    CHINESE = "zh"
    JAPANESE = "ja"
    VIETNAMESE = "vi"
    KOREAN = "ko"
    THAI = "th"
    INDONESIAN = "id"


class Quality(StrEnum):
    """Of the video."""

    AUTO = "auto"
    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"


class RoadView(StrEnum):
    """Which roads the tiles show (F225)."""

    BIG_ROAD = "big_road"
    DERIVED = "derived"


class SideBets(StrEnum):
    """Groups of side bets that are shown or hidden together."""

    PAIRS = "pairs"
    BONUS = "bonus"
    BIG_SMALL = "big_small"
    EGALITE = "egalite"
    SUPER6 = "super6"
    TWENTY_ONE_PLUS_THREE = "twenty_one_plus_three"
    PERFECT_PAIRS = "perfect_pairs"
    PAIR_PLUS = "pair_plus"
    POKER_PLUS = "poker_plus"


def kinds_of(group: SideBets) -> frozenset[str]:
    """Which bets a group hides: of every game, what the game counts to it.

    >>> sorted(kinds_of(SideBets.BIG_SMALL))
    ['big', 'small']
    """
    parts = (game.parts for game in registry().values())
    return frozenset[str]().union(*(one.side_bet_groups.get(group, frozenset()) for one in parts))


MULTIPLAY_GROUPS = frozenset({SideBets.PAIRS, SideBets.BONUS, SideBets.BIG_SMALL, SideBets.SUPER6})
"""What the one switch of Multiplay hides: a tile has no room for Égalité."""


class _Part(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A tab of the settings."""


class General(_Part, frozen=True, kw_only=True):
    """Picture, sound and language (F230, F231, F235); the game starts muted."""

    language: Language = Language.ENGLISH
    video: bool = True
    quality: Quality = Quality.AUTO
    volume: Percent = 50
    muted: bool = True
    table_sound: bool = True
    effects: bool = True
    music: bool = False
    voice: Language | None = None  # F233: nothing chosen, so the language of the page
    classic_view: bool = False


class GameSettings(_Part, frozen=True, kw_only=True):
    """What the tables look like and do (F234, F239)."""

    zero_commission: bool = False
    betting_statistics: bool = True
    side_bets: frozenset[SideBets] = frozenset(SideBets)
    dark_statistics: bool = False
    auto_confirm: bool = True
    hide_my_bets: bool = False


class BetBehind(_Part, frozen=True, kw_only=True):
    """Whether bets behind follow the seat's player (F160, F238)."""

    follow_double: bool = True
    follow_split: bool = True


class Notifications(_Part, frozen=True, kw_only=True):
    """What calls a player who looks elsewhere."""

    betting_opens: bool = False
    my_turn: bool = True
    good_road: bool = True
    cancelled: bool = True


class Multiplay(_Part, frozen=True, kw_only=True):
    """Many tables on one screen (F215, F220, F221, F224, F225).

    `good_roads` are the patterns that are on, each with the least depth to be told of; 0 leaves
    the depth to the operator.
    """

    pinned: Annotated[tuple[TableId, ...], Meta(max_length=3)] = ()
    hidden: Tables = ()
    good_roads: dict[str, Depth] = msgspec.field(
        default_factory=lambda: dict.fromkeys(GOOD_ROADS, 0)
    )
    road_view: RoadView = RoadView.BIG_ROAD
    roads_only: bool = False
    extra_statistics: bool = False
    side_bets: bool = False


class ChatSettings(_Part, frozen=True, kw_only=True):
    """Chat, and whose lines are not shown."""

    shown: bool = True
    muted: Annotated[tuple[Nickname, ...], Meta(max_length=200)] = ()


class Preferences(_Part, frozen=True, kw_only=True):
    """Everything a player can set."""

    general: General = General()
    game: GameSettings = GameSettings()
    auto_stand: AutoStand | None = None
    bet_behind: BetBehind = BetBehind()
    notifications: Notifications = Notifications()
    multiplay: Multiplay = msgspec.field(default_factory=Multiplay)
    chat: ChatSettings = ChatSettings()
    favourites: Tables = ()


def table_wishes(preferences: Preferences) -> Wishes:
    """What tables act on."""
    zero = preferences.game.zero_commission
    return Wishes(
        follow_double=preferences.bet_behind.follow_double,
        follow_split=preferences.bet_behind.follow_split,
        auto_stand=preferences.auto_stand,
        auto_confirm=preferences.game.auto_confirm,
        mode=ZERO_COMMISSION if zero else None,
    )


# --- changing -------------------------------------------------------------------------------------


def patched(preferences: Preferences, patch: Mapping[str, object]) -> Preferences:
    """The settings with a merge patch applied: what it names changes, `None` means the default.

    >>> patched(Preferences(), {"general": {"volume": 80}}).general.volume
    80
    """
    merged = _merged(msgspec.to_builtins(preferences), patch)
    try:
        changed = msgspec.convert(merged, Preferences)
    except msgspec.ValidationError as error:
        field, reason = field_of(str(error))
        raise Malformed(PreferencesRefusal.INVALID, field=field, reason=reason) from None
    return _checked(changed)


def _merged(
    held: Mapping[str, object], patch: Mapping[str, object], *path: str
) -> dict[str, object]:
    if len(path) >= PATCH_DEPTH_MAX:
        field = ".".join(path)[:100]
        raise Malformed(PreferencesRefusal.INVALID, field=field, reason="nested too deeply")
    merged = dict(held)
    for name, value in patch.items():
        if value is None:
            merged.pop(name, None)
        elif isinstance(value, Mapping):
            before = held.get(name)
            base = before if isinstance(before, Mapping) else {}
            merged[name] = _merged(base, value, *path, name)
        else:
            merged[name] = value
    return merged


def _checked(preferences: Preferences) -> Preferences:
    multiplay = preferences.multiplay
    unknown = sorted(set(multiplay.good_roads) - set(GOOD_ROADS))
    if unknown:
        raise Refused(PreferencesRefusal.UNKNOWN_PATTERN, pattern=unknown[0])
    for name, tables in (
        ("pinned", multiplay.pinned),
        ("hidden", multiplay.hidden),
        ("favourites", preferences.favourites),
    ):
        if len(set(tables)) < len(tables):
            raise Refused(PreferencesRefusal.TWICE, field=name)
    both = sorted(set(multiplay.pinned) & set(multiplay.hidden))
    if both:
        raise Refused(PreferencesRefusal.PINNED_AND_HIDDEN, table=both[0])
    return preferences


def _check_side_bets(before: Preferences, after: Preferences, lying: frozenset[str]) -> None:
    hidden = before.game.side_bets - after.game.side_bets
    if before.multiplay.side_bets and not after.multiplay.side_bets:
        hidden |= MULTIPLAY_GROUPS
    for group in sorted(hidden):
        kinds = sorted(kinds_of(group) & lying)
        if kinds:
            raise Refused(PreferencesRefusal.CHIP_LIES_THERE, kind=kinds[0])


# --- keeping --------------------------------------------------------------------------------------


class PreferencesRow(msgspec.Struct, frozen=True, kw_only=True):
    """Stored settings: `revision` counts the changes, `version` is of the document."""

    player_id: str
    revision: int
    version: int
    body: bytes


class PreferenceStore(Protocol):
    """Durable settings. Raises `Unavailable` when the disk does not answer."""

    def find(self, player_id: str) -> PreferencesRow | None:
        """What a player has set."""

    def save(self, row: PreferencesRow) -> bool:
        """Keep a row that follows the stored revision; False when another writer was quicker."""


def read(row: PreferencesRow) -> Preferences:
    """A stored document; one with an unknown version or field is not guessed at."""
    if row.version > VERSION:
        raise Corrupt("preferences/unknown_version", player=row.player_id, version=row.version)
    try:
        return msgspec.json.decode(row.body, type=Preferences)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise Corrupt("preferences/unreadable", player=row.player_id, reason=str(error)) from None


class PreferenceDesk:
    """The settings of every player, and the tables that act on some of them.

    `wish` is called with a player's wishes whenever they change, and by `welcome` when the player
    comes; it hands them to every table.
    """

    def __init__(self, store: PreferenceStore, *, wish: Callable[[str, Wishes], None]) -> None:
        self._store = store
        self._wish = wish

    def preferences(self, player: str) -> Preferences:
        """What a player has set, and the defaults for the rest."""
        return self._held(player)[1]

    def welcome(self, player: str) -> Preferences:
        """A player comes: the tables learn their wishes."""
        held = self.preferences(player)
        self._wish(player, table_wishes(held))
        return held

    def change(
        self, player: str, patch: Mapping[str, object], *, lying: frozenset[str] = frozenset()
    ) -> Preferences:
        """Change some settings; stored before any table hears of it.

        `lying` are the kinds of bets that have chips of this player at any table: side bets among
        them cannot be switched off (F43).
        """
        for _ in range(ATTEMPTS_MAX):
            revision, before = self._held(player)
            after = patched(before, patch)
            if after == before:
                return after
            _check_side_bets(before, after, lying)
            body = msgspec.json.encode(after, order="deterministic")
            row = PreferencesRow(
                player_id=player, revision=revision + 1, version=VERSION, body=body
            )
            if self._store.save(row):
                self._wish(player, table_wishes(after))
                return after
        raise Unavailable(PreferencesRefusal.BUSY, player=player)

    def _held(self, player: str) -> tuple[int, Preferences]:
        row = self._store.find(player)
        if row is None:
            return 0, Preferences()
        try:
            return row.revision, read(row)
        except Corrupt as error:
            # The defaults play as well as any others; the next change rewrites the row.
            log.warning("player=%s plays with the defaults: %s", player, error)
            return row.revision, Preferences()
