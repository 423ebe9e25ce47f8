"""The checks an operator runs: a good wallet passes them all, and every broken promise is found."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import httpx
import msgspec
import pytest
from tests.adapters.wallet.listening import listening
from tests.service.faulty_wallet import FaultyNetwork
from typer import Typer
from typer.testing import CliRunner
from typing_extensions import override

from sabot.adapters.clock import SystemClock
from sabot.adapters.wallet import wire
from sabot.adapters.wallet.book import Entry, Holder, OperatorBook
from sabot.adapters.wallet.conformance import CHECKS, Checked, Given, Verdict, checked
from sabot.adapters.wallet.demo_operator import DemoOperator, demo_book
from sabot.adapters.wallet.signing import Key
from sabot.adapters.wallet.wire import Status
from sabot.cli.engineering.wallet_check import clients_of, wallet_check

KEY = Key(id="k1", secret=b"secret")
GIVEN = Given(
    run="run",
    token="token-1",  # noqa: S106 -- of the demonstration
    expired_token="token-3",  # noqa: S106 -- of the demonstration
    expired_player="player-3",
)


def check(operator: DemoOperator, given: Given = GIVEN) -> dict[str, Checked]:
    async def run() -> tuple[Checked, ...]:
        client = httpx.AsyncClient(transport=FaultyNetwork(operator), trust_env=False)
        return await checked(clients_of(client, "https://wallet.example", KEY), given)

    return {each.name.replace(" ", "_"): each for each in asyncio.run(run())}


def demo(book: OperatorBook | None = None) -> DemoOperator:
    return DemoOperator(book or demo_book(), key=KEY, wall_ms=SystemClock().wall_ms)


def failed(found: dict[str, Checked]) -> set[str]:
    return {name for name, each in found.items() if each.verdict is Verdict.FAILED}


def test_the_demonstration_keeps_every_promise_and_gets_its_money_back() -> None:
    operator = demo()
    found = check(operator)
    assert len(found) == len(CHECKS)
    assert {each.verdict for each in found.values()} == {Verdict.PASSED}
    fresh = demo_book()
    for player, holder in operator.book.players.items():
        assert holder.balance == fresh.players[player].balance


def test_what_was_not_prepared_is_skipped_and_not_passed() -> None:
    found = check(demo(), msgspec.structs.replace(GIVEN, expired_token=None))
    skipped = {name for name, each in found.items() if each.verdict is Verdict.SKIPPED}
    assert skipped == {"refuses_an_expired_token", "pays_after_expiry"}


def test_issue20_14_a_bet_that_is_repeated_under_a_new_token_has_the_same_body() -> None:
    book = demo_book()
    bet = wire.Bet(
        id="b1",
        player="player-1",
        token="token-1",  # noqa: S106 -- of the demonstration
        round="r1",
        currency=book.players["player-1"].currency,
        amount=100,
        scale=2,
        bets=(wire.BetStake(kind="player", stake=100),),
    )
    again = msgspec.structs.replace(bet, token="a new one")  # noqa: S106 -- a test's own
    assert book.transact(bet) == book.transact(again)
    other = msgspec.structs.replace(bet, bets=(wire.BetStake(kind="tie", stake=100),))
    assert book.transact(other).status is Status.CONFLICT


# --- operators with one fault each ----------------------------------------------------------------


class Forgetful(OperatorBook):
    """Applies every copy anew."""

    @override
    def transact(self, request: wire.Bet | wire.Result | wire.Refund) -> wire.Done:
        self.entries.pop(request.id, None)
        return super().transact(request)


class ForgetfulWithResults(OperatorBook):
    """Pays every copy of a result."""

    @override
    def transact(self, request: wire.Bet | wire.Result | wire.Refund) -> wire.Done:
        if isinstance(request, wire.Result):
            self.entries.pop(request.id, None)
        return super().transact(request)


class ForgetfulWithRefunds(OperatorBook):
    """Gives a stake back with every copy of a refund."""

    @override
    def _refund(self, bet: str, holder: Holder) -> Status:
        status = super()._refund(bet, holder)
        if bet in self.entries:
            self.entries[bet].refunded = False
        return status

    @override
    def transact(self, request: wire.Bet | wire.Result | wire.Refund) -> wire.Done:
        if isinstance(request, wire.Refund):
            self.entries.pop(request.id, None)
        return super().transact(request)


class Strict(OperatorBook):
    """Does not know what a refund without a bet is for."""

    @override
    def _refund(self, bet: str, holder: Holder) -> Status:
        return super()._refund(bet, holder) if bet in self.entries else Status.BAD_REQUEST


class Amnesiac(OperatorBook):
    """Acknowledges a refund without a bet, and then takes the bet."""

    @override
    def _refund(self, bet: str, holder: Holder) -> Status:
        return super()._refund(bet, holder) if bet in self.entries else Status.OK


class Careless(OperatorBook):
    """Never compares what came under a known id."""

    @override
    def transact(self, request: wire.Bet | wire.Result | wire.Refund) -> wire.Done:
        known = self.entries.get(request.id)
        return super().transact(request if known is None else known.request)


class Generous(OperatorBook):
    """Lets anybody stake anything."""

    @override
    def _why_not(self, request: wire.Bet, holder: Holder) -> Status | None:
        found = super()._why_not(request, holder)
        return None if found is Status.INSUFFICIENT_FUNDS else found


class Trusting(OperatorBook):
    """Never looks at the token."""

    @override
    def _why_not(self, request: wire.Bet, holder: Holder) -> Status | None:
        found = super()._why_not(request, holder)
        return None if found is Status.TOKEN_EXPIRED else found


class Jealous(OperatorBook):
    """Pays nobody whose session is over."""

    @override
    def _decide(self, request: wire.Bet | wire.Result | wire.Refund) -> Status:
        over = any(t.player == request.player and t.expired for t in self.tokens.values())
        return Status.TOKEN_EXPIRED if over else super()._decide(request)


class Hospitable(OperatorBook):
    """Opens an account for whoever comes along."""

    @override
    def _decide(self, request: wire.Bet | wire.Result | wire.Refund) -> Status:
        self.players.setdefault(request.player, Holder(nickname="?"))
        return super()._decide(request)


class NoLosers(OperatorBook):
    """Takes a result of nothing for a mistake."""

    @override
    def _decide(self, request: wire.Bet | wire.Result | wire.Refund) -> Status:
        return Status.BAD_REQUEST if request.amount == 0 else super()._decide(request)


class Mistaken(OperatorBook):
    """Answers with an id of its own."""

    @override
    def transact(self, request: wire.Bet | wire.Result | wire.Refund) -> wire.Done:
        return msgspec.structs.replace(super().transact(request), id="mine")


class Rounding(OperatorBook):
    """Says another balance than it has."""

    @override
    def balance(self, request: wire.Balance) -> wire.Balanced:
        answer = super().balance(request)
        found = answer.balance
        return msgspec.structs.replace(answer, balance=None if found is None else found - 1)


class KeepsCancelled(OperatorBook):
    """Acknowledges the result of a cancelled round, and pays nothing."""

    @override
    def _decide(self, request: wire.Bet | wire.Result | wire.Refund) -> Status:
        if isinstance(request, wire.Result) and request.outcome is wire.Outcome.CANCELLED:
            return Status.OK
        return super()._decide(request)


class OnlyGames(OperatorBook):
    """Does not know what a result without a game is for."""

    @override
    def _decide(self, request: wire.Bet | wire.Result | wire.Refund) -> Status:
        if isinstance(request, wire.Result) and request.game is None:
            return Status.BAD_REQUEST
        return super()._decide(request)


class BlindToKinds(OperatorBook):
    """Compares amounts under a known id, and not what they are for."""

    @override
    def transact(self, request: wire.Bet | wire.Result | wire.Refund) -> wire.Done:
        known = self.entries.get(request.id)
        same = known is not None and known.request.amount == request.amount
        return super().transact(known.request if known is not None and same else request)


BROKEN: tuple[tuple[type[OperatorBook], str], ...] = (
    (Forgetful, "takes_a_bet_once"),
    (Forgetful, "takes_copies_at_once"),
    (ForgetfulWithResults, "pays_a_result_once"),
    (ForgetfulWithRefunds, "takes_a_bet_back_once"),
    (Strict, "accepts_a_refund_before_its_bet"),
    (Amnesiac, "accepts_a_refund_before_its_bet"),
    (Careless, "refuses_another_body"),
    (BlindToKinds, "refuses_another_body"),
    (OnlyGames, "pays_a_manual_credit"),
    (Generous, "knows_the_limit_of_funds"),
    (Trusting, "refuses_an_expired_token"),
    (Trusting, "refuses_a_foreign_token"),
    (Jealous, "pays_after_expiry"),
    (Hospitable, "does_not_know_strangers"),
    (NoLosers, "pays_nothing"),
    (Mistaken, "takes_a_bet_once"),
    (Rounding, "knows_its_player"),
    (KeepsCancelled, "gives_a_cancelled_round_back"),
)


@pytest.mark.parametrize(("kind", "caught"), BROKEN, ids=lambda x: getattr(x, "__name__", x))
def test_a_broken_promise_is_found_by_its_check(kind: type[OperatorBook], caught: str) -> None:
    book, fresh = kind(), demo_book()
    book.players, book.tokens = fresh.players, fresh.tokens
    assert caught in failed(check(demo(book)))


def test_an_operator_that_looks_at_no_signature_is_found() -> None:
    class Blind(DemoOperator):
        @override
        def answer(self, name: str, headers: object, body: bytes) -> tuple[int, bytes]:
            try:
                request = msgspec.json.decode(body, type=wire.CALLS[name][0])
            except (msgspec.DecodeError, UnicodeDecodeError):
                return 200, msgspec.json.encode(wire.Done(status=Status.OK, id="?"))
            return 200, msgspec.json.encode(self._decided(request))

    blind = Blind(demo_book(), key=KEY, wall_ms=SystemClock().wall_ms)
    assert failed(check(blind)) == {"refuses_bad_signatures", "refuses_what_it_cannot_read"}


def test_every_check_has_been_seen_to_fail() -> None:
    seen = {caught for _, caught in BROKEN}
    seen |= {"refuses_bad_signatures", "refuses_what_it_cannot_read"}
    assert seen == {check.__name__ for check in CHECKS}


# --- over a real socket, from the command line ----------------------------------------------------


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[int, str]]:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    app = Typer()
    app.command()(wallet_check)

    def run(*arguments: str) -> tuple[int, str]:
        result = CliRunner().invoke(app, arguments)
        return result.exit_code, result.output

    return run


def test_the_command_prints_a_table_of_checks(command: Callable[..., tuple[int, str]]) -> None:
    with listening(demo()) as address:
        options = ("--key-id", "k1", "--token", "token-1", "--secret")
        expired = ("--expired-token", "token-3", "--expired-player", "player-3")
        code, output = command(address, *options, "secret", *expired)
        assert (code, output.count("passed")) == (0, len(CHECKS))
        code, output = command(address, *options, "wrong", "--json")
        lines = [msgspec.json.decode(line, type=Checked) for line in output.splitlines()]
        assert code == 1
        assert {line.verdict for line in lines} == {Verdict.FAILED}


def test_the_server_survives_what_is_no_http() -> None:
    async def run() -> None:
        operator = demo()
        server = await operator.listen("127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        for noise in (
            b"\r\n\r\n",
            b"GET / HTTP/1.1\r\n\r\n",
            b"POST /bet HTTP/1.1\r\ncontent-length: 99999999\r\n\r\n",
            b"POST /bet HTTP/1.1\r\ncontent-length: -1\r\n\r\n",
            b"POST /bet HTTP/1.1\r\ncontent-length: 10\r\n\r\nshort",
            b"x" * 40_000,
        ):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(noise)
            writer.write_eof()
            answer = await reader.read()
            assert b" 200 " not in answer
            writer.close()
        server.close()
        await server.wait_closed()
        assert operator.book.entries == {}

    asyncio.run(run())


def test_an_entry_is_found_by_its_own_id() -> None:
    book = demo_book()
    bet = wire.Bet(
        id="b1",
        player="player-1",
        token="token-1",  # noqa: S106 -- of the demonstration
        round="r1",
        currency=book.players["player-1"].currency,
        amount=5,
        scale=2,
    )
    assert book.transact(bet).status is Status.OK
    assert book.entries["b1"] == Entry(request=bet, status=Status.OK)
    assert [entry.stands for entry in book.listing()] == [5]
