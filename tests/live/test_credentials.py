"""Who gets in: wrong credentials, pages of other origins, tickets, and apps whose access ends."""

import json
import socket
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from itertools import product
from pathlib import Path
from secrets import token_urlsafe
from urllib.parse import quote

import httpx
import pytest
from pytest_django import Settings

from accounts.models import Token
from games.live.api import tickets
from games.log import ids
from tests import copies, databases
from tests.accounts import people
from tests.accounts.people import post, signed_in
from tests.browsing import CHROMIUM, chromium, other_origin
from tests.faults.processes import Server, environment, serving
from tests.live.conftest import HEARTBEAT_SECONDS
from tests.live.listeners import Listener
from tests.players import API, Player, guest, seated
from tests.processes import served
from tests.servers import overriding
from tests.timeouts import PATIENCE

pytestmark = pytest.mark.slow

WRONG = ["Basic QW5uOng=", "Bearer a,Bearer b"]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("wrong", WRONG)
def test_no_stream_opens_with_other_credentials(address: str, wrong: str) -> None:
    game, ann, _ = seated(2)
    ticket = ann.post(f"/games/{game}/stream_ticket").json()["ticket"]

    for path in (
        f"/games/{game}/stream",
        f"/games/{game}/stream?ticket={ticket}",
        f"/games/{game}/moves?after=99&wait=1",
        "/me/stream",
    ):
        with Listener(address, path, Authorization=wrong) as stream:
            assert (stream.response.status_code, stream.code) == (401, "invalid_token")
            challenge = stream.response.headers["WWW-Authenticate"]
            metadata = f'resource_metadata="{address}/.well-known/oauth-protected-resource/api/v1"'
            assert challenge == f'Bearer realm="go-fish", error="invalid_token", {metadata}'


@pytest.mark.django_db(transaction=True)
def test_of_two_tokens_none_is_chosen(tmp_path: Path) -> None:
    ann, bob = guest(), guest()
    server = Server(
        tmp_path / "log", environment(DATABASE_URL=databases.url()), "serve", "--no-referee"
    )
    try:
        server.start()
        one = status(server.port, [f"Bearer {ann.secret}"])
        two = status(server.port, [f"Bearer {ann.secret}", f"Bearer {bob.secret}"])
    finally:
        server.kill()

    assert (one, two) == (200, 401)


def status(port: int, credentials: list[str]) -> int:
    """Read ``/me`` with one header for each of the credentials."""
    lines = [f"GET {API}/me HTTP/1.1", "Host: localhost", "Connection: close"]
    lines += [f"Authorization: {each}" for each in credentials]
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as client:
        client.sendall("\r\n".join([*lines, "", ""]).encode())
        return int(client.recv(12).split()[1])


