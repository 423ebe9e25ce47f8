"""`sabot figures`: the figures of finished rounds beside the books they come from."""

from __future__ import annotations

from typing import Annotated

import typer

from sabot.cli.options import Config, Database, settings_of


def figures(
    database: Database = None,
    *,
    config: Config = None,
    again: Annotated[
        bool, typer.Option(help="Throw the figures away and make them again from the events.")
    ] = False,
) -> None:
    """Compare the figures of finished rounds with the books, in every currency.

    The back office lists rounds and sums from figures that are kept beside the books. What the
    house won or lost in the rounds they hold has to be what its accounts say; exit status 1 tells
    that it is not. Stop the house before you make them again.

    \b
      sabot figures --database house.db
      sabot figures --database house.db --again
    """
    from sabot.adapters.sql import open_store, read_store
    from sabot.adapters.sql.readers.figures import SqlFigures
    from sabot.adapters.sql.writer.figures import SqlFiguresWriter
    from sabot.money import format_cents

    url = settings_of(config, database).database
    if again:
        with open_store(url) as store:
            SqlFiguresWriter(store.database).again()
    with read_store(url) as store:
        lines = SqlFigures(store.database).beside_books()
    for line in lines:
        fits = line.figures == line.books
        typer.echo(
            f"{'✓' if fits else '✗'} {line.currency}  {line.rounds} rounds"
            f"  figures {format_cents(line.figures)}  books {format_cents(line.books)}"
        )
    if not lines:
        typer.echo("No round has been added up yet.")
    if any(line.figures != line.books for line in lines):
        raise typer.Exit(1)
