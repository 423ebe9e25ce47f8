"""What dealers and shift managers do besides dealing cards. Every act is on record (I14)."""

from __future__ import annotations

from sabot.errors import Refused
from sabot.gamekit import Reason
from sabot.table import commands as c
from sabot.table import events as e
from sabot.table.authority import HOUSE
from sabot.table.config_codec import decode_config
from sabot.table.dealing import card_twice, look_for_cut_card, result_known
from sabot.table.draft import Draft, Inputs, handle
from sabot.table.phases import Phase
from sabot.table.refusals import BetRefusal, ConfigRefusal, TableRefusal
from sabot.table.staff.phrases import phrase
from sabot.table.staff.reasons import Change, OfTheHouse, Retired, public_code, read_by_players
from sabot.table.staff.refusals import (
    CancelRefusal,
    CorrectionRefusal,
    RoundRefusal,
    TurningRefusal,
)
from sabot.table.staff.text_limits import text
from sabot.table.state import Round, TableState
from sabot.table.studio.corrections import check_unseen
from sabot.table.studio.shoes import retire
from sabot.table.views import hides_cards

MALFUNCTION = OfTheHouse.MALFUNCTION.value


@handle.register
def _handle_announce(command: c.Announce, draft: Draft) -> None:
    draft.add(e.Announced(actor=draft.inputs.actor, phrase=phrase(command.phrase)))


@handle.register
def _handle_pause(command: c.Pause, draft: Draft) -> None:
    public, reason = public_code(command.public), text(command.reason)
    if draft.inputs.actor == HOUSE:
        public = read_by_players(reason, command.public)
    draft.add(e.TablePaused(actor=draft.inputs.actor, reason=reason, public=public))


@handle.register
def _handle_resume(command: c.Resume, draft: Draft) -> None:
    state = draft.state
    if card_twice(state):
        raise Refused(CorrectionRefusal.CARD_TWICE)
    draft.add(e.TableResumed(actor=draft.inputs.actor, reason=text(command.reason)))


@handle.register
def _handle_cancel_round(command: c.CancelRound, draft: Draft) -> None:
    """R17, F244: every stake taken goes back; a round whose result is known is never cancelled."""
    state = draft.state
    if not state.in_round:
        raise Refused(RoundRefusal.NONE)
    current = state.current
    if result_known(state):
        raise Refused(RoundRefusal.RESULT_KNOWN, round_id=current.round_id)
    reason = text(command.reason)
    public = public_code(command.public or current.cancel_public)
    if draft.inputs.actor == HOUSE:
        public = read_by_players(reason, command.public)
    _cancel(draft, reason, public=public, proposed_by=_proposer(current, draft.inputs))


def _proposer(current: Round, inputs: Inputs) -> str:
    """The colleague who wants this round cancelled: one person decides about no player's bet."""
    actor = inputs.actor
    if actor == HOUSE or not current.bets:
        return ""
    check_unseen(CancelRefusal.SEEN, current, actor)
    if current.cancel_by is None:
        raise Refused(CancelRefusal.NOT_PROPOSED, round_id=current.round_id)
    if current.cancel_by == actor:
        raise Refused(CancelRefusal.SAME_PERSON, actor=actor)
    inputs.check_eyes(current.cancel_by, actor)
    return current.cancel_by


@handle.register
def propose_cancel(command: c.ProposeCancel, draft: Draft) -> None:
    """F244: a dealer or a shift manager proposes, another shift manager decides."""
    state, actor = draft.state, draft.inputs.actor
    if not state.in_round:
        raise Refused(RoundRefusal.NONE)
    current = state.current
    if result_known(state):
        raise Refused(RoundRefusal.RESULT_KNOWN, round_id=current.round_id)
    check_unseen(CancelRefusal.SEEN, current, actor)
    reason = text(command.reason)
    public = public_code(command.public)
    draft.add(
        e.CancelProposed(actor=actor, round_id=current.round_id, reason=reason, public=public)
    )


