"""Apps: what they say of themselves at the URL that is their client id, and redirect addresses.

A document is fetched by a thread of this module, never by one that answers requests. Until it is
there, requests that need it are refused with :class:`ClientDocumentPending`.
"""

import json
import re
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from enum import StrEnum
from hashlib import sha256
from threading import Lock
from typing import Any, NamedTuple
from urllib.parse import urlencode, urlsplit

from django.core.cache import cache

from accounts.refusals import (
    BadClientDocument,
    BadClientId,
    BadRedirectAddress,
    ClientDocumentPending,
)
from api_kit.guarded_fetch import TIMEOUT_SECONDS, FetchFailed, fetch_now, host_of, split

LONGEST = 500
LONGEST_ORIGIN = 253
"""Of a host, as in DNS, and of a scheme."""
_VISIBLE = re.compile(r"[!-~]+", re.ASCII)
_HOST = re.compile(r"[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?", re.ASCII)
_PRIVATE = re.compile(r"[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+", re.ASCII)
_LOOPBACK = ("127.0.0.1", "::1", "localhost")


class RedirectKind(StrEnum):
    """What is known of the program behind a redirect address."""

    WEB = "web"
    """A site, which its host identifies."""
    LOOPBACK = "loopback"
    """Some program on the player's machine."""
    PRIVATE_SCHEME = "private_scheme"
    """Some program on the player's machine that has registered the scheme."""
    DEVICE = "device"
    """A device without a redirect address."""


def kind_of(address: str) -> tuple[RedirectKind, str]:
    """Return the kind of a redirect address, and the origin to show: a host or a scheme.

    :raises BadRedirectAddress: it is not allowed.
    """
    try:
        parts = urlsplit(address)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise BadRedirectAddress("The redirect address is no URL.") from None
    if len(address) > LONGEST or not _VISIBLE.fullmatch(address):
        raise BadRedirectAddress(
            f"A redirect address has at most {LONGEST} visible ASCII characters."
        )
    if "#" in address or "*" in address or "\\" in address or "@" in parts.netloc:
        raise BadRedirectAddress("A redirect address has no fragment, wildcard or user.")
    if max(len(host), len(parts.scheme)) > LONGEST_ORIGIN:
        raise BadRedirectAddress(f"Its host or scheme has over {LONGEST_ORIGIN} characters.")
    if parts.scheme == "https" and _HOST.fullmatch(host):
        return RedirectKind.WEB, host if port in (None, 443) else f"{host}:{port}"
    if parts.scheme == "http" and host in _LOOPBACK:
        return RedirectKind.LOOPBACK, RedirectKind.LOOPBACK
    if _PRIVATE.fullmatch(parts.scheme):
        return RedirectKind.PRIVATE_SCHEME, parts.scheme
    raise BadRedirectAddress(
        "Use https, a private scheme with a dot such as org.example.app:/done, or http on loopback."
    )


def is_listed(address: str, listed: list[str]) -> bool:
    """Return whether an address equals a listed one; on loopback the port may differ."""
    if address in listed:
        return True
    plain = _without_port(address)
    return plain is not None and any(plain == _without_port(each) for each in listed)


def with_answer(address: str, answer: dict[str, str | None]) -> str:
    """Return the address with the parameters of an answer in its query."""
    query = urlencode({name: value for name, value in answer.items() if value is not None})
    return f"{address}{'&' if '?' in address else '?'}{query}"


def _without_port(address: str) -> tuple[str, str, str] | None:
    """Return the parts of a loopback address that matter, or None for another address."""
    try:
        if kind_of(address)[0] is not RedirectKind.LOOPBACK:
            return None
    except BadRedirectAddress:
        return None
    parts = urlsplit(address)
    return parts.hostname or "", parts.path, parts.query


