"""No log has a token, a password, a secret of an operator, or a card that was never shown."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.gateway.http.premises import PASSWORD, SECRET, Premises, opened, signed
from tests.siege.mutation import Mutator
from tests.siege.raw import BINARY, Raw, handshake, masked, play, said

FORBIDDEN_WORDS = ("wrong-password-xyzzy", "launch-token-plugh")
CLIENTS = ("httpx", "httpcore", "picows.client", "hypothesis")
"""What the test's own clients say is not the casino's log."""


async def _failures(premises: Premises, port: int, token: str) -> None:
    """Everything that goes wrong, with a secret in it."""
    async with premises.browser() as client:
        bodies: tuple[dict[str, Any], ...] = (
            {"login": "ann", "password": FORBIDDEN_WORDS[0]},
            {"login": "ann", "password": {"x": FORBIDDEN_WORDS[0]}},
            {"login": "ann", "password": FORBIDDEN_WORDS[0] * 200},
        )
        for body in bodies:
            await client.post("/api/sign-in", json=body)
        await client.post("/api/sign-in/launch", json={"token": FORBIDDEN_WORDS[1]})
        await client.get(f"/launch?token={FORBIDDEN_WORDS[1]}")
        await client.get(f"/no/such/page?token={token}")
        ask = b'{"player":"' + FORBIDDEN_WORDS[1].encode() + b'","currency":'
        await client.post("/operator/v1/launch", content=ask, headers=signed(ask))
    for frames in (masked(b"x", opcode=BINARY), masked(b"{}", mask=False), masked(b"", opcode=7)):
        raw = await Raw.open(port, token)
        raw.write(frames)
        await raw.ended()
    raw = await Raw.connect(port)
    raw.write(handshake(token + "x") + b"\x00" * 100)
    raw = await Raw.connect(port)
    raw.write(f"GARBAGE {token}\r\n\r\n".encode())
    await raw.answer()


async def _our_own_mistakes(
    premises: Premises, port: int, token: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bug whose words hold a secret, on the socket and in a handshake."""

    def bug(*_args: object) -> None:
        raise RuntimeError(f"{token} {PASSWORD}")

    with monkeypatch.context() as patch:
        patch.setattr(premises.gateway.broadcaster, "unwatch", bug)
        raw = await Raw.open(port, token)
        raw.write(said(type="unwatch", table="speed-1"))
        assert await raw.ended() == 1011
    with monkeypatch.context() as patch:
        patch.setattr(premises.gateway.broadcaster.open, "sockets", bug)
        raw = await Raw.connect(port)
        raw.write(handshake(token))
        head = await raw.head()
        assert head.startswith(b"HTTP/1.1 500")
        assert token.encode() not in head + await raw.answer()


def test_no_secret_is_in_a_log(
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
    record_property: Callable[[str, object], None],
) -> None:
    secrets: set[str] = {PASSWORD, SECRET.decode(), *FORBIDDEN_WORDS}

    async def test() -> None:
        async with opened(tmp_path, pace=0.01) as premises:
            port = int(premises.address.rpartition(":")[2])
            logins = ("ann", "ben", "dealer-house-1", "shift_manager-house-1")
            tokens = []
            for login in logins:
                bearer = (await premises.bearer(login))["Authorization"]
                tokens.append(bearer.removeprefix("Bearer "))
            secrets.update(tokens)
            await _failures(premises, port, tokens[0])
            await _our_own_mistakes(premises, port, tokens[0], monkeypatch)
            mutator = Mutator(1)
            for token in tokens:
                raw = await Raw.open(port, token)
                raw.write(b"".join(masked(mutator.frame("brag-1")[1]) for _ in range(200)))
                raw.write(said(type="ping", n=2**40))
                await raw.until("pong", "ended")
            await asyncio.sleep(3)  # some rounds
            for host in premises.house.hosts.values():
                shoe = host.state.shoe
                assert shoe is not None
                secret = premises.house.store.shoes.secret(shoe.shoe_id)
                assert secret is not None
                text = secret.decode()
                secrets.update(text[at : at + 30] for at in range(0, len(text) - 30, 30))
                secrets.add(f"{shoe.shoe_id}:")  # how the code of a card begins

    with caplog.at_level(logging.DEBUG):
        play(test())
    records = [r for r in caplog.records if not r.name.startswith(CLIENTS)]
    text = "\n".join(f"{logging.Formatter().format(record)} {record.args}" for record in records)
    found = [secret for secret in secrets if secret in text]
    record_property("counted", f"{len(secrets)} secrets looked for in {len(records)} lines of logs")
    assert found == []
    assert "handshake failed at RuntimeError" in text
    assert "Traceback" not in text
