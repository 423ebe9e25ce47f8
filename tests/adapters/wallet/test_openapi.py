"""The description an operator reads is the one that the code follows."""

from pathlib import Path

import msgspec

from sabot.adapters.wallet import wire
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
