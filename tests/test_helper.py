"""The helper process of `serve`: its requests, its metrics, and how it ends and restarts."""

import os
import signal
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from api_kit.costs import Cost
from gofish_api.server.processes.helper import Helper, HelperGone
from tests.faults.clients import send
from tests.faults.processes import Server, children, serving_metrics
from tests.patience import PATIENCE, eventually
from tests.players import guest, seated

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("transactional_db")]

SECONDS = PATIENCE
BODY = {"name": "mine", "username": "Nosuch", "password": "wrong-password"}


@pytest.fixture
def served(tmp_path: Path) -> Iterator[tuple[Server, int]]:
    """A server, and the port of its metrics."""
    with serving_metrics(tmp_path) as served:
        yield served


def helpers(server: Server) -> list[int]:
    """Return the helper processes of a server."""
    return children(server.pid, "gofish_api.server.processes.helper_process")


def test_one_helper_of_low_priority_answers_slow_requests(
    served: tuple[Server, int],
) -> None:
    server, _ = served
    game, ann, _ = seated(2)
    secret = ann.secret or ""
    assert helpers(server) == []

    answers = [
        send(server.port, secret, "POST", "/tokens", BODY),
        send(server.port, secret, "GET", "/me/export"),
        send(server.port, secret, "GET", "/games"),
        send(server.port, secret, "GET", f"/games/{game}/moves"),
        send(server.port, secret, "GET", f"/games/{game}/moves?after=99&wait=1"),
        send(server.port, secret, "GET", f"/games/{game}/replay?at=1"),
    ]

    assert [answer.status for answer in answers] == [401, 200, 200, 200, 200, 200]
    [helper] = helpers(server)
    assert os.getpriority(os.PRIO_PROCESS, helper) > os.getpriority(os.PRIO_PROCESS, server.pid)


def test_a_page_starts_the_helper_before_a_list_is_read(served: tuple[Server, int]) -> None:
    server, _ = served
    assert helpers(server) == []

    connection = HTTPConnection("127.0.0.1", server.port, timeout=SECONDS)
    connection.request("GET", "/lobby", headers={"Accept": "text/html,*/*;q=0.8"})
    answer = connection.getresponse()
    connection.close()

    assert answer.status == 200
    eventually(lambda: helpers(server))
    begun = helpers(server)
    assert send(server.port, guest().secret or "", "GET", "/games").status == 200
    assert helpers(server) == begun


def test_the_server_counts_what_its_helper_answers(served: tuple[Server, int]) -> None:
    server, port = served
    secret = guest().secret or ""
    send(server.port, secret, "POST", "/tokens", BODY)

    connection = HTTPConnection("127.0.0.1", port, timeout=SECONDS)
    connection.request("GET", "/metrics")
    text = connection.getresponse().read().decode()
    connection.close()

    samples = {
        (sample.name, *sorted(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }
    request = ("gofish_requests_total", ("operation", "POST /tokens"), ("status", "401"))
    assert samples[request] == 1
    assert samples["gofish_refusals_total", ("code", "wrong_credentials")] == 1
    assert samples["gofish_requests_in_progress",] == 0


def test_a_helper_that_was_killed_is_replaced(served: tuple[Server, int]) -> None:
    server, _ = served
    secret = guest().secret or ""
    assert send(server.port, secret, "GET", "/games").status == 200
    [first] = helpers(server)

    os.kill(first, signal.SIGKILL)
    refused = send(server.port, secret, "GET", "/games")
    again = send(server.port, secret, "GET", "/games")

    assert (refused.status, refused.json["code"]) == (503, "unavailable")
    assert again.status == 200
    assert helpers(server) != [first]


@pytest.mark.parametrize("is_killed", [False, True])
def test_a_helper_ends_with_its_server(served: tuple[Server, int], is_killed: bool) -> None:
    server, _ = served
    secret = guest().secret or ""
    assert send(server.port, secret, "GET", "/games").status == 200
    [helper] = helpers(server)

    if is_killed:
        os.kill(server.pid, signal.SIGKILL)  # the process alone, not its group
    else:
        server.stop()

    eventually(lambda: not Path(f"/proc/{helper}").exists())


def test_a_helper_that_cannot_start_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.executable", "/nonexistent/python")
    helper = Helper()

    for _ in range(2):
        with pytest.raises(HelperGone):
            helper.call(Cost.LIST, {})
