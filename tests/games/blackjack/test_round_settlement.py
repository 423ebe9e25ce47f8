import dataclasses

import pytest
from msgspec.structs import replace
from tests.games.blackjack.driver import (
    behind_bet,
    main_bet,
    play,
    refusal,
    side_bet,
    until_asked,
)

from sabot.gamekit import Bet
from sabot.games.blackjack import GAME
from sabot.games.blackjack.bets import Kind
from sabot.games.blackjack.state import State
from sabot.games.blackjack.variants import BLACKJACK
from sabot.money import Cents

SIDES = (Kind.PERFECT_PAIRS, Kind.TWENTY_ONE_PLUS_THREE, Kind.TOP3)

RESULTS = """
shoe             stake  payout  label
TS 7H 9D TC      1000   2000    win
TS 7H 7D TC      1000   1000    push
TS 7H 6D TC      1000   0       lose
AS 7H KD TC      1000   2500    blackjack
AS 7H KD TC      105    262     blackjack
AS 7H KD TC      1      2       blackjack
AS KH KD AC      1000   1000    push
TS 6H 2D TC KS   1000   2000    win
"""


@pytest.mark.parametrize("row", RESULTS.strip().splitlines()[1:])
def test_F133_F144_F145_R3_hands_are_paid(row: str) -> None:
    *shoe, stake, payout, label = row.split()
    played = play(" ".join(shoe), bets=[main_bet(int(stake))])
    assert played.amounts == {"main-1": int(payout)}
    assert played.labels == {"main-1": label}


SIDE_BETS = """
shoe            | perfect_pairs  | 21+3                 | top3
QH 7S QH TC     | perfect 13000  | none 0               | none 0
2H 7S 2D TC     | coloured 6500  | none 0               | none 0
5S 7S 5D TC     | mixed 3500     | none 0               | none 0
AH AH AH 9C     | perfect 13000  | suited_trips 50500   | suited_trips 135500
TS JS QS 7C     | none 0         | straight_flush 20500 | straight_flush 90500
QH QD QC 7C     | mixed 3500     | trips 15500          | trips 45500
TS 9S JH 8D     | none 0         | straight 5500        | straight 0
2C KC 6C 7D     | none 0         | flush 3000           | flush 0
9H 2H 9H TC 5D  | perfect 13000  | flush 3000           | flush 0
KS AD 2C 9D     | none 0         | none 0               | none 0
"""


@pytest.mark.parametrize("row", SIDE_BETS.strip().splitlines()[1:])
def test_F146_F147_F251_R10_R12_side_bets_are_paid(row: str) -> None:
    shoe, *expected = (part.strip() for part in row.split("|"))
    played = play(shoe, bets=[main_bet(), *(side_bet(kind) for kind in SIDES)])
    payouts = (played.payouts[f"{kind}-1"] for kind in SIDES)
    assert [f"{payout.lines[0].label} {payout.amount}" for payout in payouts] == expected


def test_F148_side_bets_do_not_depend_on_the_dealers_hand() -> None:
    bets = [main_bet(), side_bet(Kind.PERFECT_PAIRS), side_bet(Kind.TWENTY_ONE_PLUS_THREE)]
    lost = play("AS AC AS TD", bets=bets).amounts
    split = play("AS AC AS 9D 5S 5D", ["split"], bets=bets).amounts
    for amounts in (lost, split):
        assert amounts["perfect_pairs-1"] == 13000
        assert amounts["21+3-1"] == 15500


def test_F148_a_split_does_not_change_the_first_two_cards() -> None:
    bets = [main_bet(), side_bet(Kind.PERFECT_PAIRS), side_bet(Kind.TWENTY_ONE_PLUS_THREE)]
    played = play("KH 6D KH TC 9S TD 9D", ["split"], bets=bets)
    assert played.labels["perfect_pairs-1"] == "perfect"
    assert played.labels["21+3-1"] == "none"


def test_F151_every_bet_has_its_own_line_in_order() -> None:
    bets = [side_bet(Kind.TOP3), main_bet(), behind_bet(), side_bet(Kind.PERFECT_PAIRS)]
    state = play("TS 7H 9D TC").state
    assert [payout.bet for payout in GAME.settle(state, bets)] == bets
    assert GAME.settle(state, []) == ()


