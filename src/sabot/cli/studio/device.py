"""`sabot device`: scanners, consoles and cameras of the studio, for a person with its database."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table
from rich.text import Text

from sabot.cli.house.staff import console_user
from sabot.cli.look import person
from sabot.cli.options import Config, Database, settings_of
from sabot.errors import Malformed
from sabot.lab.sentences import quoted
from sabot.service.identity.bindings import checked_binding
from sabot.service.identity.roles import DeviceKind

if TYPE_CHECKING:
    from sabot.service.studio.devices import Device

ACTIONS = ("list", "add", "remove")


def device(
    action: Annotated[str, typer.Argument(help=f"One of {', '.join(ACTIONS)}.")] = "list",
    table_or_name: Annotated[
        str | None, typer.Argument(metavar="[TABLE|NAME]", help="The table, or whom to remove.")
    ] = None,
    kind: Annotated[str | None, typer.Argument(help=f"With add: {', '.join(DeviceKind)}.")] = None,
    database: Database = None,
    *,
    config: Config = None,
    position: Annotated[
        str, typer.Option(help="The one position that a scanner reads; any, if none is given.")
    ] = "",
    reason: Annotated[str, typer.Option(help="Why; it is kept for good.")] = "",
) -> None:
    """List the devices of the studio, let one in at a table, or keep one out.

    A new device's token is printed once and cannot be shown again. This works while the house is
    open: the sockets of a device that is removed close within a second or so.

    \b
      sabot device list --database house.db
      sabot device add live-1 scanner --position P1 --reason "new scanner"
      sabot device remove 4fGk2LmQ8aBz --reason "broken"
    """
    from sabot.bootstrap.staffing import device_desk

    if action not in ACTIONS:
        raise Malformed("device/action", action=action, known=", ".join(ACTIONS))
    with device_desk(settings_of(config, database)) as (desk, tables):
        if action == "list":
            _show(desk.devices())
            return
        name, actor = table_or_name or "", f"console:{console_user()}"
        if action == "remove":
            gone = desk.remove(name, actor=actor, reason=reason)
            typer.echo(f"{gone.device} is removed: {_place(gone)}.")
            return
        binding = checked_binding(name, kind or "", position)
        if name not in tables:
            raise Malformed("device/no_such_table", table=name)
        made = desk.add(binding, actor=actor, reason=reason)
    person().print(Text(f"{made.device.device} is added: {_place(made.device)}."))
    typer.echo(made.token)


def _place(one: Device) -> str:
    place = one.binding
    at = f" {quoted(place.position)}" if place.position else ""
    return f"{place.kind.value}{at} of {quoted(place.table)}"


def _show(devices: Sequence[Device]) -> None:
    table = Table("name", "table", "device", "position")
    for one in devices:
        place = one.binding
        words = (one.device, place.table, place.kind.value, place.position)
        table.add_row(*(Text(quoted(word)) for word in words))
    person().print(table)
