"""The names of the parts of the wire in published schemas, both in files and from the server.

One name for one thing. Where two families use the same name, the family becomes part of it.
"""

from __future__ import annotations

import json
from typing import Any, get_args

from sabot.table import commands as c
from sabot.wire import happenings

Schema = dict[str, Any]

CHANGES = "TableViewChanges"
FAMILIES = (("Happening", happenings.AnyHappening), ("Command", c.AnyCommand))


def renamed(schema: Any, found: dict[str, Schema], *, ref: str) -> tuple[Any, dict[str, Schema]]:
    """Rename a schema and its parts to their published names; `ref` is the form of a reference."""
    families = _families()
    names = {
        name: families.get(_kind(name, body), name.rpartition(".")[2])
        for name, body in found.items()
    }
    text = json.dumps([schema, found])
    for old, new in names.items():
        text = text.replace(f'"{ref.format(name=old)}"', f'"{ref.format(name=new)}"')
    schema, parts = json.loads(text)
    return schema, {names[old]: body for old, body in parts.items()}


def with_changes(parts: dict[str, Schema], *, ref: str) -> dict[str, Schema]:
    """Add what an update may set: the fields of a view, all optional."""
    if "Update" not in parts:
        return parts
    changes = {
        "title": CHANGES,
        "description": "The fields of a view that changed, each in full.",
        "type": "object",
        "properties": parts["TableView"]["properties"],
    }
    parts["Update"]["properties"]["set"] = {"$ref": ref.format(name=CHANGES)}
    return {**parts, CHANGES: changes}


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
