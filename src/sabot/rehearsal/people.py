"""The staff of a rehearsal: accounts that sign in as staff do, test sets, and a scanner."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from secrets import token_hex

import msgspec

from sabot.client import Client, sign_in, table_info
from sabot.client.shoe_desk import ShoeDesk, counted
from sabot.rehearsal.script import Script
from sabot.wire.table_info import TableInfo

REASON = "a rehearsal"
SET_TAG_BYTES = 3
SCANNER = "scanner"


class Logins(msgspec.Struct, frozen=True, kw_only=True):
    """The accounts of a rehearsal, by login; all of them have one password."""

    password: str
    dealer: str = "dealer2"
    supervisor: str = "supervisor"
    manager: str = "manager2"


class People(msgspec.Struct, frozen=True, kw_only=True):
    """The connected staff of a rehearsal."""

    dealer: Client
    scanner: Client | None
    manager: Client | None
    desk: ShoeDesk  # of the supervisor, who prepares
    counting: ShoeDesk  # of the shift manager, who counts
    info: TableInfo


@asynccontextmanager
async def signed_in(url: str, table: str, logins: Logins, script: Script) -> AsyncIterator[People]:
    """Sign all of them in, and out again; the scanner is removed at the end."""
    async with AsyncExitStack() as stack:
        tokens = [
            await sign_in(url, login=login, password=logins.password)
            for login in (logins.dealer, logins.supervisor, logins.manager)
        ]
        console = f"rehearsal-{token_hex(4)}"
        dealer = await stack.enter_async_context(Client(url, token=tokens[0], console=console))
        counting = ShoeDesk(url, token=tokens[2])
        scanner = manager = None
        if script.scanner:
            added = await counting.add_device(table, SCANNER, reason=REASON)
            stack.push_async_callback(counting.remove_device, added.device.name, reason=REASON)
            scanner = await stack.enter_async_context(Client(url, token=added.token))
        if script.manager:
            manager = await stack.enter_async_context(Client(url, token=tokens[2]))
        yield People(
            dealer=dealer,
            scanner=scanner,
            manager=manager,
            desk=ShoeDesk(url, token=tokens[1]),
            counting=counting,
            info=await table_info(url, table, token=tokens[0]),
        )


async def ready_set(people: People) -> str:
    """A sealed set of test cards of the right number of decks: one that lies ready, or a new one.

    The supervisor prepares, shuffles and seals, and the shift manager counts (four eyes).
    """
    decks = people.info.decks
    for known in await people.desk.sets():
        if known.ready and known.test and known.decks == decks:
            return known.set
    name = f"T{token_hex(SET_TAG_BYTES)}"
    await people.desk.prepare(name, decks, reason=REASON)
    cards = counted(await people.desk.passport(name))
    await people.counting.count(name, cards=cards, reason=REASON)
    await people.desk.shuffle(name, where="machine", reason=REASON)
    await people.desk.seal(name, number=f"seal-{name}", reason=REASON)
    return name
