"""What every bet of a blackjack table brings back, from a whole shoe or from what is left of one.

The front door of the exact mathematics (`exact/`): it reads a variant and answers with `Return`s
and strategies. Insurance and side bets are fractions; the main game is exact combinatorics carried
out in floating point, right to about thirteen digits, because its fraction would fill pages. The
figures of the main game never insure. Loaded by the command line, the simulator and tests only.
"""

from __future__ import annotations

from functools import lru_cache

from sabot.cards import Composition
from sabot.errors import Refused
from sabot.games.blackjack.bets import Kind, Label
from sabot.games.blackjack.exact import side_bets
from sabot.games.blackjack.exact.ground import MainGame
from sabot.games.blackjack.exact.player import main_return
from sabot.games.blackjack.exact.strategy import (
    StrategyReturns,
    StrategyTables,
    strategy_charts,
    strategy_returns,
    strategy_tables,
)
from sabot.games.blackjack.exact.values import Counts, full_shoe, value_counts
from sabot.games.blackjack.refusals import BlackjackRefusal
from sabot.games.blackjack.variants import BlackjackVariant
from sabot.maths.charts import Chart
from sabot.maths.returns import Return


def returns(variant: BlackjackVariant, remaining: Composition | None = None) -> dict[str, Return]:
    """The return of every bet of the table, by kind; insurance only while an ace can turn up.

    `main` is best composition-dependent play: `value` per unit of the initial bet, `total_stake`
    over everything staked, doubles and splits included (R9).
    """
    shoe = remaining or Composition.of_decks(variant.decks)
    main = main_return(value_counts(shoe), main_game(variant))
    found = {Kind.MAIN.value: Return(value=main.initial, total_stake=main.total_stake)}
    for kind in (Kind.INSURANCE, Kind.PERFECT_PAIRS, Kind.TWENTY_ONE_PLUS_THREE, Kind.TOP3):
        side = _without_strategy(variant, kind, shoe)
        if side is not None:
            found[kind.value] = side
    return found


def _without_strategy(variant: BlackjackVariant, kind: Kind, shoe: Composition) -> Return | None:
    if kind not in variant.bets:
        return None
    pays = variant.bets[kind].pays
    if kind is Kind.INSURANCE:
        if value_counts(shoe)[0] == 0:
            return None
        return Return.of(side_bets.insurance_return(shoe, pays[Label.DEALER_BLACKJACK]))
    pairs = kind is Kind.PERFECT_PAIRS
    classes = side_bets.pair_classes() if pairs else side_bets.three_card_classes()
    return Return.of(side_bets.side_bet_return(classes, shoe, pays))


def main_game(variant: BlackjackVariant) -> MainGame:
    """The settings that move the main return; a plain win is known to pay 1:1 and nothing else."""
    pays = {kind: variant.bets[kind].pays for kind in (Kind.MAIN, Kind.DOUBLE, Kind.SPLIT)}
    if any(table[Label.WIN] != 1 or table[Label.PUSH] != 0 for table in pays.values()):
        raise Refused(BlackjackRefusal.ODDS_NOT_EVEN_MONEY, variant=variant.id)
    return MainGame(
        ten_up_blackjack=variant.ten_up_blackjack,
        blackjack_pays=pays[Kind.MAIN][Label.BLACKJACK],
    )


def strategy(variant: BlackjackVariant) -> StrategyTables:
    """The two best strategies from a whole shoe, composition-dependent and total-dependent."""
    return _tables(full_shoe(variant.decks), main_game(variant))


@lru_cache(maxsize=8)
def _tables(counts: Counts, game: MainGame) -> StrategyTables:
    return strategy_tables(counts, game)


def published(variant: BlackjackVariant) -> StrategyReturns:
    """Both returns of both strategies from a whole shoe: which is which is in the names (R9)."""
    counts = full_shoe(variant.decks)
    return strategy_returns(counts, main_game(variant), strategy(variant))


def charts(variant: BlackjackVariant) -> list[Chart]:
    """The total-dependent strategy to print."""
    return strategy_charts(strategy(variant))
