"""Exact returns of the variants, from a file that the laboratory made; a test compares both."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

import msgspec

from sabot.wire.table_info import ReturnInfo

Published = dict[str, dict[str, tuple[ReturnInfo, ...]]]


@cache
def _published() -> Published:
    text = files("sabot.gateway").joinpath("data", "returns.json").read_bytes()
    return msgspec.json.decode(text, type=Published)


def published_returns(variant: str) -> Mapping[str, tuple[ReturnInfo, ...]]:
    """The returns of a variant by kind of bet; none for an operator's own version of one."""
    return _published().get(variant, {})
