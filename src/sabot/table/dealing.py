"""Cards and decisions: scans, turned cards, answers, and the events that follow without a command.

A scan the rules do not expect happened in the room: it is recorded as an incident, the table stands
still until the shift manager has looked (F242), and the scanner is told which incident it was. A
card that was read when none was due has left the shoe; it is never dealt (P12, ADR 0036).
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from sabot.cards import Card
from sabot.errors import Malformed, Refused
from sabot.gamekit import Ask, Bet, Deal, Done, Face, Reveal, Role
from sabot.table import commands as c
from sabot.table import events as e
from sabot.table.authority import HOUSE, ActorKind
from sabot.table.draft import Draft, Inputs, handle
from sabot.table.phases import Phase
from sabot.table.promises import commitment
from sabot.table.refusals import BetRefusal, DecisionRefusal, TableRefusal
from sabot.table.staff.card_sets import SetOf
from sabot.table.staff.reasons import OfTheHouse, Retired
from sabot.table.staff.refusals import TurningRefusal
from sabot.table.staff.text_limits import TEXT_MAX
from sabot.table.state import Question, Shoe, TableState
from sabot.table.verdicts import AUTO_STAND

CARDS_ARE_DUE = (Phase.DEALING, Phase.DEALER)

MISSED_ROUNDS_MAX = 3
"""Rounds without a bet after which a seat with its own hand is freed: long enough to sit out a bad
streak, short enough that a full table does not wait for players who have gone."""


@handle.register
def _handle_scan(command: c.Scan, draft: Draft) -> None:
    command = _placed(command, draft)
    kind = _what_is_wrong(draft.state, command, draft.inputs)
    if kind is not None:
        _record(draft, command, kind)
        return
    if draft.state.phase is Phase.PAUSED:
        raise Refused(
            TableRefusal.PAUSED
        )  # The card that was due; it is read again after the resume.
    expected = draft.state.current.expected
    assert isinstance(expected, Deal)
    down = expected.face is Face.DOWN
    salt = draft.inputs.salt() if down else ""
    draft.add(
        e.CardDealt(
            position=command.position,
            card=str(Card.parse(command.card)),
            code=command.code,
            face_down=down,
            salt=salt,
            commitment=commitment(cards=command.code, salt=salt) if down else "",
            manual=command.manual,
        )
    )


def _placed(scan: c.Scan, draft: Draft) -> c.Scan:
    """A scanner of the shoe reads every card and names no position: the table knows which is due.

    Decided here and not by the scanner, so two cards that are read quickly never meet.
    """
    current = draft.state.round
    if scan.position or draft.inputs.kind is not ActorKind.DEVICE or current is None:
        return scan
    expected = current.expected
    due = expected.positions if isinstance(expected, Deal) else ()
    return replace(scan, position=due[0]) if due else scan


def _record(draft: Draft, scan: c.Scan, kind: OfTheHouse) -> None:
    """A scan that was wrong: on record, and refused to the scanner in the incident's name."""
    leaves = kind == OfTheHouse.EARLY and _leaves_the_shoe(draft.state, scan, draft.inputs)
    first = _read_before(draft.state, scan.code) if kind == OfTheHouse.REPEATED else ""
    incident(
        draft, kind, f"{scan.code} at {scan.position}", position=scan.position[:64], first=first
    )
    draft.refused = kind
    if kind == OfTheHouse.NOT_PROMISED:
        give_up_shoe(draft, Retired.PROMISE_BROKEN)
    if leaves:
        _remove(draft, scan)


def _read_before(state: TableState, code: str) -> str:
    """The position of this round that holds the code; empty for a card of an earlier round."""
    steps = state.current.steps if state.in_round else ()
    return next((step.at for step in steps if step.kind == "deal" and step.code == code), "")


def _leaves_the_shoe(state: TableState, scan: c.Scan, inputs: Inputs) -> bool:
    """Whether a card that was read too early is one of those that could still be dealt."""
    shoe = state.shoe
    if shoe is None or (shoe.retired is not None and not state.in_round):
        return False
    if scan.code in shoe.codes or not belongs(scan, shoe, inputs.set_of):
        return False
    return _out_of_promise(state, shoe, scan, inputs.promised) is None


def _remove(draft: Draft, scan: c.Scan) -> None:
    actor, card = draft.inputs.actor, str(Card.parse(scan.card))
    draft.add(e.CardRemoved(actor=actor, card=card, code=scan.code))
    shoe = draft.state.shoe
    # F102: a single deck is whole for every round.
    if shoe is not None and shoe.retired is None and draft.state.settings.variant.decks == 1:
        draft.add(
            e.ShoeRetired(shoe_id=shoe.shoe_id, reason=Retired.CARD_REMOVED.value, actor=actor)
        )


