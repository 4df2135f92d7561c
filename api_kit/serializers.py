"""Strict shapes for request bodies: the declared fields, of the declared JSON types, no others.

DRF's own fields read ``5`` as ``"5"`` and ``"true"`` as ``true``; a client that sends those has a
mistake it should hear of. Query parameters are all text, so for them DRF's fields are right.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any, ClassVar

import orjson
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail, ValidationError

LONGEST_QUOTED = 60  # characters of what a client sent


class StrictSerializer(serializers.Serializer[Any]):
    """A serializer that refuses fields it does not know."""

    member: ClassVar = "field"
    schema_extras: ClassVar[dict[str, Any]] = {}
    """What JSON Schema should say of the object besides its fields, such as ``dependentRequired``."""

    @classmethod
    def parse(cls, data: object) -> dict[str, Any]:
        """Return the checked values of a request's data or query.

        :raises ValidationError: with every error of every field.
        """
        if not isinstance(data, Mapping):
            sentence = f"Expected a JSON object, not {as_sent(data)}."
            code = "null" if data is None else "invalid"
            raise ValidationError({"non_field_errors": [ErrorDetail(sentence, code)]})
        return dict(_of(cls).run_validation(data))

    def to_internal_value(self, data: Any) -> Any:
        """Check the declared fields and report the others, all at once."""
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
        """Return what is wrong besides the values of declared fields, by name: fields that are not known."""
        known = {str(field.field_name) for field in self._writable_fields}
        sentence = f"Unknown {self.member}. Known here: {', '.join(sorted(known)) or 'none'}."
        return {
            str(name): [ErrorDetail(sentence, "unknown_field")]
            for name in data
            if name not in known
        }


class QuerySerializer(StrictSerializer):
    """The parameters of a query, each of which is given once; this one has none."""

    member = "query parameter"

    def to_internal_value(self, data: Any) -> Any:
        """Check the parameters; DRF takes an empty one for a missing one, as in a form, here it is an empty one.

        :raises ValidationError: if one is given twice: which of the two counts is not clear.
        """
        if twice := [name for name, values in data.lists() if len(values) > 1]:
            sentence = "Give it once."
            raise ValidationError({name: [ErrorDetail(sentence, "duplicate")] for name in twice})
        return super().to_internal_value(data.dict())


def as_sent(value: object) -> str:
    """Spell a value in JSON, as it came; a long one is cut, and of a list or an object only the kind is told."""
    if isinstance(value, list | dict):
        return "a list" if isinstance(value, list) else "an object"
    text = orjson.dumps(value).decode()
    return text if len(text) <= LONGEST_QUOTED else f"{text[:LONGEST_QUOTED]}…"


@cache
def _of(cls: type[StrictSerializer]) -> StrictSerializer:
    """Return the serializer of a class; DRF copies every field for each, and validating changes none."""
    return cls()


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
        known = ", ".join(as_sent(choice) for choice in self.choices)
        texts = "one of the texts" if len(self.choices) > 1 else "the text"
        self.error_messages = {
            **self.error_messages,
            "invalid_choice": f"Expected {texts} {known}, not {{input}}.",
        }

    def to_internal_value(self, data: Any) -> Any:
        """Take strings only."""
        if not isinstance(data, str) or data not in self.choice_strings_to_values:
            self.fail("invalid_choice", input=as_sent(data))
        return super().to_internal_value(data)


class StrictListField(serializers.ListField):
    """A JSON list."""

    def to_internal_value(self, data: Any) -> Any:
        """Take lists only."""
        if not isinstance(data, list):
            sentence = f"Expected a JSON list, not {as_sent(data)}."
            raise ValidationError(sentence, code="not_a_list")
        return super().to_internal_value(data)


class StrictObjectField(serializers.DictField):
    """A JSON object of any members."""

    def to_internal_value(self, data: Any) -> Any:
        """Take objects only."""
        if not isinstance(data, dict):
            sentence = f"Expected a JSON object, not {as_sent(data)}."
            raise ValidationError(sentence, code="not_a_dict")
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
