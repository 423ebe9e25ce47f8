"""A stub deck, a bettor and the golden files: what the tests of brag play with."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from sabot.cards import cards
from sabot.gamekit import Bet, Payout, deal_next
from sabot.games.brag import GAME
from sabot.games.brag.round import PLAY, BragRound
from sabot.games.brag.variants import THREE_CARD_BRAG, BragVariant
from sabot.money import Cents

GOLDEN = Path(__file__).resolve().parents[2] / "golden" / "brag"


def bet(kind: str, stake: int = 1000, *, player: str = "ada", golden: bool = False) -> Bet:
    """A bet of somebody at the table."""
    name = f"{player}-{kind}"
    return Bet(id=name, player=player, kind=kind, stake=Cents(stake), golden=golden)


def dealt(hands: str, variant: BragVariant = THREE_CARD_BRAG) -> BragRound:
    """A round with these cards on the table, the player's first."""
    state = GAME.start(variant)
    for card in cards(hands):
        state = deal_next(GAME, state, card)
    return state


def turned(hands: str, variant: BragVariant = THREE_CARD_BRAG) -> BragRound:
    """A round that is over."""
    return GAME.reveal(GAME.close(dealt(hands, variant)))


def settled(
    hands: str,
    bets: Sequence[Bet],
    *,
    playing: Sequence[str] = (),
    variant: BragVariant = THREE_CARD_BRAG,
) -> dict[str, Payout]:
    """The payouts by bet, after these players answered Play and the others nothing."""
    state = dealt(hands, variant)
    asked = [bet for bet in bets if bet.player in playing]
    every = (*bets, *GAME.extras(state, PLAY.id, asked))
    return {paid.bet.id: paid for paid in GAME.settle(turned(hands, variant), every)}


def amounts(payouts: dict[str, Payout]) -> dict[str, int]:
    """The cash of each payout."""
    return {name: paid.amount for name, paid in payouts.items()}


def blocks(name: str) -> list[list[str]]:
    """The blocks of a golden file, without its remarks."""
    text = (GOLDEN / name).read_text(encoding="utf-8")
    lines = "\n".join(line for line in text.splitlines() if not line.startswith("#"))
    return [block.strip().splitlines() for block in lines.split("\n\n") if block.strip()]


def counts(name: str) -> list[dict[str, int]]:
    """The blocks of a file of counts."""
    return [
        {word: int(number) for word, number in (line.split() for line in block)}
        for block in blocks(name)
    ]
