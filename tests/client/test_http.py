"""Signing in and reading a table's set-up, at a real house."""

from __future__ import annotations

import asyncio
import re
import sys
from pathlib import Path

import pytest
from tests.client.floor import play
from tests.gateway.http.premises import PASSWORD, opened

from sabot.client import Client, Refused, Unavailable, sign_in, sign_in_as_guest, table_info
from sabot.wire.table_view import Status

README = Path(__file__).resolve().parents[2] / "README.md"


def test_somebody_signs_in_reads_the_set_up_plays_and_talks(tmp_path: Path) -> None:
    async def test() -> None:
        async with opened(tmp_path, pace=0.1, tables=("speed-1",)) as premises:
            token = await sign_in(premises.address, "ann", PASSWORD)
            info = await table_info(premises.address, "speed-1", token=token)
            assert info.game == "baccarat"
            assert "player" in {bet.kind for bet in info.bets}
            assert info.currency == "EUR"
            async with Client(premises.address, token=token) as ann:
                assert ann.welcome is not None
                assert ann.welcome.nickname == "Ann"
                tiles = await ann.watch_lobby()
                assert set(tiles) == {"speed-1"}
                ann.chat.enter("table:speed-1")
                await ann.chat.say("table:speed-1", "Good luck.")
                async for message in ann.inbox.read():
                    if getattr(message, "text", "") == "Good luck.":
                        break
            guest = await sign_in_as_guest(premises.address)
            async with Client(premises.address, token=guest) as somebody:
                assert somebody.balance == 50_000

    play(test())


def test_wrong_passwords_and_unknown_tables_are_refused_with_their_codes(tmp_path: Path) -> None:
    async def test() -> None:
        async with opened(tmp_path, pace=0.1, tables=("speed-1",)) as premises:
            with pytest.raises(Refused, match="sign_in/refused"):
                await sign_in(premises.address, "ann", "not hers")
            token = await sign_in_as_guest(premises.address)
            with pytest.raises(Refused, match="table/unknown"):
                await table_info(premises.address, "nowhere", token=token)
            with pytest.raises(Refused, match="session/"):
                await table_info(premises.address, "speed-1", token="nobody's")  # noqa: S106 -- none

    play(test())


def test_a_house_that_is_not_there_is_unavailable() -> None:
    with pytest.raises(Unavailable, match="client/unreachable"):
        play(sign_in_as_guest("http://127.0.0.1:1"))


def test_the_bot_of_the_readme_may_start_in_the_middle_of_a_round(tmp_path: Path) -> None:
    page = README.read_text(encoding="utf-8")
    (bot,) = re.findall(r"^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)

    async def test() -> str:
        async with opened(tmp_path, pace=0.03, tables=("speed-1",)) as premises:
            signs_in = 'sign_in(HOUSE, login="ada", password="sabot-demo")'
            assert signs_in in bot
            program = bot.replace("http://127.0.0.1:8000", premises.address)
            program = program.replace(signs_in, "sign_in_as_guest(HOUSE)")
            program = program.replace("Client, sign_in", "Client, sign_in_as_guest")
            token = await sign_in(premises.address, "ann", PASSWORD)
            async with Client(premises.address, token=token) as watcher:
                table = await watcher.watch("speed-1")
                await table.status(Status.DEALING)  # chips are refused now
                ran = await asyncio.create_subprocess_exec(
                    sys.executable, "-c", program, stdout=asyncio.subprocess.PIPE
                )
                said, _ = await ran.communicate()
                assert ran.returncode == 0
                return said.decode()

    assert "staked=500" in play(test())
