"""Checks that an operator can run against their own wallet before a single player plays.

Each check is a small story about one promise of the protocol, with the smallest amounts there are;
whatever it takes it gives back. A check that needs a player who was not named is skipped. Knows
only the wire: it believes nothing that our own client would have to believe.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from enum import StrEnum
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from sabot.adapters.wallet import wire
from sabot.adapters.wallet.http import Disbelieved, SignedClient
from sabot.adapters.wallet.wire import Status
from sabot.money import Currency

M = TypeVar("M", bound=wire.Message)

COPIES = 8

_encode = msgspec.json.Encoder().encode


class Verdict(StrEnum):
    """What came of a check."""

    PASSED = "passed"
    FAILED = "failed"
    SKIPPED = "skipped"


class Checked(msgspec.Struct, frozen=True, kw_only=True):
    """One check and what came of it."""

    name: str
    verdict: Verdict
    detail: str = ""


class Given(msgspec.Struct, frozen=True, kw_only=True):
    """What the operator has prepared for the checks.

    `token` belongs to a player who may bet and has at least ten units. The two of the player whose
    session is over go together. `run` makes the ids of this run unlike those of any other.
    """

    run: str
    token: str
    expired_token: str | None = None
    expired_player: str | None = None
    scale: int = 2


class Clients(msgspec.Struct, frozen=True, kw_only=True):
    """Callers of one wallet: a good one, and some that must not be believed."""

    good: SignedClient
    bad: dict[str, SignedClient]


class Broken(Exception):
    """A promise that was not kept; says which."""


class Skipped(Exception):
    """A check that needs something that was not given."""


class Wallet:
    """The wallet under test, and the player who lends us the money."""

    def __init__(self, clients: Clients, given: Given) -> None:
        self.clients = clients
        self.given = given
        self.unit: int = 10 ** (given.scale - 2)
        self.player = ""
        self.currency = Currency.EUR

    async def ask(self, request: wire.Request, expected: type[M]) -> M:
        """A decided answer, or a broken promise."""
        name = wire.NAMES[type(request)]
        status, body = await self.clients.good.send(name, _encode(request))
        if status != 200:
            raise Broken(f"{name}: HTTP {status}, an HTTP 200 was expected")
        return msgspec.json.decode(body, type=expected)

    async def transact(self, request: wire.Bet | wire.Result | wire.Refund) -> wire.Done:
        """The answer to a transaction; it has to name the call."""
        answer = await self.ask(request, wire.Done)
        expect(answer.id, request.id, "the id in the answer")
        return answer

    async def welcome(self) -> wire.Welcomed:
        """Identify the player."""
        answer = await self.ask(wire.Authenticate(token=self.given.token), wire.Welcomed)
        expect(answer.status, Status.OK, "authenticate with the token given")
        if answer.player is None or answer.currency is None:
            raise Broken("authenticate: player and currency are missing")
        self.player, self.currency = answer.player, answer.currency
        return answer

    async def balance(self) -> int:
        """What the player has now."""
        answer = await self.ask(wire.Balance(player=self.player), wire.Balanced)
        expect(answer.status, Status.OK, "balance of the player")
        expect(answer.scale, self.given.scale, "the scale of the balance")
        if answer.balance is None:
            raise Broken("balance: the balance is missing")
        return answer.balance

    def bet(self, name: str, units: int = 1) -> wire.Bet:
        """A bet of this run."""
        return wire.Bet(
            id=f"{self.given.run}/{name}",
            player=self.player,
            token=self.given.token,
            round=f"{self.given.run}-{name}",
            currency=self.currency,
            amount=units * self.unit,
            scale=self.given.scale,
            game="baccarat",
            variant="baccarat",
            table="wallet-check",
            bets=(wire.BetStake(kind="player", stake=units * self.unit),),
        )

    def result(self, bet: wire.Bet, outcome: wire.Outcome = wire.Outcome.SETTLED) -> wire.Result:
        """What brings a bet's amount back, as a payout."""
        return wire.Result(
            id=f"{bet.id}:result",
            player=bet.player,
            round=bet.round,
            currency=bet.currency,
            amount=bet.amount,
            scale=bet.scale,
            outcome=outcome,
            game=bet.game,
            variant=bet.variant,
            table=bet.table,
            bets=tuple(
                wire.BetOutcome(kind=part.kind, stake=part.stake, payout=part.stake)
                for part in bet.bets
            ),
        )

    def refund(self, bet: wire.Bet) -> wire.Refund:
        """What takes a bet back."""
        return wire.Refund(
            id=f"{bet.id}:refund",
            bet=bet.id,
            player=bet.player,
            round=bet.round,
            currency=bet.currency,
            amount=bet.amount,
            scale=bet.scale,
        )


def staking(bet: wire.Bet, amount: int, *, kind: str = "player") -> wire.Bet:
    """The same call with another stake."""
    return replace(bet, amount=amount, bets=(wire.BetStake(kind=kind, stake=amount),))


def paying(result: wire.Result, amount: int) -> wire.Result:
    """The same call with another payout."""
    return replace(
        result, amount=amount, bets=tuple(replace(part, payout=amount) for part in result.bets)
    )


