"""How a bot plays: how often, how much, on what, how fast, and whether it talks."""

from __future__ import annotations

import msgspec


class Temperament(msgspec.Struct, frozen=True, kw_only=True):
    """The character of a bot; its numbers are small, so that people set the pace."""

    name: str
    bets_in_ten: int  # rounds out of ten in which it bets
    side_bets: int = 0  # side bets at most, beside its main bet
    chips: int = 1  # it picks among this many of the table's smallest chips
    answer_ms: int = 800  # how long it thinks at most
    sits: bool = True
    behind: bool = False  # bets behind others, where seats allow it
    talks_in_hundred: int = 0  # rounds out of a hundred after which it says something
    by_the_book: bool = False  # decides as the mathematics advises


CALM = Temperament(name="calm", bets_in_ten=6, answer_ms=1_500)
LIVELY = Temperament(name="lively", bets_in_ten=9, side_bets=2, chips=2, answer_ms=700)
BOLD = Temperament(name="bold", bets_in_ten=8, side_bets=1, chips=4, answer_ms=400)
FOLLOWER = Temperament(name="follower", bets_in_ten=8, sits=False, behind=True)
SIDE_BET_LOVER = Temperament(name="side_bet_lover", bets_in_ten=9, side_bets=4)
CHATTERER = Temperament(name="chatterer", bets_in_ten=5, talks_in_hundred=20)
COUNTER = Temperament(name="counter", bets_in_ten=10, chips=2, by_the_book=True)

TEMPERAMENTS = (CALM, LIVELY, BOLD, FOLLOWER, SIDE_BET_LOVER, CHATTERER, COUNTER)
