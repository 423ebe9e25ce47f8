"""Why the office is refused: what needs two people, money, chips, exclusions, time."""

from __future__ import annotations

from sabot.errors import Code, For


class OfficeRefusal(Code):
    """Acts of the office."""

    ID = "office/id", For.OFFICE
    WORDS = "office/words", For.OFFICE


class CeilingRefusal(Code):
    """What one role may give."""

    ROLE = "ceiling/role", For.OFFICE
    OVER = "ceiling/over", For.OFFICE


class ProposalRefusal(Code):
    """Proposals that wait for a second person."""

    UNKNOWN = "proposal/unknown", For.OFFICE
    DECIDED = "proposal/decided", For.OFFICE
    OTHER_BODY = "proposal/other_body", For.OFFICE
    NOT_POSTED = "proposal/not_posted", For.OFFICE
    ROLE_GIVEN = "proposal/role_given", For.MANAGER, For.OFFICE


class AdjustmentRefusal(Code):
    """Credits that put something right."""

    AMOUNT = "adjustment/amount", For.OFFICE
    ROUND = "adjustment/round", For.OFFICE
    ROUND_OPEN = "adjustment/round_open", For.OFFICE
    ANNULLED = "adjustment/annulled", For.OFFICE
    TOO_MUCH = "adjustment/too_much", For.OFFICE


class ChipsRefusal(Code):
    """Grants of golden chips."""

    COUNT = "chips/count", For.OFFICE
    VALUE = "chips/value", For.OFFICE
    CURRENCY = "chips/currency", For.OFFICE
    EXPIRY = "chips/expiry", For.OFFICE
    GAME = "chips/game", For.OFFICE
    OTHER_BODY = "chips/other_body", For.OFFICE


class AnnulRefusal(Code):
    """Settled rounds that are annulled."""

    NO_BETS = "annul/no_bets", For.OFFICE
    ROUND_OPEN = "annul/round_open", For.OFFICE
    CANCELLED = "annul/cancelled", For.OFFICE
    AGAIN = "annul/again", For.OFFICE
    IN_DOUBT = "annul/in_doubt", For.OFFICE
    BET_UNREADABLE = "annul/bet_unreadable", For.OFFICE
    CREDITED = "annul/credited", For.OFFICE
    GIVEN_UP = "annul/given_up", For.OFFICE


class VoidRefusal(Code):
    """Rounds that are voided where their table cannot be run."""

    TABLE_RUNS = "void/table_runs", For.OFFICE
    HEAD_DAMAGED = "void/head_damaged", For.OFFICE
    OWNER_CHANGED = "void/owner_changed", For.OFFICE
    NO_BETS = "void/no_bets", For.OFFICE
    BET_UNREADABLE = "void/bet_unreadable", For.OFFICE
    OTHER_ROUND = "void/other_round", For.OFFICE


class ClockRefusal(Code):
    """The date of the house."""

    NOT_IN_DOUBT = "clock/not_in_doubt", For.OFFICE
    DISAGREES = "clock/disagrees", For.OFFICE
    NOT_CONFIRMED = "clock/not_confirmed", For.OFFICE


class ExpiryRefusal(Code):
    """Money that expires."""

    UNKNOWN = "expiry/unknown", For.OFFICE
    CLOCK = "expiry/clock", For.OFFICE
    NO_NOTICE = "expiry/no_notice", For.OFFICE
    TOO_EARLY = "expiry/too_early", For.OFFICE
    NOT_EXPIRED = "expiry/not_expired", For.OFFICE
    NOT_OPEN = "expiry/not_open", For.OFFICE
    RESTORED = "expiry/restored", For.OFFICE
    WALLET_OP_IN_DOUBT = "wallet_op/in_doubt", For.OFFICE
