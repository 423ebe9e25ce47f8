"""The physical side of cards: loading, burning, dropping, retiring and disclosing a shoe (P15)."""

from __future__ import annotations

from msgspec.structs import replace

from sabot.cards import Card
from sabot.errors import Refused
from sabot.gamekit import burn_count
from sabot.table import commands as c
from sabot.table import events as e
from sabot.table.authority import HOUSE
from sabot.table.dealing import code_belongs, give_up_shoe, incident
from sabot.table.draft import Draft, handle
from sabot.table.phases import Phase
from sabot.table.promises import commitment, is_whole
from sabot.table.staff.reasons import Change, OfTheHouse, Retired, change_code
from sabot.table.staff.refusals import ShoeRefusal
from sabot.table.staff.text_limits import text
from sabot.table.state import Shoe, TableState
from sabot.table.studio.real_cards import RealCards, cut_card_limits, real_cards

DROPPED_MAX = 3
"""F96: the shoe is changed after more fallen cards than this."""


@handle.register
def _handle_load_shoe(command: c.LoadShoe, draft: Draft) -> None:
    state = draft.state
    settings = state.settings
    if command.decks != settings.variant.decks:
        raise Refused(ShoeRefusal.WRONG_DECKS, needed=settings.variant.decks, loaded=command.decks)
    if not settings.live and command.commitment is None:
        raise Refused(ShoeRefusal.NO_COMMITMENT)  # No bets on a virtual shoe that is not fixed.
    if settings.live and not command.shoe_id:
        command = replace(command, shoe_id=f"{state.table_id}.{state.seq + 1}")
    _check_name(state, command.shoe_id)
    _check_promise_kept(state.shoe)
    cards = real_cards(state, command, draft.inputs) if settings.live else _virtual(command)
    cut_card = _cut_card(state, command)
    retire(draft, Retired.REPLACED)
    draft.add(
        e.ShoeLoaded(
            shoe_id=command.shoe_id,
            cards=52 * command.decks,
            cut_card_from_end=cut_card,
            live=settings.live,
            commitment=command.commitment,
            loaded_at_ms=cards.since_ms,
            actor=draft.inputs.actor,
            sets=cards.sets,
            taken_away=cards.taken_away,
        )
    )


def _virtual(command: c.LoadShoe) -> RealCards:
    if command.sets:
        raise Refused(ShoeRefusal.SET_UNKNOWN, set_id=command.sets[0][:64])
    return RealCards(sets=(), since_ms=command.loaded_at_ms, taken_away=())


def _cut_card(state: TableState, command: c.LoadShoe) -> int:
    """How many cards lie behind the cut card; a person may choose within limits at a live table."""
    usual, asked = state.settings.variant.cut_card_from_end, command.cut_card_from_end
    if asked is None:
        return usual
    least, most = cut_card_limits(usual, decks=command.decks)
    if not state.settings.live or not least <= asked <= most:
        raise Refused(ShoeRefusal.CUT_CARD, minimum=least, maximum=most)
    return asked


def _check_name(state: TableState, shoe_id: str) -> None:
    """Refuse a name that card codes cannot begin with, and the name of the shoe on the table."""
    if not shoe_id or ":" in shoe_id:
        raise Refused(ShoeRefusal.BAD_NAME, shoe_id=shoe_id)
    if state.shoe is not None and state.shoe.shoe_id == shoe_id:
        raise Refused(ShoeRefusal.LOADED_BEFORE, shoe_id=shoe_id)


def _check_promise_kept(old: Shoe | None) -> None:
    """The order of a virtual shoe is published before the next one is promised."""
    if old is None or not old.promise_open:
        return
    if old.retired is None:
        raise Refused(ShoeRefusal.STILL_IN_PLAY, shoe_id=old.shoe_id)
    raise Refused(ShoeRefusal.NOT_DISCLOSED, shoe_id=old.shoe_id)


@handle.register
def _handle_burn_cards(command: c.BurnCards, draft: Draft) -> None:
    shoe = draft.state.shoe
    if shoe is None or shoe.used or shoe.rounds:
        raise Refused(ShoeRefusal.ALREADY_BEGUN)
    first = Card.parse(command.first)
    actor, code = draft.inputs.actor, command.code
    if code and not code_belongs(code, str(first), shoe, draft.inputs.set_of):
        raise Refused(OfTheHouse.FOREIGN, read=code[:64])
    if code in shoe.codes:
        raise Refused(OfTheHouse.REPEATED, read=code)
    draft.add(e.CardsBurned(first=str(first), discarded=burn_count(first), actor=actor, code=code))


@handle.register
def _handle_show_cut_card(command: c.ShowCutCard, draft: Draft) -> None:
    shoe = draft.state.shoe
    if shoe is None or shoe.last_hand:
        raise Refused(ShoeRefusal.CUT_CARD_SHOWN_BEFORE)
    draft.add(e.CutCardShown(actor=draft.inputs.actor))
    if draft.state.phase is Phase.RESULT:
        retire(draft, Retired.CUT_CARD)


