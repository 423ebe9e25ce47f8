"""The bets of a round as values: what was handed out stays what it was."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from sabot.gamekit import Bet
from sabot.money import Cents
from sabot.table.bets import Bets, Lies

ADA, BEA = "ada", "bea"


def bet(number: int, player: str = ADA, stake: int = 500) -> Bet:
    return Bet(id=f"b{number}", player=player, kind="player", stake=Cents(stake))


def test_a_value_stays_what_it_was_when_more_bets_come() -> None:
    first = Bets([bet(1)])
    second = first.and_more([bet(2, BEA)])
    assert list(first.values()) == [bet(1)]
    assert list(second.values()) == [bet(1), bet(2, BEA)]
    assert first.of(BEA) == ()
    assert second.of(BEA) == (bet(2, BEA),)
    assert "b2" not in first


def test_two_futures_of_one_value_do_not_know_each_other() -> None:
    first = Bets([bet(1)])
    one, other = first.and_more([bet(2)]), first.and_more([bet(3)])
    assert list(one) == ["b1", "b2"]
    assert list(other) == ["b1", "b3"]
    assert one.of(ADA) == (bet(1), bet(2))


def test_an_id_that_comes_again_replaces_its_bet_and_keeps_its_place() -> None:
    first = Bets([bet(1), bet(2)])
    second = first.and_more([bet(1, stake=700)])
    assert list(second.values()) == [bet(1, stake=700), bet(2)]
    assert second.of(ADA) == (bet(1, stake=700), bet(2))
    assert first["b1"].stake == 500


def test_bets_equal_a_plain_mapping_of_the_same() -> None:
    assert Bets([bet(1)]) == {"b1": bet(1)}
    assert Bets([bet(1)]) != Bets([bet(2)])


def test_the_bets_of_a_spot_are_added_up_and_golden_ones_apart() -> None:
    golden = Bet(id="g", player=ADA, kind="player", stake=Cents(100), golden=True)
    bets = Bets([bet(1), bet(2, BEA)])
    assert bets.spots_of(ADA) == {("player", None, False): Lies(500, 1)}
    more = bets.and_more([bet(3, stake=700), golden])
    assert more.spots_of(ADA) == {
        ("player", None, False): Lies(1200, 2),
        ("player", None, True): Lies(100, 1),
    }
    assert bets.spots_of(ADA) == {("player", None, False): Lies(500, 1)}
    assert Bets().spots_of(ADA) == {}


@given(st.lists(st.tuples(st.integers(0, 30), st.sampled_from([ADA, BEA]), st.integers(0, 9))))
def test_whatever_grows_from_whatever_every_version_keeps_its_own(
    steps: list[tuple[int, str, int]],
) -> None:
    versions: list[tuple[Bets, dict[str, Bet]]] = [(Bets(), {})]
    for number, player, back in steps:
        bets, plain = versions[max(0, len(versions) - 1 - back)]
        added = bet(number, player)
        bets.spots_of(player)  # whoever has asked before, or has not, gets the same later
        versions.append((bets.and_more([added]), {**plain, added.id: added}))
    for bets, plain in versions:
        assert list(bets.items()) == list(plain.items())
        for player in (ADA, BEA):
            assert bets.of(player) == tuple(b for b in plain.values() if b.player == player)
            stakes: Counter[tuple[str, int | None, bool]] = Counter()
            for one in bets.of(player):
                stakes[one.kind, one.seat, one.golden] += one.stake
            lies = bets.spots_of(player)
            assert {spot: lie.stake for spot, lie in lies.items()} == stakes
            assert sum(lie.bets for lie in lies.values()) == len(bets.of(player))
