"""Cards that lie elsewhere than the log says: one person proposes, another confirms (F243).

A correction names the card of one position, a move says that two cards lie in each other's place.
Either replays the round; what no longer makes sense with it is refused. `effect` says what a
proposal would lead to and changes nothing.
"""

from __future__ import annotations

import msgspec

from sabot.cards import Card
from sabot.errors import Code, Refused
from sabot.gamekit import Ask, Audience, Deal, Expectation, Reveal
from sabot.table import commands as c
from sabot.table import events as e
from sabot.table.dealing import belongs, is_left, result_known
from sabot.table.draft import Draft, Inputs, handle
from sabot.table.evolve import evolve
from sabot.table.promises import commitment
from sabot.table.refusals import DecisionRefusal
from sabot.table.replays import corrected, moved, replayed
from sabot.table.staff.card_sets import SetOf
from sabot.table.staff.refusals import CorrectionRefusal
from sabot.table.staff.text_limits import text
from sabot.table.state import Proposal, Round, Step, TableState
from sabot.table.views import HandShown, shown


def check_unseen(code: Code, current: Round, actor: str) -> None:
    """P13: staff who have seen the hidden cards of a round have no say in it."""
    if actor in current.seen_by:
        raise Refused(code, round_id=current.round_id, actor=actor)


def _check_may_correct(draft: Draft) -> None:
    if draft.state.in_round:
        check_unseen(CorrectionRefusal.SEEN, draft.state.current, draft.inputs.actor)


def _check_may_propose(draft: Draft) -> None:
    """One proposal at a time; its own proposer may say something else instead."""
    _check_may_correct(draft)
    proposal = draft.state.proposal
    if proposal is not None and proposal.actor != draft.inputs.actor:
        raise Refused(
            CorrectionRefusal.OTHER_OPEN, position=proposal.position, actor=proposal.actor
        )


@handle.register
def _handle_propose_correction(command: c.ProposeCorrection, draft: Draft) -> None:
    _check_may_propose(draft)
    card = correction(draft.state, command, draft.inputs.set_of)
    down = draft.state.current.lies_face_down(command.position)
    salt = draft.inputs.salt() if down else ""
    draft.add(
        e.CorrectionProposed(
            actor=draft.inputs.actor,
            position=command.position,
            code=command.code,
            card=str(card),
            face_down=down,
            salt=salt,
            commitment=commitment(cards=command.code, salt=salt) if down else "",
            manual=command.manual,
        )
    )


@handle.register
def _handle_propose_move(command: c.ProposeMove, draft: Draft) -> None:
    _check_may_propose(draft)
    check_move(draft.state, command)
    draft.add(e.MoveProposed(actor=draft.inputs.actor, first=command.first, second=command.second))


@handle.register
def _handle_correct_card(command: c.CorrectCard, draft: Draft) -> None:
    """F243: one member of staff proposed, another confirms: four eyes on every changed card."""
    _check_may_correct(draft)
    card = correction(draft.state, command, draft.inputs.set_of)
    proposal = draft.state.proposal
    said = (command.position, command.code, str(card), "")
    if proposal is None or said != _said(proposal):
        raise Refused(CorrectionRefusal.NOT_PROPOSED, position=command.position)
    _check_eyes(proposal, draft.inputs)
    down = draft.state.current.lies_face_down(command.position)
    # The same salt, so the record shows that the confirmed card is the proposed one.
    draft.add(
        e.CardCorrected(
            actor=draft.inputs.actor,
            position=command.position,
            code=command.code,
            card=str(card),
            face_down=down,
            salt=proposal.salt,
            commitment=commitment(cards=command.code, salt=proposal.salt) if down else "",
            manual=proposal.manual,
        )
    )


@handle.register
def _handle_move_cards(command: c.MoveCards, draft: Draft) -> None:
    """F243: a swap is one proposal and one confirmation, with the eyes of two people."""
    _check_may_correct(draft)
    check_move(draft.state, command)
    proposal = draft.state.proposal
    if proposal is None or _said(proposal) != (command.first, "", "", command.second):
        raise Refused(CorrectionRefusal.NOT_PROPOSED, position=command.first)
    _check_eyes(proposal, draft.inputs)
    draft.add(e.CardsMoved(actor=draft.inputs.actor, first=command.first, second=command.second))


def _said(proposal: Proposal) -> tuple[str, str, str, str]:
    return (proposal.position, proposal.code, proposal.card, proposal.second)


def _check_eyes(proposal: Proposal, inputs: Inputs) -> None:
    if proposal.actor == inputs.actor:
        raise Refused(CorrectionRefusal.SAME_PERSON, actor=inputs.actor)
    inputs.check_eyes(proposal.actor, inputs.actor)


@handle.register
def _handle_withdraw_correction(command: c.WithdrawCorrection, draft: Draft) -> None:
    proposal = draft.state.proposal
    if proposal is None:
        raise Refused(CorrectionRefusal.NONE)
    if proposal.actor != draft.inputs.actor:
        raise Refused(CorrectionRefusal.NOT_YOURS, actor=proposal.actor)
    draft.add(e.CorrectionWithdrawn(actor=draft.inputs.actor))


@handle.register
def _handle_decline_correction(command: c.DeclineCorrection, draft: Draft) -> None:
    _check_may_correct(draft)
    proposal = draft.state.proposal
    if proposal is None:
        raise Refused(CorrectionRefusal.NONE)
    if proposal.actor == draft.inputs.actor:
        raise Refused(CorrectionRefusal.SAME_PERSON, actor=proposal.actor)
    draft.add(e.CorrectionDeclined(actor=draft.inputs.actor, reason=text(command.reason)))


