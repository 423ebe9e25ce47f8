"""`sabot device`: devices of the studio, for a person with the database."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.driver import Ran, ran

from sabot.adapters.sql import open_store
from sabot.adapters.sql.readers.identity import SqlIdentity
from sabot.errors import SabotError
from sabot.lab.audit import audit, sealed
from sabot.service.identity.tokens import digest_of

WHY = ("--reason", "a test")


def device(folder: Path, *arguments: str) -> Ran:
    return ran("device", *arguments, "--database", str(folder / "house.db"))


def test_I14_a_device_is_added_listed_and_removed_on_record(tmp_path: Path) -> None:
    first, token = device(
        tmp_path, "add", "speed-1", "scanner", "--position", "P1", *WHY
    ).out.splitlines()
    name = first.partition(" ")[0]
    assert first == f"{name} is added: scanner P1 of speed-1."
    shown = device(tmp_path).out
    assert name in shown
    assert token not in shown
    gone = device(tmp_path, "remove", name, *WHY).out
    assert gone == f"{name} is removed: scanner P1 of speed-1.\n"
    assert name not in device(tmp_path, "list").out
    with open_store(f"sqlite:///{tmp_path / 'house.db'}") as store:
        acts = store.acts.about(f"device:{name}:speed-1:scanner:P1")
        assert [act.kind for act in acts] == ["device/added", "device/removed"]
        found = SqlIdentity(store.database).sessions.get(digest_of(token))
        assert found is not None
        assert found[0].ended == "disabled"
        report = audit(sealed(store.export_rows()))
        assert report.ok, report.violations
    assert token.encode() not in (tmp_path / "house.db").read_bytes()


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("add", "speed-1", "toaster", *WHY), "device/kind"),
        (("add", "speed-1", *WHY), "device/kind"),
        (("add", "no-such-table", "scanner", *WHY), "device/no_such_table"),
        (("add", "speed-1", "camera", "--position", "P1", *WHY), "device/position"),
        (("add", "speed-1", "camera"), "office/words"),
        (("remove", "x7", *WHY), "device/unknown"),
        (("move", "x7"), "device/action"),
    ],
)
def test_what_cannot_be_is_said_and_adds_nothing(
    tmp_path: Path, arguments: tuple[str, ...], code: str
) -> None:
    with pytest.raises(SabotError, match=code):
        device(tmp_path, *arguments)
    with open_store(f"sqlite:///{tmp_path / 'house.db'}") as store:
        assert list(SqlIdentity(store.database).accounts.staff()) == []
