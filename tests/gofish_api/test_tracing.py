"""Traces as a collector receives them: enabled by variables only, without private data."""

import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from django.db import connection
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.trace.v1.trace_pb2 import Span

from tests.faults.clients import send
from tests.faults.processes import serving
from tests.players import seated
from tests.timeouts import eventually

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("transactional_db")]


class Collector(ThreadingHTTPServer):
    """Receives spans as OTLP over HTTP."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.received: list[ExportTraceServiceRequest] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def names(self) -> list[str]:
        return [span.name for span in self.spans()]

    def spans(self) -> list[Span]:
        return [
            span
            for request in self.received
            for resource in request.resource_spans
            for scope in resource.scope_spans
            for span in scope.spans
        ]


class _Handler(BaseHTTPRequestHandler):
    server: Collector

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        assert self.path == "/v1/traces"
        self.server.received.append(ExportTraceServiceRequest.FromString(body))
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def collecting() -> Iterator[Collector]:
    collector = Collector()
    thread = threading.Thread(target=collector.serve_forever)
    thread.start()
    try:
        yield collector
    finally:
        collector.shutdown()
        thread.join()
        collector.server_close()


def test_requests_and_statements_are_traced_if_a_collector_is_configured(tmp_path: Path) -> None:
    game, *players = seated(2)
    ann = players[0]
    with collecting() as collector:
        wanted = {"OTEL_EXPORTER_OTLP_ENDPOINT": collector.url, "OTEL_BSP_SCHEDULE_DELAY": "100"}
        with serving(tmp_path, settings=wanted) as [server]:
            for query, status in (("?ticket=very-secret", 400), ("", 200)):
                state = f"/games/{game}/state{query}"
                assert send(server.port, ann.secret or "", "GET", state).status == status
            actor = players[ann.state(game)["to_act"]]
            action = actor.state(game)["legal_actions"][0]
            ask = f"/games/{game}/ask"
            assert send(server.port, actor.secret or "", "POST", ask, action).status == 200
            eventually(lambda: any("/ask" in name for name in collector.names()), server.output)

    received = "".join(str(request) for request in collector.received)
    route = "api/v1/games/<str:game_id>/state"
    assert f"GET {route}" in collector.names()
    attributes = [each for span in collector.spans() for each in span.attributes]
    assert route in {each.value.string_value for each in attributes if each.key == "http.route"}
    assert 'string_value: "go-fish"' in received
    for statement in ("SELECT", "WITH"):  # what reads the head, and what writes a move
        assert (statement in collector.names()) == (connection.vendor == "postgresql")
    for private in ("very-secret", ann.secret or "", ann.name, "127.0.0.1:"):
        assert private not in received.replace(f"127.0.0.1:{server.port}", "")


@pytest.mark.parametrize(
    ("environment", "installed", "complaint"),
    [
        pytest.param(
            {"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:4318"},
            False,
            "requirements/otel.txt",
            id="the extra is not installed",
        ),
        pytest.param(
            {"OTEL_TRACES_EXPORTER": "zipkin"}, True, "OTLP in http/protobuf", id="another exporter"
        ),
        pytest.param({}, False, "", id="without the variables nothing is missed"),
        pytest.param({"OTEL_TRACES_EXPORTER": "none"}, False, "", id="traces are declined"),
    ],
)
def test_wrong_tracing_variables_are_reported(
    environment: dict[str, str], installed: bool, complaint: str
) -> None:
    hide = "" if installed else "sys.modules['opentelemetry'] = None; "
    ran = subprocess.run(
        [sys.executable, "-c", f"import sys; {hide}import gofish_api.wsgi"],
        env={"DATABASE_URL": "sqlite:///var/never-opened.sqlite3", **environment},
        capture_output=True,
        text=True,
        check=False,
    )

    assert bool(ran.returncode) == bool(complaint), ran.stderr
    assert complaint in (ran.stderr.splitlines() or [""])[-1]