def give_up_shoe(draft: Draft, reason: str) -> None:
    """Stop trusting these cards: they deal no further round, and the shift manager is called."""
    shoe, actor, code = draft.state.shoe, draft.inputs.actor, str(reason)
    if shoe is not None and shoe.retired is None:
        draft.add(e.ShoeRetired(shoe_id=shoe.shoe_id, reason=code, actor=actor))
    draft.add(e.ManagerCalled(actor=actor, reason=code))


def _what_is_wrong(state: TableState, scan: c.Scan, inputs: Inputs) -> OfTheHouse | None:
    """The incident a scan is, or None when it is the card that was due (P12, I12)."""
    shoe = state.shoe
    try:
        card = Card.parse(scan.card)
    except Malformed:
        return OfTheHouse.UNREADABLE
    if shoe is None or not cards_are_due(state):
        return OfTheHouse.EARLY
    if scan.code in shoe.codes:
        return OfTheHouse.REPEATED
    if not belongs(scan, shoe, inputs.set_of):
        return OfTheHouse.FOREIGN
    return _why_not_due(state, shoe, scan, card, inputs.promised)


def _why_not_due(
    state: TableState, shoe: Shoe, scan: c.Scan, card: Card, promised: str
) -> OfTheHouse | None:
    current = state.current
    broken = _out_of_promise(state, shoe, scan, promised)
    if broken is not None:
        return broken
    if not isinstance(current.expected, Deal) or scan.position not in current.expected.positions:
        return OfTheHouse.UNEXPECTED
    return OfTheHouse.TOO_MANY if not is_left(str(card), shoe, seen=shoe.codes) else None


def _out_of_promise(
    state: TableState, shoe: Shoe, scan: c.Scan, promised: str
) -> OfTheHouse | None:
    """A virtual shoe was promised in one order: the next card of it, or an incident."""
    if shoe.live:
        return None
    if serial(scan.code) != str(state.cards_out):
        return OfTheHouse.OUT_OF_ORDER
    return None if str(Card.parse(scan.card)) == promised else OfTheHouse.NOT_PROMISED


def cards_are_due(state: TableState) -> bool:
    """Whether a card may be read; a pause does not change which phase it interrupted."""
    paused = state.paused
    return (state.phase if paused is None else paused.phase) in CARDS_ARE_DUE


def is_left(card: str, shoe: Shoe, *, seen: frozenset[str]) -> bool:
    """I12: whether the shoe can hold one more of this card than was seen, or burned, of it."""
    # A burned card whose code was read is among those seen.
    copies = shoe.cards // 52 - (shoe.burned == card and not shoe.burned_code)
    if len(seen) < copies:
        return True
    return " ".join((*seen, "")).count(f":{card} ") < copies


def serial(code: str) -> str:
    """What tells the cards of a set apart; in a virtual shoe, the place where the card lies.

    >>> serial("speed-1.2:85:8C")
    '85'
    """
    return code.split(":")[1]


def belongs(read: c.Scan | c.CorrectCard | c.ProposeCorrection, shoe: Shoe, set_of: SetOf) -> bool:
    """A card code is in the passport of one of the shoe's sets: `set:serial:card`.

    A shoe without sets, as a virtual one, knows its cards by its own name: `shoe:serial:card`.
    Codes are counted and compared as they are written, so the card has its one name in them (I12).
    """
    return code_belongs(read.code, str(Card.parse(read.card)), shoe, set_of)


def code_belongs(code: str, card: str, shoe: Shoe, set_of: SetOf) -> bool:
    """Whether this code is printed on a card of this shoe, and on this card."""
    parts = code.split(":")
    if len(parts) != 3 or parts[2] != card:
        return False
    if not shoe.sets:
        return parts[0] == shoe.shoe_id
    sets = (set_of(set_id) for set_id in shoe.sets)
    return any(known is not None and code in known.codes for known in sets)


def incident(
    draft: Draft, kind: OfTheHouse, detail: str, *, position: str = "", first: str = ""
) -> None:
    """Record what should not have happened, and pause the table."""
    actor = draft.inputs.actor
    draft.add(
        e.IncidentRecorded(
            kind=kind.value, actor=actor, detail=detail[:TEXT_MAX], position=position, first=first
        )
    )
    if draft.state.in_round and draft.state.phase is not Phase.PAUSED:
        draft.add(e.TablePaused(actor=actor, reason=kind.value, public=kind.value))


