"""`docs/wire.md` is true: examples are read with the wire types, codes are those of the code.

A stranger writes a client from that document alone, so what it leaves out does not exist for them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from tools import refusals
from tools.schemas import published

from sabot.errors import Code, For
from sabot.gamekit import Reason
from sabot.gamekit.refusals import AutoStandRefusal, GameRefusal
from sabot.gateway.chat.desk import ROOMS_MAX
from sabot.gateway.refusals import (
    CardsRefusal,
    CashierRefusal,
    HistoryRefusal,
    HostFault,
    OriginRefusal,
    RateRefusal,
    RequestRefusal,
    RouteRefusal,
    SignUpRefusal,
)
from sabot.gateway.sockets import connection, pace, reading, request_reader, upgrade
from sabot.gateway.sockets.admission import HANDSHAKE_TOKENS, SOCKETS_PER_ACCOUNT
from sabot.gateway.tables.feed import KEPT
from sabot.runtime.precedence import STEPS
from sabot.service.controls.limits import Limit
from sabot.service.controls.refusals import LIMITS, LOCKED, ControlRefusal, ExclusionRefusal
from sabot.service.identity.refusals import SessionEnd
from sabot.service.identity.rows import Ended
from sabot.service.office.refusals import ProposalRefusal
from sabot.service.proof.refusals import ProofRefusal
from sabot.service.refusals import ArchiveRefusal, ForFunRefusal, KeysRefusal, ServerFault
from sabot.service.wallets.calls import Refusal
from sabot.service.wallets.refusals import WalletRefusal
from sabot.table import commands as c
from sabot.table import phases
from sabot.table.precedence import OF_THE_TABLE, OWN, PHASE, Group
from sabot.table.refusals import BetRefusal
from sabot.table.staff.reasons import Public
from sabot.table.staff.refusals import FourEyesRefusal
from sabot.table.staff.text_limits import TEXT_MAX
from sabot.wire import PROTOCOL, happenings, messages, requests
from sabot.wire.table_view import Status, YourStatus

ROOT = Path(__file__).resolve().parents[2]
DOCUMENT = (ROOT / "docs" / "wire.md").read_text(encoding="utf-8")
DOCUMENTS = "\n".join(path.read_text("utf-8") for path in sorted((ROOT / "docs").glob("*.md")))

OVER_HTTP = frozenset(
    {
        ArchiveRefusal,
        AutoStandRefusal,
        CardsRefusal,
        CashierRefusal,
        HistoryRefusal,
        ExclusionRefusal,
        FourEyesRefusal,
        HostFault,
        KeysRefusal,
        SignUpRefusal,
        GameRefusal,
    }
)
"""Families that no answer on a socket has; the rooms of accounts and of the office are such too."""
ROOMS_OVER_HTTP = ("identity", "office", "players", "proof", "studio")
OVER_HTTP_TOO = frozenset(
    {
        ControlRefusal.BUSY,
        ControlRefusal.NAME,
        ControlRefusal.NOTHING_PENDING,
        ControlRefusal.NOT_SHORTER,
        ControlRefusal.OUT_OF_RANGE,
        ForFunRefusal.HOUSE_FULL,
        ForFunRefusal.NO_SUCH_GAME,
        ForFunRefusal.TOO_MANY,
        OriginRefusal.MISSING,
        RouteRefusal.METHOD,
        RateRefusal.TOO_MANY,
        RequestRefusal.KEY_TWICE,
        RequestRefusal.MALFORMED,
        RequestRefusal.NOT_JSON,
        RequestRefusal.TOO_BIG,
        ServerFault.STARTING,
    }
)
"""Single codes of the other families that only requests over HTTP are answered with."""

ELSEWHERE = {
    "card/unreadable",
    "proposal/role_given",
    "session/ended",
    "session/missing",
    "session/unknown",
}
"""What is answered here too: codes of the rooms above, and one of what cannot be read."""
HOUSE_ONLY = {kind.__name__ for kind in get_args(c.HouseCommand)}


def examples() -> Iterator[dict[str, Any]]:
    """Every JSON value of every block."""
    decoder = json.JSONDecoder()
    for block in re.findall(r"```json\n(.*?)```", DOCUMENT, flags=re.DOTALL):
        text = block.strip()
        while text:
            found, end = decoder.raw_decode(text)
            yield found
            text = text[end:].lstrip()


def tags(union: object) -> set[str]:
    return {str(kind.__struct_config__.tag) for kind in get_args(union)}


MESSAGES, REQUESTS = tags(messages.AnyMessage), tags(requests.AnyRequest)
EXAMPLES = list(examples())


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: str(example.get("type")))
def test_every_example_is_a_message_or_a_request(example: dict[str, Any]) -> None:
    kind: Any = requests.AnyRequest if example["type"] in REQUESTS else messages.AnyMessage
    msgspec.json.decode(json.dumps(example), type=kind)


def test_no_message_type_is_missing() -> None:
    assert not MESSAGES & REQUESTS
    assert {example["type"] for example in EXAMPLES} == MESSAGES | REQUESTS
    happened = [h["what"] for example in EXAMPLES for h in example.get("happened", ())]
    assert set(happened) == tags(happenings.AnyHappening)
    sent = {example["command"]["type"] for example in EXAMPLES if example["type"] == "act"}
    assert sent == tags(c.AnyCommand) - HOUSE_ONLY


def test_the_examples_fit_the_published_schemas() -> None:
    """Fields that no schema has are misprints: `decode` would let them pass in a message."""
    parts = {**published()["wire.messages.schema.json"]["$defs"]}
    by_tag = {
        body["properties"]["type"]["enum"][0]: body
        for body in parts.values()
        if "type" in body.get("properties", {}) and "enum" in body["properties"]["type"]
    }
    unknown = [
        f"{example['type']}.{name}"
        for example in EXAMPLES
        if example["type"] in MESSAGES
        for name in example
        if name not in by_tag[example["type"]]["properties"]
    ]
    views = [e["view"] for e in EXAMPLES if e["type"] == "snapshot"]
    unknown += [name for view in views for name in view if name not in view_fields(parts)]
    changed = [e["set"] for e in EXAMPLES if e["type"] == "update"]
    unknown += [name for one in changed for name in one if name not in view_fields(parts)]
    assert unknown == []


def view_fields(parts: dict[str, Any]) -> set[str]:
    return set(parts["TableView"]["properties"])


# --- codes ----------------------------------------------------------------------------------------


def answered() -> set[str]:
    """Every code that somebody may be answered with on a socket."""
    families = [
        kind
        for kind in refusals.families()
        if kind not in OVER_HTTP
        and not any(f".service.{room}." in kind.__module__ for room in ROOMS_OVER_HTTP)
    ]
    found = {code for kind in families for code in kind if code.told - {For.HOUSE}}
    return {code.value for code in found - OVER_HTTP_TOO}


def documented(text: str) -> set[str]:
    return set(re.findall(r"`([a-z_]+/[a-z_0-9]+)`", text))


def test_every_code_that_can_be_answered_is_documented() -> None:
    assert sorted(answered() - documented(DOCUMENT)) == []


def test_no_code_is_documented_that_nobody_answers() -> None:
    ends = {end.value for end in SessionEnd}
    reasons = {reason.value for reason in Public}
    house = {code.value for code in refusals.codes() if code.told == {For.HOUSE}}
    known = answered() | ends | reasons | house | ELSEWHERE
    assert sorted(documented(DOCUMENT) - known) == []


def test_every_code_for_people_is_in_one_of_the_documents() -> None:
    """Ends of sessions stand there without their area, in one list."""
    people = {code.value for code in refusals.codes() if code.told - {For.HOUSE}}
    ends = {end.value for end in SessionEnd}
    assert sorted(people - documented(DOCUMENTS) - ends) == []


def test_every_end_of_a_session_has_its_code() -> None:
    assert {end.name: end.value for end in SessionEnd} == {
        end.name: f"session/{end.value}" for end in Ended
    }


def test_every_answer_of_a_wallet_and_every_limit_has_its_code() -> None:
    assert {f"wallet/{reason}" for reason in Refusal} <= {each.value for each in WalletRefusal}
    assert {limit.code for limit in Limit} <= set(ControlRefusal)


def test_every_reason_why_a_session_ends_is_documented() -> None:
    assert [reason.value for reason in Ended if f"`{reason.value}`" not in DOCUMENT] == []


def test_the_verdict_is_told_in_its_order_of_precedence() -> None:
    after = DOCUMENT[DOCUMENT.index("*verdict*, on one spot") :]
    told = re.findall(r"`(bet/[a-z_]+)`", after)[: len(Reason)]
    assert told == [reason.value for reason in Reason]


# --- in which order they are told -----------------------------------------------------------------


REASON = re.compile(r"`([a-z_]+/[a-z_]+)`|\*([a-z]+)\*")


def rows() -> dict[str, list[str]]:
    """Command → its own reasons and *groups* of them, as the tables of the document have them."""
    lines = re.findall(r"^\| `([A-Z]\w+)` \| (.*) \|$", DOCUMENT, flags=re.MULTILINE)
    return {
        name: [one or group for one, group in re.findall(REASON, reasons)]
        for name, reasons in lines
    }


def test_the_reasons_of_every_command_stand_there_in_their_order() -> None:
    stated = {kind.__name__: [str(why.value) for why in whys] for kind, whys in OWN.items()}
    told = rows()
    assert stated.keys() - told.keys() <= HOUSE_ONLY | {"CallManager"}
    assert told == {name: stated[name] for name in told}


def test_the_steps_before_a_command_stand_there_in_their_order() -> None:
    items = re.findall(r"^(\d+)\. (.*?)(?=^\d+\. |\n\n)", DOCUMENT, flags=re.MULTILINE | re.DOTALL)
    told = {int(number): re.findall(r"`([a-z_]+/[a-z_]+)`", text) for number, text in items}
    first = 4
    assert [told[first + n] for n in range(len(STEPS))] == [
        [code.value for code in step] for step in STEPS
    ]


GROUPS: dict[Group, tuple[Code, ...]] = {
    **OF_THE_TABLE,
    Group.LOCKED: LOCKED,
    Group.MONEY: (
        BetRefusal.INSUFFICIENT_BALANCE,
        WalletRefusal.BALANCE_UNKNOWN,
        *LIMITS,
        ControlRefusal.REALITY_CHECK,
    ),
    Group.EYES: (ProposalRefusal.ROLE_GIVEN,),
    Group.PROOF: tuple(ProofRefusal),
}


@pytest.mark.parametrize("group", GROUPS)
def test_a_group_of_reasons_stands_there_in_its_order(group: Group) -> None:
    after = DOCUMENT[DOCUMENT.index(f"\n*{group.value}*") :] if group is not Group.PROOF else ""
    after = after or DOCUMENT[DOCUMENT.index("*proof*,") :]
    told = re.findall(r"`([a-z_]+/[a-z_]+)`", after)[: len(GROUPS[group])]
    assert told == [code.value for code in GROUPS[group]]


def test_what_wallets_say_stands_there_whole() -> None:
    after = DOCUMENT[DOCUMENT.index("\n*wallet*") :]
    told = re.findall(r"`(wallet/[a-z_]+)`", after.split("\n\n")[0])
    assert set(told) == {each.value for each in WalletRefusal} - {WalletRefusal.BALANCE_UNKNOWN}


@pytest.mark.parametrize("status", [*Status, *YourStatus])
def test_every_status_is_explained(status: str) -> None:
    assert f"`{status}`" in DOCUMENT


def test_the_order_has_every_refusal_of_a_phase() -> None:
    every = {
        phases._refusal(phase, kind)
        for kind in get_args(c.AnyCommand)
        for phase in phases.Phase
        if kind not in phases.ANYWHERE and kind not in phases.ALLOWED[phase]
    }
    assert set(PHASE) == every


def test_limits_in_the_document_are_those_of_the_code() -> None:
    burst = pace.BURST_SECONDS * pace.PER_SECOND
    stated = (
        f"| {connection.MESSAGE_MAX // 1024} KiB, {connection.PIECES_MAX} frames, text |",
        f"| {pace.PER_SECOND:.0f} a second, {burst:.0f} at once, all sockets of an account |",
        f"a handshake counts as {HANDSHAKE_TOKENS}",
        f"nothing is read for {pace.REST_SECONDS:.0f} s",
        f"closed with one of these as {connection.BROKEN_TOKENS}",
        f"after {reading.RESTS_MAX} such rests in a row",
        f"| commands without an answer | {request_reader.WAITING_MAX} a socket |",
        f"| tables watched | {request_reader.TABLES_MAX} a socket |",
        f"| rooms | {ROOMS_MAX} a socket |",
        f"| sockets | {SOCKETS_PER_ACCOUNT} an account |",
        f"| {connection.BACKLOG_MAX // 1024} KiB | skipped",
        f"after {connection.PATIENCE_SECONDS:.0f} s the line is cut",
        f"| a silent socket | {upgrade.IDLE_SECONDS} s |",
        f"({KEPT} are kept)",
        f"1 to {TEXT_MAX} characters",
        f'"protocol": {PROTOCOL}',
    )
    unwrapped = " ".join(DOCUMENT.split())
    assert [line for line in stated if line not in unwrapped] == []
    assert len(DOCUMENT.splitlines()) <= 640
