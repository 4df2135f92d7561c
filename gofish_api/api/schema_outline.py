"""The OpenAPI schema as the pages of the API reference show it: operations by tag, fields with
readable types.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from django.utils.html import escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from api_kit.openapi import codes_in
from gofish_api.api.samples import CodeSample, SampleCall, call_of, samples_of

Json = Mapping[str, Any]

METHODS = ("get", "post", "put", "patch", "delete")
LIMITS = {
    "format": "{}",
    "minimum": "from {}",
    "maximum": "to {}",
    "minLength": "at least {} long",
    "maxLength": "at most {} long",
    "minItems": "at least {}",
    "maxItems": "at most {}",
}
CODE = re.compile("`([^`]+)`")


class Field(NamedTuple):
    """A parameter or a property. ``fields`` are those of an object without a name of its own."""

    name: str
    type: SafeString
    description: SafeString
    is_required: bool
    place: str
    """The place of a parameter; empty for a property."""
    fields: Sequence["Field"]


class Body(NamedTuple):
    """A body in one media type, with examples as JSON."""

    media_type: str
    type: SafeString
    fields: Sequence[Field]
    examples: Sequence[str]


class DocumentedResponse(NamedTuple):
    """A response. ``shared`` is the name of the component that describes it, or empty."""

    status: str
    shared: str
    description: SafeString
    bodies: Sequence[Body]


class Operation(NamedTuple):
    """What can be called."""

    id: str
    method: str
    path: str
    summary: str
    description: SafeString
    access: str
    parameters: Sequence[Field]
    bodies: Sequence[Body]
    answers: Sequence[DocumentedResponse]
    samples: Sequence[CodeSample]


class Tag(NamedTuple):
    """A group of operations."""

    name: str
    description: str
    operations: Sequence[Operation]


class Shape(NamedTuple):
    """A named schema."""

    name: str
    type: SafeString
    description: SafeString
    fields: Sequence[Field]


class Outline:
    """What the pages show of a schema, in the schema's order."""

    def __init__(self, document: Json) -> None:
        self._document = document

    def tags(self) -> list[Tag]:
        """Return the groups that have operations."""
        by_tag: dict[str, list[Operation]] = {tag["name"]: [] for tag in self._document["tags"]}
        for path, methods in self._document["paths"].items():
            for method in METHODS:
                if operation := methods.get(method):
                    by_tag[operation["tags"][0]].append(self._operation(path, method, operation))
        return [
            Tag(tag["name"], tag["description"], by_tag[tag["name"]])
            for tag in self._document["tags"]
            if by_tag[tag["name"]]
        ]

    def shared_answers(self) -> list[DocumentedResponse]:
        """Return the responses that operations share."""
        responses = self._document["components"].get("responses", {})
        return [self._answer(name, response) for name, response in responses.items()]

    def shapes(self) -> list[Shape]:
        """Return the named schemas."""
        return [
            Shape(name, type_of(schema), marked(schema.get("description", "")), fields_of(schema))
            for name, schema in self._document["components"]["schemas"].items()
        ]

    def _operation(self, path: str, method: str, operation: Json) -> Operation:
        parameters = [self._at(parameter) for parameter in operation.get("parameters", ())]
        request = self._at(operation.get("requestBody", {}))
        return Operation(
            id=operation["operationId"],
            method=method.upper(),
            path=path,
            summary=operation["summary"],
            description=marked(operation.get("description", "")),
            access=_access(operation.get("security", ())),
            parameters=[
                _field(parameter["name"], parameter["schema"], parameter, place=parameter["in"])
                for parameter in parameters
            ],
            bodies=list(self._bodies(request)),
            answers=[
                self._answer(status, response)
                for status, response in operation["responses"].items()
            ],
            samples=samples_of(self.sample_call(path, method, operation)),
        )

    def sample_call(self, path: str, method: str, operation: Json) -> SampleCall:
        """Return the call of an operation that its samples make, with the first example."""
        content = self._at(operation.get("requestBody", {})).get("content", {})
        shape = next((each["schema"] for each in content.values()), None)
        return call_of(
            path,
            method,
            {**operation, "responses": {k: self._at(v) for k, v in operation["responses"].items()}},
            parameters=[self._at(each) for each in operation.get("parameters", ())],
            shape=self._at(shape or {}),
            body=None if shape is None else self.samples(shape)[0],
        )

    def _answer(self, status: str, response: Json) -> DocumentedResponse:
        shared = _name(response["$ref"]) if "$ref" in response else ""
        described = self._at(response)
        bodies = () if shared else list(self._bodies(described))
        description = {**described, **response}.get("description", "")
        return DocumentedResponse(
            status, shared, _linked(codes_in(description)) or marked(description), bodies
        )

    def _bodies(self, holder: Json) -> Iterator[Body]:
        for media_type, content in holder.get("content", {}).items():
            schema = content.get("schema", {})
            examples = [
                json.dumps(sample, indent=2, ensure_ascii=False) for sample in self.samples(schema)
            ]
            yield Body(media_type, type_of(schema), fields_of(schema), examples)

    def samples(self, schema: Json, within: str = "") -> list[Any]:
        """Return the examples of a schema: its own, or one composed for each alternative.

        :raises KeyError: the schema of this name has a text or a fraction, but no example.
        """
        within = _name(schema.get("$ref", within))
        schema = self._at(schema)
        if "examples" in schema:
            return list(schema["examples"])
        if "const" in schema or "enum" in schema:
            return [schema["const"] if "const" in schema else schema["enum"][0]]
        ways = [*schema.get("oneOf", ()), *schema.get("anyOf", ()), *schema.get("allOf", ())[:1]]
        if "null" in schema.get("type", ()) or {"type": "null"} in ways:
            return [None]
        if ways:
            return [sample for way in ways for sample in self.samples(way, within)]
        match schema["type"]:
            case "array":
                return [self.samples(schema["items"], within)[:1]]
            case "object":
                members = schema.get("properties", {}).items()
                return [{name: self.samples(member, within)[0] for name, member in members}]
            case "integer":
                return [schema.get("minimum", 1)]
            case "boolean":
                return [False]
            case _:
                raise KeyError(within)

    def _at(self, value: Json) -> Json:
        """Return the component that a value refers to, or else the value itself."""
        if "$ref" not in value:
            return value
        _, components, kind, name = value["$ref"].split("/")
        component: Json = self._document[components][kind][name]
        return self._at(component)


