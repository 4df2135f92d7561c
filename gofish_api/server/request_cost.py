"""The cost class of a request by its method and path, for servers that sort requests before
Django.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

from django.conf import settings
from django.urls import URLPattern, URLResolver, get_resolver

from api_kit.endpoint import METHODS, Cost, Endpoint

_NAME = re.compile(r"\(\?P<\w+>")


class Route(NamedTuple):
    """A path of the service: its full pattern, and its view class, or None for a function."""

    pattern: str
    view: type[Any] | None


def cost_of(method: str, path: str) -> Cost:
    """Return the cost class of a request by its method. Unknown paths are light."""
    if path.startswith(f"/{settings.ADMIN_PATH}"):
        return Cost.PASSWORD if method == "POST" and path.endswith("/login/") else Cost.HEAVY
    pattern, costs = _costly()
    match = pattern.fullmatch(path)
    if match is None or match.lastindex is None:
        return Cost.LIGHT
    return costs[match.lastindex - 1].cost_of(method)


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


def _routes(patterns: list[URLPattern | URLResolver], prefix: str) -> Iterator[Route]:
    for node in patterns:
        own = _NAME.sub("(?:", node.pattern.regex.pattern)
        pattern = prefix + own.removeprefix("^").removesuffix("$").removesuffix(r"\Z")
        if isinstance(node, URLResolver):
            yield from _routes(node.url_patterns, pattern)
        else:
            yield Route(pattern, getattr(node.callback, "cls", None))
