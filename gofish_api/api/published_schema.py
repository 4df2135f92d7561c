"""`/api/schema`, the OpenAPI schema, and `/api/docs`, which shows it in Swagger UI.

The schema is built once in each process and then served like a static file.
"""

import gzip
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from threading import Lock
from typing import Any, NamedTuple

from django.http import HttpResponse
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import (
    OpenApiJsonRenderer,
    OpenApiJsonRenderer2,
    OpenApiYamlRenderer,
    OpenApiYamlRenderer2,
)
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.renderers import TemplateHTMLRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from api_kit.endpoint import Cost, Endpoint
from games.play.api.game_reading import is_current

Renderer = Callable[[], Any]

MAX_AGE = 300  # seconds; a new version of the service may bring a new schema

_building = Lock()


class Representation(NamedTuple):
    """The bytes of a representation and their strong ETag."""

    body: bytes
    etag: str


class _Page(Endpoint):
    """A page without a token, which ignores its query like a static file."""

    authentication_classes = ()
    permission_classes = (AllowAny,)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Check no query."""
        super(Endpoint, self).initial(request, *args, **kwargs)


class SwaggerPage(_Page):
    """Swagger UI, which reads the schema and tries its operations."""

    renderer_classes = (TemplateHTMLRenderer,)
    throttle_classes = ()

    @extend_schema(exclude=True)
    def get(self, request: Request) -> Response:
        return Response(template_name="api/docs.html")


class SchemaView(_Page):
    renderer_classes = (
        OpenApiYamlRenderer,
        OpenApiYamlRenderer2,
        OpenApiJsonRenderer,
        OpenApiJsonRenderer2,
    )
    costs = {"GET": Cost.HEAVY}  # the first request builds it

    @extend_schema(exclude=True)
    def get(self, request: Request) -> HttpResponse:
        """Answer with the schema, or with 304 if the client has it."""
        renderer = request.accepted_renderer
        is_compressed = takes_gzip(request.headers.get("Accept-Encoding", ""))
        representation = _representation(type(renderer), is_compressed=is_compressed)
        headers = {
            "ETag": representation.etag,
            "Cache-Control": f"public, max-age={MAX_AGE}",
            "Vary": "Accept, Accept-Encoding",
        }
        if is_current(request, representation.etag):
            return HttpResponse(status=304, headers=headers)
        headers["Content-Disposition"] = f'inline; filename="Go Fish API.{renderer.format}"'
        if is_compressed:
            headers["Content-Encoding"] = "gzip"
        charset = f"; charset={renderer.charset}" if renderer.charset else ""
        kind = f"{renderer.media_type}{charset}"
        return HttpResponse(representation.body, headers=headers, content_type=kind)


def takes_gzip(accepted: str) -> bool:
    """Return whether ``Accept-Encoding`` accepts gzip."""
    for part in accepted.lower().split(","):
        coding, _, weight = part.partition(";")
        if coding.strip() == "gzip":
            return weight.replace(" ", "").rstrip("0.") not in ("q=", "q")
    return False


def _representation(renderer: Renderer, *, is_compressed: bool) -> Representation:
    with _building:  # only one thread builds it
        return _built(renderer, is_compressed)


@cache
def _built(renderer: Renderer, is_compressed: bool) -> Representation:
    if is_compressed:
        body = gzip.compress(_built(renderer, False).body, mtime=0)
    else:
        body = renderer().render(document(), renderer_context={})
    return Representation(body, f'"{sha256(body).hexdigest()[:32]}"')


@cache
def document() -> Any:
    """Return the schema; the first call builds it."""
    return SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
