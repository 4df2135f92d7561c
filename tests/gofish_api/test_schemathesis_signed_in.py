"""Every operation succeeds for a caller who may call it, and its answers are as the schema says.

Requests made up from the schema alone hardly get past 401, 403 and 404. Here each is sent where it
can succeed: by a caller with a token, to what exists, in a scene of :mod:`tests.scenes`. What a
request changes is undone. `HYPOTHESIS_PROFILE=nightly` makes up many more.
"""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.db import transaction
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis
from pytest_django import DjangoDbBlocker, Settings
from schemathesis import GenerationMode

from tests import permissions, scenes
from tests.databases import connection_kept
from tests.gofish_api.test_schemathesis import CASES, CONFIG, checks_to_exclude, loaded
from tests.permissions import World

pytestmark = [pytest.mark.slow]

BASE = "/api/v1"
SIGNED_IN = {**CONFIG, "parameters": {}}

schema = loaded(SIGNED_IN)
OPERATIONS = {
    operation.definition.raw["operationId"]: operation
    for operation in (result.ok() for result in schema.get_all_operations())
}

STARTING_PROCESSES = ("verify_transcript",)


@pytest.fixture(scope="module")
def built(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[World]:
    """Callers and what they have, for all tests: each undoes what it changes."""
    cache.clear()
    with django_db_blocker.unblock(), transaction.atomic():
        yield permissions.build_world()
        transaction.set_rollback(True)


@pytest.fixture
def world(built: World, db: None, settings: Settings) -> World:
    """Callers who are limited by nothing, and what they have."""
    settings.RATES = dict.fromkeys(settings.RATES, "none")
    return built


# Letters are sent meanwhile by a thread of its own, which draws their ids: nothing that repeats.
@pytest.mark.filterwarnings("ignore:Do not use the `random` module inside strategies")
@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.slow] if name in STARTING_PROCESSES else [])
        for name in OPERATIONS
    ],
)
def test_an_operation_succeeds_for_a_permitted_caller(name: str, world: World) -> None:
    answered = Counter[int]()

    @hypothesis(
        max_examples=CASES,
        derandomize=CASES < 100,
        database=None,
        deadline=None,
        suppress_health_check=[*HealthCheck],
    )
    @given(case=OPERATIONS[name].as_strategy(generation_mode=GenerationMode.POSITIVE))
    def send(case: Any) -> None:
        with transaction.atomic():
            answered.update(_answers(name, case, world))
            transaction.set_rollback(True)

    send()

    assert any(status < 300 for status in answered), (
        f"operation {name} never got a 2xx, only {dict(answered)}: "
        "add a scene in which it succeeds to SCENES of tests/scenes.py"
    )


def _answers(name: str, case: Any, world: World) -> Iterator[int]:
    """Send a request as it was made up, and with the body and the query of its scene; check
    both.
    """
    cache.clear()
    try:
        scene = scenes.of(name, world)
    except KeyError:
        pytest.fail(f"operation {name} has no call: add it to CALLS of tests/permissions.py")
    case.path_parameters = _parameters(case.path, scene.path)
    case.headers.pop("If-Match", None)
    if scene.if_match:
        case.headers["If-Match"] = scene.if_match
    headers = {"Authorization": f"Bearer {scene.caller.secret}"}
    yield _send(case, headers)
    if scene.body is not None or scene.query is not None:
        case.body = case.body if scene.body is None else scene.body
        case.query = case.query if scene.query is None else scene.query
        yield _send(case, headers)


def _parameters(template: str, path: str) -> dict[str, str]:
    """Return what stands in a path in the places that its template names."""
    pattern = re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", template)
    found = re.fullmatch(pattern, BASE + path)
    assert found, f"{path} is no path of {template}"
    return found.groupdict()


def _send(case: Any, headers: dict[str, str]) -> int:
    with transaction.atomic(), connection_kept():
        response = case.call(headers=headers)
        case.validate_response(
            response, headers=headers, excluded_checks=checks_to_exclude(case, response)
        )
        transaction.set_rollback(True)
    status: int = response.status_code
    return status
