"""An attacker who writes the database without the house's keys gains no role and no session.

Nor does a player's limit go with its record (ADR 0044).
"""

from __future__ import annotations

import asyncio
import contextlib
import shutil
import sqlite3
from collections.abc import Sequence
from pathlib import Path

import httpx
import pytest
from tests.bootstrap.test_casino import SECRET, opened, settings_at
from tests.bootstrap.test_edited_rows import SEALS, Edit, _quiet, accept, bet, edited, seen, sql

from sabot.adapters.notebook_file import NotebookFile
from sabot.bootstrap.staffing import staff_desk
from sabot.client import sign_in
from sabot.errors import Refused, SabotError
from sabot.service.controls.limits import Limit
from sabot.service.identity.demo import DEMO_PASSWORD
from sabot.service.identity.roles import Role
from sabot.service.identity.tokens import digest_of

__all__ = ["_quiet"]

TOKEN = "t" * 43
FAR_MS = 1 << 52


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A house in which ada has limits, and the auditor was sent away."""
    folder = tmp_path_factory.mktemp("kept")

    async def story() -> None:
        async with opened(settings_at(folder)) as (casino, address):
            casino.house.controls.own.set_limit("ada", Limit.STAKE_PER_DAY, 50_000)
            casino.identity.accounts.disable("login:auditor", reason="left us")
            casino.house.controls.own.set_limit("bruno", Limit.STAKE_PER_DAY, 50_000)
            casino.house.controls.own.set_limit("bruno", Limit.STAKE_PER_DAY, 40_000)
            await sign_in(address, login="ada", password=DEMO_PASSWORD)
            await sign_in(address, login="bruno", password=DEMO_PASSWORD)

    asyncio.run(story())
    return folder


async def came_in(address: str, login: str) -> str:
    """What becomes of signing in."""
    try:
        await sign_in(address, login=login, password=DEMO_PASSWORD)
    except SabotError as error:
        return error.code
    return ""


async def with_token(address: str, token: str) -> tuple[int, str]:
    """What a token opens."""
    async with httpx.AsyncClient(base_url=address, trust_env=False) as http:
        answer = await http.get("/api/me", headers={"Authorization": f"Bearer {token}"})
    return answer.status_code, answer.json().get("code", "")


def start(folder: Path, *logins: str) -> tuple[dict[str, str], set[tuple[str, str]]]:
    """Who comes in at the next start, and what the auditor of another house would see."""

    async def story() -> tuple[dict[str, str], set[tuple[str, str]]]:
        async with opened(settings_at(folder)) as (casino, address):
            found = {login: await came_in(address, login) for login in logins}
            doubts = {(about.value, subject) for about, subject in casino.house.proof.doubts}
            return found, doubts

    return asyncio.run(story())


# --- staff ----------------------------------------------------------------------------------------

OTHER = "(SELECT password FROM identity_account WHERE login = 'ada')"
FORGED = [
    ("dealer", "UPDATE identity_account SET role = 'shift_manager' WHERE login = 'dealer'"),
    ("manager", "UPDATE identity_account SET nickname = 'Eve' WHERE login = 'manager'"),
    (
        "manager",
        f"UPDATE identity_account SET password = {OTHER} WHERE login = 'manager'",  # noqa: S608
    ),
    ("auditor", "UPDATE identity_account SET disabled = NULL WHERE login = 'auditor'"),
    ("operator", "UPDATE identity_account SET operator = 'acme' WHERE login = 'operator'"),
    ("manager", "UPDATE identity_account SET version = 7 WHERE login = 'manager'"),
    ("manager", "UPDATE identity_account SET role = 'emperor' WHERE login = 'manager'"),
]


@pytest.mark.parametrize(("login", "edit"), FORGED)
def test_20_4_an_account_of_the_staff_that_was_edited_lets_nobody_in(
    tmp_path: Path, kept: Path, login: str, edit: str
) -> None:
    edited(tmp_path, kept, sql(edit))
    found, doubts = start(tmp_path, login, "manager2", "ada")
    assert found == {login: "account/in_doubt", "manager2": "", "ada": ""}
    assert doubts == {("staff", f"login:{login}")}


def test_20_4_a_player_who_made_themselves_a_manager_is_nobody(tmp_path: Path, kept: Path) -> None:
    made = "role = 'shift_manager', player_id = NULL"
    edited(tmp_path, kept, sql(f"UPDATE identity_account SET {made} WHERE login = 'bruno'"))  # noqa: S608
    found, doubts = start(tmp_path, "bruno", "manager")
    assert found == {"bruno": "account/in_doubt", "manager": ""}
    assert doubts == {("staff", "login:bruno")}


def test_20_4_an_edited_account_whose_records_were_removed_is_in_doubt(
    tmp_path: Path, kept: Path
) -> None:
    """Nothing in the database names the dealer any more: the notebook does.

    The record after a gap is not believed either: that is the second dealer's.
    """
    edited(
        tmp_path,
        kept,
        sql("UPDATE identity_account SET role = 'shift_manager' WHERE login = 'dealer'"),
        sql("DELETE FROM house_log WHERE subject = 'login:dealer'"),
    )
    found, doubts = start(tmp_path, "dealer", "manager2")
    assert found == {"dealer": "account/in_doubt", "manager2": ""}
    assert {("staff", "login:dealer"), ("staff", "login:dealer2")} < doubts


def test_20_4_an_older_account_with_its_later_records_removed_is_in_doubt(
    tmp_path: Path, kept: Path
) -> None:
    """Found by thinking on: the row before somebody was sent away fits the record before that."""
    sent_away = (
        "DELETE FROM house_log WHERE kind = 'staff/changed' AND subject = 'login:auditor' AND"
        " seq = (SELECT max(seq) FROM house_log WHERE subject = 'login:auditor')"
    )
    back = "UPDATE identity_account SET disabled = NULL, version = 1 WHERE login = 'auditor'"
    edited(tmp_path, kept, sql(sent_away), sql(back))
    found, doubts = start(tmp_path, "auditor", "manager")
    assert found == {"auditor": "account/in_doubt", "manager": ""}
    assert ("staff", "login:auditor") in doubts


def test_20_4_a_role_that_is_edited_while_the_house_is_open_is_noticed(
    tmp_path: Path, kept: Path
) -> None:
    edited(tmp_path, kept)

    async def story() -> tuple[str, str, dict[str, object]]:
        async with opened(settings_at(tmp_path)) as (_, address):
            with contextlib.closing(sqlite3.connect(tmp_path / "casino.db")) as db, db:
                db.execute(FORGED[0][1])
            refused, other = await came_in(address, "dealer"), await came_in(address, "manager")
            return refused, other, await seen(address)

    refused, other, found = asyncio.run(story())
    assert (refused, other) == ("account/in_doubt", "")
    assert found["doubts"] == {("staff", "login:dealer")}


def test_20_4_a_person_with_the_keys_accepts_an_account_of_the_staff(
    tmp_path: Path, kept: Path
) -> None:
    lost = "DELETE FROM house_log WHERE subject = 'login:dealer'"
    edited(tmp_path, kept, sql(FORGED[0][1]), sql(lost))
    accept(tmp_path)
    found, doubts = start(tmp_path, "dealer")
    assert (found, doubts) == ({"dealer": ""}, set())


def test_20_4_staff_beside_an_open_house_are_believed_by_it(
    tmp_path: Path, kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in SECRET.items():
        monkeypatch.setenv(name, value)
    edited(tmp_path, kept)

    async def story() -> tuple[Sequence[str], set[object]]:
        async with opened(settings_at(tmp_path)) as (casino, address):
            before = await came_in(address, "auditor")
            with staff_desk(settings_at(tmp_path)) as desk:
                desk.give("auditor", Role.AUDITOR, actor="console:eva", reason="is back")
            return [before, await came_in(address, "auditor")], set(casino.house.proof.doubts)

    assert asyncio.run(story()) == (["sign_in/disabled", ""], set())


def test_20_4_the_staff_command_gives_no_role_to_an_edited_account(
    tmp_path: Path, kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It would put the edit on record."""
    for name, value in SECRET.items():
        monkeypatch.setenv(name, value)
    edited(tmp_path, kept, sql(FORGED[2][1]))
    with (
        staff_desk(settings_at(tmp_path)) as desk,
        pytest.raises(Refused, match="account/in_doubt"),
    ):
        desk.give("manager", Role.DEALER, actor="console:eva", reason="moved")


