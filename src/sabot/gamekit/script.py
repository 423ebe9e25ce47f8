"""Reads a round that a person wrote down: typed access to one decoded JSON object.

`sabot settle` and the golden rounds use it. A wrong value is refused with the name of its field, so
that the person can correct the line. It knows fields, cards and stakes, and no game.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Literal

from sabot.cards import Card
from sabot.errors import Malformed
from sabot.gamekit.payouts import Payout
from sabot.money import Cents, Odds

STAKE_MAX = 10**15
"""No script may stake more: ten thousand billion in any currency is a typing mistake."""

CARDS_MAX = 8 * 52
"""No script may list more cards than the largest shoe holds."""


def bad_field(field: str, reason: str) -> Malformed:
    """The error of one field."""
    return Malformed("script/field", field=field, reason=reason)


@dataclass(frozen=True, slots=True)
class Script:
    """One JSON object and where it stands in the line (`rules.pair_plus`)."""

    members: Mapping[str, object]
    path: str = ""

    def name(self, field: str) -> str:
        """The full name of a member."""
        return f"{self.path}.{field}" if self.path else field

    def has(self, field: str) -> bool:
        """Whether the member is there and not null."""
        return self.members.get(field) is not None

    def known(self, fields: Collection[str]) -> None:
        """Refuse unknown members: a misspelt field must not be ignored."""
        for field in self.members:
            if field not in fields:
                raise bad_field(self.name(field), f"unknown; known are {' '.join(sorted(fields))}")

    def text(self, field: str, *, default: str | None = None) -> str:
        """A string."""
        value = self.members.get(field, default)
        if not isinstance(value, str):
            raise bad_field(self.name(field), "a text is needed")
        return value

    def choice(self, field: str, options: Collection[str], *, default: str | None = None) -> str:
        """One of a few words."""
        value = self.text(field, default=default)
        if value not in options:
            raise bad_field(
                self.name(field), f"{value!r} is not one of {' '.join(sorted(options))}"
            )
        return value

    def flag(self, field: str, *, default: bool | None = None) -> bool:
        """True or false."""
        value = self.members.get(field, default)
        if not isinstance(value, bool):
            raise bad_field(self.name(field), "true or false is needed")
        return value

    def integer(self, field: str, *, minimum: int, maximum: int, default: int | None = None) -> int:
        """A whole number within bounds."""
        value = self.members.get(field, default)
        if not isinstance(value, int) or isinstance(value, bool):
            raise bad_field(self.name(field), "a whole number is needed")
        if not minimum <= value <= maximum:
            raise bad_field(self.name(field), f"{value} is not from {minimum} to {maximum}")
        return value

    def stake(self, field: str) -> Cents:
        """A stake in cents, more than nothing."""
        return Cents(self.integer(field, minimum=1, maximum=STAKE_MAX))

    def odds(self, field: str) -> Odds:
        """Odds to one from a whole number."""
        return Odds(self.integer(field, minimum=0, maximum=1_000_000))

    def part(self, field: str) -> Script:
        """An object inside."""
        value = self.members.get(field, {})
        if not isinstance(value, Mapping):
            raise bad_field(self.name(field), "an object is needed")
        return Script(value, self.name(field))

    def parts(self, field: str) -> tuple[Script, ...]:
        """A list of objects; a missing list is empty."""
        items = self.members.get(field, [])
        if not isinstance(items, list):
            raise bad_field(self.name(field), "a list is needed")
        for index, item in enumerate(items):
            if not isinstance(item, Mapping):
                raise bad_field(f"{self.name(field)}[{index}]", "an object is needed")
        return tuple(Script(item, f"{self.name(field)}[{i}]") for i, item in enumerate(items))

    def cards(self, field: str, *, exactly: int | None = None, at_least: int = 0) -> list[Card]:
        """A list of cards."""
        items = self.members.get(field)
        if not isinstance(items, list):
            raise bad_field(self.name(field), "a list of cards is needed")
        if exactly is not None and len(items) != exactly:
            raise bad_field(self.name(field), f"{exactly} cards are needed, not {len(items)}")
        if not at_least <= len(items) <= CARDS_MAX:
            raise bad_field(self.name(field), f"{at_least} to {CARDS_MAX} cards are needed")
        return [self._card(f"{self.name(field)}[{i}]", item) for i, item in enumerate(items)]

    @staticmethod
    def _card(name: str, item: object) -> Card:
        if not isinstance(item, str):
            raise bad_field(name, "a card such as '9H' is needed")
        try:
            return Card.parse(item)
        except Malformed:
            raise bad_field(name, f"{item!r} is no card; write rank and suit, such as 9H") from None

    def stakes(self, field: str, kinds: Collection[str]) -> dict[str, Cents]:
        """Stakes by kind of bet, in the order written."""
        bets = self.part(field)
        for kind in bets.members:
            if kind not in kinds:
                raise bad_field(bets.name(kind), f"no such bet; known are {' '.join(kinds)}")
        return {kind: bets.stake(kind) for kind in bets.members}


SettledLine = dict[str, str | int | bool]


def settled(payout: Payout) -> SettledLine:
    """One settled bet as `sabot settle` writes it."""
    line: SettledLine = {
        "stake": payout.bet.stake,
        "result": payout.result.value,
        "payout": payout.amount,
    }
    if payout.bet.golden:
        line["golden_chip"] = True
    return line


Totals = dict[Literal["total_stake", "total_payout"], int]


def totals(payouts: Collection[Payout]) -> Totals:
    """The sums at the end of a settled line."""
    return {
        "total_stake": sum(payout.bet.stake for payout in payouts),
        "total_payout": sum(payout.amount for payout in payouts),
    }
