"""The exact toolkit: returns, tallies and random numbers for simulation. It knows no game."""
