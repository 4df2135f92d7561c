"""The one-port front over real sockets, and `manage.py serve` as a process.

Requests are written as bytes: much of what is asked here no client library would send.
"""

import asyncio
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from http import HTTPStatus
from http.client import HTTPResponse
from pathlib import Path
from typing import Any, NamedTuple
from wsgiref.types import StartResponse, WSGIEnvironment

import pytest
import uvicorn
from django.conf import settings as defaults
from pytest_django import Settings

from games.live.connection_registry import ENVIRON_KEY
from games.live.exchange import Exchange
from gofish_api.server.front import LARGE_BYTES, Front
from gofish_api.server.protocol import HEAD_BYTES, Protocol
from gofish_api.server.turns import LARGE_BODIES
from tests.servers import migrated
from tests.timeouts import PATIENCE

LIMIT = defaults.DATA_UPLOAD_MAX_MEMORY_SIZE
VERIFY = "/api/v1/transcripts/verify"
BODY_SECONDS = 0.5


class Reply(NamedTuple):
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def document(self) -> Any:
        return json.loads(self.body)


def talk(port: int, *parts: bytes, pause: float = 0.0) -> bytes:
    """Send the parts, half-close, and return all that the server says until it closes."""
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as client:
        for part in parts:
            try:
                client.sendall(part)
            except (BrokenPipeError, ConnectionResetError):
                break  # on a busy machine the server has answered and closed before the last part
            time.sleep(pause)
        received = b""
        while chunk := client.recv(65_536):
            received += chunk
    return received


def reply(received: bytes) -> Reply:
    head, _, body = received.partition(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").split("\r\n")
    headers = dict(line.lower().split(": ", 1) for line in lines)
    return Reply(int(first.split(" ")[1]), headers, body)


def request(method: str = "POST", path: str = "/", body: bytes = b"", **headers: str) -> bytes:
    fields = {"Host": "localhost", "Connection": "close", "Content-Length": str(len(body))}
    fields |= {name.replace("_", "-"): value for name, value in headers.items()}
    lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in fields.items())]
    return "\r\n".join([*lines, "", ""]).encode("latin-1") + body


CHUNKED = request(Transfer_Encoding="chunked").replace(b"Content-Length: 0\r\n", b"")
STAYS = request(path="/1", Connection="keep-alive")
LASTING = CHUNKED.replace(b"Connection: close\r\n", b"")
OFFER = request(path="/2", Connection="Upgrade, close", Upgrade="h2c")


# --- the front, over a WSGI application that shows what reached it -------------------------------


