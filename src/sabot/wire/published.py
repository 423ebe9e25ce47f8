"""What published schemas call the parts of the wire, whoever prints them: files, or the server.

One name for one thing, also where several families meet: the family is part of the name.
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
    """A schema and its parts by their published names; `ref` is how one is pointed at."""
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
    """What an update may set: fields of a view, none of which has to be there."""
    if "Update" not in parts:
        return parts
    changes = {
        "title": CHANGES,
        "description": "The fields of a view that changed, each whole.",
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
