"""Names of private tables: which game, and whose; none has to be written down (F263).

The id is made of the game and a digest of its player's id, so a player has one table of each game
for ever. The digest protects nothing: the code that admits a player asks `belongs_to`.
"""

from __future__ import annotations

from base64 import b32encode
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from types import MappingProxyType

from sabot.service.catalogue import presets

PREFIX = "fun-"
DIGEST_CHARACTERS = 12


@cache
def private_variants() -> Mapping[str, str]:
    """What is played for fun: the word in a table's id, and the variant, in lobby order."""
    offered = [preset for _, preset in presets() if preset.private_word is not None]
    return MappingProxyType({str(preset.private_word): preset.variant for preset in offered})


def table_id_of(player: str, variant: str) -> str:
    """Where a player plays a game for fun; the game is one of `private_variants`.

    >>> table_id_of("ada", "speed_baccarat")
    'fun-speed-7xxegdkaxvl5'
    """
    digest = b32encode(sha256(player.encode()).digest()).decode().lower()
    word = next(word for word, each in private_variants().items() if each == variant)
    return f"{PREFIX}{word}-{digest[:DIGEST_CHARACTERS]}"


def is_private(table_id: str) -> bool:
    """Whether an id is that of a private table."""
    return table_id.startswith(PREFIX)


def variant_of(table_id: str) -> str | None:
    """The game of a private table; None for any other id.

    >>> variant_of("fun-brag-q5pjbxo2a3n6"), variant_of("brag-1")
    ('three_card_brag', None)
    """
    return private_variants().get(table_id.split("-")[1]) if is_private(table_id) else None


def belongs_to(table_id: str, player: str) -> bool:
    """Whether a private table is this player's."""
    variant = variant_of(table_id)
    return variant is not None and table_id == table_id_of(player, variant)
