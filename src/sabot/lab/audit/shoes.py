"""Cards as things: no code twice, no card too often, and promises that are kept.

The commitment of a virtual shoe is the SHA-256 of `salt:cards`, as `docs/fairness.md` explains. It
is computed here again, in the one line that a player would use.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator

import msgspec

from sabot.cards import full_deck

CARDS = {str(card): card for card in full_deck()}
"""The 52 cards by the only spelling an event may use."""

DROPPED_MAX = 3
"""F96: after more dropped cards than this, the shoe is changed."""


class Shoe:
    """One set of cards, from its loading to its disclosure."""

    __slots__ = (
        "burned",
        "cards",
        "codes",
        "commitment",
        "counts",
        "dealt",
        "decks",
        "disclosed",
        "dropped",
        "flaws",
        "last_hand",
        "last_hand_over",
        "left",
        "live",
        "lost",
        "retired",
        "rounds",
        "sealed",
        "sets",
        "shoe_id",
        "unwatched",
        "used",
        "written_off",
    )

    def __init__(
        self,
        *,
        shoe_id: str,
        decks: int,
        live: bool,
        commitment: str | None,
        sets: tuple[str, ...] = (),
    ) -> None:
        self.shoe_id = shoe_id
        self.decks = decks
        self.cards = 52 * decks
        self.live = live
        self.commitment = commitment
        self.codes: set[str] = set()
        self.counts: dict[str, int] = {}
        self.left: dict[int, str] = {}  # virtual: the number of each card that left, and what it is
        self.sealed: dict[int, str] = {}  # the number of each card that was never turned
        self.dealt = 0
        self.dropped = 0
        self.used = 0
        self.rounds = 0
        self.last_hand = False  # the cut card is out
        self.last_hand_over = False
        self.retired = False
        self.disclosed = False
        self.lost = False
        self.written_off = False
        self.sets = sets  # the sets of real cards that it is made of
        self.burned = False
        self.unwatched = False  # the picture was lost while it lay there (F96)
        self.flaws: list[Flaw] = []

    @property
    def done(self) -> bool:
        """Whether no round may be opened on these cards any more (F92, F96)."""
        dropped = self.dropped > DROPPED_MAX
        return self.retired or self.last_hand_over or self.unwatched or dropped

    def saw(self, card: str) -> bool:
        """Count a card that left the shoe; False when there cannot be as many (I12)."""
        self.dealt += 1
        seen = self.counts.get(card, 0) + 1
        self.counts[card] = seen
        return seen <= self.decks

    def unsaw(self, card: str) -> None:
        """A card was read wrongly: it is still in the shoe."""
        self.dealt -= 1
        self.counts[card] = self.counts.get(card, 0) - 1


class Flaw(msgspec.Struct, frozen=True, kw_only=True):
    """A way in which a disclosed shoe does not keep its promise."""

    what: str
    expected: str
    found: str


def commitment(*, salt: str, cards: str) -> str:
    """What must have been published before the first bet.

    >>> commitment(salt="00", cards="AS KH")[:16]
    'becdb556a94256b8'
    """
    return hashlib.sha256(f"{salt}:{cards}".encode()).hexdigest()


def flaws(
    *, promised: str | None, salt: str, cards: str, decks: int | None, dealt: dict[int, str]
) -> Iterator[Flaw]:
    """What is wrong with a disclosure: the promise, the pack, or a card that was dealt."""
    made = commitment(salt=salt, cards=cards)
    if promised != made:
        yield Flaw(what="the commitment", expected=made, found=str(promised))
    order = cards.split(" ")
    yield from _pack_flaws(order, decks)
    for number, card in sorted(dealt.items()):
        listed = order[number] if number < len(order) else "no such card"
        if listed != card:
            yield Flaw(what=f"card {number + 1} of the shoe", expected=listed, found=card)


def _pack_flaws(order: list[str], decks: int | None) -> Iterator[Flaw]:
    """Whole decks, nothing else: every card as often as there are decks."""
    unknown = [name for name in order if name not in CARDS]
    if unknown:
        yield Flaw(what="the cards", expected="52 known cards", found=" ".join(unknown[:5]))
        return
    whole = decks or max(1, len(order) // 52)
    counts = Counter(order)
    odd = [f"{name} x {counts[name]}" for name in CARDS if counts[name] != whole]
    if odd:
        yield Flaw(what="the pack", expected=f"{whole} of each card", found=", ".join(odd[:8]))
