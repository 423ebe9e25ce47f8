"""The description an operator reads is the one that the code follows."""

import json
import re
from pathlib import Path

import msgspec

from sabot.adapters.wallet import signing, wire
from sabot.adapters.wallet.openapi import description, document

COMMITTED = Path(__file__).resolve().parents[3] / "schemas" / "operator-wallet.openapi.json"


def test_the_committed_description_is_up_to_date() -> None:
    """Otherwise: `python -m sabot.adapters.wallet.openapi` with the path of the file."""
    assert COMMITTED.read_text(encoding="utf-8") == document()


def test_every_call_and_every_reference_is_described() -> None:
    told = msgspec.json.decode(document())
    assert set(told["paths"]) == {f"/{name}" for name in wire.CALLS}
    schemas = told["components"]["schemas"]
    for reference in _references(description()):
        assert reference.removeprefix("#/components/schemas/") in schemas
    assert schemas["Bet"]["required"] == [
        *("id", "player", "token", "round", "currency", "amount", "scale")
    ]
    assert "token" not in schemas["Result"]["properties"]


def _references(node: object) -> set[str]:
    if isinstance(node, dict):
        own = {node["$ref"]} if "$ref" in node else set()
        return own.union(*(_references(value) for value in node.values()))
    if isinstance(node, list):
        return set().union(*(_references(value) for value in node))
    return set()


# --- the document that explains it ----------------------------------------------------------------

GUIDE = Path(__file__).resolve().parents[3] / "docs" / "operator-wallet.md"


def test_the_example_in_the_guide_is_signed_as_it_says() -> None:
    text = GUIDE.read_text(encoding="utf-8")
    body = next(line for line in text.splitlines() if line.startswith('{"id":') and "token" in line)
    told = dict(re.findall(r"^(x-sabot-[a-z-]+): (.+)$", text, re.MULTILINE))
    secrets = {told[signing.KEY_ID]: b"not a real secret"}
    now = int(told[signing.TIMESTAMP])
    assert signing.verified(secrets, told, now_ms=now, call="bet", body=body.encode())
    assert msgspec.json.decode(body, type=wire.Bet).amount == 1_200


def test_the_bodies_in_the_guide_are_those_of_their_calls() -> None:
    text = GUIDE.read_text(encoding="utf-8")
    calls = re.findall(r"^POST /wallet/([a-z]+)\n(\{.*\})\n(\{.*\})?", text, re.MULTILINE)
    assert {name for name, _, _ in calls} == wire.CALLS.keys() - {"bet"}
    for name, sent, answered in calls:
        request, answer = wire.CALLS[name]
        told = msgspec.json.decode(sent, type=request)
        assert msgspec.json.encode(told).decode() == sent
        if answered:
            heard = msgspec.json.decode(answered, type=answer)
            assert msgspec.json.decode(msgspec.json.encode(heard)) == json.loads(answered)


def test_the_guide_names_every_call_and_every_status() -> None:
    text = GUIDE.read_text(encoding="utf-8")
    for word in (*wire.CALLS, *wire.Status):
        assert f"`{word}`" in text
