"""What happened at a table between two views: for motion, sound and texts, never for state.

The gateway builds each from an event by an allow-list. A card that lies face down for the audience
is null here too.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec


class Happening(msgspec.Struct, frozen=True, kw_only=True, tag_field="what", omit_defaults=True):
    """Something that happened, at its place in the log."""

    seq: int


class BettingOpened(Happening, frozen=True, tag="betting_opened"):
    """Chips may be placed."""


class BettingEnded(Happening, frozen=True, tag="betting_ended"):
    """No more bets."""


class BetsClosed(Happening, frozen=True, tag="bets_closed"):
    """The verdicts are out; yours comes in `you`."""

    players: int


class DealingStarted(Happening, frozen=True, tag="dealing_started"):
    """The cards are due."""


class CardDealt(Happening, frozen=True, tag="card"):
    """A card was dealt to a position; null lies face down."""

    position: str
    card: str | None


class CardsRevealed(Happening, frozen=True, tag="revealed"):
    """Face-down cards were turned."""

    cards: Mapping[str, str]


class CardCorrected(Happening, frozen=True, tag="corrected"):
    """The shift manager confirmed what a position holds."""

    position: str
    card: str | None


class Asked(Happening, frozen=True, tag="asked"):
    """A seat, or every player, is asked."""

    topic: str
    seat: int | None = None
    hand: int = 0


class Chosen(Happening, frozen=True, tag="chosen"):
    """The asked seat decided, or the house decided for it."""

    option: str
    by: str
    seat: int | None = None
    hand: int = 0


class AnswersClosed(Happening, frozen=True, tag="answers_closed"):
    """The window of a question to all players is over."""


class Settled(Happening, frozen=True, tag="settled"):
    """The result is known and paid."""

    outcome: Mapping[str, str | int | bool]


class Cancelled(Happening, frozen=True, tag="cancelled"):
    """No result: every stake went back."""

    reason: str


class Lapsed(Happening, frozen=True, tag="lapsed"):
    """No player bet, so nothing is dealt."""


class Rested(Happening, frozen=True, tag="rested"):
    """The table is free for the next round."""


class Paused(Happening, frozen=True, tag="paused"):
    """The table is paused."""

    reason: str


class Resumed(Happening, frozen=True, tag="resumed"):
    """The round goes on."""


class ShoeLoaded(Happening, frozen=True, tag="shoe_loaded"):
    """New cards, with the promise of their order when the shoe is virtual."""

    shoe: str
    commitment: str | None = None


class CardsBurned(Happening, frozen=True, tag="burned"):
    """The first card was turned and as many as its value discarded."""

    first: str
    discarded: int


class CardRemoved(Happening, frozen=True, tag="card_removed"):
    """A card was read too early: it left the shoe and is not dealt."""

    card: str


class CutCardShown(Happening, frozen=True, tag="cut_card"):
    """This hand is the last of its shoe."""


class ShoeRetired(Happening, frozen=True, tag="shoe_retired"):
    """The cards will be changed."""

    reason: str


class ShoeDisclosed(Happening, frozen=True, tag="shoe_disclosed"):
    """The order of a retired shoe can be checked against its promise."""

    shoe: str


class PromiseLost(Happening, frozen=True, tag="promise_lost"):
    """The order of a shoe can no longer be shown; no further card is dealt from it."""

    shoe: str


class ShoeWrittenOff(Happening, frozen=True, tag="shoe_written_off"):
    """A shoe whose promise is lost was given up; its order will never be published."""

    shoe: str
    reason: str


class SeatTaken(Happening, frozen=True, tag="seat_taken"):
    """A player sat down."""

    seat: int
    nickname: str


class SeatLeft(Happening, frozen=True, tag="seat_left"):
    """A player stood up, or the house freed the seat after `missed` rounds without a bet."""

    seat: int
    nickname: str
    missed: int = 0


class Announced(Happening, frozen=True, tag="announced"):
    """The dealer announced a phrase of the list; clients show and speak it in their language."""

    phrase: str


class KindsSwitched(Happening, frozen=True, tag="kinds_switched"):
    """Kinds of bet were turned off or on again."""

    kinds: tuple[str, ...]
    off: bool


class Incident(Happening, frozen=True, tag="incident"):
    """Staff only: something went wrong at the table."""

    kind: str
    detail: str
    position: str = ""
    first: str = ""


class ManagerCalled(Happening, frozen=True, tag="manager_called"):
    """Staff only: the dealer wants the shift manager."""

    reason: str


class CancelProposed(Happening, frozen=True, tag="cancel_proposed"):
    """Staff only: a colleague wants the round cancelled."""

    reason: str


class HiddenCardsSeen(Happening, frozen=True, tag="hidden_cards_seen"):
    """Staff only: a shift manager asked to see the face-down cards."""

    reason: str


class Proposed(Happening, frozen=True, tag="proposed"):
    """Staff only: a colleague proposed what a position holds, or that two cards change places."""

    position: str
    second: str = ""


class ProposalEnded(Happening, frozen=True, tag="proposal_ended"):
    """Staff only: a proposal was withdrawn, declined, or sent back to be read again."""

    how: str  # `withdrawn`, `declined`, `rescan`
    reason: str = ""
    position: str = ""


class DealerChanged(Happening, frozen=True, tag="dealer_changed"):
    """A dealer signed on, or the table has none."""

    dealer: str | None


class Seen(Happening, frozen=True, tag="alarm_seen"):
    """Staff only: a colleague saw an alarm."""

    alarm: str
    by: str


AnyHappening = (
    BettingOpened
    | BettingEnded
    | BetsClosed
    | DealingStarted
    | CardDealt
    | CardsRevealed
    | CardCorrected
    | Asked
    | Chosen
    | AnswersClosed
    | Settled
    | Cancelled
    | Lapsed
    | Rested
    | Paused
    | Resumed
    | ShoeLoaded
    | CardsBurned
    | CardRemoved
    | CutCardShown
    | ShoeRetired
    | ShoeDisclosed
    | PromiseLost
    | ShoeWrittenOff
    | SeatTaken
    | SeatLeft
    | Announced
    | KindsSwitched
    | Incident
    | ManagerCalled
    | CancelProposed
    | HiddenCardsSeen
    | Proposed
    | ProposalEnded
    | DealerChanged
    | Seen
)
