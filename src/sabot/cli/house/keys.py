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

    A file that is not there yet is made by --new. The running house goes on with the keys it
    started with. Keep an old key until every shoe and round it sealed is over.

    \b
      sabot keys /etc/sabot/sealing.keys --new
    """
    from sabot.adapters.keyring import Keyring, new_key, read_keys, write_keys

    old = read_keys(file) if file.exists() or not new else []
    if new:
        written = [new_key(), *(key.hex() for key in old)]
        write_keys(file, written)
        old = read_keys(file)
    for number, name in enumerate(Keyring(old).ids):
        typer.echo(f"{name}  {'opens' if number else 'seals and opens'}")
