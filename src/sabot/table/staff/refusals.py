"""Why the staff of a table are refused, and why words and reasons are, at a table or not."""

from __future__ import annotations

from sabot.errors import ON_DUTY, Code, For


class RoundRefusal(Code):
    """The round that a command is about."""

    NONE = "round/none", *ON_DUTY, For.OFFICE
    OTHER = "round/other", *ON_DUTY
    MISSING = "round/missing", *ON_DUTY
    RESULT_KNOWN = "round/result_known", *ON_DUTY


class DealerRefusal(Code):
    """The dealer in charge."""

    NOT_SIGNED_ON = "studio/not_signed_on", For.DEALER
    OTHER_CONSOLE = "studio/other_console", For.DEALER
    BAD_CONSOLE = "studio/bad_console", For.DEALER
    DEALER_ON = "studio/dealer_on", For.DEALER
    SIGNED_ON = "studio/signed_on", For.DEALER
    HANDING_OVER = "studio/handing_over", For.DEALER
    ROUND_IN_PLAY = "studio/round_in_play", For.DEALER
    NO_DEALER = "studio/no_dealer", For.MANAGER


class ReliefRefusal(Code):
    """The planned change of dealer."""

    UNKNOWN_DEALER = "relief/unknown_dealer", For.MANAGER
    TIME = "relief/time", For.MANAGER
    IN_CHARGE = "relief/in_charge", For.MANAGER
    NONE = "relief/none", For.MANAGER


class ShoeRefusal(Code):
    """The cards of a table, and what was promised of them."""

    CHANGE_NEEDED = "shoe/change_needed", For.PLAYER, *ON_DUTY
    BURN_DUE = "shoe/burn_due", For.PLAYER, *ON_DUTY
    WRONG_DECKS = "shoe/wrong_decks", *ON_DUTY
    NO_COMMITMENT = "shoe/no_commitment", For.HOUSE
    BAD_NAME = "shoe/bad_name", For.DEALER
    LOADED_BEFORE = "shoe/loaded_before", For.DEALER
    STILL_IN_PLAY = "shoe/still_in_play", *ON_DUTY, For.HOUSE
    NOT_DISCLOSED = "shoe/not_disclosed", For.DEALER, For.HOUSE
    SETS_NEEDED = "shoe/sets_needed", For.DEALER
    SET_UNKNOWN = "shoe/set_unknown", For.DEALER
    SET_RETIRED = "shoe/set_retired", For.DEALER
    SET_IN_USE = "shoe/set_in_use", For.DEALER
    SET_NOT_READY = "shoe/set_not_ready", For.DEALER
    CUT_CARD = "shoe/cut_card", For.DEALER
    ALREADY_BEGUN = "shoe/already_begun", For.DEALER
    CUT_CARD_SHOWN_BEFORE = "shoe/cut_card_shown_before", For.DEALER
    NONE = "shoe/none", *ON_DUTY
    WRONG_COUNT = "shoe/wrong_count", *ON_DUTY
    UNKNOWN = "shoe/unknown", For.PLAYER, *ON_DUTY, For.HOUSE
    NOTHING_PROMISED = "shoe/nothing_promised", For.HOUSE
    DISCLOSED_BEFORE = "shoe/disclosed_before", For.HOUSE
    PROMISE_BROKEN = "shoe/promise_broken", For.HOUSE
    NOT_WHOLE_DECKS = "shoe/not_whole_decks", For.HOUSE
    PROMISE_NOT_LOST = "shoe/promise_not_lost", For.MANAGER


class TurningRefusal(Code):
    """Cards that lie face down."""

    NOT_TO_BE_TURNED = "card/not_to_be_turned", For.DEALER
    CARDS_NONE_HIDDEN = "cards/none_hidden", For.MANAGER


class CorrectionRefusal(Code):
    """Cards that lie elsewhere than the log says."""

    SEEN = "correction/seen", *ON_DUTY
    OTHER_OPEN = "correction/other_open", *ON_DUTY
    NO_CARD_THERE = "correction/no_card_there", *ON_DUTY
    SAME_POSITION = "correction/same_position", *ON_DUTY
    FOREIGN = "correction/foreign", *ON_DUTY
    REPEATED = "correction/repeated", *ON_DUTY
    ONE_FACE_DOWN = "correction/one_face_down", *ON_DUTY
    IMPOSSIBLE = "correction/impossible", *ON_DUTY
    TOO_MANY = "correction/too_many", *ON_DUTY
    NOT_PROPOSED = "correction/not_proposed", For.MANAGER
    SAME_PERSON = "correction/same_person", For.MANAGER
    NONE = "correction/none", *ON_DUTY
    NOT_YOURS = "correction/not_yours", *ON_DUTY
    CARD_TWICE = "correction/card_twice", For.MANAGER


class CancelRefusal(Code):
    """The cancel of a round."""

    SEEN = "cancel/seen", *ON_DUTY, For.OFFICE
    NOT_PROPOSED = "cancel/not_proposed", For.MANAGER
    SAME_PERSON = "cancel/same_person", For.MANAGER


class AlarmRefusal(Code):
    """Alarms that are put off."""

    UNKNOWN = "alarm/unknown", For.MANAGER
    MINUTES = "alarm/minutes", For.MANAGER
    CANNOT_WAIT = "alarm/cannot_wait", For.MANAGER


class IncidentRefusal(Code):
    """Incidents that are closed."""

    UNKNOWN = "incident/unknown", For.MANAGER
    CLOSED = "incident/closed", For.MANAGER
    UNDECIDED = "incident/undecided", For.MANAGER


class VideoRefusal(Code):
    """The picture of a table."""

    ALREADY_SO = "video/already_so", *ON_DUTY


class ReasonRefusal(Code):
    """Reasons that are no code of the list."""

    UNKNOWN = "reason/unknown", *ON_DUTY


class AnnounceRefusal(Code):
    """Phrases that are not in the phrasebook."""

    UNKNOWN = "announce/unknown", *ON_DUTY


class TextRefusal(Code):
    """Words that are missing or too many."""

    LENGTH = "text/length", *ON_DUTY, For.MODERATOR, For.OFFICE, For.HOUSE


class FourEyesRefusal(Code):
    """The four eyes of two people."""

    OWN = "proposal/own", *ON_DUTY, For.OFFICE
