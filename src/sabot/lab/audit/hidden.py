"""Cards that are read, and cards that are sealed until they are turned (I11, I12, P13).

Works without a key. A stand-in takes the place of a sealed card. The event that turns the card
carries its code and salt, and they must give the commitment that was recorded when the card was
dealt, computed here as `docs/fairness.md` describes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sabot.lab.audit.findings import Check
from sabot.lab.audit.shoes import CARDS, Shoe, commitment
from sabot.lab.audit.tables import Round, TableAudit
from sabot.table import events as e
from sabot.table.record.unknown import STAND_IN, UNKNOWN


def read(table: TableAudit, shoe: Shoe, code: str, card: str) -> None:
    """I12: a code of this shoe or of its sets, for this very card, read for the first time."""
    if code in shoe.codes:
        table.wrong(Check.I12, "card code", expected="read once", found=code)
    shoe.codes.add(code)
    parts = code.split(":")
    names = shoe.sets or (shoe.shoe_id,)
    if len(parts) != 3 or parts[0] not in names or parts[2] != card:
        expected = f"{' or '.join(names)}:…:{card}"
        table.wrong(Check.I12, "card code", expected=expected, found=code)


def left(table: TableAudit, shoe: Shoe, card: str, *, number: int) -> None:
    """I12: a card left the shoe, and there cannot be more of it than decks."""
    if not shoe.saw(card):
        where = f"{card} in shoe {shoe.shoe_id}"
        table.wrong(Check.I12, where, expected=f"at most {shoe.decks}", found=shoe.counts[card])
    if not shoe.live:
        shoe.left[number] = card


def put(table: TableAudit, current: Round, cards: Mapping[str, str]) -> None:
    """Play the round again with other cards at these positions."""
    current.steps = [
        (kind, at, CARDS[cards[at]] if kind == "deal" and at in cards else old)
        for kind, at, old in current.steps
    ]
    game = table.rules_of_game
    play: object = game.start(current.config.variant, seats=current.seats)
    for kind, at, card in current.steps:
        if kind == "deal":
            assert card is not None
            play = game.deal(play, card, at=at)
        elif kind == "reveal":
            play = game.reveal(play)
        else:
            play = game.choose(play, at) if kind == "choose" else game.close(play)
    current.play = play


# --- sealed ---------------------------------------------------------------------------------------


def lay_sealed(table: TableAudit, current: Round, event: e.CardDealt) -> str:
    """Lay a stand-in for a sealed card until it is turned."""
    _check_sealed(table, event)
    current.sealed[event.position] = event.commitment
    current.dealt.append((event.position, STAND_IN, f"{UNKNOWN}{event.position}"))
    return STAND_IN


def lay_other_sealed(table: TableAudit, current: Round, shoe: Shoe, event: e.CardCorrected) -> str:
    """Replace a card that was read wrongly by another face-down card."""
    _check_sealed(table, event)
    for place, (position, old, code) in enumerate(current.dealt):
        if position == event.position:
            if not code.startswith(UNKNOWN):  # a round that began before cards were sealed
                shoe.unsaw(old)
                shoe.codes.discard(code)
            current.dealt[place] = (position, STAND_IN, f"{UNKNOWN}{position}")
            current.sealed[position] = event.commitment
            return STAND_IN
    where = "a correction"
    table.wrong(Check.I11, where, expected="a card that lies there", found=event.position)
    return STAND_IN


def _check_sealed(table: TableAudit, event: e.CardDealt | e.CardCorrected) -> None:
    """P13: a face-down card is stored as a commitment and a seal, and nothing else of it."""
    shape = (event.face_down, bool(event.sealed), bool(event.commitment), event.card + event.code)
    if shape != (True, True, True, ""):
        where = f"the card at {event.position}"
        table.wrong(Check.I11, where, expected="face down: a seal and a commitment", found=event)


def _by_commitment(openings: Iterable[e.Opening]) -> dict[str, e.Opening]:
    return {commitment(salt=one.salt, cards=one.code): one for one in openings}


def open_turned(table: TableAudit, current: Round, shoe: Shoe, event: e.CardsRevealed) -> None:
    """Turned cards must be the cards that were dealt: each must match its commitment."""
    made = _by_commitment(event.openings)
    known: dict[str, str] = {}
    for place, (position, _, _) in enumerate(current.dealt):
        if position not in event.positions or position not in current.sealed:
            continue
        promised = current.sealed.pop(position)
        opening = made.pop(promised, None)
        if opening is None:
            where = f"the turned card at {position}"
            table.wrong(Check.I11, where, expected=f"an opening of {promised}", found="another")
            current.spoiled = True
            continue
        current.dealt[place] = (position, opening.card, opening.code)
        read(table, shoe, opening.code, opening.card)
        left(table, shoe, opening.card, number=current.numbers[place])
        known[position] = opening.card
    for opening in made.values():
        table.wrong(Check.I11, "turned cards", expected="cards that lie there", found=opening)
    if known and not current.spoiled:
        put(table, current, known)


def leave_unturned(current: Round, shoe: Shoe) -> None:
    """A cancelled round takes its face-down cards with it; a settled one has turned them all."""
    for place, (position, _, _) in enumerate(current.dealt):
        if position in current.sealed:
            shoe.sealed[current.numbers[place]] = current.sealed[position]
            shoe.dealt += 1


def open_unturned(table: TableAudit, shoe: Shoe, openings: Iterable[e.Opening]) -> None:
    """With the order of a shoe its unturned cards are public, and must lie in that order too."""
    made = _by_commitment(openings)
    for number, promised in shoe.sealed.items():
        opening = made.get(promised)
        if opening is None:
            where = f"card {number + 1} of shoe {shoe.shoe_id}"
            table.wrong(Check.FAIR, where, expected=f"an opening of {promised}", found="none")
        else:
            shoe.dealt -= 1  # it was counted without being known
            read(table, shoe, opening.code, opening.card)
            left(table, shoe, opening.card, number=number)
    shoe.sealed = {}
