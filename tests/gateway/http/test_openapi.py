"""The published description: complete, strict, and true for whatever is thrown at the server."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from tests.gateway.http.conftest import Casino

from sabot.adapters.wallet.signing import KEY_ID, SIGNATURE, TIMESTAMP
from sabot.gateway.authority import ROUTES
from sabot.gateway.http.openapi import PAGES, described

CHECKS = (
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
)
SCHEMAS = Path(__file__).resolve().parents[3] / "schemas"
EXAMPLES = 8
SECONDS_MAX = 30
ENDS_SESSIONS = ("/api/exclusion", "/api/cool-off", "/api/sign-out", "/api/sign-out/everywhere")
NOT_JSON = ("/metrics",)


@pytest.fixture(scope="module")
def document(casino: Casino) -> dict[str, Any]:
    return described(casino.here.gateway.app)


def test_every_route_is_described(document: dict[str, Any]) -> None:
    found = {(m.upper(), path) for path, item in document["paths"].items() for m in item}
    assert found == {route for route in ROUTES if route[1] not in PAGES}


def test_bodies_are_strict(document: dict[str, Any]) -> None:
    schemas = document["components"]["schemas"]
    for item in document["paths"].values():
        for operation in item.values():
            content = operation.get("requestBody", {}).get("content", {})
            reference = content.get("application/json", {}).get("schema", {}).get("$ref")
            if reference is not None:
                assert schemas[reference.rpartition("/")[2]]["additionalProperties"] is False
    assert schemas["Problem"]["additionalProperties"] is False
    assert schemas["Bead"]["type"] == "array"


def test_an_update_of_a_replay_names_what_it_sets(document: dict[str, Any]) -> None:
    schemas = document["components"]["schemas"]
    published = json.loads((SCHEMAS / "wire.messages.schema.json").read_text(encoding="utf-8"))
    for name in ("TableViewChanges", "AskedHappening", "Asked", "Tile", "You"):
        assert schemas[name].get("properties", {}).keys() == (
            published["$defs"][name].get("properties", {}).keys()
        )
    assert schemas["Update"]["properties"]["set"] == {
        "$ref": "#/components/schemas/TableViewChanges"
    }
    assert not [name for name in schemas if "." in name]


def test_a_launch_says_how_it_is_signed(document: dict[str, Any]) -> None:
    launch = document["paths"]["/operator/v1/launch"]["post"]
    headers = {one["name"] for one in launch["parameters"] if one["in"] == "header"}
    assert headers == {"x-sabot-key-id", "x-sabot-timestamp"}
    assert launch["security"] == [{"signature": []}]
    assert {*headers, "x-sabot-signature"} == {KEY_ID, TIMESTAMP, SIGNATURE}
    scheme = document["components"]["securitySchemes"]["signature"]
    assert (scheme["in"], scheme["name"]) == ("header", "x-sabot-signature")


def attempts(document: dict[str, Any]) -> Iterator[Any]:
    schema = schemathesis.openapi.from_dict(document)
    for found in schema.get_all_operations():
        assert isinstance(found, Ok), found
        yield found.ok()


@pytest.mark.parametrize("login", [None, "ann", "shift_manager-house-1", "auditor-house-1"])
def test_no_request_breaks_the_server(
    casino: Casino,
    document: dict[str, Any],
    login: str | None,
    record_property: Callable[[str, object], None],
) -> None:
    here = casino.here
    headers = {} if login is None else casino.run(here.bearer(login))
    deadline = time.monotonic() + SECONDS_MAX
    count = 0

    def attempt(operation: Any) -> None:
        @settings(
            max_examples=EXAMPLES,
            deadline=None,
            derandomize=True,
            database=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(case=operation.as_strategy())
        def one(case: Any) -> None:
            nonlocal count
            if time.monotonic() > deadline:
                return
            count += 1
            response = case.call(base_url=here.address, headers=headers, timeout=10)
            case.validate_response(response, checks=CHECKS)

        one()

    for operation in attempts(document):
        spared = login is not None and operation.path in ENDS_SESSIONS
        if operation.path not in NOT_JSON and not spared:
            attempt(operation)
    assert count > 50
    record_property("counted", f"requests made up from the schema as {login}: {count}")
