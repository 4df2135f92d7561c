"""Move repeated parts of the OpenAPI document to its components.

``share`` is a postprocessing hook of drf-spectacular and must be the last one. It changes where a
part is, and no content.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from api_kit.openapi import PROBLEM_JSON

Json = dict[str, Any]
Place = tuple[Any, str | int]
"""An object or list of the document, and the key or index of a part in it."""

# Names of responses with several problem codes. Other responses with several codes stay inline.
_RESPONSE_NAMES = {
    frozenset(codes): name
    for name, *codes in (
        ("InvalidBody400", "validation_error", "malformed_json", "duplicate_member"),
        (
            "InvalidCommand400",
            "validation_error",
            "malformed_json",
            "duplicate_member",
            "bad_if_match",
            "bad_idempotency_key",
        ),
        (
            "InvalidNewGame400",
            "validation_error",
            "malformed_json",
            "duplicate_member",
            "bad_idempotency_key",
            "impossible_rules",
        ),
        ("AuthRequired401", "not_authenticated", "invalid_token"),
        ("ScopeRequired403", "account_suspended", "insufficient_scope"),
        ("SeatRequired403", "account_suspended", "insufficient_scope", "not_seated"),
        ("PermissionRequired403", "account_suspended", "insufficient_scope", "not_permitted"),
        (
            "SpectatorsBarred403",
            "account_suspended",
            "insufficient_scope",
            "spectators_barred",
        ),
        (
            "HostRequired403",
            "account_suspended",
            "insufficient_scope",
            "not_host",
            "not_seated",
            "spectators_barred",
        ),
        ("MoveNotFound404", "game_not_found", "no_such_move"),
        (
            "NotYourTurn409",
            "already_left",
            "game_closed",
            "game_over",
            "not_your_turn",
            "wrong_phase",
        ),
        ("WrongPhase409", "already_left", "game_closed", "game_over", "wrong_phase"),
        ("NoSuchSeatOrKeyReused422", "idempotency_key_reused", "no_such_seat"),
        ("InvalidCredentials422", "password_too_weak", "username_reserved"),
        ("LoginLimited429", "locked_out", "rate_limited"),
        ("StreamsLimited429", "rate_limited", "too_many_streams"),
    )
}


def share(result: Json, generator: object, request: object, public: bool) -> Json:
    """Move each repeated response, example, parameter and header to the components.

    A postprocessing hook of drf-spectacular.

    :raises ValueError: if two different parts would get the same name.
    """
    operations = [
        operation for methods in result["paths"].values() for operation in methods.values()
    ]
    components = result["components"]
    # Headers and examples first: responses contain them.
    for kind, places, name_of, at_least in (
        ("headers", _headers, _header_name, 2),
        ("examples", _problem_examples, _problem_example_name, 1),
        ("examples", _other_examples, _other_example_name, 2),
        ("responses", _responses, _response_name, 2),
        ("parameters", _parameters, _parameter_name, 2),
    ):
        found = [place for operation in operations for place in places(operation)]
        shared = _share(kind, found, name_of, at_least=at_least)
        components[kind] = _merged(components.get(kind, {}), shared)
    return result


def _share(
    kind: str,
    places: list[tuple[Place, Json]],
    name_of: Callable[[Place, Json], str | None],
    *,
    at_least: int,
) -> Json:
    """Replace parts that occur ``at_least`` times by references; return these parts by name."""
    parts = [container[key] for (container, key), _ in places]
    counts = Counter(map(_fingerprint, parts))
    names: dict[str, str] = {}
    shared: Json = {}
    for (place, operation), part in zip(places, parts, strict=True):
        fingerprint = _fingerprint(part)
        if "$ref" in part or counts[fingerprint] < at_least:
            continue
        name = names.get(fingerprint) or name_of(place, operation)
        if name is None:
            continue
        names[fingerprint] = name
        shared = _merged(shared, {name: part})
        container, key = place
        container[key] = {"$ref": f"#/components/{kind}/{name}"}
    return shared


def _merged(known: Json, new: Json) -> Json:
    for name in known.keys() & new.keys():
        if known[name] != new[name]:
            raise ValueError(f"Two different components would have the name {name}.")
    return {**known, **new}


def _fingerprint(part: Json) -> str:
    return json.dumps(part, sort_keys=True, default=str)


def _contents(operation: Json) -> Iterator[tuple[str, Json]]:
    """Yield the media type and description of each request body and response body."""
    yield from operation.get("requestBody", {}).get("content", {}).items()
    for response in operation["responses"].values():
        yield from response.get("content", {}).items()


def _headers(operation: Json) -> Iterator[tuple[Place, Json]]:
    for response in operation["responses"].values():
        headers = response.get("headers", {})
        for name in headers:
            yield (headers, name), operation


def _header_name(place: Place, operation: Json) -> str:
    return str(place[1])


def _problem_examples(operation: Json) -> Iterator[tuple[Place, Json]]:
    for media, content in _contents(operation):
        if media == PROBLEM_JSON:
            for code in content["examples"]:
                yield (content["examples"], code), operation


def _problem_example_name(place: Place, operation: Json) -> str:
    return str(place[1])


def _other_examples(operation: Json) -> Iterator[tuple[Place, Json]]:
    for media, content in _contents(operation):
        if media != PROBLEM_JSON:
            examples = content.get("examples", {})
            for name in examples:
                yield (examples, name), operation


def _other_example_name(place: Place, operation: Json) -> str:
    """Return a name made of the operation and the example; no problem code has this form."""
    return f"{_camel(operation['operationId'])}{_camel(str(place[1]))}"


def _responses(operation: Json) -> Iterator[tuple[Place, Json]]:
    for status in operation["responses"]:
        yield (operation["responses"], status), operation


def _response_name(place: Place, operation: Json) -> str | None:
    responses, status = place
    content = responses[status].get("content", {})
    codes = list(content.get(PROBLEM_JSON, {}).get("examples", ()))
    if len(codes) == 1:
        return f"{_camel(codes[0])}{status}"
    return _RESPONSE_NAMES.get(frozenset(codes))


def _parameters(operation: Json) -> Iterator[tuple[Place, Json]]:
    parameters = operation.get("parameters", [])
    for number in range(len(parameters)):
        yield (parameters, number), operation


def _parameter_name(place: Place, operation: Json) -> str | None:
    """Return the name of a header or of an id; return None for query parameters, which differ."""
    parameters, number = place
    parameter = parameters[number]
    is_shared = parameter["in"] == "header" or parameter["name"].endswith("_id")
    return str(parameter["name"]) if is_shared else None


def _camel(name: str) -> str:
    return "".join(word.capitalize() for word in name.replace("-", "_").split("_"))
