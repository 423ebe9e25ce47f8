"""A blackjack round that a person wrote down, played through the real round and settled.

One line of `sabot settle`: one seat, its decisions in order, and bets behind it. A line says what
was decided; it never says what the rules make of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import assert_never

from sabot.cards import Card
from sabot.gamekit import Ask, Bet, Deal, Done, Payout, Result, Reveal
from sabot.gamekit.script import Script, SettledLine, bad_field, settled, totals
from sabot.games.blackjack import GAME
from sabot.games.blackjack.bets import SIDE_BETS, Kind, Term
from sabot.games.blackjack.play import DECLINE, INSURANCE, INSURE
from sabot.games.blackjack.state import Choice, Hand, State
from sabot.games.blackjack.variants import BLACKJACK, BlackjackVariant, TenUpBlackjack

SEAT = 1
OWNER = "player"

IGNORED_MEMBERS = frozenset({"id", "tags", "note", "expected"})
READ_MEMBERS = frozenset({"game", "rules", "shoe", "bets", "actions", "bet_behind", "golden_chip"})
PLACED = tuple(kind.value for kind in (Kind.MAIN, *SIDE_BETS))

# What a line may say of the rules besides `ten_up_bj`: the one value of each that is played here.
FIXED_RULES: Mapping[str, str | int | bool] = {
    "decks": 8,  # R1
    "dealer": "S17",  # F132
    "das": False,  # F134: no double after a split
    "splits": 1,  # F135
    "split_aces_one_card": True,  # F136
    "peek_ace": True,  # F142
    "blackjack_pays": "3:2",  # F133
    "insurance_pays": "2:1",  # F141
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Action:
    """One written decision and its place in the line."""

    name: str
    act: str
    hand: int = 0
    yes: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """Everything a line says, read and checked."""

    variant: BlackjackVariant
    shoe: tuple[Card, ...]
    bets: tuple[Bet, ...]
    insured_behind: frozenset[str]
    actions: tuple[Action, ...]


def settle_script(line: Mapping[str, object]) -> dict[str, object]:
    """Play and settle one decoded line.

    >>> line = {"shoe": ["TS", "6H", "9D", "TC", "8S"], "bets": {"main": 1000}}
    >>> settle_script(line)["total_payout"]
    2000
    """
    read = _read(Script(line))
    table = _Table(line=read, bets=list(read.bets))
    state = table.play()
    return _report(state, GAME.settle(state, table.bets))


# --- reading -------------------------------------------------------------------------------------


def _read(script: Script) -> Line:
    script.known(IGNORED_MEMBERS | READ_MEMBERS)
    if script.has("game"):
        script.choice("game", (BLACKJACK.id,))
    behind, insured = _read_behind(script)
    return Line(
        variant=_read_rules(script.part("rules")),
        shoe=_read_shoe(script),
        bets=(*_read_bets(script), *behind),
        insured_behind=insured,
        actions=tuple(_read_action(action) for action in script.parts("actions")),
    )


def _read_rules(rules: Script) -> BlackjackVariant:
    rules.known({*FIXED_RULES, "doc", "ten_up_bj"})
    for name, value in FIXED_RULES.items():
        written = rules.members.get(name, value)
        if type(written) is not type(value) or written != value:
            raise bad_field(rules.name(name), f"only {value!r} is played here, not {written!r}")
    mode = rules.choice("ten_up_bj", list(TenUpBlackjack), default=BLACKJACK.ten_up_blackjack)
    return replace(BLACKJACK, ten_up_blackjack=TenUpBlackjack(mode))


def _read_shoe(script: Script) -> tuple[Card, ...]:
    shoe = script.cards("shoe", at_least=4)
    too_many = [card for card in shoe if shoe.count(card) > BLACKJACK.decks]
    if too_many:
        raise bad_field("shoe", f"{too_many[0]} stands there more often than {BLACKJACK.decks}")
    return tuple(shoe)


def _read_bets(script: Script) -> Iterator[Bet]:
    stakes = script.stakes("bets", PLACED)
    if Kind.MAIN not in stakes:
        raise bad_field("bets.main", "a main bet is needed")  # F45
    golden = script.choice("golden_chip", (Kind.MAIN,)) if script.has("golden_chip") else None
    for kind in PLACED:
        if kind in stakes:
            yield Bet(
                id=kind,
                player=OWNER,
                kind=kind,
                stake=stakes[kind],
                seat=SEAT,
                golden=kind == golden,
            )


def _read_behind(script: Script) -> tuple[tuple[Bet, ...], frozenset[str]]:
    """The bets behind, and the ids of those that take insurance."""
    if not script.has("bet_behind"):
        return (), frozenset()
    one = isinstance(script.members["bet_behind"], Mapping)
    parts = (script.part("bet_behind"),) if one else script.parts("bet_behind")
    bets = tuple(_behind_bet(part, f"behind-{number}") for number, part in enumerate(parts))
    insured = zip(bets, parts, strict=True)
    return bets, frozenset(
        bet.id for bet, part in insured if part.flag(Kind.INSURANCE, default=False)
    )


def _behind_bet(part: Script, name: str) -> Bet:
    part.known({"stake", *Term, Kind.INSURANCE})
    return Bet(
        id=name,
        player=name,
        kind=Kind.BEHIND,
        stake=part.stake("stake"),
        seat=SEAT,
        terms=frozenset(term.value for term in Term if part.flag(term, default=True)),
    )


def _read_action(action: Script) -> Action:
    act = action.choice("act", (*Choice, INSURANCE))
    if act == INSURANCE:
        action.known({"act", "yes"})
        return Action(name=action.path, act=act, yes=action.flag("yes"))
    action.known({"act", "hand"})
    return Action(name=action.path, act=act, hand=action.integer("hand", minimum=0, maximum=1))


# --- playing -------------------------------------------------------------------------------------


@dataclass(slots=True, kw_only=True)
class _Table:
    """The line's seat at play: what is staked by now, which cards and answers are used up."""

    line: Line
    bets: list[Bet]
    dealt: int = 0
    answered: int = 0
    state: State = field(init=False)

    def play(self) -> State:
        """Answer every expectation from the line until the round is done."""
        self.state = GAME.start(self.line.variant, seats=frozenset({SEAT}))
        while True:
            match GAME.expects(self.state):
                case Deal() as due:
                    self._deal(due.positions[0])
                case Reveal():
                    self.state = GAME.reveal(self.state)
                case Ask(seat=None):
                    self._insure()
                case Ask() as ask:
                    self._decide(ask)
                case Done():
                    self._refuse_leftovers()
                    return self.state
                case never:
                    assert_never(never)

    def _deal(self, position: str) -> None:
        if self.dealt == len(self.line.shoe):
            raise bad_field("shoe", f"a card for {position} is missing after {self.dealt} cards")
        self.state = GAME.deal(self.state, self.line.shoe[self.dealt], at=position)
        self.dealt += 1

    def _next_action(self) -> Action | None:
        return next(iter(self.line.actions[self.answered :]), None)

    def _insure(self) -> None:
        """R28: the seat and every bet behind it are asked separately; silence is No."""
        action = self._next_action()
        seat_insures = False
        if action is not None and action.act == INSURANCE:
            self.answered += 1
            seat_insures = action.yes
        answers = {Kind.MAIN.value} if seat_insures else set()
        insuring = [bet for bet in self.bets if bet.id in answers | self.line.insured_behind]
        self.bets.extend(GAME.extras(self.state, INSURE if insuring else DECLINE, insuring))
        self.state = GAME.close(self.state)

    def _decide(self, ask: Ask) -> None:
        """The next written decision, or the default where the line says nothing for this hand."""
        action = self._next_action()
        option = ask.default
        # A later hand's decision waits for its turn; anything else that does not fit is refused.
        if action is not None and action.hand <= ask.hand:
            option = _fitting(action, ask)
            self.answered += 1
        self.bets.extend(GAME.extras(self.state, option, self.bets))
        self.state = GAME.choose(self.state, option)

    def _refuse_leftovers(self) -> None:
        action = self._next_action()
        if action is None:
            return
        # F142: a blackjack the dealer peeked at makes no decision wrong, it only comes before them.
        peeked = self.state.dealer_blackjack and self.state.dealer_peeks
        if peeked and all(rest.act != INSURANCE for rest in self.line.actions[self.answered :]):
            return
        raise bad_field(action.name, f"no player was asked for {_spoken(action)}")


