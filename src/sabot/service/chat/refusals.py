"""Why a line of chat is not said, and why a moderator's act is not done."""

from __future__ import annotations

from sabot.errors import ON_DUTY, Code, For


class ChatRefusal(Code):
    """Lines, rooms and sanctions."""

    OFF = "chat/off", For.PLAYER
    BLOCKED = "chat/blocked", For.PLAYER
    TOO_FAST = "chat/too_fast", For.PLAYER
    REPEATED = "chat/repeated", For.PLAYER
    EMPTY = "chat/empty", For.PLAYER
    TOO_LONG = "chat/too_long", For.PLAYER
    LINK = "chat/link", For.PLAYER
    TELEPHONE = "chat/telephone", For.PLAYER
    TOO_MANY_ROOMS = "chat/too_many_rooms", For.PLAYER, *ON_DUTY, For.MODERATOR
    NOT_YOUR_ROOM = "chat/not_your_room", For.PLAYER, *ON_DUTY, For.MODERATOR
    NOT_A_MODERATOR = "chat/not_a_moderator", For.PLAYER, *ON_DUTY, For.MODERATOR
    NO_SUCH_REASON = "chat/no_such_reason", For.DEALER, For.MODERATOR, For.MANAGER
    NO_SUCH_PLAYER = "chat/no_such_player", For.PLAYER, For.MODERATOR, For.MANAGER
    NO_SUCH_LINE = "chat/no_such_line", For.PLAYER, *ON_DUTY, For.MODERATOR
    ANSWERED_ALREADY = "chat/answered_already", For.DEALER, For.MODERATOR, For.MANAGER
    NOT_SUPPORT = "chat/not_support", For.MODERATOR, For.MANAGER
    DELETED_ALREADY = "chat/deleted_already", For.PLAYER, For.MODERATOR, For.MANAGER
    STAFF_LINE = "chat/staff_line", For.MODERATOR, For.MANAGER
    DISTRESS = "chat/distress", For.MODERATOR, For.MANAGER
    DISTRESS_UNANSWERED = "chat/distress_unanswered", For.MODERATOR, For.MANAGER
    MINUTES = "chat/minutes", For.PLAYER, For.MODERATOR, For.MANAGER
    NOT_BLOCKED = "chat/not_blocked", For.PLAYER, For.MODERATOR, For.MANAGER
    REASON_NEEDED = "chat/reason_needed", For.PLAYER, For.MODERATOR, For.MANAGER
    SUPPORT_STAYS_OPEN = "chat/support_stays_open", For.PLAYER, For.MODERATOR, For.MANAGER
    NO_SUCH_ROOM = "chat/no_such_room", For.PLAYER, *ON_DUTY, For.MODERATOR
    UNREADABLE = "chat/unreadable", For.PLAYER, *ON_DUTY, For.MODERATOR
    LIFTED = "chat/lifted", For.PLAYER
