"""Events in words, for one audience: an allow-list, like every view.

Players and dealers are told no card that lies face down and no bets but their own; the shift
manager and the auditor are told everything. Amounts are written as money, decisions with the person
who took them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import singledispatch
from typing import Protocol

import msgspec

from sabot.gamekit import Ask, Bet, Role
from sabot.money import format_cents
from sabot.table import events as e
from sabot.table.state import Round, TableState
from sabot.table.views import incident_detail

BY = {
    e.By.PLAYER: "decided by the player",
    e.By.DEFAULT: "no answer in time",
    e.By.AUTO_STAND: "auto stand",
}


class Looks(Protocol):
    """The viewer."""

    @property
    def player(self) -> str | None: ...
    @property
    def sees_everybody(self) -> bool: ...
    @property
    def is_staff(self) -> bool: ...
    @property
    def sees_hidden_cards(self) -> bool: ...


class Scene(msgspec.Struct, kw_only=True):
    """What a sentence needs: the round as it stands, who looks, and which cards lie face down."""

    current: Round
    state: TableState
    viewer: Looks
    hidden: set[str]
    asked: Ask | None = None  # the question that was open before this event

    @classmethod
    def at(cls, state: TableState, viewer: Looks, before: Scene | None) -> Scene:
        """The scene after an event; what was hidden before still is until it is turned."""
        question = None if before is None else before.current.question
        return cls(
            current=state.current,
            state=state,
            viewer=viewer,
            hidden=set() if before is None else before.hidden,
            asked=None if question is None else question.ask,
        )

    def may_see(self, player: str) -> bool:
        """Whether a player's bets may be told."""
        return self.viewer.sees_everybody or self.viewer.player == player


def told(event: e.Event, scene: Scene) -> tuple[str, ...]:
    """What this audience was told, none for what is not its business."""
    return tuple(_told(event, scene))


def words(slug: str) -> str:
    """A kind, label or position as a person reads it.

    >>> words("banker_wins_with_6"), words("seat:3:0:2"), words("dealer:2")
    ('banker wins with 6', 'seat 3, hand 1, card 2', 'dealer, card 2')
    """
    match slug.replace("_", " ").split(":"):
        case ["seat", seat, hand] if hand.isdigit():
            return f"seat {seat}, hand {int(hand) + 1}"
        case ["seat", seat, hand, card]:
            return f"seat {seat}, hand {int(hand) + 1}, card {card}"
        case [("dealer" | "player") as whose, card]:
            return f"{whose}, card {card}"
        case parts:
            return " ".join(parts)


def _stake(bet: Bet) -> str:
    seat = "" if bet.seat is None else f" at seat {bet.seat}"
    golden = " (golden chip)" if bet.golden else ""
    return f"{words(bet.kind)}{seat} {format_cents(bet.stake)}{golden}"


def _stakes(bets: Iterable[Bet], scene: Scene) -> Iterable[str]:
    for bet in bets:
        if scene.may_see(bet.player):
            yield f"{bet.player} bets {_stake(bet)}"


def _extras(bets: Iterable[Bet], scene: Scene) -> Iterable[str]:
    for bet in bets:
        if scene.may_see(bet.player):
            yield f"{bet.player} stakes {_stake(bet)} more"


def _signed(actor: str, scene: Scene) -> str:
    return f" by {actor}" if scene.viewer.is_staff else ""


@singledispatch
def _told(_event: e.Event, _scene: Scene) -> Iterable[str]:
    """Nothing, unless something is registered."""
    return ()


# --- betting --------------------------------------------------------------------------------------


@_told.register
def _tell_round_opened(event: e.RoundOpened, scene: Scene) -> Iterable[str]:
    shoe = scene.state.shoe
    window = scene.current.config.betting_window
    long = "until Deal" if window is None else f"for {window / 1000:g} s"
    yield f"Betting is open {long}: round {event.round_of_shoe} of the shoe"
    if shoe is not None and shoe.commitment is not None:
        yield f"Shoe {shoe.shoe_id} was promised as {shoe.commitment}"


@_told.register
def _tell_bets_accepted(event: e.BetsAccepted, scene: Scene) -> Iterable[str]:
    return _stakes(event.bets, scene)


@_told.register
def _tell_betting_ended(_event: e.BettingEnded, _scene: Scene) -> Iterable[str]:
    yield "No more bets"


@_told.register
def _tell_bets_closed(event: e.BetsClosed, scene: Scene) -> Iterable[str]:
    yield from _stakes(event.accepted, scene)
    for chip in event.rejected:
        if scene.may_see(chip.player):
            seat = "" if chip.seat is None else f" at seat {chip.seat}"
            what = f"{words(chip.kind)}{seat} {format_cents(chip.stake)}"
            yield f"{chip.player}: {what} not accepted ({chip.reason})"


