"""A client of the published protocol: typed, reconnecting, for bots, tests and integrators.

Knows `sabot.wire` and nothing of the server behind it. `docs/wire.md` tells the same to developers
who write a client in another language.

    token = await sign_in("https://casino.example", login="ada", password=...)
    async with Client("https://casino.example", token=token) as casino:
        table = await casino.watch("seven-1")
        await table.take_seat()
        await table.until(lambda view: view.bets_for is not None)  # chips can be placed
        await table.place("player", 500, seat=table.you.seats[0])
        await table.confirm()
        print(await table.round_over(), casino.balance)
"""

from sabot.client.casino import Client
from sabot.client.http import account_history, sign_in, sign_in_as_guest, table_info, top_up
from sabot.client.mirror import TableMirror
from sabot.client.table import Table
from sabot.errors import Refused, Unavailable
from sabot.table.commands import NewChip

__all__ = [
    "Client",
    "NewChip",
    "Refused",
    "Table",
    "TableMirror",
    "Unavailable",
    "account_history",
    "sign_in",
    "sign_in_as_guest",
    "table_info",
    "top_up",
]
