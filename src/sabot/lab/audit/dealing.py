"""Shoes and cards: what was loaded, read, corrected, retired and disclosed (I8, I12, P15)."""

from __future__ import annotations

from sabot.gamekit import Ask, Deal, Face, Reveal, burn_count
from sabot.lab.audit.findings import Check
from sabot.lab.audit.floor import signed
from sabot.lab.audit.hidden import (
    lay_other_sealed,
    lay_sealed,
    left,
    open_turned,
    open_unturned,
    put,
    read,
)
from sabot.lab.audit.shoes import CARDS, Shoe, flaws
from sabot.lab.audit.tables import Misplaced, Round, Stage, TableAudit, judges
from sabot.table import events as e


@judges(e.ShoeLoaded)
def _judge_shoe_loaded(table: TableAudit, event: e.ShoeLoaded) -> None:
    """Whole decks, loaded between two rounds; the order of a virtual shoe is promised before."""
    signed(table, event, actor=event.actor)
    settings = table.settings
    variant = settings.variant
    cut_card = variant.cut_card_from_end
    if settings.live and _may_be_cut_at(event.cut_card_from_end, cut_card, decks=variant.decks):
        cut_card = event.cut_card_from_end
    facts = (event.cards, event.cut_card_from_end, event.live, event.commitment is not None)
    asked = (52 * variant.decks, cut_card, settings.live, True)
    if facts[:3] != asked[:3] or not (event.live or event.commitment):
        table.wrong(Check.P15, f"shoe {event.shoe_id}", expected=asked, found=facts)
    if table.round is not None:
        table.wrong(Check.P15, "a new shoe", expected="between rounds", found=table.phase_name)
    old = table.shoe
    if old is not None and not old.retired:
        table.wrong(Check.P15, f"shoe {old.shoe_id}", expected="retired first", found="in play")
    if old is not None and not (old.live or old.disclosed or old.written_off):
        table.wrong(
            Check.FAIR, f"shoe {old.shoe_id}", expected="disclosed first", found=event.shoe_id
        )
    before = () if old is None else old.sets
    gone = tuple(each for each in before if each not in event.sets)
    if event.taken_away != gone or (settings.passports and not event.sets):
        table.wrong(Check.P15, "sets of cards", expected=f"{gone} taken away", found=event)
    # A set of real cards may come back after another one; each virtual shoe needs a new name.
    again = table.shoes.get(event.shoe_id)
    if again is not None and (again is old or not (again.live or event.live)):
        table.wrong(Check.I12, "shoe_id", expected="new cards", found=event.shoe_id)
    table.shoe = table.shoes[event.shoe_id] = Shoe(
        shoe_id=event.shoe_id,
        decks=variant.decks,
        live=event.live,
        commitment=event.commitment,
        sets=event.sets,
    )
    table.loads.append(table.shoe)


def _may_be_cut_at(cut_card: int, usual: int, *, decks: int) -> bool:
    """Whether people may put the cut card this many cards from the end of a live shoe.

    Up to a quarter deck nearer to the end than usual, unless a deck or less lies behind it, and up
    to half the shoe from the end. A single deck is shuffled for every round: its cut card is fixed.
    """
    least = usual - 13 if usual > 52 else usual
    return decks > 1 and least <= cut_card <= 26 * decks


def shoe_of(table: TableAudit) -> Shoe:
    """The shoe on the table; an event about cards makes no sense without one."""
    if table.shoe is None:
        table.wrong(Check.P15, "the shoe", expected="loaded cards", found="none")
        raise Misplaced
    return table.shoe


@judges(e.CardsBurned)
def _judge_cards_burned(table: TableAudit, event: e.CardsBurned) -> None:
    """F99: the first card of a new shoe, and as many as its value."""
    signed(table, event, actor=event.actor)
    shoe = shoe_of(table)
    card = CARDS[event.first]
    if shoe.used or shoe.rounds or event.discarded != burn_count(card):
        table.wrong(
            Check.I12,
            "burned cards",
            expected=f"{burn_count(card)} at the beginning of a shoe",
            found=f"{event.discarded} after {shoe.used} cards",
        )
    if event.code:
        read(table, shoe, event.code, event.first)
    left(table, shoe, event.first, number=0)
    shoe.burned = True
    shoe.used = 1 + event.discarded


@judges(e.CardsDropped)
def _judge_cards_dropped(table: TableAudit, event: e.CardsDropped) -> None:
    """F96: fallen cards are counted; after more than three the shoe is changed."""
    shoe = shoe_of(table)
    shoe.dropped += event.count
    if event.count < 1:
        table.wrong(Check.I12, "dropped cards", expected="at least one", found=event.count)