@handle.register
def _handle_reveal(command: c.Reveal, draft: Draft) -> None:
    expected = draft.state.current.expected
    if not isinstance(expected, Reveal):
        raise Refused(TurningRefusal.NOT_TO_BE_TURNED)
    draft.add(e.CardsRevealed(positions=expected.positions, openings=_openings(draft, expected)))


def _openings(draft: Draft, turned: Reveal) -> tuple[e.Opening, ...]:
    """What shows that these are the cards that were dealt."""
    lying = {step.at: step for step in draft.state.current.steps if step.kind == "deal"}
    steps = (lying[position] for position in turned.positions)
    return tuple(e.Opening(code=step.code, salt=step.salt) for step in steps)


@handle.register
def _handle_choose(command: c.Choose, draft: Draft) -> None:
    state, player = draft.state, draft.inputs.actor
    question = _open_question(state, command.decision_id)
    seat = question.ask.seat
    if seat is None:
        raise Refused(DecisionRefusal.EVERYBODY_ANSWERS, topic=question.ask.topic)
    if not any(bet.player == player for bet in _mains(state, seat)):
        raise Refused(DecisionRefusal.NOT_YOUR_HAND, seat=seat)
    draft.add(_choice(draft, question, command.option, e.By.PLAYER))


@handle.register
def _handle_answer(command: c.Answer, draft: Draft) -> None:
    state, player = draft.state, draft.inputs.actor
    question = _open_question(state, command.decision_id)
    bet = state.current.bets.get(command.bet)
    if bet is None or bet.player != player:
        raise Refused(DecisionRefusal.NOT_YOUR_BET, bet=command.bet)
    if bet not in state.game.asked(state.current.play, tuple(state.current.bets.values())):
        raise Refused(DecisionRefusal.NOT_ASKED, bet=command.bet)
    if bet.id in question.answered:
        raise Refused(DecisionRefusal.ALREADY_ANSWERED, bet=command.bet)
    extras = state.game.extras(state.current.play, command.option, [bet])
    _must_afford(draft, extras)
    draft.add(
        e.AnswerGiven(
            decision_id=question.decision_id, bet=bet.id, option=command.option, extras=extras
        )
    )


def _open_question(state: TableState, decision_id: str) -> Question:
    question = state.current.question
    if question is None or question.decision_id != decision_id:
        raise Refused(DecisionRefusal.PAST, decision_id=decision_id)
    return question


def _mains(state: TableState, seat: int) -> list[Bet]:
    return [
        bet
        for bet in state.current.bets.values()
        if bet.seat == seat and bet.parent is None and _is_main(state, bet)
    ]


def _choice(draft: Draft, question: Question, option: str, by: e.By) -> e.ChoiceMade:
    """The choice with the stakes it takes: the seat's own must be covered, others may follow."""
    state = draft.state
    bets = tuple(state.current.bets.values())
    extras = state.game.extras(state.current.play, option, bets)
    seat = question.ask.seat
    owner = {bet.player for bet in _mains(state, seat)} if seat is not None else set()
    own = [x for x in extras if x.player in owner and _is_own(state, x)]
    _must_afford(draft, own)
    followers = [x for x in extras if x not in own]
    taken = (*own, *_affordable(draft, own, followers))
    return e.ChoiceMade(decision_id=question.decision_id, option=option, by=by, extras=tuple(taken))


def _is_own(state: TableState, extra: Bet) -> bool:
    return extra.parent is not None and _is_main(state, state.current.bets[extra.parent])


def _is_main(state: TableState, bet: Bet) -> bool:
    return state.current.config.variant.bets[bet.kind].role is Role.MAIN


def _must_afford(draft: Draft, extras: Iterable[Bet]) -> None:
    for player, cost in _costs(extras).items():
        if cost > draft.inputs.means.cash(player):
            raise Refused(
                draft.inputs.means.short(player) or BetRefusal.INSUFFICIENT_BALANCE, needed=cost
            )


def _affordable(draft: Draft, own: Iterable[Bet], followers: Iterable[Bet]) -> list[Bet]:
    """F159: a player who cannot pay for following does not follow."""
    spent = _costs(own)
    taken = []
    for extra in followers:
        cost = spent.get(extra.player, 0) + extra.stake
        if cost <= draft.inputs.means.cash(extra.player):
            spent[extra.player] = cost
            taken.append(extra)
    return taken


