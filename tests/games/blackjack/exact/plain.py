"""Blackjack in the plainest code there is, made of the rules and of fractions, to test kernels.

Two independent ways. `BestPlay` recurses over what a player knows and takes the best option, with
the hole card conditioned by hand. `WholeRound` deals a round card by card in its true order, hole
card and both split hands included, and plays by given tables. Both ask the rules for totals and
draws and the bets for labels; neither knows a joint probability or an exchangeable card.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache

from sabot.cards import Card, Rank, Suit
from sabot.games.blackjack.bets import Label, Showdown, extra_label, hand_label
from sabot.games.blackjack.exact.hands import EMPTY
from sabot.games.blackjack.exact.strategy import Action, StrategyTables
from sabot.games.blackjack.exact.values import ACE, TEN, VALUES
from sabot.games.blackjack.rules import dealer_draws, hand_total, is_blackjack, is_soft
from sabot.games.blackjack.variants import EXTRA_PAYS, HAND_PAYS, TenUpBlackjack

Values = tuple[int, ...]
Left = tuple[int, ...]

FIGURES = {value: Card(rank, Suit.SPADES) for value, rank in zip(VALUES, Rank, strict=False)}


def faces(values: Values) -> list[Card]:
    return [FIGURES[value] for value in values]


def draws(left: Left) -> Iterator[tuple[int, Fraction, Left]]:
    """Each card that can come, with its probability and what it leaves."""
    for value in VALUES:
        if left[value - 1]:
            yield value, Fraction(left[value - 1], sum(left)), without(left, value)


def without(left: Left, *values: int) -> Left:
    counts = list(left)
    for value in values:
        counts[value - 1] -= 1
    return tuple(counts)


@cache
def dealer_ends(held: Values, left: Left) -> dict[tuple[int, bool], Fraction]:
    """How the dealer's hand ends: total and whether it is a blackjack."""
    hand = faces(held)
    if not dealer_draws(hand):
        return {(hand_total(hand), is_blackjack(hand)): Fraction(1)}
    ends: dict[tuple[int, bool], Fraction] = {}
    for value, chance, rest in draws(left):
        for end, further in dealer_ends(tuple(sorted((*held, value))), rest).items():
            ends[end] = ends.get(end, Fraction(0)) + chance * further
    return ends


def payout(label: Label, *, extra: bool) -> Fraction:
    pays = EXTRA_PAYS if extra else HAND_PAYS
    return 1 + pays[label] if label in pays else Fraction(0)


def settled(
    mode: TenUpBlackjack, own: Values, end: tuple[int, bool], *, extra: bool, split: bool
) -> Fraction:
    """What one unit on a finished hand brings back."""
    showdown = Showdown(
        total=hand_total(faces(own)),
        blackjack=is_blackjack(faces(own)) and not split,
        dealer_total=end[0],
        dealer_blackjack=end[1],
        extras_returned=mode is TenUpBlackjack.ORIGINAL_BETS_ONLY,
    )
    return payout((extra_label if extra else hand_label)(showdown), extra=extra)


def checked(mode: TenUpBlackjack, up: int) -> bool:
    """F142: the hole card is checked under an ace, and in `peek` under a ten-value card."""
    return up == ACE or (up == TEN and mode is TenUpBlackjack.PEEK)


