"""The proxy of `ops/nginx` with real servers: it routes requests and does not buffer streams."""

import json
import os
import re
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from typing import NamedTuple

import pytest

from accounts.models import User
from api_kit.problems import PROBLEMS
from tests import databases, proxies
from tests.desk import review
from tests.faults.clients import send
from tests.faults.processes import Server, serving
from tests.players import Player, seated
from tests.postgres import free_port
from tests.timeouts import PATIENCE

pytestmark = [
    pytest.mark.slow,
    databases.ON_ONE,
    pytest.mark.usefixtures("transactional_db"),
    pytest.mark.skipif(not proxies.NGINX, reason="nginx is not installed"),
]


class Front(NamedTuple):
    """A proxy and its servers."""

    port: int
    api: list[Server]


@pytest.fixture
def front(tmp_path: Path) -> Iterator[Front]:
    environment = os.environ | {"DATABASE_URL": databases.url(), "LOG_LEVEL": "INFO"}
    environment |= {"PROXY_COUNT": "1", "RATES": "registration=1/hour"}
    with ExitStack() as stack:
        servers = []
        for number in range(2):
            server = Server(tmp_path / f"log-{number}", environment)
            stack.callback(server.kill)
            server.start()
            servers.append(server)
        ports = [server.port for server in servers]
        port = stack.enter_context(proxies.nginx(tmp_path, api=ports))
        yield Front(port, servers)


@contextmanager
def getting(port: int, path: str, player: Player) -> Iterator[HTTPResponse]:
    with closing(HTTPConnection("127.0.0.1", port, timeout=PATIENCE)) as connection:
        connection.request("GET", path, headers={"Authorization": f"Bearer {player.secret}"})
        with connection.getresponse() as answer:
            yield answer


def ask(port: int, game: str, players: list[Player]) -> int:
    """Make the next ask; return its move."""
    player = players[players[0].state(game)["to_act"]]
    action = player.state(game)["legal_actions"][0]
    body = {key: action[key] for key in ("target", "rank")}
    answer = send(port, player.secret or "", "POST", f"/games/{game}/ask", body)
    assert answer.status == 200
    number: int = answer.json["moves"][0]["number"]
    return number


def test_the_proxy_before_real_servers(front: Front) -> None:
    """Start the servers once. The last step stops one."""
    only_our_own_pages_sign_in_and_others_can_read_why(front)
    all_requests_of_a_game_reach_one_server_and_others_are_spread(front)
    a_frame_arrives_right_after_its_move(front)
    a_stopped_server_is_skipped_and_no_move_is_made_twice(front)


def all_requests_of_a_game_reach_one_server_and_others_are_spread(front: Front) -> None:
    game, *players = seated(2)
    others = [players[0].create() for _ in range(11)]
    version = players[0].state(game)["version"]
    for each in (game, *others):
        for path in (f"/games/{each}/state", f"/games/{each}/state", f"/games/{each}"):
            send(front.port, players[0].secret or "", "GET", path)
    for _ in range(20):
        send(front.port, players[0].secret or "", "GET", "/me")
    for path in (f"games/{game}/moves?after={version}&wait=1", f"games/{game}/stream", "me/stream"):
        with getting(front.port, f"/api/v1/{path}", players[0]) as answer:
            assert answer.status == 200

    one, other = (set(re.findall("/games/([^/' ]+)/?", each.output())) for each in front.api)
    assert one and other and not one & other
    assert one | other == {game, *others}
    for server in front.api:
        assert "GET /api/v1/me'" in server.output()


def a_frame_arrives_right_after_its_move(front: Front) -> None:
    game, *players = seated(2)
    with getting(front.port, f"/api/v1/games/{game}/stream", players[0]) as stream:
        for _ in range(3):
            number = ask(front.port, game, players)
            while f"id: {number}\n".encode() != stream.readline():
                pass
            while not (line := stream.readline()).startswith(b"data: "):
                pass
            assert json.loads(line[6:])["number"] == number


def test_what_strangers_read_of_a_finished_game_is_kept_and_checked(tmp_path: Path) -> None:
    game, ann, _ = review.finished()
    running, *_ = seated(2)
    transcript, replay = f"/games/{game}/transcript", f"/games/{game}/replay?at=5"
    with (
        serving(tmp_path, settings={"PROXY_COUNT": "1", "LOG_LEVEL": "INFO"}) as [server],
        ExitStack() as stack,
    ):
        ports = [server.port]
        port = stack.enter_context(proxies.nginx(tmp_path, api=ports))

        def read(path: str, **headers: str) -> tuple[int, bytes, list[int]]:
            """Return status, body, and the statuses with which the server answered."""
            known = len(server.output())
            with closing(HTTPConnection("127.0.0.1", port, timeout=PATIENCE)) as connection:
                connection.request("GET", f"/api/v1{path}", headers=headers)
                with connection.getresponse() as answer:
                    assert "X-Accel-Expires" not in answer.headers
                    body = answer.read()
            codes = re.findall(r"code=(\d+)", server.output()[known:])
            return answer.status, body, [int(code) for code in codes]

        def read_again(path: str) -> tuple[int, bytes, list[int]]:
            """Read until nginx has stored the answer, which it does once it was sent."""
            for _ in range(50):
                answer = read(path)
                if answer[2] == [304]:
                    break
                time.sleep(0.1)
            return answer

        first = read(transcript)
        assert first[::2] == (200, [200])
        assert read_again(transcript) == (200, first[1], [304])
        assert read(transcript, Authorization=f"Bearer {ann.secret}") == (200, first[1], [200])
        assert read(transcript, **{"X-Watch-Code": "1"})[2] == [200]
        assert read(transcript, Authorization="0")[::2] == (401, [401])

        User.objects.filter(pk=ann.account).update(username="annabel")
        renamed = read(transcript)
        assert renamed[::2] == (200, [200]) and b"annabel" in renamed[1]
        assert read_again(transcript) == (200, renamed[1], [304])

        # Neither what a token read nor what may change at once is kept.
        assert read(replay, Authorization=f"Bearer {ann.secret}")[2] == [200]
        assert read(replay)[2] == [200]
        assert read_again(replay)[2] == [304]
        assert [read(f"/games/{running}/moves")[2] for _ in range(2)] == [[200], [200]]


