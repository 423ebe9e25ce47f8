"""Write the TypeScript types of the protocol from `schemas/`, for `web/packages/wire`.

Owns the small part of JSON Schema that our schemas use; anything else in a schema is an error
here and not a guess. Fields are readonly, enums are unions of strings, and a union is told apart
by its `type` or `what`.

    make schemas
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
SCHEMAS = (
    ROOT / "schemas" / "wire.messages.schema.json",
    ROOT / "schemas" / "wire.requests.schema.json",
)
FILE = ROOT / "web" / "packages" / "wire" / "src" / "generated.ts"
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

MEMBERS_ON_ONE_LINE = 3

Schema = Mapping[str, Any]


def typescript(schemas: Mapping[str, Schema]) -> str:
    """Every part of the schemas as one file of types."""
    parts: dict[str, Schema] = {}
    for schema in schemas.values():
        for name, body in {**schema["$defs"], schema["title"]: _top(schema)}.items():
            if parts.setdefault(name, body) != body:
                raise ValueError(f"two parts are called {name}")
    protocol = {schema["x-protocol"] for schema in schemas.values()}
    blocks = [HEADER, *(f"export type Protocol = {version};" for version in protocol)]
    blocks += [_declared(name, parts[name]) for name in sorted(parts)]
    blocks.append("/** What the server sends. */\nexport type Message = AnyMessage;")
    return "\n".join(block.rstrip("\n") + "\n" for block in blocks)


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
    """Write the file."""
    schemas = {path.name: json.loads(path.read_text(encoding="utf-8")) for path in SCHEMAS}
    FILE.parent.mkdir(parents=True, exist_ok=True)
    FILE.write_text(typescript(schemas), encoding="utf-8")
    print(FILE.relative_to(ROOT).as_posix())


if __name__ == "__main__":
    main()
