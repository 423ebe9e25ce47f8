"""The keyring of a house: from the environment or a file, beside the data only where it is a demo.

A production house without keys does not start. A key that it made itself would lie beside the
database, and a copy of both would open every hidden card.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from sqlalchemy.engine import make_url

from sabot.adapters.keyring import Keyring, keys_in, made_or_read, read_keys
from sabot.adapters.sql.readers.archive import has_sealed_shoes
from sabot.errors import Malformed
from sabot.service.refusals import KeysRefusal
from sabot.settings import Environment, Settings, data_folder

FILE = "sealing.keys"
"""The key file of a demonstration whose database is not a file."""


def keyring_of(settings: Settings, environment: Mapping[str, str] = os.environ) -> Keyring:
    """The keys that the settings name, or a demonstration's own file of them."""
    sealing = settings.sealing
    given = environment.get(sealing.keys_env, "")
    if given:
        return Keyring(keys_in(given, source=sealing.keys_env))
    if sealing.keys_file:
        return Keyring(read_keys(Path(sealing.keys_file)))
    if settings.environment is Environment.PRODUCTION:
        raise Malformed(KeysRefusal.MISSING, variable=sealing.keys_env)
    return Keyring(made_or_read(key_file_beside(settings.database, environment)))


def check_key_not_lost(settings: Settings, environment: Mapping[str, str] = os.environ) -> None:
    """Refuse to make a key for a demonstration whose database was sealed with another one.

    It would start with every table out of order, and the new file would look like the right one.
    """
    given = environment.get(settings.sealing.keys_env, "") or settings.sealing.keys_file
    beside = key_file_beside(settings.database, environment)
    made = settings.environment is not Environment.PRODUCTION and not given and not beside.exists()
    if made and has_sealed_shoes(settings.database):
        raise Malformed("keys/lost", file=str(beside))


def key_file_beside(database: str, environment: Mapping[str, str] = os.environ) -> Path:
    """Where a demonstration keeps its keys: `house.keys` beside `house.db`."""
    url = make_url(database)
    if url.get_backend_name() == "sqlite" and url.database:
        return Path(url.database).with_suffix(".keys")
    return data_folder(environment) / FILE


def keyring_at_hand(
    settings: Settings, environment: Mapping[str, str] = os.environ
) -> Keyring | None:
    """The keys of a house for a command that only reads; None if there are none."""
    beside = key_file_beside(settings.database, environment)
    if not (environment.get(settings.sealing.keys_env) or beside.exists()):
        return None
    return keyring_of(settings, environment)
