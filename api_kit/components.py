"""Move repeated parts of the OpenAPI document to its components.

``share`` is a postprocessing hook of drf-spectacular and must be the last one. It changes where a
part is, and no content.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

Json = dict[str, Any]
Place = tuple[Any, str | int]
"""An object or list of the document, and the key or index of a part in it."""


def share(result: Json, generator: object, request: object, public: bool) -> Json:
    """Move each repeated response, parameter and header to the components.

    A postprocessing hook of drf-spectacular.

    :raises ValueError: if two different parts would get the same name.
    """
    operations = [
        operation for methods in result["paths"].values() for operation in methods.values()
    ]
    components = result["components"]
    # Headers first: responses contain them.
    for kind, places, name_of, at_least in (
        ("headers", _headers, _header_name, 2),
        ("responses", _responses, _response_name, 2),
        ("parameters", _parameters, _parameter_name, 2),
    ):
        inlined = [place for operation in operations for place in places(operation)]
        shared = _share(kind, inlined, name_of, at_least=at_least)
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


def _headers(operation: Json) -> Iterator[tuple[Place, Json]]:
    for response in operation["responses"].values():
        headers = response.get("headers", {})
        for name in headers:
            yield (headers, name), operation


def _header_name(place: Place, operation: Json) -> str:
    return str(place[1])


def _responses(operation: Json) -> Iterator[tuple[Place, Json]]:
    for status in operation["responses"]:
        yield (operation["responses"], status), operation


def _response_name(place: Place, operation: Json) -> str:
    """Return the name of the schema, if any, with the status."""
    responses, status = place
    for content in responses[status].get("content", {}).values():
        return f"{content['schema']['$ref'].rpartition('/')[2]}{status}"
    return f"Empty{status}"


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
