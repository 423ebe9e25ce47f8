"""The exact mathematics of blackjack: dealer, player, strategies, side bets.

Nothing here is loaded by a table: `odds.py`, the simulator and the tests are the only readers.
Money, seats and time are unknown to it; the whole input is what is left in a shoe.
"""
