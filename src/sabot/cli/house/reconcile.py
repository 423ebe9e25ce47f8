"""`sabot reconcile`: whether our books and an operator's agree, to the cent."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import httpx
import msgspec
import typer
from rich.table import Table
from rich.text import Text

from sabot.adapters.clock import SystemClock
from sabot.adapters.sql import read_store
from sabot.adapters.wallet.http import Disbelieved, SignedClient
from sabot.adapters.wallet.statements import CENTS, STATEMENT, read_statement
from sabot.cli.arguments import blamed_on
from sabot.cli.look import person
from sabot.cli.options import Config, Database, database_url
from sabot.errors import Malformed, Unavailable
from sabot.lab.sentences import quoted
from sabot.money import format_cents
from sabot.service.ports import WalletOpRow, WalletOpState
from sabot.service.wallets.reconciliation import (
    Difference,
    Kind,
    Period,
    Theirs,
    differences,
    within,
)
from sabot.settings import OperatorSettings, Settings, read_settings

STATEMENT_MAX = 1 << 30
"""Bytes of a statement that is fetched; a longer one comes as a file."""

FETCH_SECONDS = 60.0
MARGIN_MS = 86_400_000
"""How far beyond the period a statement is requested, because each side has its own clock."""

DATES = ["%Y-%m-%d", "%Y-%m-%dT%H:%M:%S"]
SHOWN_MAX = 50
NAME_MAX = 80

_TAKEN, _PAID = WalletOpState.TAKEN, WalletOpState.PAID


class Reconciled(msgspec.Struct, frozen=True, kw_only=True):
    """Two books side by side; amounts in cents, open operations listed separately."""

    operator: str
    agrees: bool
    operations: int
    transactions: int
    staked: int
    paid: int
    differences: tuple[Difference, ...]
    open: tuple[Difference, ...]


def reconcile(
    operator: Annotated[str, typer.Argument(metavar="OPERATOR", help="As in the settings.")],
    statement: Annotated[
        Path | None,
        typer.Argument(
            metavar="STATEMENT",
            help="The operator's book as JSON Lines ('-' is standard input); asked of the wallet"
            " when left out, where it offers one.",
        ),
    ] = None,
    database: Database = None,
    *,
    config: Config = None,
    scale: Annotated[
        int | None, typer.Option(min=2, max=8, help="Decimal places of the statement's amounts.")
    ] = None,
    since: Annotated[
        datetime | None,
        typer.Option(
            "--from", formats=DATES, help="Operations decided at this date (UTC) or later."
        ),
    ] = None,
    until: Annotated[
        datetime | None,
        typer.Option("--to", formats=DATES, help="Operations decided before this date (UTC)."),
    ] = None,
    machine: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
) -> None:
    """Compare our wallet operations with an operator's own book, transaction by transaction.

    The exit status is 1 when they differ. An operation that is still being repeated is not a
    difference yet: it is listed separately, and the next run decides. A period counts by our dates.
    Let the statement cover a day more on both sides, because the operator may date an operation
    before or after we do.

    \b
      sabot reconcile acme acme-2026-11.jsonl --database house.db
      sabot reconcile acme acme-2026-11.jsonl --from 2026-11-01 --to 2026-12-01 --database house.db
      sabot reconcile acme --config house.toml
    """
    with blamed_on("--config"):
        settings = None if config is None else read_settings(config)
    with blamed_on("STATEMENT"):
        period = _period(since, until)
        theirs = _theirs(operator, statement, settings, scale, period)
    with read_store(_database(database, settings)) as store:
        found = _compared(operator, store.wallet_ops.with_operator(operator), theirs, period)
    if machine:
        sys.stdout.buffer.write(msgspec.json.format(msgspec.json.encode(found)) + b"\n")
    else:
        _show(found)
    raise typer.Exit(0 if found.agrees else 1)


def _database(database: str | None, settings: Settings | None) -> str:
    if database is None and settings is not None:
        return settings.database
    return database_url(database)


def _period(since: datetime | None, until: datetime | None) -> Period:
    period = Period(from_ms=_ms(since), to_ms=_ms(until))
    if since is not None and until is not None and since >= until:
        raise Malformed("statement/period", since=str(since), until=str(until))
    return period


def _ms(date: datetime | None) -> int | None:
    return None if date is None else round(date.replace(tzinfo=UTC).timestamp() * 1000)


def _asked(period: Period) -> bytes:
    """What a wallet is asked for: the period, and a day more on both sides."""
    asked = {}
    if period.from_ms is not None:
        asked["from_ms"] = period.from_ms - MARGIN_MS
    if period.to_ms is not None:
        asked["to_ms"] = period.to_ms + MARGIN_MS
    return msgspec.json.encode(asked)


def _theirs(
    operator: str,
    statement: Path | None,
    settings: Settings | None,
    scale: int | None,
    period: Period,
) -> tuple[Theirs, ...]:
    named = None if settings is None else settings.operator(operator)
    digits = scale or (CENTS if named is None else named.scale)
    if statement is None:
        if named is None:
            raise Malformed("statement/missing", operator=operator)
        body = asyncio.run(_fetched(named, _asked(period)))
        return tuple(read_statement(body.splitlines(), scale=digits))
    if str(statement) == "-":
        return tuple(read_statement(sys.stdin.buffer, scale=digits))
    try:
        with statement.open("rb") as lines:
            return tuple(read_statement(lines, scale=digits))
    except OSError as error:
        raise Malformed("statement/unreadable", reason=error.strerror) from None


async def _fetched(operator: OperatorSettings, asked: bytes) -> bytes:
    """The statement, asked of the wallet like every other call."""
    async with httpx.AsyncClient(timeout=None, trust_env=False) as client:  # noqa: S113
        signed = SignedClient(
            client,
            address=operator.wallet.rstrip("/"),
            key=operator.keys(),
            wall_ms=SystemClock().wall_ms,
            timeout_seconds=FETCH_SECONDS,
            body_max=STATEMENT_MAX,
        )
        try:
            status, body = await signed.send(STATEMENT, asked)
        except Disbelieved as why:
            raise Unavailable("statement/silent", operator=operator.id, reason=str(why)) from None
    if status != httpx.codes.OK:
        raise Unavailable("statement/not_offered", operator=operator.id, status=status)
    return body


def _compared(
    operator: str, all_ours: Sequence[WalletOpRow], theirs: Iterable[Theirs], period: Period
) -> Reconciled:
    ours, book = within(period, all_ours, theirs)
    found = differences(ours, book)
    wrong = tuple(each for each in found if each.kind is not Kind.OPEN)
    return Reconciled(
        operator=operator,
        agrees=not wrong,
        operations=len(ours),
        transactions=len(book),
        staked=sum(row.amount for row in ours if row.state is _TAKEN),
        paid=sum(row.amount for row in ours if row.state is _PAID),
        differences=wrong,
        open=tuple(each for each in found if each.kind is Kind.OPEN),
    )


def _show(found: Reconciled) -> None:
    console = person()
    sums = f"staked {format_cents(found.staked)}, paid {format_cents(found.paid)}"
    console.print(
        f"{found.operations:,} operations of ours, {found.transactions:,} transactions of"
        f" {found.operator}; {sums}"
    )
    if found.differences:
        console.print(_table(found.differences[:SHOWN_MAX]))
    hidden = len(found.differences) - SHOWN_MAX
    if hidden > 0:
        console.print(Text(f"… and {hidden:,} more.", style="red"))
    if found.open:
        console.print(Text(f"Open: {len(found.open):,} are still on their way.", style="dim"))
    verdict = Text("Both books agree.", style="bold green")
    wrong = Text(f"{len(found.differences):,} differ.", style="bold red")
    console.print(verdict if found.agrees else wrong)


def _table(shown: Sequence[Difference]) -> Table:
    table = Table()
    table.add_column("operation", overflow="fold")
    table.add_column("difference", no_wrap=True)
    table.add_column("ours", justify="right", no_wrap=True)
    table.add_column("theirs", justify="right", no_wrap=True)
    for each in shown:
        name = Text(quoted(each.id, NAME_MAX))
        table.add_row(name, each.kind, format_cents(each.ours), format_cents(each.theirs))
    return table
