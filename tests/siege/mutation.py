"""Frames that no client should send: valid requests, changed in every way."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

SCHEMA = Path(__file__).parents[2] / "schemas" / "wire.requests.schema.json"
DOCUMENT = Path(__file__).parents[2] / "docs" / "wire.md"
DEEP = "[" * 3_000 + "]" * 3_000

EVIL: tuple[Any, ...] = (
    *(float("nan"), float("inf"), -float("inf"), -1, 0, -0.0, 1.5, 1e308),
    *(2**31, 2**53, 2**53 - 1, 2**63, 2**63 - 1, -(2**63), 2**64, 10**400),
    *(None, True, False, "", " ", "null", "0", "-1", "NaN", "\x00", "\ud800", "\udfff\ud800"),
    *("é" * 40, "🂡" * 20, "a" * 64, "a" * 65, "a" * 5_000, "../../etc/passwd", "%00", "' OR 1=1"),
    *([], {}, [[]], {"type": "ping"}, [None] * 50, {"": ""}, {"__proto__": {}}),
    *("speed-1", "blackjack-1", "brag-1", "table:speed-1", "support", "support:ben", "support:ann"),
    *("ann", "ben", "login:ann", "staff:login:dealer-house-1", "speed-1-1/0/ben/player"),
    *("PlaceChip", "ConfirmBets", "CancelRound", "TimeUp", "Configure", "watch", "act", "ping"),
)


def documented() -> list[dict[str, Any]]:
    """Every request that the document shows, and every answer as well: bent all the same."""
    found = []
    for block in DOCUMENT.read_text("utf-8").split("```json\n")[1:]:
        for line in block.split("```")[0].splitlines():
            try:
                message = json.loads(line)
            except ValueError:
                continue
            if isinstance(message, dict):
                found.append(message)
    return found


NAMES = ("speed-1", "player", "1", "x.y:z-0", "9H", "stand")


class Schema:
    """Values as the published schema allows them, by chance."""

    def __init__(self, luck: Random) -> None:
        self._schema = json.loads(SCHEMA.read_text("utf-8"))
        self._luck = luck

    def request(self) -> dict[str, Any]:
        """A request that can be read, whatever becomes of it."""
        found = self._value(self._schema)
        assert isinstance(found, dict)
        return found

    def _value(self, schema: dict[str, Any]) -> Any:
        if "$ref" in schema:
            return self._value(self._schema["$defs"][schema["$ref"].rpartition("/")[2]])
        for several in ("anyOf", "oneOf"):
            if several in schema:
                return self._value(self._luck.choice(schema[several]))
        allowed = schema.get("enum", [schema["const"]] if "const" in schema else [])
        if allowed:
            return self._luck.choice(allowed)
        return self._of_type(schema)

    def _of_type(self, schema: dict[str, Any]) -> Any:
        low, high = schema.get("minimum", -5), schema.get("maximum", 2**40)
        makers: dict[str, Callable[[], Any]] = {
            "object": lambda: self._object(schema),
            "array": lambda: [self._value(schema["items"])] * self._luck.randint(0, 3),
            "integer": lambda: self._luck.choice((low, high, self._luck.randint(low, high))),
            "boolean": lambda: self._luck.random() < 0.5,
            "string": lambda: self._luck.choice(NAMES),
        }
        return makers.get(schema.get("type", ""), lambda: None)()

    def _object(self, schema: dict[str, Any]) -> dict[str, Any]:
        required = set(schema.get("required", ()))
        return {
            name: self._value(part)
            for name, part in schema.get("properties", {}).items()
            if name in required or self._luck.random() < 0.5
        }


def _places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    found = [path] if path else []
    if isinstance(value, dict):
        for key in value:
            found += _places(value[key], (*path, key))
    elif isinstance(value, list):
        for number in range(len(value)):
            found += _places(value[number], (*path, number))
    return found


def bent(message: dict[str, Any], luck: Random) -> bytes:
    """One request with one to three things wrong in its structure."""
    changed = copy.deepcopy(message)
    for _ in range(luck.randint(1, 3)):
        places = _places(changed)
        if not places:
            break
        *path, last = luck.choice(places)
        holder: Any = changed
        for step in path:
            holder = holder[step]
        match luck.randrange(5):
            case 0 if isinstance(holder, dict):
                del holder[last]
            case 1 if isinstance(holder, dict):
                holder[luck.choice(("type", "cmd_id", "player", "x" * luck.randint(1, 9)))] = (
                    copy.deepcopy(luck.choice(EVIL))
                )
            case _:
                holder[last] = copy.deepcopy(luck.choice(EVIL))
    return json.dumps(changed).encode("utf-8", "surrogatepass")


def broken(raw: bytes, luck: Random) -> bytes:
    """The same with bytes wrong."""
    data = bytearray(raw or b"{}")
    for _ in range(luck.randint(1, 4)):
        at = luck.randrange(len(data) or 1)
        match luck.randrange(6):
            case 0:
                data[at : at + 1] = bytes((luck.randrange(256),))
            case 1:
                del data[at : at + luck.randint(1, 12)]
            case 2:
                data[at:at] = luck.randbytes(luck.randint(1, 8))
            case 3:
                data[at:at] = data[at : at + luck.randint(1, 30)]
            case 4:
                data[at:at] = b'"type":"ping",'
            case _:
                data[at:at] = luck.choice(
                    (b"\xed\xa0\x80", b"\xff\xfe", b"NaN", b"\\ud800", b"\x00")
                )
    return bytes(data[:60_000])


class Mutator:
    """A stream of frames; the same seed gives the same frames."""

    def __init__(self, seed: int) -> None:
        self.luck = Random(seed)
        self._documented = documented()
        self._schema = Schema(self.luck)

    def frame(self, table: str | None = None) -> tuple[str, bytes]:
        """What was done, and the text."""
        luck = self.luck
        shown = luck.random() < 0.3
        message = luck.choice(self._documented) if shown else self._schema.request()
        if table is not None and isinstance(message.get("table"), str):
            message = {**message, "table": table}
        match luck.randrange(10):
            case 0:
                return "as it is", json.dumps(message).encode("utf-8", "surrogatepass")
            case 1 | 2 | 3:
                whole = json.dumps(message).encode("utf-8", "surrogatepass")
                return "bytes", broken(whole, luck)
            case 4 if luck.randrange(20) == 0:
                whole = json.dumps(message).encode("utf-8", "surrogatepass")
                return "deep", whole[:-1] + f', "deep": {DEEP}}}'.encode()
            case 5:
                return "both", broken(bent(message, luck), luck)
            case _:
                return "schema", bent(message, luck)
