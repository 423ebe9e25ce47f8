"""A player who bets at every table, and keeps what they were told."""

from __future__ import annotations

import asyncio
import time
from itertools import count

from tests.gateway.http.premises import Premises, Socket

from sabot.service.identity.play_money import give_play_money

BETS: dict[str, tuple[dict[str, object], ...]] = {
    "speed-1": ({"kind": "player"}, {"kind": "tie"}),
    "blackjack-1": ({"kind": "main", "seat": 2}, {"kind": "perfect_pairs", "seat": 2}),
    "brag-1": ({"kind": "ante"},),
}


async def play(here: Premises, login: str, *, rounds: int) -> tuple[dict[str, str], Socket]:
    """Bet until so many rounds are over at every table; returns the bearer and the socket."""
    player = here.house.players.player(login)
    give_play_money(here.house.store.ledger, player, 1_000_000, at_ms=0)
    headers = await here.bearer(login)
    socket = await here.socket(headers)
    for table in BETS:
        socket.say(type="watch", table=table)
        await socket.until("snapshot", table=table)
    seat = {"type": "TakeSeat", "seat": 2}
    socket.say(type="act", cmd_id="seat", table="blackjack-1", command=seat)
    await socket.until("answer", cmd_id="seat")
    numbers = count()
    deadline = time.monotonic() + 40
    while len(over := finished(socket)) < 3 or min(len(found) for found in over.values()) < rounds:
        assert time.monotonic() < deadline, over
        for table, bets in BETS.items():
            for bet in bets:
                command = {"type": "PlaceChip", "amount": 500, **bet}
                name = f"chip-{next(numbers)}"
                socket.say(type="act", cmd_id=name, table=table, command=command)
            if table == "brag-1":
                name = f"confirm-{next(numbers)}"
                confirm = {"type": "ConfirmBets"}
                socket.say(type="act", cmd_id=name, table=table, command=confirm)
        await asyncio.sleep(0.15)
    return headers, socket


def finished(socket: Socket) -> dict[str, list[str]]:
    """The rounds that were told as over, by table."""
    over: dict[str, dict[str, None]] = {}
    for message in socket.told:
        if message["type"] == "you" and message["you"]["paid"] is not None:
            over.setdefault(message["table"], {})[message["round"]] = None
    return {table: list(rounds) for table, rounds in over.items()}
