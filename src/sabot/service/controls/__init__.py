"""Staying in control: a player's own limits, pauses and exclusion, and the figures behind them."""
