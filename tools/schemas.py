"""Write `schemas/`: the JSON Schema of every message, request and event, from the code itself.

Owns the names and the envelope of the schemas; what is in them is what `sabot.wire` and
`sabot.table.events` say. The TypeScript types are drawn from these files (`tools/typescript.py`).

    make schemas
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, get_args

import msgspec

from sabot.table import codec, events
from sabot.table import commands as c
from sabot.wire import PROTOCOL, happenings, history, messages, requests
from sabot.wire.for_fun import ForFunOpened, ForFunShown
from sabot.wire.good_roads import GoodRoadChances
from sabot.wire.table_info import Help, TableInfo

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "schemas"
DIALECT = "https://json-schema.org/draft/2020-12/schema"
CHANGES = "TableViewChanges"

ANSWERS = (
    TableInfo,
    Help,
    GoodRoadChances,
    ForFunShown,
    ForFunOpened,
    history.History,
    history.RoundTold,
    history.Replay,
    history.ShoeProof,
)
"""What is answered over HTTP and drawn by the same pages."""

Schema = dict[str, Any]

# One name for one thing, also where several files meet: the family is part of the name.
FAMILIES = (("Happening", happenings.AnyHappening), ("Command", c.AnyCommand))


def published() -> dict[str, Schema]:
    """Every schema by the name of its file."""
    return {
        "wire.messages.schema.json": _messages(),
        "wire.requests.schema.json": _requests(),
        "events.schema.json": _events(),
    }


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
    defs = schema["$defs"]
    view = defs["TableView"]
    defs[CHANGES] = {
        "title": CHANGES,
        "description": "The fields of a view that changed, each whole.",
        "type": "object",
        "properties": view["properties"],
    }
    update = defs["Update"]["properties"]
    update["set"] = {"$ref": f"#/$defs/{CHANGES}"}
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
    (top, *_), found = msgspec.json.schema_components(
        [kind, *others], ref_template="#/$defs/{name}"
    )
    names = _names(found, kind)
    text = json.dumps({**top, "$defs": found})
    for old, new in names.items():
        text = text.replace(f'"#/$defs/{old}"', f'"#/$defs/{new}"')
    whole = json.loads(text)
    defs = {names[old]: _described(body, names[old]) for old, body in whole.pop("$defs").items()}
    return {
        "$schema": DIALECT,
        "title": title,
        "description": about,
        "x-protocol": PROTOCOL,
        **whole,
        "$defs": dict(sorted(defs.items())),
    }


def _names(found: dict[str, Schema], top: object) -> dict[str, str]:
    """Where parts of two families have one name, the family tells them apart."""
    families = {} if top is events.AnyEvent else _families()
    return {name: families.get(_kind(name, found[name]), name.rpartition(".")[2]) for name in found}


def _families() -> dict[tuple[str, str], str]:
    names = {}
    for family, union in FAMILIES:
        for kind in get_args(union):
            tag = kind.__struct_config__.tag
            field = kind.__struct_config__.tag_field
            names[f"{field}:{tag}", kind.__name__] = f"{kind.__name__}{family}"
    return names


def _kind(name: str, body: Schema) -> tuple[str, str]:
    """What identifies a tagged struct: its tag, and the name of its class."""
    properties = body.get("properties", {})
    for field in ("type", "what"):
        tags = properties.get(field, {}).get("enum", ())
        if len(tags) == 1:
            return f"{field}:{tags[0]}", name.rpartition(".")[2]
    return "", name


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
    for name, schema in published().items():
        (FOLDER / name).write_text(text_of(schema), encoding="utf-8")
        print(f"schemas/{name}: {len(schema['$defs'])} parts")


if __name__ == "__main__":
    main()
