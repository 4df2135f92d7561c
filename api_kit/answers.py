"""Describe an answer once: a ``TypedDict`` is what a view returns and what the schema shows.

mypy compares the dicts that are rendered with it, at no cost when the service runs. What the type
alone does not say is metadata of the member, as in ``Annotated[str, ("open", "over"), "Of it."]``:
a text is its description, a tuple or an enumeration has its choices, a function makes its field.
A ``NamedTuple`` of a package that knows no HTTP is described in the same way.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    NotRequired,
    TypedDict,
    Union,
    get_args,
    get_origin,
    is_typeddict,
)
from typing import get_type_hints as hints_of

from django.db.models import Choices
from drf_spectacular.utils import PolymorphicProxySerializer
from rest_framework import serializers
from rest_framework.fields import Field

AnyField = Field[Any, Any, Any, Any]
Shape = type[serializers.Serializer[Any]]
Time = Annotated[str, serializers.DateTimeField]
"""A time as it is rendered."""

WRITTEN: dict[object, Any] = {}
"""What a type with a mark is in JSON, as ``Annotated[int, "card"]`` is a text, by the mark.

The module that describes such types adds their marks.
"""
_BY_TYPE: Mapping[Any, type[AnyField]] = {
    bool: serializers.BooleanField,
    int: serializers.IntegerField,
    float: serializers.FloatField,
    str: serializers.CharField,
    Any: serializers.JSONField,
}


class PageEnd(TypedDict):
    """The last line of a list: without it, the list was cut off."""

    next: Annotated[str | None, "Address of the next page."]


@cache
def shape(answer: type) -> Shape:
    """Return the serializer that describes a ``TypedDict`` or a ``NamedTuple`` in the schema.

    Its component has the name of the class, without the ``Json`` that distinguishes it from a
    model.
    """
    hints = hints_of(answer, include_extras=True)
    members: dict[str, Any] = {name: field(hint) for name, hint in hints.items()}
    name = answer.__name__.removesuffix("Json")
    return serializer(name, answer.__doc__, members)


def described(answer: Any) -> Any:
    """Return what describes an answer: the shape of a type with members, else the same."""
    return shape(answer) if _has_members(answer) else answer


def field(hint: Any, **options: Any) -> AnyField:
    """Return the field that describes a type.

    :raises KeyError: no field is known for it.
    """
    origin, parts = get_origin(hint), get_args(hint)
    if origin is NotRequired:
        return field(parts[0], **{"required": False, **options})
    if origin is Annotated:
        written, marks = hint.__origin__, dict[str, Any]()
        for mark in hint.__metadata__:
            if mark in WRITTEN:
                written = WRITTEN[mark]
            else:
                marks |= _options(mark)
        return field(written, **marks | options)
    if origin in (Union, UnionType):
        [inner] = [part for part in parts if part is not NoneType]
        return field(inner, **{"allow_null": True, **options})
    if make := options.pop("make", None):
        made: AnyField = make(**options)
        return made
    if _has_members(hint):
        return shape(hint)(**options)
    if origin in (list, tuple, Sequence):
        if _has_members(parts[0]):
            return shape(parts[0])(many=True, **options)
        return serializers.ListField(child=field(parts[0]), **options)
    if origin is dict:
        if parts[1] is not Any:
            options["child"] = field(parts[1])
        return serializers.DictField(**options)
    if origin is Literal or "choices" in options:
        return serializers.ChoiceField(**{"choices": [*parts], **options})
    return _BY_TYPE[hint](**options)


def page(name: str, description: str, answer: Any) -> Shape:
    """Describe a page of a list with cursors."""
    members = {
        "next": field(hints_of(PageEnd, include_extras=True)["next"]),
        "previous": field(str | None),
        "results": shape(answer)(many=True),
    }
    return serializer(name, description, members)


def line(name: str, answer: Any, end: type = PageEnd) -> PolymorphicProxySerializer:
    """Describe a line of a list, or its last line."""
    return PolymorphicProxySerializer(
        name, [described(answer), shape(end)], resource_type_field_name=None, many=False
    )


def one_of(name: str, answers: Mapping[str, Any]) -> PolymorphicProxySerializer:
    """Describe one of several answers; their member ``type`` is the discriminator."""
    by_type = {kind: described(answer) for kind, answer in answers.items()}
    return PolymorphicProxySerializer(name, by_type, "type")


def serializer(name: str, description: str | None, members: dict[str, Any]) -> Shape:
    """Return a serializer class with these members."""
    return type(f"{name}Serializer", (serializers.Serializer,), {"__doc__": description, **members})


def _has_members(hint: Any) -> bool:
    return is_typeddict(hint) or hasattr(hint, "_fields")


def _options(mark: Any) -> dict[str, Any]:
    if isinstance(mark, str):
        return {"help_text": mark}
    if isinstance(mark, tuple):
        return {"choices": mark}
    if isinstance(mark, type) and issubclass(mark, Choices):
        return {"choices": mark.choices}
    return {"make": mark}
