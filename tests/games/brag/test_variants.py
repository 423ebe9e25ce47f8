"""Pay tables and limits of brag, as they are printed (F102, F175 to F177, R13)."""

from tests.games.brag.driver import turned

from sabot.gamekit import Role
from sabot.games.brag import GAME
from sabot.games.brag.variants import THREE_CARD_BRAG, PairPlusOnFold

# Every entry, odds to one, best first. Play and Blind Play share a table.
TABLES = """
ante        dealer_not_qualified 1  player_better 1  equal 0
play        dealer_not_qualified 0  player_better 1  equal 0
blind_play  dealer_not_qualified 0  player_better 1  equal 0
ante_bonus  prial 5  straight_flush 4  run 1
pair_plus   prial 40  straight_flush 30  run 6  flush 4  pair 1
poker_plus  royal 1000  straight_flush 200  four 100  full_house 20  flush 15  straight 10  three 7
"""


def test_F171_F172_F175_F176_F177_R13_pay_tables() -> None:
    shipped = {kind: spec.pays for kind, spec in THREE_CARD_BRAG.bets.items()}
    shipped["ante_bonus"] = THREE_CARD_BRAG.ante_bonus
    tables = {}
    for line in TABLES.strip().splitlines():
        kind, *words = line.split()
        tables[kind] = {hand: int(odds) for hand, odds in zip(words[::2], words[1::2], strict=True)}
    assert {kind: dict(pays) for kind, pays in shipped.items()} == tables


def test_F102_one_deck_that_is_reshuffled_after_every_round() -> None:
    used = len(turned("AS KH 9D QC 8D 2H").dealt)
    assert THREE_CARD_BRAG.decks == 1
    assert 52 - used <= THREE_CARD_BRAG.cut_card_from_end


def test_F103_nobody_takes_a_seat() -> None:
    assert THREE_CARD_BRAG.seats == 0


def test_F170_F178_play_and_blind_play_can_match_every_ante() -> None:
    ante = THREE_CARD_BRAG.bets["ante"].limits
    assert THREE_CARD_BRAG.bets["play"].limits == ante
    assert THREE_CARD_BRAG.bets["blind_play"].limits == ante


def test_F170_R15_pair_plus_survives_a_pass_unless_the_table_says_otherwise() -> None:
    assert THREE_CARD_BRAG.pair_plus_on_fold is PairPlusOnFold.SETTLED


def test_F169_roles_of_the_bets() -> None:
    roles = {kind: spec.role for kind, spec in THREE_CARD_BRAG.bets.items()}
    assert roles == {
        "ante": Role.MAIN,
        "blind_play": Role.SIDE,
        "pair_plus": Role.SIDE,
        "poker_plus": Role.SIDE,
        "play": Role.EXTRA,
    }


def test_the_folder_ships_one_variant_by_its_id() -> None:
    assert GAME.id == "brag"
    assert {name: variant.id for name, variant in GAME.variants.items()} == {
        "three_card_brag": "three_card_brag"
    }