class BestPlay:
    """Best composition-dependent play by what a player knows."""

    def __init__(self, mode: TenUpBlackjack) -> None:
        self.mode = mode
        self.hit = cache(self._hit)
        self.stand = cache(self._stand)

    def holes(self, up: int, left: Left) -> list[tuple[int, Fraction, Left]]:
        """The hole cards a player must still reckon with, once it was checked or was not."""
        possible = [
            hole
            for hole in draws(left)
            if not (checked(self.mode, up) and is_blackjack(faces((up, hole[0]))))
        ]
        weight = sum((chance for _, chance, _ in possible), Fraction(0))
        return [(hole, chance / weight, rest) for hole, chance, rest in possible]

    def _stand(self, own: Values, up: int, left: Left, *, extra: bool, split: bool) -> Fraction:
        return sum(
            (
                chance * further * settled(self.mode, own, end, extra=extra, split=split)
                for hole, chance, rest in self.holes(up, left)
                for end, further in dealer_ends(tuple(sorted((up, hole))), rest).items()
            ),
            Fraction(0),
        )

    def next_card(self, up: int, left: Left, then: Callable[[int, Left], Fraction]) -> Fraction:
        """The player's next card, which is not the hole card."""
        return sum(
            (
                chance * further * then(value, without(left, value))
                for _, chance, rest in self.holes(up, left)
                for value, further, _ in draws(rest)
            ),
            Fraction(0),
        )

    def _hit(self, own: Values, up: int, left: Left, *, extra: bool, split: bool) -> Fraction:
        def then(value: int, rest: Left) -> Fraction:
            return self.play(tuple(sorted((*own, value))), up, rest, extra=extra, split=split)

        return self.next_card(up, left, then)

    def play(self, own: Values, up: int, left: Left, *, extra: bool, split: bool) -> Fraction:
        total = hand_total(faces(own))
        if total > 21:
            return Fraction(0)
        stand = self.stand(own, up, left, extra=extra, split=split)
        if total == 21:
            return stand
        return max(stand, self.hit(own, up, left, extra=extra, split=split))

    def double(self, own: Values, up: int, left: Left) -> Fraction:
        def then(value: int, rest: Left) -> Fraction:
            drawn = (*own, value)
            return sum(
                (self.stand(drawn, up, rest, extra=extra, split=False) for extra in (False, True)),
                Fraction(0),
            )

        return self.next_card(up, left, then)

    def split(self, own: Values, up: int, left: Left) -> Fraction:
        def then(value: int, rest: Left) -> Fraction:
            half = (own[0], value)
            go_on = self.stand if own[0] == ACE else self.play
            return sum(
                (go_on(half, up, rest, extra=extra, split=True) for extra in (False, True)),
                Fraction(0),
            )

        return self.next_card(up, left, then)

    def opening(self, own: Values, up: int, left: Left) -> tuple[Fraction, Fraction]:
        """Payout less extra stake, and the extra stake, once decisions are due."""
        if is_blackjack(faces(own)):
            return self.stand(own, up, left, extra=False, split=False), Fraction(0)
        options = [(self.play(own, up, left, extra=False, split=False), Fraction(0))]
        options.append((self.double(own, up, left) - 1, Fraction(1)))
        if own[0] == own[1]:
            options.append((self.split(own, up, left) - 1, Fraction(1)))
        return max(options, key=lambda option: option[0])

    def whole(self, shoe: Left) -> tuple[Fraction, Fraction]:
        """The return per initial bet and the expected extra stake."""
        value = extra = Fraction(0)
        for first, p, after_first in draws(shoe):
            for up, q, after_up in draws(after_first):
                for second, r, left in draws(after_up):
                    own = tuple(sorted((first, second)))
                    ended = self.dealer_blackjack(up, left) if checked(self.mode, up) else 0
                    net, staked = self.opening(own, up, left)
                    push = settled(self.mode, own, (21, True), extra=False, split=False)
                    value += p * q * r * (ended * push + (1 - ended) * net)
                    extra += p * q * r * (1 - ended) * staked
        return value, extra

    def dealer_blackjack(self, up: int, left: Left) -> Fraction:
        return sum(
            (chance for hole, chance, _ in draws(left) if is_blackjack(faces((up, hole)))),
            Fraction(0),
        )


