"""The floor: what dealer and shift manager do beyond the cards. Everything is on record (I14)."""

from __future__ import annotations

from sabot.cards import Card
from sabot.errors import Refused
from sabot.gamekit import Ask, Expectation
from sabot.table import commands as c
from sabot.table import events as e
from sabot.table.authority import HOUSE
from sabot.table.config_codec import decode_config
from sabot.table.draft import Draft, Inputs, handle
from sabot.table.evolve import corrected, replayed
from sabot.table.phases import Phase
from sabot.table.play import belongs, card_twice, is_left, look_for_cut_card, result_known
from sabot.table.promises import commitment
from sabot.table.shoes import retire
from sabot.table.state import Round, Step, TableState
from sabot.table.views import hides_cards
from sabot.table.words import text

MALFUNCTION = "table/malfunction"


@handle.register
def _(command: c.Announce, draft: Draft) -> None:
    draft.add(e.Announced(actor=draft.inputs.actor, text=text(command.text)))


@handle.register
def _(command: c.CallManager, draft: Draft) -> None:
    draft.add(e.ManagerCalled(actor=draft.inputs.actor, reason=text(command.reason)))


@handle.register
def _(command: c.Pause, draft: Draft) -> None:
    draft.add(e.TablePaused(actor=draft.inputs.actor, reason=text(command.reason)))


@handle.register
def _(command: c.Resume, draft: Draft) -> None:
    state = draft.state
    if card_twice(state):
        raise Refused("correction/card_twice")
    draft.add(e.TableResumed(actor=draft.inputs.actor, reason=text(command.reason)))


@handle.register
def _(command: c.CancelRound, draft: Draft) -> None:
    """R17, F244: every stake taken goes back; a round whose result is known is never cancelled."""
    state = draft.state
    if not state.in_round:
        raise Refused("round/none")
    current = state.current
    if result_known(state):
        raise Refused("round/result_known", round_id=current.round_id)
    reason = text(command.reason)
    _cancel(draft, reason, proposed_by=_proposer(current, draft.inputs))


def _proposer(current: Round, inputs: Inputs) -> str:
    """The colleague who wants this round cancelled: one person decides about no player's bet."""
    actor = inputs.actor
    if actor == HOUSE or not current.bets:
        return ""
    _check_unseen("cancel/seen", current, actor)
    if current.cancel_by is None:
        raise Refused("cancel/not_proposed", round_id=current.round_id)
    if current.cancel_by == actor:
        raise Refused("cancel/same_person", actor=actor)
    inputs.check_eyes(current.cancel_by, actor)
    return current.cancel_by


def _check_unseen(code: str, current: Round, actor: str) -> None:
    """P13: whoever has seen the hidden cards of a round has no say in it."""
    if actor in current.seen_by:
        raise Refused(code, round_id=current.round_id, actor=actor)


@handle.register
def propose_cancel(command: c.ProposeCancel, draft: Draft) -> None:
    """F244: a dealer or a shift manager proposes, another shift manager decides."""
    state, actor = draft.state, draft.inputs.actor
    if not state.in_round:
        raise Refused("round/none")
    current = state.current
    if result_known(state):
        raise Refused("round/result_known", round_id=current.round_id)
    _check_unseen("cancel/seen", current, actor)
    reason = text(command.reason)
    draft.add(e.CancelProposed(actor=actor, round_id=current.round_id, reason=reason))


@handle.register
def look_at_hidden_cards(command: c.LookAtHiddenCards, draft: Draft) -> None:
    """P13: on record first; what lies there is shown to this person alone."""
    state = draft.state
    if not state.in_round:
        raise Refused("round/none")
    if not hides_cards(state):
        raise Refused("cards/none_hidden", round_id=state.current.round_id)
    draft.add(
        e.HiddenCardsSeen(
            actor=draft.inputs.actor,
            round_id=state.current.round_id,
            reason=text(command.reason),
        )
    )


def _cancel(draft: Draft, reason: str, *, proposed_by: str = "") -> None:
    current = draft.state.current
    look_for_cut_card(draft)
    draft.add(
        e.RoundCancelled(
            round_id=current.round_id,
            actor=draft.inputs.actor,
            reason=reason,
            refunds=tuple(current.bets),
            proposed_by=proposed_by,
        )
    )
    _discard(draft)


@handle.register
def _(command: c.ReportMalfunction, draft: Draft) -> None:
    """F255: on record, the round void; a table that breaks again is switched off, and seen to."""
    actor = draft.inputs.actor
    draft.add(e.IncidentRecorded(kind=MALFUNCTION, actor=actor, detail=text(command.detail)))
    if draft.state.in_round and not result_known(draft.state):
        _cancel(draft, MALFUNCTION)
    if command.again:
        if not draft.state.switched_off:
            draft.add(e.TableSwitchedOff(actor=actor, reason=MALFUNCTION))
        draft.add(e.ManagerCalled(actor=actor, reason=MALFUNCTION))


def _discard(draft: Draft) -> None:
    """What a cancelled round means for the cards that are left."""
    shoe = draft.state.shoe
    assert shoe is not None
    if shoe.last_hand:
        retire(draft, "cut_card")  # F92: cancelled or not, it was the last.
    elif draft.state.current.cards_out and draft.state.current.config.variant.decks == 1:
        retire(draft, "round_cancelled")  # F102: a single deck is shuffled for every round.


@handle.register
def _(command: c.ProposeCorrection, draft: Draft) -> None:
    _check_may_correct(draft)
    card = _correction(draft.state, command)
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
        )
    )


