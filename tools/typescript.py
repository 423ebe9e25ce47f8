"""Write the TypeScript types of the protocol from `schemas/`, for `web/packages/wire`.

Owns the small part of JSON Schema that our schemas use; anything else in a schema is an error
here and not a guess. Fields are readonly, enums are unions of strings, and a union is told apart
by its `type` or `what`.

    make schemas
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
SCHEMAS = (
    ROOT / "schemas" / "wire.messages.schema.json",
    ROOT / "schemas" / "wire.requests.schema.json",
)
FOLDER = ROOT / "web" / "packages" / "wire" / "src" / "generated"
PLAIN = {
    "string": "string",
    "integer": "number",
    "number": "number",
    "boolean": "boolean",
    "null": "null",
}
HEADER = """\
// Written by `make schemas` from schemas/. Do not edit.
"""

MESSAGE = """\
/** What the server sends. */
export type { AnyMessage as Message } from "./messages.ts";
"""

MEMBERS_ON_ONE_LINE = 3

STAFF = ("StudioView", "WallTable")
"""What only staff are sent of a table; it has a file of its own."""

STAFF_ANSWERS = (
    *("Approvals", "HiddenCards", "Incidents", "Moderation", "OnDuty", "PlayerChat"),
    *("RefundPreview", "Timeline", "Expiries", "AnnulmentPreview"),
    *("CardSetOpened", "CardSets", "DeviceAdded", "Devices"),
)
"""What the desks of the studio ask over HTTP."""

Schema = Mapping[str, Any]


def typescript(schemas: Mapping[str, Schema]) -> dict[str, str]:
    """Every part of the schemas, in a few files of types by their names."""
    parts: dict[str, Schema] = {}
    for schema in schemas.values():
        for name, body in {**schema["$defs"], schema["title"]: _top(schema)}.items():
            if parts.setdefault(name, body) != body:
                raise ValueError(f"two parts are called {name}")
    homes = _homes(parts)
    files = {file: _file(file, parts, homes) for file in dict.fromkeys(homes.values())}
    (protocol,) = {schema["x-protocol"] for schema in schemas.values()}
    index = [
        HEADER,
        "".join(f'export type * from "./{file}.ts";\n' for file in sorted(files)),
        MESSAGE,
        f"export type Protocol = {protocol};",
    ]
    return {f"{file}.ts": text for file, text in files.items()} | {"index.ts": _joined(index)}


def _homes(parts: Mapping[str, Schema]) -> dict[str, str]:
    """The file of each part: by the kind of message it belongs to, or answers over HTTP."""
    homes = dict.fromkeys(parts, "answers")
    for name in STAFF_ANSWERS:
        homes |= dict.fromkeys(_reached(name, parts), "staff_answers")
    homes |= dict.fromkeys(_reached("AnyMessage", parts), "messages")
    homes |= dict.fromkeys(["AnyHappening", *_named(parts["AnyHappening"])], "happenings")
    homes |= dict.fromkeys(_reached("AnyRequest", parts), "requests")
    homes |= dict.fromkeys(_reached("AnyCommand", parts), "commands")
    homes |= dict.fromkeys(_only_for(STAFF, "TableView", parts), "staff")
    return homes


def _only_for(staff: Iterable[str], view: str, parts: Mapping[str, Schema]) -> set[str]:
    """The parts of what only staff see, without those that a view has for every audience too."""
    shown = {**parts, view: {}} | {view: _without(parts[view], staff)}
    shared = _reached(view, shown)
    return {part for name in staff for part in _reached(name, parts)} - shared


def _without(body: Schema, staff: Iterable[str]) -> Schema:
    fields = {
        name: kind
        for name, kind in body["properties"].items()
        if not set(staff).intersection(_named(kind))
    }
    return {**body, "properties": fields}


def _reached(name: str, parts: Mapping[str, Schema]) -> set[str]:
    found: set[str] = set()
    waiting = [name]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += _named(parts[name])
    return found


def _named(body: object) -> Iterator[str]:
    """Every other part that a part speaks of."""
    match body:
        case {"$ref": str(path)}:
            yield path.removeprefix("#/$defs/")
        case Mapping():
            for inner in body.values():
                yield from _named(inner)
        case list():
            for inner in body:
                yield from _named(inner)
        case _:
            pass


def _file(file: str, parts: Mapping[str, Schema], homes: Mapping[str, str]) -> str:
    own = sorted(name for name, home in homes.items() if home == file)
    named = {name for one in own for name in _named(parts[one])}
    foreign = {
        home: sorted(name for name in named if homes[name] == home)
        for home in sorted({homes[name] for name in named} - {file})
    }
    imports = "".join(
        f'import type {{ {", ".join(names)} }} from "./{home}.ts";\n'
        for home, names in foreign.items()
    )
    return _joined([HEADER, imports, *(_declared(name, parts[name]) for name in own)])


def _joined(blocks: Iterable[str]) -> str:
    return "\n".join(block.rstrip("\n") + "\n" for block in blocks if block)


def _top(schema: Schema) -> Schema:
    return {key: schema[key] for key in ("description", "anyOf")}


def _declared(name: str, body: Schema) -> str:
    words = body.get("description")
    comment = f"/** {words} */\n" if words else ""
    if "properties" in body:
        fields = "\n".join(f"  {line}" for line in _fields(body))
        return f"{comment}export interface {name} {{\n{fields}\n}}"
    if len(body.get("anyOf", ())) > MEMBERS_ON_ONE_LINE:
        members = "".join(f"\n  | {_type(member)}" for member in body["anyOf"])
        return f"{comment}export type {name} ={members};"
    return f"{comment}export type {name} = {_type(body)};"


def _fields(body: Schema) -> Iterator[str]:
    required = set(body.get("required", ()))
    for field, kind in body["properties"].items():
        yield f"readonly {field}{'' if field in required else '?'}: {_type(kind)};"


def _type(kind: Schema) -> str:
    if "$ref" in kind:
        return str(kind["$ref"]).removeprefix("#/$defs/")
    if "enum" in kind or "anyOf" in kind:
        values = [json.dumps(value) for value in kind.get("enum", ())]
        members = [_type(member) for member in kind.get("anyOf", ())]
        return " | ".join(dict.fromkeys(values + members))
    match kind.get("type"):
        case "array":
            return _array(kind)
        case "object":
            held = kind.get("additionalProperties")
            return f"Readonly<Record<string, {_type(held) if held else 'unknown'}>>"
        case str(plain) if plain in PLAIN:
            return PLAIN[plain]
        case None if not kind.keys() - {"default", "description"}:
            return "unknown"
    raise ValueError(f"no TypeScript for {kind}")


def _array(kind: Schema) -> str:
    if "prefixItems" in kind:
        least = kind.get("minItems", 0)
        items = [
            _type(item) if number < least else f"({_type(item)})?"
            for number, item in enumerate(kind["prefixItems"])
        ]
        return f"readonly [{', '.join(items)}]"
    item = _type(kind["items"])
    return f"readonly {item}[]" if item.isidentifier() else f"readonly ({item})[]"


def main() -> None:
    """Write the files."""
    schemas = {path.name: json.loads(path.read_text(encoding="utf-8")) for path in SCHEMAS}
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, text in typescript(schemas).items():
        (FOLDER / name).write_text(text, encoding="utf-8")
    print(FOLDER.relative_to(ROOT).as_posix())


if __name__ == "__main__":
    main()
