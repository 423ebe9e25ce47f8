"""A handshake is refused for the first reason of the wire document that applies."""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import pytest
from picows import WSUpgradeRequest
from picows import WSUpgradeResponseWithListener as Answered
from tests.gateway.people import ADA

from sabot.errors import Refused, Unavailable
from sabot.gateway.sockets import pending_handshakes
from sabot.gateway.sockets.admission import SOCKETS_PER_ACCOUNT, Admission
from sabot.gateway.sockets.http_bounds import Handshake
from sabot.gateway.sockets.origins import Doorplate
from sabot.service.controls.refusals import ControlRefusal
from sabot.service.identity.refusals import SessionRefusal
from sabot.service.identity.roles import Principal

DOCUMENT = Path(__file__).resolve().parents[3] / "docs" / "wire.md"


@dataclass(kw_only=True)
class Asked:
    """A handshake with everything wrong from one reason on, in the order of the document."""

    wrong: frozenset[str]

    def path(self) -> bytes:
        return b"/elsewhere" if "route/unknown" in self.wrong else b"/ws"

    def headers(self) -> dict[str, str]:
        host = {"Host": "casino.test"}
        foreign = "origin/foreign" in self.wrong
        origin = {"Origin": f"http://{'evil' if foreign else 'casino'}.test"}
        token = {} if "session/missing" in self.wrong else {"Authorization": "Bearer t"}
        return host | origin | token

    def recall(self, _token: str) -> Principal | None:
        return None if "session/unknown" in self.wrong else ADA

    def session_of(self, _token: str) -> object:
        raise Refused(SessionRefusal.UNKNOWN)

    def may_enter(self, _principal: Principal) -> None:
        if "store/unreachable" in self.wrong:
            raise Unavailable("store/unreachable")
        if "control/cool_off" in self.wrong:
            raise Refused(ControlRefusal.COOL_OFF)

    def sockets(self, account: str | None = None) -> int:
        if account is None:
            return 1_000 if "socket/house_full" in self.wrong else 0
        return SOCKETS_PER_ACCOUNT if "socket/too_many" in self.wrong else 0


async def told(asked: Asked, *, stopping: bool = False) -> str:
    """The code that a handshake hears, after it has waited if it had to."""
    answer = await answered(asked, stopping=stopping)
    return "".join(re.findall(r'"code":"([^"]+)"', answer.decode()))


async def answered(asked: Asked, *, stopping: bool = False) -> bytes:
    """The answer with its code."""
    hasty = "rate/too_fast" in asked.wrong
    door = Admission(
        recall=asked.recall,
        session_of=asked.session_of,
        may_enter=asked.may_enter,
        reader=cast(Any, None),
        crowd=asked,
        now=lambda: 0.0,
        cookie="sabot",
        doorplate=Doorplate(hosts=frozenset({"casino.test"}), loopback=False),
        sockets_max=1_000,
        per_second=1.0 if hasty else 60.0,
    )
    if hasty:
        door.pending._strangers.of("192.0.2.1").owes(1_000)
    if stopping:
        door.pending.close()
    wait = door.knock(Handshake(asked.path(), asked.headers(), "192.0.2.1"))
    answer = await wait if wait is not None else b""
    if not answer:
        request = WSUpgradeRequest()
        request.path, request.headers = asked.path(), cast(Any, asked.headers())
        reply = door(request)
        answer = bytes(reply.response.to_bytes()) if isinstance(reply, Answered) else b""
    door.pending.close()
    return answer


def test_the_reasons_of_a_handshake_are_told_in_the_order_of_the_document(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pending_handshakes, "REST_SECONDS", 0.0)
    text = DOCUMENT.read_text(encoding="utf-8")
    rows = re.findall(r"^\| \d{3} \| `([a-z_]+/[a-z_]+)`", text, flags=re.MULTILINE)
    assert len(rows) == 8

    async def test() -> list[str]:
        return [await told(Asked(wrong=frozenset(rows[first:]))) for first in range(len(rows))]

    assert asyncio.run(test()) == rows


@pytest.mark.parametrize("wrong", [frozenset(), frozenset({"session/unknown"})])
def test_a_house_that_stops_sends_nobody_to_sign_in_again(wrong: frozenset[str]) -> None:
    asked = Asked(wrong=wrong)
    assert asyncio.run(told(asked, stopping=True)) == "socket/house_full"


def test_limits_that_cannot_be_read_shut_nobody_out_for_good() -> None:
    answer = asyncio.run(answered(Asked(wrong=frozenset({"store/unreachable"}))))
    assert answer.startswith(b"HTTP/1.1 503")
