"""What holds whatever happens: random walks over every kind of table, checked at every step."""

from __future__ import annotations

import pytest
from tests.table.crowd import COMMANDS
from tests.table.detours import detours, observed
from tests.table.walker import WALKS, Walker, configs, walked

from sabot.table.phases import Phase
from sabot.table.record import codec


@pytest.mark.parametrize(("number", "seed"), WALKS)
def test_a_walk_keeps_every_promise(number: int, seed: int) -> None:
    """The walker itself compares at every step: replay, snapshot, refusals, reserves, escrow."""
    walker = walked(number, seed)
    book = walker.table.book
    assert walker.state.rounds > 5
    assert book.bets.keys() == book.outcomes.keys(), "each bet has exactly one outcome (I3)"
    assert book.totals() == {"EUR": 0}, "what one account loses another wins (I1)"
    assert all(book.escrow(round_id) == 0 for round_id in book.by_round), "no escrow is left (I5)"


def test_the_same_seed_walks_the_same_way() -> None:
    again = Walker(configs()[0], seed=1).walk(150)
    once = Walker(configs()[0], seed=1).walk(150)
    assert again.table.engine.head_hash == once.table.engine.head_hash


def test_the_walks_see_every_phase_and_every_event() -> None:
    edges = observed()
    assert {edge.phase for edge in edges} == set(Phase)
    assert {edge.event for edge in edges} == set(codec.KINDS)


def test_the_walks_try_every_command_and_are_refused_most() -> None:
    tried = {command for n, seed in WALKS for _, command, _ in walked(n, seed).answers}
    assert tried == set(COMMANDS)
    refused = {code for n, seed in WALKS for _, _, code in walked(n, seed).answers if code}
    assert len(refused) > 40


def test_every_word_of_a_detour_is_understood() -> None:
    refused = {answer for walker in detours() for answer in walker.answers if answer[2]}
    assert refused == set()
