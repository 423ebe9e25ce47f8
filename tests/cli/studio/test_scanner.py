"""`sabot scanner`: a pseudo terminal, the bridge, and a real house with a live table."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import pytest
from tests.adapters.scanner.test_source import line
from tests.cli.driver import ran
from tests.client.floor import play
from tests.rehearsal.live_house import TABLE, LiveHouse, live, opened

from sabot.adapters.scanner import serial_line
from sabot.adapters.scanner.framing import Framing
from sabot.cli.studio.scanner import Place, bridged
from sabot.cli.studio.scanner_bridge import Told, What
from sabot.client import Client, Refused
from sabot.errors import SabotError
from sabot.rehearsal.cards import made_up
from sabot.table import commands as c
from sabot.table import events as e
from sabot.table.phases import Phase

CONSOLE = "desk-1"


class Bench:
    """A scanner on a pseudo terminal, with its bridge, at a table with a dealer."""

    def __init__(self, house: LiveHouse, client: Client, *, position: str = "") -> None:
        self.house = house
        self.client = client
        self.told: list[Told] = []
        self.news = asyncio.Event()
        self.scanner, path = line()
        place = Place(path, position, partial(serial_line.opened, path))
        self.running = asyncio.create_task(
            bridged(client, TABLE, [place], Framing(), tell=self._tell)
        )

    def _tell(self, told: Told) -> None:
        self.told.append(told)
        self.news.set()

    def reads(self, *codes: str) -> None:
        """The scanner reads these cards, one right after the other."""
        for code in codes:
            os.write(self.scanner, f"{code}\r\n".encode())

    async def heard(self, what: What, count: int = 1) -> list[Told]:
        """Wait until so much was told."""
        async with asyncio.timeout(20):
            while sum(one.what is what for one in self.told) < count:
                self.news.clear()
                await self.news.wait()
        return [one for one in self.told if one.what is what]

    async def stop(self) -> None:
        """Ctrl-C."""
        self.running.cancel()
        await asyncio.gather(self.running, return_exceptions=True)
        os.close(self.scanner)


async def ready(house: LiveHouse, dealer: Client) -> list[str]:
    """A dealer signs on, brings cards and opens; the codes of the shoe."""
    await dealer.act(TABLE, c.SignOn(console=CONSOLE))
    await dealer.act(TABLE, c.LoadShoe(shoe_id="", decks=8))
    await dealer.act(TABLE, c.OpenBetting())
    while house.state().phase is not Phase.DEALING:
        await house.casino.house.hosts[TABLE].changed()
    shoe = house.state().shoe
    assert shoe is not None
    return made_up(shoe.shoe_id, 8, tag="")


@asynccontextmanager
async def at_work(
    folder: Path, position: str = "", *, answer_seconds: float = 10.0
) -> AsyncIterator[tuple[LiveHouse, Client, Client]]:
    """A house, a dealer, and the client of a scanner's bridge."""
    async with opened(folder) as house, house.client("dealer", console=CONSOLE) as dealer:
        token = await token_of_scanner(house, position)
        async with house.client_of(token, answer_seconds=answer_seconds) as client:
            yield house, dealer, client


async def token_of_scanner(house: LiveHouse, position: str = "") -> str:
    desk = await house.desk("manager")
    added = await desk.add_device(TABLE, "scanner", reason="a test", position=position)
    return added.token


def test_F89_the_scanner_of_the_shoe_reads_a_round_as_fast_as_it_can(tmp_path: Path) -> None:
    """Two cards at once never meet: the table knows which position is due."""

    async def story() -> tuple[list[Told], list[e.Event]]:
        async with at_work(tmp_path) as (house, dealer, client):
            bench = Bench(house, client)
            await bench.heard(What.THERE)
            codes = await ready(house, dealer)
            tens = [code for code in codes if code.endswith("KS")]
            nines = [code for code in codes if code.endswith("9H")]
            bench.reads(tens[0], nines[0], tens[1], tens[2], tens[3], tens[4])
            await house.until_event(e.RoundSettled)
            told = await bench.heard(What.ACCEPTED, 4)
            await bench.stop()
            return told, house.events()

    told, events = play(story())
    dealt = [(one.position, one.card) for one in events if isinstance(one, e.CardDealt)]
    assert dealt[:4] == [("P1", "KS"), ("B1", "9H"), ("P2", "KS"), ("B2", "KS")]
    assert [one.scanner for one in told] == ["shoe"] * len(told)


