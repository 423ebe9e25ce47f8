"""From one state to the next: total, pure, and the only code that changes a table.

`evolve` believes events. Whether something may happen was settled by `decide` before it became an
event; live play, recovery and replay all come through here.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from sabot.cards import Card
from sabot.gamekit import Ask, Bet
from sabot.table import events as e
from sabot.table import staff_changes
from sabot.table.bets import Bets
from sabot.table.changes import apply, change_of, shoe_of, with_shoe
from sabot.table.config import SeatRule
from sabot.table.config_codec import decode_config
from sabot.table.phases import Phase
from sabot.table.replays import phase_of
from sabot.table.staff.state import unseen
from sabot.table.staff_changes import resting_phase
from sabot.table.state import Question, Round, Shoe, Step, TableState, Timer

PARTS = (staff_changes,)
"""Each registers what its events change when it is imported."""


def evolve(state: TableState, event: e.Event) -> TableState:
    """The state after an event."""
    return change_of(type(event))(event, replace(state, seq=state.seq + 1))


# --- the table ------------------------------------------------------------------------------------


@apply.register
def _apply_table_configured(event: e.TableConfigured, state: TableState) -> TableState:
    return replace(state, config=decode_config(event.config, state.game))


@apply.register
def _apply_table_switched_off(event: e.TableSwitchedOff, state: TableState) -> TableState:
    rests = state.phase in (Phase.IDLE, Phase.SHUFFLE)
    return replace(state, switched_off=True, phase=Phase.OFF if rests else state.phase)


@apply.register
def _apply_table_switched_on(event: e.TableSwitchedOn, state: TableState) -> TableState:
    # Inactive cards are not trusted: a table that was off needs new ones (F96).
    phase = Phase.SHUFFLE if state.phase is Phase.OFF else state.phase
    return replace(state, switched_off=False, phase=phase)


@apply.register
def _apply_side_bets_switched(event: e.SideBetsSwitched, state: TableState) -> TableState:
    kinds = frozenset(event.kinds)
    off = state.kinds_off | kinds if event.off else state.kinds_off - kinds
    return replace(state, kinds_off=off)


@apply.register
def _apply_seat_taken(event: e.SeatTaken, state: TableState) -> TableState:
    seated = (*state.seats.get(event.seat, ()), event.player)
    return replace(_with_no_misses(state, event.seat), seats={**state.seats, event.seat: seated})


@apply.register
def _apply_seat_left(event: e.SeatLeft, state: TableState) -> TableState:
    seated = tuple(player for player in state.seats[event.seat] if player != event.player)
    return replace(_with_no_misses(state, event.seat), seats={**state.seats, event.seat: seated})


def _with_no_misses(state: TableState, seat: int) -> TableState:
    missed = {other: rounds for other, rounds in state.missed.items() if other != seat}
    return replace(state, missed=missed)


# --- the shoe -------------------------------------------------------------------------------------


@apply.register
def _apply_shoe_loaded(event: e.ShoeLoaded, state: TableState) -> TableState:
    shoe = Shoe(
        shoe_id=event.shoe_id,
        cards=event.cards,
        cut_card_from_end=event.cut_card_from_end,
        live=event.live,
        commitment=event.commitment,
        loaded_at_ms=event.loaded_at_ms,
        sets=event.sets,
        loaded=state.seq,
    )
    return replace(state, shoe=shoe, phase=Phase.OFF if state.switched_off else Phase.IDLE)


@apply.register
def _apply_cards_burned(event: e.CardsBurned, state: TableState) -> TableState:
    codes = shoe_of(state).codes | ({event.code} if event.code else frozenset())
    used = 1 + event.discarded
    return with_shoe(state, used=used, burned=event.first, burned_code=event.code, codes=codes)


@apply.register
def _apply_cards_dropped(event: e.CardsDropped, state: TableState) -> TableState:
    return with_shoe(state, dropped=shoe_of(state).dropped + event.count)


@apply.register
def card_removed(event: e.CardRemoved, state: TableState) -> TableState:
    shoe = shoe_of(state)
    read = with_shoe(state, codes=shoe.codes | {event.code})
    if state.in_round:
        current = state.current
        return replace(read, round=replace(current, removed=current.removed + 1))
    return with_shoe(read, used=shoe.used + 1)


@apply.register
def _apply_cut_card_shown(event: e.CutCardShown, state: TableState) -> TableState:
    return with_shoe(state, last_hand=True)


@apply.register
def _apply_shoe_retired(event: e.ShoeRetired, state: TableState) -> TableState:
    retired = with_shoe(state, retired=event.reason)
    return replace(retired, phase=Phase.SHUFFLE) if state.phase is Phase.IDLE else retired


@apply.register
def _apply_shoe_disclosed(event: e.ShoeDisclosed, state: TableState) -> TableState:
    if state.shoe is None or state.shoe.shoe_id != event.shoe_id:
        return state
    return with_shoe(state, disclosed=True)


@apply.register
def _apply_promise_lost(event: e.PromiseLost, state: TableState) -> TableState:
    return with_shoe(state, lost=True)


@apply.register
def _apply_shoe_written_off(event: e.ShoeWrittenOff, state: TableState) -> TableState:
    return with_shoe(state, written_off=True)


# --- betting --------------------------------------------------------------------------------------


@apply.register
def _apply_round_opened(event: e.RoundOpened, state: TableState) -> TableState:
    assert state.config is not None
    window = state.config.betting_window
    opened = Round(
        round_id=event.round_id,
        number=event.round_of_shoe,
        config=state.config,
        bets=Bets(),
        opened=state.seq,
    )
    return replace(
        state,
        calls=unseen(state.calls),
        phase=Phase.BETTING,
        round=opened,
        rounds=state.rounds + 1,
        timer=None if window is None else Timer(state.seq, window),
    )


@apply.register
def _apply_bets_accepted(event: e.BetsAccepted, state: TableState) -> TableState:
    return _with_bets(state, event.bets)


@apply.register
def _apply_betting_ended(event: e.BettingEnded, state: TableState) -> TableState:
    timer = Timer(state.seq, state.settings.timers.debits)
    return replace(state, phase=Phase.CLOSED, timer=timer)


@apply.register
def _apply_bets_closed(event: e.BetsClosed, state: TableState) -> TableState:
    return _with_bets(replace(state, timer=None), event.accepted)


@apply.register
def _apply_round_lapsed(event: e.RoundLapsed, state: TableState) -> TableState:
    used = shoe_of(state).used + state.current.removed
    return _at_rest(with_shoe(state, used=used, kept=_laid(state)))


def _with_bets(state: TableState, bets: Iterable[Bet]) -> TableState:
    current = state.current
    return replace(state, round=replace(current, bets=current.bets.and_more(bets)))


# --- cards and decisions --------------------------------------------------------------------------


@apply.register
def _apply_dealing_started(event: e.DealingStarted, state: TableState) -> TableState:
    current = state.current
    seats = frozenset(event.seats)
    play = state.game.start(current.config.variant, seats=seats)
    started = replace(state, missed=_missed(state, dealt=seats))
    return _in_play(started, replace(current, play=play, seats=seats))


def _missed(state: TableState, *, dealt: frozenset[int]) -> dict[int, int]:
    """How many rounds in a row each held seat gets no hand; a shared seat misses none (F42)."""
    if state.settings.seat_rule is not SeatRule.OWN:
        return {}
    held = (seat for seat, players in state.seats.items() if players and seat not in dealt)
    return {seat: state.missed.get(seat, 0) + 1 for seat in held}


@apply.register
def _apply_card_dealt(event: e.CardDealt, state: TableState) -> TableState:
    current = state.current
    card = Card.parse(event.card)
    play = state.game.deal(current.play, card, at=event.position)
    step = Step(
        "deal",
        event.position,
        card,
        event.code,
        event.face_down,
        event.salt,
        state.seq,
        "" if state.dealer is None else state.dealer.actor,
        event.manual,
    )
    shoe = shoe_of(state)
    codes, by_hand = shoe.codes | {event.code}, shoe.by_hand + event.manual
    seen = with_shoe(state, codes=codes, by_hand=by_hand)
    return _in_play(seen, replace(current, play=play, steps=(*current.steps, step)))


@apply.register
def _apply_cards_revealed(event: e.CardsRevealed, state: TableState) -> TableState:
    current = state.current
    turned = (
        replace(step, face_down=False, salt="") if step.at in event.positions else step
        for step in current.steps
    )
    steps = (*turned, Step("reveal"))
    return _in_play(state, replace(current, play=state.game.reveal(current.play), steps=steps))


@apply.register
def _apply_question_opened(event: e.QuestionOpened, state: TableState) -> TableState:
    current = state.current
    ask = current.expected
    assert isinstance(ask, Ask), "a question is opened only when the rules ask one"
    question = Question(decision_id=event.decision_id, ask=ask, answered={})
    timers = current.config.timers
    window = timers.insurance if ask.offer else timers.decision
    asked = replace(current, question=question, questions=current.questions + 1)
    return replace(state, round=asked, timer=Timer(state.seq, window))


@apply.register
def _apply_choice_made(event: e.ChoiceMade, state: TableState) -> TableState:
    current = state.current
    decided = replace(
        current,
        play=state.game.choose(current.play, event.option),
        steps=(*current.steps, Step("choose", event.option)),
        question=None,
    )
    return _with_bets(_in_play(state, decided), event.extras)


@apply.register
def _apply_answer_given(event: e.AnswerGiven, state: TableState) -> TableState:
    current = state.current
    assert current.question is not None
    answered = {**current.question.answered, event.bet: event.option}
    told = replace(current, question=replace(current.question, answered=answered))
    return _with_bets(replace(state, round=told), event.extras)


@apply.register
def _apply_question_closed(event: e.QuestionClosed, state: TableState) -> TableState:
    current = state.current
    closed = replace(
        current,
        play=state.game.close(current.play),
        steps=(*current.steps, Step("close")),
        question=None,
    )
    return _in_play(state, closed)


def _in_play(state: TableState, current: Round) -> TableState:
    """The phase follows from what the rules expect."""
    expected = state.game.expects(current.play)
    phase = phase_of(expected, current.steps)
    return replace(state, round=replace(current, expected=expected), phase=phase, timer=None)


# --- the end of a round ---------------------------------------------------------------------------


@apply.register
def _apply_round_settled(event: e.RoundSettled, state: TableState) -> TableState:
    current = state.current
    used = shoe_of(state).used + current.cards_out
    kept = max(_laid(state) - current.cards_dealt, 0)  # F91
    over = with_shoe(_round_over(state), used=used, kept=kept)
    timer = Timer(state.seq, current.config.timers.result)
    return replace(over, phase=Phase.RESULT, timer=timer)


@apply.register
def _apply_round_cancelled(event: e.RoundCancelled, state: TableState) -> TableState:
    current = state.current
    # R25: what was laid face down before the close is discarded with the rest.
    gone = max(current.cards_dealt, current.config.laid_before_close) + current.removed
    over = with_shoe(_round_over(state), used=shoe_of(state).used + gone, kept=0)
    timer = Timer(state.seq, current.config.timers.cancelled)
    return replace(over, phase=Phase.CANCELLED, timer=timer)


def _laid(state: TableState) -> int:
    """How many real cards lie face down before betting closes (R25)."""
    return state.settings.laid_before_close if shoe_of(state).live else 0


def _round_over(state: TableState) -> TableState:
    over = replace(
        state,
        round=replace(state.current, over=True, question=None),
        paused=None,
        proposal=None,
        rescan="",
    )
    shoe = shoe_of(state)
    unturned = (*shoe.unturned, *state.current.unturned)
    return with_shoe(over, rounds=shoe.rounds + 1, unturned=unturned)


def _at_rest(state: TableState) -> TableState:
    """Where a table goes when a round is behind it."""
    return replace(state, phase=resting_phase(state), timer=None, round=None)


@apply.register
def _apply_table_rested(event: e.TableRested, state: TableState) -> TableState:
    return _at_rest(state)
