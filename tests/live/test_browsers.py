"""Streams in browsers: pages of other origins, and tickets, which are part of URLs and must not be
logged.
"""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from secrets import token_urlsafe

import httpx
import pytest
from pytest_django import Settings

from accounts.models import Token
from games import ids
from games.notify import tickets
from gofish_api.settings import BASE_DIR
from tests.faults.processes import serving
from tests.live.listeners import Listener
from tests.players import API, Player, seated
from tests.processes import served

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

OURS, STRANGE = "https://play.example.org", "https://play.example.org.evil.example"
ALLOW = "access-control-allow-origin"


@pytest.fixture(scope="module")
def open_address(django_db_setup: None) -> Iterator[str]:
    """The address of a server that pages of one origin may call."""
    with served(CORS_ALLOWED_ORIGINS=OURS) as address:
        yield address


def ticket(player: Player, game: str, *, lasts: timedelta = tickets.LIFETIME) -> str:
    now = datetime.now(UTC) - tickets.LIFETIME + lasts
    token = Token.objects.get(user_id=player.account)
    return tickets.issue(ids.from_text(game) or 0, token, now=now)[0]


@pytest.mark.parametrize(
    ("origin", "allowed"),
    [
        pytest.param(OURS, OURS, id="an origin that is listed"),
        pytest.param(STRANGE, None, id="another"),
        pytest.param("null", None, id="a page of no origin"),
    ],
)
def test_only_pages_of_listed_origins_may_read_a_stream(
    open_address: str, origin: str, allowed: str | None
) -> None:
    game, ann, _ = seated(2)
    path = f"/games/{game}/stream?ticket={ticket(ann, game)}"

    with Listener(open_address, path, Origin=origin) as stream:
        assert stream.response.headers.get(ALLOW) == allowed
        assert "origin" in stream.response.headers["vary"].lower()
        assert "access-control-allow-credentials" not in stream.response.headers
        assert "date" in stream.response.headers
        exposed = stream.response.headers.get("access-control-expose-headers", "").split(", ")
        assert ("Date" in exposed) == (allowed is not None)
        first = stream.frame()
        assert first is not None and first.data["you"] == 0


@pytest.mark.parametrize("path", ["/games/{}/stream", "/me/stream"])
@pytest.mark.parametrize(("origin", "allowed"), [(OURS, OURS), (STRANGE, None)])
def test_a_page_that_sends_its_token_is_asked_for_its_origin_first(
    open_address: str, path: str, origin: str, allowed: str | None
) -> None:
    game, *_ = seated(2)

    answer = httpx.options(
        open_address + API + path.format(game),
        headers={
            "Origin": origin,
            "Access-Control-Request-Method": "GET",
            "Access-Control-Request-Headers": "authorization,last-event-id",
        },
    )

    assert answer.status_code == 200
    assert answer.headers.get(ALLOW) == allowed
    if allowed:
        assert {"authorization", "last-event-id"} <= {
            name.strip() for name in answer.headers["access-control-allow-headers"].split(",")
        }


def test_a_refused_stream_tells_a_page_of_a_listed_origin_why(open_address: str) -> None:
    game, *_ = seated(2)

    with Listener(open_address, f"/games/{game}/stream?ticket=x", Origin=OURS) as stream:
        assert stream.response.headers[ALLOW] == OURS
        assert stream.code == "invalid_ticket"


@pytest.mark.parametrize("production", ["false", "true"])
def test_no_log_line_holds_a_ticket_whether_it_opens_or_not(
    tmp_path: Path, settings: Settings, production: str
) -> None:
    game, ann, bob = seated(2)
    other = bob.create()
    settings.SECRET_KEY = token_urlsafe(50)  # production refuses the development key
    own = {
        "LOG_LEVEL": "DEBUG",
        "PRODUCTION": production,
        "SECRET_KEY": settings.SECRET_KEY,
        "PROXY_COUNT": "1",
    }
    if production == "true":
        collect = [sys.executable, "manage.py", "collectstatic", "--noinput", "--verbosity=0"]
        subprocess.run(collect, env=os.environ | own, cwd=BASE_DIR, check=True)
    good, late = ticket(ann, game), ticket(ann, game, lasts=timedelta(seconds=-1))
    forged = good[:-4] + "AAAA"
    mine = tickets.issue_for_account(Token.objects.get(user_id=ann.account), now=datetime.now(UTC))[
        0
    ]

    with serving(tmp_path, settings=own) as [server]:
        address = f"http://127.0.0.1:{server.port}"
        statuses = []
        for path in (
            f"/games/{game}/stream?ticket={good}",
            f"/games/{game}/stream?after=1&ticket={good}",
            f"/games/{other}/stream?ticket={good}",
            f"/games/{game}/stream?ticket={late}",
            f"/games/{game}/stream?ticket={forged}",
            f"/games/{game}/stream?ticket={good}&since=1",
            f"/me/stream?ticket={mine}",
            f"/me/stream?ticket={good}",
            f"/games/nonsense/stream?ticket={good}",
            f"/nothing?ticket={good}",
        ):
            with Listener(address, path, X_Forwarded_Proto="https") as stream:
                statuses.append(stream.response.status_code)
                if stream.response.status_code == 200:
                    stream.frame()
        with socket.create_connection(("127.0.0.1", server.port)) as rude:
            rude.sendall(f"GET /?ticket={good} HTTP/nine\r\n\r\n".encode())
            assert b" 400 " in rude.recv(1_000)
        log = server.output()

    assert statuses == [200, 200, 401, 401, 401, 400, 200, 401, 404, 404]
    assert f"{API}/games/{game}/stream" in log
    secrets = {part for each in (good, late, forged, mine) for part in each.split(":")}
    assert [secret for secret in secrets if secret in log] == []