@handle.register
def _(command: c.CorrectCard, draft: Draft) -> None:
    """F243: the dealer proposed, somebody else confirms: four eyes on every changed card."""
    _check_may_correct(draft)
    card = _correction(draft.state, command)
    actor = draft.inputs.actor
    proposal = draft.state.proposal
    proposed = None if proposal is None else (proposal.position, proposal.code, proposal.card)
    if proposal is None or proposed != (command.position, command.code, str(card)):
        raise Refused("correction/not_proposed", position=command.position)
    if proposal.actor == actor:
        raise Refused("correction/same_person", actor=actor)
    draft.inputs.check_eyes(proposal.actor, actor)
    down = draft.state.current.lies_face_down(command.position)
    # The same salt: whoever reads the record sees that what was confirmed is what was proposed.
    draft.add(
        e.CardCorrected(
            actor=actor,
            position=command.position,
            code=command.code,
            card=str(card),
            face_down=down,
            salt=proposal.salt,
            commitment=commitment(cards=command.code, salt=proposal.salt) if down else "",
        )
    )


def _check_may_correct(draft: Draft) -> None:
    if draft.state.in_round:
        _check_unseen("correction/seen", draft.state.current, draft.inputs.actor)


def _correction(state: TableState, command: c.CorrectCard | c.ProposeCorrection) -> Card:
    """The card a position should hold, if the round can be played on with it."""
    card = Card.parse(command.card)
    steps = state.current.steps if state.in_round else ()
    if not any((step.kind, step.at) == ("deal", command.position) for step in steps):
        raise Refused("correction/no_card_there", position=command.position)
    shoe = state.shoe
    assert shoe is not None
    if not belongs(command, shoe):
        raise Refused("correction/foreign", read=command.code)
    # A card of this round may have been moved; one of an earlier round lies in the tray (I12).
    if command.code in shoe.codes - set(state.current.codes):
        raise Refused("correction/repeated", read=command.code)
    try:
        changed = corrected(steps, command)
        _check_answers(state, state.game.expects(replayed(state, changed)))
        _check_deciders(state, steps, changed)
    except Refused as refusal:
        # The other cards or decisions make no sense any more: only a cancel is left.
        raise Refused(
            "correction/impossible", position=command.position, why=str(refusal)
        ) from None
    others = {step.code for step in steps if step.at != command.position}
    seen = ((shoe.codes - set(state.current.codes)) | others) - {command.code}
    if not is_left(str(card), shoe, seen=seen):
        raise Refused("correction/too_many", card=str(card))
    return card


def _check_answers(state: TableState, expected: Expectation) -> None:
    """Answers were given, and maybe paid for, to the question that was open."""
    question = state.current.question
    if question is not None and question.answered and question.ask != expected:
        raise Refused("decision/already_answered", topic=question.ask.topic)


def _check_deciders(state: TableState, steps: tuple[Step, ...], changed: tuple[Step, ...]) -> None:
    """What was decided, and maybe paid for, for one hand is no other hand's decision."""
    if _deciders(state, steps) != _deciders(state, changed):
        raise Refused("decision/not_your_hand")


def _deciders(state: TableState, steps: tuple[Step, ...]) -> list[tuple[int | None, int]]:
    """The hand that each choice was made for."""
    asked = (
        state.game.expects(replayed(state, steps[:number]))
        for number, step in enumerate(steps)
        if step.kind == "choose"
    )
    return [(ask.seat, ask.hand) for ask in asked if isinstance(ask, Ask)]


@handle.register
def _(command: c.SwitchSideBets, draft: Draft) -> None:
    _check_switched(draft.state, command)
    draft.add(
        e.SideBetsSwitched(
            actor=draft.inputs.actor,
            kinds=command.kinds,
            off=command.off,
            reason=text(command.reason),
        )
    )


def _check_switched(state: TableState, command: c.SwitchSideBets) -> None:
    """F62: a shift manager turns off, and on again, what the settings of the table offer.

    Blind Play and Top 3 are there only when the operator wants them: that is a setting.
    """
    settings = state.settings
    rules = settings.rules(switched_off=frozenset())
    for kind in command.kinds:
        if kind not in settings.variant.bets:
            raise Refused("bet/not_offered", kind=kind)
        if not rules.offers(kind):
            raise Refused("bet/off_by_settings", kind=kind)
    if all((kind in state.kinds_off) == command.off for kind in command.kinds):
        raise Refused("bet/already_so")


@handle.register
def _(command: c.SwitchTable, draft: Draft) -> None:
    actor = draft.inputs.actor
    if command.off == draft.state.switched_off:
        raise Refused("table/already_so")
    if command.off:
        draft.add(e.TableSwitchedOff(actor=actor, reason=text(command.reason)))
    else:
        if draft.state.phase is Phase.OFF:
            retire(draft, "table_was_off")  # F96: nobody watched these cards.
        draft.add(e.TableSwitchedOn(actor=actor, reason=text(command.reason)))


@handle.register
def _(command: c.Configure, draft: Draft) -> None:
    state = draft.state
    if state.config is not None and command.version <= state.config.version:
        raise Refused("config/older", version=command.version, current=state.config.version)
    config = decode_config(command.config, state.game)
    if (config.table_id, config.version) != (state.table_id, command.version):
        raise Refused("config/not_its_own", table_id=config.table_id, version=config.version)
    draft.add(
        e.TableConfigured(
            version=command.version,
            config=command.config,
            actor=draft.inputs.actor,
            reason=text(command.reason),
        )
    )
    shoe = state.shoe
    if shoe is not None and (shoe.cards, shoe.live) != (52 * config.variant.decks, config.live):
        retire(draft, "settings")
