from sabot.gamekit import Placement
from sabot.games.blackjack import GAME
from sabot.games.blackjack.bets import Kind
from sabot.money import Cents


def chip(kind: Kind, stake: int = 1000, *, seat: int = 1, golden: bool = False) -> Placement:
    return Placement(kind=kind, stake=Cents(stake), seat=seat, golden=golden)


FELT = (
    chip(Kind.MAIN),
    chip(Kind.PERFECT_PAIRS),
    chip(Kind.TOP3),
    chip(Kind.MAIN, seat=2),
    chip(Kind.TWENTY_ONE_PLUS_THREE, seat=2),
    chip(Kind.BEHIND, seat=3),
)


def test_F45_removing_the_main_bet_removes_the_side_bets_of_its_seat() -> None:
    change = GAME.restake(FELT, chip(Kind.MAIN, 0))
    assert change.after == FELT[3:]
    assert change.before == FELT  # one step back brings all of them back (F34)


def test_F45_a_smaller_main_bet_keeps_its_side_bets() -> None:
    change = GAME.restake(FELT, chip(Kind.MAIN, 500))
    assert change.after == (chip(Kind.MAIN, 500), *FELT[1:])


def test_F45_side_bets_and_bets_behind_leave_alone() -> None:
    assert GAME.restake(FELT, chip(Kind.TOP3, 0)).after == (*FELT[:2], *FELT[3:])
    assert GAME.restake(FELT, chip(Kind.BEHIND, 0, seat=3)).after == FELT[:5]


def test_F45_side_bets_may_lean_on_a_golden_chip() -> None:
    golden = chip(Kind.MAIN, golden=True)
    felt = (golden, chip(Kind.PERFECT_PAIRS))
    assert GAME.restake(felt, chip(Kind.MAIN, 0)).after == felt
    assert GAME.restake(felt, chip(Kind.MAIN, 0, golden=True)).after == ()


def test_F22_chips_join_on_their_spot() -> None:
    after = GAME.place(FELT, chip(Kind.MAIN, 500)).after
    assert after == (chip(Kind.MAIN, 1500), *FELT[1:])
