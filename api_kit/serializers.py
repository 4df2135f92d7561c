"""Strict serializers and fields for request bodies: declared fields and JSON types only.

DRF's own fields accept ``5`` for ``"5"`` and ``"true"`` for ``true``; here both are errors. Query
parameters are all text, so they use DRF's fields.
"""

from collections.abc import Collection, Mapping
from datetime import datetime
from functools import cache, lru_cache
from typing import Any, ClassVar

import orjson
from django.utils.functional import cached_property
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail, ValidationError
from rest_framework.request import Request
from rest_framework.utils.serializer_helpers import BindingDict

from api_kit.parsers import read_json

LONGEST_REMEMBERED = 64  # bytes of a body
LONGEST_QUOTED = 60  # characters of what a client sent


class StrictSerializer(serializers.Serializer[Any]):
    """A serializer that rejects unknown fields."""

    member: ClassVar = "field"
    schema_extras: ClassVar[dict[str, Any]] = {}
    """Keywords that the object's JSON Schema has in addition, such as ``dependentRequired``."""

    @classmethod
    def parse(cls, data: object) -> dict[str, Any]:
        """Return the validated values of a request's body or query.

        :raises ValidationError: it is invalid; lists every error of every field.
        """
        if not isinstance(data, Mapping):
            sentence = f"Expected a JSON object, not {as_sent(data)}."
            code = "null" if data is None else "invalid"
            raise ValidationError({"non_field_errors": [ErrorDetail(sentence, code)]})
        return dict(_of(cls).run_validation(data))

    @classmethod
    def read(cls, request: Request) -> dict[str, Any]:
        """Return the validated values of a request's body, as :meth:`parse` does of its data.

        Remembers short bodies, since players send few different ones; valid ones only. For shapes
        whose values are immutable.

        :raises ValidationError: it is invalid.
        """
        meta = request._request.META
        if meta.get("CONTENT_TYPE") == "application/json" and "HTTP_CONTENT_ENCODING" not in meta:
            body = request._request.body
            if 0 < len(body) <= LONGEST_REMEMBERED:
                return dict(_read(cls, body))
        return cls.parse(request.data)

    def to_internal_value(self, data: Any) -> Any:
        """Validate the declared fields and the object as a whole; raise all errors together."""
        errors = self.cross_field_errors(data) if isinstance(data, Mapping) else {}
        try:
            values = super().to_internal_value(data)
        except ValidationError as error:
            if isinstance(error.detail, dict):
                raise ValidationError({**error.detail, **errors}) from None
            raise
        if errors:
            raise ValidationError(errors)
        return values

    def cross_field_errors(self, data: Mapping[Any, Any]) -> dict[str, list[ErrorDetail]]:
        """Return the errors that no declared field finds itself, by field name: unknown fields."""
        known = {str(field.field_name) for field in self._writable_fields}
        allowed = f"Allowed: {', '.join(sorted(known))}." if known else "None is allowed here."
        sentence = f"Unknown {self.member}: leave it out. {allowed}"
        return {
            str(name): [ErrorDetail(sentence, "unknown_field")]
            for name in data
            if name not in known
        }


class EmptySerializer(StrictSerializer):
    """An empty object, or no body."""


class QuerySerializer(StrictSerializer):
    """The query parameters of an operation, none by default. Each may be given once. Spaces at the
    ends of a text are kept: the schema allows a text of spaces.
    """

    member = "query parameter"

    @cached_property
    def fields(self) -> BindingDict:
        """The fields by name. None trims a text."""
        fields: BindingDict = super().fields
        for field in fields.values():
            if isinstance(field, serializers.CharField):
                field.trim_whitespace = False
        return fields

    def to_internal_value(self, data: Any) -> Any:
        """Validate the parameters. An empty one is an empty value, not a missing one as in a form.

        :raises ValidationError: one is given twice, unknown or invalid.
        """
        if twice := [name for name, values in data.lists() if len(values) > 1]:
            sentence = "Send this parameter only once."
            raise ValidationError({name: [ErrorDetail(sentence, "duplicate")] for name in twice})
        return super().to_internal_value(data.dict())


