"""Exact mathematics within its limits, with the kernels loaded and nothing remembered."""

from __future__ import annotations

from collections.abc import Iterator

from bench.clock import in_turns, timed
from bench.results import Line, within
from sabot.cards import Composition, full_deck

REPEATS = 9


def lines() -> Iterator[Line]:
    """All lines of this section."""
    yield blackjack_line()
    yield baccarat_line()
    yield brag_line()


def blackjack_line() -> Line:
    """The main game from the full shoe by best composition-dependent play."""
    from sabot.games.blackjack.exact.ground import MainGame
    from sabot.games.blackjack.exact.player import main_return
    from sabot.games.blackjack.exact.values import full_shoe

    shoe = full_shoe(8)
    found = main_return(shoe, MainGame())
    (times,) = in_turns(lambda: main_return(shoe, MainGame()), repeats=REPEATS)
    note = f"{found.initial:.10f} of the first bet, {found.total_stake:.10f} of the total stake"
    line = Line(what="blackjack, 8 decks, composition-dependent", times=times, note=note)
    return within(line, times.cpu, goal=0.1)


def baccarat_line() -> Line:
    """Every bet from what is left of a shoe, another one each time."""
    from sabot.games.baccarat.odds import returns
    from sabot.games.baccarat.variants import SPEED_BACCARAT

    shoe = Composition.of_decks(8)
    deck = full_deck()
    remaining = []
    for dealt in range(100):
        shoe = shoe.without([deck[7 * dealt % 52], deck[11 * dealt % 52]])
        remaining.append(shoe)
    timed(lambda: returns(SPEED_BACCARAT, remaining[0]))
    (times,) = in_turns(
        lambda: [returns(SPEED_BACCARAT, left) for left in remaining], repeats=REPEATS
    )
    note = f"CPU and wall: {len(remaining)} shoes"
    line = Line(what="baccarat, all bets of a remaining shoe", times=times, note=note)
    return within(line, times.cpu / len(remaining), goal=0.005)


def brag_line() -> Line:
    """Every player hand against every dealer hand, and every six cards."""
    from sabot.games.brag.enumeration import census
    from sabot.games.brag.odds import returns
    from sabot.games.brag.variants import THREE_CARD_BRAG

    def fresh() -> None:
        census.cache_clear()
        returns(THREE_CARD_BRAG)

    fresh()
    (times,) = in_turns(fresh, repeats=5)
    line = Line(what="brag, full enumeration, all bets", times=times)
    return within(line, times.cpu, goal=0.5)