def expect(found: object, wanted: object, what: str) -> None:
    """A promise, in words."""
    if found != wanted:
        raise Broken(f"{what}: {wanted} was expected, got {found}")


async def _moved(wallet: Wallet, before: int, by: int, what: str) -> None:
    expect(await wallet.balance() - before, by, f"balance moved {what}")


# --- the checks -----------------------------------------------------------------------------------


async def knows_its_player(wallet: Wallet) -> None:
    """The token names a player, with a currency and a balance."""
    welcome = await wallet.welcome()
    expect(welcome.scale, wallet.given.scale, "the scale of amounts")
    expect(welcome.balance, await wallet.balance(), "the balance at authenticate and at balance")


async def takes_a_bet_once(wallet: Wallet) -> None:
    """The same bet sent again gets the same answer and moves nothing."""
    before, bet = await wallet.balance(), wallet.bet("once", 2)
    for _ in range(3):
        answer = await wallet.transact(bet)
        expect(answer.status, Status.OK, "bet")
        expect(answer.amount, bet.amount, "the amount in the answer")
    await _moved(wallet, before, -bet.amount, "by three copies of one bet")
    await wallet.transact(wallet.refund(bet))


async def takes_copies_at_once(wallet: Wallet) -> None:
    """Copies of one bet that arrive together count once."""
    before, bet = await wallet.balance(), wallet.bet("together")
    answers = await asyncio.gather(*(wallet.transact(bet) for _ in range(COPIES)))
    expect({answer.status for answer in answers}, {Status.OK}, "every copy")
    await _moved(wallet, before, -bet.amount, "by copies sent together")
    await wallet.transact(wallet.refund(bet))


async def refuses_another_body(wallet: Wallet) -> None:
    """The same id with another amount, or for another kind of bet, is a conflict."""
    before, bet = await wallet.balance(), wallet.bet("body")
    await wallet.transact(bet)
    other = await wallet.transact(staking(bet, 3 * wallet.unit))
    expect(other.status, Status.CONFLICT, "the same id with another amount")
    other = await wallet.transact(staking(bet, bet.amount, kind="banker"))
    expect(other.status, Status.CONFLICT, "the same id for another kind of bet")
    await _moved(wallet, before, -bet.amount, "by the first of them only")
    await wallet.transact(wallet.refund(bet))


async def pays_a_result_once(wallet: Wallet) -> None:
    """A result is repeated until acknowledged: it may arrive twice and pays once."""
    before, bet = await wallet.balance(), wallet.bet("result", 2)
    await wallet.transact(bet)
    for _ in range(2):
        answer = await wallet.transact(wallet.result(bet))
        expect(answer.status, Status.OK, "result")
    await _moved(wallet, before, 0, "by a bet and its result sent twice")


async def pays_nothing(wallet: Wallet) -> None:
    """A lost round is closed with a result of 0."""
    before, bet = await wallet.balance(), wallet.bet("nothing")
    result = paying(wallet.result(bet), 0)
    expect((await wallet.transact(result)).status, Status.OK, "a result of 0")
    await _moved(wallet, before, 0, "by a result of 0")


async def gives_a_cancelled_round_back(wallet: Wallet) -> None:
    """The stakes of a cancelled round come back as a result with this outcome."""
    before, bet = await wallet.balance(), wallet.bet("void")
    await wallet.transact(bet)
    answer = await wallet.transact(wallet.result(bet, wire.Outcome.CANCELLED))
    expect(answer.status, Status.OK, "result of a cancelled round")
    await _moved(wallet, before, 0, "by a bet and its cancelled round")


async def pays_a_manual_credit(wallet: Wallet) -> None:
    """A manual credit is a result without a game and without bets; here one of 0."""
    before, bet = await wallet.balance(), wallet.bet("credit")
    credit = wire.Result(
        id=f"credit:{bet.id}",
        player=bet.player,
        round=f"credit:{bet.id}",
        currency=bet.currency,
        amount=0,
        scale=bet.scale,
        outcome=wire.Outcome.SETTLED,
        about=bet.round,
    )
    expect((await wallet.transact(credit)).status, Status.OK, "a result without game and bets")
    await _moved(wallet, before, 0, "by a manual credit of 0")


async def takes_a_bet_back_once(wallet: Wallet) -> None:
    """A refund is repeated until acknowledged, and gives the stake back once."""
    before, bet = await wallet.balance(), wallet.bet("back", 2)
    await wallet.transact(bet)
    for _ in range(2):
        answer = await wallet.transact(wallet.refund(bet))
        expect(answer.status, Status.OK, "refund")
    await _moved(wallet, before, 0, "by a bet and its refund sent twice")


async def accepts_a_refund_before_its_bet(wallet: Wallet) -> None:
    """A refund may overtake its bet, which is then refused for ever."""
    before, bet = await wallet.balance(), wallet.bet("overtaken")
    answer = await wallet.transact(wallet.refund(bet))
    expect(answer.status, Status.OK, "refund of a bet that was never seen")
    late = await wallet.transact(bet)
    expect(late.status, Status.CANCELLED, "the bet that arrived after its refund")
    await _moved(wallet, before, 0, "by a refund and its late bet")


