"""3 Card Brag: one shared hand against the dealer; each player decides to play or to pass."""

from sabot.games.brag.round import Brag

GAME = Brag()
