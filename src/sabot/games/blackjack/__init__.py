"""Blackjack: seven seats against the house, with bets behind."""

from sabot.gamekit import Game
from sabot.games.blackjack.round import Blackjack
from sabot.games.blackjack.state import State
from sabot.games.blackjack.variants import BlackjackVariant

GAME: Game[State, BlackjackVariant] = Blackjack()

__all__ = ["GAME"]
