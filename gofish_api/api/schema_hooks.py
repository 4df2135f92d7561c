"""Hooks of drf-spectacular that make the schema fit for client generators."""

import json
import re
from pathlib import Path
from typing import Any

from drf_spectacular.openapi import AutoSchema
from uritemplate import variables

from api_kit.endpoint import Endpoint
from api_kit.openapi import OAUTH_ERRORS, OWN_PAGES_ONLY
from api_kit.serializers import QuerySerializer
from games.live.answers import FINAL_REASONS
from games.play.api.schema import IN_PATHS

EXAMPLES = Path(__file__).with_name("examples.json")
"""Examples of named schemas, recorded by `tests/contract/test_examples.py`.

A schema without one is composed of others.
"""
TIME = re.compile(r"20\d\d(?=-\d\d-\d\dT)")
TRANSCRIPT = "gofish-transcript"
REFERENCE = "#/components/schemas/"
NULL = {"type": "null"}
EXTENSIBLE = "x-extensible"
FINAL = "x-final"
CLOSED = frozenset(
    {
        "Card",
        "DisputeStatus",
        "ExportContent",
        "GameStatus",
        "MatchStatus",
        "Method",
        "Phase",
        "Rank",
        "SeatedPlayerKind",
        "VerdictScope",
        "Visibility",
    }
)
"""Components that never get another value. All others with choices are marked as extensible."""

Schema = dict[str, Any]


class OperationSchema(AutoSchema):
    """An operation of the schema, with its path, its query and its cost class."""

    def get_override_parameters(self) -> list[Any]:
        """Return what is known about the path, and the query that the view checks."""
        shape = getattr(self.view, "query_shape", QuerySerializer)
        query = [shape] if self.method == "GET" and shape is not QuerySerializer else []
        return [*(IN_PATHS[name] for name in variables(self.path) if name in IN_PATHS), *query]

    def get_extensions(self) -> Schema:
        """Name the cost class as ``x-cost``, and mark what is for our own pages only."""
        view = self.view
        if not isinstance(view, Endpoint):
            return {}
        is_own = self.method in view.own_pages_only and view.other_pages == Endpoint.other_pages
        own = {OWN_PAGES_ONLY: True} if is_own else {}
        errors = {OAUTH_ERRORS: True} if view.answers_oauth_errors else {}
        return {"x-cost": view.cost_of(self.method).value, **own, **errors}


def name_choices(result: Schema, generator: object, request: object, public: bool) -> Schema:
    """Replace choices by references to named schemas, and single choices by constants.

    drf-spectacular alone names a schema for each constant and for null, and misses choices in
    parameters and nullable lists.
    """
    schemas: Schema = result["components"]["schemas"]
    constants, names = {}, {}
    for name, schema in [*schemas.items()]:
        values = schema.get("enum", ())
        if schema == NULL:
            constants[name] = schemas.pop(name)
        elif len(values) == 1:
            constants[name] = {"type": schemas.pop(name)["type"], "const": values[0]}
        elif values:
            names[frozenset(values)] = name
    kept = {name: schemas.pop(name) for name in names.values()}
    for part in ("paths", "components"):
        result[part] = _named(result[part], names, constants)
    all_schemas = {**result["components"]["schemas"], **kept}
    result["components"]["schemas"] = dict(sorted(all_schemas.items()))
    return result


def mark_extensible(result: Schema, generator: object, request: object, public: bool) -> Schema:
    """Set ``x-extensible`` in components that may get more values or alternatives."""
    for name, schema in result["components"]["schemas"].items():
        if ("enum" in schema or "discriminator" in schema) and name not in CLOSED:
            schema[EXTENSIBLE] = True
    return result


def mark_final(result: Schema, generator: object, request: object, public: bool) -> Schema:
    """List the reasons after which a stream must not be opened again as ``x-final``."""
    result["components"]["schemas"]["StreamEndReason"] |= {
        "description": "After a reason of `x-final` do not open the same stream again.",
        FINAL: FINAL_REASONS,
    }
    return result


def open_to_all(result: Schema, generator: object, request: object, public: bool) -> Schema:
    """Set ``security`` of operations without tokens to an empty list: ``[{}]`` reads as
    optional. Messages to webhooks are signed, and have no token.
    """
    for methods in (*result["paths"].values(), *result.get("webhooks", {}).values()):
        for operation in methods.values():
            if operation.get("security", [{}]) == [{}]:
                operation["security"] = []
    return result


def require_bodies(result: Schema, generator: object, request: object, public: bool) -> Schema:
    """Require the body where an object needs at least one member, whichever it is.

    drf-spectacular alone requires a body only for required members.
    """
    schemas = result["components"]["schemas"]
    for methods in result["paths"].values():
        for operation in methods.values():
            for media in operation.get("requestBody", {}).get("content", {}).values():
                name = media["schema"].get("$ref", "").removeprefix(REFERENCE)
                if schemas.get(name, {}).get("minProperties"):
                    operation["requestBody"]["required"] = True
    return result


def name_ignored_keys(result: Schema, generator: object, request: object, public: bool) -> Schema:
    """State for each POST without an ``Idempotency-Key`` that it ignores one."""
    for methods in result["paths"].values():
        post = methods.get("post")
        if post and all(each["name"] != "Idempotency-Key" for each in post.get("parameters", ())):
            post["description"] += " Ignores `Idempotency-Key`."
    return result


def add_examples(result: Schema, generator: object, request: object, public: bool) -> Schema:
    """Add the recorded examples to the named schemas, eight years later, so that no time is past.

    The times of a transcript stay, because its digests contain them.

    :raises KeyError: there is no such schema.
    """
    for name, examples in json.loads(EXAMPLES.read_text()).items():
        text = json.dumps(examples)
        if TRANSCRIPT not in text:
            text = TIME.sub(lambda year: str(int(year[0]) + 8), text)
        result["components"]["schemas"][name]["examples"] = json.loads(text)
    return result


def _named(part: Any, names: dict[frozenset[Any], str], constants: dict[str, Schema]) -> Any:
    """Return a part of the document with references instead of choices."""
    if isinstance(part, list):
        return [_named(item, names, constants) for item in part]
    if not isinstance(part, dict):
        return part
    refers_to = str(part.get("$ref", "")).removeprefix(REFERENCE)
    if refers_to in constants:
        return constants[refers_to]
    choices = part.get("enum")
    if isinstance(choices, list):
        part = {key: value for key, value in part.items() if key != "minLength"}
        if name := names.get(frozenset(choices)):
            others = {key: value for key, value in part.items() if key not in ("enum", "type")}
            return {"$ref": REFERENCE + name, **others}
    found = {
        key: value if key in ("example", "examples") else _named(value, names, constants)
        for key, value in part.items()
    }
    if len(only := found.get("allOf", ())) == 1 and only[0].keys() == {"$ref"}:
        del found["allOf"]  # OpenAPI 3.1 lets a reference have a description next to it
        return {**only[0], **found}
    return found
