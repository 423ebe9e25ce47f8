"""Why the client itself refuses, before or after the house was asked."""

from __future__ import annotations

from sabot.errors import Code, For


class ClientRefusal(Code):
    """What a program did with the client."""

    NOT_A_PLAYER = "client/not_a_player", For.HOUSE
    PROTOCOL = "client/protocol", For.HOUSE
