"""OAuth as other people's clients speak it, unmodified, and documents of apps as servers answer
them.
"""

import json
import re
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler
from typing import Any, ClassVar
from urllib.parse import parse_qs, urlsplit

import httpx
import httpx2
import pytest
from authlib.integrations.httpx_client import OAuth2Client
from django.core.cache import cache
from django.core.wsgi import get_wsgi_application
from django.db import connection
from pytest_django import Settings
from rest_framework.test import APIClient

from accounts.oauth import clients
from accounts.refusals import BadClientDocument
from api_kit import guarded_fetch
from gofishkit.commands.login import login
from tests.accounts.people import DONE, OAUTH, asked, pkce, signed_in
from tests.api_kit.test_guarded_fetch import AUTHORITY, https_server

pytestmark = pytest.mark.django_db

BASE = "http://testserver"
API = f"{BASE}/api/v1"


def click(player: APIClient, address: str) -> str:
    """Approve what a client asks for at an address; return where the browser is sent."""
    sent = {name: values[0] for name, values in parse_qs(urlsplit(address).query).items()}
    known = asked("").keys() | {"resource"}
    body = {name: value for name, value in sent.items() if name in known}
    for _ in range(100):
        answer = player.post(f"{OAUTH}/authorize", body)
        if answer.status_code != 409:
            break
        time.sleep(0.02)
    assert answer.status_code == 200, answer.json()
    return str(answer.json()["redirect_to"])


