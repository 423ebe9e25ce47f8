"""The contract of a game, tried on every game folder there is.

Nothing here knows a game: bets are built from what a variant offers, cards and answers come from
chance, and the tests check what `gamekit.game.Game` promises to the code that runs a table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from sabot.cards import Card, full_deck
from sabot.errors import Refused
from sabot.gamekit import (
    AnyGame,
    Ask,
    Audience,
    Bet,
    Deal,
    Done,
    Expectation,
    Face,
    Limits,
    OppositePolicy,
    Option,
    Placement,
    Result,
    Reveal,
    Role,
    TableRules,
    Variant,
    View,
    judge,
)
from sabot.gamekit.eligibility import Circumstances
from sabot.games import variants
from sabot.money import Cents, portion

VARIANTS = variants()
EVERY_VARIANT = pytest.mark.parametrize("variant_id", sorted(VARIANTS))

ADA, BO = "ada", "bo"
STAKES = (Cents(1), Cents(5), Cents(105), Cents(333), Cents(20_000))
WIDE = Limits(minimum=Cents(1), maximum=Cents(10**9))

# Shoes that bring about what is rare in a whole one: blackjacks, pairs, long hands.
FLAVOURS = {
    "any": full_deck(),
    "tens and aces": tuple(card for card in full_deck() if card.rank in set("ATJQK")),
    "small": tuple(card for card in full_deck() if card.rank in set("A2345")),
    "aces and eights": tuple(card for card in full_deck() if card.rank in set("A8")),
}


@dataclass(slots=True)
class Table:
    """One round under way: its state, its bets, and everything that happened so far."""

    game: AnyGame
    variant: Variant
    bets: list[Bet]
    data: st.DataObject
    flavour: Sequence[Card]
    state: object = None
    calls: list[Callable[[object], object]] = field(default_factory=list)
    positions: list[str] = field(default_factory=list)
    face_up: list[Card] = field(default_factory=list)
    face_down: dict[str, Card] = field(default_factory=dict)
    reserved: list[Card] = field(default_factory=list)

    @classmethod
    def open(cls, variant_id: str, data: st.DataObject) -> Table:
        game, variant = VARIANTS[variant_id]
        bets = data.draw(layouts(variant))
        flavour = FLAVOURS[data.draw(st.sampled_from(sorted(FLAVOURS)))]
        table = cls(game=game, variant=variant, bets=bets, data=data, flavour=flavour)
        table.state = table.start()
        return table

    def start(self) -> object:
        """A new round for the seats with a main bet, where hands belong to seats."""
        staked = {bet.seat for bet in self.bets if self.role(bet.kind) is Role.MAIN}
        seats = frozenset(seat for seat in staked if seat is not None)
        return self.game.start(self.variant, seats=seats)

    def role(self, kind: str) -> Role:
        return self.variant.bets[kind].role

    @property
    def expected(self) -> Expectation:
        return self.game.expects(self.state)

    def steps(self) -> Iterator[Expectation]:
        """Answer what is expected until the round is over, and tell each expectation before."""
        for _ in range(52 * self.variant.decks):
            expected = self.expected
            yield expected
            if isinstance(expected, Done):
                return
            self.answer(expected)
        pytest.fail("the round does not end")

    def play(self) -> None:
        for _ in self.steps():
            pass

    def answer(self, expected: Expectation) -> None:
        match expected:
            case Deal(positions=positions, face=face):
                at = self.data.draw(st.sampled_from(positions))
                self.deal(self.next_card(), at=at, face=face)
            case Reveal(positions=positions):
                self.face_up += [self.face_down.pop(at) for at in positions]
                self.call(self.game.reveal)
            case Ask() as ask:
                self.decide(ask)
            case Done():
                pass

    def next_card(self) -> Card:
        gone = Counter((*self.face_up, *self.face_down.values(), *self.reserved))
        for pile in (self.flavour, full_deck()):
            left = [card for card in pile if gone[card] < self.variant.decks]
            if left:
                return self.data.draw(st.sampled_from(left))
        pytest.fail("the round uses more cards than the shoe has")

    def deal(self, card: Card, *, at: str, face: Face) -> None:
        self.positions.append(at)
        if face is Face.UP:
            self.face_up.append(card)
        else:
            self.face_down[at] = card
        self.call(lambda state: self.game.deal(state, card, at=at))

    def call(self, change: Callable[[object], object]) -> None:
        self.calls.append(change)
        self.state = change(self.state)

    def decide(self, ask: Ask) -> None:
        options = st.sampled_from([option.id for option in ask.options])
        if ask.seat is None:
            for player in (ADA, BO):
                own = [bet for bet in self.bets if bet.player == player]
                self.take(self.game.extras(self.state, self.data.draw(options), own))
            self.call(self.game.close)
        else:
            option = self.data.draw(options)
            self.take(self.game.extras(self.state, option, self.bets))
            self.call(lambda state: self.game.choose(state, option))

    def take(self, extras: Sequence[Bet]) -> None:
        """Take further stakes; who bets behind and cannot afford one does not follow (R28)."""
        parents = {bet.id: bet for bet in self.bets}
        for extra in extras:
            behind = self.role(parents[extra.parent or ""].kind) is Role.BEHIND
            if not behind or self.data.draw(st.booleans()):
                self.bets.append(extra)


@st.composite
def layouts(draw: st.DrawFn, variant: Variant) -> list[Bet]:
    """Bets of two players that may all stand, from nothing more than what the variant offers."""
    per_seat = any(spec.role is Role.BEHIND for spec in variant.bets.values())
    owners = draw(seatings(variant.seats)) if per_seat else {}
    placed = {player: draw(chips(variant, player, owners)) for player in (ADA, BO)}
    everything = (chip for chips in placed.values() for chip in chips)
    mains = {chip.seat for chip in everything if variant.bets[chip.kind].role is Role.MAIN}
    staked = frozenset(seat for seat in mains if seat is not None)
    modes = sorted({spec.mode for spec in variant.bets.values() if spec.mode})
    return [
        bet
        for player, chips_of_player in placed.items()
        for bet in accepted(
            variant,
            player,
            chips_of_player,
            Circumstances(
                mode=draw(st.sampled_from(modes)) if modes else None,
                own_seats=frozenset(seat for seat, owner in owners.items() if owner == player),
                staked_seats=staked,
            ),
            terms=draw(st.sets(st.sampled_from(["follow_double", "follow_split"]))),
        )
    ]


@st.composite
def seatings(draw: st.DrawFn, seats: int) -> dict[int, str]:
    """Who sits where; at least one seat is taken, by Ada."""
    owners = draw(st.dictionaries(st.integers(1, seats), st.sampled_from((ADA, BO)), max_size=4))
    return owners if ADA in owners.values() else {**owners, 1: ADA}


@st.composite
def chips(
    draw: st.DrawFn, variant: Variant, player: str, owners: dict[int, str]
) -> list[Placement]:
    """One stake on some spots; all alike, because some games want two spots to be equal."""
    stake = draw(st.sampled_from(STAKES))
    mains = [kind for kind, spec in variant.bets.items() if spec.role is Role.MAIN]
    sides = [kind for kind, spec in variant.bets.items() if spec.role is Role.SIDE]
    behind = [kind for kind, spec in variant.bets.items() if spec.role is Role.BEHIND]
    if not owners:
        kinds = draw(st.lists(st.sampled_from([*mains, *sides]), unique=True, max_size=6))
        return [Placement(kind=kind, stake=stake) for kind in kinds]
    spots = [
        (kind, seat)
        for seat, owner in owners.items()
        for kind in (
            [*mains, *draw(st.lists(st.sampled_from(sides), unique=True))]
            if owner == player
            else draw(st.lists(st.sampled_from(behind), unique=True))
        )
    ]
    return [Placement(kind=kind, stake=stake, seat=seat) for kind, seat in spots]


def accepted(
    variant: Variant,
    player: str,
    placements: list[Placement],
    now: Circumstances,
    *,
    terms: set[str],
) -> list[Bet]:
    """The bets that come of a layout at a table with everything on and no limits to speak of."""
    rules = TableRules(
        bets=variant.bets,
        limits=dict.fromkeys(variant.bets, WIDE),
        switched_on=frozenset(variant.bets),
        opposite_policy=OppositePolicy.OFF,
    )
    return [
        Bet(
            id=f"{player}-{number}",
            player=player,
            kind=judged.placement.kind,
            stake=judged.stake,
            seat=judged.placement.seat,
            terms=frozenset(terms),
        )
        for number, judged in enumerate(judge(placements, rules, now))
        if judged.stake
    ]


# --- rounds -------------------------------------------------------------------------------------


@EVERY_VARIANT
@settings(max_examples=30)
@given(data=st.data())
def test_every_round_ends_and_pays_each_bet_once_in_order(
    variant_id: str, data: st.DataObject
) -> None:
    table = Table.open(variant_id, data)
    table.play()
    payouts = table.game.settle(table.state, table.bets)
    assert [payout.bet for payout in payouts] == table.bets
    for payout in payouts:
        assert type(payout.amount) is int
        assert payout.amount == sum(line.amount for line in payout.lines)
        assert all(type(line.amount) is int and line.amount >= 0 for line in payout.lines)
        assert payout.lines
        # Lost stakes may still earn something (F175); won and returned ones are paid back whole.
        assert payout.amount >= (0 if payout.result is Result.LOSE else payout.bet.stake)
        assert not payout.chip_returned


@EVERY_VARIANT
@settings(max_examples=25)
@given(data=st.data())
def test_a_payout_depends_neither_on_the_order_of_bets_nor_on_asking_twice(
    variant_id: str, data: st.DataObject
) -> None:
    table = Table.open(variant_id, data)
    table.play()
    payouts = table.game.settle(table.state, table.bets)
    assert table.game.settle(table.state, tuple(table.bets)) == payouts
    assert table.game.settle(table.state, table.bets[::-1]) == payouts[::-1]
    assert table.game.settle(table.state, []) == ()


@EVERY_VARIANT
@settings(max_examples=25)
@given(data=st.data())
def test_the_same_calls_make_the_same_round(variant_id: str, data: st.DataObject) -> None:
    table = Table.open(variant_id, data)
    table.play()
    state = table.start()
    for change in table.calls:
        before = state
        state = change(state)
        assert state != before
    assert state == table.state
    assert table.game.expects(state) == Done()


@EVERY_VARIANT
@settings(max_examples=30)
@given(data=st.data())
def test_F183_F184_R29_a_golden_chip_wins_without_itself_and_a_push_returns_it(
    variant_id: str, data: st.DataObject
) -> None:
    table = Table.open(variant_id, data)
    table.play()
    cash = table.game.settle(table.state, table.bets)
    for index, bet in enumerate(table.bets):
        if table.variant.bets[bet.kind].golden_chips:
            shining = [*table.bets[:index], replace(bet, golden=True), *table.bets[index + 1 :]]
            golden = table.game.settle(table.state, shining)
            paid = cash[index]  # where a part of the stake is lost, a golden chip has no half
            back = 0 if paid.lines[0].odds is None else min(paid.amount, bet.stake)
            assert golden[index].result == cash[index].result
            assert golden[index].amount == cash[index].amount - back
            assert golden[index].chip_returned == (cash[index].result is Result.PUSH)
            assert golden[:index] + golden[index + 1 :] == cash[:index] + cash[index + 1 :]


# --- what is expected ---------------------------------------------------------------------------


@EVERY_VARIANT
@settings(max_examples=30)
@given(data=st.data())
def test_a_card_lies_on_every_position_at_most_once(variant_id: str, data: st.DataObject) -> None:
    table = Table.open(variant_id, data)
    turned: list[str] = []
    for expected in table.steps():
        if isinstance(expected, Deal):
            assert expected.positions
            assert len(set(expected.positions)) == len(expected.positions)
            assert not set(table.positions) & set(expected.positions)
        if isinstance(expected, Reveal):
            assert set(expected.positions) <= table.face_down.keys()
            turned += expected.positions
    assert len(set(turned)) == len(turned)
    assert table.face_down == {}  # Every round ends with open cards.


@EVERY_VARIANT
@settings(max_examples=30)
@given(data=st.data())
def test_every_question_can_be_answered_with_every_option(
    variant_id: str, data: st.DataObject
) -> None:
    table = Table.open(variant_id, data)
    for expected in table.steps():
        if isinstance(expected, Ask):
            offered = [option.id for option in expected.options]
            assert len(set(offered)) == len(offered) > 1
            assert expected.default in offered
            assert expected.asked_kinds <= table.variant.bets.keys()
            assert (expected.seat is None) == bool(expected.asked_kinds)
            for option in expected.options:
                check_option(table, expected, option)


def check_option(table: Table, ask: Ask, option: Option) -> None:
    game, bets = table.game, table.bets
    check_extras(table, option, game.extras(table.state, option.id, bets))
    if ask.seat is None:
        assert game.close(table.state) != table.state
    else:
        after = game.choose(table.state, option.id)
        assert after != table.state
        assert game.expects(after) != ask


def check_extras(table: Table, option: Option, extras: Sequence[Bet]) -> None:
    """What an answer takes is what its option says, of bets that are there, in cash."""
    assert (option.takes is None) == (option.share == 0)
    if option.takes is None:
        assert extras == ()
        return
    assert table.role(option.takes) is Role.EXTRA
    first = {bet.id: bet for bet in table.bets}
    assert len({extra.id for extra in extras} - first.keys()) == len(extras)
    for extra in extras:
        parent = first[extra.parent or ""]
        assert (extra.kind, extra.golden) == (option.takes, False)
        assert (extra.player, extra.seat) == (parent.player, parent.seat)
        assert extra.stake == portion(parent.stake, of=option.share) > 0


def no_answers(table: Table, expected: Expectation) -> Iterator[Callable[[], object]]:
    """Everything that is not what is expected now."""
    game, state, card = table.game, table.state, full_deck()[0]
    asks_seat = isinstance(expected, Ask) and expected.seat is not None
    asks_everybody = isinstance(expected, Ask) and expected.seat is None
    awaited = expected.positions if isinstance(expected, Deal) else ()
    taken = (at for at in table.positions[-3:] if at not in awaited)
    for at in ("", "nowhere", *taken):
        yield lambda at=at: game.deal(state, card, at=at)  # type: ignore[misc]
    yield lambda: game.choose(state, "no such option")
    yield lambda: game.extras(state, "no such option", table.bets)
    if not isinstance(expected, Reveal):
        yield lambda: game.reveal(state)
    if not asks_everybody:
        yield lambda: game.close(state)
    if not asks_seat:
        for option in ("stand", "yes", "play", ""):
            yield lambda option=option: game.choose(state, option)  # type: ignore[misc]
    if not isinstance(expected, Ask):
        yield lambda: game.extras(state, "yes", table.bets)
    if not isinstance(expected, Done):
        yield lambda: game.settle(state, table.bets)
    else:
        unknown = Bet(id="x", player=ADA, kind="no such bet", stake=Cents(100), seat=1)
        yield lambda: game.settle(state, [*table.bets, unknown])


@EVERY_VARIANT
@settings(max_examples=30)
@given(data=st.data())
def test_what_is_not_expected_is_refused_and_changes_nothing(
    variant_id: str, data: st.DataObject
) -> None:
    table = Table.open(variant_id, data)
    for expected in table.steps():
        before = repr(table.state)
        for attempt in no_answers(table, expected):
            with pytest.raises(Refused):
                attempt()
        assert repr(table.state) == before
        assert table.expected == expected


# --- what is seen -------------------------------------------------------------------------------


def seen(view: View) -> Counter[str]:
    return Counter(card for hand in view.hands for card in hand.cards if card is not None)


@EVERY_VARIANT
@settings(max_examples=30)
@given(data=st.data())
def test_P13_players_see_what_lies_open_and_inspectors_see_all(
    variant_id: str, data: st.DataObject
) -> None:
    table = Table.open(variant_id, data)
    for expected in table.steps():
        for audience in Audience:
            view = table.game.view(table.state, audience)
            hidden = table.face_down.values() if audience.sees_hidden_cards else ()
            assert seen(view) == Counter(map(str, (*table.face_up, *hidden)))
            covered = sum(card is None for hand in view.hands for card in hand.cards)
            assert audience.sees_hidden_cards or covered >= len(table.face_down)
        if isinstance(expected, Done):
            views = [table.game.view(table.state, audience) for audience in Audience]
            assert all(view == views[0] for view in views)
            assert views[0].outcome


@EVERY_VARIANT
@settings(max_examples=50)
@given(data=st.data())
def test_P13_rounds_that_differ_face_down_look_alike_until_the_reveal(
    variant_id: str, data: st.DataObject
) -> None:
    table = Table.open(variant_id, data)
    game, twin = table.game, table.start()
    while True:
        expected, other = table.expected, game.expects(twin)
        look_alike(game.view, table.state, twin, same_question=expected == other)
        if Reveal in (type(expected), type(other)) or isinstance(expected, Done):
            # A dealer who looks at a face-down card and ends the round tells what it was: the one
            # thing that may set twins apart, and only by asking for that card to be turned.
            return
        assert expected == other
        table.answer(expected)
        if isinstance(expected, Deal) and expected.face is Face.DOWN:
            hidden = table.next_card()
            table.reserved.append(hidden)
            twin = game.deal(twin, hidden, at=list(table.face_down)[-1])
        else:
            twin = table.calls[-1](twin)


def look_alike(
    view: Callable[[object, Audience], View], state: object, twin: object, *, same_question: bool
) -> None:
    for audience in (Audience.PLAYER, Audience.DEALER):
        one, other = view(state, audience), view(twin, audience)
        assert [(hand.cards, hand.total) for hand in one.hands] == [
            (hand.cards, hand.total) for hand in other.hands
        ]
        assert one.outcome == other.outcome
        # Tags may say whose turn it is, which is public as soon as the question is.
        assert one == other or not same_question
