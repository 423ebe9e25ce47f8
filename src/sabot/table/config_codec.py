"""Settings as text and back: exact fractions, and the same text for the same settings."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import lru_cache

import msgspec

from sabot.errors import Malformed
from sabot.gamekit import AnyGame
from sabot.table.config import AnyConfig, TableConfig


def encode_config(config: AnyConfig) -> str:
    """The settings as JSON, keys in order."""
    return msgspec.json.encode(config, enc_hook=_to_text, order="deterministic").decode()


@lru_cache(maxsize=1 << 8)  # a table is restored more often than it is configured
def decode_config(text: str, game: AnyGame) -> AnyConfig:
    """Settings of a table of this game; the variant takes the shape this game gives it."""
    shape = type(next(iter(game.variants.values())))
    try:
        config: AnyConfig = msgspec.json.decode(text, type=TableConfig[shape], dec_hook=_from_text)  # type: ignore[valid-type]
    except (msgspec.DecodeError, ZeroDivisionError) as error:
        raise Malformed("config/unreadable", reason=str(error)) from None
    ours = game.variants.get(config.variant.id)
    # One object for all tables: what is the same one is compared at once, wherever it is a key.
    return replace(config, variant=ours) if config.variant == ours else config


def _to_text(value: object) -> object:
    if isinstance(value, Fraction):
        return str(value)
    raise TypeError(f"settings may not hold {type(value).__name__}")


def _from_text(kind: type, value: object) -> object:
    if kind is Fraction and isinstance(value, str):
        return Fraction(value)
    raise TypeError(f"settings may not hold {kind.__name__}")
