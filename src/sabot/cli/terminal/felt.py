"""Drawing: cards, hands, bets and results as rich text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from rich.table import Table
from rich.text import Text

from sabot.cards import Card, Suit
from sabot.cli.look import words
from sabot.gamekit import BetSpec, HandView, Judgement, Payout, Reason, Result, Role, Verdict, View
from sabot.money import Odds, format_cents

__all__ = [
    "bets_table",
    "card_text",
    "hand_names",
    "hands_table",
    "judgement_text",
    "payouts_table",
    "words",
]

_SUITS = {Suit.SPADES: "♠", Suit.HEARTS: "♥", Suit.DIAMONDS: "♦", Suit.CLUBS: "♣"}
_RESULTS = {Result.WIN: "bold green", Result.PUSH: "yellow", Result.LOSE: "dim"}
_REASONS = {
    Reason.NOT_OFFERED: "not offered here",
    Reason.SWITCHED_OFF: "switched off at this table",
    Reason.CLOSED_FOR_SHOE: "closed for the rest of this shoe",
    Reason.WRONG_MODE: "not in your commission mode",
    Reason.BEHIND_ONESELF: "you cannot bet behind yourself",
    Reason.SEAT_NOT_STAKED: "no player has bet in that seat",
    Reason.SPOT_TAKEN: "a golden chip and cash do not share a spot",
    Reason.GOLDEN_NOT_HERE: "no golden chips here",
    Reason.ONE_GOLDEN_CHIP: "only one golden chip in a round",
    Reason.GOLDEN_OVER_MAXIMUM: "a golden chip cannot be cut to the maximum",
    Reason.OPPOSITE: "the other side of your own bet",
    Reason.OVER_MAXIMUM: "cut to the maximum",
    Reason.OPPOSITE_CUT: "cut: opposite bets may cover a tenth of each other",
    Reason.NEEDS_MAIN_BET: "needs a main bet first",
    Reason.OVER_MAIN_BETS: "cut to your main bets",
    Reason.UNDER_MINIMUM: "under the minimum, does not count",
}
_LABELS = {"none": "no hand that pays"}


def card_text(name: str | None) -> Text:
    """One card; a face-down card shows its back. All are equally wide, so that hands line up."""
    if name is None:
        return Text(" ▒▒▒ ", style="white on blue")
    card = Card.parse(name)
    rank = "10" if card.rank == "T" else str(card.rank)
    colour = "red" if card.suit.red else "black"
    return Text(f" {rank:>2}{_SUITS[card.suit]} ", style=f"bold {colour} on white")


def hands_table(view: View, seats: Mapping[int, str] | None = None) -> Table:
    """All hands of a round; `seats` names the player of each seat."""
    table = Table.grid(padding=(0, 2))
    for hand, name in zip(view.hands, hand_names(view, seats or {}), strict=True):
        table.add_row(Text(name, style="bold"), _cards(hand), _total(hand))
    return table


def hand_names(view: View, seats: Mapping[int, str]) -> list[str]:
    """Name hands by the player of their seat, and by number where a seat has several.

    >>> view = View(hands=(HandView(name="seat:3:0", cards=()),), outcome={})
    >>> hand_names(view, {}), hand_names(view, {3: "you"})
    (['seat 3'], ['you'])
    """
    places = [hand.name.split(":") for hand in view.hands]
    hands_of = Counter(place[1] for place in places if len(place) == 3)
    names = []
    for place in places:
        if len(place) != 3:
            names.append(words(" ".join(place)))
            continue
        _, seat, number = place
        name = seats.get(int(seat), f"seat {seat}")
        names.append(f"{name}, hand {int(number) + 1}" if hands_of[seat] > 1 else name)
    return names


def _cards(hand: HandView) -> Text:
    return Text(" ").join(card_text(name) for name in hand.cards)


def _total(hand: HandView) -> Text:
    tags = ", ".join(words(tag) for tag in hand.tags)
    return Text.assemble((f"{words(hand.total)}  ", "bold yellow"), (tags, "dim"))


def bets_table(specs: Iterable[BetSpec]) -> Table:
    """What can be bet, with limits and pays."""
    table = Table(box=None, header_style="dim")
    table.add_column("bet", no_wrap=True)
    table.add_column("least", justify="right", no_wrap=True)
    table.add_column("most", justify="right", no_wrap=True)
    table.add_column("pays")
    for spec in specs:
        least, most = (format_cents(end) for end in (spec.limits.minimum, spec.limits.maximum))
        style = "bold" if spec.role is Role.MAIN else ""
        table.add_row(spec.kind, least, most, _pays(spec), style=style)
    return table


def _pays(spec: BetSpec) -> str:
    odds = sorted({value for value in spec.pays.values() if value}, reverse=True)
    return " · ".join(_to_one(value) for value in odds)


def _to_one(odds: Odds) -> str:
    """Odds as printed on a felt.

    >>> _to_one(Odds(19, 20)), _to_one(Odds(3, 2)), _to_one(Odds(11))
    ('0.95:1', '3:2', '11:1')
    """
    if odds.denominator == 2 and odds > 1:
        return f"{odds.numerator}:{odds.denominator}"
    return f"{float(odds):g}:1"


def judgement_text(judgement: Judgement) -> Text:
    """What was accepted of one placement, and why not all of it."""
    placed = f"{words(judgement.placement.kind)} {format_cents(judgement.placement.stake)}"
    if judgement.verdict is Verdict.ACCEPTED:
        return Text(f"✓ {placed}", style="green")
    why = "" if judgement.reason is None else f": {_REASONS[judgement.reason]}"
    counted = f" → {format_cents(judgement.stake)}" if judgement.stake else ""
    return Text(f"! {placed}{counted}{why}", style="yellow" if judgement.stake else "red")


def payouts_table(payouts: Sequence[Payout]) -> Table:
    """How every bet ended, and why: a loss is never dressed up as a win (F50)."""
    table = Table(box=None, header_style="dim")
    table.add_column("bet", no_wrap=True)
    for heading in ("stake", "back"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("why")
    for payout in payouts:
        bet = payout.bet
        hand = f", hand {bet.hand + 1}" if bet.hand else ""
        table.add_row(
            words(bet.kind) + hand,
            format_cents(bet.stake),
            format_cents(payout.amount),
            _why(payout),
            style=_RESULTS[payout.result],
        )
    return table


def _why(payout: Payout) -> str:
    told = []
    for line in payout.lines:
        label = _LABELS.get(line.label, words(line.label))
        told.append(f"{label}, {_to_one(line.odds)}" if line.odds else label)
    return " + ".join(told)
