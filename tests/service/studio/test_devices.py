"""Devices: one token for one place, shown once, and gone when a person says so."""

from __future__ import annotations

import pytest
from tests.service.identity.front_desk import FrontDesk

from sabot.adapters.memory import MemoryStore
from sabot.adapters.memory.identity import MemoryIdentity
from sabot.errors import Refused
from sabot.lab.audit import audit, sealed
from sabot.service.identity.accounts import NewAccount
from sabot.service.identity.roles import Binding, DeviceKind, Role
from sabot.service.identity.rows import Ended
from sabot.service.identity.rules import DAY_MS
from sabot.service.identity.staff import StaffDesk
from sabot.service.identity.tokens import digest_of
from sabot.service.studio.devices import DeviceDesk, NewDevice

PLACE = Binding(table="live-1", kind=DeviceKind.SCANNER, position="P1")
WHO = {"actor": "staff:login:marta", "reason": "a test"}


class Studio:
    """A front desk with devices, and the books behind it."""

    def __init__(self) -> None:
        self.books = MemoryStore()
        self.front = FrontDesk(store=MemoryIdentity(self.books), books=self.books)
        self.tokens = 0
        self.desk = self.desk_of(self.front)

    def desk_of(self, front: FrontDesk) -> DeviceDesk:
        return DeviceDesk(
            front.store.accounts,
            front.accounts,
            front.sessions,
            clock=front.clock,
            tokens=self.token,
        )

    def token(self) -> str:
        """Told apart at its beginning, where the name of a device is cut from it."""
        self.tokens += 1
        return f"d{self.tokens}".ljust(43, "x")

    def add(self, binding: Binding = PLACE) -> NewDevice:
        return self.desk.add(binding, **WHO)


def test_a_device_signs_in_with_its_token_for_its_one_place() -> None:
    studio = Studio()
    made = studio.add()
    principal = studio.front.sessions.session_of(made.token)
    assert (principal.role, principal.binding) == (Role.DEVICE, PLACE)
    assert studio.desk.devices() == [made.device]
    assert len(made.token) >= 22  # 128 bits in base64
    assert made.token not in repr(made)


def test_the_token_is_kept_as_a_digest_and_works_after_months_in_a_drawer() -> None:
    studio = Studio()
    made = studio.add()
    found = studio.front.store.sessions.get(digest_of(made.token))
    assert found is not None
    assert made.token not in repr(found)
    studio.front.wait(300 * DAY_MS)
    studio.front.sessions.sweep()
    again = studio.front.restarted()
    assert again.sessions.session_of(made.token).binding == PLACE


def test_I14_a_device_that_is_removed_is_out_at_once_and_for_good() -> None:
    studio = Studio()
    made, other = studio.add(), studio.add()
    studio.desk.remove(made.device.device, **WHO)
    assert [why for _, why in studio.front.ended] == [Ended.DISABLED]
    with pytest.raises(Refused, match="session/"):
        studio.front.sessions.session_of(made.token)
    assert studio.front.sessions.session_of(other.token).binding == PLACE
    with pytest.raises(Refused, match="device/unknown"):
        studio.desk.remove(made.device.device, **WHO)
    acts = [act.kind for act in studio.books.facts.acts.values()]
    assert sorted(acts) == ["device/added", "device/added", "device/removed"]
    report = audit(sealed(studio.books.export_rows()))
    assert report.ok, report.violations


def test_a_removed_device_is_not_let_in_by_a_session_that_was_opened_again() -> None:
    """An attacker who writes the database takes the end of its session back."""
    studio = Studio()
    made = studio.add()
    studio.desk.remove(made.device.device, **WHO)
    store = studio.front.store
    assert isinstance(store, MemoryIdentity)
    for key, row in store.rows.sessions.items():
        store.rows.sessions[key] = type(row)(
            **{name: getattr(row, name) for name in row.__struct_fields__[:6]}
        )
    with pytest.raises(Refused, match="session/ended"):
        studio.front.restarted().sessions.session_of(made.token)


def test_a_device_is_no_person_and_a_person_no_device() -> None:
    studio = Studio()
    studio.add()
    front = studio.front
    staff = StaffDesk(front.store.accounts, front.accounts, clock=front.clock)
    front.account("dora", Role.DEALER)
    assert [one.login for one in staff.people()] == ["dora"]
    with pytest.raises(Refused, match="account/role"):
        staff.give("dora", Role.DEVICE, actor="staff:login:marta", reason="a test")
    [device] = [row for row in front.store.accounts.staff() if row.role is Role.DEVICE]
    with pytest.raises(Refused, match="account/role"):
        front.accounts.change_role(device.account_id, Role.SHIFT_MANAGER)
    with pytest.raises(Refused, match="account/no_login"):
        front.accounts.set_password(device.account_id, "correct horse")
    new = NewAccount(login="toaster", password="x" * 12, role=Role.DEVICE, nickname="toaster")
    with pytest.raises(Refused, match="account/role"):
        front.accounts.create(new)


@pytest.mark.parametrize("token", ["", "a", "device", "x" * 300, "t\0", "é"])
def test_a_guessed_token_opens_nothing(token: str) -> None:
    studio = Studio()
    studio.add()
    with pytest.raises(Refused, match="session/unknown"):
        studio.front.sessions.session_of(token)