def _costs(extras: Iterable[Bet]) -> dict[str, int]:
    costs: dict[str, int] = {}
    for extra in extras:
        costs[extra.player] = costs.get(extra.player, 0) + extra.stake
    return costs


def follow(draft: Draft) -> None:
    """Do what needs no command: open questions, let auto stand act, settle a known result."""
    while _next(draft):
        pass


def _next(draft: Draft) -> bool:
    state = draft.state
    current = state.round
    if current is None or current.over or current.play is None or state.phase is Phase.PAUSED:
        return False
    expected = current.expected
    if isinstance(expected, Done):
        settle(draft)
        return True
    if isinstance(expected, Ask):
        return _ask(draft, expected)
    return look_for_cut_card(draft)


def _ask(draft: Draft, ask: Ask) -> bool:
    current = draft.state.current
    if current.question is None:
        decision_id = f"{current.round_id}.{current.questions + 1}"
        draft.add(
            e.QuestionOpened(decision_id=decision_id, topic=ask.topic, seat=ask.seat, hand=ask.hand)
        )
        return True
    if ask.seat is None:
        return _close_when_answered(draft, current.question)
    return _auto_stand(draft, current.question)


def _close_when_answered(draft: Draft, question: Question) -> bool:
    """Close the window as soon as every player who was asked has answered."""
    current = draft.state.current
    asked = draft.state.game.asked(current.play, tuple(current.bets.values()))
    if any(bet.id not in question.answered for bet in asked):
        return False
    draft.add(e.QuestionClosed(decision_id=question.decision_id))
    return True


def _auto_stand(draft: Draft, question: Question) -> bool:
    """F165: the wish is a term of the seat's own bet, as it was when the bet was made."""
    state = draft.state
    assert question.ask.seat is not None
    wishes = [term for bet in _mains(state, question.ask.seat) for term in bet.terms]
    threshold = next((int(w.split(":")[1]) for w in wishes if w.startswith(AUTO_STAND)), None)
    if threshold is None:
        return False
    option = state.game.automatic(state.current.play, threshold)
    if option is None:
        return False
    draft.add(_choice(draft, question, option, e.By.AUTO_STAND))
    return True


def result_known(state: TableState) -> bool:
    """Whether the cards that lie there end the round; a card that lies twice ends nothing."""
    current = state.round
    if current is None or current.over or current.play is None or card_twice(state):
        return False
    return isinstance(current.expected, Done)


def card_twice(state: TableState) -> bool:
    """I12: halfway through two corrections one card lies in two places."""
    return state.in_round and len(set(state.current.codes)) < state.current.cards_dealt


def settle(draft: Draft) -> None:
    """R17: a known result is always settled, in the same step in which it became known."""
    state = draft.state
    current = state.current
    payouts = state.game.settle(current.play, tuple(current.bets.values()))
    paid = tuple(
        e.Paid(
            bet=payout.bet.id,
            result=payout.result.value,
            amount=payout.amount,
            why=tuple(line.label for line in payout.lines),
            chip_returned=payout.chip_returned,
        )
        for payout in payouts
    )
    outcome = dict(state.game.outcome(current.play))
    draft.add(e.RoundSettled(round_id=current.round_id, outcome=outcome, payouts=paid))
    _free_seats(draft)
    shoe = draft.state.shoe
    assert shoe is not None
    # F102: a single deck is shuffled for every round; a live one shows no cut card by itself.
    single = current.config.variant.decks == 1
    if (shoe.last_hand or single) and shoe.retired is None:
        reason = Retired.CUT_CARD if shoe.last_hand else Retired.ROUND_OVER
        draft.add(e.ShoeRetired(shoe_id=shoe.shoe_id, reason=reason.value, actor=HOUSE))


def _free_seats(draft: Draft) -> None:
    """F46: a seat that missed three rounds in a row is free for the next player."""
    state = draft.state
    for seat, missed in sorted(state.missed.items()):
        if missed >= MISSED_ROUNDS_MAX:
            for player in state.seats[seat]:
                draft.add(e.SeatLeft(player=player, seat=seat, missed=missed))


def look_for_cut_card(draft: Draft) -> bool:
    """F92: once the cards out of the shoe reach the cut card, this hand is the last."""
    state = draft.state
    shoe = state.shoe
    assert shoe is not None
    laid = max(state.current.cards_dealt, state.settings.laid_before_close)
    out = shoe.used + laid + state.current.removed
    if shoe.live or shoe.last_hand or out < shoe.cards - shoe.cut_card_from_end:
        return False
    draft.add(e.CutCardShown(actor=HOUSE))
    return True