def mirror(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
    body = environ["wsgi.input"].read()
    shown = {key: value for key, value in environ.items() if isinstance(value, str)}
    content = json.dumps(shown | {"body": body.decode("latin-1")}).encode()
    headers = [("Content-Type", "application/json"), ("Content-Length", str(len(content)))]
    if environ["PATH_INFO"] == "/endless":
        environ[ENVIRON_KEY].hold = endless
    elif environ["PATH_INFO"] == "/held" and (connection := environ.get(ENVIRON_KEY)):
        connection.hold = held
        content = b"held, "
    start_response("200 OK", [*headers, ("Set-Cookie", " a=1"), ("Set-Cookie", " b=2")])
    return [] if environ["REQUEST_METHOD"] == "HEAD" else [content]


async def held(exchange: Exchange) -> None:
    await exchange.begin()
    again = await exchange.ask_again()
    await exchange.send({"type": "http.response.body", "body": again.body})


ENDED = threading.Event()


async def endless(exchange: Exchange) -> None:
    await exchange.begin()
    gone = asyncio.ensure_future(exchange.receive())
    while not gone.done():
        await exchange.send({"type": "http.response.body", "body": b".", "more_body": True})
        await asyncio.sleep(0.01)
    ENDED.set()


@contextmanager
def serving(front: Front) -> Iterator[int]:
    """Serve in a thread; yield the port."""
    listener = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(
        front,
        http=Protocol,
        lifespan="off",
        log_config=None,
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    try:
        yield listener.getsockname()[1]
    finally:
        server.should_exit = True
        thread.join()


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    front = Front(mirror, body_seconds=BODY_SECONDS)
    with serving(front) as port:
        yield port


def test_the_application_gets_the_whole_request(port: int) -> None:
    got = reply(talk(port, request(path="/caf%C3%A9/%FF?q=%C3%A9", body=b"ab\x00c", X_One="1")))

    assert got.status == HTTPStatus.OK
    assert got.document["REQUEST_METHOD"] == "POST"
    assert got.document["PATH_INFO"].encode("latin-1") == b"/caf\xc3\xa9/\xff"
    assert got.document["QUERY_STRING"] == "q=%C3%A9"
    assert got.document["HTTP_X_ONE"] == "1"
    assert got.document["REMOTE_ADDR"] == "127.0.0.1"
    assert got.document["SERVER_PORT"] == str(port)
    assert got.document["body"] == "ab\x00c"
    assert got.document["CONTENT_LENGTH"] == "4"


def test_a_chunked_body_arrives_with_its_length(port: int) -> None:
    trailer = b"X-Forwarded-For: 192.0.2.1\r\n"

    got = reply(
        talk(port, CHUNKED, b"3\r\nabc\r\n", b"2\r\nde\r\n0\r\n", trailer, b"\r\n", pause=0.02)
    )

    assert got.document["body"] == "abcde"
    assert got.document["CONTENT_LENGTH"] == "5"
    assert not {"HTTP_TRANSFER_ENCODING", "HTTP_X_FORWARDED_FOR"} & got.document.keys()


def test_head_has_the_headers_and_no_body(port: int) -> None:
    got = reply(talk(port, request("HEAD")))

    assert int(got.headers["content-length"]) > 0
    assert got.body == b""


def test_a_connection_is_held_after_the_answer_and_can_repeat_the_request(port: int) -> None:
    received = talk(port, request("GET", "/held"))

    assert b"content-length" not in received
    assert b"\r\nheld, \r\n" in received
    assert b'"PATH_INFO": "/held"' in received
    assert received.endswith(b"0\r\n\r\n")


@pytest.mark.parametrize(
    ("path", "size"),
    [("/", LIMIT + 1), ("/", 5_000_000), (VERIFY, defaults.TRANSCRIPT_MAX_BYTES + 1)],
)
def test_a_too_large_body_is_refused_even_if_the_client_sends_all_of_it(
    port: int, path: str, size: int
) -> None:
    got = reply(talk(port, request(path=path, body=b"x" * size)))

    assert got.status == HTTPStatus.REQUEST_ENTITY_TOO_LARGE
    assert got.headers["content-type"] == "application/problem+json"
    assert got.document["code"] == "body_too_large"
    assert got.document["status"] == got.status
    assert got.document.keys() == {"type", "title", "status", "detail", "code"}


@pytest.mark.parametrize(("path", "size"), [("/", LIMIT), (VERIFY, defaults.TRANSCRIPT_MAX_BYTES)])
def test_the_largest_body_is_answered(port: int, path: str, size: int) -> None:
    got = reply(talk(port, request(path=path, body=b"x" * size)))

    assert len(got.document["body"]) == size


def test_unfinished_large_bodies_of_an_address_delay_no_others_and_give_back_their_places(
    port: int, settings: Settings
) -> None:
    settings.PROXY_COUNT = 1
    begun = request(path=VERIFY, Content_Length="1000000") + b"x" * (LARGE_BYTES + 1)
    large = partial(request, path=VERIFY, body=b"x" * 100_000)
    with ThreadPoolExecutor(LARGE_BODIES) as threads:
        slow = [threads.submit(talk, port, begun) for _ in range(LARGE_BODIES)]

        assert reply(talk(port, request())).status == HTTPStatus.OK
        assert reply(talk(port, large(X_Forwarded_For="192.0.2.1"))).status == HTTPStatus.OK
        assert not any(each.done() for each in slow)
        assert {reply(each.result()).status for each in slow} == {HTTPStatus.REQUEST_TIMEOUT}
    assert reply(talk(port, large())).status == HTTPStatus.OK


def test_an_endless_chunked_body_is_cut_off(port: int) -> None:
    chunk = b"10000\r\n" + b"x" * 65_536 + b"\r\n"

    with pytest.raises(OSError), socket.create_connection(("127.0.0.1", port), timeout=10) as c:  # noqa: PT011, PT012
        c.sendall(CHUNKED)
        for _ in range(10_000):
            c.sendall(chunk)


@pytest.mark.parametrize(
    "parts",
    [
        pytest.param([b"half"], id="half a body, then silence"),
        pytest.param([b""], id="no body at all"),
        pytest.param([b"a", b"b", b"c", b"d", b"e", b"f", b"g", b"h"], id="a byte now and then"),
    ],
)
def test_a_body_that_is_too_slow_is_refused(port: int, parts: list[bytes]) -> None:
    head = request(Content_Length="100")

    got = reply(talk(port, head, *parts, pause=0.05))

    assert got.status == HTTPStatus.REQUEST_TIMEOUT
    assert got.document["code"] == "body_timeout"


@pytest.mark.parametrize(
    "head",
    [
        pytest.param(request(Content_Length="many"), id="a length that is no number"),
        pytest.param(request(Content_Length="-1"), id="a negative length"),
        pytest.param(request(body=b"x").replace(b"Host: localhost\r\n", b""), id="no host"),
        pytest.param(request().replace(b"\r\n\r\n", b"\r\nContent-Length: 7\r\n\r\n"), id="two"),
        pytest.param(request(X_Long="x" * HEAD_BYTES), id="a long head"),
        pytest.param(request()[:-2] + b"a:\r\n" * 4_000 + b"\r\n", id="many headers"),
        pytest.param(request("head"), id="small letters"),
        pytest.param(CHUNKED.replace(b"chunked", b"gzip, chunked") + b"0\r\n\r\n", id="a coding"),
        pytest.param(request().replace(b" HTTP/1.1", b""), id="no version"),
        pytest.param(request("CONNECT", "localhost:80"), id="a tunnel"),
        pytest.param(request(path="/" + "x" * HEAD_BYTES), id="a long path"),
        pytest.param(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", id="TLS"),
    ],
)
def test_what_is_not_http_is_refused(port: int, head: bytes) -> None:
    assert reply(talk(port, head)).status == HTTPStatus.BAD_REQUEST


@pytest.mark.parametrize(
    "begun",
    [
        pytest.param(request()[:-2] + b"X-Long: ", id="head"),
        pytest.param(CHUNKED + b"0\r\nX-Long: ", id="trailer"),
        pytest.param(CHUNKED + b"1;", id="extension of a chunk"),
    ],
)
def test_a_head_or_trailer_without_an_end_is_cut_off(port: int, begun: bytes) -> None:
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as client:
        client.sendall(begun)
        with pytest.raises(OSError):  # noqa: PT011, PT012
            for _ in range(20):  # in less than BODY_SECONDS
                client.sendall(b"x" * HEAD_BYTES)
                time.sleep(0.01)


def test_the_body_of_a_request_that_offers_an_upgrade_is_its_body(port: int) -> None:
    inner = request("GET", "/smuggled")
    offering = request(body=inner, Connection="Upgrade, close", Upgrade="h2c")
    head, body = offering[: -len(inner)], offering[-len(inner) :]

    received = talk(port, head, body, pause=0.05)

    assert received.count(b"HTTP/1.1 200") == 1
    assert reply(received).document["body"] == inner.decode()


def test_requests_of_one_connection_have_nothing_of_each_other(port: int) -> None:
    trailed = LASTING + b"1\r\na\r\n0\r\nX-Trailer: 1\r\n\r\n"
    offering = request(path="/2", body=b"b", Connection="Upgrade", Upgrade="h2c")
    answers = []
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as client:
        for each in (trailed, offering, trailed, request(path="/4")):
            client.sendall(each)
            response = HTTPResponse(client)
            response.begin()
            answers.append(json.loads(response.read()))

    assert [(each["PATH_INFO"], each["body"]) for each in answers] == [
        ("/", "a"),
        ("/2", "b"),
        ("/", "a"),
        ("/4", ""),
    ]
    assert not any("HTTP_X_TRAILER" in each for each in answers)


@pytest.mark.parametrize(
    "then",
    [
        pytest.param(STAYS, id="a request"),
        pytest.param(STAYS * 100, id="many"),
        pytest.param(OFFER * 100, id="many that offer an upgrade"),
        pytest.param(b"\0", id="no head"),
        pytest.param(CHUNKED + b"x", id="no chunk"),
        pytest.param(STAYS[:-2] + b"X-Long: " + b"x" * HEAD_BYTES, id="no end"),
    ],
)
def test_what_comes_before_the_answer_is_dropped_and_the_connection_closed(
    port: int, then: bytes
) -> None:
    received = talk(port, STAYS + then)  # in one packet: what comes after the close resets it

    assert received.count(b"HTTP/1.1") == 1 + received.count(b'"SERVER_PROTOCOL": "HTTP/1.1"')
    assert reply(received).document["PATH_INFO"] == "/1"


def test_a_stream_ends_with_its_connection_though_another_request_was_sent(port: int) -> None:
    ENDED.clear()
    stays = request("GET", "/endless").replace(b"Connection: close\r\n", b"")

    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as client:
        client.sendall(stays)
        assert client.recv(65_536).startswith(b"HTTP/1.1 200")
        client.sendall(stays)

    assert ENDED.wait(PATIENCE)


def test_a_request_of_http_1_0_needs_no_host(port: int) -> None:
    assert reply(talk(port, b"GET / HTTP/1.0\r\n\r\n")).status == HTTPStatus.OK


def test_bytes_after_the_declared_length_are_not_part_of_the_body(port: int) -> None:
    got = reply(talk(port, request(body=b"12345", Content_Length="3")))

    assert got.document["body"] == "123"


# --- the command ---------------------------------------------------------------------------------


def manage(*arguments: str, folder: Path, is_migrated: bool = True) -> subprocess.Popen[str]:
    if is_migrated:
        (folder / "served.sqlite3").write_bytes(migrated())
    return subprocess.Popen(
        [sys.executable, "manage.py", *arguments],
        env=os.environ | {"DATABASE_URL": f"sqlite:///{folder}/served.sqlite3"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.fixture
def served(tmp_path: Path) -> Iterator[tuple[subprocess.Popen[str], int, str]]:
    """A server process, its port, and its welcome."""
    server = manage("serve", "--port", "0", folder=tmp_path)
    assert server.stdout is not None
    welcome = ""
    for line in server.stdout:
        welcome += line
        if "Ctrl-C" in line:
            break
    found = re.search(r"127\.0\.0\.1:(\d+)", welcome)
    assert found, server.communicate()
    try:
        yield server, int(found[1]), welcome
    finally:
        server.kill()
        server.communicate()


@pytest.mark.slow
def test_the_welcome_names_every_address_and_how_to_get_a_token(
    served: tuple[subprocess.Popen[str], int, str],
) -> None:
    _, port, welcome = served

    base = f"http://127.0.0.1:{port}"
    for address in ("/api/v1", "/api/docs", "/admin/"):
        assert base + address in welcome
    assert f"curl -sS {base}/api/v1/accounts" in welcome


def test_the_service_answers_and_a_static_file_is_found(
    served: tuple[subprocess.Popen[str], int, str],
) -> None:
    _, port, _ = served

    health = reply(talk(port, request("GET", "/healthz")))
    docs = [
        reply(talk(port, request("GET", path))) for path in ("/api/docs", "/static/api/docs.js")
    ]
    style = reply(talk(port, request("GET", "/static/admin/css/base.css")))
    source_map = reply(
        talk(port, request("GET", "/static/rest_framework/css/bootstrap.min.css.map"))
    )
    unknown = reply(talk(port, request("GET", "/api/nothing")))
    large = reply(talk(port, request("POST", "/api/v1/accounts", body=b" " * 70_000)))

    assert health.status == HTTPStatus.OK
    assert [page.status for page in docs] == [HTTPStatus.OK, HTTPStatus.OK]
    assert (style.status, style.headers["content-type"].split(";")[0]) == (200, "text/css")
    assert source_map.status == HTTPStatus.NOT_FOUND
    assert (unknown.status, unknown.document["code"]) == (404, "not_found")
    assert (large.status, large.document["code"]) == (413, "body_too_large")


@pytest.mark.slow
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_stops_the_server_despite_half_sent_requests(
    served: tuple[subprocess.Popen[str], int, str], how: signal.Signals
) -> None:
    server, port, _ = served
    assert reply(talk(port, request("GET", "/healthz"))).status == HTTPStatus.OK
    with socket.create_connection(("127.0.0.1", port)) as open_one:
        open_one.sendall(request("POST", "/api/v1/accounts", Content_Length="100") + b"half")

        server.send_signal(how)
        _, errors = server.communicate(timeout=PATIENCE)

    assert "Traceback" not in errors
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", port))


@pytest.mark.slow
@pytest.mark.parametrize(
    "command",
    [["serve", "--port", "0"], ["referee"], ["referee", "--once"]],
    ids=" ".join,
)
def test_a_process_does_not_start_on_an_unmigrated_database(
    tmp_path: Path, command: list[str]
) -> None:
    process = manage(*command, folder=tmp_path, is_migrated=False)
    output, errors = process.communicate(timeout=PATIENCE)

    assert process.returncode == 1
    assert "run `python manage.py migrate`" in errors
    assert len(errors.splitlines()) == 1
    assert output == ""


@pytest.mark.slow
def test_serve_api_starts_a_server_and_names_the_processes_to_start_instead(tmp_path: Path) -> None:
    server = manage("serve_api", "--port=0", "--workers=2", "--threads=4", folder=tmp_path)
    assert server.stdout is not None
    found = next(filter(None, (re.search(r"127\.0\.0\.1:(\d+)", line) for line in server.stdout)))

    answered = reply(talk(int(found[1]), request("GET", "/healthz")))
    server.terminate()
    _, errors = server.communicate(timeout=PATIENCE)

    assert answered.status == HTTPStatus.OK
    assert errors.count("serve --no-referee --host 127.0.0.1 --port ") == 2
