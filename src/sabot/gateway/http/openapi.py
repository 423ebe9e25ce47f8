"""The published description of the interface.

Paths and parameters come from the routes themselves, bodies from the structs that are really read
and written: strict ones say `additionalProperties: false`, arrays and tags are what goes over the
wire. Pages for people are no part of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import Any, get_args

import msgspec
from litestar import Litestar, Response
from litestar.handlers import HTTPRouteHandler
from litestar.params import ParameterKwarg
from litestar.routes import HTTPRoute
from litestar.typing import FieldDefinition

from sabot import __version__
from sabot.gateway.authority import ROUTES
from sabot.gateway.http.door import template_of
from sabot.wire.published import renamed, with_changes
from sabot.wire.strict import Problem

REF = "#/components/schemas/{name}"
PAGES = frozenset({"/", "/{path}", "/api/openapi.json"})
GIVEN = frozenset({"request", "data"})
"""Arguments of a handler that are no parameters of its route."""

PROBLEMS = {
    "400": "It cannot be read; `field` says where.",
    "401": "No account is signed in, or its session has ended.",
    "403": "Not for this role, or from a foreign page.",
    "404": "There is no such thing.",
    "409": "Understood, and not allowed now.",
    "413": "The body is too big.",
    "415": "The body is not JSON.",
    "429": "Too often; `Retry-After` says how long to wait.",
    "500": "A mistake of ours.",
    "503": "Not now: try again.",
}
SESSIONS = {
    "cookie": {"type": "apiKey", "in": "cookie", "name": "__Host-sabot"},
    "bearer": {"type": "http", "scheme": "bearer"},
}
SIGNATURE = {"signature": {"type": "apiKey", "in": "header", "name": "x-sabot-signature"}}
SIGNED_WITH = ("x-sabot-key-id", "x-sabot-timestamp")
"""What is signed together with the body, and by which key: as calls to an operator's wallet are."""

Json = dict[str, Any]
Route = tuple[str, str, HTTPRouteHandler]


def described(app: Litestar) -> Json:
    """The whole document."""
    routes = [route for route in _routes(app) if route[1] not in PAGES]
    bodies = [kind for *_, one in routes for kind in (_sent(one), _answered(one)) if kind]
    kinds = list(dict.fromkeys([Problem, *bodies]))
    schemas, parts = renamed(*msgspec.json.schema_components(kinds, ref_template=REF), ref=REF)
    components = with_changes(parts, ref=REF)
    of_kind = dict(zip(kinds, schemas, strict=True))
    paths: Json = {}
    for route in sorted(routes, key=lambda route: (route[1], route[0])):
        paths.setdefault(route[1], {})[route[0].lower()] = _operation(route, of_kind)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Sabot", "version": __version__},
        "paths": paths,
        "components": {"schemas": components, "securitySchemes": SESSIONS | SIGNATURE},
    }


def _routes(app: Litestar) -> Iterator[Route]:
    for route in app.routes:
        if isinstance(route, HTTPRoute):
            for handler in route.route_handlers:
                for method in handler.http_methods:
                    if str(method) != "OPTIONS":
                        yield str(method), template_of(route.path), handler


def _operation(route: Route, of_kind: dict[Any, Json]) -> Json:
    method, path, handler = route
    sent, answered = _sent(handler), _answered(handler)
    operation: Json = {"operationId": handler.handler_name.split(".")[-1].strip("_")}
    parameters = list(_parameters(path, handler))
    if parameters:
        operation["parameters"] = parameters
    if sent is not None:
        content = {"application/json": {"schema": of_kind[sent]}}
        about = {"description": handler.opt["about"]} if "about" in handler.opt else {}
        operation["requestBody"] = {**about, "required": True, "content": content}
    good: Json = {"description": "Done."}
    if answered is not None:
        good["content"] = {"application/json": {"schema": of_kind[answered]}}
    problem = {"application/json": {"schema": of_kind[Problem]}}
    operation["responses"] = {str(handler.status_code): good} | {
        status: {"description": why, "content": problem} for status, why in PROBLEMS.items()
    }
    operation["security"] = [{name: []} for name in _known_by(method, path, handler)]
    return operation


def _known_by(method: str, path: str, handler: HTTPRouteHandler) -> Json:
    """The ways to say who asks; none where all callers may."""
    if handler.opt.get("signed"):
        return SIGNATURE
    return {} if ROUTES[method, path].public else SESSIONS


def _parameters(path: str, handler: HTTPRouteHandler) -> Iterator[Json]:
    for name in SIGNED_WITH if handler.opt.get("signed") else ():
        yield {"name": name, "in": "header", "required": True, "schema": {"type": "string"}}
    for name, field in handler.parsed_fn_signature.parameters.items():
        if name not in GIVEN:
            in_path = f"{{{name}}}" in path
            yield {
                "name": name,
                "in": "path" if in_path else "query",
                "required": in_path or not field.has_default,
                "schema": _schema(field),
            }


def _schema(field: FieldDefinition) -> Json:
    [kind] = [
        one
        for one in get_args(field.annotation) or (field.annotation,)
        if one is not None and one is not type(None)
    ]
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return {"type": "string", "enum": [one.value for one in kind]}
    schema: Json = {"type": "integer" if kind is int else "string"}
    limits = field.kwarg_definition
    if isinstance(limits, ParameterKwarg):
        stated = {
            "minLength": limits.min_length,
            "maxLength": limits.max_length,
            "pattern": limits.pattern,
            "minimum": limits.ge,
            "maximum": limits.le,
        }
        schema |= {name: value for name, value in stated.items() if value is not None}
    return schema


def _sent(handler: HTTPRouteHandler) -> Any:
    field = handler.parsed_data_field
    return handler.opt.get("body") if field is None else field.annotation


def _answered(handler: HTTPRouteHandler) -> Any:
    kind = handler.parsed_return_field.annotation
    origin = getattr(kind, "__origin__", None)
    if isinstance(origin, type) and issubclass(origin, Response):
        [kind] = get_args(kind)
    is_struct = isinstance(kind, type) and issubclass(kind, msgspec.Struct)
    return kind if is_struct else None
