"""Whole rounds of several seats, told step by step: what was done, and what each audience saw.

Lines with `>` are what people did: `bet`, `open`, a card, `turn`, a decision, `insure` with the
bets that take it. Everything else is told by the game, and a golden file holds both.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from sabot.cards import Card
from sabot.gamekit import Ask, Audience, Bet, Deal, Done, Expectation, HandView, Reveal
from sabot.games.blackjack import GAME
from sabot.games.blackjack.state import State
from sabot.games.blackjack.variants import BLACKJACK
from sabot.money import Cents


@dataclass(slots=True)
class Playthrough:
    """A table that is told what people do and writes down what it answers."""

    bets: list[Bet] = field(default_factory=list)
    state: State | None = None
    outcome: dict[str, str | int | bool] = field(default_factory=dict)

    def tell(self, given: str) -> list[str]:
        """Do what a line says and tell what follows from it."""
        word, *rest = given.split()
        if word == "bet":
            self.bets.append(_bet(*rest))
            return []
        if word == "open":
            self.state = GAME.start(BLACKJACK, seats=frozenset(int(seat) for seat in rest))
        else:
            assert self.state is not None
            self.state = self._next(self.state, word, rest)
        return list(self._told(self.state))

    def _next(self, state: State, word: str, rest: list[str]) -> State:
        match GAME.expects(state):
            case Deal(positions=positions):
                return GAME.deal(state, Card.parse(word), at=positions[0])
            case Reveal():
                assert word == "turn"
                return GAME.reveal(state)
            case Ask(seat=None):
                insuring = [bet for bet in self.bets if bet.id in rest]
                self.bets.extend(GAME.extras(state, "yes", insuring))
                return GAME.close(state)
            case _:
                self.bets.extend(GAME.extras(state, word, self.bets))
                return GAME.choose(state, word)

    def _told(self, state: State) -> Iterator[str]:
        expected = GAME.expects(state)
        if not isinstance(expected, Deal):
            yield from _seen(state)
            yield from self._news(state)
        yield _waits(expected)
        if isinstance(expected, Done):
            for payout in GAME.settle(state, self.bets):
                bet, label = payout.bet, payout.lines[0].label
                brought = f"{payout.result:<5}{payout.amount:>5}"
                yield f"  {bet.id:<14}{bet.stake:>5} {label:<20}{brought}"

    def _news(self, state: State) -> Iterator[str]:
        """What has become public since the last question."""
        outcome = dict(GAME.view(state, Audience.PLAYER).outcome)
        assert self.outcome.items() <= outcome.items(), "what was told stays true"
        for name, value in outcome.items():
            if name not in self.outcome:
                yield f"  {name} is {value}"
        self.outcome = outcome


def _bet(name: str, kind: str, seat: str, stake: str, *terms: str) -> Bet:
    return Bet(
        id=name,
        player=name,
        kind=kind,
        seat=int(seat),
        stake=Cents(int(stake)),
        terms=frozenset(terms),
    )


def _seen(state: State) -> Iterator[str]:
    view = GAME.view(state, Audience.PLAYER)
    for hand in view.hands:
        yield f"  {_hand(hand)}"
    inspected = GAME.view(state, Audience.AUDITOR).hands[-1]
    if inspected != view.hands[-1]:
        yield f"  (the manager sees {' '.join(str(card) for card in inspected.cards)})"


def _hand(hand: HandView) -> str:
    cards = " ".join(card or "??" for card in hand.cards)
    return f"{hand.name:<10}{cards:<16}{hand.total:<6}{' '.join(hand.tags)}".rstrip()


def _waits(expected: Expectation) -> str:
    match expected:
        case Deal(positions=positions, face=face):
            return f"waits for a card face {face} at {positions[0]}"
        case Reveal(positions=positions):
            return f"waits for {positions[0]} to be turned"
        case Ask(seat=None, topic=topic, options=options, default=default):
            offered = " ".join(option.id for option in options)
            return f"asks everybody about {topic}: {offered}, by default {default}"
        case Ask(seat=seat, hand=hand, options=options, default=default):
            offered = " ".join(option.id for option in options)
            return f"asks seat {seat} hand {hand}: {offered}, by default {default}"
        case Done():
            return "is done and pays"


def retold(text: str) -> str:
    """A golden file, with everything the game says said again by the game."""
    table, lines = Playthrough(), []
    for row in text.splitlines():
        if row.startswith("#"):
            lines.append(row)
        elif row.startswith("> "):
            lines.append(row)
            lines.extend(table.tell(row[2:]))
    return "\n".join(lines) + "\n"
