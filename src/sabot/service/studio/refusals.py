"""Why sets of real cards, passports and readers are refused."""

from __future__ import annotations

from sabot.errors import ON_DUTY, Code, For


class SetRefusal(Code):
    """Sets of real cards."""

    UNKNOWN = "set/unknown", *ON_DUTY, For.OFFICE
    IN_DOUBT = "set/in_doubt", *ON_DUTY, For.OFFICE
    EXISTS = "set/exists", *ON_DUTY, For.OFFICE
    DECKS = "set/decks", *ON_DUTY, For.OFFICE
    GAP = "set/gap", *ON_DUTY, For.OFFICE
    STAGE = "set/stage", *ON_DUTY, For.OFFICE
    IN_PLAY = "set/in_play", *ON_DUTY, For.OFFICE
    OTHER_BODY = "set/other_body", *ON_DUTY, For.OFFICE
    SAME_PERSON = "set/same_person", *ON_DUTY, For.OFFICE
    COUNT_ONE_WAY = "set/count_one_way", *ON_DUTY, For.OFFICE
    WHICH_TABLE = "set/which_table", *ON_DUTY, For.OFFICE


class PassportRefusal(Code):
    """Passports of sets."""

    COMPOSITION = "passport/composition", *ON_DUTY, For.OFFICE
    OTHER_SET = "passport/other_set", *ON_DUTY, For.OFFICE
    REPEATED = "passport/repeated", *ON_DUTY, For.OFFICE
    WRONG_SIZE = "passport/wrong_size", *ON_DUTY, For.OFFICE


class DeviceRefusal(Code):
    """Readers and cameras."""

    UNKNOWN = "device/unknown", For.MANAGER, For.OFFICE
