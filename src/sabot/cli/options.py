"""Options that many commands share: which database, which settings, where to listen."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
import typer

from sabot.settings import Environment, Settings, data_folder, read_settings


def database_url(database: str | None) -> str:
    """The database that was named, or the demonstration's own file."""
    if database is None:
        folder = data_folder()
        folder.mkdir(parents=True, exist_ok=True)
        return f"sqlite:///{folder / 'demo.db'}"
    return database if "://" in database else f"sqlite:///{Path(database).absolute()}"


Database = Annotated[
    str | None,
    typer.Option(
        "--database",
        help="A SQLite file or a postgresql:// address; the demonstration's own file by default.",
    ),
]


Config = Annotated[
    Path | None,
    typer.Option(
        "--config", metavar="FILE", help="Settings in TOML, operators among them; options win."
    ),
]


Host = Annotated[str | None, typer.Option(help="Where to listen; 127.0.0.1 by default.")]
Port = Annotated[
    int | None, typer.Option(min=0, max=65_535, help="8000 by default; 0 takes a free one.")
]


def settings_of(
    config: Path | None,
    database: str | None,
    *,
    host: str | None = None,
    port: int | None = None,
    environment: Environment | None = None,
    **given: object,
) -> Settings:
    """The settings of a file, or of the demonstration; options on the command line win."""
    typed = {name: value for name, value in given.items() if value is not None}
    if config is not None:
        stated = read_settings(config, environment=environment)
    else:
        stated = Settings(database=database_url(database))
        if environment is not None:
            typed["environment"] = environment
    if database is not None:
        typed["database"] = database_url(database)
    place = {name: value for name, value in (("host", host), ("port", port)) if value is not None}
    if place:
        typed["network"] = msgspec.structs.replace(stated.network, **place)
    return msgspec.structs.replace(stated, **typed) if typed else stated
