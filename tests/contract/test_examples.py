"""The examples of the schema have the members of answers in the scenes of :mod:`tests.scenes`.

``make generated`` records those that are missing or out of date.
"""

import json
import os
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest
from django.core.cache import cache
from django.db import transaction
from pytest_django import Settings

from gofish_api.api.schema_hooks import EXAMPLES
from tests import permissions, players, scenes
from tests.contract.changes import samples
from tests.contract.test_operations import OPERATIONS, Operation, document, validator
from tests.players import API

Named = tuple[str, Any]
"""The name of a schema, and a value that it describes."""

STARTING_PROCESSES = ("verify_transcript",)
FORMS = ("exchange_code", "begin_device", "revoke_app_token")
"""Operations without a body of JSON. Their tests are in `tests/accounts/test_oauth.py`."""


@pytest.mark.django_db
def test_an_example_has_the_members_of_an_answer(settings: Settings) -> None:
    settings.RATES = dict.fromkeys(settings.RATES, "none")
    examples: dict[str, list[Any]] = json.loads(EXAMPLES.read_text())
    recorded: dict[str, list[Any]] = {}
    for name, value in bodies():
        recorded.setdefault(name, []).append(value)

    stale = {
        name
        for name in recorded.keys() & (examples.keys() | without_sample())
        if not is_current(name, examples.get(name, []), recorded[name])
    }

    if os.environ.get("WRITE_GENERATED"):
        written = examples | {name: [chosen(name, recorded[name])] for name in stale}
        lines = [
            f'"{name}": {json.dumps(written[name], ensure_ascii=False)}' for name in sorted(written)
        ]
        EXAMPLES.write_text("{\n" + ",\n".join(lines) + "\n}\n")
    else:
        assert not stale


def bodies() -> Iterator[Named]:
    """Call every operation in its scene; yield the parts of each body of JSON."""
    world = permissions.build_world()
    for operation in OPERATIONS:
        if operation.spec["operationId"] not in {*permissions.STREAMED, *FORMS}:
            with transaction.atomic():
                cache.clear()
                yield from _bodies(operation, scenes.of(operation.spec["operationId"], world))
                transaction.set_rollback(True)


def _bodies(operation: Operation, scene: scenes.Scene) -> Iterator[Named]:
    found = {("request", "application/json"): scene.body}
    if operation.spec["operationId"] not in STARTING_PROCESSES:
        send = getattr(scene.caller.client, operation.method)
        headers = {"If-Match": scene.if_match} if scene.if_match else {}
        data = scene.query if operation.method == "get" else scene.body
        answer = send(API + scene.path, data, headers=headers)
        assert answer.status_code < 300, (operation.path, answer.content)
        media = answer.get("Content-Type", "")
        if media.endswith(("/json", "+json")):
            found[str(answer.status_code), media] = answer.json()
    for status, media, content in operation.contents():
        if (value := found.get((status, media))) is not None:
            yield from parts(content["schema"], value)


def parts(schema: Any, value: Any) -> Iterator[Named]:
    """Yield the parts of a value that a named schema describes."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        if isinstance(value, dict):
            yield name, value
        schema = document()["components"]["schemas"][name]
    kinds = schema.get("discriminator", {}).get("mapping", {})
    if kinds:
        yield from parts({"$ref": kinds[value[schema["discriminator"]["propertyName"]]]}, value)
        return
    for way in (*schema.get("allOf", ()), *schema.get("oneOf", ())):
        if (way.get("type") == "null") == (value is None):
            yield from parts(way, value)
    if isinstance(value, dict):
        for name, each in schema.get("properties", {}).items():
            if name in value:
                yield from parts(each, value[name])
    elif isinstance(value, list):
        for each in value:
            yield from parts(schema.get("items", {}), each)


def without_sample() -> set[str]:
    """Return the names of the schemas that need an example of their own."""
    schemas = deepcopy(document()["components"]["schemas"])
    names = set()
    contents = [content for operation in OPERATIONS for _, _, content in operation.contents()]
    while contents:
        try:
            samples({"components": {"schemas": schemas}}, contents[-1]["schema"])
        except KeyError as error:
            [name] = error.args
            schemas[name]["examples"] = [None]
            names.add(name)
        else:
            contents.pop()
    return names


def is_current(name: str, examples: list[Any], recorded: list[Any]) -> bool:
    """Return whether examples are valid, and one of an answer has the members of a recorded one."""
    check = validator({"$ref": f"#/components/schemas/{name}"})
    is_alike = any(each.keys() == other.keys() for each in examples for other in recorded)
    is_request = bool(examples) and name.endswith("Request")
    return all(map(check.is_valid, examples)) and (is_alike or is_request)


def chosen(name: str, recorded: list[Any]) -> Any:
    """Return the last value: a request as it was sent, an answer abridged."""
    return recorded[-1] if name.endswith("Request") else abridged(recorded[-1])


def abridged(value: Any) -> Any:
    """Return a value with one object at most in a list, and two in a map of objects."""
    if isinstance(value, dict):
        kept = {name: abridged(each) for name, each in value.items()}
        are_objects = all(isinstance(each, dict) for each in value.values())
        return dict([*kept.items()][:2]) if are_objects else kept
    if isinstance(value, list):
        most = 1 if value and isinstance(value[0], dict) else len(value)
        return [abridged(each) for each in value[:most]]
    return value


@pytest.mark.django_db
def test_answers_at_other_moments_have_the_described_members() -> None:
    ann = players.guest()
    game = ann.create()
    version = players.guest().join(game).json()["state"]["version"]
    replays = [ann.get(f"/games/{game}/replay?at={at}").json() for at in range(1, version + 1)]

    assert {"lobby", "dealer", "deal"} <= {replay["phase"] for replay in replays}
    for replay in replays:
        validator({"$ref": "#/components/schemas/ReplayedPosition"}).validate(replay)
    listed = ann.get("/games?expand=rules").json()
    validator({"$ref": "#/components/schemas/GamePage"}).validate(listed)
