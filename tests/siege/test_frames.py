"""Frames that no client should send, by the thousand: typed refusals, and nothing else happens."""

from __future__ import annotations

import asyncio
import logging
import os
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.gateway.http.premises import Premises, opened
from tests.siege.mutation import Mutator
from tests.siege.raw import Raw, masked, play, said
from tests.units import posted

from sabot.lab.audit import audit, sealed
from sabot.ledger import Account, AccountKind, Transfer, TransferKind
from sabot.money import Currency

FRAMES = int(os.environ.get("SABOT_FRAMES", "50000"))
AT_ONCE = 100
MONEY = 1_000_000
PLAYING = b"speed-1"
"""The table that has to play on, whatever comes."""

Record = Callable[[str, object], None]

BENT = {
    "ben": None,  # without money: whatever they do, nothing can be staked
    "dealer-house-1": "brag-1",
    "shift_manager-house-1": "brag-1",
    "moderator-house-1": "brag-1",
    "auditor-house-1": None,
    "operator-acme-1": None,
    "service-house-1": None,
}
"""Who sends bent requests; staff at a table where their real commands hurt nobody's bets."""


def strangers_things(number: int) -> bytes:
    """A request of ann's, who has money, about what is not hers or is nothing at all."""
    amount = (0, -1, -(2**62), 2**53, 2**62, 10**15)[number % 6]
    other = f"speed-1-{number % 9}/0/ben/player"
    commands: tuple[dict[str, object], ...] = (
        {"type": "PlaceChip", "kind": "player", "amount": amount},
        {"type": "PlaceChip", "kind": "no such bet", "amount": 500},
        {"type": "PlaceChip", "kind": "player", "amount": 500, "seat": 3},
        {"type": "PlaceChip", "kind": "player", "amount": 500, "golden": "ben's"},
        {"type": "LowerBet", "kind": "player", "amount": amount},
        {"type": "Answer", "decision_id": "speed-1-1.1", "bet": other, "option": "play"},
        {"type": "Choose", "decision_id": "blackjack-1-1.1", "option": "double"},
        {"type": "LeaveSeat", "seat": number % 9},
        {"type": "Rebet"},
        {"type": "DoubleStakes"},
        {"type": "UndoBet"},
        {"type": "CancelRound", "reason": "mine"},
        {"type": "SwitchTable", "off": True, "reason": "mine"},
        {"type": "Scan", "position": "P1", "code": "x", "card": "9H"},
        {"type": "Configure", "version": 2, "config": {}, "reason": "mine"},
    )
    if number % 4 == 3:
        rooms = ("support:ben", "table:nowhere", "support:", "table:", "staff", "support:ann")
        room = rooms[number % 6]
        kind = ("enter", "say", "exit", "moderate")[number // 4 % 4]
        more: dict[str, object] = {"room": room}
        if kind == "say":
            more = {"room": room, "cmd_id": f"s{number}", "text": "hello"}
        elif kind == "moderate":
            more = {"cmd_id": f"m{number}", "action": "block", "target": "ben"}
            more |= {"reason": "mine", "code": "other"}
        return said(type=kind, **more)
    table = ("speed-1", "nowhere", "DESK", "")[0 if number % 5 else number % 4]
    command = commands[number % len(commands)]
    return said(type="act", cmd_id=f"{number}", table=table, command=command)


class Sender:
    """One socket after the other of one principal."""

    def __init__(self, port: int, token: str) -> None:
        self._port = port
        self._token = token
        self.codes: Counter[str] = Counter()
        self.closed = 0

    async def send(self, count: int, frame: Callable[[int], bytes]) -> None:
        raw = await Raw.open(self._port, self._token)
        done = 0
        while done < count:
            some = min(AT_ONCE, count - done)
            frames = [frame(done + number) for number in range(some)]
            raw.write(b"".join(frames) + said(type="ping", n=done))
            if not await self._hear(raw, done):
                self.closed += 1
                raw.drop()
                raw = await Raw.open(self._port, self._token)
            done += some
        raw.drop()

    async def _hear(self, raw: Raw, number: int) -> bool:
        async with asyncio.timeout(60):
            while (message := await raw.read()) is not None:
                raw.got.clear()
                if message["type"] in ("fault", "answer", "ended"):
                    self.codes[message.get("code", "accepted")] += 1
                elif message["type"] == "pong" and message["n"] == number:
                    return True
        return False


async def _balances(premises: Premises) -> dict[str, int | None]:
    return {name: premises.house.funds.balance(name) for name in ("ann", "ben")}


def _give(premises: Premises, player: str) -> None:
    gift = Transfer(
        id=f"gift:{player}",
        kind=TransferKind.DEPOSIT,
        debit=str(Account(AccountKind.CASHIER, "test", Currency.EUR)),
        credit=premises.house.players.player(player).account,
        amount=MONEY,
    )
    assert posted(premises.house.store, [gift]) is None


def test_frames_that_nobody_should_send_change_nothing(
    tmp_path: Path, record_property: Record, caplog: pytest.LogCaptureFixture
) -> None:
    kinds: Counter[str] = Counter()

    async def test() -> tuple[Counter[str], int]:
        async with opened(tmp_path, pace=0.05) as premises:
            _give(premises, "ann")
            port = int(premises.address.rpartition(":")[2])
            before = await _balances(premises)
            each = FRAMES // (len(BENT) + 1)
            senders = []
            jobs = []
            for seed, (login, table) in enumerate(BENT.items()):
                bearer = (await premises.bearer(login))["Authorization"]
                sender = Sender(port, bearer.removeprefix("Bearer "))
                mutator = Mutator(seed)

                def bent(_: int, mutator: Mutator = mutator, table: str | None = table) -> bytes:
                    kind, text = mutator.frame(table)
                    kinds[kind] += 1
                    if table is not None:  # a real scan of theirs would stop the table that plays
                        text = text.replace(PLAYING, table.encode())
                    return masked(text)

                senders.append(sender)
                jobs.append(sender.send(each, bent))
            bearer = (await premises.bearer("ann"))["Authorization"]
            ann = Sender(port, bearer.removeprefix("Bearer "))
            await asyncio.gather(*jobs, ann.send(FRAMES - each * len(BENT), strangers_things))
            assert await _balances(premises) == before
            codes = sum((sender.codes for sender in (*senders, ann)), Counter())
            closed = sum(sender.closed for sender in (*senders, ann))
            # Alive, and playing.
            raw = await Raw.open(port, bearer.removeprefix("Bearer "))
            raw.write(said(type="watch", table=PLAYING.decode()))
            await raw.until("snapshot")
            await raw.until("update")
            report = await asyncio.to_thread(_audited, premises)
            assert report == [], report[:3]
            return codes, closed

    with caplog.at_level(logging.INFO):
        codes, closed = play(test())
    record_property(
        "counted",
        f"{FRAMES} frames ({', '.join(f'{n} {kind}' for kind, n in sorted(kinds.items()))}):"
        f" {sum(codes.values())} refusals and faults with {len(codes)} codes,"
        f" {closed} sockets closed",
    )
    ours = [code for code in codes if code.startswith(("server/", "command/not_stored"))]
    assert ours == []
    assert [r for r in caplog.records if r.levelno >= logging.ERROR or r.exc_info] == []


def _audited(premises: Premises) -> list[object]:
    return list(audit(sealed(premises.house.store.export_rows())).violations)
