"""The two pages of the API reference: `/api/docs` to try operations, `/api/redoc` to read about
them.
"""

import gzip
from functools import cache
from threading import Lock
from typing import Any

from django.http import HttpResponse
from django.template.loader import render_to_string
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.renderers import StaticHTMLRenderer
from rest_framework.request import Request

from api_kit.costs import Cost
from api_kit.endpoint import Endpoint
from gofish_api.api import published_schema
from gofish_api.api.schema_outline import Outline

_rendering = Lock()


class _ReferencePage(Endpoint):
    """A page that is rendered once in each process and then served like a static file."""

    authentication_classes = ()
    permission_classes = (AllowAny,)
    renderer_classes = (StaticHTMLRenderer,)
    throttle_classes = ()
    costs = {"GET": Cost.HEAVY}  # the first request renders it
    template: str

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Ignore the query, as for static files."""
        super(Endpoint, self).initial(request, *args, **kwargs)

    @extend_schema(exclude=True)
    def get(self, request: Request) -> HttpResponse:
        """Answer with the page."""
        is_compressed = published_schema.takes_gzip(request.headers.get("Accept-Encoding", ""))
        with _rendering:  # only one thread renders it
            body = _rendered(self.template, is_compressed)
        headers = {"Vary": "Accept, Accept-Encoding"}
        if is_compressed:
            headers["Content-Encoding"] = "gzip"
        return HttpResponse(body, headers=headers)


class TryPage(_ReferencePage):
    """Swagger UI. Without its script the page lists the operations."""

    template = "reference/try.html"


class ReadPage(_ReferencePage):
    """All operations, responses and schemas. Only the filter needs a script."""

    template = "reference/read.html"


@cache
def _rendered(template: str, is_compressed: bool) -> bytes:
    if is_compressed:
        return gzip.compress(_rendered(template, False), mtime=0)
    document = published_schema.document()
    tags = Outline(document).tags()
    samples = {
        operation.id: [(sample.title, sample.code) for sample in operation.samples]
        for tag in tags
        for operation in tag.operations
    }
    context = {"outline": Outline(document), "info": document["info"], "samples": samples}
    return render_to_string(template, context).encode()