def _fitting(action: Action, ask: Ask) -> str:
    offered = [option.id for option in ask.options]
    if action.act in offered and action.hand == ask.hand:
        return action.act
    raise bad_field(
        action.name, f"hand {ask.hand} is asked for {' '.join(offered)}, not {_spoken(action)}"
    )


def _spoken(action: Action) -> str:
    return action.act if action.act == INSURANCE else f"{action.act} of hand {action.hand}"


# --- reporting -----------------------------------------------------------------------------------


def _report(state: State, payouts: Sequence[Payout]) -> dict[str, object]:
    hands = state.boxes[0].hands
    report: dict[str, object] = {
        "outcome": {
            "dealer_cards": [str(card) for card in state.dealer],
            "dealer_total": state.dealer_total,
            "dealer_blackjack": state.dealer_blackjack,
            "player_blackjack": hands[0].blackjack,
            "cards_used": state.cards_used,
        },
        "hands": [_hand_line(index, hand, payouts) for index, hand in enumerate(hands)],
        "bets": dict(_bet_lines(payouts)),
    }
    behind = [_behind_line(payout, payouts) for payout in payouts if payout.bet.kind == Kind.BEHIND]
    if behind:
        report["behind"] = behind
    return report | {str(name): amount for name, amount in totals(payouts).items()}


