"""The OpenAPI description of the wire, made from the messages.

`python -m sabot.adapters.wallet.openapi schemas/operator-wallet.openapi.json` writes it; a test
sees to it that the committed file says the same.
"""

from __future__ import annotations

import inspect
import sys
from pathlib import Path

import msgspec

from sabot.adapters.wallet import signing, wire

VERSION = "1"

Json = dict[str, object]

_ABOUT = (
    "The game server calls the operator. Every call is a signed POST with a JSON body. A decided "
    "answer is an HTTP 200 whose `status` is a word; any other HTTP status means that nothing was "
    "decided, and the call is repeated with the same id. The same id always gets the same answer."
)
_HEADERS = {
    signing.KEY_ID: "Which shared key signs the call.",
    signing.TIMESTAMP: "Unix time in milliseconds; at most five minutes from the operator's clock.",
    signing.SIGNATURE: "Hex of HMAC-SHA256(secret, timestamp + '.' + call + '.' + raw body).",
}


def description() -> Json:
    """The whole document."""
    messages = [message for call in wire.CALLS.values() for message in call]
    _, schemas = msgspec.json.schema_components(
        [*messages, wire.Refused], ref_template="#/components/schemas/{name}"
    )
    return {
        "openapi": "3.1.0",
        "info": {"title": "Operator wallet", "version": VERSION, "description": _ABOUT},
        "paths": {f"/{name}": {"post": _operation(name)} for name in wire.CALLS},
        "components": {"schemas": {name: schemas[name] for name in sorted(schemas)}},
    }


def _operation(name: str) -> Json:
    request, answer = wire.CALLS[name]
    undecided = _response("Nothing was decided.", wire.Refused)
    return {
        "operationId": name,
        "summary": (inspect.getdoc(request) or "").splitlines()[0],
        "parameters": [_header(header, about) for header, about in _HEADERS.items()],
        "requestBody": {"required": True, "content": _content(request)},
        "responses": {
            "200": _response(inspect.getdoc(answer) or "", answer),
            "400": undecided,
            "401": undecided,
        },
    }


def _header(name: str, about: str) -> Json:
    schema = {"type": "string"}
    return {"name": name, "in": "header", "required": True, "description": about, "schema": schema}


def _response(about: str, message: type[wire.Message]) -> Json:
    return {"description": about, "content": _content(message)}


def _content(message: type[wire.Message]) -> Json:
    return {"application/json": {"schema": {"$ref": f"#/components/schemas/{message.__name__}"}}}


def document() -> str:
    """The document as text, the same on every machine."""
    return msgspec.json.format(msgspec.json.encode(description()), indent=2).decode() + "\n"


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(document(), encoding="utf-8")
