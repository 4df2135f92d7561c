"""The cost class of a request by its method and path, for servers that sort requests before
Django.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

from django.conf import settings
from django.urls import URLPattern, URLResolver, get_resolver

from api_kit.costs import Cost
from api_kit.endpoint import METHODS, Endpoint

READ_BY_POST = ("/api/v1/games/export", "/api/v1/players/lookup")
"""Paths whose POST makes no change: the body only names what to read."""

# Pages of plain text, and the documentation, which is cached as bytes after the first request.
LIGHT_PAGES = ("/", "/docs", "/docs/", "/guide", "/problems", "/healthz", "/readyz")

_NAME = re.compile(r"\(\?P<\w+>")


class Route(NamedTuple):
    """A path of the service: its full pattern, and its view class, or None for a function."""

    pattern: str
    view: type[Any] | None


def method_of(name: str) -> str:
    """Return a method in capitals, as Django reads it; GET for ``head`` in other letters than
    capitals, because servers send the body of an answer to it.
    """
    method = name.upper()
    return "GET" if method == "HEAD" != name else method


def cost_of(method: str, path: str) -> Cost:
    """Return the cost class of a request by its ``method_of``. Unknown paths are light."""
    if path.startswith(f"/{settings.ADMIN_PATH}"):
        return Cost.PASSWORD if method == "POST" and path.endswith("/login/") else Cost.HEAVY
    pattern, costs = _costly()
    match = pattern.fullmatch(path)
    if match is None or match.lastindex is None:
        return Cost.LIGHT
    return costs[match.lastindex - 1].cost_of(method)


def takes_turn(method: str, path: str) -> bool:
    """Return whether a request, by its ``method_of``, changes something other than the play of a
    game.
    """
    if method in ("GET", "HEAD") or path in READ_BY_POST:
        return False
    return _plays().fullmatch(path) is None


def routes() -> Iterator[Route]:
    """Yield every route of the service except the admin's, which are heavy."""
    admin = settings.ADMIN_PATH
    for route in _routes(get_resolver().url_patterns, "/"):
        if not route.pattern.startswith((f"/{admin}", f"/{re.escape(admin)}")):
            yield route


@cache
def _costly() -> tuple[re.Pattern[str], list[type[Endpoint]]]:
    """Return a pattern with a group for each route that is not light, and the view of each
    group.
    """
    patterns, views = list[str](), list[type[Endpoint]]()
    for route in routes():
        view = route.view
        if view is None or not issubclass(view, Endpoint):
            continue
        if any(view.cost_of(method.upper()) != Cost.LIGHT for method in METHODS):
            patterns.append(f"({route.pattern})")
            views.append(view)
    return re.compile("|".join(patterns)), views


@cache
def _plays() -> re.Pattern[str]:
    """Return a pattern of the paths of moves."""
    return re.compile("|".join(route.pattern for route in routes() if _is_play(route.view)))


def _is_play(view: type[Any] | None) -> bool:
    return view is not None and issubclass(view, Endpoint) and view.is_play


def _routes(patterns: list[URLPattern | URLResolver], prefix: str) -> Iterator[Route]:
    for node in patterns:
        own = _NAME.sub("(?:", node.pattern.regex.pattern)
        pattern = prefix + own.removeprefix("^").removesuffix("$").removesuffix(r"\Z")
        if isinstance(node, URLResolver):
            yield from _routes(node.url_patterns, pattern)
        else:
            yield Route(pattern, getattr(node.callback, "cls", None))
