"""Chips on the felt: they join on their spot, and every step can be walked back."""

from hypothesis import given
from hypothesis import strategies as st

from sabot.gamekit.eligibility import Placement
from sabot.gamekit.layout import place, restake
from sabot.money import Cents

CHIPS = st.builds(
    Placement,
    kind=st.sampled_from(["tie", "pair"]),
    stake=st.integers(1, 500).map(Cents),
    seat=st.sampled_from([None, 1, 2]),
    golden=st.sampled_from([False, False, True]),
)


def chip(kind: str, stake: int, *, seat: int | None = None, golden: bool = False) -> Placement:
    return Placement(kind=kind, stake=Cents(stake), seat=seat, golden=golden)


def test_F25_every_click_adds_to_the_spot() -> None:
    layout = place(place((), chip("tie", 100)).after, chip("tie", 25)).after
    assert layout == (chip("tie", 125),)


def test_F29_spots_and_seats_are_kept_apart() -> None:
    layout = place(place((), chip("tie", 100, seat=1)).after, chip("tie", 25, seat=2)).after
    assert layout == (chip("tie", 100, seat=1), chip("tie", 25, seat=2))


def test_F181_golden_chips_join_neither_cash_nor_each_other() -> None:
    layout = place(place((), chip("tie", 100, golden=True)).after, chip("tie", 25)).after
    assert layout == (chip("tie", 100, golden=True), chip("tie", 25))
    assert len(place(layout, chip("tie", 100, golden=True)).after) == 3


@given(st.lists(CHIPS, max_size=8))
def test_F34_undo_walks_back_one_chip_at_a_time(chips: list[Placement]) -> None:
    layout: tuple[Placement, ...] = ()
    for one in chips:
        change = place(layout, one)
        assert change.before == layout
        layout = change.after
    assert sum(spot.stake for spot in layout) == sum(one.stake for one in chips)


@given(st.lists(CHIPS, max_size=8))
def test_cash_lies_once_on_a_spot(chips: list[Placement]) -> None:
    layout: tuple[Placement, ...] = ()
    for one in chips:
        layout = place(layout, one).after
    cash = [(spot.kind, spot.seat) for spot in layout if not spot.golden]
    assert len(cash) == len(set(cash))


def test_restaking_keeps_the_place_of_a_spot_and_zero_clears_it() -> None:
    layout = (chip("tie", 100), chip("pair", 50))
    assert restake(layout, chip("tie", 70)).after == (chip("tie", 70), chip("pair", 50))
    assert restake(layout, chip("tie", 0)).after == (chip("pair", 50),)
    assert restake((), chip("tie", 70)).after == (chip("tie", 70),)
    assert restake((), chip("tie", 0)).after == ()
    assert restake(layout, chip("tie", 0)).before == layout