@judges(e.CardRemoved)
def card_removed(table: TableAudit, event: e.CardRemoved) -> None:
    """P12: a card that was read too early leaves the shoe; a card that was due does not."""
    signed(table, event, actor=event.actor)
    shoe = shoe_of(table)
    table.counts.cards += 1
    current = table.round
    playing = current is not None and current.stage is not Stage.OVER
    number = shoe.used + (current.out if current is not None and playing else 0)
    if table.seq - table.early_at > 2 or not table.early_at or _card_is_due(table):
        table.wrong(Check.I12, "a removed card", expected="read too early", found=event.code)
    table.early_at = 0
    read(table, shoe, event.code, event.card)
    left(table, shoe, event.card, number=number)
    if current is not None and playing:
        current.removed += 1
    else:
        shoe.used += 1


def _card_is_due(table: TableAudit) -> bool:
    current = table.round
    if current is None or current.stage is not Stage.PLAY or current.spoiled:
        return False
    return not isinstance(table.rules_of_game.expects(current.play), Ask)


@judges(e.CutCardShown)
def _judge_cut_card_shown(table: TableAudit, _event: e.CutCardShown) -> None:
    """F92: shown once; a virtual shoe shows it when the cards in front of it are dealt."""
    shoe = shoe_of(table)
    if shoe.last_hand:
        table.wrong(Check.P15, "the cut card", expected="shown once", found="shown again")
    shoe.last_hand = True
    current = table.round
    shoe.last_hand_over = current is None or current.stage is Stage.OVER
    if shoe.live or current is None:
        return
    laid = max(len(current.dealt), current.config.laid_before_close)
    out = shoe.used + laid + current.removed
    due = shoe.cards - current.config.variant.cut_card_from_end
    if out < due:
        table.wrong(Check.P15, "the cut card", expected=f"after {due} cards", found=f"after {out}")


@judges(e.ShoeRetired)
def _judge_shoe_retired(table: TableAudit, event: e.ShoeRetired) -> None:
    signed(table, event, actor=event.actor, reason=event.reason)
    shoe = shoe_of(table)
    if shoe.shoe_id != event.shoe_id or shoe.retired or not event.reason:
        table.wrong(
            Check.P15,
            "a retired shoe",
            expected=f"{shoe.shoe_id}, once, with a reason",
            found=event,
        )
    shoe.retired = True


@judges(e.ShoeDisclosed)
def _judge_shoe_disclosed(table: TableAudit, event: e.ShoeDisclosed) -> None:
    """The order fits the commitment, has whole decks, and has each dealt card in its place."""
    shoe = table.shoes.get(event.shoe_id)
    if shoe is None or shoe.disclosed or not shoe.retired:
        table.wrong(
            Check.FAIR,
            f"shoe {event.shoe_id}",
            expected="a retired shoe of this table, disclosed once",
            found="unknown" if shoe is None else "disclosed before or still in play",
        )
    if shoe is None:
        return
    table.counts.disclosed += 1
    shoe.disclosed = True
    open_unturned(table, shoe, event.openings)
    shoe.flaws += flaws(
        promised=shoe.commitment,
        salt=event.salt,
        cards=event.cards,
        decks=shoe.decks,
        dealt=shoe.left,
    )
    for flaw in shoe.flaws:
        where = f"{flaw.what}, shoe {shoe.shoe_id}"
        table.wrong(Check.FAIR, where, expected=flaw.expected, found=flaw.found)
    shoe.left = {}
    shoe.codes = set()


@judges(e.PromiseLost)
def _judge_promise_lost(table: TableAudit, event: e.PromiseLost) -> None:
    """A machine reports that it cannot show the order it promised, with a reason."""
    signed(table, event, actor=event.actor, reason=event.reason)
    shoe = shoe_of(table)
    if shoe.shoe_id != event.shoe_id or shoe.live or shoe.disclosed:
        table.wrong(
            Check.FAIR,
            f"shoe {event.shoe_id}",
            expected="a promise that is open",
            found=f"the shoe on the table is {shoe.shoe_id}",
        )
    shoe.lost = True


@judges(e.ShoeWrittenOff)
def _judge_shoe_written_off(table: TableAudit, event: e.ShoeWrittenOff) -> None:
    """Only what was lost is written off: every other promise has to be kept."""
    signed(table, event, actor=event.actor, reason=event.reason)
    shoe = shoe_of(table)
    if shoe.shoe_id != event.shoe_id or not shoe.lost or shoe.disclosed or shoe.written_off:
        table.wrong(
            Check.FAIR,
            f"shoe {event.shoe_id}",
            expected="a lost promise, written off once",
            found="a promise that could be kept",
        )
    shoe.written_off = True


# --- cards of a round -----------------------------------------------------------------------------


