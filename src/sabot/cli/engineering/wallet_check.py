"""`sabot wallet-check`: does an operator's wallet keep its promises? And a demonstration of one.

Owns the command lines and the table; the checks themselves are in `adapters.wallet.conformance`.
"""

from __future__ import annotations

import asyncio
from secrets import token_hex
from typing import Annotated

import httpx
import msgspec
import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from sabot.adapters.clock import SystemClock
from sabot.adapters.wallet.addresses import checked_address
from sabot.adapters.wallet.conformance import Checked, Clients, Given, Verdict, checked
from sabot.adapters.wallet.demo_operator import DemoOperator, demo_book
from sabot.adapters.wallet.http import SignedClient
from sabot.adapters.wallet.signing import WINDOW_MS, Key
from sabot.money import format_cents

SECRET = "SABOT_WALLET_SECRET"  # noqa: S105 -- the name of a variable, not a secret

_COLOURS = {Verdict.PASSED: "green", Verdict.FAILED: "bold red", Verdict.SKIPPED: "yellow"}


def wallet_check(
    address: Annotated[str, typer.Argument(metavar="URL", help="The wallet's own address.")],
    *,
    key_id: Annotated[str, typer.Option(help="The id of the shared key.")],
    token: Annotated[
        str, typer.Option(help="Of a player who may bet and owns at least ten cents.")
    ],
    secret: Annotated[
        str, typer.Option(envvar=SECRET, help="The shared key itself; better in the environment.")
    ],
    expired_token: Annotated[str, typer.Option(help="Of a session that is over.")] = "",
    expired_player: Annotated[str, typer.Option(help="Whose session that was.")] = "",
    scale: Annotated[int, typer.Option(min=2, max=8, help="Decimal places of amounts.")] = 2,
    plain_http: Annotated[
        bool, typer.Option("--plain-http", help="Allow an address that is not encrypted.")
    ] = False,
    machine: Annotated[
        bool, typer.Option("--json", help="One JSON object for each check.")
    ] = False,
) -> None:
    """Check an operator's wallet against the protocol, promise by promise."""
    given = Given(
        run=f"check-{token_hex(8)}",
        token=token,
        expired_token=expired_token or None,
        expired_player=expired_player or None,
        scale=scale,
    )
    url = checked_address(address, plain_http=plain_http)
    found = asyncio.run(_run(url, Key(id=key_id, secret=secret.encode()), given))
    if machine:
        for each in found:
            typer.echo(msgspec.json.encode(each).decode())
    else:
        _print(found)
    if any(each.verdict is Verdict.FAILED for each in found):
        raise typer.Exit(1)


async def _run(address: str, key: Key, given: Given) -> tuple[Checked, ...]:
    async with httpx.AsyncClient() as client:
        return await checked(clients_of(client, address, key), given)


def clients_of(client: httpx.AsyncClient, address: str, key: Key) -> Clients:
    """A caller who signs well, and three whom no wallet may believe."""
    clock = SystemClock()

    def caller(key: Key, *, late_ms: int = 0) -> SignedClient:
        def wall_ms() -> int:
            return clock.wall_ms() - late_ms

        return SignedClient(client, address=address, key=key, wall_ms=wall_ms)

    return Clients(
        good=caller(key),
        bad={
            "a wrong secret": caller(Key(id=key.id, secret=key.secret + b"?")),
            "an unknown key": caller(Key(id=f"{key.id}-unknown", secret=key.secret)),
            "an old timestamp": caller(key, late_ms=2 * WINDOW_MS),
        },
    )


def _print(found: tuple[Checked, ...]) -> None:
    table = Table(title="Operator wallet")
    table.add_column("the wallet")
    table.add_column("verdict")
    table.add_column("detail", overflow="fold")
    for each in found:
        table.add_row(
            each.name, f"[{_COLOURS[each.verdict]}]{each.verdict}[/]", escape(each.detail)
        )
    Console().print(table)


def wallet_demo(
    port: Annotated[int, typer.Option(help="Where to listen, on this machine only.")] = 8900,
) -> None:
    """Run a small operator's wallet in memory, to try the protocol against."""
    key = Key(id="demo", secret=token_hex(16).encode())
    demo = DemoOperator(demo_book(), key=key, wall_ms=SystemClock().wall_ms)
    typer.echo(f"http://127.0.0.1:{port}  --key-id {key.id} --secret {key.secret.decode()}")
    for token, ticket in demo.book.tokens.items():
        holder = demo.book.players[ticket.player]
        state = "expired" if ticket.expired else format_cents(holder.balance)
        typer.echo(f"  {token}  {ticket.player}  {holder.nickname}  {state}")
    asyncio.run(_serve(demo, port))


async def _serve(demo: DemoOperator, port: int) -> None:
    server = await demo.listen("127.0.0.1", port)
    async with server:
        await server.serve_forever()