@pytest.fixture(autouse=True)
def connected(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the connection of the test, which an application closes after each request."""
    monkeypatch.setattr(connection, "close_if_unusable_or_obsolete", lambda: None)


@pytest.fixture
def wsgi() -> Any:
    return httpx2.WSGITransport(app=get_wsgi_application())


def test_authlib_signs_in_plays_and_revokes(as_ann: APIClient, wsgi: Any) -> None:
    client = OAuth2Client(
        client_id="scoreboard",
        redirect_uri=DONE,
        scope="read play",
        token_endpoint_auth_method="none",
        revocation_endpoint_auth_method="none",
        code_challenge_method="S256",
        transport=wsgi,
        base_url=BASE,
    )
    verifier, _ = pkce()
    address, state = client.create_authorization_url(f"{BASE}/authorize", code_verifier=verifier)

    token = client.fetch_token(
        f"{API}/oauth/token",
        authorization_response=click(as_ann, address),
        state=state,
        code_verifier=verifier,
    )

    assert token["scope"] == "read play"
    assert client.get(f"{API}/me").json()["username"] == "Ann"
    game = client.post(f"{API}/games", json={"preset": "classic", "seats": 2, "bots": ["random"]})
    assert game.status_code == 201, game.text
    client.revoke_token(f"{API}/oauth/revoke", token["access_token"], "access_token")
    assert client.get(f"{API}/me").status_code == 401


class Documents(BaseHTTPRequestHandler):
    """Answers documents of apps by path."""

    answers: ClassVar[dict[str, tuple[int, bytes, float]]] = {}

    def do_GET(self) -> None:
        status, body, pause = self.answers[self.path]
        time.sleep(pause)
        self.send_response(status)
        self.send_header("Location", "/good")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    with https_server(Documents, name="localhost") as found:
        yield found


@pytest.fixture
def site(port: int, settings: Settings) -> str:
    """A site of an app, from which documents may be fetched."""
    settings.FETCH_ALSO_FROM = ["127.0.0.1", "::1"]
    AUTHORITY.configure_trust(guarded_fetch._verifying())
    return f"https://localhost:{port}"


def document(client_id: str, **changes: Any) -> bytes:
    known = {
        "client_id": client_id,
        "client_name": "Scoreboard",
        "redirect_uris": [DONE, "http://127.0.0.1/done"],
    }
    return json.dumps(known | changes).encode()


def test_the_page_shows_what_a_document_says(as_ann: APIClient, site: str) -> None:
    client_id = f"{site}/named.json"
    Documents.answers["/named.json"] = 200, document(client_id), 0
    query = asked(pkce()[1], client_id=client_id)
    first = as_ann.get(f"{OAUTH}/authorize", query)
    assert (first.status_code, first.json()["code"]) == (409, "client_document_pending")
    assert first["Retry-After"] == "1"
    _wait(as_ann, query)

    app = as_ann.get(f"{OAUTH}/authorize", query).json()["app"]

    assert (app["name"], app["origin"]) == ("Scoreboard", "app.example")
    for other in ("https://evil.example/", "http://127.0.0.1:9/other"):
        answer = as_ann.get(f"{OAUTH}/authorize", query | {"redirect_uri": other})
        assert answer.json()["code"] == "invalid_redirect_address"
    loopback = signed_in(as_ann, client_id=client_id, redirect_uri="http://127.0.0.1:9/done")
    assert loopback["scope"] == "read play"


def _wait(player: APIClient, query: dict[str, str]) -> Any:
    for _ in range(200):
        answer = player.get(f"{OAUTH}/authorize", query)
        if answer.json().get("code") != "client_document_pending":
            return answer
        time.sleep(0.02)
    raise AssertionError("the document is never read")


@pytest.mark.parametrize(
    "answer",
    [
        pytest.param((200, b"not JSON", 0), id="not JSON"),
        pytest.param((200, document("https://other.example/x"), 0), id="another client"),
        pytest.param((200, b" " * 20_000, 0), id="too long"),
        pytest.param((302, b"", 0), id="redirected"),
        pytest.param((200, b"", 1), id="slow"),
        pytest.param("redirect_uris", id="no addresses"),
        pytest.param("client_secret", id="secret"),
    ],
)
def test_no_such_document_is_taken(site: str, answer: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guarded_fetch.fetch_now, "__kwdefaults__", _quick())
    client_id = f"{site}/tried.json"
    if answer == "redirect_uris":
        answer = 200, document(client_id, redirect_uris="https://app.example"), 0
    if answer == "client_secret":
        answer = 200, document(client_id, client_secret="x"), 0
    Documents.answers["/tried.json"] = answer

    with pytest.raises(BadClientDocument):
        clients.read(client_id)


def _quick() -> dict[str, Any]:
    return {**(guarded_fetch.fetch_now.__kwdefaults__ or {}), "seconds": 0.5}


@pytest.mark.parametrize("name", ["a\u202eb", "\ud800", "", None])
def test_a_name_that_cannot_be_shown_is_replaced_by_the_host(site: str, name: Any) -> None:
    client_id = f"{site}/name.json"
    Documents.answers["/name.json"] = 200, document(client_id, client_name=name), 0

    assert clients.read(client_id).name == "localhost"


def test_fetches_for_an_address_are_limited(anonymous: APIClient, settings: Settings) -> None:
    settings.RATES = settings.RATES | {"authorizations": "1/hour"}
    codes = [
        anonymous.get(
            f"{OAUTH}/authorize", asked(pkce()[1], client_id=f"https://{name}.invalid/x")
        ).json()["code"]
        for name in "ab"
    ]

    assert codes == ["client_document_pending", "rate_limited"]


def test_a_slow_host_leaves_threads_to_others(as_ann: APIClient, site: str) -> None:
    Documents.answers |= {f"/slow{n}.json": (200, b"", 2) for n in range(8)}
    for n in range(8):
        as_ann.get(f"{OAUTH}/authorize", asked(pkce()[1], client_id=f"{site}/slow{n}.json"))

    assert clients._hosts == {"localhost": 2}

    other = site.replace("localhost", "127.0.0.1")
    quick = asked(pkce()[1], client_id=f"{other}/quick.json")
    assert _wait(as_ann, quick).json()["code"] == "invalid_client_document"  # of its certificate
    assert clients._hosts["localhost"] == 2
    while clients._hosts:
        time.sleep(0.05)


# --- `gofish login` -------------------------------------------------------------------------------


SERVER = "http://testserver"


@pytest.fixture
def server() -> Iterator[httpx.Client]:
    transport = httpx.WSGITransport(app=get_wsgi_application())
    with httpx.Client(base_url=SERVER, transport=transport) as client:
        yield client


def decides(player: APIClient, capsys: pytest.CaptureFixture[str], *, approve: bool) -> Any:
    """Return a wait after whose second call the player has decided about the code shown."""
    waits: list[str] = []

    def sleep(_: float) -> None:
        cache.clear()  # no poll comes too soon
        waits.append(capsys.readouterr().err)
        if len(waits) == 2:
            [code] = re.findall(r"type (\S+)", waits[0])
            body = {"user_code": code, "approve": approve}
            assert player.post(f"{OAUTH}/device/decision", body).status_code == 204

    return sleep


def test_the_token_comes_after_the_approval(
    as_ann: APIClient, server: httpx.Client, capsys: pytest.CaptureFixture[str]
) -> None:
    token = login(server, scope="read", sleep=decides(as_ann, capsys, approve=True))

    me = server.get("/api/v1/me", headers={"Authorization": f"Bearer {token}"})
    assert me.json()["username"] == "Ann"


def test_a_refusal_is_an_error(
    as_ann: APIClient, server: httpx.Client, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(ValueError, match="refused"):
        login(server, scope="read", sleep=decides(as_ann, capsys, approve=False))
