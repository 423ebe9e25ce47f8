"""`sabot verify-shoe`: whether a disclosed shoe is the one that was promised."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.text import Text

from sabot.cli.look import person
from sabot.cli.options import Database
from sabot.cli.record.facts import export_lines
from sabot.errors import Refused
from sabot.lab.audit.disclosures import Disclosure, Standing, of_print, of_record
from sabot.table.staff.refusals import ShoeRefusal

_STYLES = {Standing.KEPT: "green", Standing.BROKEN: "bold red"}


def verify_shoe(
    shoe_id: Annotated[
        str | None,
        typer.Argument(metavar="SHOE", help="The shoe's id; every shoe when left out."),
    ] = None,
    *,
    export: Annotated[
        Path | None,
        typer.Option("--export", metavar="FILE", help="A file that `sabot export` wrote."),
    ] = None,
    database: Database = None,
    promise: Annotated[
        str | None,
        typer.Option("--commitment", metavar="SHA256", help="What was published beforehand."),
    ] = None,
    salt: Annotated[str | None, typer.Option(metavar="HEX", help="What was disclosed.")] = None,
    cards: Annotated[
        str | None,
        typer.Option(
            metavar="CARDS",
            help="The disclosed cards in dealing order, such as '9H KD …'; '-' is standard input.",
        ),
    ] = None,
    machine: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
) -> None:
    """Check that virtual shoes are dealt as they were promised before the first bet.

    From a database or an export every card that was dealt is compared with the disclosed order.
    From commitment, salt and cards as printed, nothing else is needed. docs/fairness.md tells how
    to do the same without this program. The exit status is 1 when a promise is broken.

    \b
      sabot verify-shoe speed-1.2
      sabot verify-shoe --commitment 3a7f… --salt 09c1… --cards '9H KD …'
    """
    printed = (promise, salt, cards)
    if any(part is not None for part in printed):
        if promise is None or salt is None or cards is None:
            raise typer.BadParameter("commitment, salt and cards are needed together.")
        order = sys.stdin.read() if cards == "-" else cards
        found = [of_print(promised=promise, salt=salt, cards=order)]
    else:
        with export_lines(export, database) as lines:
            found = list(of_record(lines, shoe_id))
    if not found and shoe_id is not None:
        raise Refused(ShoeRefusal.UNKNOWN, shoe_id=shoe_id)
    if machine:
        sys.stdout.buffer.write(msgspec.json.format(msgspec.json.encode(found)) + b"\n")
    else:
        for disclosure in found:
            _show(person(), disclosure)
    raise typer.Exit(1 if any(each.standing is Standing.BROKEN for each in found) else 0)


def _show(console: Console, disclosure: Disclosure) -> None:
    name = disclosure.shoe_id or "the shoe"
    style = _STYLES.get(disclosure.standing, "yellow")
    console.print(
        Text.assemble(
            (f"{name}  ", "bold"),
            (disclosure.standing.value, style),
            f"  {disclosure.dealt:,} cards dealt" if disclosure.shoe_id else "",
            (f"  {disclosure.commitment}" if disclosure.commitment else "", "dim"),
        )
    )
    for flaw in disclosure.flaws:
        console.print(Text(f"  ✗ {flaw.what}: expected {flaw.expected}, found {flaw.found}"))
