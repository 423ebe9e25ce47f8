"""Why a table refuses what players, and anybody, send it."""

from __future__ import annotations

from sabot.errors import ON_DUTY, Code, For


class CommandRefusal(Code):
    """Commands of the wrong kind of actor, or under the id of another."""

    NOT_YOURS = "command/not_yours", For.PLAYER, *ON_DUTY
    MACHINE_ONLY = "command/machine_only", For.PLAYER, *ON_DUTY
    NOT_FOR_A_TABLE = "command/not_for_a_table", For.HOUSE
    OTHER_BODY = "command/other_body", For.PLAYER, *ON_DUTY, For.MODERATOR
    NOT_STORED = "command/not_stored", For.PLAYER


class TableRefusal(Code):
    """The table as a whole, and where it stands."""

    UNKNOWN = (
        "table/unknown",
        For.PLAYER,
        For.DEALER,
        For.MANAGER,
        For.MODERATOR,
        For.OPERATOR,
        For.OFFICE,
    )
    NOT_CONFIGURED = "table/not_configured", For.PLAYER, *ON_DUTY
    PAUSED = "table/paused", For.PLAYER, *ON_DUTY
    NOT_NOW = "table/not_now", For.PLAYER, *ON_DUTY
    NOT_YOURS = "table/not_yours", For.PLAYER
    OPENS_BY_ITSELF = "table/opens_by_itself", For.DEALER
    ALREADY_SO = "table/already_so", For.MANAGER


class BetRefusal(Code):
    """Chips and bets; what the rules of the game say of a spot is `gamekit.Reason`."""

    ROUND_MISSING = "bet/round_missing", For.PLAYER
    OTHER_ROUND = "bet/other_round", For.PLAYER
    NO_ROUND = "bet/no_round", For.PLAYER
    TOO_LATE = "bet/too_late", For.PLAYER
    ALREADY_CONFIRMED = "bet/already_confirmed", For.PLAYER
    NO_AMOUNT = "bet/no_amount", For.PLAYER
    NOTHING_THERE = "bet/nothing_there", For.PLAYER
    NOTHING_TO_UNDO = "bet/nothing_to_undo", For.PLAYER
    NOTHING_TO_DOUBLE = "bet/nothing_to_double", For.PLAYER
    NOTHING_TO_REPEAT = "bet/nothing_to_repeat", For.PLAYER
    GOLDEN_ONCE = "bet/golden_once", For.PLAYER
    TOO_MANY_SPOTS = "bet/too_many_spots", For.PLAYER
    TOO_LARGE = "bet/too_large", For.PLAYER
    NO_CONFIRM_HERE = "bet/no_confirm_here", For.PLAYER
    NOTHING_TO_CONFIRM = "bet/nothing_to_confirm", For.PLAYER
    NOT_CONFIRMED = "bet/not_confirmed", For.PLAYER
    INSUFFICIENT_BALANCE = "bet/insufficient_balance", For.PLAYER
    NO_GOLDEN_CHIP = "bet/no_golden_chip", For.PLAYER
    GOLDEN_CHIP_EXPIRED = "bet/golden_chip_expired", For.PLAYER
    GOLDEN_CHIP_NOT_HERE = "bet/golden_chip_not_here", For.PLAYER
    GOLDEN_CHIP_VALUE = "bet/golden_chip_value", For.PLAYER
    OFF_BY_SETTINGS = "bet/off_by_settings", For.MANAGER
    ALREADY_SO = "bet/already_so", For.MANAGER


class SeatRefusal(Code):
    """Seats."""

    NONE_HERE = "seat/none_here", For.PLAYER
    EMPTY = "seat/empty", For.PLAYER
    NOT_YOURS = "seat/not_yours", For.PLAYER
    ENOUGH = "seat/enough", For.PLAYER
    NO_SUCH_SEAT = "seat/no_such_seat", For.PLAYER
    TAKEN = "seat/taken", For.PLAYER
    YOURS_ALREADY = "seat/yours_already", For.PLAYER
    BETS_IN_PLAY = "seat/bets_in_play", For.PLAYER
    THROUGH_THE_LOBBY = "seat/through_the_lobby", For.PLAYER


class DealNowRefusal(Code):
    """The wish to be dealt to at once."""

    NOT_HERE = "deal_now/not_here", For.PLAYER
    NO_BET = "deal_now/no_bet", For.PLAYER
    TOO_MANY_PLAYERS = "deal_now/too_many_players", For.PLAYER


class DecisionRefusal(Code):
    """Answers to a question of the game."""

    TOO_LATE = "decision/too_late", For.PLAYER
    PAST = "decision/past", For.PLAYER
    EVERYBODY_ANSWERS = "decision/everybody_answers", For.PLAYER
    NOT_YOUR_HAND = "decision/not_your_hand", For.PLAYER
    NOT_YOUR_BET = "decision/not_your_bet", For.PLAYER
    NOT_ASKED = "decision/not_asked", For.PLAYER
    ALREADY_ANSWERED = "decision/already_answered", For.PLAYER


class PendingRefusal(Code):
    """What waits for an operator's wallet."""

    PENDING = "wallet/pending", For.PLAYER


class TimerRefusal(Code):
    """Windows that ended."""

    STALE = "timer/stale", For.HOUSE
    NOTHING_TO_END = "timer/nothing_to_end", For.HOUSE


class ConfigRefusal(Code):
    """Settings that are not the next ones of this table."""

    OLDER = "config/older", For.HOUSE
    NOT_ITS_OWN = "config/not_its_own", For.HOUSE
