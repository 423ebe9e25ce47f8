"""Requests of HTTP: so many from one address, and a rest before the next is refused."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from sabot.gateway import pace as p


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
        app = p.PacedApp(_answers, p.Paces(1, now=lambda: 0.0))
        for _ in range(p.BURST_SECONDS):
            assert (await asked(app, "192.0.2.1"))[0] == 200
        told = await asyncio.gather(*(asked(app, f"192.0.2.{last}") for last in (1, 1, 2)))
        return [(status, seconds > 0.05) for status, seconds in told]

    assert asyncio.run(test()) == [(429, True), (429, False), (200, False)]
