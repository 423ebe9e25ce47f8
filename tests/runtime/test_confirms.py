"""Confirms of one batch: one event for all of them, and for each what it would get alone."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest
from msgspec.structs import replace
from tests.table.driver import (
    DEALER,
    Studio,
    blackjack,
    configured,
    limits,
    scanner,
    scanner_config,
    seven,
)

from sabot.gamekit import Bet
from sabot.service.tables.envelopes import Envelope
from sabot.service.wallets.calls import Taken
from sabot.table import commands as c
from sabot.table import events as e
from sabot.table.authority import HOUSE
from sabot.table.chips import LAYOUTS_MAX
from sabot.table.config import Confirmation

PLAYERS = ("ada", "bob", "cleo", "dan")
KINDS = ("player", "banker", "tie", "player_pair", "banker_pair")
AMOUNTS = (1, 50, 500, 2_500, 250_000, 900_000)


def confirm(kind: str = "player", amount: int = 1_000, seat: int | None = None) -> c.ConfirmBets:
    return c.ConfirmBets(chips=(c.NewChip(kind=kind, amount=amount, seat=seat),))


def funded(felt: Studio) -> Studio:
    for player in PLAYERS:
        felt.players.fund(player)
    return felt


def bettors(felt: Studio) -> list[list[str]]:
    """Who bet together, event by event."""
    return [[bet.player for bet in event.bets] for event in felt.told(e.BetsAccepted)]


def test_F38_what_is_confirmed_together_is_one_event() -> None:
    felt = funded(scanner())
    work = felt.batch([felt.envelope(player, confirm()) for player in PLAYERS])
    assert all(reply.accepted for reply in work.replies)
    assert bettors(felt) == [list(PLAYERS)]
    assert [felt.players.balance(player) for player in PLAYERS] == [999_000] * 4
    assert len(work.unit.commands) == 4


def test_a_refused_one_leaves_no_trace_among_the_others() -> None:
    felt = funded(scanner())
    commands = (confirm(), confirm("nothing"), confirm(amount=1), confirm("tie", 500))
    work = felt.batch([felt.envelope(*sent) for sent in zip(PLAYERS, commands, strict=True)])
    codes = [reply.code for reply in work.replies]
    assert codes == ["", "bet/not_offered", "bet/under_minimum", ""]
    assert bettors(felt) == [["ada", "dan"]]
    assert felt.players.balance("bob") == felt.players.balance("cleo") == 1_000_000
    assert (felt.players.chips("bob"), felt.players.chips("cleo")) == ({}, {})
    assert len(work.unit.commands) == 2  # a refusal is remembered, not stored


def test_F40_a_second_one_of_the_same_player_sees_the_first() -> None:
    felt = funded(scanner(multiple_bets=False))
    work = felt.batch([felt.envelope("ada", confirm()) for _ in range(2)])
    assert [reply.code for reply in work.replies] == ["", "bet/already_confirmed"]
    assert bettors(felt) == [["ada"]]


def test_P16_one_purse_pays_once() -> None:
    felt = scanner()
    felt.players.fund("ada", 1_500)
    work = felt.batch([felt.envelope("ada", confirm()) for _ in range(2)])
    assert [reply.code for reply in work.replies] == ["", "bet/insufficient_balance"]
    assert felt.players.balance("ada") == 500


def test_P11_what_ends_betting_comes_after_what_was_confirmed_before_it() -> None:
    felt = funded(scanner())
    due = felt.engine.due(10**9)
    assert due is not None
    sent = [felt.envelope("ada", confirm()), due, felt.envelope("bob", confirm())]
    work = felt.batch(sent)
    assert [reply.code for reply in work.replies] == ["", "", "bet/too_late"]
    kinds = [type(event) for event in work.events]
    assert kinds.index(e.BetsAccepted) < kinds.index(e.BettingEnded)
    assert felt.players.stakes("ada") == {"player": 1_000}


def test_what_others_can_see_in_between_parts_them() -> None:
    felt = funded(scanner())
    sent: list[tuple[str, c.Command]] = [
        ("ada", confirm()),
        (DEALER, c.Announce(phrase="welcome")),
        ("bob", confirm()),
        ("cleo", c.PlaceChip(kind="tie", amount=500)),
        ("dan", confirm()),
        ("dan", c.PlaceChip(kind="tie", amount=500)),
    ]
    work = felt.batch([felt.envelope(actor, command) for actor, command in sent])
    assert all(reply.accepted for reply in work.replies), work.replies
    assert bettors(felt) == [["ada"], ["bob", "dan"]]


def test_F158_behind_a_seat_that_was_confirmed_a_moment_before() -> None:
    felt = blackjack(confirmation=Confirmation.MANUAL)
    for player in ("ada", "bob"):
        felt.players.fund(player)
    felt.players.sit("ada", 2)
    felt.does("ada", c.PlaceChip(kind="main", amount=1_000, seat=2))
    sent = [
        felt.envelope("bob", confirm("behind", seat=2)),
        felt.envelope("ada", c.ConfirmBets()),
        felt.envelope("bob", confirm("behind", seat=2)),
    ]
    work = felt.batch(sent)
    assert [reply.accepted for reply in work.replies] == [False, True, True]
    assert bettors(felt) == [["ada"], ["bob"]]


def test_what_was_not_taken_is_told_why_on_top_of_the_bets() -> None:
    felt = funded(seven())
    felt.players.sit("ada", 3)
    chips = tuple(c.NewChip(kind=kind, amount=amount, seat=3) for kind, amount in _CUT)
    work = felt.batch([felt.envelope("ada", c.ConfirmBets(chips=chips))])
    alone = funded(seven())
    alone.players.sit("ada", 3)
    for kind, amount in _CUT:
        alone.send("ada", c.PlaceChip(kind=kind, amount=amount, seat=3))
    assert alone.send("ada", c.ConfirmBets()).data == work.replies[0].data
    assert felt.players.stakes("ada") == alone.players.stakes("ada")


_CUT = (("player", 1_000), ("banker", 1), ("tie", 50))


@pytest.mark.parametrize("apart", [True, False])
def test_F52_F72_confirm_says_which_chips_were_cut_and_why(apart: bool) -> None:
    """A bet that is one message has no other answer in which its player could read it."""
    felt = scanner()
    felt.players.fund("ada", 2_000_000)
    chips = tuple(
        c.NewChip(kind=kind, amount=amount)
        for kind, amount in (("player", 600_000), ("banker", 80_000), ("tie", 1_000))
    )
    if apart:
        for chip in chips:
            felt.players.place("ada", chip.kind, chip.amount)
    told = felt.does("ada", c.ConfirmBets(chips=() if apart else chips)).data
    assert felt.players.stakes("ada") == {"player": 500_000, "banker": 50_000, "tie": 1_000}
    assert told == {
        "player": "bet/over_maximum",
        "banker": "bet/opposite_cut",
        "tie": "accepted",
    }


@pytest.mark.parametrize("seed", range(20))
def test_together_they_get_what_they_get_one_by_one(seed: int) -> None:
    """Answers, bets, balances and what is remembered are the same, names of bets excepted.

    The events are fewer, and bets that are decided together have one number (ADR 0017).
    """
    chance = Random(seed)
    together, apart = funded(scanner()), funded(scanner())
    for _ in range(8):
        wishes = [_wish(chance) for _ in range(chance.randint(2, 12))]
        work = together.batch(_envelopes(together, wishes))
        replies = [apart.batch([one]).replies[0] for one in _envelopes(apart, wishes)]
        assert work.replies == replies
        for player in PLAYERS:
            assert together.players.stakes(player) == apart.players.stakes(player)
            assert together.players.chips(player) == apart.players.chips(player)
            assert together.players.balance(player) == apart.players.balance(player)
    assert _nameless(together) == _nameless(apart)
    assert together.state.seq <= apart.state.seq


def _nameless(felt: Studio) -> list[Bet]:
    return [replace(bet, id=bet.id.split("/", 2)[2]) for bet in felt.round.bets.values()]


def _wish(chance: Random) -> tuple[str, c.Command]:
    player, kind = chance.choice(PLAYERS), chance.choice(KINDS)
    amount = chance.choice(AMOUNTS)
    wishes = (confirm(kind, amount), c.PlaceChip(kind=kind, amount=amount), c.ConfirmBets())
    return player, chance.choice((*wishes, wishes[0], c.UndoBet(), c.ClearBets()))


def _envelopes(felt: Studio, wishes: Sequence[tuple[str, c.Command]]) -> list[Envelope]:
    return [felt.envelope(player, command) for player, command in wishes]


def test_a_confirm_that_waited_for_its_wallet_comes_after_what_was_confirmed_before_it() -> None:
    felt = funded(scanner())
    felt.funds.told("guest", 5_000)
    waiting = felt.envelope("guest", confirm())
    asked = felt.batch([waiting]).unit.wallet_ops
    felt.engine.hear(asked[0].id, Taken(balance=4_000))
    felt.batch([felt.envelope("ada", confirm()), waiting, felt.envelope("bob", confirm())])
    assert bettors(felt) == [["ada"], ["guest"], ["bob"]]
    numbers = [bet.id.split("/")[1] for event in felt.told(e.BetsAccepted) for bet in event.bets]
    assert numbers == ["0", "1", "2"]


def test_what_equal_chips_make_is_remembered_within_bounds_and_under_the_same_rules() -> None:
    felt = funded(scanner())
    for amount in range(1, LAYOUTS_MAX + 10):
        felt.send("ada", confirm(amount=amount))
    settings = felt.state.settings
    assert 0 < len(felt.engine.layouts) <= LAYOUTS_MAX
    assert felt.send("bob", confirm(amount=100)).accepted
    felt.cards.play()
    felt.does(HOUSE, configured(scanner_config(version=2, limits=limits(player=(5_000, 90_000)))))
    felt.cards.play()
    assert felt.send("bob", confirm(amount=100)).code == "bet/under_minimum"
    assert felt.state.settings is not settings
