"""Bots: players of the demonstration, marked as such, that know only what the wire tells.

Each is an ordinary client with a temperament. They sign in with tokens that only a demonstration
gives out; in production there are none.
"""