@handle.register
def _handle_ask_rescan(command: c.AskRescan, draft: Draft) -> None:
    """The dealer reads this position again, and says what it holds as a new proposal."""
    _check_may_correct(draft)
    if not _lies(draft.state, command.position):
        raise Refused(CorrectionRefusal.NO_CARD_THERE, position=command.position)
    draft.add(
        e.CorrectionDeclined(
            actor=draft.inputs.actor, reason=text(command.reason), rescan=command.position
        )
    )


# --- whether the round makes sense with it --------------------------------------------------------


def _lies(state: TableState, position: str) -> bool:
    steps = state.current.steps if state.in_round else ()
    return any((step.kind, step.at) == ("deal", position) for step in steps)


def correction(
    state: TableState, command: c.CorrectCard | c.ProposeCorrection, set_of: SetOf
) -> Card:
    """The card a position should hold, if the round can be played on with it."""
    card = Card.parse(command.card)
    if not _lies(state, command.position):
        raise Refused(CorrectionRefusal.NO_CARD_THERE, position=command.position)
    steps = state.current.steps
    shoe = state.shoe
    assert shoe is not None
    if not belongs(command, shoe, set_of):
        raise Refused(CorrectionRefusal.FOREIGN, read=command.code)
    # A card of this round may have been moved; one of an earlier round lies in the tray (I12).
    if command.code in shoe.codes - set(state.current.codes):
        raise Refused(CorrectionRefusal.REPEATED, read=command.code)
    _check_makes_sense(state, corrected(steps, command), position=command.position)
    others = {step.code for step in steps if step.at != command.position}
    seen = ((shoe.codes - set(state.current.codes)) | others) - {command.code}
    if not is_left(str(card), shoe, seen=seen):
        raise Refused(CorrectionRefusal.TOO_MANY, card=str(card))
    return card


def check_move(state: TableState, command: c.MoveCards | c.ProposeMove) -> None:
    """Refuse two positions whose cards cannot be exchanged."""
    for position in (command.first, command.second):
        if not _lies(state, position):
            raise Refused(CorrectionRefusal.NO_CARD_THERE, position=position)
    if command.first == command.second:
        raise Refused(CorrectionRefusal.SAME_POSITION, position=command.first)
    current = state.current
    # P13: a card that lies face down would be shown, and one that players know would be hidden.
    if current.lies_face_down(command.first) != current.lies_face_down(command.second):
        raise Refused(CorrectionRefusal.ONE_FACE_DOWN, first=command.first, second=command.second)
    _check_makes_sense(state, moved(current.steps, command), position=command.first)


def _check_makes_sense(state: TableState, changed: tuple[Step, ...], *, position: str) -> None:
    try:
        _check_answers(state, state.game.expects(replayed(state, changed)))
        _check_deciders(state, state.current.steps, changed)
    except Refused as refusal:
        # The other cards or decisions make no sense any more: only a cancel is left.
        raise Refused(CorrectionRefusal.IMPOSSIBLE, position=position, why=str(refusal)) from None


def _check_answers(state: TableState, expected: Expectation) -> None:
    """Answers were given, and maybe paid for, to the question that was open."""
    question = state.current.question
    if question is not None and question.answered and question.ask != expected:
        raise Refused(DecisionRefusal.ALREADY_ANSWERED, topic=question.ask.topic)


def _check_deciders(state: TableState, steps: tuple[Step, ...], changed: tuple[Step, ...]) -> None:
    """What was decided, and maybe paid for, for one hand is no other hand's decision."""
    if _deciders(state, steps) != _deciders(state, changed):
        raise Refused(DecisionRefusal.NOT_YOUR_HAND)


def _deciders(state: TableState, steps: tuple[Step, ...]) -> list[tuple[int | None, int]]:
    """The hand that each choice was made for."""
    asked = (
        state.game.expects(replayed(state, steps[:number]))
        for number, step in enumerate(steps)
        if step.kind == "choose"
    )
    return [(ask.seat, ask.hand) for ask in asked if isinstance(ask, Ask)]


# --- what it would lead to ------------------------------------------------------------------------


class Effect(msgspec.Struct, frozen=True, kw_only=True):
    """A round with the open proposal applied, as one audience would see it.

    `impossible` is the code of the refusal that the confirmation would get; the rest is then empty.
    """

    hands: tuple[HandShown, ...] = ()
    next: tuple[str, ...] = ()  # the positions that would be due
    result_known: bool = False
    impossible: str | None = None


def effect(state: TableState, audience: Audience, set_of: SetOf) -> Effect | None:
    """What confirming the open proposal would lead to; None when there is none."""
    proposal = state.proposal
    if proposal is None or not state.in_round or state.paused is None:
        return None
    try:
        changed = evolve(state, _confirmed(state, proposal, set_of))
    except Refused as refusal:
        return Effect(impossible=refusal.code)
    expected = changed.current.expected
    due = expected.positions if isinstance(expected, Deal | Reveal) else ()
    return Effect(
        hands=shown(changed, audience).hands, next=due, result_known=result_known(changed)
    )


def _confirmed(state: TableState, proposal: Proposal, set_of: SetOf) -> e.Event:
    """The event that a confirmation would lead to."""
    if proposal.second:
        move = c.MoveCards(first=proposal.position, second=proposal.second)
        check_move(state, move)
        return e.CardsMoved(actor=proposal.actor, first=move.first, second=move.second)
    card = c.CorrectCard(position=proposal.position, code=proposal.code, card=proposal.card)
    correction(state, card, set_of)
    return e.CardCorrected(
        actor=proposal.actor,
        position=card.position,
        code=card.code,
        card=card.card,
        face_down=state.current.lies_face_down(card.position),
        salt=proposal.salt,
    )
