"""Every operation is documented completely: a new one fails here until it is."""

import json
import re
from collections.abc import Iterator, Mapping
from copy import deepcopy
from functools import cache
from typing import Any, NamedTuple

import pytest
from django.conf import settings
from django.urls import resolve
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.settings import patched_settings
from jsonschema import Draft202012Validator

from accounts.credentials import tokens
from api_kit.components import share
from api_kit.serializers import QuerySerializer
from games.live.frames import FrameFormat
from gofish_api.api import published_schema
from tests.contract.changes import Json, expanded, samples

COMMAND_ANSWERS = {"CommandAnswer", "CreatedGame"}


class Operation(NamedTuple):
    """An operation of the schema."""

    method: str
    path: str
    spec: Json

    def contents(self) -> Iterator[tuple[str, str, Json]]:
        """Yield status (or ``request``), media type and content of each body."""
        for media, content in self.spec.get("requestBody", {}).get("content", {}).items():
            yield "request", media, content
        for status, response in self.spec["responses"].items():
            for media, content in response.get("content", {}).items():
                yield status, media, content

    def header(self, name: str) -> Json | None:
        """Return a request header, or None."""
        found = [
            each
            for each in self.spec.get("parameters", ())
            if (each["in"], each["name"]) == ("header", name)
        ]
        return found[0] if found else None

    def is_command(self) -> bool:
        """Return whether it is a command of a game."""
        return any(
            content["schema"].get("$ref", "").rpartition("/")[2] in COMMAND_ANSWERS
            for _, _, content in self.contents()
        )


@cache
def document() -> Json:
    return expanded(published_schema.document())


OPERATIONS = [
    Operation(method, path, spec)
    for path, methods in document()["paths"].items()
    for method, spec in methods.items()
]
every_operation = pytest.mark.parametrize(
    "operation", [pytest.param(each, id=each.spec["operationId"]) for each in OPERATIONS]
)


@every_operation
def test_an_operation_is_described(operation: Operation) -> None:
    spec = operation.spec
    described = {tag["name"] for tag in document()["tags"] if tag["description"]}

    assert spec["summary"]
    assert spec["description"]
    assert len(spec["tags"]) == 1 and set(spec["tags"]) <= described
    assert spec["operationId"] == spec["operationId"].lower()


@every_operation
def test_every_body_has_valid_examples(operation: Operation) -> None:
    for status, media, content in operation.contents():
        examples = samples(document(), content["schema"])
        assert examples, f"{status} {media} has no example"
        for example in examples:
            validator(content["schema"]).validate(example)


@every_operation
def test_every_parameter_is_described(operation: Operation) -> None:
    for parameter in operation.spec.get("parameters", ()):
        assert parameter.get("description"), parameter["name"]


@every_operation
def test_the_query_parameters_are_those_of_the_view(operation: Operation) -> None:
    view = resolve(re.sub("{[a-z_]+}", "1", operation.path)).func.cls  # type: ignore[attr-defined]
    shape = view.query_shape if operation.method == "get" else QuerySerializer
    described = {
        parameter["name"]
        for parameter in operation.spec.get("parameters", ())
        if parameter["in"] == "query"
    }

    assert described == set(shape().fields)


@every_operation
def test_the_security_names_one_scope_at_a_time(operation: Operation) -> None:
    for requirement in operation.spec["security"]:
        if "bearer" in requirement:
            assert len(requirement["bearer"]) == 1
            assert set(requirement["bearer"]) <= set(tokens.SCOPES)


@every_operation
def test_every_response_has_the_rate_limit_headers(operation: Operation) -> None:
    for status, response in operation.spec["responses"].items():
        headers = set(response["headers"])
        assert headers >= {"RateLimit", "RateLimit-Policy"}
        if status != "202":  # what is being computed may say when it will be there
            assert ("Retry-After" in headers) == (status in ("429", "503", "default"))