# --- players, sessions ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "change", ["disabled = 'x'", "origin = 'house'", f"password = {OTHER}", "operator = 'acme'"]
)
def test_20_4_a_players_account_that_was_edited_lets_nobody_in(
    tmp_path: Path, kept: Path, change: str
) -> None:
    edited(tmp_path, kept, sql(f"UPDATE identity_account SET {change} WHERE login = 'bruno'"))  # noqa: S608
    found, doubts = start(tmp_path, "bruno", "ada")
    assert found == {"bruno": "account/in_doubt", "ada": ""}
    assert doubts == {("person", "login:bruno")}
    accept(tmp_path)
    expected = "sign_in/disabled" if change == "disabled = 'x'" else ""
    assert start(tmp_path, "bruno") == ({"bruno": expected}, set())


def test_20_4_an_invented_or_moved_session_opens_nothing(tmp_path: Path, kept: Path) -> None:
    invented = (
        "INSERT INTO identity_session (session_id, digest, account_id, opened_at_ms, expires_at_ms,"
        " seen_at_ms, mac) SELECT 'x', ?, 'login:manager', opened_at_ms, ?, ?, mac"
        " FROM identity_session LIMIT 1"
    )

    def invent(db: sqlite3.Connection) -> object:
        return db.execute(invented, (digest_of(TOKEN), FAR_MS, FAR_MS))

    async def story(*edits: Edit) -> list[tuple[int, str]]:
        async with opened(settings_at(tmp_path)) as (_, address):
            token = await sign_in(address, login="ada", password=DEMO_PASSWORD)
        edited_here(tmp_path, *edits)
        async with opened(settings_at(tmp_path)) as (_, address):
            return [await with_token(address, one) for one in (TOKEN, token)]

    edited(tmp_path, kept)
    unknown = (401, "session/unknown")
    assert asyncio.run(story(invent)) == [unknown, (200, "")]
    for change in ("account_id = 'login:manager'", f"expires_at_ms = {FAR_MS}"):
        moved = sql(f"UPDATE identity_session SET {change} WHERE account_id = 'login:ada'")  # noqa: S608
        assert asyncio.run(story(moved)) == [unknown, unknown]


