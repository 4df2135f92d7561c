"""Cost classes: every route has one, and light operations are fast."""

import re
import time
from itertools import takewhile
from typing import Any

import pytest
from django.core.cache import cache
from django.db import transaction

from api_kit.costs import Cost
from api_kit.endpoint import METHODS, Endpoint
from gofish_api.server.limits import request_cost
from gofish_api.web.views import FRAMED_PATH, PATHS
from tests import permissions
from tests.permissions import CALLS, STREAMED, Call

LIGHT_SECONDS = 0.050  # of a process of tests on a slow machine; a server takes a few milliseconds
MOST_TRIES = 12  # other work on the machine makes single ones slower


def test_every_route_has_a_cost_class() -> None:
    of_client = {re.sub("<str:[^>]+>", "(?:[^/]+)", path) for path in (*PATHS, FRAMED_PATH)}
    light = {
        *request_cost.LIGHT_PAGES,
        *(f"/{path}" for path in of_client),
        "/robots.txt",
        "/.well-known/security.txt",
        "/.well-known/oauth-authorization-server",
        "/.well-known/oauth-protected-resource",
        "/.well-known/oauth-protected-resource/api/v1",
    }
    for route in request_cost.routes():
        is_page = route.view is None or not issubclass(route.view, Endpoint)
        page = route.pattern.replace("/(?:[-a-zA-Z0-9_]+)", "").replace("(?:.+)", "")
        page = page.replace("\\", "")
        assert not is_page or page in (*light, "/admin"), route


@pytest.mark.parametrize(
    ("method", "path", "cost"),
    [
        ("POST", "/api/v1/tokens", Cost.PASSWORD),
        ("GET", "/api/v1/tokens", Cost.LIGHT),
        ("POST", "/api/v1/accounts", Cost.PASSWORD),
        ("POST", "/api/v1/accounts/guest", Cost.LIGHT),
        ("POST", "/admin/login/", Cost.PASSWORD),
        ("GET", "/admin/login/", Cost.HEAVY),
        ("GET", "/admin/games/game/", Cost.HEAVY),
        ("GET", "/api/schema", Cost.HEAVY),
        ("HEAD", "/api/v1/games/0aZ/replay", Cost.HEAVY),
        ("GET", "/api/v1/games/0aZ/replay/more", Cost.LIGHT),
        ("POST", "/api/v1/transcripts/verify", Cost.VERIFICATION),
        ("POST", "/api/v1/games/0aZ/ask", Cost.LIGHT),
        ("GET", "/static/admin/css/base.css", Cost.LIGHT),
        ("GET", "/nowhere", Cost.LIGHT),
    ],
)
def test_a_request_has_the_class_of_its_operation(method: str, path: str, cost: Cost) -> None:
    assert request_cost.cost_of(method, path) == cost


def test_what_a_view_says_of_its_methods_are_methods_that_it_has() -> None:
    views = {route.view for route in request_cost.routes() if route.view is not None}

    for view in views:
        if issubclass(view, Endpoint):
            for method in view.costs:
                assert method.lower() in METHODS
                assert hasattr(view, method.lower()), (view, method)


def test_no_page_of_a_list_is_light() -> None:
    """Lists are measured with few rows, but a client can ask for 100 again and again."""
    views = {route.view for route in request_cost.routes() if route.view is not None}
    paged = {
        view
        for view in views
        if issubclass(view, Endpoint) and view.query_shape and "limit" in view.query_shape().fields
    }

    assert len(paged) > 8
    assert {view for view in paged if view.costs.get("GET", Cost.LIGHT) == Cost.LIGHT} == set()


@pytest.mark.django_db
def test_a_light_operation_takes_less_than_fifty_milliseconds_of_processor_time() -> None:
    world = permissions.build_world()
    slow = {}
    for name, call in CALLS.items():
        if (
            name in STREAMED
            or request_cost.cost_of(call.method, f"/api/v1{call.path}") != Cost.LIGHT
        ):
            continue
        tries = (_processor_time(world, call) for _ in range(MOST_TRIES))
        seen = [*takewhile(lambda seconds: seconds > LIGHT_SECONDS, tries)]
        if len(seen) == MOST_TRIES:
            slow[name] = min(seen)

    assert not slow


def _processor_time(world: Any, call: Call) -> float:
    player = world.callers["player"]
    body = call.body
    if isinstance(body, dict):
        body = {key: permissions._named(value, world) for key, value in body.items()}
    path = call.path.format_map(world.names)
    send = getattr(player.client, call.method.lower())
    with transaction.atomic():
        cache.clear()
        began = time.thread_time()
        send(f"/api/v1{path}", body, format="json")
        took = time.thread_time() - began
        transaction.set_rollback(True)
    return took
