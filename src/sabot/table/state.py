"""A table as its events left it: frozen facts, and questions about them.

Nothing here says when: a window has a length and the number of the event that opened it, and
the host of the table turns that into a deadline on the monotonic clock. So a replay has the same
states as live play.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from sabot.cards import Card
from sabot.gamekit import AnyGame, Ask, Expectation
from sabot.table.bets import Bets
from sabot.table.config import AnyConfig
from sabot.table.events import Opening
from sabot.table.phases import Phase
from sabot.table.staff.state import AlarmMark, Call, DealerOn, Incident, Relief

NOWHERE: frozenset[int] = frozenset()
"""No seat: where all players are at a table without seats."""


class Timer(msgspec.Struct, frozen=True):
    """A window of so many milliseconds, opened by the event with this number."""

    seq: int
    milliseconds: int


class Shoe(msgspec.Struct, frozen=True, kw_only=True):
    """The cards on the table.

    `used` cards have left the shoe for good, those of the round in play not counted. `codes` are
    the scanner codes read since the shoe was loaded: each comes once (I12). `unturned` are those of
    cancelled rounds that lay face down, with their salts: they stay hidden (P13).
    """

    shoe_id: str
    cards: int
    cut_card_from_end: int
    live: bool
    commitment: str | None
    loaded_at_ms: int = 0  # wall clock, for the age of the cards (F95)
    used: int = 0
    rounds: int = 0
    dropped: int = 0
    last_hand: bool = False
    retired: str | None = None
    disclosed: bool = False
    burned: str | None = None  # the card that was turned to burn others (F99)
    burned_code: str = ""  # and its code, if a scanner read it
    codes: frozenset[str] = frozenset()
    unturned: tuple[Opening, ...] = ()
    lost: bool = False  # its machine cannot show the promised order any more
    written_off: bool = False
    sets: tuple[str, ...] = ()  # the sets of cards that a live shoe is made of
    by_hand: int = 0  # codes that a person typed
    loaded: int = 0  # the number of the event that brought it
    kept: int = 0  # cards that lie face down from the round before: the next one begins with them

    @property
    def promise_open(self) -> bool:
        """Whether an order was promised that is neither published nor given up."""
        return not (self.live or self.disclosed or self.written_off)


class Step(msgspec.Struct, frozen=True, omit_defaults=True):
    """One answer to the rules: kept so that a corrected card can replay the round.

    A card that lies face down keeps the salt of its commitment until it is turned.
    """

    kind: str  # deal, reveal, choose, close
    at: str = ""
    card: Card | None = None
    code: str = ""
    face_down: bool = False
    salt: str = ""
    number: int = 0  # the event that dealt the card
    by: str = ""  # the dealer in charge then
    manual: bool = False
    corrected: bool = False


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """The window that is open, and the bets that have answered."""

    decision_id: str
    ask: Ask
    answered: Mapping[str, str]


class Round(msgspec.Struct, frozen=True, kw_only=True):
    """One round, with the settings of its day."""

    round_id: str
    number: int
    config: AnyConfig
    bets: Bets
    play: object | None = None  # the game's own state, once the cards are due
    expected: Expectation | None = None  # what the rules answer about it: asked once, used often
    seats: frozenset[int] = frozenset()  # the seats that are dealt to
    steps: tuple[Step, ...] = ()
    question: Question | None = None
    questions: int = 0
    removed: int = 0  # cards that left the shoe during this round and lie nowhere (P12)
    over: bool = False
    opened: int = 0  # the number of the event that opened it
    cancel_by: str | None = None  # the actor that proposed to cancel it
    cancel_because: str = ""  # in words, for staff
    cancel_public: str = ""  # and as players would read it
    seen_by: frozenset[str] = frozenset()  # the staff that asked to see its hidden cards

    @property
    def cards_dealt(self) -> int:
        """How many cards were read in this round."""
        return len([step for step in self.steps if step.kind == "deal"])

    @property
    def cards_out(self) -> int:
        """How many cards left the shoe in this round: dealt, or removed."""
        return self.cards_dealt + self.removed

    @property
    def codes(self) -> tuple[str, ...]:
        """The codes of the cards that lie here."""
        return tuple(step.code for step in self.steps if step.kind == "deal")

    @property
    def unturned(self) -> tuple[Opening, ...]:
        """The cards that still lie face down."""
        return tuple(
            Opening(code=step.code, salt=step.salt) for step in self.steps if step.face_down
        )

    def lies_face_down(self, position: str) -> bool:
        """Whether the card at a position has not been turned."""
        return any(step.face_down and step.at == position for step in self.steps)

    @property
    def bettors(self) -> frozenset[str]:
        """The players with a bet in this round."""
        return frozenset(bet.player for bet in self.bets.values())


class Paused(msgspec.Struct, frozen=True, kw_only=True):
    """Why the table stands still, and where it was."""

    phase: Phase
    reason: str  # words of staff, or the code of an incident
    public: str = ""  # what players read
    actor: str = ""
    number: int = 0


class Proposal(msgspec.Struct, frozen=True, kw_only=True):
    """What one member of staff says about cards, until another confirms it (F243).

    Either the card that a position holds, or with `second` that two cards lie in each other's
    place.
    """

    actor: str
    position: str
    code: str = ""
    card: str = ""
    salt: str = ""
    second: str = ""
    manual: bool = False
    number: int = 0


class TableState(msgspec.Struct, frozen=True, kw_only=True):
    """Everything the events of one table add up to."""

    table_id: str
    game: AnyGame
    seq: int = 0
    phase: Phase = Phase.OFF
    config: AnyConfig | None = None
    shoe: Shoe | None = None
    round: Round | None = None
    rounds: int = 0
    timer: Timer | None = None
    paused: Paused | None = None
    switched_off: bool = False
    kinds_off: frozenset[str] = frozenset()
    seats: Mapping[int, tuple[str, ...]] = {}
    missed: Mapping[int, int] = {}  # rounds in a row without a hand, of held seats with their own
    proposal: Proposal | None = None
    rescan: str = ""  # the position that a shift manager wants read again
    dealer: DealerOn | None = None  # in charge of a live table
    relief: Relief | None = None  # the next dealer, as a manager planned it
    incidents: tuple[Incident, ...] = ()
    calls: tuple[Call, ...] = ()
    alarms: tuple[AlarmMark, ...] = ()
    video: bool = True  # whether the picture of the table is available

    @property
    def settings(self) -> AnyConfig:
        """The settings in force: the round's while one is open, otherwise the newest."""
        current = self.round
        if current is not None and not current.over:
            return current.config
        assert self.config is not None, "a table is configured before anything else"
        return self.config

    @property
    def in_round(self) -> bool:
        """Whether a round is open, from the first chip to its result."""
        return self.round is not None and not self.round.over

    @property
    def current(self) -> Round:
        """The round in play, for code that runs only in one."""
        assert self.round is not None, "no round is open in this phase"
        return self.round

    @property
    def burn_due(self) -> bool:
        """F99: whether the first card of these real cards has to be read before they are dealt."""
        shoe = self.shoe
        if self.config is None or shoe is None or not (shoe.live and self.settings.burn):
            return False
        return shoe.burned is None and not (shoe.used or shoe.rounds or shoe.retired)

    @property
    def cards_out(self) -> int:
        """How many cards have left the shoe: also the place of the next one, counted from zero."""
        used = 0 if self.shoe is None else self.shoe.used
        return used + self.current.cards_out if self.in_round else used

    def seats_of(self, player: str) -> frozenset[int]:
        """Where a player sits."""
        if not self.seats:
            return NOWHERE
        return frozenset(seat for seat, players in self.seats.items() if player in players)
