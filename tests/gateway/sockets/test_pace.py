"""Requests of HTTP: so many from one address, and a rest before the next is refused."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from sabot.gateway.sockets import pace as p


async def _answers(_scope: object, _receive: object, send: Any) -> None:
    await send({"type": "http.response.start", "status": 200})


async def asked(app: p.PacedApp, address: str) -> tuple[int, float]:
    """The status, and how long it took to come."""
    told: list[dict[str, Any]] = []

    async def send(message: Any) -> None:
        told.append(message)

    begun = asyncio.get_running_loop().time()
    await app({"client": (address, 1)}, None, send)  # type: ignore[arg-type]
    return told[0]["status"], asyncio.get_running_loop().time() - begun


def test_who_asks_too_fast_rests_before_the_refusal_but_only_so_many_do(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(p, "REST_SECONDS", 0.1)
    monkeypatch.setattr(p, "RESTING_MAX", 1)

    async def test() -> list[tuple[int, bool]]:
        app = p.PacedApp(_answers, p.Paces(1, now=lambda: 0.0), in_turn_per_second=1e9)
        for _ in range(p.BURST_SECONDS):
            assert (await asked(app, "192.0.2.1"))[0] == 200
        told = await asyncio.gather(*(asked(app, f"192.0.2.{last}") for last in (1, 1, 2)))
        return [(status, seconds > 0.05) for status, seconds in told]

    assert asyncio.run(test()) == [(429, True), (429, False), (200, False)]


def test_those_who_ask_much_are_heard_one_after_the_other_and_others_at_once() -> None:
    apart = 0.02
    begun: dict[str, list[float]] = {}

    async def answers(scope: Any, _receive: object, send: Any) -> None:
        begun.setdefault(scope["client"][0], []).append(asyncio.get_running_loop().time())
        await send({"type": "http.response.start", "status": 200})

    async def test() -> None:
        app = p.PacedApp(answers, p.Paces(2, now=lambda: 0.0), in_turn_per_second=1 / apart)
        much = [asked(app, f"192.0.2.{last}") for last in (1, 2) for _ in range(5)]
        told = await asyncio.gather(*much, asked(app, "192.0.2.3"))
        assert [status for status, _ in told] == [200] * 11

    asyncio.run(test())
    [little] = begun.pop("192.0.2.3")
    at_once = [moment for moments in begun.values() for moment in moments[:2]]
    in_turn = sorted(moment for moments in begun.values() for moment in moments[2:])
    assert len(in_turn) == 6
    assert max(little, *at_once) <= in_turn[1]  # two of eight leave them calm, the third does not
    assert in_turn[-1] - in_turn[0] > 4 * apart  # all addresses queue in one line
