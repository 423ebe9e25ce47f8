"""`docs/wire.md` is true: examples are read with the wire types, codes are those of the code.

A stranger writes a client from that document alone, so what it leaves out does not exist for them.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from tools.schemas import published

from sabot.gamekit import Reason
from sabot.gateway.chat.desk import ROOMS_MAX
from sabot.gateway.sockets import connection, pace, reading, request_reader, upgrade
from sabot.gateway.sockets.admission import HANDSHAKE_TOKENS, SOCKETS_PER_ACCOUNT
from sabot.gateway.tables.feed import KEPT
from sabot.service.controls.limits import Limit
from sabot.service.identity.rows import Ended
from sabot.service.wallets.calls import Refusal
from sabot.table import commands as c
from sabot.table import phases
from sabot.table.staff.text_limits import TEXT_MAX
from sabot.wire import PROTOCOL, happenings, messages, requests
from sabot.wire.table_view import Status, YourStatus

ROOT = Path(__file__).resolve().parents[2]
DOCUMENT = (ROOT / "docs" / "wire.md").read_text(encoding="utf-8")
SOURCE = ROOT / "src" / "sabot"
CODE = re.compile(r"[a-z_]+/[a-z_]+")

# Whatever can answer a request on the socket, or end it.
ANSWERING = (
    "adapters/sql/readers/chat.py",
    "adapters/sql/failures.py",
    "gamekit/eligibility.py",
    "gamekit/expects.py",
    "gateway/authority.py",
    "gateway/sockets/admission.py",
    "gateway/chat/access.py",
    "gateway/chat/desk.py",
    "gateway/chat/rules_thread.py",
    "gateway/chat/moderation.py",
    "gateway/staff/heartbeats.py",
    "gateway/sockets/request_reader.py",
    "gateway/server.py",
    "gateway/sockets/connection.py",
    "gateway/sockets/reading.py",
    "gateway/broadcast/visits.py",
    "runtime/batch.py",
    "service/chat/desk.py",
    "service/chat/distress.py",
    "service/chat/moderation.py",
    "service/chat/room_lines.py",
    "service/chat/writers.py",
    "service/chat/flood.py",
    "service/chat/reasons.py",
    "service/chat/restrictions.py",
    "service/chat/rooms.py",
    "service/chat/text.py",
    "runtime/debits.py",
    "service/money/funds.py",
    "service/tables/staged_chips.py",
    "service/proof/fairness.py",
    "runtime/host.py",
    "runtime/pending_replies.py",
    "service/tables/out_of_order.py",
    "runtime/recovery.py",
    "runtime/restart.py",
    "runtime/steps.py",
    "runtime/table_time.py",
    "runtime/wallet_steps.py",
    "service/identity/sessions.py",
    "table/authority.py",
    "table/betting.py",
    "table/chips.py",
    "table/studio/corrections.py",
    "table/studio/dealers.py",
    "table/decide.py",
    "table/studio/acts.py",
    "table/golden.py",
    "table/studio/incidents.py",
    "table/phases.py",
    "table/staff/phrases.py",
    "table/dealing.py",
    "table/studio/real_cards.py",
    "table/studio/reliefs.py",
    "table/staff/reasons.py",
    "table/studio/shoes.py",
    "table/staging.py",
    "table/verdicts.py",
    "table/staff/text_limits.py",
)
NEVER_ANSWERED = {
    "auto_stand/out_of_range": "a setting, refused where settings are made",
    "config/not_its_own": "Configure is the house's own",
    "config/older": "Configure is the house's own",
    "events/chain": "our own facts disagree: the table is out of order",
    "events/gap": "our own facts disagree: the table is out of order",
    "events/missing": "our own facts disagree: the table is out of order",
    "round/card_expected": "a card that is not due is an incident",
    "round/reveal_expected": "refused before as card/not_to_be_turned",
    "shoe/salt": "a machine's own mistake",
    "shoe/secret_changed": "the reason of a lost promise",
    "shoe/secret_missing": "the reason of a lost promise",
    "shoe/unreadable": "the reason of a lost promise",
    "store/corrupt": "our own fault: the table stops, chat says server/error",
    "timer/nothing_to_end": "TimeUp is the house's own",
    "timer/stale": "TimeUp is the house's own",
    "wallet/not_asked": "our own facts disagree: the table stops",
    "wallet/not_granted": "our own facts disagree: the table stops",
}
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


def codes_in(tree: ast.AST) -> list[str]:
    found = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and CODE.fullmatch(node.value)
    ]
    return [
        str(node.value) for node in sorted(found, key=lambda node: (node.lineno, node.col_offset))
    ]


def answered() -> set[str]:
    """Every code in the modules that answer, and those that are put together from words."""
    found = {code for name in ANSWERING for code in codes_in(tree_of(name))}
    found |= {f"wallet/{reason.value}" for reason in Refusal}
    found |= {limit.code for limit in Limit}
    found |= {"control/cool_off", "control/excluded", "control/barred", "control/reality_check"}
    found |= {"control/in_doubt", "account/in_doubt"}
    return found - NEVER_ANSWERED.keys()


def tree_of(name: str) -> ast.Module:
    return ast.parse((SOURCE / name).read_text(encoding="utf-8"))


def documented() -> set[str]:
    return set(re.findall(r"`([a-z_]+/[a-z_]+)`", DOCUMENT))


def test_every_code_that_can_be_answered_is_documented() -> None:
    assert sorted(answered() - documented()) == []


def test_no_code_is_documented_that_nobody_answers() -> None:
    # The house answers the latter when a table asks it about two people (ADR 0027).
    known = answered() | {"card/unreadable", "proposal/role_given"}
    known |= {f"session/{reason.value}" for reason in Ended}
    assert sorted(documented() - known) == []


def test_every_reason_why_a_session_ends_is_documented() -> None:
    assert [reason.value for reason in Ended if f"`{reason.value}`" not in DOCUMENT] == []


def test_the_verdict_is_told_in_its_order_of_precedence() -> None:
    after = DOCUMENT[DOCUMENT.index("*verdict*, on one spot") :]
    told = re.findall(r"`(bet/[a-z_]+)`", after)[: len(Reason)]
    assert told == [reason.value for reason in Reason]


def rows() -> dict[str, list[str]]:
    """Command → its own reasons, as the tables of the document have them."""
    lines = re.findall(r"^\| `([A-Z]\w+)` \| (.*) \|$", DOCUMENT, flags=re.MULTILINE)
    return {name: re.findall(r"`([a-z_]+/[a-z_]+)`", reasons) for name, reasons in lines}


def handlers() -> dict[str, list[str]]:
    """Command → the codes in the body of its handler, in the order of the source."""
    found: dict[str, list[str]] = {}
    for module in sorted((SOURCE / "table").rglob("*.py")):
        for node in tree_of(module.relative_to(SOURCE).as_posix()).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("_handle_"):
                kind = ast.unparse(node.args.args[0].annotation or ast.Constant(""))
                found[kind.removeprefix("c.")] = codes_in(node)
    return found


def test_the_reasons_of_a_command_are_told_in_the_order_they_are_checked() -> None:
    told = rows()
    checked = {name: codes for name, codes in handlers().items() if name not in HOUSE_ONLY}
    wrong = {
        name: codes
        for name, codes in checked.items()
        if [code for code in told.get(name, []) if code in codes] != list(dict.fromkeys(codes))
    }
    assert len(checked) > 20
    assert wrong == {}


@pytest.mark.parametrize("status", [*Status, *YourStatus])
def test_every_status_is_explained(status: str) -> None:
    assert f"`{status}`" in DOCUMENT


def test_the_document_names_every_refusal_of_a_phase() -> None:
    general = DOCUMENT[DOCUMENT.index("\n9. ") : DOCUMENT.index("\n10. ")]
    told = set(re.findall(r"`([a-z_]+/[a-z_]+)`", general)) - {"table/not_configured"}
    every = {
        phases._refusal(phase, kind)
        for kind in get_args(c.AnyCommand)
        for phase in phases.Phase
        if kind not in phases.ANYWHERE and kind not in phases.ALLOWED[phase]
    }
    assert told == every


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
