"""What the server sends: one JSON object per frame, identified by its `type`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from sabot.table.views import HandShown
from sabot.wire.happenings import AnyHappening
from sabot.wire.studio import AlarmLine, WallTable
from sabot.wire.table_view import Status, TableView, You

Data = dict[str, str | int | float | bool | None]


class Message(msgspec.Struct, frozen=True, kw_only=True, tag_field="type"):
    """A message from the server."""


class Welcome(Message, frozen=True, tag="welcome"):
    """The first message: your account. `balance` is null until your operator has reported it."""

    protocol: int
    player: str
    nickname: str
    role: str
    currency: str
    balance: int | None
    at_ms: int  # the server's wall clock, a label
    session_ms: int  # how long this session has lasted


class Answer(Message, frozen=True, tag="answer", omit_defaults=True):
    """The answer to a request with a `cmd_id`; a refusal says why."""

    cmd_id: str
    accepted: bool
    code: str = ""
    data: Data = {}


class Fault(Message, frozen=True, tag="fault", omit_defaults=True):
    """A frame that could not be read, or a request without an id that was refused."""

    code: str
    data: Data = {}


class Snapshot(Message, frozen=True, tag="snapshot"):
    """A full view of a table, as of `seq`."""

    table: str
    epoch: int
    seq: int
    round: str | None
    view: TableView


class Update(Message, frozen=True, tag="update"):
    """What changed at a table from `after` to `seq`: replace these fields of the view."""

    table: str
    epoch: int
    after: int
    seq: int
    round: str | None
    set: Mapping[str, Any]
    happened: tuple[AnyHappening, ...]


class LastSeconds(Message, frozen=True, tag="last_seconds"):
    """Betting is about to close (F69)."""

    table: str
    epoch: int
    seq: int
    round: str
    left_ms: int


class Crowd(Message, frozen=True, tag="crowd"):
    """What lies on the felt while betting is open: players and cents by spot, chips included.

    Sent a few times a second at most, and never stored (F205).
    """

    table: str
    epoch: int
    seq: int
    round: str | None
    players: int
    watching: int
    spots: Mapping[str, tuple[int, int]]  # `kind` or `kind:seat` → players, cents


class Yours(Message, frozen=True, tag="you"):
    """Everything at one table that is yours alone, in full."""

    table: str
    epoch: int
    seq: int
    round: str | None
    you: You


class GoldenChips(msgspec.Struct, frozen=True, kw_only=True):
    """Golden chips of one value; no games or no tables mean all of them (F180–F186)."""

    token: str
    value: int
    left: int
    games: tuple[str, ...]
    tables: tuple[str, ...]
    expires_at_ms: int


class Balance(Message, frozen=True, tag="balance"):
    """Your money: the booked balance, what chips on felts leave of it, and your golden chips.

    `allowed` is what your own limits leave, or null when your money ends first. `balance` and
    `available` are null until your operator has reported your balance.
    """

    currency: str
    balance: int | None
    available: int | None
    allowed: int | None
    golden: tuple[GoldenChips, ...]


class Tile(msgspec.Struct, frozen=True, kw_only=True):
    """A table in the lobby."""

    table: str
    name: str
    game: str
    variant: str
    live: bool  # dealt by a person; otherwise virtual, and players read that (F265)
    rehearsal: bool  # a live table where dealers learn, with test cards; players read that too
    status: Status
    round: str | None
    left_ms: int | None
    length_ms: int | None
    minimum: int
    maximum: int
    players: int
    seats_taken: int
    seats: int
    shared_seats: bool  # many players may share a seat, chosen from the lobby (F13, F125)
    hands: tuple[HandShown, ...]  # those that belong to no seat
    results: str  # of the current shoe, in letters, where the game has roads
    good_roads: tuple[str, ...]
    streak: int
    derived_streak: int
    voice: tuple[str, ...]
    module: str | None  # the address of an installed game's view; null for built-in games


class Lobby(Message, frozen=True, tag="lobby"):
    """All tables."""

    tiles: tuple[Tile, ...]


class TileChanged(Message, frozen=True, tag="tile"):
    """One tile of the lobby, in full."""

    tile: Tile


class Said(Message, frozen=True, tag="said", omit_defaults=True):
    """A chat line in a room."""

    room: str
    line: str  # its id
    nickname: str
    text: str
    at_ms: int
    role: str = "player"
    own: bool = False
    removed: bool = False  # by a moderator; its text is empty
    answered: bool = False  # aloud, by the dealer; told again when that happens


class Unsaid(Message, frozen=True, tag="unsaid"):
    """A moderator removed a line; only staff see the reason."""

    room: str
    line: str


class Silenced(Message, frozen=True, tag="silenced"):
    """You may not write for a while; only staff see the reason."""

    until_ms: int | None


class SupportRoom(msgspec.Struct, frozen=True, kw_only=True):
    """A player's support room: since when the player waits, and with how many lines."""

    room: str
    nickname: str  # of the player; empty when the player does not wait
    since_ms: int | None  # of the first line without an answer; null if there is none
    lines: int
    last: str = ""  # the newest line of the player
    for_manager: bool = False  # handed over: a shift manager answers


class Support(Message, frozen=True, tag="support"):
    """Staff: the players who wait for an answer, longest first, and how many there are."""

    waiting: int
    rooms: tuple[SupportRoom, ...]


class SupportChanged(Message, frozen=True, tag="support_room"):
    """Staff: one support room, in full; no lines means that it was answered."""

    room: SupportRoom


class StaffWall(Message, frozen=True, tag="staff_wall"):
    """Staff: every table, in the order of the house."""

    tables: tuple[WallTable, ...]
    at_ms: int


class StaffAlarms(Message, frozen=True, tag="staff_alarms"):
    """Staff: the alarms of the shift, those that are over too; `whole` is every one of them.

    Later messages bring the lines that changed; `(table, alarm, began_ms)` names one.
    """

    lines: tuple[AlarmLine, ...]
    whole: bool


class StaffTableChanged(Message, frozen=True, tag="staff_table"):
    """Staff: one table of the wall, in full."""

    table: WallTable
    at_ms: int


class ChatLine(Message, frozen=True, tag="chat_line", omit_defaults=True):
    """Moderators: a line of any room, with what the server found in it."""

    room: str
    line: str
    player: str  # the id that `moderate` names; empty for staff
    nickname: str
    text: str
    at_ms: int
    role: str = "player"
    flags: tuple[str, ...] = ()  # `distress`, `threat`, `advert`, `pace`, `abuse`
    removed: bool = False
    answered: bool = False  # aloud, by the dealer


class Notice(Message, frozen=True, tag="notice", omit_defaults=True):
    """Something about your session: a reality check, a limit near or reached."""

    code: str
    data: Data = {}


class Pong(Message, frozen=True, tag="pong"):
    """The answer to `ping`."""

    n: int
    at_ms: int


class Ended(Message, frozen=True, tag="ended", omit_defaults=True):
    """The session is over, and why; the socket closes."""

    code: str
    data: Data = {}


AnyMessage = (
    Welcome
    | Answer
    | Fault
    | Snapshot
    | Update
    | LastSeconds
    | Crowd
    | Yours
    | Balance
    | Lobby
    | TileChanged
    | Said
    | Unsaid
    | Silenced
    | Support
    | SupportChanged
    | StaffWall
    | StaffTableChanged
    | StaffAlarms
    | ChatLine
    | Notice
    | Pong
    | Ended
)
