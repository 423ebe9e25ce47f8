"""The example wallet keeps every promise: `sabot wallet-check` against its own process."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import httpx

from sabot.adapters.wallet.conformance import CHECKS, Given, Verdict, checked
from sabot.adapters.wallet.signing import Key
from sabot.cli.engineering.wallet_check import clients_of

WALLET = Path(__file__).resolve().parents[2] / "examples" / "wallet" / "wallet.py"
SECRET = "a secret between two processes of a test"  # noqa: S105 -- of a test
GIVEN = Given(
    run="run",
    token="s-91c4",  # noqa: S106 -- of the example
    expired_token="s-0007",  # noqa: S106 -- of the example
    expired_player="tardo-1",
)


def test_issue20_14_a_wallet_written_from_the_document_passes_every_check(tmp_path: Path) -> None:
    book = tmp_path / "wallet.db"
    command = [sys.executable, str(WALLET), "0", str(book)]
    environment = {**os.environ, "SABOT_WALLET_SECRET": SECRET}
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            address = process.stdout.readline().strip()

            async def run() -> dict[str, str]:
                async with httpx.AsyncClient(trust_env=False) as client:
                    key = Key(id="2026-a", secret=SECRET.encode())
                    found = await checked(clients_of(client, address, key), GIVEN)
                return {one.name: one.detail for one in found if one.verdict is not Verdict.PASSED}

            assert asyncio.run(run()) == {}
        finally:
            process.kill()
    assert len(CHECKS) > 15
    with sqlite3.connect(book) as connection:
        rows = connection.execute("SELECT DISTINCT game, kind FROM turnover").fetchall()
        [balance] = connection.execute("SELECT balance FROM player WHERE id='ada-7'").fetchone()
    connection.close()
    assert rows == [("baccarat", "player")]
    assert balance == 100_000