@_told.register
def _tell_round_lapsed(_event: e.RoundLapsed, _scene: Scene) -> Iterable[str]:
    yield "No bets: nothing is dealt"


# --- cards ----------------------------------------------------------------------------------------


@_told.register
def _tell_dealing_started(event: e.DealingStarted, _scene: Scene) -> Iterable[str]:
    seats = ", ".join(str(seat) for seat in event.seats)
    yield f"Cards for seats {seats} and the dealer" if event.seats else "The cards are dealt"


@_told.register
def _tell_card_dealt(event: e.CardDealt, scene: Scene) -> Iterable[str]:
    if event.face_down:
        scene.hidden.add(event.position)
    yield f"{words(event.position)}: {_face(event.position, event.card, scene)}"
    told_to = scene.viewer.sees_hidden_cards or not event.face_down
    if event.code and scene.viewer.is_staff and told_to:
        yield f"scanned as {event.code}"  # the code says the card


def _face(position: str, card: str, scene: Scene) -> str:
    hidden = position in scene.hidden
    if hidden and not scene.viewer.sees_hidden_cards:
        return "face down"
    if not card:
        return "face down, and sealed"
    return f"{card}, face down" if hidden else card


@_told.register
def _tell_cards_revealed(event: e.CardsRevealed, scene: Scene) -> Iterable[str]:
    scene.hidden.difference_update(event.positions)
    lying = {step.at: str(step.card) for step in scene.current.steps if step.kind == "deal"}
    for position in event.positions:
        yield f"{words(position)} is turned: {lying.get(position, '?')}"


# --- decisions ------------------------------------------------------------------------------------


@_told.register
def _tell_question_opened(event: e.QuestionOpened, scene: Scene) -> Iterable[str]:
    who = "Everybody" if event.seat is None else f"Seat {event.seat}, hand {event.hand + 1},"
    question = scene.current.question
    options = () if question is None else question.ask.options
    timer = scene.state.timer
    window = "" if timer is None else f" for {timer.milliseconds / 1000:g} s"
    yield f"{who} is asked{window}: {' or '.join(option.id for option in options)}"


@_told.register
def _tell_choice_made(event: e.ChoiceMade, scene: Scene) -> Iterable[str]:
    ask = scene.asked
    seat = None if ask is None else ask.seat
    owner = next(
        (b.player for b in scene.current.bets.values() if _is_main(b, seat, scene)), "nobody"
    )
    yield f"Seat {seat} ({owner}): {event.option}, {BY[event.by]}"
    yield from _extras(event.extras, scene)


def _is_main(bet: Bet, seat: int | None, scene: Scene) -> bool:
    role = scene.current.config.variant.bets[bet.kind].role
    return bet.seat == seat and bet.parent is None and role is Role.MAIN


@_told.register
def _tell_answer_given(event: e.AnswerGiven, scene: Scene) -> Iterable[str]:
    bet = scene.current.bets.get(event.bet)
    if bet is not None and scene.may_see(bet.player):
        yield f"{bet.player} answers {event.option} for {_stake(bet)}"
        yield from _extras(event.extras, scene)


@_told.register
def _tell_question_closed(_event: e.QuestionClosed, scene: Scene) -> Iterable[str]:
    default = "" if scene.asked is None else f": without an answer, {scene.asked.default}"
    yield f"The window is over{default}"


# --- the end --------------------------------------------------------------------------------------


@_told.register
def _tell_round_settled(event: e.RoundSettled, scene: Scene) -> Iterable[str]:
    yield "Result: " + ", ".join(f"{words(name)} {_value(v)}" for name, v in event.outcome.items())
    totals: dict[str, list[int]] = {}
    for paid in event.payouts:
        bet = scene.current.bets[paid.bet]
        if scene.may_see(bet.player):
            yield f"{bet.player}: {_payout(bet, paid)}"
            cash = 0 if bet.golden else bet.stake
            total = totals.setdefault(bet.player, [0, 0])
            total[0] += cash
            total[1] += paid.amount
    for player, (staked, back) in totals.items():
        yield (
            f"{player} staked {format_cents(staked)} and gets {format_cents(back)} back:"
            f" net {format_cents(back - staked)}"
        )


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return words(str(value))


_RESULTS: dict[str, Callable[[Bet, e.Paid], str]] = {
    "win": lambda bet, paid: f"wins {format_cents(paid.amount - (0 if bet.golden else bet.stake))}",
    "push": lambda _, paid: "the stake returns" if not paid.chip_returned else "the chip returns",
    "lose": lambda _, paid: (
        "loses" if not paid.amount else f"loses, {format_cents(paid.amount)} back"
    ),
}


def _payout(bet: Bet, paid: e.Paid) -> str:
    why = ", ".join(words(label) for label in paid.why)
    return f"{_stake(bet)} {_RESULTS[paid.result](bet, paid)} ({why})"


