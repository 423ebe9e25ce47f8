"""Why what players say of themselves is refused."""

from __future__ import annotations

from sabot.errors import Code, For


class PlayerRefusal(Code):
    """Players."""

    UNKNOWN = "player/unknown", For.PLAYER, For.OFFICE
    OTHER_IDENTITY = "player/other_identity", For.HOUSE
    UNREADABLE = "player/unreadable", For.PLAYER, For.OFFICE


class NicknameRefusal(Code):
    """Nicknames."""

    NICKNAME_TAKEN = "account/nickname_taken", For.PLAYER


class PreferencesRefusal(Code):
    """Preferences."""

    TWICE = "preferences/twice", For.PLAYER
    PINNED_AND_HIDDEN = "preferences/pinned_and_hidden", For.PLAYER
    UNKNOWN_PATTERN = "preferences/unknown_pattern", For.PLAYER
    CHIP_LIES_THERE = "preferences/chip_lies_there", For.PLAYER
    BUSY = "preferences/busy", For.PLAYER
    INVALID = "preferences/invalid", For.PLAYER
