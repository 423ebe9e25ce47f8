"""`sabot seal`: how far the records of a house reach now, as one signed line to keep elsewhere."""

from __future__ import annotations

import time

import typer

from sabot.cli.options import Config, Database, settings_of


def seal(database: Database = None, *, config: Config = None) -> None:
    """Print the seal of a house: its name, the head of its log, the heads of all tables.

    Keep the line outside of the machine. Later `sabot verify --since LINE` shows that the database
    has only grown since. A running house notes such lines by itself, in a file beside its keys.

    \b
      sabot seal >> seals.jsonl
      sabot verify --since seals.jsonl
    """
    from sabot.adapters.sql import read_store
    from sabot.adapters.sql.readers.evidence import SqlEvidence
    from sabot.bootstrap.sealing import keyring_at_hand
    from sabot.errors import Unavailable
    from sabot.service.proof.log import house_of
    from sabot.service.proof.seals import seal_of, signed_line

    settings = settings_of(config, database)
    with read_store(settings.database) as store:
        evidence = SqlEvidence(store.database)
        house = house_of(evidence.house_log(until=1))
        if house is None:
            raise Unavailable("house/none", database=settings.database)
        now = seal_of(evidence, house, at_ms=time.time_ns() // 1_000_000)
    typer.echo(signed_line(now, keyring_at_hand(settings)).decode(), nl=False)
