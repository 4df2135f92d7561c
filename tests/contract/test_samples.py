"""The samples of the reference: each one runs, and calls its operation with success.

They call the views in this thread, in the scenes of :mod:`tests.scenes`, and what they change is
undone. The samples of streams read from a server.
"""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

import httpx
import pytest
from django.core.cache import cache
from django.core.wsgi import get_wsgi_application
from django.db import transaction
from django.utils import timezone
from pytest_django import Settings

from gofish_api.api.samples import BODY_FILE, SERVER, SampleCall, samples_of
from gofish_api.api.schema_outline import Outline
from tests import permissions, scenes
from tests.contract.test_clients import NODE, needs_node
from tests.contract.test_operations import OPERATIONS, Operation, document, validator
from tests.databases import connection_kept
from tests.patience import PATIENCE
from tests.permissions import World
from tests.players import API
from tests.programs import find
from tests.servers import ROOT

STREAMS = {"stream_game", "stream_games", "stream_account", "stream_tv", "stream_tournament"}
each_language = pytest.mark.parametrize(
    "title",
    [
        pytest.param("curl", marks=pytest.mark.skipif(not find("curl"), reason="no curl")),
        "Python",
        pytest.param("JavaScript", marks=needs_node),
    ],
)


class QuietHandler(WSGIRequestHandler):
    """Answers a request, and logs nothing."""

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        """Log nothing."""


@pytest.fixture(scope="module")
def views() -> Iterator[WSGIServer]:
    """A server whose requests this thread answers, one at a time, when it is asked to."""
    with make_server("127.0.0.1", 0, get_wsgi_application(), handler_class=QuietHandler) as server:
        server.timeout = 0.02  # seconds to wait for a request
        yield server


def sample_call(operation: Operation) -> SampleCall:
    """Return the call that the samples of an operation make."""
    return Outline(document()).sample_call(operation.path, operation.method, operation.spec)


def names_in(template: str, path: str) -> dict[str, str]:
    """Return what stands in a path in the places that its template names."""
    found = re.fullmatch(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", template), API + path)
    assert found, f"{path} is no path of {template}"
    return found.groupdict()


@contextmanager
def started(
    call: SampleCall, title: str, address: str, names: dict[str, str], folder: Path
) -> Iterator[subprocess.Popen[str]]:
    """Run a sample whose variables have these values; yield its process."""
    [code] = [each.code for each in samples_of(call) if each.title == title]
    code = code.replace(SERVER, address)
    (folder / BODY_FILE).write_text(json.dumps(call.body))
    environ = os.environ | names
    if title == "curl":
        command = ["bash", "-c", code]
    elif title == "Python":
        given = "".join(f"{name} = {value!r}\n" for name, value in names.items())
        command = [sys.executable, "-u", "-c", given + code]
        environ["PYTHONPATH"] = str(ROOT / "clients" / "python" / "src")
    else:
        script, modules = folder / "sample.mjs", folder / "node_modules"
        given = "".join(f"const {name} = {json.dumps(value)};\n" for name, value in names.items())
        script.write_text(given + code)  # imports are hoisted
        modules.mkdir(exist_ok=True)
        if not (client := modules / "gofish-client").exists():
            client.symlink_to(ROOT / "clients" / "javascript")
        command = [str(NODE), str(script)]
    with subprocess.Popen(
        command,
        cwd=folder,
        env=environ,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as program:
        try:
            yield program
        finally:
            stop(program)


def stop(program: subprocess.Popen[str]) -> None:
    """Kill a program with its children: the `node` of npm's package is one."""
    if program.poll() is None:
        os.killpg(program.pid, signal.SIGKILL)


def post(address: str, path: str, body: Any, token: str = "") -> Any:
    """Send a request to the API; return the JSON of its answer."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    answer = httpx.post(f"{address}{API}{path}", json=body, headers=headers)
    assert answer.is_success, answer.text
    return answer.json()


def announced(address: str) -> str:
    """Announce a tournament of a registered player; return its id."""
    player = {"username": f"Host{uuid4().hex[:12]}", "password": "three-herrings-swim"}
    token = post(address, "/accounts", player)["token"]["secret"]
    starts_at = (timezone.now() + timedelta(days=1)).isoformat()
    body = {"name": "Cup", "seats": 2, "turn_seconds": 30, "starts_at": starts_at, "rounds": 3}
    tournament: str = post(address, "/tournaments", body, token)["id"]
    return tournament


@pytest.mark.process
@pytest.mark.once
@pytest.mark.django_db
@each_language
def test_every_sample_calls_its_operation(
    title: str, views: WSGIServer, settings: Settings, tmp_path: Path
) -> None:
    settings.RATES = dict.fromkeys(settings.RATES, "none")
    world = permissions.build_world()
    for operation in OPERATIONS:
        name = operation.spec["operationId"]
        if name not in STREAMS:
            with transaction.atomic():
                cache.clear()
                failure = run_in_scene(operation, title, world, views, tmp_path)
                transaction.set_rollback(True)
            assert not failure, f"{name}: {failure}"


def run_in_scene(
    operation: Operation, title: str, world: World, views: WSGIServer, folder: Path
) -> str:
    """Run a sample where its operation can succeed; return its output if it fails."""
    scene = scenes.of(operation.spec["operationId"], world)
    call = sample_call(operation)
    query = {name: (scene.query or {}).get(name, each) for name, each in call.query.items()}
    body = scene.body if "requestBody" in operation.spec else None
    if body is None and call.body is not None:
        body = {}
    call = call._replace(body=body, query=query)
    names = names_in(operation.path, scene.path) | {"token": scene.caller.secret or ""}
    if call.takes_version:
        state = "/games/" + scene.path.split("/")[2] + "/state"
        names["etag"] = scene.if_match or scene.caller.get(state)["ETag"]
    address = f"http://127.0.0.1:{views.server_port}"
    with started(call, title, address, names, folder) as program:
        while program.poll() is None:
            with connection_kept():
                views.handle_request()
        output, errors = program.communicate()
    return output + errors if program.returncode else ""


@pytest.mark.process
@pytest.mark.once
@each_language
@pytest.mark.parametrize("name", sorted(STREAMS))
def test_the_sample_of_a_stream_prints_what_comes(
    name: str, title: str, shared_server: str, tmp_path: Path
) -> None:
    [operation] = [each for each in OPERATIONS if each.spec["operationId"] == name]
    guest = post(shared_server, "/accounts/guest", {})
    token = guest["token"]["secret"]
    game = post(shared_server, "/games", {"seats": 2, "bots": ["random"]}, token)["game"]["id"]
    body = {"ids": [game]} if name == "stream_games" else None
    call = sample_call(operation)._replace(body=body)

    names = {"game_id": game, "token": token}
    if name == "stream_tournament":
        names["tournament_id"] = announced(shared_server)
    with started(call, title, shared_server, names, tmp_path) as program:
        assert program.stdout is not None
        first = program.stdout.readline()
        stop(program)
        _, errors = program.communicate(timeout=PATIENCE)

    assert first.strip(), errors


def test_the_body_of_a_sample_is_valid() -> None:
    for operation in OPERATIONS:
        body = sample_call(operation).body
        for part, _, content in operation.contents():
            if part == "request" and body is not None:
                validator(content["schema"]).validate(body)


def test_samples_make_the_schema_no_longer() -> None:
    assert "gofish-client" not in json.dumps(document())