LONGEST_NAME = 60
MOST_ADDRESSES = 50
KEPT_SECONDS = 300
"""A good document is kept this long, so that an app can change it."""
FAILED_SECONDS = 30
_THREADS = 4
_MOST_WAITING = 32
_MOST_OF_A_HOST = 2
"""Documents of a host being fetched or waiting, so that a slow host leaves threads to others."""
_PENDING_SECONDS = int(TIMEOUT_SECONDS) * (_MOST_WAITING // _THREADS + 2)
"""Longer than a full queue takes, so that no document is fetched twice at once."""
_PLAIN_ID = re.compile(r"[!-~]{1,200}", re.ASCII)

_fetching = ThreadPoolExecutor(_THREADS, thread_name_prefix="client-documents")
_hosts = Counter[str]()
_lock = Lock()


class Client(NamedTuple):
    """An app as it describes itself. ``addresses`` is None for one without a document."""

    client_id: str
    name: str
    addresses: list[str] | None


def is_document(client_id: str) -> bool:
    """Return whether a client id is the URL of a document, or looks like one."""
    return client_id[:6].lower() == "https:"


def check_id(client_id: str) -> None:
    """Check the form of a client id.

    :raises BadClientId: it is neither the URL of a document nor a name.
    """
    if not is_document(client_id):
        if not _PLAIN_ID.fullmatch(client_id):
            raise BadClientId("A client_id has 1 to 200 visible ASCII characters.")
        return
    try:
        parts = split(client_id)
    except FetchFailed as failed:
        raise BadClientId(f"The client_id is not the URL of a document: {failed}") from None
    prefix = f"https://{parts.netloc.lower()}/"
    if not client_id.startswith(prefix) or not parts.path.strip("/"):
        raise BadClientId("A client_id that is a URL has a lower-case host, and a path.")
    if {".", ".."} & {*parts.path.split("/")}:
        raise BadClientId("A client_id that is a URL has no dots as parts of its path.")


def find(client_id: str, *, spend: Callable[[], None]) -> Client:
    """Return the app with a client id; ``spend`` counts a fetch and may refuse it.

    :raises BadClientId: it is not a client id.
    :raises BadClientDocument: its document cannot be fetched or used.
    :raises ClientDocumentPending: the document is being fetched.
    """
    check_id(client_id)
    if not is_document(client_id):
        return Client(client_id, client_id[:LONGEST_NAME], None)
    key = f"client_document:{sha256(client_id.encode()).hexdigest()}"
    known: dict[str, Any] | None = cache.get(key)
    if known is None:
        spend()
        with _lock:
            is_full = _hosts.total() >= _THREADS + _MOST_WAITING
            if is_full or _hosts[host_of(client_id)] >= _MOST_OF_A_HOST:
                raise ClientDocumentPending("Many documents are being read. Try again.")
            if cache.add(key, {"pending": True}, timeout=_PENDING_SECONDS):
                _hosts[host_of(client_id)] += 1
                _fetching.submit(_fetch, client_id, key)
        known = {"pending": True}
    if "pending" in known:
        raise ClientDocumentPending("The document of the app is being read. Try again.")
    if "error" in known:
        raise BadClientDocument(known["error"])
    return Client(client_id, known["name"], known["addresses"])


def _fetch(client_id: str, key: str) -> None:
    try:
        client = read(client_id)
    except BadClientDocument as refusal:
        cache.set(key, {"error": str(refusal)}, timeout=FAILED_SECONDS)
    else:
        found = {"name": client.name, "addresses": client.addresses}
        cache.set(key, found, timeout=KEPT_SECONDS)
    finally:
        with _lock:
            _hosts[host_of(client_id)] -= 1
            if not _hosts[host_of(client_id)]:
                del _hosts[host_of(client_id)]


def read(client_id: str) -> Client:
    """Fetch and check the document of an app.

    :raises BadClientDocument: it cannot be fetched, is too long, too slow or a redirect, is not
        JSON, names another client, or is not of a public client.
    """
    try:
        answer = fetch_now("GET", client_id, headers={"Accept": "application/json"})
    except FetchFailed as failed:
        raise BadClientDocument(f"The document cannot be fetched: {failed}") from None
    if answer.status != 200:
        raise BadClientDocument(
            f"The document was answered with the status {answer.status}, not 200."
        )
    try:
        document = json.loads(answer.body)
    except (ValueError, RecursionError):
        raise BadClientDocument("The document is not JSON.") from None
    if not isinstance(document, dict) or document.get("client_id") != client_id:
        raise BadClientDocument("The document does not name this client_id.")
    addresses = document.get("redirect_uris")
    if (
        not isinstance(addresses, list)
        or not 1 <= len(addresses) <= MOST_ADDRESSES
        or not all(isinstance(each, str) for each in addresses)
    ):
        raise BadClientDocument(f"The document lists no redirect_uris, or over {MOST_ADDRESSES}.")
    if document.get("token_endpoint_auth_method", "none") != "none" or "client_secret" in document:
        raise BadClientDocument("Only public clients: token_endpoint_auth_method must be none.")
    return Client(client_id, _name(document.get("client_name"), client_id), addresses)


def _name(claimed: object, client_id: str) -> str:
    """Return the claimed name if it can be shown, else the host of the document."""
    if isinstance(claimed, str) and claimed.isprintable():
        name = claimed.strip()
        if 0 < len(name) <= LONGEST_NAME:
            return name
    return host_of(client_id)[:LONGEST_NAME]
