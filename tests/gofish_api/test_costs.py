"""Cost classes: every route has one, and light operations are fast."""

import re

import pytest

from api_kit.endpoint import Cost, Endpoint
from gofish_api.client_pages import FRAMED_PATH, PATHS
from gofish_api.server import http


def test_every_route_has_a_cost_class() -> None:
    of_client = {re.sub("<str:[^>]+>", "(?:[^/]+)", path) for path in (*PATHS, FRAMED_PATH)}
    light = {
        *("/", "/docs", "/docs/", "/guide", "/problems", "/healthz", "/readyz"),
        *(f"/{path}" for path in of_client),
        "/api/redoc",
        "/robots.txt",
        "/.well-known/security.txt",
        "/.well-known/oauth-authorization-server",
        "/.well-known/oauth-protected-resource",
        "/.well-known/oauth-protected-resource/api/v1",
    }
    for route in http.routes():
        is_page = route.view is None or not issubclass(route.view, Endpoint)
        page = route.pattern.replace("/(?:[-a-zA-Z0-9_]+)", "").replace("(?:.+)", "")
        page = page.replace("\\", "")
        assert not is_page or page in (*light, "/admin"), route


@pytest.mark.parametrize(
    ("method", "path", "cost"),
    [
        ("POST", "/api/v1/tokens", Cost.PASSWORD),
        ("GET", "/api/v1/tokens", Cost.LIGHT),
        ("POST", "/api/v1/accounts/guest", Cost.LIST),
        ("POST", "/admin/login/", Cost.PASSWORD),
        ("GET", "/admin/games/game/", Cost.HEAVY),
        ("HEAD", "/api/v1/games/0aZ/replay", Cost.HEAVY),
        ("GET", "/api/v1/games/0aZ/replay/more", Cost.LIGHT),
        ("GET", "/api/v1/games/0aZ/stream", Cost.LIST),
        ("POST", "/api/v1/transcripts/verify", Cost.VERIFICATION),
        ("GET", "/nowhere", Cost.LIGHT),
    ],
)
def test_a_request_has_the_class_of_its_operation(method: str, path: str, cost: Cost) -> None:
    assert http.cost_of(method, path) == cost


def test_no_page_of_a_list_is_light() -> None:
    """Lists are measured with few rows, but a client can ask for 100 again and again."""
    views = {route.view for route in http.routes() if route.view is not None}
    paged = {
        view
        for view in views
        if issubclass(view, Endpoint) and view.query_shape and "limit" in view.query_shape().fields
    }

    assert len(paged) > 8
    assert {view for view in paged if view.costs.get("GET", Cost.LIGHT) == Cost.LIGHT} == set()
