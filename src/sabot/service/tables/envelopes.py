"""Commands on their way to a table, and the answers on their way back."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

import msgspec

from sabot.errors import Corrupt, SabotError
from sabot.table.authority import HOUSE, ActorKind
from sabot.table.commands import Command
from sabot.table.promises import ShoeSecret

_encode = msgspec.json.Encoder().encode

Data = dict[str, str | int | float | bool | None]


class Envelope(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A command with its actor, and the id that makes a repetition the same command.

    The sender states what kind of actor it is; the default is a player.
    """

    actor: str
    cmd_id: str
    command: Command
    actor_kind: ActorKind = ActorKind.PLAYER
    received_ms: int = 0
    bets_for: str = ""  # which round its chips are meant for, as the view of the table names it
    secret: tuple[str, bytes] | None = None  # a shoe's order, stored beside the command
    console: str = ""  # which console a dealer sends from
    shown: ShoeSecret | None = None  # a shoe's order for the table to check; never stored

    @property
    def key(self) -> tuple[str, str]:
        """What identifies the command: a repetition has the same key."""
        return (self.actor, self.cmd_id)

    def digest(self, table: str) -> bytes:
        """A fingerprint of the command, its table and its round."""
        said = hashlib.sha256(_encode(self.command))
        said.update(f"{table} {self.bets_for}".encode())
        return said.digest()


def from_house(cmd_id: str, command: Command) -> Envelope:
    """A command from the clock, or from the table to itself."""
    return Envelope(actor=HOUSE, actor_kind=ActorKind.HOUSE, cmd_id=cmd_id, command=command)


class Reply(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """The answer to one command; a refusal says why."""

    cmd_id: str
    accepted: bool
    code: str = ""
    data: Data = {}


def refusal(envelope: Envelope, error: SabotError) -> Reply:
    """An error as an answer."""
    return Reply(cmd_id=envelope.cmd_id, accepted=False, code=error.code, data=told(error))


def told(error: SabotError) -> Data:
    """The data of an error for the caller; what a database said is left out."""
    ours = isinstance(error, Corrupt) or error.code.startswith("store/")
    return {} if ours else plain(error.data)


def plain(data: Mapping[str, object]) -> Data:
    """The data of an error as JSON values."""
    return {
        name: value if isinstance(value, str | int | float | bool | None) else str(value)
        for name, value in data.items()
    }