@handle.register
def _handle_change_cards(command: c.ChangeCards, draft: Draft) -> None:
    code = change_code(command.reason, of_the_house=draft.inputs.actor == HOUSE)
    retire(draft, code, words=text(command.words) if command.words else "")


@handle.register
def _handle_drop_cards(command: c.DropCards, draft: Draft) -> None:
    shoe = draft.state.shoe
    if shoe is None:
        raise Refused(ShoeRefusal.NONE)
    if not 1 <= command.count <= shoe.cards:
        raise Refused(ShoeRefusal.WRONG_COUNT, count=command.count, cards=shoe.cards)
    actor = draft.inputs.actor
    detail = f"{command.count} cards"
    draft.add(e.IncidentRecorded(kind=OfTheHouse.DROPPED.value, actor=actor, detail=detail))
    draft.add(e.CardsDropped(count=command.count))
    if shoe.dropped + command.count > DROPPED_MAX:
        retire(draft, Change.DROPPED_CARDS)


@handle.register
def _handle_report_barcode(command: c.ReportBarcode, draft: Draft) -> None:
    """F96: a card cannot be read. The shift manager looks at it; the shoe is changed afterwards."""
    position = text(command.position)
    incident(draft, OfTheHouse.BAD_BARCODE, position, position=position[:64])
    retire(draft, Change.BAD_BARCODE)


@handle.register
def _handle_disclose_shoe(command: c.DiscloseShoe, draft: Draft) -> None:
    """Publish an order only if it is the promised one."""
    shoe = draft.state.shoe
    if shoe is None or shoe.shoe_id != command.shoe_id:
        raise Refused(ShoeRefusal.UNKNOWN, shoe_id=command.shoe_id)
    if shoe.commitment is None:
        raise Refused(ShoeRefusal.NOTHING_PROMISED, shoe_id=command.shoe_id)
    if shoe.retired is None or draft.state.in_round:
        raise Refused(ShoeRefusal.STILL_IN_PLAY, shoe_id=command.shoe_id)
    if not shoe.promise_open:
        raise Refused(ShoeRefusal.DISCLOSED_BEFORE, shoe_id=command.shoe_id)
    if commitment(cards=command.cards, salt=command.salt) != shoe.commitment:
        raise Refused(ShoeRefusal.PROMISE_BROKEN, shoe_id=command.shoe_id)
    if not is_whole(command.cards, cards=shoe.cards):
        raise Refused(ShoeRefusal.NOT_WHOLE_DECKS, shoe_id=command.shoe_id, cards=shoe.cards)
    draft.add(
        e.ShoeDisclosed(
            shoe_id=command.shoe_id, cards=command.cards, salt=command.salt, openings=shoe.unturned
        )
    )


@handle.register
def _handle_report_lost_promise(command: c.ReportLostPromise, draft: Draft) -> None:
    """The machine cannot show the order: no more cards are dealt, and a person decides."""
    shoe = draft.state.shoe
    if shoe is None or shoe.shoe_id != command.shoe_id or not shoe.promise_open:
        raise Refused(ShoeRefusal.NOTHING_PROMISED, shoe_id=command.shoe_id)
    goes_on = draft.state.in_round and draft.state.phase is not Phase.PAUSED
    if shoe.lost and not goes_on:
        raise Refused(OfTheHouse.PROMISE_LOST, shoe_id=command.shoe_id)
    incident(draft, OfTheHouse.PROMISE_LOST, text(command.reason))
    if not shoe.lost:
        actor, reason = draft.inputs.actor, text(command.reason)
        draft.add(e.PromiseLost(shoe_id=shoe.shoe_id, actor=actor, reason=reason))
    give_up_shoe(draft, Retired.PROMISE_LOST)


@handle.register
def _handle_write_off_shoe(command: c.WriteOffShoe, draft: Draft) -> None:
    """Only a shoe whose order the machine reported as lost; every other one has to be disclosed."""
    shoe = draft.state.shoe
    if shoe is None or shoe.shoe_id != command.shoe_id:
        raise Refused(ShoeRefusal.UNKNOWN, shoe_id=command.shoe_id)
    if not shoe.lost or not shoe.promise_open:
        raise Refused(ShoeRefusal.PROMISE_NOT_LOST, shoe_id=command.shoe_id)
    if draft.state.in_round:
        raise Refused(ShoeRefusal.STILL_IN_PLAY, shoe_id=command.shoe_id)
    actor, reason = draft.inputs.actor, text(command.reason)
    draft.add(e.ShoeWrittenOff(shoe_id=shoe.shoe_id, actor=actor, reason=reason))


def retire(draft: Draft, reason: str, *, words: str = "") -> None:
    """Deal no further round from these cards; the round in play is finished first."""
    shoe = draft.state.shoe
    if shoe is not None and shoe.retired is None:
        actor, code = draft.inputs.actor, str(reason)
        draft.add(e.ShoeRetired(shoe_id=shoe.shoe_id, reason=code, actor=actor, words=words))
