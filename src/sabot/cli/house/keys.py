"""`sabot keys`: the names of the sealing keys in a file, and a new key for it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def keys(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The key file of a house.")],
    *,
    new: Annotated[
        bool, typer.Option("--new", help="Write a new key before the others: it seals from now on.")
    ] = False,
) -> None:
    """List the keys that seal hidden cards, by name; the first one seals, all of them open.

    --new makes the file if there is none. A running house keeps the keys that it started with. Keep
    an old key until every shoe and every round that it sealed is over.

    \b
      sabot keys /etc/sabot/sealing.keys --new
    """
    from sabot.adapters.keyring import Keyring, new_key, read_keys, write_keys

    held = read_keys(file) if file.exists() or not new else []
    if new:
        write_keys(file, [new_key(), *(key.hex() for key in held)])
        held = read_keys(file)
    for number, name in enumerate(Keyring(held).ids):
        typer.echo(f"{name}  {'opens' if number else 'seals and opens'}")
