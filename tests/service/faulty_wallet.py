"""An operator that fails on purpose, for tests and simulations: the wire between us and a book.

It stands where the network would be, so that everything above it is the real thing: signing,
time-outs, validation, the desk. Which fault comes when is decided by the test.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Mapping
from enum import StrEnum

import httpx
import msgspec
from typing_extensions import override

from sabot.adapters.wallet.book import OperatorBook
from sabot.adapters.wallet.demo_operator import DemoOperator
from sabot.adapters.wallet.keys import KeyRing
from sabot.adapters.wallet.signing import Key


class Fault(StrEnum):
    """What may go wrong with one call, and what the operator's book says afterwards."""

    SLOW = "slow"  # applied at once; the answer comes long after the time-out
    LATE = "late"  # no answer, and applied only when the caller has given up: overtaken
    LOST = "lost"  # never arrived
    ERROR_BEFORE = "error_before"  # 503, nothing applied
    ERROR_AFTER = "error_after"  # 500, applied
    DROPPED_AFTER = "dropped_after"  # applied, then the connection broke
    MALFORMED = "malformed"  # applied, and the answer is no JSON
    WRONG_ID = "wrong_id"  # applied, and the answer names another call
    WRONG_AMOUNT = "wrong_amount"  # applied, and the answer says less
    DUPLICATED = "duplicated"  # the network delivered it twice
    BAD_SIGNATURE = "bad_signature"  # the operator does not know our key for a moment


APPLIED = frozenset(
    {
        Fault.SLOW,
        Fault.ERROR_AFTER,
        Fault.DROPPED_AFTER,
        Fault.MALFORMED,
        Fault.WRONG_ID,
        Fault.WRONG_AMOUNT,
    }
)
"""The faults after which the operator has done what was asked, and we do not know it."""

LATE_SECONDS = 30.0

Faults = Callable[[str, str], Fault | None]
"""Asked for every call with its name and id."""


class Failing:
    """An operator whose calls fail as the test says, and the count of what fired."""

    def __init__(
        self, operator: DemoOperator, faults: Faults, *, late_seconds: float = LATE_SECONDS
    ) -> None:
        self._operator = operator
        self._late_seconds = late_seconds
        self.faults = faults
        self.fired: Counter[Fault] = Counter()
        self.calls = 0
        self._late: set[asyncio.TimerHandle] = set()

    async def answer(
        self, name: str, headers: Mapping[str, str], body: bytes
    ) -> tuple[int, bytes] | None:
        """The answer to one call, or None when the connection breaks."""
        self.calls += 1
        fault = self.faults(name, _id_of(body))
        if fault is None:
            return self._operator.answer(name, headers, body)
        self.fired[fault] += 1
        return await self._fail(fault, name, dict(headers), body)

    async def _fail(
        self, fault: Fault, name: str, headers: dict[str, str], body: bytes
    ) -> tuple[int, bytes] | None:
        match fault:
            case Fault.LATE | Fault.LOST:
                if fault is Fault.LATE:
                    self._apply_late(name, headers, body)
                await asyncio.sleep(2 * self._late_seconds)
                return None
            case Fault.ERROR_BEFORE:
                return 503, b"down for repairs"
            case Fault.BAD_SIGNATURE:
                headers["x-sabot-signature"] = "0" * 64
            case Fault.DUPLICATED:
                self._operator.answer(name, headers, body)
            case _:
                pass
        status, answer = self._operator.answer(name, headers, body)
        if fault is Fault.SLOW:
            await asyncio.sleep(2 * self._late_seconds)
        if fault is Fault.DROPPED_AFTER:
            return None
        return _spoiled(fault, status, answer)

    def _apply_late(self, name: str, headers: dict[str, str], body: bytes) -> None:
        loop = asyncio.get_running_loop()

        def arrive() -> None:
            self._operator.answer(name, headers, body)

        self._late.add(loop.call_later(self._late_seconds, arrive))


class FaultyNetwork(httpx.AsyncBaseTransport, Failing):
    """Carries calls to an operator without a socket, or fails to."""

    def __init__(self, operator: DemoOperator, faults: Faults = lambda _name, _id: None) -> None:
        Failing.__init__(self, operator, faults)

    @override
    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        body = await request.aread()
        name = request.url.path.rpartition("/")[2]
        headers = {key.lower(): value for key, value in request.headers.items()}
        answer = await self.answer(name, headers, body)
        if answer is None:
            raise httpx.RemoteProtocolError("connection closed")
        return httpx.Response(answer[0], content=answer[1])


class FaultyOperator(DemoOperator):
    """A demo operator that fails on purpose, over real connections."""

    def __init__(
        self,
        book: OperatorBook,
        *,
        key: Key | KeyRing,
        wall_ms: Callable[[], int],
        late_seconds: float = LATE_SECONDS,
    ) -> None:
        super().__init__(book, key=key, wall_ms=wall_ms)
        honest = DemoOperator(book, key=self.keys, wall_ms=wall_ms)
        self.failing = Failing(honest, lambda _name, _id: None, late_seconds=late_seconds)

    @override
    async def respond(
        self, name: str, headers: Mapping[str, str], body: bytes
    ) -> tuple[int, bytes] | None:
        return await self.failing.answer(name, headers, body)


def _spoiled(fault: Fault, status: int, answer: bytes) -> tuple[int, bytes]:
    match fault:
        case Fault.ERROR_AFTER:
            return 500, b"<html>oops</html>"
        case Fault.MALFORMED:
            return status, answer[: len(answer) // 2]
        case Fault.WRONG_ID | Fault.WRONG_AMOUNT:
            members = msgspec.json.decode(answer, type=dict[str, object])
            members["id" if fault is Fault.WRONG_ID else "amount"] = (
                "somebody-else" if fault is Fault.WRONG_ID else 1
            )
            return status, msgspec.json.encode(members)
        case _:
            return status, answer


def _id_of(body: bytes) -> str:
    try:
        return str(msgspec.json.decode(body, type=dict[str, object]).get("id", ""))
    except (msgspec.DecodeError, UnicodeDecodeError):
        return ""
