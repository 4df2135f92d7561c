"""The handler of requests: it remembers views by path, and no other request's arguments."""

import pytest
from django.core.handlers.base import BaseHandler
from django.http import Http404
from django.test import RequestFactory

from gofish_api import handler
from gofish_api.handler import LONGEST, Handler

pytestmark = [pytest.mark.postgresql]


@pytest.mark.parametrize(
    "path",
    [
        pytest.param("/api/v1/games/0AbCdEfGhIj/ask", id="remembered"),
        pytest.param("/api/v1/games/0AbCdEfGhIk/ask", id="of another game"),
        pytest.param(f"/api/v1/games/{'0' * LONGEST}/ask", id="too long to be remembered"),
        pytest.param("/api/v1/unknown", id="unknown"),
        pytest.param("/healthz", id="outside of the API"),
    ],
)
def test_it_finds_the_view_that_django_finds(path: str) -> None:
    request = RequestFactory().get(path)
    expected = BaseHandler().resolve_request(RequestFactory().get(path))

    for _ in range(2):
        found = Handler().resolve_request(request)
        assert request.resolver_match is found
        assert (found.func, found.args, found.kwargs, found.route) == (
            expected.func,
            expected.args,
            expected.kwargs,
            expected.route,
        )


def test_it_remembers_a_limited_number_of_short_paths_of_the_api() -> None:
    before = handler._resolve.cache_info()

    for path in (f"/api/v1/{'0' * LONGEST}", "/healthz"):
        Handler().resolve_request(RequestFactory().get(path))
    with pytest.raises(Http404):
        Handler().resolve_request(RequestFactory().get("/nowhere/at/all"))

    assert handler._resolve.cache_info().currsize == before.currsize
    assert before.maxsize == 2048
