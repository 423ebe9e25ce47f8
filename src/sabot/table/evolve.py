"""From one state to the next: total, pure, and the only code that changes a table.

`evolve` believes events. Whether something may happen was settled by `decide` before it became an
event; live play, recovery and replay all come through here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, singledispatch

from msgspec.structs import replace

from sabot.cards import Card
from sabot.gamekit import Ask, Bet, Deal, Done, Expectation
from sabot.gamekit import Reveal as RevealExpected
from sabot.table import commands as c
from sabot.table import events as e
from sabot.table.bets import Bets
from sabot.table.config import SeatRule
from sabot.table.config_codec import decode_config
from sabot.table.phases import Phase
from sabot.table.state import Paused, Proposal, Question, Round, Shoe, Step, TableState, Timer


def evolve(state: TableState, event: e.Event) -> TableState:
    """The state after an event."""
    return _change_of(type(event))(event, replace(state, seq=state.seq + 1))


def replay(state: TableState, events: Iterable[e.Event]) -> TableState:
    """The state after many events."""
    for event in events:
        state = evolve(state, event)
    return state


@singledispatch
def _apply(event: e.Event, state: TableState) -> TableState:
    """What an event changes; most of those that are only told change nothing."""
    return state


_change_of = cache(_apply.dispatch)
"""Which of the functions below; asked for every event there ever was."""


# --- the table ------------------------------------------------------------------------------------


@_apply.register
def _(event: e.TableConfigured, state: TableState) -> TableState:
    return replace(state, config=decode_config(event.config, state.game))


@_apply.register
def _(event: e.TableSwitchedOff, state: TableState) -> TableState:
    rests = state.phase in (Phase.IDLE, Phase.SHUFFLE)
    return replace(state, switched_off=True, phase=Phase.OFF if rests else state.phase)


@_apply.register
def _(event: e.TableSwitchedOn, state: TableState) -> TableState:
    # Inactive cards are not trusted: a table that was off needs new ones (F96).
    phase = Phase.SHUFFLE if state.phase is Phase.OFF else state.phase
    return replace(state, switched_off=False, phase=phase)


@_apply.register
def _(event: e.SideBetsSwitched, state: TableState) -> TableState:
    kinds = frozenset(event.kinds)
    off = state.kinds_off | kinds if event.off else state.kinds_off - kinds
    return replace(state, kinds_off=off)


@_apply.register
def _(event: e.SeatTaken, state: TableState) -> TableState:
    seated = (*state.seats.get(event.seat, ()), event.player)
    return replace(_with_no_misses(state, event.seat), seats={**state.seats, event.seat: seated})


@_apply.register
def _(event: e.SeatLeft, state: TableState) -> TableState:
    seated = tuple(player for player in state.seats[event.seat] if player != event.player)
    return replace(_with_no_misses(state, event.seat), seats={**state.seats, event.seat: seated})


def _with_no_misses(state: TableState, seat: int) -> TableState:
    missed = {other: rounds for other, rounds in state.missed.items() if other != seat}
    return replace(state, missed=missed)


# --- the shoe -------------------------------------------------------------------------------------


@_apply.register
def _(event: e.ShoeLoaded, state: TableState) -> TableState:
    shoe = Shoe(
        shoe_id=event.shoe_id,
        cards=event.cards,
        cut_card_from_end=event.cut_card_from_end,
        live=event.live,
        commitment=event.commitment,
        loaded_at_ms=event.loaded_at_ms,
    )
    return replace(state, shoe=shoe, phase=Phase.OFF if state.switched_off else Phase.IDLE)


@_apply.register
def _(event: e.CardsBurned, state: TableState) -> TableState:
    return _with_shoe(state, used=1 + event.discarded, burned=event.first)


@_apply.register
def _(event: e.CardsDropped, state: TableState) -> TableState:
    return _with_shoe(state, dropped=_shoe(state).dropped + event.count)


@_apply.register
def card_removed(event: e.CardRemoved, state: TableState) -> TableState:
    shoe = _shoe(state)
    read = _with_shoe(state, codes=shoe.codes | {event.code})
    if state.in_round:
        current = state.current
        return replace(read, round=replace(current, removed=current.removed + 1))
    return _with_shoe(read, used=shoe.used + 1)


@_apply.register
def _(event: e.CutCardShown, state: TableState) -> TableState:
    return _with_shoe(state, last_hand=True)


@_apply.register
def _(event: e.ShoeRetired, state: TableState) -> TableState:
    retired = _with_shoe(state, retired=event.reason)
    return replace(retired, phase=Phase.SHUFFLE) if state.phase is Phase.IDLE else retired


@_apply.register
def _(event: e.ShoeDisclosed, state: TableState) -> TableState:
    if state.shoe is None or state.shoe.shoe_id != event.shoe_id:
        return state
    return _with_shoe(state, disclosed=True)


@_apply.register
def _(event: e.PromiseLost, state: TableState) -> TableState:
    return _with_shoe(state, lost=True)


@_apply.register
def _(event: e.ShoeWrittenOff, state: TableState) -> TableState:
    return _with_shoe(state, written_off=True)


def _with_shoe(state: TableState, **changes: object) -> TableState:
    assert state.shoe is not None, "cards are loaded before anything is done with them"
    return replace(state, shoe=replace(state.shoe, **changes))


# --- betting --------------------------------------------------------------------------------------


@_apply.register
def _(event: e.RoundOpened, state: TableState) -> TableState:
    assert state.config is not None
    window = state.config.betting_window
    opened = Round(
        round_id=event.round_id, number=event.round_of_shoe, config=state.config, bets=Bets()
    )
    return replace(
        state,
        phase=Phase.BETTING,
        round=opened,
        rounds=state.rounds + 1,
        timer=None if window is None else Timer(state.seq, window),
    )


@_apply.register
def _(event: e.BetsAccepted, state: TableState) -> TableState:
    return _with_bets(state, event.bets)


@_apply.register
def _(event: e.BettingEnded, state: TableState) -> TableState:
    timer = Timer(state.seq, state.settings.timers.debits)
    return replace(state, phase=Phase.CLOSED, timer=timer)


@_apply.register
def _(event: e.BetsClosed, state: TableState) -> TableState:
    return _with_bets(replace(state, timer=None), event.accepted)


@_apply.register
def _(event: e.RoundLapsed, state: TableState) -> TableState:
    used = _shoe(state).used + state.current.removed
    return _at_rest(_with_shoe(state, used=used))


def _with_bets(state: TableState, bets: Iterable[Bet]) -> TableState:
    current = state.current
    return replace(state, round=replace(current, bets=current.bets.and_more(bets)))


# --- cards and decisions --------------------------------------------------------------------------


@_apply.register
def _(event: e.DealingStarted, state: TableState) -> TableState:
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


@_apply.register
def _(event: e.CardDealt, state: TableState) -> TableState:
    current = state.current
    card = Card.parse(event.card)
    play = state.game.deal(current.play, card, at=event.position)
    step = Step("deal", event.position, card, event.code, event.face_down, event.salt)
    seen = _with_shoe(state, codes=_shoe(state).codes | {event.code})
    return _in_play(seen, replace(current, play=play, steps=(*current.steps, step)))


@_apply.register
def _(event: e.CardsRevealed, state: TableState) -> TableState:
    current = state.current
    turned = (
        replace(step, face_down=False, salt="") if step.at in event.positions else step
        for step in current.steps
    )
    steps = (*turned, Step("reveal"))
    return _in_play(state, replace(current, play=state.game.reveal(current.play), steps=steps))


@_apply.register
def _(event: e.QuestionOpened, state: TableState) -> TableState:
    current = state.current
    ask = current.expected
    assert isinstance(ask, Ask), "a question is opened only when the rules ask one"
    question = Question(decision_id=event.decision_id, ask=ask, answered={})
    timers = current.config.timers
    window = timers.insurance if phase_of(ask) is Phase.INSURANCE else timers.decision
    asked = replace(current, question=question, questions=current.questions + 1)
    return replace(state, round=asked, timer=Timer(state.seq, window))


@_apply.register
def _(event: e.ChoiceMade, state: TableState) -> TableState:
    current = state.current
    decided = replace(
        current,
        play=state.game.choose(current.play, event.option),
        steps=(*current.steps, Step("choose", event.option)),
        question=None,
    )
    return _with_bets(_in_play(state, decided), event.extras)


@_apply.register
def _(event: e.AnswerGiven, state: TableState) -> TableState:
    current = state.current
    assert current.question is not None
    answered = {**current.question.answered, event.bet: event.option}
    told = replace(current, question=replace(current.question, answered=answered))
    return _with_bets(replace(state, round=told), event.extras)


@_apply.register
def _(event: e.QuestionClosed, state: TableState) -> TableState:
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


def phase_of(expected: Expectation, steps: tuple[Step, ...] = ()) -> Phase:
    """The phase that a person would name."""
    match expected:
        case Deal(positions=positions):
            dealers = positions[0].startswith("dealer")
            turned = dealers and any(step.kind == "reveal" for step in steps)
            return Phase.DEALER if turned else Phase.DEALING
        case Ask(topic="insurance"):
            return Phase.INSURANCE
        case Ask():
            return Phase.DECISION
        case RevealExpected():
            return Phase.DEALER
        case Done():
            return Phase.RESULT


# --- the end of a round ---------------------------------------------------------------------------


@_apply.register
def _(event: e.RoundSettled, state: TableState) -> TableState:
    current = state.current
    used = _shoe(state).used + current.cards_out
    over = _with_shoe(_round_over(state), used=used)
    timer = Timer(state.seq, current.config.timers.result)
    return replace(over, phase=Phase.RESULT, timer=timer)


@_apply.register
def _(event: e.RoundCancelled, state: TableState) -> TableState:
    current = state.current
    # R25: what was laid face down before the close is discarded with the rest.
    gone = max(current.cards_dealt, current.config.laid_before_close) + current.removed
    over = _with_shoe(_round_over(state), used=_shoe(state).used + gone)
    timer = Timer(state.seq, current.config.timers.cancelled)
    return replace(over, phase=Phase.CANCELLED, timer=timer)


def _round_over(state: TableState) -> TableState:
    over = replace(
        state, round=replace(state.current, over=True, question=None), paused=None, proposal=None
    )
    shoe = _shoe(state)
    unturned = (*shoe.unturned, *state.current.unturned)
    return _with_shoe(over, rounds=shoe.rounds + 1, unturned=unturned)


def _shoe(state: TableState) -> Shoe:
    assert state.shoe is not None
    return state.shoe


def _at_rest(state: TableState) -> TableState:
    """Where a table goes when a round is behind it."""
    return replace(state, phase=_resting_phase(state), timer=None, round=None)


def _resting_phase(state: TableState) -> Phase:
    if state.switched_off:
        return Phase.OFF
    changed = state.shoe is None or state.shoe.retired is not None
    return Phase.SHUFFLE if changed else Phase.IDLE


@_apply.register
def _(event: e.TableRested, state: TableState) -> TableState:
    return _at_rest(state)


# --- trouble --------------------------------------------------------------------------------------


@_apply.register
def _(event: e.TablePaused, state: TableState) -> TableState:
    paused = Paused(phase=state.phase, reason=event.reason)
    return replace(state, phase=Phase.PAUSED, paused=paused, timer=None)


@_apply.register
def _(event: e.TableResumed, state: TableState) -> TableState:
    assert state.paused is not None
    # A table that rested may have lost its cards, or been switched off, while it stood still.
    phase = state.paused.phase if state.in_round else _resting_phase(state)
    # Whoever was interrupted gets a full new window (R18).
    window = window_of(state, phase)
    timer = None if window is None else Timer(state.seq, window)
    resumed = replace(state, phase=phase, paused=None, proposal=None, timer=timer)
    if state.round is None:
        return resumed
    return replace(resumed, round=replace(state.round, cancel_by=None))


def window_of(state: TableState, phase: Phase) -> int | None:
    """How long a phase lasts that ends by the clock."""
    timers = state.settings.timers
    windows: Mapping[Phase, int | None] = {
        Phase.BETTING: state.settings.betting_window,
        Phase.CLOSED: timers.debits,
        Phase.INSURANCE: timers.insurance,
        Phase.DECISION: timers.decision,
        Phase.RESULT: timers.result,
        Phase.CANCELLED: timers.cancelled,
    }
    return windows.get(phase)


@_apply.register
def _(event: e.CorrectionProposed, state: TableState) -> TableState:
    proposal = Proposal(
        actor=event.actor,
        position=event.position,
        code=event.code,
        card=event.card,
        salt=event.salt,
    )
    return replace(state, proposal=proposal)


@_apply.register
def _(event: e.CancelProposed, state: TableState) -> TableState:
    return replace(state, round=replace(state.current, cancel_by=event.actor))


@_apply.register
def _(event: e.HiddenCardsSeen, state: TableState) -> TableState:
    current = state.current
    cancel_by = None if current.cancel_by == event.actor else current.cancel_by
    seen_by = current.seen_by | {event.actor}
    return replace(state, round=replace(current, cancel_by=cancel_by, seen_by=seen_by))


@_apply.register
def _(event: e.CardCorrected, state: TableState) -> TableState:
    current = state.current
    steps = corrected(current.steps, event)
    play = replayed(state, steps)
    expected = state.game.expects(play)
    # Another question than the one that is open is opened anew; the same one stays open.
    question = current.question
    kept = question if question is not None and question.ask == expected else None
    changed = replace(current, steps=steps, play=play, expected=expected, question=kept)
    assert state.paused is not None, "a card is corrected while the table stands still"
    paused = replace(state.paused, phase=phase_of(expected, steps))
    # The card that was never there may still come, the one that is there may not come again.
    codes = (_shoe(state).codes - frozenset(current.codes)) | frozenset(changed.codes)
    return replace(_with_shoe(state, codes=codes), round=changed, paused=paused, proposal=None)


def corrected(
    steps: Iterable[Step], correction: e.CardCorrected | c.CorrectCard | c.ProposeCorrection
) -> tuple[Step, ...]:
    """The steps with another card at one position."""
    card = Card.parse(correction.card)
    salt = correction.salt if isinstance(correction, e.CardCorrected) else ""
    at = ("deal", correction.position)
    return tuple(
        replace(step, card=card, code=correction.code, salt=salt)
        if (step.kind, step.at) == at
        else step
        for step in steps
    )


def replayed(state: TableState, steps: Iterable[Step]) -> object:
    """The game's state after these steps; a step the rules do not expect is refused."""
    game, current = state.game, state.current
    play: object = game.start(current.config.variant, seats=current.seats)
    for step in steps:
        match step.kind:
            case "deal":
                assert step.card is not None
                play = game.deal(play, step.card, at=step.at)
            case "reveal":
                play = game.reveal(play)
            case "choose":
                play = game.choose(play, step.at)
            case _:
                play = game.close(play)
    return play
