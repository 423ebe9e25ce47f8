"""The sets of cards of a test: a cupboard that remembers which table has which."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from sabot.cards import full_deck
from sabot.service.ports import ActRow
from sabot.table.staff.card_sets import CardSet, Standing


def passport(name: str, decks: int) -> frozenset[str]:
    cards = [str(card) for card in full_deck()] * decks
    return frozenset(f"{name}:{number}:{card}" for number, card in enumerate(cards))


def a_set(name: str, decks: int = 8, standing: Standing = Standing.READY, at: str = "") -> CardSet:
    return CardSet(
        set_id=name, decks=decks, codes=passport(name, decks), standing=standing, table=at
    )


class Cupboard:
    """Sets of a test; who took them where is remembered."""

    def __init__(self, *sets: CardSet) -> None:
        self.sets = {each.set_id: each for each in sets}

    def card_set(self, set_id: str) -> CardSet | None:
        return self.sets.get(set_id)

    def loaded(
        self, wanted: Sequence[str], *, table: str, shoe: str, actor: str
    ) -> tuple[ActRow, ...]:
        del shoe, actor
        for name, each in self.sets.items():
            if each.table == table and name not in wanted:
                self.sets[name] = replace(each, table="", standing=Standing.NOT_READY)
        for name in wanted:
            self.sets[name] = replace(self.sets[name], table=table, standing=Standing.NOT_READY)
        return ()

    def stored(self, acts: Iterable[ActRow]) -> None:
        assert not list(acts)

    dropped = stored