def a_stopped_server_is_skipped_and_no_move_is_made_twice(front: Front) -> None:
    game, *players = seated(2)
    front.api[0].kill()

    numbers = [ask(front.port, game, players) for _ in range(4)]

    # The answers contain every move once: no request was repeated after it arrived.
    assert numbers == sorted(set(numbers))
    assert players[0].state(game)["version"] >= numbers[-1]


def only_our_own_pages_sign_in_and_others_can_read_why(front: Front) -> None:
    own, other = f"http://127.0.0.1:{front.port}", "https://other.example"
    body = {"username": "unknown-here", "password": "three-herrings", "name": "x"}

    for port in (front.port, front.api[0].port):
        refused = send(port, "", "POST", "/tokens", body, Origin=other)
        assert (refused.status, refused.json["code"]) == (403, "origin_not_allowed")
        assert refused.headers["access-control-allow-origin"] == "*"
    assert send(front.port, "", "POST", "/tokens", body, Origin=own).status == 401
    asked = send(
        front.port, "", "OPTIONS", "/tokens", Origin=other, Access_Control_Request_Method="POST"
    )
    assert asked.status == 200


def test_an_address_that_sends_too_many_requests_at_once_gets_a_problem(tmp_path: Path) -> None:
    nothing = free_port()
    with (
        proxies.nginx(tmp_path, api=[nothing], requests_at_once=4) as port,
        closing(HTTPConnection("127.0.0.1", port, timeout=PATIENCE)) as connection,
    ):
        for _ in range(3):  # an earlier one found the proxy running
            connection.request("GET", "/api/v1/rulesets")
            with connection.getresponse() as passed:
                passed.read()
                assert passed.status == 502  # no server listens
        connection.request("GET", "/api/v1/rulesets")
        with connection.getresponse() as refused:
            body = json.load(refused)

    assert refused.status == 429
    assert refused.headers["Retry-After"] == "1"
    assert refused.headers["Access-Control-Allow-Origin"] == "*"
    assert refused.headers["Access-Control-Expose-Headers"] == "Retry-After"
    problem = PROBLEMS["rate_limited"]
    assert body == {
        "type": "/problems/rate_limited",
        "title": problem.title,
        "status": 429,
        "detail": problem.meaning,
        "code": "rate_limited",
    }


def test_files_of_dumps_are_served_and_nothing_next_to_them(tmp_path: Path) -> None:
    nothing = free_port()
    dump, begun = tmp_path / "dumps" / "2026-11.1", tmp_path / "dumps" / "2026-11.partial"
    for folder in (dump, begun):
        folder.mkdir(parents=True)
        (folder / "games.jsonl.zst").write_bytes(b"games")
        (folder / "README.md").write_text("<script>alert(1)</script>")
    (dump / "asks.parquet").write_bytes(bytes(100_000_000))
    (tmp_path / "secret").write_text("secret")
    with ExitStack() as stack:
        port = stack.enter_context(proxies.nginx(tmp_path, api=[nothing], files=tmp_path))

        def get(path: str, method: str = "GET") -> HTTPResponse:
            connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
            stack.callback(connection.close)
            connection.request(method, path)
            return connection.getresponse()

        for name in ("games.jsonl.zst", "README.md"):
            answer = get(f"/dumps/2026-11.1/{name}")
            assert answer.status == 200
            assert answer.headers["Content-Type"] == "application/octet-stream"
            assert answer.read() == (dump / name).read_bytes()
        assert get("/dumps/2026-11.1/missing.parquet").status == 404
        assert get("/dumps/2026-11.1/README.md", "DELETE").status == 405
        for path in (
            *("/dumps/", "/dumps/2026-11.1/", "/dumps/2026-11.partial/README.md"),
            *("/dumps/2026-11.1/../../secret", "/dumps/2026-11.1/..%2f..%2fsecret"),
        ):
            assert get(path).status == 502, path  # for the service, which does not run

        held = [get("/dumps/2026-11.1/asks.parquet") for _ in range(2)]
        refused = get("/dumps/2026-11.1/asks.parquet")
        assert [answer.status for answer in held] == [200, 200]
        assert (refused.status, json.load(refused)["code"]) == (429, "rate_limited")
