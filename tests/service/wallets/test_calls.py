"""The desk sees debits and credits through, whatever an operator does to them."""

from __future__ import annotations

import asyncio
from itertools import cycle

import pytest
from msgspec.structs import replace
from tests.service.faulty_wallet import APPLIED, Fault
from tests.service.floor import Floor, once
from tests.service.operators import (
    START,
    Directory,
    House,
    State,
)
from tests.service.virtually import virtual
from typing_extensions import override

from sabot.errors import Unavailable
from sabot.money import Currency
from sabot.service.players.directory import Player
from sabot.service.wallets.calls import (
    Answer,
    Call,
    Operator,
    Refusal,
    RefusedBy,
    Taken,
    Unknown,
    Welcome,
)

pytestmark = pytest.mark.usefixtures("quiet")


# --- debits ---------------------------------------------------------------------------------------


def test_a_debit_is_taken_and_the_balance_is_told() -> None:
    async def play() -> None:
        floor = Floor(house := House("acme"))
        ada = house.join("ada")
        await floor.welcome(ada)
        assert floor.balances[ada] == START
        row = floor.ask(ada, 500)
        await floor.decide([row])
        assert floor.stored()[row.id].state is State.TAKEN
        assert floor.balances[ada] == START - 500
        await floor.agree()

    virtual(play)


@pytest.mark.parametrize("fault", list(Fault))
def test_a_debit_that_fails_once_is_asked_again_under_its_id(fault: Fault) -> None:
    async def play() -> None:
        floor = Floor(house := House("acme", once(fault, call="bet")))
        ada = house.join("ada")
        await floor.welcome(ada)
        row = floor.ask(ada, 500)
        await floor.decide([row], seconds=12)
        assert floor.stored()[row.id].state is State.TAKEN
        assert house.network.fired == {fault: 1}
        assert house.book.players["ada"].balance == START - 500  # once, however often it was sent
        await floor.agree()

    virtual(play)


@pytest.mark.parametrize("fault", [fault for fault in Fault if fault is not Fault.DUPLICATED])
def test_a_debit_undecided_at_the_deadline_is_out_and_taken_back(fault: Fault) -> None:
    """Point 9: nothing is heard of the debit in time; the cancel is repeated until acknowledged."""

    async def play() -> None:
        house = House("acme", lambda name, _id: fault if name == "bet" else None)
        floor = Floor(house)
        ada = house.join("ada")
        await floor.welcome(ada)
        row = floor.ask(ada, 500)
        await floor.decide([row])
        assert floor.stored()[row.id].state is State.CANCELLING
        await floor.agree()
        assert floor.stored()[row.id].state is State.CANCELLED
        assert house.book.players["ada"].balance == START
        # The faults did what they say: some had been applied, and were taken back.
        entry = house.book.entries.get(row.id)
        assert (entry is not None and entry.refunded) is (fault in APPLIED)

    virtual(play)


def test_a_refund_that_overtook_its_bet_keeps_the_bet_out() -> None:
    async def play() -> None:
        floor = Floor(house := House("acme", once(Fault.LATE, call="bet")))
        ada = house.join("ada")
        await floor.welcome(ada)
        row = floor.ask(ada, 500)
        await floor.decide([row], seconds=1)
        await floor.desk.quiesce()
        assert row.id not in house.book.entries  # the refund is there, the bet is still in the air
        await floor.agree()
        assert house.book.entries[row.id].status == "cancelled"
        assert house.book.players["ada"].balance == START

    virtual(play)


@pytest.mark.parametrize("call", ["refund", "result"])
@pytest.mark.parametrize("fault", list(Fault))
def test_a_credit_that_fails_is_repeated_and_applied_once(fault: Fault, call: str) -> None:
    async def play() -> None:
        failures = cycle([fault, fault, fault, None])

        def faults(name: str, _id: str) -> Fault | None:
            if name == "bet" and call == "refund":
                return Fault.ERROR_AFTER
            return next(failures) if name == call else None

        floor = Floor(house := House("acme", faults))
        ada = house.join("ada")
        await floor.welcome(ada)
        row = floor.ask(ada, 500)
        await floor.decide([row])
        credit = floor.owe(ada, 1_234)
        await floor.agree()
        assert floor.stored()[credit.id].state is State.PAID
        expected = START + 1_234 - (0 if call == "refund" else 500)
        assert house.book.players["ada"].balance == expected
        assert house.network.fired[fault] >= (1 if fault is Fault.DUPLICATED else 3)

    virtual(play)


