"""Where a device belongs is written into the id of its account."""

from __future__ import annotations

import pytest

from sabot.errors import Corrupt, Malformed
from sabot.service.identity.bindings import binding_of, checked_binding, device_account
from sabot.service.identity.roles import Binding, DeviceKind


@pytest.mark.parametrize("position", ["", "P1", "dealer:2", "seat:3:1"])
def test_a_binding_comes_back_from_the_id(position: str) -> None:
    binding = Binding(table="live-1.4", kind=DeviceKind.SCANNER, position=position)
    assert binding_of(device_account(binding, "x7")) == binding


@pytest.mark.parametrize(
    ("table", "kind", "position", "refusal"),
    [
        ("", "scanner", "", "device/table"),
        ("a:b", "scanner", "", "device/table"),
        ("live-1", "toaster", "", "device/kind"),
        ("live-1", "camera", "P1", "device/position"),
        ("live-1", "scanner", "P 1", "device/position"),
    ],
)
def test_a_place_that_cannot_be_is_refused(
    table: str, kind: str, position: str, refusal: str
) -> None:
    with pytest.raises(Malformed, match=refusal):
        checked_binding(table, kind, position)


@pytest.mark.parametrize(
    "account", ["login:dora", "device:x", "device:x:live-1", "device:x:live-1:toaster:"]
)
def test_an_id_that_names_no_place_is_never_a_device_of_any_table(account: str) -> None:
    with pytest.raises(Corrupt, match="device/unreadable"):
        binding_of(account)
