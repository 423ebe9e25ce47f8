"""The tables of a house: the default ones, and those of its settings where people deal."""

from __future__ import annotations

from sabot.errors import Malformed
from sabot.service.catalogue import default_tables, demonstration, live_table
from sabot.service.private.names import is_private
from sabot.settings import Environment, Settings
from sabot.table.config import AnyConfig, Opening
from sabot.table.state import TableState


def live_tables(settings: Settings) -> tuple[AnyConfig, ...]:
    """The configuration of each live table, or a refusal that names the table."""
    taken = {config.table_id for config in default_tables()}
    for table in settings.live_tables:
        if table.id in taken or is_private(table.id):
            raise Malformed("settings/live_table", table=table.id, reason="the name is taken")
        if table.like not in taken:
            known = ", ".join(sorted(taken))
            raise Malformed("settings/live_table", table=table.id, like=table.like, known=known)
    return tuple(
        live_table(
            table.like,
            table_id=table.id,
            name=table.name,
            opening=Opening(table.opening),
            burn=table.burn,
            passports=not table.rehearsal,
        )
        for table in settings.live_tables
    )


def first_tables(settings: Settings) -> tuple[AnyConfig, ...]:
    """The tables that a house opens when it is told no others."""
    tables = (*default_tables(), *live_tables(settings))
    if settings.environment is Environment.DEMO:
        return tuple(demonstration(config) for config in tables)
    return tables


def is_dealt_by_a_machine(state: TableState, config: AnyConfig) -> bool:
    """Whether a table is virtual, or still owes the order of a shoe from its virtual days."""
    live = config.live if state.config is None else state.config.live
    return not live or (state.shoe is not None and state.shoe.promise_open)
