"""A casino in a process of its own: `python -m tests.siege.fort FOLDER PLAYERS`.

It prints one line of JSON with its port and tokens, serves, and ends when its input is closed.
Whatever it logs stands in its error output.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import msgspec
import uvloop
from tests.units import posted

from sabot.bootstrap import Casino
from sabot.bootstrap.collector import look_less_often
from sabot.ledger import Account, AccountKind, Transfer, TransferKind
from sabot.money import Currency
from sabot.service.identity.accounts import NewAccount
from sabot.service.identity.roles import Role
from sabot.settings import Environment, NetworkSettings, Settings

BALANCE = 10_000_000
PASSWORD = "a long password"  # noqa: S105 -- of people who exist in tests only
PAGE = os.sysconf("SC_PAGE_SIZE")


class Opened(msgspec.Struct):
    """What a fort tells about itself."""

    port: int
    tokens: list[str]


@dataclass
class Fort:
    """A running casino, seen from outside."""

    port: int
    tokens: list[str]
    process: subprocess.Popen[bytes]
    folder: Path

    @property
    def memory(self) -> int:
        """Resident bytes."""
        fields = Path(f"/proc/{self.process.pid}/statm").read_text("ascii").split()
        return int(fields[1]) * PAGE

    @property
    def cpu(self) -> float:
        """Seconds of processor time so far."""
        fields = (
            Path(f"/proc/{self.process.pid}/stat").read_text("ascii").rpartition(")")[2].split()
        )
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    @property
    def descriptors(self) -> int:
        """Open files and sockets."""
        return sum(1 for _ in Path(f"/proc/{self.process.pid}/fd").iterdir())

    @property
    def libraries(self) -> set[str]:
        """Paths of everything that is mapped into its memory."""
        maps = Path(f"/proc/{self.process.pid}/maps").read_text("utf-8").splitlines()
        return {parts[5] for line in maps if len(parts := line.split(maxsplit=5)) > 5}

    @property
    def log(self) -> str:
        """Everything logged so far."""
        return (self.folder / "fort.log").read_text("utf-8")


@contextlib.contextmanager
def fort(folder: Path, *, players: int, disk: Path | None = None) -> Iterator[Fort]:
    """Open a casino, and close it again; it must end well. Its database may lie on another disk."""
    where = str(disk or folder)
    command = [sys.executable, "-m", "tests.siege.fort", where, str(players)]
    with (folder / "fort.log").open("wb") as log:
        process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log
        )
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        line = process.stdout.readline()
        assert line, (folder / "fort.log").read_text("utf-8")
        opened = msgspec.json.decode(line, type=Opened)
        yield Fort(opened.port, opened.tokens, process, folder)
        assert process.poll() is None, "the casino has died"
    finally:
        process.stdin.close()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            process.wait()
        process.stdout.close()


def _enrol(casino: Casino, name: str) -> str:
    new = NewAccount(login=name, password=PASSWORD, role=Role.PLAYER, nickname=name.title())
    row = casino.identity.accounts.create(new)
    gift = Transfer(
        id=f"gift:{name}",
        kind=TransferKind.DEPOSIT,
        debit=str(Account(AccountKind.CASHIER, "test", Currency.EUR)),
        credit=casino.house.players.player(name).account,
        amount=BALANCE,
    )
    assert posted(casino.house.store, [gift]) is None
    signed = casino.identity.sessions.open(row)
    assert signed is not None
    return signed.token


async def _serve(folder: Path, players: int) -> None:
    settings = Settings(
        environment=Environment.TEST,
        database=f"sqlite:///{folder / 'fort.db'}",
        bots=8,
        pace=0.1,
        network=NetworkSettings(port=0),
    )
    casino = Casino(settings)
    casino.open_tables()
    tokens = [_enrol(casino, f"player{number}") for number in range(players)]
    listener = casino.listen()
    running = asyncio.create_task(casino.run(listener))
    await casino.house.ready.wait()
    await asyncio.sleep(0.5)
    opened = Opened(listener.getsockname()[1], tokens)
    sys.stdout.buffer.write(msgspec.json.encode(opened) + b"\n")
    sys.stdout.buffer.flush()
    await asyncio.to_thread(sys.stdin.buffer.read)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    casino.close()
    casino.house.store.close()


if __name__ == "__main__":
    logging.basicConfig(level=logging.INFO, stream=sys.stderr)
    look_less_often()  # as the casino of everybody does
    uvloop.run(_serve(Path(sys.argv[1]), int(sys.argv[2])))
