"""Real cards of a live table: sets with passports, the cut card, the burned card (F93, F270)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace
from tests.table.cupboard import Cupboard, a_set, passport
from tests.table.driver import (
    BOSS,
    DEALER,
    SUPERVISOR,
    Studio,
    brag_config,
    configured,
    scanner_config,
    speed,
)

from sabot.errors import Refused
from sabot.table import commands as c
from sabot.table import events as e
from sabot.table.authority import ActorKind
from sabot.table.config import Opening
from sabot.table.decide import decide
from sabot.table.draft import Inputs
from sabot.table.phases import Phase
from sabot.table.staff.card_sets import CardSet, Standing
from sabot.table.studio.real_cards import real_cards


def table_with(*sets: CardSet, config: Any = None, **changes: Any) -> Studio:
    changes = {"opening": Opening.DEALER, "live": True, "passports": True, **changes}
    chosen = (config or scanner_config)(**changes)
    table = Studio(chosen, live=False)
    table.engine.sets = Cupboard(*sets)
    table.does("house", configured(chosen))
    table.sign_on()
    return table


def load(*names: str, decks: int = 8, **more: Any) -> c.LoadShoe:
    return c.LoadShoe(shoe_id="", decks=decks, sets=names, **more)


REFUSED = {
    "shoe/set_unknown": load("nothing"),
    "shoe/set_retired": load("old"),
    "shoe/set_in_use": load("elsewhere"),
    "shoe/set_not_ready": load("new"),
    "shoe/wrong_decks": load("half"),
    "shoe/sets_needed": load(),
    "shoe/cut_card": load("a", cut_card_from_end=20),
}


@pytest.mark.parametrize("code", REFUSED)
def test_P15_a_live_shoe_is_made_of_whole_sets_that_are_ready(code: str) -> None:
    table = table_with(
        a_set("a"),
        a_set("old", standing=Standing.RETIRED),
        a_set("elsewhere", at="other"),
        a_set("new", standing=Standing.NOT_READY),
        a_set("half", 4),
    )
    assert table.refusal(SUPERVISOR, REFUSED[code]) == code
    table.does(SUPERVISOR, load("a"))


def test_P15_one_set_is_not_counted_twice() -> None:
    table = table_with(a_set("a", 4))
    assert table.refusal(DEALER, load("a", "a")) == "shoe/set_in_use"


def test_F97_F98_two_sets_make_a_shoe_with_its_cut_card() -> None:
    table = table_with(a_set("a", 4), a_set("b", 4))
    table.does(SUPERVISOR, load("a", "b", cut_card_from_end=100))
    shoe = table.shoe
    assert (shoe.sets, shoe.cut_card_from_end, shoe.cards) == (("a", "b"), 100, 416)
    assert shoe.shoe_id.startswith("scanner.")


def dealing(*sets: CardSet, **changes: Any) -> Studio:
    table = table_with(*sets, **changes)
    table.does(DEALER, load(*(each.set_id for each in sets)))
    table.does(DEALER, c.OpenBetting())
    table.close()
    return table


@pytest.mark.parametrize(
    ("code", "card", "kind"),
    [
        ("a:0:AS", "AS", ""),
        ("b:51:KC", "KC", ""),
        ("b:999:KC", "KC", "scan/foreign"),
        ("c:0:AS", "AS", "scan/foreign"),
        ("a:0:AS", "KC", "scan/foreign"),
    ],
)
def test_I12_a_card_is_in_the_passport_of_a_set_of_the_shoe(
    code: str, card: str, kind: str
) -> None:
    codes = passport("a", 4) | passport("b", 4)
    printed = next((each for each in sorted(codes) if each == code), None)
    table = dealing(a_set("a", 4), a_set("b", 4))
    reply = table.send(DEALER, c.Scan(position="P1", code=code, card=card))
    if printed is None and not kind:
        printed = next(each for each in sorted(codes) if each.endswith(f":{card}"))
        reply = table.send(DEALER, c.Scan(position="P1", code=printed, card=card))
    assert reply.code == kind


def test_F270_the_set_that_is_replaced_leaves_the_table_on_record() -> None:
    table = table_with(a_set("a"), a_set("b"))
    table.does(DEALER, load("a"))
    table.does(DEALER, c.ChangeCards(reason="worn", words="a corner is bent"))
    assert table.refusal(DEALER, load()) == "shoe/sets_needed"
    table.does(DEALER, load("b"))
    first, second = table.told(e.ShoeLoaded)
    assert (first.taken_away, second.taken_away) == ((), ("a",))
    cupboard = table.engine.sets
    assert isinstance(cupboard, Cupboard)
    assert [cupboard.sets[name].table for name in "ab"] == ["", "scanner"]


def test_F270_what_is_stored_names_the_sets_and_a_restart_knows_them() -> None:
    table = table_with(a_set("a"))
    table.does(DEALER, load("a"))
    assert table.engine_of(table.state).state.shoe == table.shoe
    assert table.told(e.ShoeLoaded)[-1].sets == ("a",)


def test_F102_a_single_deck_is_shuffled_and_loaded_again_with_one_key() -> None:
    table = table_with(a_set("deck", 1), config=brag_config)
    table.does(DEALER, load("deck", decks=1, loaded_at_ms=5_000))
    for _ in range(3):
        table.does(DEALER, c.OpenBetting())
        table.close()
        cards = sorted(passport("deck", 1))
        while table.phase in (Phase.DEALING, Phase.DEALER):
            if table.cards.turns():
                table.does(DEALER, c.Reveal())
                continue
            code = cards.pop()
            scan = c.Scan(position=table.cards.waits_for()[0], code=code, card=code[-2:])
            table.does(DEALER, scan)
        table.rest()
        assert table.is_in(Phase.SHUFFLE)
        table.does(DEALER, load(decks=1, loaded_at_ms=90_000))
        assert (table.shoe.sets, table.shoe.codes) == (("deck",), frozenset())
        # F95: a shuffle makes no card younger.
        assert table.shoe.loaded_at_ms == 5_000


def test_F96_cards_that_were_given_up_are_not_shuffled_again() -> None:
    table = table_with(a_set("deck", 1), a_set("other", 1), config=brag_config)
    table.does(DEALER, load("deck", decks=1))
    table.does(DEALER, c.DropCards(count=4))
    assert table.refusal(DEALER, load(decks=1)) == "shoe/sets_needed"
    assert table.refusal(DEALER, load("deck", decks=1)) == "shoe/set_not_ready"
    table.does(DEALER, load("other", decks=1))


def test_a_virtual_shoe_is_made_of_no_sets() -> None:
    table = speed()
    rests = replace(table.state, phase=Phase.SHUFFLE, shoe=None)
    command = c.LoadShoe(shoe_id="x", decks=8, commitment="x", sets=("a",))
    with pytest.raises(Refused, match="shoe/set_unknown"):
        decide(rests, command, Inputs(actor=DEALER, salt=str, kind=ActorKind.MACHINE))


def test_a_table_without_passports_needs_no_sets_but_knows_them() -> None:
    table = table_with(a_set("a"), passports=False)
    inputs = Inputs(actor=DEALER, salt=str, set_of=table.engine.sets.card_set, wall_ms=77)
    named = c.LoadShoe(shoe_id="x", decks=8)
    assert real_cards(table.state, named, inputs).since_ms == 77
    assert real_cards(table.state, load("a"), inputs).sets == ("a",)


# --- the burned card ------------------------------------------------------------------------------


def test_F99_no_round_opens_before_the_first_card_is_burned() -> None:
    table = table_with(a_set("a"), burn=True)
    table.does(DEALER, load("a"))
    assert table.state.burn_due
    assert table.refusal(DEALER, c.OpenBetting()) == "shoe/burn_due"
    code = next(code for code in sorted(passport("a", 8)) if code.endswith(":7H"))
    assert table.refusal(DEALER, c.BurnCards(first="7H", code="a:999:7H")) == "scan/foreign"
    table.does(DEALER, c.BurnCards(first="7H", code=code))
    assert not table.state.burn_due
    assert (table.shoe.used, table.shoe.burned) == (8, "7H")
    table.does(DEALER, c.OpenBetting())
    table.close()
    assert table.send(DEALER, c.Scan(position="P1", code=code, card="7H")).code == "scan/repeated"


def test_F99_a_table_that_the_clock_opens_waits_for_the_burned_card() -> None:
    table = Studio(scanner_config(live=True, burn=True))
    assert table.is_in(Phase.IDLE)
    table.does(DEALER, c.BurnCards(first="7H"))
    assert table.is_in(Phase.BETTING)


def test_F99_no_burned_card_is_due_where_none_is_wanted_or_the_shoe_has_begun() -> None:
    assert not Studio(scanner_config(live=True, opening=Opening.DEALER)).state.burn_due
    assert not speed(burn=True).state.burn_due


# --- the picture ----------------------------------------------------------------------------------


def test_F271_F96_the_cards_are_changed_once_the_picture_is_back() -> None:
    table = dealing(a_set("a"))
    table.does(BOSS, c.ReportVideo(available=False))
    assert table.refusal(BOSS, c.ReportVideo(available=False)) == "video/already_so"
    assert (table.state.video, table.phase) == (False, Phase.DEALING)
    table.does(BOSS, c.ReportVideo(available=True))
    assert (table.shoe.retired, table.phase) == ("video_lost", Phase.DEALING)


def test_P12_a_code_typed_by_hand_is_marked_and_counted() -> None:
    table = dealing(a_set("a"))
    code = min(passport("a", 8))
    table.does(DEALER, c.Scan(position="P1", code=code, card=code[-2:], manual=True))
    assert [dealt.manual for dealt in table.told(e.CardDealt)] == [True]
    assert (table.shoe.by_hand, table.round.steps[0].manual) == (1, True)
