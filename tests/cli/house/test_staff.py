"""`sabot staff`: roles, for a person with the database, each with its act (ADR 0025)."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.driver import Ran, ran

from sabot.adapters.sql import open_store
from sabot.adapters.sql.readers.identity import SqlIdentity
from sabot.errors import SabotError
from sabot.lab.audit import audit, sealed
from sabot.service.identity.roles import Role

WHY = ("--reason", "a test")


def staff(folder: Path, *arguments: str, typed: str = "") -> Ran:
    return ran("staff", *arguments, "--database", str(folder / "house.db"), typed=typed)


def test_I14_somebody_comes_changes_and_goes_and_all_of_it_is_written_down(tmp_path: Path) -> None:
    assert staff(tmp_path, "Dora", "dealer", *WHY, typed="correct horse\n").out == (
        "dora is dealer.\n"
    )
    assert staff(tmp_path, "dora", "shift_manager", *WHY).out == "dora is shift_manager.\n"
    assert staff(tmp_path, "dora", "none", "--reason", "left us").out == (
        "dora is without a role: left us.\n"
    )
    shown = staff(tmp_path).out
    assert "dora" in shown
    assert "left us" in shown
    back = staff(tmp_path, "dora", "operator", "--operator", "acme", *WHY)
    assert back.out == "dora is operator of acme.\n"
    assert "operator of acme" in staff(tmp_path, "dora").out
    with open_store(f"sqlite:///{tmp_path / 'house.db'}") as store:
        acts = store.acts.about("staff:login:dora")
        assert [act.kind for act in acts] == [
            "role/given",
            "role/given",
            "role/taken",
            "role/given",
        ]
        assert {act.actor.partition(":")[0] for act in acts} == {"console"}
        report = audit(sealed(store.export_rows()))
        assert report.ok, report.violations
        found = SqlIdentity(store.database).accounts.of_login("dora")
    assert found is not None
    assert (found.role, found.operator, found.disabled) == (Role.OPERATOR, "acme", None)
    assert found.password is not None
    assert "correct horse" not in found.password


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("dora", "none", *WHY), "account/unknown"),
        (("dora",), "account/unknown"),
        (("dora", "player", *WHY), "role/unknown"),
        (("dora", "croupier", *WHY), "role/unknown"),
        (("dora", "dealer"), "office/words"),
        (("dora", "operator", *WHY), "account/operator"),
        (("dora", "operator", "--operator", "A B", *WHY), "settings/operator_id"),
        (("dora", "operator", "--operator", "house", *WHY), "settings/operator_id"),
        (("house", "dealer", *WHY), "account/login"),
    ],
)
def test_what_cannot_be_is_said_and_changes_nothing(
    tmp_path: Path, arguments: tuple[str, ...], code: str
) -> None:
    with pytest.raises(SabotError, match=code):
        staff(tmp_path, *arguments, typed="correct horse\n")
    with open_store(f"sqlite:///{tmp_path / 'house.db'}") as store:
        assert list(SqlIdentity(store.database).accounts.staff()) == []