def as_sent(value: object) -> str:
    """Return a value as JSON for an error message: cut if long, only its type if nested."""
    if isinstance(value, list | dict):
        return "a list" if isinstance(value, list) else "an object"
    text = orjson.dumps(value).decode()
    return text if len(text) <= LONGEST_QUOTED else f"{text[:LONGEST_QUOTED]}…"


@cache
def _of(cls: type[StrictSerializer]) -> StrictSerializer:
    """Cache one serializer of a class: DRF copies its fields for each; validation changes none."""
    return cls()


@lru_cache(maxsize=1024)
def _read(cls: type[StrictSerializer], body: bytes) -> dict[str, Any]:
    return cls.parse(read_json(body))


class StrictCharField(serializers.CharField):
    """A JSON string without NUL characters; spaces at its ends are kept."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"trim_whitespace": False, **options})

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class StrictEmailField(StrictCharField, serializers.EmailField):
    """A JSON string that is an e-mail address."""


class StrictChoiceField(serializers.ChoiceField):
    """A JSON string that is one of the choices; the error lists the offered ones."""

    default_error_messages: ClassVar = {"invalid_choice": "Expected {one_of} {known}, not {input}."}

    def offered(self) -> Collection[str]:
        """Return the choices that clients should know of: by default all."""
        choices: Collection[str] = self.choices
        return choices

    def to_internal_value(self, data: Any) -> Any:
        if not isinstance(data, str) or data not in self.choice_strings_to_values:
            offered = self.offered()
            self.fail(
                "invalid_choice",
                one_of="one of" if len(offered) > 1 else "the string",
                known=", ".join(as_sent(choice) for choice in offered),
                input=as_sent(data),
            )
        return super().to_internal_value(data)


class StrictListField(serializers.ListField):
    def to_internal_value(self, data: Any) -> Any:
        if not isinstance(data, list):
            sentence = f"Expected a JSON list, not {as_sent(data)}."
            raise ValidationError(sentence, code="not_a_list")
        return super().to_internal_value(data)


class UniqueListField(StrictListField):
    """A JSON list in which no value occurs twice; ``item`` names a value in the error."""

    def __init__(self, *, item: str, **options: Any) -> None:
        super().__init__(**options)
        self.item = item

    def run_validation(self, data: Any = serializers.empty) -> Any:
        """Check the values, then that each occurs once.

        :raises ValidationError: if one does not.
        """
        values = super().run_validation(data)
        if len(set(values)) < len(values):
            raise ValidationError(f"Name each {self.item} once.", code="duplicate")
        return values


class StrictObjectField(serializers.DictField):
    def to_internal_value(self, data: Any) -> Any:
        if not isinstance(data, dict):
            sentence = f"Expected a JSON object, not {as_sent(data)}."
            raise ValidationError(sentence, code="not_a_dict")
        return super().to_internal_value(data)


class StrictIntegerField(serializers.IntegerField):
    """A JSON number without a fractional part."""

    def to_internal_value(self, data: Any) -> int:
        """Accept 7 and 7.0, which are equal in JSON; reject booleans, which are ints in Python."""
        if isinstance(data, float) and data.is_integer():
            return int(data)
        if not isinstance(data, int) or isinstance(data, bool):
            self.fail("invalid")
        return data


class TimeField(serializers.DateTimeField):
    """A time with its offset from UTC, as a JSON string or in a query."""

    default_error_messages: ClassVar[dict[str, Any]] = {
        "invalid": "Expected a time with its offset from UTC, such as 2026-01-31T12:00:00Z."
    }

    def enforce_timezone(self, value: datetime) -> datetime:
        """Refuse a time without an offset, also that of a bare date: DRF would take it for UTC."""
        if value.tzinfo is None:
            self.fail("invalid")
        return super().enforce_timezone(value)


class StrictBooleanField(serializers.BooleanField):
    def to_internal_value(self, data: Any) -> bool:
        if not isinstance(data, bool):
            self.fail("invalid", input=data)
        return data
