"""What bots want, from set-ups and views alone."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace
from tests.house.premises import Premises, table
from tests.virtual_time import run_in_virtual_time

from sabot.bots.mind import FREE_SEATS, Mind
from sabot.bots.temperament import (
    CALM,
    COUNTER,
    FOLLOWER,
    SIDE_BET_LOVER,
    TEMPERAMENTS,
    Temperament,
)
from sabot.bots.words import LINES
from sabot.gamekit import Audience
from sabot.gateway.broadcast.table_info import info_of
from sabot.gateway.tables.memory import TableMemory
from sabot.gateway.tables.projection import Projector
from sabot.gateway.tables.yours import yours
from sabot.money import Currency
from sabot.service.players.directory import Player
from sabot.table import commands as c
from sabot.table.phases import Phase
from sabot.wire.table_info import TableInfo
from sabot.wire.table_view import Chip, Person, TableView, You

EAGER = {"bets_in_ten": 10}


def shown(name: str) -> tuple[TableInfo, TableView, You]:
    """A fresh table as a player sees it, with betting open or waited for."""

    async def look() -> tuple[TableInfo, TableView, You]:
        async with Premises(table(name)) as house:
            host = house.host()
            state = await house.until(Phase.BETTING, Phase.IDLE)
            memory = TableMemory(state.game.id, lambda: ())
            projector = Projector(
                memory,
                who=lambda player: Player(player_id=player, nickname=player),
                hides_bets=lambda _player: False,
            )
            view = projector.view(state, Audience.PLAYER, left_ms=None)
            you = yours(state, host.engine.felt, memory, "bot:x")
            return info_of(state, lambda _variant: {}, currency=Currency.EUR), view, you

    return run_in_virtual_time(look())


def mind(temperament: Temperament, info: TableInfo, seed: int = 1) -> Mind:
    return Mind(replace(temperament, **EAGER), info, pick=Random(seed).randrange)


def kinds(commands: Iterable[Any]) -> list[str]:
    return [command.kind for command in commands if isinstance(command, c.PlaceChip)]


def test_one_thought_a_round() -> None:
    info, view, you = shown("speed-1")
    thinks = mind(CALM, info)
    assert len(kinds(thinks.wants(view, you))) == 1
    assert thinks.wants(view, you) == ()
    assert len(kinds(thinks.wants(replace(view, round="another"), you))) == 1


def test_who_has_a_chip_down_waits() -> None:
    info, view, you = shown("speed-1")
    waiting = replace(you, chips=(Chip(kind="tie", stake=100),))
    assert mind(CALM, info).wants(view, waiting) == ()


def test_F38_where_bets_are_confirmed_a_bot_confirms() -> None:
    info, view, you = shown("brag-1")
    assert isinstance(mind(CALM, info).wants(view, you)[-1], c.ConfirmBets)


def test_a_lover_of_side_bets_places_them_and_never_a_kind_that_is_closed() -> None:
    info, view, you = shown("speed-1")
    sides = {bet.kind for bet in info.bets if bet.role == "side"}
    placed = kinds(mind(SIDE_BET_LOVER, info).wants(view, you))
    assert len(sides & set(placed)) == SIDE_BET_LOVER.side_bets
    closed = replace(view, closed_kinds=tuple(sorted(sides)))
    assert sides & set(kinds(mind(SIDE_BET_LOVER, info).wants(closed, you))) == set()


def test_bets_are_within_the_limits_and_of_the_mode_of_the_player() -> None:
    for name in ("speed-1", "seven-1", "scanner-1", "brag-1"):
        info, view, you = shown(name)
        limits = {bet.kind: (bet.minimum, bet.maximum, bet.mode) for bet in info.bets}
        seated = replace(you, seats=(2,) if info.seats else ())
        for temperament in TEMPERAMENTS:
            for seed in range(20):
                for wish in mind(temperament, info, seed).wants(view, seated):
                    if isinstance(wish, c.PlaceChip):
                        minimum, maximum, mode = limits[wish.kind]
                        assert minimum <= wish.amount <= maximum
                        assert mode in (None, you.mode)


def test_F156_a_follower_bets_behind_others_and_takes_no_seat() -> None:
    info, view, you = shown("blackjack-1")
    assert mind(FOLLOWER, info).wants(view, you) == ()
    taken = replace(view, seats={3: (Person(nickname="Ada"),)})
    (chip,) = mind(FOLLOWER, info).wants(taken, you)
    assert isinstance(chip, c.PlaceChip)
    assert chip.seat == 3
    roles = {bet.kind: bet.role for bet in info.bets}
    assert roles[chip.kind] == "behind"


def test_bots_leave_seats_to_people() -> None:
    info, view, you = shown("blackjack-1")
    assert list(mind(CALM, info).wants(view, you)) == [c.TakeSeat()]
    others = {seat: (Person(nickname=str(seat)),) for seat in range(1, info.seats - FREE_SEATS + 1)}
    assert mind(CALM, info).wants(replace(view, seats=others), you) == ()


def test_a_counter_decides_by_the_book_once_and_only_for_its_own_hand() -> None:
    info, view, you = shown("blackjack-1")
    asked = msgspec.convert(
        {
            **msgspec.to_builtins(view, str_keys=True),
            "phase": "decision",
            "status": "decision",
            "hands": [
                {"name": "seat:2:0", "cards": ["TS", "6D"], "total": "16"},
                {"name": "dealer", "cards": ["7H", None], "total": "7"},
            ],
            "question": {
                "decision_id": "r.1",
                "topic": "decision",
                "options": [["hit", "0"], ["stand", "0"]],
                "default": "stand",
                "seat": 2,
            },
        },
        TableView,
        str_keys=True,
    )
    counter = mind(COUNTER, info)
    assert counter.wants(asked, you) == ()
    mine = replace(you, seats=(2,), you_decide=True)
    assert list(counter.wants(asked, mine)) == [c.Choose(decision_id="r.1", option="hit")]
    assert counter.wants(asked, mine) == ()


def test_F156_no_bot_draws_to_twenty_while_others_bet_behind_it() -> None:
    info, view, you = shown("blackjack-1")
    asked = msgspec.convert(
        {
            **msgspec.to_builtins(view, str_keys=True),
            "phase": "decision",
            "status": "decision",
            "hands": [
                {"name": "seat:2:0", "cards": ["TS", "QD"], "total": "20"},
                {"name": "dealer", "cards": ["7H", None], "total": "7"},
            ],
            "question": {
                "decision_id": "r.1",
                "topic": "decision",
                "options": [["hit", "0"], ["stand", "0"]],
                "default": "stand",
                "seat": 2,
            },
        },
        TableView,
        str_keys=True,
    )
    mine = replace(you, seats=(2,), you_decide=True)
    careless = [one for one in TEMPERAMENTS if not one.by_the_book]
    assert careless
    for temperament in careless:
        for seed in range(60):
            chosen = mind(temperament, info, seed).wants(asked, mine)
            assert list(chosen) == [c.Choose(decision_id="r.1", option="stand")]


def test_a_bot_answers_within_the_window_of_a_hurried_table() -> None:
    info, _, _ = shown("speed-1")
    hurried = replace(info, timers=replace(info.timers, betting=80, decision=30, insurance=30))
    thinks = mind(CALM, hurried)
    chip = c.PlaceChip(kind="player", amount=100)
    choice = c.Choose(decision_id="r.1", option="hit")
    assert max(thinks.pause_ms(chip) for _ in range(100)) <= 11
    assert max(thinks.pause_ms(choice) for _ in range(100)) <= 11


def test_words_are_short_and_none_is_said_twice_as_often() -> None:
    assert len(set(LINES)) == len(LINES)
    assert max(len(line) for line in LINES) <= 40
