"""`/docs/`: pages, pictures and the index of the search, kept as bytes after the first request for
each.
"""

from functools import cache
from hashlib import sha256
from html import escape
from threading import Lock
from typing import NamedTuple

from csp.constants import NONE, SELF
from csp.decorators import csp
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.template.loader import render_to_string
from django.utils.cache import get_conditional_response
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe

from gofish_api.docs import rendering, site
from gofish_api.docs.rendering import ADDRESS, render

POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "connect-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF],
        "base-uri": [NONE],
        "form-action": [NONE],
        "frame-ancestors": [NONE],
    }
}
"""Pages have no inline scripts and no inline styles, and load nothing from another host."""
INDEX = f"{site.URL}search.json"

_rendering = Lock()


class Kept(NamedTuple):
    """A page as bytes, split where the server's address goes, and a digest of it."""

    parts: tuple[bytes, ...]
    digest: str


@csrf_exempt  # a wrong method gets 405
@require_safe
@csp(POLICY["DIRECTIVES"])
def page(request: HttpRequest, path: str = "") -> HttpResponseBase:
    """Show a page, a picture, or the index of the search.

    :raises Http404: there is none of these.
    """
    url = site.URL + path
    if url in site.pages():
        kept = _page_within_lock(url)
        # Middleware has checked the host against ALLOWED_HOSTS.
        address = escape(f"{request.scheme}://{request.get_host()}").encode()
        etag = f'"{sha256(kept.digest.encode() + address).hexdigest()[:32]}"'
        response = HttpResponse(address.join(kept.parts))
    elif url == INDEX:
        body = _index_within_lock()
        etag = f'"{sha256(body).hexdigest()[:32]}"'
        response = HttpResponse(body, "application/json")
    elif url in site.pictures():
        body = _picture(url)
        etag = f'"{sha256(body).hexdigest()[:32]}"'
        response = HttpResponse(body, site.PICTURES[site.pictures()[url].suffix])
    elif (
        other := url.removesuffix("/").removesuffix(".md").removesuffix("/README")
    ) in site.pages():
        return HttpResponseRedirect(other)
    else:
        raise Http404
    response.headers["ETag"] = etag
    response.headers["Cache-Control"] = "public, no-cache"  # a new version may bring new pages
    return get_conditional_response(request, etag=etag, response=response) or response


def _page_within_lock(url: str) -> Kept:
    with _rendering:  # one thread renders a page, and the others wait for it
        return _page(url)


def _index_within_lock() -> bytes:
    with _rendering:  # one thread reads all pages, and the others wait for it
        return rendering.index()


@cache
def _page(url: str) -> Kept:
    page = site.pages()[url]
    order = [*site.pages().values()]
    place = order.index(page)
    content = render(page.file)
    context = {
        "page": page,
        "content": content,
        "index": INDEX,
        "sections": site.sections(),
        "previous": order[place - 1] if place else None,
        "next": order[place + 1] if place + 1 < len(order) else None,
    }
    html = render_to_string("docs/page.html", context).encode()
    return Kept(tuple(html.split(ADDRESS.encode())), sha256(html).hexdigest())


@cache
def _picture(url: str) -> bytes:
    return site.pictures()[url].read_bytes()