# --- browsers of other origins, and tickets -------------------------------------------------------


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


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("origin", "allowed"),
    [
        pytest.param(OURS, OURS, id="an origin that is listed"),
        pytest.param(STRANGE, None, id="another"),
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


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("origin", "allowed"), [(OURS, OURS), (STRANGE, None)])
def test_a_page_that_sends_its_token_is_asked_for_its_origin_first(
    open_address: str, origin: str, allowed: str | None
) -> None:
    game, *_ = seated(2)

    answer = httpx.options(
        f"{open_address}{API}/games/{game}/stream",
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


@pytest.mark.django_db(transaction=True)
def test_no_log_line_holds_a_ticket_whether_it_opens_or_not(
    tmp_path: Path, settings: Settings
) -> None:
    game, ann, bob = seated(2)
    other = bob.create()
    settings.SECRET_KEY = token_urlsafe(50)  # production refuses the development key
    own = {
        "LOG_LEVEL": "DEBUG",
        "SECRET_KEY": settings.SECRET_KEY,
        "PROXY_COUNT": "1",
    }
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


# --- apps -----------------------------------------------------------------------------------------


def _by_the_player(ann: Player, app: Player) -> None:
    [listed] = ann.get("/me/apps").json()["apps"]
    assert ann.send("DELETE", f"/me/apps/{listed['id']}").status_code == 204


@pytest.mark.django_db(transaction=True)
def test_streams_of_an_app_end_with_its_access(address: str) -> None:
    game, ann, _ = seated(2)
    app = Player(signed_in(people.client(str(ann.secret)))["access_token"])
    ticket = app.post(f"/games/{game}/stream_ticket").json()["ticket"]
    path = f"/games/{game}/stream"
    listeners = [
        Listener(address, path, app),
        Listener(address, f"{path}?ticket={ticket}"),
        Listener(address, "/me/stream", app),
    ]
    with Listener(address, path, ann) as own:
        for listener in (*listeners, own):
            listener.frame()

        assert post("/revoke", {"token": str(app.secret)}).status_code == 200
        before = [listener.heartbeats for listener in listeners]

        for listener, seen in zip(listeners, before, strict=True):
            with listener:
                assert listener.rest()[-1].data == {"reason": "invalid_token"}
                assert listener.heartbeats <= seen + 2
        own.read_times(2)  # that of the player stays
        assert app.get("/me").status_code == 401


@pytest.mark.django_db(transaction=True)
def test_of_calls_to_two_processes_none_passes_and_waits_end(address: str) -> None:
    ann = guest()
    app = Player(signed_in(people.client(str(ann.secret)))["access_token"])
    game = app.post("/games", {"seats": 2, "bots": ["random"]}).json()["game"]["id"]
    state = app.state(game)
    assert app.act(game, state["legal_actions"][0]).status_code == 200
    version = app.state(game)["version"]
    ticket = app.post(f"/games/{game}/stream_ticket").json()["ticket"]
    of_game = f"/games/{game}"
    wait = f"{of_game}/moves?after={version}&wait=60"
    calls = [
        *(("GET", path) for path in ("/me", "/me/games", "/me/webhooks", "/tournaments", wait)),
        *(("GET", of_game + path) for path in ("/state", "/moves", "/stream", "/transcript")),
        *(("POST", of_game + path) for path in ("/ask", "/resign", "/stream_ticket")),
        *(("POST", path) for path in ("/games", "/games/export", "/me/webhooks", "/me/password")),
        ("DELETE", "/tokens"),
    ]
    with (
        served(**overriding(STREAM_HEARTBEAT_SECONDS=HEARTBEAT_SECONDS)) as second,
        httpx.Client(headers={"Authorization": f"Bearer {app.secret}"}, timeout=PATIENCE) as client,
        ThreadPoolExecutor(4) as threads,
    ):
        servers = (address, second)
        listeners = [
            Listener(server, path, holder)
            for server in servers
            for path, holder in ((f"{of_game}/stream?ticket={ticket}", None), ("/me/stream", app))
        ]
        for listener in listeners:
            listener.frame()
        held = [threads.submit(client.get, server + API + wait) for server in servers]

        _by_the_player(ann, app)

        answers = [
            client.request(method, server + API + path)
            for server, (method, path) in product(servers, calls)
        ]
        assert Counter(answer.status_code for answer in answers) == {401: 2 * len(calls)}
        assert {answer.json()["code"] for answer in answers} == {"invalid_token"}
        for listener in listeners:
            with listener:
                assert listener.rest()[-1].data == {"reason": "invalid_token"}
        for waiting in held:
            answer = waiting.result()
            assert answer.status_code == 401
            assert answer.elapsed.total_seconds() < 60, "before its time is up"
        for server in servers:
            again = httpx.get(f"{server}{API}{of_game}/stream?ticket={ticket}", timeout=PATIENCE)
            assert (again.status_code, again.json()["code"]) == (401, "invalid_ticket")


@pytest.mark.django_db(transaction=True)
def test_an_export_of_an_app_ends_with_its_access(address: str) -> None:
    game, ann, _ = seated(2)
    games = [game, *copies.copy(game, 2000)]
    app = Player(signed_in(people.client(str(ann.secret)))["access_token"])
    url = f"{address}{API}/players/{ann.name}/games/export?as=summaries&finished=false"
    with httpx.stream(
        "GET", url, headers={"Authorization": f"Bearer {app.secret}"}, timeout=PATIENCE
    ) as answer:
        lines = (json.loads(line) for line in answer.iter_lines() if line)
        assert next(lines)["id"] == game

        _by_the_player(ann, app)

        *rest, last = lines

    assert answer.status_code == 200
    assert len(rest) < len(games) - 1
    assert last["next"] == rest[-1]["cursor"], "where to continue"


# --- a page of another origin ---------------------------------------------------------------------


PAGE = Path(__file__).with_name("other_origin.html")


@pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed")
def test_a_page_of_another_origin_plays_a_whole_game(shared_server: str) -> None:
    with other_origin(PAGE.parent) as client, chromium() as browser:
        page = browser.new_page()
        page.goto(f"{client}/{PAGE.name}?api={quote(shared_server + API)}&state=true")
        page.wait_for_function("document.title === 'done'", timeout=PATIENCE * 1000)
        seen = json.loads(page.locator("#result").inner_text())

    assert "error" not in seen, seen
    assert seen["origin"] != shared_server
    assert (seen["phase"], seen["end"]) == ("over", "game_over")
    assert seen["moves"] > 0
    assert seen["password"] is None  # refused, and the page can read why
    assert seen["states"] == 0
