"""Drawing: cards, hands, bets and results as rich text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.table import Table
from rich.text import Text

from sabot.cards import Card, Suit
from sabot.gamekit import BetSpec, HandView, Judgement, Payout, Result, Role, Verdict, View
from sabot.money import Odds, format_cents

_SUITS = {Suit.SPADES: "♠", Suit.HEARTS: "♥", Suit.DIAMONDS: "♦", Suit.CLUBS: "♣"}
_RESULTS = {Result.WIN: "bold green", Result.PUSH: "yellow", Result.LOSE: "dim"}
_WORDS = {
    "bet/not_offered": "not offered here",
    "bet/switched_off": "switched off at this table",
    "bet/closed_for_shoe": "closed for the rest of this shoe",
    "bet/wrong_mode": "not in your commission mode",
    "bet/behind_oneself": "you cannot bet behind yourself",
    "bet/needs_main_bet": "needs a main bet first",
    "bet/over_main_bets": "cut to your main bets",
    "bet/over_maximum": "cut to the maximum",
    "bet/opposite": "the other side of your own bet",
    "bet/opposite_cut": "cut: opposite bets may cover a tenth of each other",
    "bet/under_minimum": "under the minimum, does not count",
    "bet/one_golden_chip": "only one golden chip in a round",
}


def words(slug: str) -> str:
    """A kind or label as a person reads it.

    >>> words("player_pair")
    'player pair'
    """
    return slug.replace("_", " ")


def card_text(name: str | None) -> Text:
    """One card; a face-down card shows its back."""
    if name is None:
        return Text(" ▒▒ ", style="white on blue")
    card = Card.parse(name)
    rank = "10" if card.rank == "T" else str(card.rank)
    colour = "red" if card.suit.red else "black"
    return Text(f" {rank}{_SUITS[card.suit]} ", style=f"bold {colour} on white")


def hands_table(view: View) -> Table:
    """All hands of a round."""
    table = Table.grid(padding=(0, 2))
    for hand in view.hands:
        table.add_row(Text(words(hand.name), style="bold"), _cards(hand), _total(hand))
    return table


def _cards(hand: HandView) -> Text:
    return Text(" ").join(card_text(name) for name in hand.cards)


def _total(hand: HandView) -> Text:
    tags = ", ".join(words(tag) for tag in hand.tags)
    return Text(f"{words(hand.total)}  ", style="bold yellow") + Text(tags, style="dim")


def bets_table(specs: Iterable[BetSpec]) -> Table:
    """What can be bet, with limits and pays."""
    table = Table(box=None, header_style="dim")
    for heading in ("bet", "limits", "pays"):
        table.add_column(heading)
    for spec in specs:
        limits = f"{format_cents(spec.limits.minimum)} – {format_cents(spec.limits.maximum)}"
        style = "bold" if spec.role is Role.MAIN else ""
        table.add_row(spec.kind, limits, _pays(spec), style=style)
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
    reason = judgement.reason
    why = "" if reason is None else _WORDS.get(reason.value, words(reason.value))
    counted = f" → {format_cents(judgement.stake)}" if judgement.stake else ""
    return Text(f"! {placed}{counted}: {why}", style="yellow" if judgement.stake else "red")


def payouts_table(payouts: Sequence[Payout]) -> Table:
    """How every bet ended, and the net result: a loss is never dressed up as a win (F50)."""
    table = Table(box=None, header_style="dim")
    table.add_column("bet")
    for heading in ("stake", "back"):
        table.add_column(heading, justify="right")
    table.add_column("why")
    for payout in payouts:
        why = ", ".join(words(line.label) for line in payout.lines)
        table.add_row(
            words(payout.bet.kind),
            format_cents(payout.bet.stake),
            format_cents(payout.amount),
            why,
            style=_RESULTS[payout.result],
        )
    return table
