"""`sabot verify`: whether what was recorded is what the rules and the money allow."""

from __future__ import annotations

import gc
import os
import sys
import time
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from sabot.adapters.keyring import Keyring, keys_in
from sabot.bootstrap.sealing import keyring_at_hand
from sabot.cli.arguments import within
from sabot.cli.look import person
from sabot.cli.options import Database, database_url
from sabot.cli.record.facts import Export, export_lines
from sabot.cli.record.since import Watched, seal_in
from sabot.lab.audit import Report, Violation
from sabot.lab.audit.findings import held_against
from sabot.lab.audit.parallel import audit_shared
from sabot.lab.sentences import quoted
from sabot.settings import Settings

SHOWN_MAX = 20
"""Violations told to a person; `--json` has more of them."""

QUOTED_MAX = 200


def verify(
    export: Export = None,
    database: Database = None,
    *,
    machine: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
    seal: Annotated[
        str | None,
        typer.Option(metavar="SHA256", help="The seal the export must have, noted elsewhere."),
    ] = None,
    since: Annotated[
        str | None,
        typer.Option(
            metavar="SEAL",
            help="A line of `sabot seal`, or a file of them: the facts must go on from there.",
        ),
    ] = None,
    processes: Annotated[
        int | None,
        typer.Option(help="Processes for large exports; one a core.", callback=within(1, 256)),
    ] = None,
) -> None:
    """Check every round, every card and every cent of an export or a database, offline.

    Cards are dealt again through the rules, payouts counted again in whole cents, and every
    transfer is held against the event that asked for it. With the keys of the house at hand, the
    signatures of its log are checked too. The exit status is 1 when anything is wrong.

    \b
      sabot verify
      sabot export | sabot verify -
    """
    gc.disable()  # this process ends with the report, and the collector would take a tenth of it
    began = time.perf_counter()
    seals = _keys(export, database)
    watched = Watched(None if since is None else seal_in(since, seals), seals)
    with export_lines(export, database) as lines:
        report = audit_shared(watched.through(lines), processes=processes or os.cpu_count() or 1)
    report = watched.added_to(report)
    seconds = time.perf_counter() - began
    if seal is not None:
        report = held_against(report, seal=seal)
    if machine:
        sys.stdout.buffer.write(msgspec.json.format(msgspec.json.encode(report)) + b"\n")
    else:
        _show(person(), report, seconds=seconds)
    raise typer.Exit(0 if report.ok else 1)


def _keys(export: Path | None, database: str | None) -> Keyring | None:
    """The keys of the house; of the house behind an export only what the environment says."""
    if export is None:
        return keyring_at_hand(Settings(database=database_url(database)))
    given = os.environ.get(Settings().sealing.keys_env, "")
    return Keyring(keys_in(given, source="the environment")) if given else None


def _show(console: Console, report: Report, *, seconds: float) -> None:
    console.print(_checks(report))
    for violation in report.violations[:SHOWN_MAX]:
        console.print(_sentence(violation))
    hidden = sum(check.violations for check in report.checks) - SHOWN_MAX
    if hidden > 0:
        console.print(Text(f"… and {hidden:,} more.", style="red"))
    for note in report.notes:
        console.print(Text(f"Open: {quoted(note, QUOTED_MAX)}.", style="dim"))
    pace = f"{report.events:,} events, {report.lines:,} lines in {seconds:.1f} s"
    console.print(Text(f"{pace}; seal {report.digest}", style="dim"))
    verdict = Text("Everything is as it must be.", style="bold green")
    console.print(verdict if report.ok else Text("Something is wrong.", style="bold red"))


def _checks(report: Report) -> Table:
    table = Table()
    table.add_column("", no_wrap=True)
    table.add_column("promise")
    table.add_column("looked at", justify="right", no_wrap=True)
    table.add_column("wrong", justify="right", no_wrap=True)
    for check in report.checks:
        style = "bold red" if check.violations else ""
        wrong = f"{check.violations:,}" if check.violations else "–"
        table.add_row(check.check, check.promise, f"{check.looked_at:,}", wrong, style=style)
    return table


def _sentence(violation: Violation) -> Text:
    place = f"{violation.table} {violation.seq}  " if violation.table else ""
    return Text.assemble(
        (f"✗ {violation.check.value}  ", "bold red"),
        (place, "bold"),
        f"{quoted(violation.where, QUOTED_MAX)}: expected {quoted(violation.expected, QUOTED_MAX)},"
        f" found {quoted(violation.found, QUOTED_MAX)}",
    )
