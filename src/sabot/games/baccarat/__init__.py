"""Baccarat in its three variants: Speed, 7 Seat No Commission and Speed 6 Scanner."""

from sabot.games.baccarat.round import BaccaratGame

GAME = BaccaratGame()
