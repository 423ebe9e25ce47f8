"""The child of `bench.before`: one tree's casinos, measured a turn at a time when it is told so.

It runs with the interpreter and the modules of the tree that is measured, an older one too, so it
uses only what both have, private functions of the loads among them. Each line that it reads names a
load; it answers with a line of figures.
"""

from __future__ import annotations

import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

import msgspec
from tools.postgres import DURABLE, postgres

from bench import bets_online, fanout, load
from bench.casino import Order
from bench.updates import real_update

SOCKETS = 1_000


def main() -> None:
    """Open the casinos, say so, and measure what is asked for until the input ends."""
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        server = stack.enter_context(postgres(DURABLE))
        doors = {
            "SQLite": _door(stack, folder, "a", f"sqlite:///{folder}/bets.db"),
            "PostgreSQL": _door(stack, folder, "b", server.create_database("online")),
        }
        update = Path(folder, "update")
        update.write_bytes(real_update())
        crowd = fanout._casino(stack, folder, update)  # noqa: SLF001 - see above
        sockets = stack.enter_context(fanout._sockets(crowd, SOCKETS, folder))  # noqa: SLF001 - see above
        print("ready", flush=True)
        for line in sys.stdin:
            kind, *words = line.split()
            if kind == "fanout":
                cost = fanout._measured(crowd, SOCKETS, sockets)  # noqa: SLF001 - see above
                figures = {"cpu": cost.alone, "together": cost.together}
            else:
                case = bets_online.Case(int(words[0]), bets_online.ONE_CHIP, 1, None)
                turn = bets_online._loaded(case, doors[kind], span=float(words[1]))  # noqa: SLF001 - see above
                figures = {"per_second": turn.per_second, "cpu": turn.cpu}
            print(msgspec.json.encode(figures).decode(), flush=True)


def _door(stack: ExitStack, folder: str, name: str, url: str) -> bets_online.Door:
    within = Path(folder, name)
    within.mkdir()
    order = Order(database=url, players=bets_online.PLAYERS, tables=bets_online.TABLES)
    casino, ready = stack.enter_context(load.casino(order))
    doors = load.Doors(str(within), (("/ws", token) for token in ready.tokens))
    return bets_online.Door(casino, ready.port, doors)


if __name__ == "__main__":
    main()