@pytest.fixture
def over() -> State:
    return play("TS 7H 9D TC").state


def test_nothing_is_settled_before_the_end() -> None:
    told = refusal(lambda: GAME.settle(until_asked("TS 7H 9D TC"), [main_bet()]))
    assert told.code == "round/not_over"


def extra(kind: Kind, *, parent: Bet, stake: int = 1000, hand: int = 0) -> Bet:
    return Bet(
        id="x",
        player=parent.player,
        kind=kind,
        stake=Cents(stake),
        seat=parent.seat,
        hand=hand,
        parent=parent.id,
    )


@pytest.mark.parametrize("kind", [Kind.DOUBLE, Kind.SPLIT, Kind.INSURANCE])
def test_stakes_of_decisions_nobody_took_are_refused(kind: Kind, over: State) -> None:
    bets = [main_bet(), extra(kind, parent=main_bet())]
    assert refusal(lambda: GAME.settle(over, bets)).code == "bet/not_decided"


def test_bets_that_were_never_at_this_table_are_refused(over: State) -> None:
    unknown = replace(main_bet(), kind="ante")
    assert refusal(lambda: GAME.settle(over, [unknown])).code == "bet/not_offered"
    absent = main_bet(seat=3)
    assert refusal(lambda: GAME.settle(over, [absent])).code == "bet/seat_not_dealt"
    nowhere = replace(main_bet(), seat=None)
    assert refusal(lambda: GAME.settle(over, [nowhere])).code == "bet/seat_not_dealt"
    fathered = replace(main_bet(), parent="other")
    assert refusal(lambda: GAME.settle(over, [fathered])).code == "bet/not_an_extra"
    assert refusal(lambda: GAME.settle(over, [main_bet(), main_bet()])).code == "bet/twice"


def test_a_variant_without_a_bet_does_not_settle_it() -> None:
    without = {kind: spec for kind, spec in BLACKJACK.bets.items() if kind != Kind.TOP3}
    state = play("TS 7H 9D TC", variant=dataclasses.replace(BLACKJACK, bets=without)).state
    assert refusal(lambda: GAME.settle(state, [side_bet(Kind.TOP3)])).code == "bet/not_offered"


DOUBLED = extra(Kind.DOUBLE, parent=main_bet())


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        (replace(DOUBLED, stake=Cents(999)), "bet/not_what_was_taken"),
        (replace(DOUBLED, player="somebody"), "bet/not_what_was_taken"),
        (replace(DOUBLED, hand=1), "bet/not_what_was_taken"),
        (replace(DOUBLED, golden=True), "bet/not_what_was_taken"),
        (replace(DOUBLED, parent=None), "bet/without_parent"),
        (replace(DOUBLED, parent="nobody"), "bet/without_parent"),
        (replace(DOUBLED, parent="perfect_pairs-1"), "bet/without_parent"),
        (replace(DOUBLED, parent="behind"), "bet/without_parent"),
    ],
)
def test_a_double_that_does_not_follow_from_its_parent_is_refused(wrong: Bet, code: str) -> None:
    state = play("6S 6H 5D TC 2H 5S", ["double"]).state
    bets = [main_bet(), side_bet(Kind.PERFECT_PAIRS), behind_bet(), wrong]
    assert refusal(lambda: GAME.settle(state, bets)).code == code


def test_one_bet_cannot_be_doubled_twice() -> None:
    state = play("6S 6H 5D TC 2H 5S", ["double"]).state
    bets = [main_bet(), DOUBLED, replace(DOUBLED, id="y")]
    assert refusal(lambda: GAME.settle(state, bets)).code == "bet/twice"


def test_F141_an_insurance_of_nothing_is_no_bet() -> None:
    state = play("TS AH 9D 8C", bets=[main_bet(1)], insured=["main-1"]).state
    bets = [main_bet(1), extra(Kind.INSURANCE, parent=main_bet(1), stake=0)]
    assert refusal(lambda: GAME.settle(state, bets)).code == "bet/not_what_was_taken"


def test_R17_settling_changes_nothing_and_can_be_repeated(over: State) -> None:
    assert GAME.settle(over, [main_bet()]) == GAME.settle(over, [main_bet()])