async def knows_the_limit_of_funds(wallet: Wallet) -> None:
    """No player stakes more than they have."""
    before, bet = await wallet.balance(), wallet.bet("too-much")
    answer = await wallet.transact(staking(bet, before + 1))
    expect(answer.status, Status.INSUFFICIENT_FUNDS, "a bet of one more than the balance")
    await _moved(wallet, before, 0, "by a refused bet")


async def refuses_a_foreign_token(wallet: Wallet) -> None:
    """A token that was never issued counts as expired."""
    before, bet = await wallet.balance(), wallet.bet("foreign")
    answer = await wallet.transact(replace(bet, token=f"no-such-token-{wallet.given.run}"))
    expect(answer.status, Status.TOKEN_EXPIRED, "a bet under an unknown token")
    await _moved(wallet, before, 0, "by a refused bet")


def _expired(wallet: Wallet) -> tuple[str, str]:
    token, player = wallet.given.expired_token, wallet.given.expired_player
    if token is None or player is None:
        raise Skipped("needs --expired-token and --expired-player")
    return token, player


async def refuses_an_expired_token(wallet: Wallet) -> None:
    """Whose session is over cannot bet."""
    token, player = _expired(wallet)
    answer = await wallet.ask(wire.Authenticate(token=token), wire.Welcomed)
    expect(answer.status, Status.TOKEN_EXPIRED, "authenticate with the expired token")
    bet = replace(wallet.bet("expired"), token=token, player=player)
    expect((await wallet.transact(bet)).status, Status.TOKEN_EXPIRED, "a bet under it")


async def pays_after_expiry(wallet: Wallet) -> None:
    """Whose session is over is paid all the same; here with a result of 0."""
    _, player = _expired(wallet)
    result = paying(wallet.result(wallet.bet("after-expiry")), 0)
    result = replace(result, player=player)
    expect((await wallet.transact(result)).status, Status.OK, "a result after the session")


async def does_not_know_strangers(wallet: Wallet) -> None:
    """A player who does not exist is said not to exist."""
    stranger = "no-such-player"
    answer = await wallet.ask(wire.Balance(player=stranger), wire.Balanced)
    expect(answer.status, Status.UNKNOWN_PLAYER, "balance of an unknown player")
    result = replace(wallet.result(wallet.bet("stranger")), player=stranger)
    expect((await wallet.transact(result)).status, Status.UNKNOWN_PLAYER, "a result for them")


async def refuses_bad_signatures(wallet: Wallet) -> None:
    """A wrong secret, an unknown key and an old timestamp are all answered with HTTP 401."""
    before, bet = await wallet.balance(), wallet.bet("unsigned")
    for why, client in wallet.clients.bad.items():
        status, _ = await client.send("bet", _encode(bet))
        expect(status, 401, f"HTTP status of a bet signed with {why}")
    await _moved(wallet, before, 0, "by bets without a good signature")


async def refuses_what_it_cannot_read(wallet: Wallet) -> None:
    """A body that is no call is answered with HTTP 400."""
    for body in (b"", b"[]", b'{"id": 7}', b"\xff\xfe"):
        status, _ = await wallet.clients.good.send("bet", body)
        expect(status, 400, f"HTTP status of the body {body!r}")


Check = Callable[[Wallet], Awaitable[None]]

CHECKS: tuple[Check, ...] = (
    knows_its_player,
    takes_a_bet_once,
    takes_copies_at_once,
    refuses_another_body,
    pays_a_result_once,
    pays_nothing,
    gives_a_cancelled_round_back,
    pays_a_manual_credit,
    takes_a_bet_back_once,
    accepts_a_refund_before_its_bet,
    knows_the_limit_of_funds,
    refuses_a_foreign_token,
    refuses_an_expired_token,
    pays_after_expiry,
    does_not_know_strangers,
    refuses_bad_signatures,
    refuses_what_it_cannot_read,
)


async def checked(
    clients: Clients, given: Given, *, told: Callable[[Checked], None] = lambda _checked: None
) -> tuple[Checked, ...]:
    """Run every check, one after the other, also after one failed."""
    wallet = Wallet(clients, given)
    found = []
    for check in CHECKS:
        found.append(await _one(check, wallet))
        told(found[-1])
    return tuple(found)


async def _one(check: Check, wallet: Wallet) -> Checked:
    name = check.__name__.replace("_", " ")
    try:
        if not wallet.player and check is not knows_its_player:
            await wallet.welcome()
        await check(wallet)
    except Skipped as why:
        return Checked(name=name, verdict=Verdict.SKIPPED, detail=str(why))
    except (Broken, Disbelieved) as why:
        return Checked(name=name, verdict=Verdict.FAILED, detail=str(why))
    except (msgspec.DecodeError, UnicodeDecodeError) as why:
        return Checked(name=name, verdict=Verdict.FAILED, detail=f"unreadable answer: {why}")
    return Checked(name=name, verdict=Verdict.PASSED)