@_told.register
def _tell_round_cancelled(event: e.RoundCancelled, scene: Scene) -> Iterable[str]:
    yield f"The round is cancelled{_signed(event.actor, scene)}: {event.reason}"
    for bet_id in event.refunds:
        bet = scene.current.bets[bet_id]
        if scene.may_see(bet.player):
            yield f"{bet.player} gets back {_stake(bet)}"


@_told.register
def _tell_table_rested(_event: e.TableRested, _scene: Scene) -> Iterable[str]:
    yield "The table is free for the next round"


# --- trouble and the shoe -------------------------------------------------------------------------


@_told.register
def _tell_table_paused(event: e.TablePaused, scene: Scene) -> Iterable[str]:
    yield f"The table stands still{_signed(event.actor, scene)}: {event.reason}"


@_told.register
def _tell_table_resumed(event: e.TableResumed, scene: Scene) -> Iterable[str]:
    yield f"The round goes on{_signed(event.actor, scene)}: {event.reason}"


@_told.register
def _tell_incident_recorded(event: e.IncidentRecorded, scene: Scene) -> Iterable[str]:
    if scene.viewer.is_staff:
        detail = incident_detail(event, sees_hidden_cards=scene.viewer.sees_hidden_cards)
        yield f"Incident {event.kind} at {event.actor}: {detail or 'sealed'}"


@_told.register
def _tell_correction_proposed(event: e.CorrectionProposed, scene: Scene) -> Iterable[str]:
    if scene.viewer.is_staff:
        yield f"{event.actor} proposes a correction at {words(event.position)}"


@_told.register
def _tell_card_corrected(event: e.CardCorrected, scene: Scene) -> Iterable[str]:
    face = _face(event.position, event.card, scene)
    yield f"{words(event.position)} is corrected{_signed(event.actor, scene)}: {face}"


@_told.register
def _tell_cards_moved(event: e.CardsMoved, scene: Scene) -> Iterable[str]:
    places = f"{words(event.first)} and {words(event.second)}"
    yield f"The cards of {places} change places{_signed(event.actor, scene)}"


@_told.register
def cancel_proposed(event: e.CancelProposed, scene: Scene) -> Iterable[str]:
    """What a colleague wants, for staff."""
    if scene.viewer.is_staff:
        yield f"{event.actor} proposes to cancel the round: {event.reason}"


@_told.register
def hidden_cards_seen(event: e.HiddenCardsSeen, scene: Scene) -> Iterable[str]:
    """Which person asked to see hidden cards, for staff."""
    if scene.viewer.is_staff:
        yield f"{event.actor} looks at the hidden cards: {event.reason}"


@_told.register
def _tell_manager_called(event: e.ManagerCalled, scene: Scene) -> Iterable[str]:
    if scene.viewer.is_staff:
        yield f"{event.actor} calls the shift manager: {event.reason}"


@_told.register
def _tell_announced(event: e.Announced, _scene: Scene) -> Iterable[str]:
    yield f"{event.actor} says: {words(event.phrase)}"


@_told.register
def _tell_side_bets_switched(event: e.SideBetsSwitched, scene: Scene) -> Iterable[str]:
    kinds = ", ".join(words(kind) for kind in event.kinds)
    yield f"{kinds} switched {'off' if event.off else 'on'}{_signed(event.actor, scene)}"


@_told.register
def card_removed(event: e.CardRemoved, _scene: Scene) -> Iterable[str]:
    yield f"{event.card} was read too early: it leaves the shoe and is not dealt"


@_told.register
def _tell_cut_card_shown(_event: e.CutCardShown, _scene: Scene) -> Iterable[str]:
    yield "The cut card is out: this is the last hand of the shoe"


@_told.register
def _tell_shoe_retired(event: e.ShoeRetired, _scene: Scene) -> Iterable[str]:
    yield f"Shoe {event.shoe_id} is retired: {words(event.reason)}"


@_told.register
def _tell_promise_lost(event: e.PromiseLost, _scene: Scene) -> Iterable[str]:
    yield f"The promise of shoe {event.shoe_id} is lost: {words(event.reason)}"


@_told.register
def _tell_shoe_written_off(event: e.ShoeWrittenOff, _scene: Scene) -> Iterable[str]:
    yield f"{event.actor} writes shoe {event.shoe_id} off: {event.reason}"


@_told.register
def _tell_seat_taken(event: e.SeatTaken, _scene: Scene) -> Iterable[str]:
    yield f"{event.player} sits down at seat {event.seat}"


@_told.register
def _tell_seat_left(event: e.SeatLeft, _scene: Scene) -> Iterable[str]:
    if event.missed:
        yield f"Seat {event.seat} of {event.player} is free after {event.missed} missed rounds"
    else:
        yield f"{event.player} leaves seat {event.seat}"
