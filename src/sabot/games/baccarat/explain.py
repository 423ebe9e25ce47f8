"""Why a baccarat bet won or lost, and why cards were drawn: codes and figures, no words.

It reads finished hands with the functions that settled them, and knows no odds and no money.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from sabot.cards import Card
from sabot.gamekit.explaining import Explanation, because, written
from sabot.games.baccarat.bets import EGALITE, PAIRS, Kind, Summary
from sabot.games.baccarat.rules import (
    PairClass,
    banker_draws,
    is_natural,
    pair_class,
    player_draws,
    points,
    value,
)
from sabot.roads.results import Outcome

_WON: Mapping[Outcome, str] = {
    Outcome.PLAYER: "player_wins",
    Outcome.BANKER: "banker_wins",
    Outcome.TIE: "tie",
}


def bet(kind: Kind, *, player_hand: Sequence[Card], banker_hand: Sequence[Card]) -> Explanation:
    """The fact that a bet of this kind was about.

    >>> from sabot.cards import cards
    >>> found = bet(Kind.TIE, player_hand=cards("9S KD"), banker_hand=cards("2H 3C"))
    >>> found.code, dict(found.data)
    ('player_wins', {'player': 9, 'banker': 5})
    """
    if kind in PAIRS:
        return _paired(kind, player_hand, banker_hand)
    over = Summary.of(player_hand=player_hand, banker_hand=banker_hand)
    match kind:
        case Kind.PLAYER_BONUS:
            return _bonus(over, Outcome.PLAYER, natural=over.player_natural)
        case Kind.BANKER_BONUS:
            return _bonus(over, Outcome.BANKER, natural=over.banker_natural)
        case Kind.BIG | Kind.SMALL:
            return because("cards_used", count=over.cards)
        case _:
            return _egalite(kind, over) if kind in EGALITE else _result(over)


def _result(over: Summary) -> Explanation:
    with_six = over.winner is Outcome.BANKER and over.banker_points == 6  # F111, F113
    code = "banker_wins_with_6" if with_six else _WON[over.winner]
    return because(code, player=over.player_points, banker=over.banker_points)


def _paired(kind: Kind, player: Sequence[Card], banker: Sequence[Card]) -> Explanation:
    if kind is Kind.PLAYER_PAIR:
        return _one_pair("player", player)
    if kind is Kind.BANKER_PAIR:
        return _one_pair("banker", banker)
    return _either(kind, player, banker)


def _one_pair(side: str, hand: Sequence[Card]) -> Explanation:
    found = pair_class(hand) is not PairClass.NONE
    return because("pair" if found else "no_pair", side=side, cards=written(hand[:2]))


def _either(kind: Kind, player: Sequence[Card], banker: Sequence[Card]) -> Explanation:
    """R5: one hand or both, the same event."""
    perfect = kind is Kind.PERFECT_PAIR
    wanted = {PairClass.PERFECT} if perfect else set(PairClass) - {PairClass.NONE}
    paired = [hand for hand in (player, banker) if pair_class(hand) in wanted]
    name = "perfect_pair" if perfect else "either_pair"
    code = f"{name}_in_{'both' if len(paired) == 2 else 'one'}" if paired else f"no_{name}"
    return because(code, player_cards=written(player[:2]), banker_cards=written(banker[:2]))


def _bonus(over: Summary, backed: Outcome, *, natural: bool) -> Explanation:
    """R6: naturals have their own line, and a margin counts for the backed side alone."""
    figures = {"player": over.player_points, "banker": over.banker_points}
    if over.winner is Outcome.TIE and natural:
        return because("bonus_natural_tie", side=backed.value, **figures)
    if over.winner is not backed:
        return because("bonus_not_won", side=backed.value, **figures)
    margin = abs(over.player_points - over.banker_points)
    code = "bonus_natural" if natural else "bonus_margin"
    return because(code, side=backed.value, margin=margin, **figures)


def _egalite(kind: Kind, over: Summary) -> Explanation:
    wanted = int(kind.value.rpartition("_")[2])
    if over.winner is not Outcome.TIE:
        return because("no_tie", player=over.player_points, banker=over.banker_points)
    return because("tied_at", total=over.player_points, wanted=wanted)


def story(*, player_hand: Sequence[Card], banker_hand: Sequence[Card]) -> Iterator[Explanation]:
    """How the cards fell: the first four, who drew and why, the result (F106, F107, F108)."""
    player, banker = points(player_hand[:2]), points(banker_hand[:2])
    yield because("first_two", player=player, banker=banker)
    if is_natural(player) or is_natural(banker):
        yield because("natural", player=player, banker=banker)
    else:
        third = player_hand[2] if player_draws(player=player, banker=banker) else None
        yield _player_third(player, third)
        yield _banker_third(player, banker, third)
    over = Summary.of(player_hand=player_hand, banker_hand=banker_hand)
    yield because(_WON[over.winner], player=over.player_points, banker=over.banker_points)


def _player_third(player: int, third: Card | None) -> Explanation:
    if third is None:
        return because("player_stands", player=player)
    return because("player_draws", player=player, cards=str(third))


def _banker_third(player: int, banker: int, third: Card | None) -> Explanation:
    worth = None if third is None else value(third)
    draws = banker_draws(player=player, banker=banker, third=worth)
    code = "banker_draws" if draws else "banker_stands"
    if worth is None:
        return because(f"{code}_alone", banker=banker)
    return because(f"{code}_on", banker=banker, third=worth)