def marked(text: str) -> SafeString:
    """Return a description as HTML: paragraphs, and code between backticks."""
    paragraphs = [paragraph for paragraph in text.split("\n\n") if paragraph.strip()]
    return format_html_join("", "<p>{}</p>", ((_coded(paragraph),) for paragraph in paragraphs))


def type_of(schema: Json) -> SafeString:
    """Return a short notation of a schema's type, with links to the named schemas."""
    limits = [text.format(schema[key]) for key, text in LIMITS.items() if key in schema]
    if "default" in schema:
        limits.append(f"default {json.dumps(schema['default'])}")
    kind = _kind(schema)
    return format_html("{} ({})", kind, ", ".join(limits)) if limits else kind


def fields_of(schema: Json) -> list[Field]:
    """Return the properties of an object, or of the objects in a list, that has no name."""
    if "items" in schema:
        return fields_of(schema["items"])
    required = schema.get("required", ())
    return [
        _field(name, member, member, is_required=name in required)
        for name, member in schema.get("properties", {}).items()
    ]


def _field(
    name: str, schema: Json, described: Json, *, place: str = "", is_required: bool = False
) -> Field:
    return Field(
        name=name,
        type=type_of(schema),
        description=marked(described.get("description", "")),
        is_required=is_required or described.get("required") is True,
        place=place,
        fields=fields_of(schema),
    )


def _kind(schema: Json) -> SafeString:
    if "$ref" in schema:
        name = _name(schema["$ref"])
        return format_html('<a href="#schema-{0}">{0}</a>', name)
    if "const" in schema:
        return _codes([schema["const"]])
    if "enum" in schema:
        return _codes(schema["enum"])
    for key, word in (("oneOf", " or "), ("anyOf", " or "), ("allOf", " and ")):
        if key in schema:
            return format_html_join(word, "{}", ((type_of(way),) for way in schema[key]))
    if schema.get("type") == "array":
        return format_html("array of {}", type_of(schema.get("items", {})))
    extra = schema.get("additionalProperties")
    if isinstance(extra, dict) and extra:
        return format_html("map to {}", type_of(extra))
    kinds = schema.get("type", "any")
    return mark_safe(escape(kinds if isinstance(kinds, str) else " or ".join(kinds)))  # noqa: S308


def _codes(values: Sequence[Any]) -> SafeString:
    written = ("null" if value is None else str(value) for value in values)
    return format_html_join(" ", "<code>{}</code>", ((text,) for text in written))


def _linked(codes: Sequence[str]) -> SafeString:
    link = '<a href="/problems/{0}"><code>{0}</code></a>'
    return format_html_join(" ", link, ((code,) for code in codes))


def _coded(text: str) -> SafeString:
    return mark_safe(CODE.sub(r"<code>\1</code>", escape(text)))  # noqa: S308


def _access(security: Sequence[Mapping[str, Sequence[str]]]) -> str:
    """Return who may call an operation, in words."""
    scopes = [scope for requirement in security for scope in requirement.get("bearer", ())]
    if {} in security or not security:
        return "No token needed."
    return f"Token with scope {' or '.join(scopes)}." if scopes else "Any token."


def _name(reference: str) -> str:
    return reference.rpartition("/")[2]