def edited_here(folder: Path, *edits: Edit) -> None:
    with contextlib.closing(sqlite3.connect(folder / "casino.db")) as db, db:
        for edit in edits:
            edit(db)


# --- controls -------------------------------------------------------------------------------------

GONE = (
    "DELETE FROM player_control WHERE player_id = 'ada'",
    "DELETE FROM control_change WHERE player_id = 'ada'",
    "DELETE FROM house_log WHERE kind = 'control/changed' AND subject = 'ada'",
)


def test_20_4_controls_removed_with_their_record_still_shut_their_player_out(
    tmp_path: Path, kept: Path
) -> None:
    """Found by an attack: the gap in the log names no player, so the player had no limits."""
    edited(tmp_path, kept, *map(sql, GONE))

    async def story() -> tuple[object, object, dict[str, object]]:
        async with opened(settings_at(tmp_path)) as (_, address):
            return await bet(address, "ada"), await bet(address, "bruno"), await seen(address)

    ada, bruno, found = asyncio.run(story())
    assert ada == ("control/in_doubt", None)
    assert bruno == ("", 100_000)
    assert ("control", "ada") in found["doubts"]  # type: ignore[operator]
    accept(tmp_path)
    assert start(tmp_path, "ada") == ({"ada": ""}, set())


def test_20_4_controls_removed_while_the_house_is_open_are_noticed(
    tmp_path: Path, kept: Path
) -> None:
    edited(tmp_path, kept)

    async def story() -> object:
        async with opened(settings_at(tmp_path)) as (_, address):
            edited_here(tmp_path, *map(sql, GONE))
            return await bet(address, "ada")

    assert asyncio.run(story()) == ("control/in_doubt", None)


# --- the notebook ---------------------------------------------------------------------------------


def test_20_4_a_notebook_that_is_missing_is_made_anew_from_the_log(
    tmp_path: Path, kept: Path
) -> None:
    edited(tmp_path, kept)
    file = tmp_path / "casino.notes"
    before = dict(NotebookFile(file, SEALS).facts())
    assert ("control", "ada") in before
    file.unlink()
    found, doubts = start(tmp_path, "ada", "manager")
    assert (found, doubts) == ({"ada": "", "manager": ""}, set())
    assert dict(NotebookFile(file, SEALS).facts()) == before


def test_20_4_a_notebook_that_cannot_be_used_stops_no_house(tmp_path: Path, kept: Path) -> None:
    edited(tmp_path, kept)
    (tmp_path / "casino.notes").unlink()
    (tmp_path / "casino.notes").mkdir()
    assert start(tmp_path, "ada", "manager") == ({"ada": "", "manager": ""}, set())


def test_20_4_a_notebook_of_another_house_is_put_aside(tmp_path: Path, kept: Path) -> None:
    shutil.copy(kept / "casino.notes", tmp_path)
    shutil.copy(kept / "casino.notes", tmp_path / "copy")
    assert start(tmp_path, "ada", "manager") == ({"ada": "", "manager": ""}, set())
    [aside] = tmp_path.glob("casino.notes.*")
    assert aside.read_bytes() == (tmp_path / "copy").read_bytes()


def test_20_4_an_account_without_its_proof_stays_in_doubt_whatever_leaves_the_log(
    tmp_path: Path, kept: Path
) -> None:
    """No start signs what it finds: only a person with the keys does."""
    edited(tmp_path, kept)
    edited_here(tmp_path, sql("UPDATE identity_account SET mac = '' WHERE login = 'ada'"))
    assert start(tmp_path, "manager", "ada")[0] == {"manager": "", "ada": "account/in_doubt"}
    edited_here(tmp_path, sql("DELETE FROM house_log WHERE kind = 'account/signed'"))
    assert start(tmp_path, "manager", "ada")[0] == {"manager": "", "ada": "account/in_doubt"}