class WholeRound:
    """Every round a shoe can deal, card by card, played by tables of either kind."""

    def __init__(
        self, mode: TenUpBlackjack, decide: Callable[[Values, int, int, int], Action]
    ) -> None:
        self.mode = mode
        self.decide = decide
        self.finished = cache(self._finished)

    def _finished(
        self, own: Values, up: int, left: Left, pair: int, place: int
    ) -> dict[tuple[int, Left], Fraction]:
        """Where hitting and standing lead a hand: its total and the shoe it leaves behind."""
        total = hand_total(faces(own))
        if total >= 21 or pair == ACE or self.decide(own, up, pair, place) is Action.STAND:
            return {(total, left): Fraction(1)}
        ends: dict[tuple[int, Left], Fraction] = {}
        for value, chance, rest in draws(left):
            for end, further in self.finished((*own, value), up, rest, pair, place).items():
                ends[end] = ends.get(end, Fraction(0)) + chance * further
        return ends

    def unit(self, total: int, end: tuple[int, bool], *, extra: bool) -> Fraction:
        showdown = Showdown(
            total=total,
            blackjack=False,
            dealer_total=end[0],
            dealer_blackjack=end[1],
            extras_returned=self.mode is TenUpBlackjack.ORIGINAL_BETS_ONLY,
        )
        return payout((extra_label if extra else hand_label)(showdown), extra=extra)

    def one_hand(
        self, ends: dict[tuple[int, Left], Fraction], table: Values, units: int
    ) -> Fraction:
        return sum(
            (
                chance * further * sum(self.unit(total, end, extra=n > 0) for n in range(units))
                for (total, left), chance in ends.items()
                for end, further in dealer_ends(table, left).items()
            ),
            Fraction(0),
        )

    def two_hands(self, value: int, up: int, table: Values, left: Left) -> Fraction:
        """F138: both hands get their second card at once; then one is played, then the other."""
        brought = Fraction(0)
        for one, p, after_one in draws(left):
            for two, q, after_two in draws(after_one):
                for (total, rest), r in self.finished(
                    (value, one), up, after_two, value, 0
                ).items():
                    second = self.finished((value, two), up, rest, value, 1)
                    for (other, last), s in second.items():
                        for end, t in dealer_ends(table, last).items():
                            both = self.unit(total, end, extra=False)
                            both += self.unit(other, end, extra=True)
                            brought += p * q * r * s * t * both
        return brought

    def decided(self, own: Values, up: int, table: Values, left: Left) -> tuple[Fraction, int]:
        """What a round in play brings back, and how many units were added."""
        match self.decide(own, up, 0, 0):
            case Action.SPLIT:
                return self.two_hands(own[0], up, table, left), 1
            case Action.DOUBLE | Action.DOUBLE_OR_STAND:
                drawn = {
                    (hand_total(faces((*own, value))), rest): chance
                    for value, chance, rest in draws(left)
                }
                return self.one_hand(drawn, table, 2), 1
            case Action.HIT | Action.STAND:
                return self.one_hand(self.finished(own, up, left, 0, 0), table, 1), 0

    def round(self, own: Values, up: int, hole: int, left: Left) -> tuple[Fraction, int]:
        table = tuple(sorted((up, hole)))
        natural = is_blackjack(faces(table))
        if is_blackjack(faces(own)) or (natural and checked(self.mode, up)):
            ends = dealer_ends(table, left).items()
            return sum(
                (p * settled(self.mode, own, end, extra=False, split=False) for end, p in ends),
                Fraction(0),
            ), 0
        return self.decided(own, up, table, left)

    def whole(self, shoe: Left) -> tuple[Fraction, Fraction]:
        """Total payout and extra stake per initial unit, in the order of the deal (F131)."""
        value = extra = Fraction(0)
        for first, p, after_first in draws(shoe):
            for up, q, after_up in draws(after_first):
                for second, r, after_second in draws(after_up):
                    for hole, s, left in draws(after_second):
                        own = tuple(sorted((first, second)))
                        brought, added = self.round(own, up, hole, left)
                        value += p * q * r * s * brought
                        extra += p * q * r * s * added
        return value, extra


def by_composition(tables: StrategyTables) -> Callable[[Values, int, int, int], Action]:
    def decide(own: Values, up: int, pair: int, place: int) -> Action:
        hand, cards = (int(tables.split_start[pair]), own[1:]) if pair else (EMPTY, own)
        for value in cards:
            hand = int(tables.transitions[hand, value])
        return Action(int((tables.second_action if place else tables.action)[hand, up]))

    return decide


def by_totals(tables: StrategyTables) -> Callable[[Values, int, int, int], Action]:
    def decide(own: Values, up: int, pair: int, place: int) -> Action:
        first_two = len(own) == 2 and not pair
        if first_two and own[0] == own[1]:
            return Action(int(tables.pair[own[0], up]))
        total, soft = hand_total(faces(own)), is_soft(faces(own))
        action = Action(int((tables.soft if soft else tables.hard)[total, up]))
        if first_two:
            return action
        return Action.HIT if action in (Action.HIT, Action.DOUBLE) else Action.STAND

    return decide
