"""`sabot staff`: the staff of the house and their roles, for a person with its database."""

from __future__ import annotations

import getpass
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table
from rich.text import Text

from sabot.cli.look import person
from sabot.cli.options import Config, Database, settings_of
from sabot.errors import Malformed, Refused
from sabot.lab.sentences import quoted
from sabot.service.identity.accounts import APART, NewAccount
from sabot.service.identity.roles import Role
from sabot.settings import OPERATOR_ID, RESERVED

if TYPE_CHECKING:
    from sabot.service.identity.rows import AccountRow
    from sabot.service.identity.staff import StaffDesk

NONE = "none"
GIVEN = tuple(role.value for role in Role if role not in APART)


def staff(
    login: Annotated[str | None, typer.Argument(help="The name they sign in with.")] = None,
    role: Annotated[
        str | None,
        typer.Argument(help=f"One of {', '.join(GIVEN)}; {NONE} takes away what they have."),
    ] = None,
    database: Database = None,
    *,
    config: Config = None,
    reason: Annotated[str, typer.Option(help="Why; it is kept for good.")] = "",
    name: Annotated[str, typer.Option(help="The name that others see, for a new account.")] = "",
    operator: Annotated[
        str | None, typer.Option(help="Whose staff it is, with the role operator.")
    ] = None,
) -> None:
    """List the staff, or give a person a role, or take it away.

    A new login gets an account; the password is asked for, or read from standard input. This works
    while the house is open: the sessions of an account whose role changes end within a second or
    so.

    \b
      sabot staff --database house.db
      sabot staff dora dealer --name Dora --reason "new on the team"
      sabot staff dora none --reason "left us"
    """
    from sabot.bootstrap.staffing import staff_desk

    with staff_desk(settings_of(config, database)) as desk:
        if login is None:
            _show(desk.people())
            return
        if role is None:
            _show([desk.person(login)])
            return
        changed = _changed(desk, login, role, reason=reason, name=name, operator=operator)
    typer.echo(f"{changed.login} is {_what(changed)}.")


def _changed(
    desk: StaffDesk, login: str, role: str, *, reason: str, name: str, operator: str | None
) -> AccountRow:
    actor = f"console:{console_user()}"
    if role == NONE:
        return desk.take(login, actor=actor, reason=reason)
    given = _role(role)
    if operator is not None and (not OPERATOR_ID(operator) or operator in RESERVED):
        raise Malformed("settings/operator_id", operator=operator)
    try:
        desk.person(login)
    except Refused:
        new = NewAccount(
            login=login,
            password=_password(login),
            role=given,
            nickname=name or login,
            operator=operator,
        )
        return desk.add(new, actor=actor, reason=reason)
    return desk.give(login, given, operator=operator, actor=actor, reason=reason)


def _role(role: str) -> Role:
    if role not in GIVEN:
        raise Malformed("role/unknown", role=role, known=", ".join((*GIVEN, NONE)))
    return Role(role)


def _password(login: str) -> str:
    """Never on the command line, where every process of the machine could read it."""
    if sys.stdin.isatty():
        asked = typer.prompt(f"Password of {login}", hide_input=True, confirmation_prompt=True)
        return str(asked)
    return sys.stdin.readline().rstrip("\n")


def console_user() -> str:
    """The name of the person at this machine."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):  # a machine that has no names for its users
        return "somebody"


def _what(one: AccountRow) -> str:
    if one.disabled is not None:
        return f"without a role: {one.disabled}"
    return one.role.value if one.operator is None else f"{one.role.value} of {one.operator}"


def _show(people: Sequence[AccountRow]) -> None:
    table = Table("login", "name", "role")
    for one in people:
        table.add_row(*(Text(quoted(word)) for word in (one.login, one.nickname, _what(one))))
    person().print(table)