def test_a_code_that_is_read_while_the_line_is_down_is_shown_and_never_sent(
    tmp_path: Path,
) -> None:
    async def story() -> tuple[list[Told], list[e.Event]]:
        async with at_work(tmp_path) as (house, dealer, client):
            bench = Bench(house, client)
            await bench.heard(What.THERE)
            codes = await ready(house, dealer)
            url, client.line.url = client.line.url, "http://127.0.0.1:1"
            client.line.drop()
            await bench.heard(What.LINE_LOST)
            bench.reads(codes[0])
            lost = await bench.heard(What.NOT_SENT)
            client.line.url = url
            await bench.heard(What.LINE_BACK, 2)
            bench.reads(codes[1])
            await bench.heard(What.ACCEPTED)
            await bench.stop()
            return lost, house.events()

    lost, events = play(story())
    assert len(lost) == 1
    dealt = [one.code for one in events if isinstance(one, e.CardDealt)]
    assert [code.rpartition(":")[2] for code in dealt] == ["AH"]  # the second card alone


def test_I4_a_scan_without_an_answer_is_sent_again_and_counts_once(tmp_path: Path) -> None:
    async def story() -> list[e.Event]:
        async with at_work(tmp_path, answer_seconds=0.05) as (house, dealer, client):
            bench = Bench(house, client)
            await bench.heard(What.THERE)
            codes = await ready(house, dealer)
            bench.reads(codes[0])
            while not client._commands._waiting:  # noqa: ASYNC110  nothing tells of it
                await asyncio.sleep(0)
            client.line.drop()  # before the answer
            await bench.heard(What.ACCEPTED)
            await bench.stop()
            return house.events()

    assert sum(isinstance(one, e.CardDealt) for one in play(story())) == 1


def test_a_scanner_of_one_position_reads_no_other_and_a_refusal_is_told(tmp_path: Path) -> None:
    async def story() -> list[Told]:
        async with at_work(tmp_path, "P1") as (house, dealer, client):
            bench = Bench(house, client, position="P1")
            await bench.heard(What.THERE)
            codes = await ready(house, dealer)
            bench.reads("a cat")
            await bench.heard(What.REFUSED)
            bench.reads(codes[0])
            told = await bench.heard(What.REFUSED, 2)
            with pytest.raises(Refused, match="studio/not_its_position"):
                await client.act(TABLE, c.Scan(position="", code=codes[1], card="AS"))
            await bench.stop()
            return told

    told = play(story())
    assert "no code of a card" in told[0].words
    assert "scan/unreadable" in told[0].words
    assert "stands still" in told[1].words


def test_P5_the_heartbeat_of_the_bridge_is_the_word_of_the_studio(tmp_path: Path) -> None:
    async def story() -> bool:
        async with at_work(tmp_path) as (house, _, client):
            bench = Bench(house, client)
            await bench.heard(What.THERE)
            async with house.client("manager") as manager:
                table = await manager.watch(TABLE)
                os.close(bench.scanner)
                await bench.heard(What.GONE)
                while table.view.studio is None or table.view.studio.scanner:
                    await manager.act(TABLE, c.Announce(phrase="please_wait"))
                    await asyncio.sleep(0)
            bench.scanner = os.open(os.devnull, os.O_WRONLY)
            await bench.stop()
            return True

    assert play(story())


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("live-1",), "scanner/none"),
        (("live-1", "--serial", "/dev/ttyUSB0"), "scanner/place"),
        (("live-1", "--serial", "/dev/ttyUSB0=shoe"), "scanner/no_token"),
        (("live-1", "--serial", "/dev/x=P1", "--token-file", "/no/file"), "scanner/token_file"),
    ],
)
def test_what_cannot_begin_is_a_sentence(
    arguments: tuple[str, ...], code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SABOT_DEVICE_TOKEN", raising=False)
    with pytest.raises(SabotError, match=code):
        ran("scanner", *arguments)


def test_a_token_that_is_not_known_ends_the_bridge(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        async with opened(tmp_path, [live()]) as house, house.client_of("no such token"):
            raise AssertionError("it was let in")

    with pytest.raises(Refused):
        play(story())