def test_refusals_move_no_money_and_say_why() -> None:
    async def play() -> None:
        floor = Floor(house := House("acme"))
        players = {
            Refusal.INSUFFICIENT_FUNDS: house.join("poor"),
            Refusal.TOKEN_EXPIRED: house.join("tired"),
            Refusal.PLAYER_BLOCKED: house.join("bad"),
            Refusal.LIMIT: house.join("careful"),
        }
        await floor.welcome(*players.values())
        house.book.tokens["token-tired"].expired = True
        house.book.players["bad"].blocked = True
        house.book.players["careful"].stake_max = 100
        rows = {reason: floor.ask(player, START + 1) for reason, player in players.items()}
        await floor.decide(list(rows.values()))
        for reason, row in rows.items():
            assert floor.heard[row.id] == RefusedBy(reason)
            assert floor.stored()[row.id].state is State.REFUSED
        await floor.agree()

    virtual(play)


def test_without_a_session_nothing_is_asked() -> None:
    async def play() -> None:
        floor = Floor(house := House("acme"))
        ada = house.join("ada")
        await floor.welcome(ada)
        await floor.desk.leave(ada)
        calls = house.network.calls
        row = floor.ask(ada, 500)
        await floor.decide([row])
        assert floor.heard[row.id] == RefusedBy(Refusal.TOKEN_EXPIRED)
        assert house.network.calls == calls
        await floor.agree()

    virtual(play)


def test_wins_are_paid_after_the_token_expired() -> None:
    async def play() -> None:
        floor = Floor(house := House("acme"))
        ada = house.join("ada")
        await floor.welcome(ada)
        row = floor.ask(ada, 500)
        await floor.decide([row])
        house.book.tokens["token-ada"].expired = True
        await floor.desk.leave(ada)
        floor.owe(ada, 1_000)
        await floor.agree()
        assert house.book.players["ada"].balance == START + 500

    virtual(play)


def test_a_refusal_after_silence_is_not_believed_to_be_the_whole_story() -> None:
    """The first attempt was applied unheard; then the token expired. It has to be taken back."""

    class TokenFirst:
        """An operator that looks at the token before it looks at the id."""

        def __init__(self) -> None:
            self.taken: set[str] = set()
            self.refunded: set[str] = set()

        async def authenticate(self, token: str) -> Welcome:
            return Welcome(player="ada", nickname="Ada", currency=Currency.EUR, balance=START)

        async def balance(self, player: str) -> Answer:
            return Taken(START)

        async def bet(self, call: Call) -> Answer:
            if call.id in self.taken:
                return RefusedBy(Refusal.TOKEN_EXPIRED)
            self.taken.add(call.id)
            return Unknown("timeout")

        async def result(self, call: Call) -> Answer:
            return Taken(START)

        async def refund(self, call: Call) -> Answer:
            self.refunded.add(call.bet)
            return Taken(START)

    async def play() -> None:
        wallet = TokenFirst()
        house = House("acme")
        house.operator = Operator(wallet=wallet)
        floor = Floor(house)
        await floor.welcome("acme:ada")
        row = floor.ask("acme:ada", 500)
        await floor.decide([row])
        assert floor.heard[row.id] == RefusedBy(Refusal.TOKEN_EXPIRED, in_doubt=True)
        await floor.desk.quiesce()
        assert floor.stored()[row.id].state is State.CANCELLED
        assert wallet.refunded == {row.id}

    virtual(play)


