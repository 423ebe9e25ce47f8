"""Why the gateway refuses a request before anyone else has seen it."""

from __future__ import annotations

from sabot.errors import EVERYONE, ON_DUTY, Code, For


class OriginRefusal(Code):
    """Pages of other sites."""

    MISSING = "origin/missing", For.PLAYER
    FOREIGN = "origin/foreign", For.PLAYER


class RequestRefusal(Code):
    """Requests of the wrong person, or in the wrong form."""

    NOT_FOR_YOU = (
        "request/not_for_you",
        For.PLAYER,
        For.DEALER,
        For.MANAGER,
        For.MODERATOR,
        For.OFFICE,
    )
    NOT_JSON = "request/not_json", *EVERYONE
    TOO_BIG = "request/too_big", *EVERYONE
    MALFORMED = "request/malformed", *EVERYONE, For.OPERATOR
    KEY_TWICE = "request/key_twice", *EVERYONE, For.OPERATOR


class RouteRefusal(Code):
    """Addresses without an answer."""

    UNKNOWN = "route/unknown", *EVERYONE, For.OPERATOR
    METHOD = "route/method", *EVERYONE, For.OPERATOR
    FILE_UNKNOWN = "file/unknown", For.HOUSE


class RateRefusal(Code):
    """Requests that come too fast."""

    TOO_MANY = "rate/too_many", *EVERYONE
    TOO_MANY_WAITING = "rate/too_many_waiting", For.PLAYER, *ON_DUTY, For.MODERATOR
    TOO_FAST = "rate/too_fast", *EVERYONE


class HistoryRefusal(Code):
    """Days that cannot be asked for."""

    NOT_TODAY = "history/not_today", For.PLAYER


class CashierRefusal(Code):
    """The cashier for play money."""

    ENOUGH_TODAY = "cashier/enough_today", For.PLAYER
    NOT_OFFERED = "cashier/not_offered", For.PLAYER
    NOT_GIVEN = "cashier/not_given", For.PLAYER


class SignUpRefusal(Code):
    """New accounts."""

    NOT_OFFERED = "sign_up/not_offered", For.PLAYER


class PositionRefusal(Code):
    """Devices of another table or position."""

    NOT_ITS_TABLE = "studio/not_its_table", For.DEALER
    NOT_ITS_POSITION = "studio/not_its_position", For.DEALER


class CardsRefusal(Code):
    """Hidden cards that were not asked for."""

    NOT_ASKED = "cards/not_asked", For.MANAGER


class WatchRefusal(Code):
    """Tables that cannot be watched."""

    CLOSED = "table/closed", For.PLAYER
    TOO_MANY = "table/too_many", For.PLAYER, *ON_DUTY, For.MODERATOR


class MessageFault(Code):
    """Messages that cannot be read."""

    UNREADABLE = "message/unreadable", *EVERYONE
    KEY_TWICE = "message/key_twice", *EVERYONE


class SocketFault(Code):
    """Why a socket is not opened, or is closed."""

    HOUSE_FULL = "socket/house_full", *EVERYONE
    TOO_MANY = "socket/too_many", *EVERYONE
    OUT_OF_ORDER = "socket/out_of_order", *EVERYONE
    RESERVED_BITS = "socket/reserved_bits", *EVERYONE
    TEXT_ONLY = "socket/text_only", *EVERYONE
    TOO_BIG = "socket/too_big", *EVERYONE


class HostFault(Code):
    """Requests for another host."""

    MISSING = "host/missing", *EVERYONE, For.OPERATOR
    UNCLEAR = "host/unclear", *EVERYONE, For.OPERATOR
    UNKNOWN = "host/unknown", *EVERYONE, For.OPERATOR
