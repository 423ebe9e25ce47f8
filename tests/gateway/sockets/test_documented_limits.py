"""The limits of the network that `docs/security.md` tells are those of the code."""

from __future__ import annotations

import inspect
from pathlib import Path

from sabot.gateway import server
from sabot.gateway.http import app
from sabot.gateway.sockets import (
    admission,
    connection,
    http_bounds,
    pace,
    pending_handshakes,
    request_reader,
    spare_memory,
)
from sabot.runtime import private_tables

PAGE = Path(__file__).resolve().parents[3] / "docs" / "security.md"

KIB = 1024
PER_SECOND = pace.PER_SECOND
OF_AN_ADDRESS = pace.ADDRESS_FACTOR * PER_SECOND
SOCKETS = inspect.signature(admission.Admission).parameters["sockets_max"].default

STATED = (
    f"request | {http_bounds.HEAD_MAX // KIB} KiB, {http_bounds.HEAD_SECONDS:.0f} s |",
    f"its body | {app.BODY_MAX // KIB} KiB, {http_bounds.BODY_SECONDS:.0f} s |",
    f"does not read | {http_bounds.READ_SECONDS:.0f} s |",
    f"without a request | {server.KEEP_ALIVE_SECONDS} s after an answer |",
    f"connections of HTTP at once | {http_bounds.CONNECTIONS_MAX} |",
    (
        f"| {OF_AN_ADDRESS:.0f} a second from one address,"
        f" {pace.BURST_SECONDS * OF_AN_ADDRESS:.0f} at once |"
    ),
    f"({pace.RESTING_MAX} may rest",
    f"| {PER_SECOND:.0f} a second of one account, {pace.BURST_SECONDS * PER_SECOND:.0f} at once;",
    (
        f"a handshake counts as {admission.HANDSHAKE_TOKENS},"
        f" to be thrown out with 1002, 1003, 1007 or 1009 as {connection.BROKEN_TOKENS}"
    ),
    (
        f"| {pending_handshakes.STRANGERS_PER_SECOND:.0f} a second from one address,"
        f" {pace.BURST_SECONDS * pending_handshakes.STRANGERS_PER_SECOND:.0f} at once |"
    ),
    f"looked up on disk | {pending_handshakes.LOOKED_UP_MAX} |",
    f"| {admission.SOCKETS_PER_ACCOUNT} of one account, {SOCKETS:,} in the house |",
    f"a message | {connection.MESSAGE_MAX // KIB} KiB, {connection.PIECES_MAX} frames |",
    (
        f"| {connection.BACKLOG_MAX // KIB} KiB in the process,"
        f" {server.SEND_BUFFER // KIB} KiB asked for in the kernel |"
    ),
    f"cut after {connection.PATIENCE_SECONDS:.0f} s |",
    f"the last words of a socket | {connection.GOODBYE_SECONDS} s |",
    f"when the house stops | {server.GOODBYE_SECONDS:.0f} s |",
    f"`network.requests_per_second` ({PER_SECOND:.0f})",
    (
        f"has {private_tables.PER_PLAYER_MAX} of them open at once,"
        f" the house {private_tables.IN_THE_HOUSE_MAX};"
    ),
    (
        f"cost {2 * (admission.HANDSHAKE_TOKENS + 17 * (1 + request_reader.PICTURE_TOKENS))} of the"
        f" {pace.BURST_SECONDS * PER_SECOND:.0f};"
    ),
    f"asks the allocator every {spare_memory.SECONDS:.0f} s",
)


def test_limits_in_the_document_are_those_of_the_code() -> None:
    page = " ".join(PAGE.read_text(encoding="utf-8").split())
    assert [line for line in STATED if line not in page] == []


def test_every_limit_of_the_table_is_among_them() -> None:
    """A new row needs its number here."""
    text = PAGE.read_text(encoding="utf-8")
    table = text[text.index("| what | limit |") : text.index("The paces follow")]
    rows = [row for row in table.splitlines()[2:] if row.startswith("|")]
    missing = [row for row in rows if not any(part in row for part in STATED)]
    assert missing == []
