"""A client in another language, written from the document alone, plays at a real house."""

from __future__ import annotations

import asyncio
import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.client.floor import play
from tests.gateway.http.premises import opened

PLAY = Path(__file__).resolve().parents[2] / "examples" / "node" / "play.mjs"
NODE = shutil.which("node")
ROUNDS = 3


async def run(node: str, address: str) -> list[dict[str, object]]:
    """What the program prints, one round a line."""
    process = await asyncio.create_subprocess_exec(
        node,
        str(PLAY),
        address,
        str(ROUNDS),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        async with asyncio.timeout(60):
            out, err = await process.communicate()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    assert process.returncode == 0, err.decode()
    return [json.loads(line) for line in out.splitlines()]


def test_a_client_in_node_plays_baccarat_and_blackjack(
    tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    node = NODE
    if node is None:
        pytest.skip("node is not installed")

    async def test() -> list[dict[str, object]]:
        async with opened(tmp_path, pace=0.05, tables=("speed-1", "blackjack-1")) as premises:
            return await run(node, premises.address)

    rounds = play(test(), seconds=100)
    record_property("counted", f"rounds played from Node: {len(rounds)}")
    assert [one["table"] for one in rounds] == ["speed-1"] * ROUNDS + ["blackjack-1"] * ROUNDS
    balance = 50_000
    for one in rounds:
        assert isinstance(one["staked"], int)
        assert isinstance(one["paid"], int)
        balance += one["paid"] - one["staked"]
        assert one["staked"] >= 500
        assert one["balance"] == balance