@every_operation
def test_commands_have_idempotency_keys_and_etags(operation: Operation) -> None:
    answers = operation.spec["responses"]
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
def test_a_response_to_a_creation_has_a_location(operation: Operation) -> None:
    made = operation.spec["responses"].get("201", {"headers": {}})
    kind = operation.path.rpartition("/")[2]
    can_be_read = any(
        other.method == "get" and re.search(rf"/{kind}/{{[a-z_]+}}$", other.path)
        for other in OPERATIONS
    )

    is_made = "201" in operation.spec["responses"]
    assert ("Location" in made["headers"]) == (is_made and can_be_read)


def test_every_frame_of_a_stream_is_described() -> None:
    streams = [
        content
        for operation in OPERATIONS
        for _, media, content in operation.contents()
        if media in [each.value for each in FrameFormat]
        and operation.spec["operationId"].startswith("stream_")
    ]
    assert len(streams) >= 2 * len(FrameFormat)

    for content in streams:
        frame = resolved(content["schema"])
        kinds = frame["discriminator"]["mapping"]
        assert frame["discriminator"]["propertyName"] == "type"
        for kind, reference in kinds.items():
            properties = resolved({"$ref": reference})["properties"]
            assert properties["type"] == {"type": "string", "const": kind}
            assert "$ref" in properties["data"]
        shown = [example["type"] for example in samples(document(), content["schema"])]
        assert sorted(shown) == sorted(kinds)


def test_component_names_suit_generated_clients() -> None:
    """No component is a constant, null or a duplicate; enums that have a component refer to it."""
    schemas = document()["components"]["schemas"]
    choices = [frozenset(schema["enum"]) for schema in schemas.values() if "enum" in schema]

    assert all(len(values) > 1 for values in choices)
    assert len(set(choices)) == len(choices)
    assert not [name for name in schemas if name.endswith("Enum") or name[0].islower()]
    # In the generated client a lower-case model name and each property are variables of one scope.
    assert not [
        name for name, schema in schemas.items() if name.lower() in schema.get("properties", {})
    ]
    assert not set(unnamed_choices({"paths": document()["paths"], "schemas": schemas})) & set(
        choices
    )


def unnamed_choices(part: object, name: str = "") -> Iterator[frozenset[str]]:
    """Yield the inline enums of a part of the document."""
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
    """Return the schemas without additional properties."""
    return {
        name: {"additionalProperties": False, **schema} if "properties" in schema else schema
        for name, schema in document()["components"]["schemas"].items()
    }


def resolved(schema: Json) -> Json:
    found = document()["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    return dict(found)


# --- repeated parts are components ----------------------------------------------------------------


HOOK = "api_kit.components.share"


def configured_hooks() -> list[str]:
    spectacular: dict[str, Any] = settings.SPECTACULAR_SETTINGS
    return list(spectacular["POSTPROCESSING_HOOKS"])


def test_no_text_has_a_line_separator_written_out_or_as_an_escape() -> None:
    """Generators copy patterns into code, where U+2028 and U+2029 end a regular expression."""
    written = json.dumps(document(), ensure_ascii=False)

    assert re.findall(r"\\u202[89]|[\u2028\u2029]", written) == []


@cache
def document_in_place() -> Json:
    """Return the schema before the hook: each part where it is used."""
    hooks = [each for each in configured_hooks() if each != HOOK]
    with patched_settings({"POSTPROCESSING_HOOKS": hooks}):
        schema: Json = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    return schema


def test_sharing_repeated_parts_does_not_change_the_content() -> None:
    before, after = expanded(document_in_place()), expanded(published_schema.document())

    assert after["paths"] == before["paths"]
    assert after["components"]["schemas"] == before["components"]["schemas"]


def test_two_different_parts_with_one_name_are_refused() -> None:
    twice = deepcopy(document_in_place())
    [key, *_] = twice["paths"]["/api/v1/games/{game_id}/ask"]["post"]["parameters"]
    twice["components"]["parameters"] = {key["name"]: {**key, "description": "Another."}}

    with pytest.raises(ValueError, match="Idempotency-Key"):
        share(twice, None, None, True)