@handle.register
def look_at_hidden_cards(command: c.LookAtHiddenCards, draft: Draft) -> None:
    """P13: on record first; what lies there is shown to this person alone."""
    state = draft.state
    if not state.in_round:
        raise Refused(RoundRefusal.NONE)
    if not hides_cards(state):
        raise Refused(TurningRefusal.CARDS_NONE_HIDDEN, round_id=state.current.round_id)
    draft.add(
        e.HiddenCardsSeen(
            actor=draft.inputs.actor,
            round_id=state.current.round_id,
            reason=text(command.reason),
        )
    )


def _cancel(draft: Draft, reason: str, *, public: str, proposed_by: str = "") -> None:
    current = draft.state.current
    look_for_cut_card(draft)
    draft.add(
        e.RoundCancelled(
            round_id=current.round_id,
            actor=draft.inputs.actor,
            reason=reason,
            refunds=tuple(current.bets),
            proposed_by=proposed_by,
            public=public,
        )
    )
    _discard(draft)


@handle.register
def _handle_report_malfunction(command: c.ReportMalfunction, draft: Draft) -> None:
    """F255: on record, the round void; a table that breaks again is switched off, and seen to."""
    actor = draft.inputs.actor
    draft.add(e.IncidentRecorded(kind=MALFUNCTION, actor=actor, detail=text(command.detail)))
    if draft.state.in_round and not result_known(draft.state):
        _cancel(draft, MALFUNCTION, public=MALFUNCTION)
    if command.again:
        if not draft.state.switched_off:
            draft.add(e.TableSwitchedOff(actor=actor, reason=MALFUNCTION))
        draft.add(e.ManagerCalled(actor=actor, reason=MALFUNCTION))


def _discard(draft: Draft) -> None:
    """What a cancelled round means for the cards that are left."""
    shoe = draft.state.shoe
    assert shoe is not None
    if shoe.last_hand:
        retire(draft, Retired.CUT_CARD)  # F92: cancelled or not, it was the last.
    elif draft.state.current.cards_out and draft.state.current.config.variant.decks == 1:
        retire(draft, Retired.ROUND_CANCELLED)  # F102: a single deck is shuffled for every round.


@handle.register
def _handle_switch_side_bets(command: c.SwitchSideBets, draft: Draft) -> None:
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
    rules = settings.rules()
    for kind in command.kinds:
        if kind not in settings.variant.bets:
            raise Refused(Reason.NOT_OFFERED, kind=kind)
        if not rules.offers(kind):
            raise Refused(BetRefusal.OFF_BY_SETTINGS, kind=kind)
    if all((kind in state.kinds_off) == command.off for kind in command.kinds):
        raise Refused(BetRefusal.ALREADY_SO)


@handle.register
def _handle_switch_table(command: c.SwitchTable, draft: Draft) -> None:
    actor = draft.inputs.actor
    if command.off == draft.state.switched_off:
        raise Refused(TableRefusal.ALREADY_SO)
    if command.off:
        draft.add(e.TableSwitchedOff(actor=actor, reason=text(command.reason)))
    else:
        if draft.state.phase is Phase.OFF:
            retire(draft, Retired.TABLE_WAS_OFF)  # F96: no staff watched these cards.
        draft.add(e.TableSwitchedOn(actor=actor, reason=text(command.reason)))


@handle.register
def _handle_configure(command: c.Configure, draft: Draft) -> None:
    state = draft.state
    if state.config is not None and command.version <= state.config.version:
        raise Refused(ConfigRefusal.OLDER, version=command.version, current=state.config.version)
    config = decode_config(command.config, state.game)
    if (config.table_id, config.version) != (state.table_id, command.version):
        raise Refused(ConfigRefusal.NOT_ITS_OWN, table_id=config.table_id, version=config.version)
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
        retire(draft, Change.SETTINGS)
