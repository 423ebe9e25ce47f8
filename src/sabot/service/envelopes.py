"""Commands on their way to a table, and the answers on their way back."""

from __future__ import annotations

import hashlib

import msgspec

from sabot.errors import SabotError
from sabot.table.commands import Command

_encode = msgspec.json.Encoder().encode

Data = dict[str, str | int | float | bool | None]


class Envelope(msgspec.Struct, frozen=True, kw_only=True):
    """A command: who, what, and the id that makes a repetition the same command."""

    actor: str
    cmd_id: str
    command: Command
    received_ms: int = 0
    secret: tuple[str, bytes] | None = None  # a shoe's order, stored with the command and not in it

    @property
    def key(self) -> tuple[str, str]:
        """What a repetition has in common with the first time."""
        return (self.actor, self.cmd_id)

    @property
    def digest(self) -> bytes:
        """What the command says, as a fingerprint."""
        return hashlib.sha256(_encode(self.command)).digest()


class Reply(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The answer to one command; a refusal says why."""

    cmd_id: str
    accepted: bool
    code: str = ""
    data: Data = {}


def refusal(envelope: Envelope, error: SabotError) -> Reply:
    """An error as an answer."""
    data: Data = {
        name: value if isinstance(value, str | int | float | bool | None) else str(value)
        for name, value in error.data.items()
    }
    return Reply(cmd_id=envelope.cmd_id, accepted=False, code=error.code, data=data)
