"""The fetcher of addresses that strangers chose reaches nothing but the public internet."""

import ssl
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_address
from typing import Any

import pytest
import trustme

from api_kit import guarded_fetch
from api_kit.guarded_fetch import FetchFailed, fetch_now

AUTHORITY = trustme.CA()


class Answers(BaseHTTPRequestHandler):
    """Answers by path."""

    def do_GET(self) -> None:
        if self.path == "/moved":
            self.send_response(302)
            self.send_header("Location", "https://localhost/")
            self.end_headers()
            return
        self.send_response(200)
        self.end_headers()
        if self.path == "/slow":
            for _ in range(50):
                self.wfile.write(b"x")
                time.sleep(0.05)
        elif self.path == "/endless":
            for _ in range(100):
                self.wfile.write(b"x" * 1000)
        else:
            self.wfile.write(self.headers["Host"].encode())

    def do_POST(self) -> None:
        sent = self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(201)
        self.end_headers()
        agents = self.headers.get_all("User-Agent", [])
        self.wfile.write(sent[::-1] + ",".join(agents).encode())

    def log_message(self, *_: Any) -> None:
        pass

    def handle(self) -> None:
        with suppress(OSError):  # the client went away
            super().handle()


@contextmanager
def https_server(handler: type[BaseHTTPRequestHandler], *, name: str) -> Iterator[int]:
    """Serve with a certificate for a name of the test's authority; yield the port."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    AUTHORITY.issue_cert(name).configure_cert(context)
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.handle_error = lambda *_: None  # type: ignore[method-assign]  # clients that go away
    server.socket = context.wrap_socket(server.socket, server_side=True)
    thread = threading.Thread(target=server.serve_forever, args=(0.05,))
    thread.start()
    try:
        yield server.server_port
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    with https_server(Answers, name="localhost") as found:
        yield found


@pytest.fixture(autouse=True)
def trusting(settings: Any) -> None:
    settings.FETCH_ALSO_FROM = ["127.0.0.1", "::1"]
    AUTHORITY.configure_trust(guarded_fetch._verifying())


def refused(url: str, **options: Any) -> str:
    """Return the reason why a fetch fails."""
    with pytest.raises(FetchFailed) as failed:
        fetch_now("GET", url, **options)
    return failed.value.reason


def test_an_answer_is_whole(port: int) -> None:
    answer = fetch_now("GET", f"https://localhost:{port}/")

    assert answer.status == 200
    assert answer.body == f"localhost:{port}".encode()


def test_a_body_is_posted_with_the_headers_of_the_caller_in_place_of_others(port: int) -> None:
    sent = {"user-agent": "!"}
    answer = fetch_now("POST", f"https://localhost:{port}/", body=b"abc", headers=sent)

    assert (answer.status, answer.body) == (201, b"cba!")


def test_a_redirect_is_an_answer(port: int) -> None:
    assert fetch_now("GET", f"https://localhost:{port}/moved").status == 302


@pytest.mark.parametrize(
    "path, reason", [("/slow", "too_slow"), ("/endless", "too_long")], ids=["slow", "endless"]
)
def test_size_and_time_are_bounded(port: int, path: str, reason: str) -> None:
    url = f"https://localhost:{port}{path}"

    assert refused(url, seconds=0.5, most_bytes=5000) == reason


def test_a_certificate_of_another_name_is_refused(port: int) -> None:
    assert refused(f"https://127.0.0.1:{port}/") == "unreachable"


def test_proxies_of_the_environment_are_ignored(port: int, monkeypatch: Any) -> None:
    monkeypatch.setenv("HTTPS_PROXY", "http://127.0.0.1:1")

    assert fetch_now("GET", f"https://localhost:{port}/").status == 200


@pytest.mark.parametrize(
    "url",
    [
        "http://app.example/",
        "https://app.example:8443/",
        "https://user@app.example/",
        "https://app.example/#part",
        "https://app.example\\@localhost/",
        "https://[::1",
        "https:///path",
        "https://app.example:99999/",
        "https://app.example/ with space",
        "https://fußball.example/",
        "https://a_b.example/",
        "https://" + "a" * 500,
        "file:///etc/passwd",
        "",
    ],
)
def test_other_urls_are_refused(url: str, settings: Any) -> None:
    settings.FETCH_ALSO_FROM = []

    assert refused(url) == "bad_url"


@pytest.mark.parametrize("host", ["127.0.0.1", "2130706433", "0x7f.1", "[::ffff:127.0.0.1]"])
def test_no_spelling_of_this_machine_is_reached(host: str, settings: Any) -> None:
    settings.FETCH_ALSO_FROM = []

    assert refused(f"https://{host}/") == "address_refused"


def test_one_private_address_of_several_is_enough_to_refuse(
    settings: Any, monkeypatch: Any
) -> None:
    settings.FETCH_ALSO_FROM = []
    monkeypatch.setattr(guarded_fetch, "_resolve", lambda *_: ["1.1.1.1", "10.0.0.1"])

    assert refused("https://app.example/") == "address_refused"


def test_a_name_is_resolved_once(port: int, monkeypatch: Any) -> None:
    answers = iter([["127.0.0.1"]])  # a second look finds none
    monkeypatch.setattr(guarded_fetch, "_resolve", lambda *_: next(answers))

    assert fetch_now("GET", f"https://localhost:{port}/").status == 200


PRIVATE = """
0.0.0.0 10.1.2.3 100.64.0.1 127.0.0.1 169.254.169.254 172.16.0.1 172.31.255.255 192.0.0.1 192.0.0.9
192.0.0.10 192.0.0.192 192.0.2.1 192.31.196.1 192.52.193.1 192.88.99.1 192.168.1.1 192.175.48.1
198.18.0.0 198.19.255.255 198.51.100.1 203.0.113.1 224.0.0.1 239.255.255.255 240.0.0.0
255.255.255.255 :: ::1 ::7f00:1 ::1.1.1.1 ::ffff:10.0.0.1 ::ffff:192.0.0.192 64:ff9b::a00:1
64:ff9b::c000:c0 64:ff9b:1::101:101 100::1 100:0:0:1::1 1fff:ffff::1 2001:0:1::1
2001:0:101:101::fefe:fefe 2001:1::1 2001:4:112::1 2001:20::1 2001:1ff:ffff::1 2001:db8::1 2002:a00:1::1
2002:101:101::1 2620:4f:8000::1 3fff::1 3fff:fff:ffff::1 4000::1 5f00::1 fc00::1 fd12::1 fe80::1
fe80::1%1 2606:4700::1111%1 fec0::1 ff02::1 ff0e::1
""".split()  # noqa: SIM905
PUBLIC = """
1.1.1.1 11.0.0.0 100.128.0.0 172.32.0.0 192.0.1.0 192.0.3.0 192.88.98.255 198.20.0.0 223.255.255.255
93.184.215.14 2606:4700::1111 2001:200::1 2001:db7:ffff::1 2003::1 3ffe::1 3fff:1000::1
::ffff:1.1.1.1 64:ff9b::101:101
""".split()  # noqa: SIM905


@pytest.mark.parametrize("text", PRIVATE)
def test_an_address_that_is_not_global_is_refused(text: str, settings: Any) -> None:
    settings.FETCH_ALSO_FROM = []

    assert not guarded_fetch.is_allowed(text, port=443)


@pytest.mark.parametrize("text", PUBLIC)
def test_a_global_address_is_allowed_on_one_port(text: str, settings: Any) -> None:
    settings.FETCH_ALSO_FROM = []

    assert guarded_fetch.is_global(ip_address(text))
    assert guarded_fetch.is_allowed(text, port=443)
    assert not guarded_fetch.is_allowed(text, port=22)
