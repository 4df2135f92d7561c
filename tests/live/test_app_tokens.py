"""Nothing that an app calls or holds open goes on once its access is taken back."""

import json
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import cycle, islice

import httpx
import pytest

from tests import copies
from tests.accounts import people
from tests.accounts.oauth_flows import post, signed_in
from tests.live.conftest import HEARTBEAT_SECONDS
from tests.live.listeners import Listener
from tests.patience import PATIENCE
from tests.players import API, Player, guest, seated
from tests.processes import served

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


def _by_the_app(ann: Player, app: Player) -> None:
    assert post("/revoke", {"token": str(app.secret)}).status_code == 200


def _by_the_player(ann: Player, app: Player) -> None:
    [listed] = ann.get("/me/apps").json()["apps"]
    assert ann.send("DELETE", f"/me/apps/{listed['id']}").status_code == 204


@pytest.mark.parametrize("revoke", [_by_the_app, _by_the_player])
def test_streams_of_an_app_end_with_its_access(
    address: str, revoke: Callable[[Player, Player], None]
) -> None:
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

        revoke(ann, app)
        before = [listener.heartbeats for listener in listeners]

        for listener, seen in zip(listeners, before, strict=True):
            with listener:
                assert listener.rest()[-1].data == {"reason": "invalid_token"}
                assert listener.heartbeats <= seen + 2
        own.read_times(2)  # that of the player stays
        assert app.get("/me").status_code == 401


def test_of_1000_calls_to_two_processes_none_passes_and_waits_end(address: str) -> None:
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
        served(STREAM_HEARTBEAT_SECONDS=str(HEARTBEAT_SECONDS)) as second,
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
            for server, (method, path) in islice(zip(cycle(servers), cycle(calls)), 1000)
        ]
        assert Counter(answer.status_code for answer in answers) == {401: 1000}
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
