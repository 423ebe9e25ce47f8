"""A round is followed from its record without the key of its hidden cards."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace
from tests.seals import SEALS
from tests.table.driver import Studio, blackjack

from sabot.gamekit import Audience
from sabot.service.storage.sealing import opened_event
from sabot.table import events as e
from sabot.table.record import codec
from sabot.table.record.unknown import follow, with_turned_cards
from sabot.table.state import TableState
from sabot.table.views import TableShown, shown


def dealers_blackjack() -> Studio:
    """F142: insurance is refused, and the dealer has a blackjack that nobody sees yet."""
    table = blackjack()
    table.players.sit("ada", 1)
    table.players.place("ada", "main", seat=1)
    table.close()
    table.cards.deal("9S AH 3D KC")
    table.players.answer("ada", "no", kind="main")
    table.cards.deal("turn")
    return table


def shown_after_each(table: Studio, events: Sequence[e.Event]) -> list[TableShown]:
    state, views = TableState(table_id=table.table_id, game=table.game), []
    for number, event in enumerate(events):
        state = follow(replace(state, seq=number), event)
        if state.config is not None:
            views.append(shown(state, Audience.PLAYER))
    return views


def test_F142_F245_a_replay_without_keys_shows_a_dealers_blackjack_as_it_was_shown() -> None:
    table = dealers_blackjack()
    rows = table.book.events[table.table_id]
    live = [opened_event(row, SEALS, table_id=table.table_id) for row in rows]
    stored = [codec.decode(row.kind, row.version, row.body) for row in rows]
    assert any(isinstance(event, e.CardDealt) and event.sealed for event in stored)
    assert shown_after_each(table, with_turned_cards(stored)) == shown_after_each(table, live)


def test_P13_a_card_that_is_not_turned_stays_sealed() -> None:
    table = dealers_blackjack()
    rows = table.book.events[table.table_id]
    stored = [codec.decode(row.kind, row.version, row.body) for row in rows]
    before = [event for event in stored if not isinstance(event, e.CardsRevealed)]
    assert with_turned_cards(before) == before