def _hand_line(index: int, hand: Hand, payouts: Sequence[Payout]) -> dict[str, object]:
    riding = [payout for payout in _with_extras(Kind.MAIN, payouts) if payout.bet.hand == index]
    line: dict[str, object] = {
        "cards": [str(card) for card in hand.cards],
        "total": hand.total,
        **_summed(riding),
        "blackjack": hand.blackjack,
    }
    if any(payout.bet.golden for payout in riding):
        line["golden_chip"] = True
    return line


def _bet_lines(payouts: Sequence[Payout]) -> Iterator[tuple[str, SettledLine]]:
    for payout in payouts:
        if payout.bet.kind in SIDE_BETS:
            # A side bet's label is the class of its cards, named even when it pays nothing.
            yield payout.bet.kind, {**settled(payout), "hand": payout.lines[0].label}
        elif payout.bet.kind == Kind.INSURANCE and payout.bet.parent == Kind.MAIN:
            yield payout.bet.kind, settled(payout)


def _behind_line(first: Payout, payouts: Sequence[Payout]) -> dict[str, object]:
    line: dict[str, object] = {**_summed(_with_extras(first.bet.id, payouts))}
    for payout in payouts:
        if payout.bet.kind == Kind.INSURANCE and payout.bet.parent == first.bet.id:
            line["insurance"] = settled(payout)
    return line


def _with_extras(bet_id: str, payouts: Sequence[Payout]) -> list[Payout]:
    """A bet on a hand, its double and its split."""
    return [
        payout
        for payout in payouts
        if payout.bet.id == bet_id
        or (payout.bet.parent == bet_id and payout.bet.kind != Kind.INSURANCE)
    ]


def _summed(payouts: Sequence[Payout]) -> SettledLine:
    """Several stakes that share one fate, or nearly, as one line."""
    stake = sum(payout.bet.stake for payout in payouts)
    amount = sum(payout.amount for payout in payouts)
    return {"stake": stake, "result": _common_result(payouts).value, "payout": amount}


def _common_result(payouts: Sequence[Payout]) -> Result:
    results = {payout.result for payout in payouts}
    if len(results) == 1:
        return results.pop()
    # A followed split, or extra stakes that came back (R9): what the whole stake made of it.
    net = sum(payout.amount - payout.bet.stake for payout in payouts)
    if net == 0:
        return Result.PUSH
    return Result.WIN if net > 0 else Result.LOSE
