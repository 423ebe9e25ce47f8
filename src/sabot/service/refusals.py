"""Codes that several rooms of the service share."""

from __future__ import annotations

from sabot.errors import EVERYONE, ON_DUTY, Code, For


class HouseFault(Code):
    """What the house itself cannot do now."""

    CANNOT_WRITE = (
        "house/cannot_write",
        For.PLAYER,
        For.DEALER,
        For.MANAGER,
        For.MODERATOR,
        For.OFFICE,
    )


class ArchiveRefusal(Code):
    """Rounds that are in no archive."""

    UNKNOWN = "round/unknown", For.PLAYER, *ON_DUTY, For.OFFICE


class ForFunRefusal(Code):
    """Private tables, for play money."""

    REAL_MONEY = "for_fun/real_money", For.PLAYER
    NO_SUCH_GAME = "for_fun/no_such_game", For.PLAYER
    TOO_MANY = "for_fun/too_many", For.PLAYER
    HOUSE_FULL = "for_fun/house_full", For.PLAYER


class TableFault(Code):
    """A table that does not run, or not here."""

    OUT_OF_ORDER = "table/out_of_order", For.PLAYER, *ON_DUTY
    BUSY = "table/busy", For.PLAYER, *ON_DUTY
    OWNER_CHANGED = "table/owner_changed", For.PLAYER, *ON_DUTY
    STARTED_AGAIN = "table/started_again", For.PLAYER, *ON_DUTY


class KeysRefusal(Code):
    """Keys that a command needs."""

    MISSING = "keys/missing", For.HOUSE


class ServerFault(Code):
    """The server as a whole."""

    ERROR = "server/error", *EVERYONE, For.OPERATOR
    STARTING = "server/starting", *EVERYONE, For.OPERATOR
    STOPPING = "server/stopping", *EVERYONE, For.OPERATOR
