"""Cards as things: loading, burning, dropping, retiring and disclosing a shoe (P15)."""

from __future__ import annotations

from sabot.cards import Card
from sabot.errors import Refused
from sabot.gamekit import burn_count
from sabot.table import commands as c
from sabot.table import events as e
from sabot.table.draft import Draft, handle
from sabot.table.phases import Phase
from sabot.table.play import give_up_shoe, incident
from sabot.table.promises import commitment, is_whole
from sabot.table.state import Shoe, TableState
from sabot.table.words import text

DROPPED_MAX = 3
"""F96: more fallen cards than these and the shoe is changed."""

PROMISE_LOST = "shoe/promise_lost"
"""The incident of a machine that cannot show the order it promised."""

REST = (Phase.IDLE, Phase.SHUFFLE, Phase.OFF)


@handle.register
def _(command: c.LoadShoe, draft: Draft) -> None:
    state = draft.state
    settings = state.settings
    if command.decks != settings.variant.decks:
        raise Refused("shoe/wrong_decks", needed=settings.variant.decks, loaded=command.decks)
    if not settings.live and command.commitment is None:
        raise Refused("shoe/no_commitment")  # Nobody bets on a virtual shoe that is not fixed.
    _check_name(state, command.shoe_id)
    _check_promise_kept(state.shoe)
    retire(draft, "replaced")
    draft.add(
        e.ShoeLoaded(
            shoe_id=command.shoe_id,
            cards=52 * command.decks,
            cut_card_from_end=settings.variant.cut_card_from_end,
            live=settings.live,
            commitment=command.commitment,
            loaded_at_ms=command.loaded_at_ms,
            actor=draft.inputs.actor,
        )
    )


def _check_name(state: TableState, shoe_id: str) -> None:
    """A name that tells these cards from those before; a set of real cards may come back later."""
    if not shoe_id or ":" in shoe_id:
        raise Refused("shoe/bad_name", shoe_id=shoe_id)  # Codes of cards begin with it.
    if state.shoe is not None and state.shoe.shoe_id == shoe_id:
        raise Refused("shoe/loaded_before", shoe_id=shoe_id)


def _check_promise_kept(old: Shoe | None) -> None:
    """The order of a virtual shoe is published before the next one is promised."""
    if old is None or not old.promise_open:
        return
    if old.retired is None:
        raise Refused("shoe/still_in_play", shoe_id=old.shoe_id)
    raise Refused("shoe/not_disclosed", shoe_id=old.shoe_id)


@handle.register
def _(command: c.BurnCards, draft: Draft) -> None:
    shoe = draft.state.shoe
    if shoe is None or shoe.used or shoe.rounds:
        raise Refused("shoe/already_begun")
    first = Card.parse(command.first)
    actor = draft.inputs.actor
    draft.add(e.CardsBurned(first=str(first), discarded=burn_count(first), actor=actor))


@handle.register
def _(command: c.ShowCutCard, draft: Draft) -> None:
    shoe = draft.state.shoe
    if shoe is None or shoe.last_hand:
        raise Refused("shoe/cut_card_shown_before")
    draft.add(e.CutCardShown(actor=draft.inputs.actor))
    if draft.state.phase is Phase.RESULT:
        retire(draft, "cut_card")


@handle.register
def _(command: c.ChangeCards, draft: Draft) -> None:
    retire(draft, text(command.reason))


@handle.register
def _(command: c.DropCards, draft: Draft) -> None:
    shoe = draft.state.shoe
    if shoe is None:
        raise Refused("shoe/none")
    if not 1 <= command.count <= shoe.cards:
        raise Refused("shoe/wrong_count", count=command.count, cards=shoe.cards)
    actor = draft.inputs.actor
    detail = f"{command.count} cards"
    draft.add(e.IncidentRecorded(kind="cards/dropped", actor=actor, detail=detail))
    draft.add(e.CardsDropped(count=command.count))
    if shoe.dropped + command.count > DROPPED_MAX:
        retire(draft, "dropped_cards")


@handle.register
def _(command: c.ReportBarcode, draft: Draft) -> None:
    """A card nobody can read: this round needs a person, the next one new cards (F96)."""
    incident(draft, "scan/bad_barcode", text(command.position))
    retire(draft, "bad_barcode")


@handle.register
def _(command: c.DiscloseShoe, draft: Draft) -> None:
    """What is published is what was promised, or it is not published in our name."""
    shoe = draft.state.shoe
    if shoe is None or shoe.shoe_id != command.shoe_id:
        raise Refused("shoe/unknown", shoe_id=command.shoe_id)
    if shoe.commitment is None:
        raise Refused("shoe/nothing_promised", shoe_id=command.shoe_id)
    if shoe.retired is None or draft.state.in_round:
        raise Refused("shoe/still_in_play", shoe_id=command.shoe_id)
    if not shoe.promise_open:
        raise Refused("shoe/disclosed_before", shoe_id=command.shoe_id)
    if commitment(cards=command.cards, salt=command.salt) != shoe.commitment:
        raise Refused("shoe/promise_broken", shoe_id=command.shoe_id)
    if not is_whole(command.cards, cards=shoe.cards):
        raise Refused("shoe/not_whole_decks", shoe_id=command.shoe_id, cards=shoe.cards)
    openings = tuple(opening for opening in shoe.unturned if opening.salt)
    draft.add(
        e.ShoeDisclosed(
            shoe_id=command.shoe_id, cards=command.cards, salt=command.salt, openings=openings
        )
    )


@handle.register
def _(command: c.ReportLostPromise, draft: Draft) -> None:
    """The order cannot be shown: nothing more is dealt from it, and a person has to decide."""
    shoe = draft.state.shoe
    if shoe is None or shoe.shoe_id != command.shoe_id or not shoe.promise_open:
        raise Refused("shoe/nothing_promised", shoe_id=command.shoe_id)
    goes_on = draft.state.in_round and draft.state.phase is not Phase.PAUSED
    if shoe.lost and not goes_on:
        raise Refused("shoe/promise_lost", shoe_id=command.shoe_id)
    incident(draft, PROMISE_LOST, text(command.reason))
    if not shoe.lost:
        actor, reason = draft.inputs.actor, text(command.reason)
        draft.add(e.PromiseLost(shoe_id=shoe.shoe_id, actor=actor, reason=reason))
    give_up_shoe(draft, "promise_lost")


@handle.register
def _(command: c.WriteOffShoe, draft: Draft) -> None:
    """Only a promise that the machine itself says is lost: no other shoe escapes its disclosure."""
    shoe = draft.state.shoe
    if shoe is None or shoe.shoe_id != command.shoe_id:
        raise Refused("shoe/unknown", shoe_id=command.shoe_id)
    if not shoe.lost or not shoe.promise_open:
        raise Refused("shoe/promise_not_lost", shoe_id=command.shoe_id)
    if draft.state.in_round:
        raise Refused("shoe/still_in_play", shoe_id=command.shoe_id)
    actor, reason = draft.inputs.actor, text(command.reason)
    draft.add(e.ShoeWrittenOff(shoe_id=shoe.shoe_id, actor=actor, reason=reason))


def retire(draft: Draft, reason: str) -> None:
    """No further round from these cards; the one in play is finished first."""
    shoe = draft.state.shoe
    if shoe is not None and shoe.retired is None:
        actor = draft.inputs.actor
        draft.add(e.ShoeRetired(shoe_id=shoe.shoe_id, reason=reason, actor=actor))
