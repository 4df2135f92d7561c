"""The schema says everything of every operation: whoever adds one finds here what is still missing."""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

import pytest
from django.urls import resolve
from drf_spectacular.generators import SchemaGenerator
from jsonschema import Draft202012Validator

from accounts import tokens
from api_kit.serializers import QuerySerializer
from gofish_api.api.problem_handler import PROBLEMS
from tests.contract.references import expanded

Json = dict[str, Any]
PROBLEM = "application/problem+json"
COMMAND_ANSWERS = {"CommandAnswer", "CreatedGame"}


class Operation(NamedTuple):
    """An operation of the schema."""

    method: str
    path: str
    says: Json

    def contents(self) -> Iterator[tuple[str, str, Json]]:
        """Yield what is sent and answered: status or ``request``, media type, description."""
        for media, content in self.says.get("requestBody", {}).get("content", {}).items():
            yield "request", media, content
        for status, response in self.says["responses"].items():
            for media, content in response.get("content", {}).items():
                yield status, media, content

    def header(self, name: str) -> Json | None:
        """Return the header that may be sent."""
        found = [
            each
            for each in self.says.get("parameters", ())
            if (each["in"], each["name"]) == ("header", name)
        ]
        return found[0] if found else None

    def is_command(self) -> bool:
        """Return whether it moves a game."""
        return any(
            content["schema"].get("$ref", "").rpartition("/")[2] in COMMAND_ANSWERS
            for _, _, content in self.contents()
        )


@cache
def document() -> Json:
    schema: Json = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    return expanded(schema)


OPERATIONS = [
    Operation(method, path, says)
    for path, methods in document()["paths"].items()
    for method, says in methods.items()
]
every_operation = pytest.mark.parametrize(
    "operation", [pytest.param(each, id=each.says["operationId"]) for each in OPERATIONS]
)


@every_operation
def test_it_is_described(operation: Operation) -> None:
    says = operation.says
    described = {tag["name"] for tag in document()["tags"] if tag["description"]}

    assert says["summary"]
    assert says["description"]
    assert len(says["tags"]) == 1 and set(says["tags"]) <= described
    assert says["operationId"] == says["operationId"].lower()


@every_operation
def test_every_body_has_examples_that_are_as_it_says(operation: Operation) -> None:
    for status, media, content in operation.contents():
        examples = content.get("examples")
        assert examples, f"{status} {media} has no example"
        check = validator(content["schema"])
        for name, example in examples.items():
            check.validate(example["value"])
            if media == PROBLEM:
                problem = PROBLEMS[name]
                assert (example["value"]["code"], str(problem.status)) == (name, status)


@every_operation
def test_every_parameter_is_described(operation: Operation) -> None:
    for parameter in operation.says.get("parameters", ()):
        assert parameter.get("description"), parameter["name"]


@every_operation
def test_its_query_has_the_parameters_that_it_reads(operation: Operation) -> None:
    view = resolve(re.sub("{[a-z_]+}", "1", operation.path)).func.cls  # type: ignore[attr-defined]
    shape = view.query_shape if operation.method == "get" else QuerySerializer
    described = {
        parameter["name"]
        for parameter in operation.says.get("parameters", ())
        if parameter["in"] == "query"
    }

    assert described == set(shape().fields)


@every_operation
def test_its_security_names_the_scope(operation: Operation) -> None:
    for requirement in operation.says["security"]:
        if "bearer" in requirement:
            assert len(requirement["bearer"]) == 1
            assert set(requirement["bearer"]) <= set(tokens.SCOPES)


@every_operation
def test_every_answer_has_the_headers_of_limits(operation: Operation) -> None:
    for status, response in operation.says["responses"].items():
        headers = set(response["headers"])
        assert headers >= {"RateLimit", "RateLimit-Policy"}
        assert ("Retry-After" in headers) == (status in ("429", "503"))


@every_operation
def test_what_moves_a_game_is_safe_to_retry_and_says_its_version(operation: Operation) -> None:
    answers = operation.says["responses"]
    if operation.is_command():
        assert operation.header("Idempotency-Key")
        success = next(status for status in answers if status.startswith("2"))
        assert "ETag" in answers[success]["headers"]
    if "412" in answers:
        assert operation.header("If-Match")
    if "304" in answers:
        assert operation.header("If-None-Match")
        assert "ETag" in answers["200"]["headers"] and "ETag" in answers["304"]["headers"]


@every_operation
def test_what_makes_something_that_can_be_read_says_where(operation: Operation) -> None:
    made = operation.says["responses"].get("201", {"headers": {}})
    kind = operation.path.rpartition("/")[2]
    can_be_read = any(
        other.method == "get" and re.search(rf"/{kind}/{{[a-z_]+}}$", other.path)
        for other in OPERATIONS
    )

    is_made = "201" in operation.says["responses"]
    assert ("Location" in made["headers"]) == (is_made and can_be_read)


def test_events_of_streams_are_described_one_by_one() -> None:
    streams = [
        content
        for operation in OPERATIONS
        for _, media, content in operation.contents()
        if media == "text/event-stream"
    ]
    assert len(streams) >= 2

    for content in streams:
        frame = resolved(content["schema"])
        kinds = frame["discriminator"]["mapping"]
        for kind, reference in kinds.items():
            properties = resolved({"$ref": reference})["properties"]
            assert properties["event"] == {"type": "string", "const": kind}
            assert "$ref" in properties["data"]
        shown = [example["value"]["event"] for example in content["examples"].values()]
        assert sorted(shown) == sorted(kinds)


def test_names_are_fit_for_generated_clients() -> None:
    """No component is a constant, null or a copy; no choices are without a name where one exists."""
    schemas = document()["components"]["schemas"]
    choices = [frozenset(schema["enum"]) for schema in schemas.values() if "enum" in schema]

    assert all(len(values) > 1 for values in choices)
    assert len(set(choices)) == len(choices)
    assert not [name for name in schemas if name.endswith("Enum") or name[0].islower()]
    # In the generated client a model's name in lower case is a variable, as each property of it is.
    assert not [
        name for name, schema in schemas.items() if name.lower() in schema.get("properties", {})
    ]
    assert not set(unnamed_choices({"paths": document()["paths"], "schemas": schemas})) & set(
        choices
    )


def unnamed_choices(part: object, name: str = "") -> Iterator[frozenset[str]]:
    """Yield the choices below a part of the document that are no component of their own."""
    if isinstance(part, list):
        for each in part:
            yield from unnamed_choices(each)
    elif isinstance(part, Mapping):
        if name != "schemas" and isinstance(part.get("enum"), list):
            yield frozenset(part["enum"])
        for key, each in part.items():
            if key != "examples" and not (name == "schemas" and "enum" in each):
                yield from unnamed_choices(each, key)


def validator(schema: Json) -> Draft202012Validator:
    return Draft202012Validator({**schema, "components": {"schemas": closed_schemas()}})


@cache
def closed_schemas() -> Json:
    """Return the schemas, none of which lets a property pass that it does not name."""
    return {
        name: {"additionalProperties": False, **schema} if "properties" in schema else schema
        for name, schema in document()["components"]["schemas"].items()
    }


def resolved(schema: Json) -> Json:
    found = document()["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    return dict(found)
