"""A hundred thousand commands that come again: one effect each (I4)."""

from __future__ import annotations

from collections.abc import Callable
from time import process_time

from tests.table.driver import Studio, limits, scanner_config

from sabot.table import commands as c

PLAYERS = 125
ROUNDS = 80
CHIP = 100
COPIES = 2
"""Of every command: one beside it in the batch, one in a batch of its own."""


def test_100_000_commands_come_again_and_do_nothing_again(
    record_property: Callable[[str, object], None],
) -> None:
    """Four chips and a Confirm from every player in every round, and each of them three times."""
    table = Studio(scanner_config(limits=limits(player=(100, 100_000))))
    names = [f"p{number}" for number in range(PLAYERS)]
    for name in names:
        table.players.fund(name)
    started, copies = process_time(), 0
    for _ in range(ROUNDS):
        copies += _round(table, names)
    spent = process_time() - started
    assert copies == PLAYERS * ROUNDS * 5 * COPIES == 100_000
    for name in names:
        staked = [bet for bet in table.book.bets.values() if bet.player == name]
        assert [bet.stake for bet in staked] == [4 * CHIP] * ROUNDS
    confirmed = [key for key in table.book.commands if key[0] in names]
    assert len(confirmed) == PLAYERS * ROUNDS
    record_property("counted", f"{copies} duplicated commands, one effect each, {spent:.1f} s CPU")


def _round(table: Studio, names: list[str]) -> int:
    chip = c.PlaceChip(kind="player", amount=CHIP)
    wanted = (chip, chip, chip, chip, c.ConfirmBets())
    envelopes = [table.envelope(name, command) for command in wanted for name in names]
    first = table.batch([copy for envelope in envelopes for copy in (envelope, envelope)]).replies
    assert all(reply.accepted for reply in first)
    assert first[0::2] == first[1::2]
    again = table.batch(envelopes)
    assert again.replies == first[0::2]
    assert not again.events
    assert not again.unit.commands
    assert not again.unit.transfers
    table.close()
    table.cards.deal_on()
    table.rest()
    if table.shoe.retired:
        table.cards.load()
    return 2 * len(envelopes)
