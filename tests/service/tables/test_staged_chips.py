"""The felt: whose chips lie where, what is remembered from round to round, what a copy shares."""

from __future__ import annotations

import pytest
from tests.table.driver import blackjack, scanner, speed

from sabot.errors import Refused
from sabot.service.tables import staged_chips as felts
from sabot.service.tables.staged_chips import Felt
from sabot.table import commands as c
from sabot.table.decide import decide
from sabot.table.draft import Inputs
from sabot.table.golden import NO_CHIP, Chip, ChipOf, no_chip
from sabot.table.staging import Preferences
from sabot.table.state import TableState
from sabot.table.verdicts import Means

CHIP = c.PlaceChip(kind="player", amount=1000)


def gift(player: str, token: str) -> Chip:
    return Chip(amount=5000) if (player, token) == ("ada", "token") else NO_CHIP


def move(
    felt: Felt,
    state: TableState,
    player: str,
    command: c.StagingCommand,
    *,
    available: int,
    golden: ChipOf = no_chip,
) -> None:
    """Decide a command about chips, and let the felt lie as was decided."""
    inputs = Inputs(
        actor=player,
        salt=str,
        stage=felt.stage_for(state, player, command),
        last=felt.last_of(player),
        means=Means(cash=lambda _player: available, golden=golden),
    )
    draft = decide(state, command, inputs)
    assert draft.moved is not None
    felt.lay(draft.moved)


def test_chips_are_private_to_their_player() -> None:
    table, felt = speed(), Felt()
    move(felt, table.state, "ada", CHIP, available=5000)
    move(felt, table.state, "bob", c.PlaceChip(kind="tie", amount=500), available=5000)
    layouts = {name: [spot.kind for spot in stage.layout] for name, stage in felt.stages.items()}
    assert layouts == {"ada": ["player"], "bob": ["tie"]}


def test_a_scratch_copy_has_chips_of_its_own() -> None:
    table, felt = speed(), Felt()
    move(felt, table.state, "ada", CHIP, available=5000)
    scratch = felt.scratch()
    move(scratch, table.state, "ada", CHIP, available=5000)
    move(scratch, table.state, "bob", CHIP, available=5000)
    assert [spot.stake for spot in felt.stages["ada"].layout] == [1000]
    assert "bob" not in felt.stages


def test_P3_a_wish_that_comes_while_a_batch_is_stored_is_not_lost() -> None:
    table, felt = speed(), Felt()
    scratch = felt.scratch()
    felt.wish("ada", Preferences(follow_double=False))
    move(scratch, table.state, "ada", CHIP, available=5000)
    assert not scratch.stages["ada"].preferences.follow_double


def test_F165_a_wish_that_cannot_be_granted_is_refused_at_the_door() -> None:
    felt = Felt()
    with pytest.raises(Refused, match="auto_stand/out_of_range"):
        felt.wish("ada", Preferences(auto_stand=11))


def test_a_mark_leads_back_to_the_chips_before_an_event() -> None:
    table, felt = speed(), Felt()
    move(felt, table.state, "ada", CHIP, available=5000)
    mark = felt.mark()
    table.players.place("ada", "player", 1000)
    felt.saw(table.close(), table.state)
    assert (felt.stages, felt.cleared) == ({}, True)
    felt.back_to(mark)
    assert (list(felt.stages), felt.cleared) == (["ada"], False)


def test_F51_what_is_touched_is_what_the_chips_would_cost_now() -> None:
    table, felt = speed(), Felt()
    move(felt, table.state, "ada", c.PlaceChip(kind="tie", amount=50), available=5000)
    assert felt.touched == {"ada": 0}  # Inactive: it reserves nothing.
    move(felt, table.state, "ada", CHIP, available=5000)
    assert felt.touched == {"ada": 1000}


def test_F76_chips_may_be_taken_back_by_who_has_no_money_left() -> None:
    table, felt = speed(), Felt()
    move(felt, table.state, "ada", CHIP, available=5000)
    move(felt, table.state, "ada", c.PlaceChip(kind="tie", amount=500), available=5000)
    move(felt, table.state, "ada", c.LowerBet(kind="tie", amount=100), available=0)
    move(felt, table.state, "ada", c.UndoBet(), available=1500)
    move(felt, table.state, "ada", c.ClearBets(), available=0)
    with pytest.raises(Refused, match="bet/insufficient_balance"):
        move(felt, table.state, "ada", c.UndoBet(), available=0)


def test_F76_a_golden_chip_costs_no_cash() -> None:
    table, felt = speed(), Felt()
    golden = c.PlaceChip(kind="player", amount=5000, golden="token")
    move(felt, table.state, "ada", golden, available=0, golden=gift)
    assert felt.touched == {"ada": 0}


def test_F48_who_presses_deal_now_without_a_stage_is_remembered() -> None:
    table, felt = blackjack(), Felt()
    felt.wants_deal(table.state, "ada")
    assert felt.stages["ada"].wants_deal


def test_F30_several_confirms_on_one_spot_are_one_bet_to_repeat() -> None:
    table = scanner()
    for amount in (1000, 500):
        table.players.place("ada", "player", amount)
        table.does("ada", c.ConfirmBets())
    table.close()
    table.cards.deal_on()
    table.rest()
    table.does("ada", c.Rebet())
    assert table.players.chips("ada") == {"player": 1500}
    assert len(table.engine.felt.stages["ada"].layout) == 1


def test_F112_a_new_player_starts_in_the_usual_mode() -> None:
    table, felt = speed(), Felt()
    assert felt.stage_of(table.state, "ada").mode == "commission"
    assert Felt().stage_of(blackjack().state, "ada").mode is None


def test_a_felt_remembers_those_who_were_here_last_and_not_everybody_for_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(felts, "REMEMBERED_MAX", 2, raising=False)
    table, felt = speed(), Felt()
    for player in ("ada", "bob", "ada", "cleo"):
        felt.wish(player, Preferences(follow_double=False))
        move(felt, table.state, player, CHIP, available=5000)
        table.players.place(player, "player", 1000)
    felt.saw(table.close(), table.state)
    kept = [player for player in ("ada", "bob", "cleo") if felt.can_rebet(player)]
    wishing = [
        player
        for player in ("ada", "bob", "cleo")
        if not felt.stage_of(table.state, player).preferences.follow_double
    ]
    assert len(kept) == 2
    assert wishing == ["ada", "cleo"]
    assert len(felt._modes) == 2


def test_what_nobody_changes_is_not_copied_for_every_batch() -> None:
    """A house that has seen a hundred thousand guests decides as quickly as on its first day."""
    table, felt = speed(), Felt()
    move(felt, table.state, "ada", CHIP, available=5000)
    scratch = felt.scratch()
    move(scratch, table.state, "ada", CHIP, available=5000)
    assert scratch._modes is felt._modes
    move(scratch, table.state, "bob", CHIP, available=5000)
    assert "bob" not in felt._modes
