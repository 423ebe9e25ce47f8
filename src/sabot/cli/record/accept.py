"""`sabot accept`: a person with the keys answers for what a start could not explain."""

from __future__ import annotations

import time
from typing import Annotated

import typer

from sabot.cli.house.staff import console_user
from sabot.cli.options import Config, Database, settings_of
from sabot.errors import Refused
from sabot.service.refusals import KeysRefusal


def accept(
    database: Database = None,
    *,
    config: Config = None,
    reason: Annotated[
        str, typer.Option(help="Why; it is kept for good. Left out: only list what is in doubt.")
    ] = "",
) -> None:
    """List what does not fit the house log and the sums, or accept it with a reason.

    The keys of the house are needed. Controls are restored from the record of changes where that
    still fits, a balance becomes the sum of its postings, and a wallet operation what the books
    say. Everything else is taken as it stands and is put on record with your name. Stop the house
    first: it reads this at its start.

    \b
      sabot accept --database house.db
      sabot accept --database house.db --reason "disk repaired, see ticket 4711"
    """
    from sabot.adapters.notebook_file import NotebookFile
    from sabot.adapters.sql import open_store
    from sabot.adapters.sql.readers.evidence import SqlEvidence
    from sabot.bootstrap.accepting import Acceptance, in_doubt
    from sabot.bootstrap.opening import Sealed, notebook_file_of, seals_file_of
    from sabot.bootstrap.sealing import keyring_at_hand

    settings = settings_of(config, database)
    seals = keyring_at_hand(settings)
    if seals is None:
        raise Refused(KeysRefusal.MISSING, variable=settings.sealing.keys_env)
    words = {"actor": f"console:{console_user()}", "reason": reason}
    at_ms = time.time_ns() // 1_000_000
    with open_store(settings.database) as store:
        evidence = SqlEvidence(store.database)
        if reason and not evidence.log_head()[0] and evidence.heads():
            store.database.log.seals = seals
            store.database.written(store.database.log.open_house)
            typer.echo("Began a new house log.")
        notebook = NotebookFile(notebook_file_of(seals_file_of(settings)), seals)
        sealed = Sealed(settings, store, seals)
        if reason:
            sealed.prepare(at_ms=at_ms)
        found = in_doubt(store, seals, notebook, sealed.doubts)
        if reason:
            also = sealed.doubts
            Acceptance(store, seals, notebook, **words, at_ms=at_ms, also=also).accept()
            sealed.renew(at_ms=at_ms)
            left = {one.subject for one in in_doubt(store, seals, notebook).doubts}
        else:
            left = {one.subject for one in found.doubts}
    for one in found.doubts:
        state = "in doubt" if one.subject in left else "accepted"
        typer.echo(f"{state}: {one.about} {one.subject}: {one.reason}")
    if not found.doubts:
        typer.echo("Nothing is in doubt.")
    raise typer.Exit(1 if left else 0)
