"""Dragon Tiger: one card each, and the higher one wins."""

from sabot_dragon_tiger.round import DragonTiger

GAME = DragonTiger()
