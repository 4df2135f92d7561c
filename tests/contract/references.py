"""Follow the references of an OpenAPI document."""

from typing import Any

Json = dict[str, Any]

_KEPT = "#/components/schemas/"


def follow(part: Json, document: Json) -> Json:
    """Return the target of a reference, or the part itself if it is no reference.

    :raises KeyError: the target does not exist.
    """
    while "$ref" in part:
        target: Any = document
        for name in part["$ref"].removeprefix("#/").split("/"):
            target = target[name.replace("~1", "/").replace("~0", "~")]
        part = target
    return part


def expanded(document: Json) -> Json:
    """Return the document with all references resolved, except those to schemas."""
    result: Json = _expand(document, document)
    return result


def _expand(part: Any, document: Json) -> Any:
    if isinstance(part, list):
        return [_expand(each, document) for each in part]
    if not isinstance(part, dict):
        return part
    reference = part.get("$ref")
    if isinstance(reference, str) and not reference.startswith(_KEPT):
        siblings = {name: each for name, each in part.items() if name != "$ref"}
        return {**_expand(follow(part, document), document), **siblings}
    return {name: _expand(each, document) for name, each in part.items()}
