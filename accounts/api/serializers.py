"""Strict shapes for request bodies: the declared fields, of the declared JSON types, no others.

DRF's own fields read ``5`` as ``"5"`` and ``"true"`` as ``true``; a client that sends those has a
mistake it should hear of. Query parameters are all text, so for them DRF's fields are right.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any, ClassVar

from django.http import QueryDict
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail, ValidationError


class StrictSerializer(serializers.Serializer[Any]):
    """A serializer that refuses fields it does not know. For bodies and for query parameters."""

    schema_extras: ClassVar[dict[str, Any]] = {}
    """What JSON Schema should say of the object besides its fields, such as ``dependentRequired``."""

    default_error_messages = {"invalid": "Expected a JSON object, not {datatype}."}

    @classmethod
    def parse(cls, data: object) -> dict[str, Any]:
        """Return the checked values of ``request.data`` or ``request.query_params``.

        :raises ValidationError: with every error of every field.
        """
        if data is None:
            sentence = "Expected a JSON object, not null."
            raise ValidationError({"non_field_errors": [ErrorDetail(sentence, "null")]})
        # DRF takes an empty parameter for a missing one, as in a form; here it is an empty one.
        values = _of(cls).run_validation(_once_each(data) if isinstance(data, QueryDict) else data)
        return dict(values)

    def to_internal_value(self, data: Any) -> Any:
        """Check the declared fields and report the others, all at once."""
        unknown = self._unknown(data)
        try:
            values = super().to_internal_value(data)
        except ValidationError as error:
            if isinstance(error.detail, dict):
                raise ValidationError({**error.detail, **unknown}) from None
            raise
        if unknown:
            raise ValidationError(unknown)
        return values

    def _unknown(self, data: object) -> dict[str, list[ErrorDetail]]:
        if not isinstance(data, Mapping):
            return {}
        known = {str(field.field_name) for field in self._writable_fields}
        sentence = f"Unknown field. Known here: {', '.join(sorted(known)) or 'none'}."
        return {
            str(name): [ErrorDetail(sentence, "unknown_field")]
            for name in data
            if name not in known
        }


@cache
def _of(cls: type[StrictSerializer]) -> StrictSerializer:
    """Return the serializer of a class; DRF copies every field for each, and validating changes none."""
    return cls()


def _once_each(query: QueryDict) -> dict[str, str]:
    """Return the parameters of a query, each of which is given once.

    :raises ValidationError: if one is given twice: which of the two counts is not clear.
    """
    if twice := [name for name, values in query.lists() if len(values) > 1]:
        raise ValidationError({name: [ErrorDetail("Give it once.", "duplicate")] for name in twice})
    return {name: str(value) for name, value in query.items()}


class StrictCharField(serializers.CharField):
    """A JSON string, kept as it is, spaces included, without NUL characters."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"trim_whitespace": False, **options})

    def to_internal_value(self, data: Any) -> str:
        """Take strings only."""
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class StrictEmailField(StrictCharField, serializers.EmailField):
    """A JSON string that is an e-mail address."""


class StrictChoiceField(serializers.ChoiceField):
    """A JSON string out of a few; the error names them."""

    def __init__(self, choices: Any, **options: Any) -> None:
        super().__init__(choices, **options)
        allowed = ", ".join(str(choice) for choice in self.choices)
        self.error_messages = {
            **self.error_messages,
            "invalid_choice": f'"{{input}}" is none of: {allowed}.',
        }

    def to_internal_value(self, data: Any) -> Any:
        """Take strings only."""
        if not isinstance(data, str):
            self.fail("invalid_choice", input=data)
        return super().to_internal_value(data)


class StrictIntegerField(serializers.IntegerField):
    """A JSON number without a fraction."""

    def to_internal_value(self, data: Any) -> int:
        """Take whole numbers only: JSON writes 7 as 7.0 too, and in Python a bool is an int."""
        if isinstance(data, float) and data.is_integer():
            return int(data)
        if not isinstance(data, int) or isinstance(data, bool):
            self.fail("invalid")
        return data


class StrictBooleanField(serializers.BooleanField):
    """``true`` or ``false``."""

    def to_internal_value(self, data: Any) -> bool:
        """Take booleans only."""
        if not isinstance(data, bool):
            self.fail("invalid", input=data)
        return data
