"""A visit to a casino that has a game of another package; a program, run where it is installed.

`python -m tests.examples.visit FOLDER TABLE KIND` opens a house, bets on one kind until a round is
over, and prints what a player was shown of the game, as JSON. The database stays in the folder.
"""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path
from typing import Any

from tests.gateway.http.players import finished
from tests.gateway.http.premises import Premises, Socket, opened

from sabot.service.identity.play_money import give_play_money

PATIENCE_SECONDS = 40


async def visit(folder: Path, table: str, kind: str) -> dict[str, Any]:
    """What a player is shown of the table, its game and a round of it."""
    async with opened(folder, tables=("speed-1", table)) as here:
        give_play_money(here.house.store.ledger, here.house.players.player("ann"), 10_000, at_ms=0)
        headers = await here.bearer("ann")
        socket = await here.socket(headers)
        async with asyncio.timeout(PATIENCE_SECONDS):
            round_id = await _played(socket, table, kind)
        tiles = (await here.get("/api/tables", headers)).json()["tables"]
        tile = next(tile for tile in tiles if tile["table"] == table)
        help_ = (await here.get("/api/help", headers)).json()["variants"]
        module = await here.get(tile["module"], headers)
        return {
            "tile": tile,
            "help": [one for one in help_ if one["game"] == tile["game"]],
            "module": [module.status_code, module.headers["content-type"], module.text],
            "scorecard": (await here.get(f"/api/tables/{table}/scorecards", headers)).json(),
            "history": await _history(here, headers),
            "round": (await here.get(f"/api/rounds/{round_id}", headers)).json(),
        }


async def _played(socket: Socket, table: str, kind: str) -> str:
    """Put a chip down whenever betting is open, until a round with one is over."""
    socket.say(type="watch", table=table)
    await socket.until("snapshot", table=table)
    number = 0
    while not finished(socket):
        number += 1
        chip = {"type": "PlaceChip", "amount": 500, "kind": kind}
        socket.say(type="act", cmd_id=f"chip-{number}", table=table, command=chip)
        answer = await socket.until("answer", cmd_id=f"chip-{number}")
        if answer["accepted"]:
            while not finished(socket):
                socket.heard.clear()
                await socket.heard.wait()
        else:
            socket.heard.clear()
            await socket.heard.wait()
    return finished(socket)[table][0]


async def _history(here: Premises, headers: dict[str, str]) -> list[dict[str, Any]]:
    today = (await here.get("/api/history/today", headers)).json()
    return [line for day in today["days"] for line in day["rounds"]]


if __name__ == "__main__":
    found = asyncio.run(visit(Path(sys.argv[1]), sys.argv[2], sys.argv[3]))
    sys.stdout.write(json.dumps(found))
