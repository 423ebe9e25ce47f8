"""Why the next card of baccarat is due: the third-card rule with the totals it was read from."""

from __future__ import annotations

from sabot.gamekit import Deal, Explanation
from sabot.gamekit.explaining import because
from sabot.games.baccarat.round import BaccaratGame, BaccaratState, banker_hand, player_hand
from sabot.games.baccarat.rules import player_draws, points, value

_GAME = BaccaratGame()


def why(state: BaccaratState) -> Explanation | None:
    """Say why the next card is due, from the cards that lie open (F107, F108).

    >>> from sabot.cards import Card
    >>> from sabot.games.baccarat.variants import VARIANTS
    >>> read = zip(("P1", "B1", "P2", "B2"), map(Card.parse, ("2H", "3C", "3D", "2S")))
    >>> found = why(BaccaratState(variant=VARIANTS["live_baccarat"], read=tuple(read)))
    >>> found.code, dict(found.data)
    ('baccarat/player_draws', {'player': 5, 'banker': 5})
    """
    if not isinstance(_GAME.expects(state), Deal):
        return None
    if len(state.read) < 4:
        return because("baccarat/first_four")
    hand = player_hand(state)
    player, banker = points(hand[:2]), points(banker_hand(state)[:2])
    if not player_draws(player=player, banker=banker):
        return because("baccarat/banker_draws_alone", player=player, banker=banker)
    if len(hand) == 2:
        return because("baccarat/player_draws", player=player, banker=banker)
    third = value(hand[2])
    return because("baccarat/banker_draws", player=player, banker=banker, third=third)