def test_an_answer_that_comes_after_the_cancel_is_not_heard() -> None:
    """Even if the call could not be abandoned: the refund has the last word."""

    class Stubborn:
        """A wallet whose bets cannot be interrupted."""

        def __init__(self) -> None:
            self.answered = 0

        async def authenticate(self, token: str) -> Welcome:
            return Welcome(player="ada", nickname="Ada", currency=Currency.EUR, balance=START)

        async def balance(self, player: str) -> Answer:
            return Taken(START)

        async def bet(self, call: Call) -> Answer:
            try:
                await asyncio.sleep(1_000)
            except asyncio.CancelledError:
                self.answered += 1
            return Taken(START - call.amount)

        async def result(self, call: Call) -> Answer:
            return Taken(START)

        async def refund(self, call: Call) -> Answer:
            return Taken(START)

    async def play() -> None:
        wallet, house = Stubborn(), House("acme")
        house.operator = Operator(wallet=wallet)
        floor = Floor(house)
        await floor.welcome("acme:ada")
        row = floor.ask("acme:ada", 500)
        await floor.decide([row])
        await floor.desk.quiesce()
        assert wallet.answered == 1
        assert row.id not in floor.heard
        assert floor.balances["acme:ada"] == START
        assert floor.stored()[row.id].state is State.CANCELLED

    virtual(play)


class Uneven:
    """A wallet that takes its time with the first bet, on the way there or back, or is not heard.

    The same id always gets the very same answer, also what the player had then.
    """

    def __init__(self, *, there: float = 0, back: float = 0, lost: bool = False) -> None:
        self.has = START
        self._ways = [(there, back, lost)]
        self._answers: dict[str, Answer] = {}

    async def authenticate(self, token: str) -> Welcome:
        return Welcome(player="ada", nickname="Ada", currency=Currency.EUR, balance=self.has)

    async def balance(self, player: str) -> Answer:
        return Taken(self.has)

    async def bet(self, call: Call) -> Answer:
        there, back, lost = self._ways.pop() if self._ways else (0, 0, False)
        await asyncio.sleep(there)
        if call.id not in self._answers:
            self.has -= call.amount
            self._answers[call.id] = Taken(self.has)
        await asyncio.sleep(back)
        return Unknown("timeout") if lost else self._answers[call.id]

    result = refund = bet


@pytest.mark.parametrize(
    "wallet", [Uneven(there=1), Uneven(back=1), Uneven(lost=True)], ids=["there", "back", "lost"]
)
def test_a_balance_that_was_overtaken_by_a_newer_one_is_not_left_standing(wallet: Uneven) -> None:
    async def play() -> None:
        house = House("acme")
        house.operator = Operator(wallet=wallet)
        floor = Floor(house)
        await floor.welcome("acme:ada")
        rows = [floor.ask("acme:ada", 500), floor.ask("acme:ada", 200)]
        await floor.decide(rows)
        await asyncio.sleep(1)
        assert wallet.has == START - 700
        assert floor.balances["acme:ada"] == wallet.has

    virtual(play)


def test_what_was_never_sent_needs_no_refund() -> None:
    async def play() -> None:
        floor = Floor(house := House("acme"))
        ada = house.join("ada")
        await floor.welcome(ada)
        calls = house.network.calls
        row = floor.ask(ada, 500)
        out = replace(row, state=State.CANCELLING)
        floor.write([out])
        floor.desk.take_up([out])  # in the same instant: no task has run yet
        await floor.agree()
        assert floor.stored()[row.id].state is State.CANCELLED
        assert house.network.calls == calls

    virtual(play)


@pytest.mark.parametrize("kind", ["result", "refund"])
def test_a_credit_is_repeated_though_nobody_could_look_up_its_player(kind: str) -> None:
    """After a restart players are read from the disk, which may not answer just then."""

    async def play() -> None:
        floor = Floor(house := House("acme"))
        ada = house.join("ada")
        floor.desk._directory = Absent(times=3)
        credit = floor.owe(ada, 700, kind)
        await floor.agree()
        assert floor.stored()[credit.id].state is State.PAID
        assert house.balance(ada) == START + 700

    virtual(play)


class Absent(Directory):
    """A list of players that cannot be read at first."""

    def __init__(self, *, times: int) -> None:
        self._times = times

    @override
    def player(self, player_id: str) -> Player:
        self._times -= 1
        if self._times >= 0:
            raise Unavailable("store/unreachable")
        return super().player(player_id)
