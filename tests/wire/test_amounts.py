"""Stakes on the wire are whole cents: a third decimal cannot be written down."""

from __future__ import annotations

import json

import msgspec
import pytest

from sabot.wire import requests

PLACE = {
    "type": "act",
    "cmd_id": "1",
    "table": "speed-1",
    "command": {"type": "PlaceChip", "kind": "player", "amount": 1005},
}


def decoded(amount: object) -> object:
    raw = {**PLACE, "command": {"type": "PlaceChip", "kind": "player", "amount": amount}}
    return msgspec.json.decode(json.dumps(raw).encode(), type=requests.AnyRequest, strict=True)


def test_F65_a_stake_of_whole_cents_is_read() -> None:
    assert "1005" in str(decoded(1005))


@pytest.mark.parametrize("amount", [10.055, 1005.5, "10.055", "1005", None, True])
def test_F65_a_stake_that_is_not_a_whole_number_of_cents_is_refused(amount: object) -> None:
    with pytest.raises(msgspec.ValidationError):
        decoded(amount)