@judges(e.CardDealt)
def _judge_card_dealt(table: TableAudit, event: e.CardDealt) -> None:
    current = table.in_stage(Stage.PLAY, check=Check.I8)  # P12: no card value before the close
    shoe = shoe_of(table)
    if shoe.live and not table.dealer:
        table.wrong(Check.I14, "a card", expected="a dealer who signed on", found="none")
    table.counts.cards += 1
    number = shoe.used + current.out
    current.numbers.append(number)
    name = event.card
    if event.sealed or event.commitment:
        name = lay_sealed(table, current, event)
    else:
        current.dealt.append((event.position, event.card, event.code))
        read(table, shoe, event.code, event.card)
        left(table, shoe, event.card, number=number)
    if current.spoiled:
        return
    game = table.rules_of_game
    _check_face(table, current, event)
    card = CARDS[name]
    current.play = game.deal(current.play, card, at=event.position)
    current.steps.append(("deal", event.position, card))


def _check_face(table: TableAudit, current: Round, event: e.CardDealt) -> None:
    """P13: exactly the cards that the rules deal face down are recorded as face down."""
    expected = table.rules_of_game.expects(current.play)
    down = isinstance(expected, Deal) and expected.face is Face.DOWN
    if event.face_down != down:
        where = f"face_down at {event.position}"
        table.wrong(Check.I11, where, expected=down, found=event.face_down)


@judges(e.CardsRevealed)
def _judge_cards_revealed(table: TableAudit, event: e.CardsRevealed) -> None:
    """I11: cards are turned when the rules expect it, after all players have decided."""
    current = table.in_stage(Stage.PLAY)
    if current.sealed or event.openings:
        open_turned(table, current, shoe_of(table), event)
    if current.spoiled:
        return
    game = table.rules_of_game
    expected = game.expects(current.play)
    if not isinstance(expected, Reveal) or expected.positions != event.positions:
        table.wrong(Check.I11, "turned cards", expected=expected, found=event.positions)
    table.counts.decisions += 1
    current.play = game.reveal(current.play)
    current.steps.append(("reveal", "", None))


# --- corrections ----------------------------------------------------------------------------------


def check_unseen(table: TableAudit, actor: str) -> None:
    """P13: a person who has seen the hidden cards of a round corrects no card of it."""
    if table.round is not None and actor in table.round.seen_by:
        table.wrong(Check.I14, "a correction", expected="a person who has not seen", found=actor)


@judges(e.CorrectionProposed)
def _judge_correction_proposed(table: TableAudit, event: e.CorrectionProposed) -> None:
    signed(table, event, actor=event.actor)
    check_unseen(table, event.actor)
    table.proposal = (event.actor, event.position, event.code or event.commitment, event.card)


@judges(e.CardCorrected)
def _judge_card_corrected(table: TableAudit, event: e.CardCorrected) -> None:
    """F243: one person proposes, another confirms, and the round goes on with the right card."""
    signed(table, event, actor=event.actor)
    current, shoe = table.round, shoe_of(table)
    if current is None or current.stage is not Stage.PLAY or not table.paused:
        table.wrong(Check.I11, "a correction", expected="a paused round", found=table.phase_name)
        raise Misplaced
    check_unseen(table, event.actor)
    proposal = table.proposal
    if proposal is None or proposal[1:] != _corrected(event):
        table.wrong(Check.I14, "a correction", expected=proposal, found=event)
    elif proposal[0] == event.actor:
        table.wrong(Check.I14, "a correction", expected="four eyes", found=event.actor)
    else:
        table.paired(proposal[0], event.actor)
    table.proposal = None
    name = event.card
    if event.sealed or event.position in current.sealed:
        name = lay_other_sealed(table, current, shoe, event)
    else:
        _replace(table, current, shoe, event)
    if not current.spoiled:
        put(table, current, {event.position: name})


def _corrected(event: e.CardCorrected) -> tuple[str, str, str]:
    return (event.position, event.code or event.commitment, event.card)


def _replace(table: TableAudit, current: Round, shoe: Shoe, event: e.CardCorrected) -> None:
    for place, (position, old, _code) in enumerate(current.dealt):
        if position == event.position:
            shoe.unsaw(old)
            # The card that was never there may still be dealt. Cards of this round may swap places,
            # so their codes do not count as read before.
            shoe.codes -= {code for _, _, code in current.dealt}
            read(table, shoe, event.code, event.card)
            current.dealt[place] = (position, event.card, event.code)
            shoe.codes |= {code for _, _, code in current.dealt}
            if current.card_twice:
                shoe.saw(event.card)  # halfway: the other position is put right next
            else:
                left(table, shoe, event.card, number=current.numbers[place])
            return
    table.wrong(Check.I11, "a correction", expected="a card that lies there", found=event.position)
