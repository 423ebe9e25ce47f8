"""Write `schemas/`: the JSON Schema of every message, request and event, from the code itself.

Owns the names and the envelope of the schemas; what is in them is what `sabot.wire` and
`sabot.table.events` say. The TypeScript types are drawn from these files (`tools/typescript.py`).

    make schemas
"""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
from tools import refusals

from sabot.table import events
from sabot.table.record import codec
from sabot.wire import PROTOCOL, desk, expiry, history, messages, office, requests, shoe_desk
from sabot.wire.for_fun import ForFunOpened, ForFunShown
from sabot.wire.good_roads import GoodRoadChances
from sabot.wire.published import Schema, renamed, with_changes
from sabot.wire.studio import RefundPreview
from sabot.wire.table_info import Help, TableInfo

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "schemas"
DIALECT = "https://json-schema.org/draft/2020-12/schema"
REF = "#/$defs/{name}"

ANSWERS = (
    TableInfo,
    Help,
    GoodRoadChances,
    ForFunShown,
    ForFunOpened,
    history.History,
    history.AccountHistory,
    history.RoundTold,
    history.Replay,
    history.ShoeProof,
    RefundPreview,
    desk.Timeline,
    desk.Incidents,
    desk.Approvals,
    desk.OnDuty,
    office.AnnulmentPreview,
    office.HiddenCards,
    expiry.Expiries,
    desk.PlayerChat,
    desk.Moderation,
    shoe_desk.CardSets,
    shoe_desk.CardSetOpened,
    shoe_desk.Devices,
    shoe_desk.DeviceAdded,
)
"""What is answered over HTTP and drawn by the same pages."""


def published() -> dict[str, Schema]:
    """Every schema by the name of its file."""
    return {
        "wire.messages.schema.json": _messages(),
        "wire.requests.schema.json": _requests(),
        "events.schema.json": _events(),
    }


def written() -> dict[str, Schema]:
    """Every file of the folder that is written from the code."""
    return {**published(), "refusals.json": refusals.published()}


def _requests() -> Schema:
    schema = _schema(
        requests.AnyRequest, title="AnyRequest", about="What a client sends, one a frame."
    )
    _hoist(schema, "AnyCommand", schema["$defs"]["Act"]["properties"], "command")
    return schema


def _messages() -> Schema:
    schema = _schema(
        messages.AnyMessage,
        *ANSWERS,
        title="AnyMessage",
        about="What the server sends, one a frame; some parts answer requests over HTTP.",
    )
    schema["$defs"] = with_changes(schema["$defs"], ref=REF)
    update = schema["$defs"]["Update"]["properties"]
    _hoist(schema, "AnyHappening", update["happened"], "items")
    return schema


def _hoist(schema: Schema, name: str, parent: Schema, key: str) -> None:
    """Give a union a name of its own, instead of spelling it out where it is used."""
    schema["$defs"][name] = {"title": name, **parent[key]}
    parent[key] = {"$ref": f"#/$defs/{name}"}


def _events() -> Schema:
    schema = _schema(
        events.AnyEvent, title="AnyEvent", about="What is recorded at a table; exports hold these."
    )
    for name in codec.KINDS:
        schema["$defs"][name]["x-version"] = codec.version_of(name)
    return schema


def _schema(kind: object, *others: object, title: str, about: str) -> Schema:
    """The schema of a union, its parts sorted by name."""
    (top, *_), found = msgspec.json.schema_components([kind, *others], ref_template=REF)
    if kind is not events.AnyEvent:  # they have their names to themselves
        top, found = renamed(top, found, ref=REF)
    defs = {name: _described(body, name) for name, body in found.items()}
    return {
        "$schema": DIALECT,
        "title": title,
        "description": about,
        "x-protocol": PROTOCOL,
        **top,
        "$defs": dict(sorted(defs.items())),
    }


def _described(body: Schema, name: str) -> Schema:
    """The name it is published under, and its sentence on one line."""
    words = " ".join(str(body.get("description", "")).split())
    return {**body, "title": name, **({"description": words} if words else {})}


def text_of(schema: Schema) -> str:
    """A schema as it is committed."""
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


def main() -> None:
    """Write every file that is not up to date."""
    FOLDER.mkdir(exist_ok=True)
    for name, schema in written().items():
        (FOLDER / name).write_text(text_of(schema), encoding="utf-8")
        print(f"schemas/{name}: {len(schema.get('$defs', schema))} parts")


if __name__ == "__main__":
    main()
