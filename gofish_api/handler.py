"""Django's handler of requests, which remembers the views of the API's paths."""

from functools import lru_cache

from django.core.handlers.wsgi import WSGIHandler
from django.http import HttpRequest
from django.urls import ResolverMatch, resolve

from api_kit.readable_request import ReadableRequest
from gofish_api.middleware.api_chain import API

LONGEST = 100
"""Characters of a path that is remembered."""


class Handler(WSGIHandler):
    """Finds the view of a path of the API once, because players send one path many times."""

    request_class = ReadableRequest

    def resolve_request(self, request: HttpRequest) -> ResolverMatch:
        """Return the view of a request and its arguments, and store them in the request.

        The same match serves all requests for a path: nothing changes it.
        """
        path = request.path_info
        if not path.startswith(API) or len(path) > LONGEST:
            match: ResolverMatch = super().resolve_request(request)
            return match
        request.resolver_match = resolved = _resolve(path)
        return resolved


_resolve = lru_cache(maxsize=2048)(resolve)
