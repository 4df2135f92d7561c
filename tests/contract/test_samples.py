"""The samples of the reference: each one runs, and calls its operation with success.

They call the views in this thread, in the scenes of :mod:`tests.scenes`, and what they change is
undone.
"""

import json
import os
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

import pytest
from django.core.cache import cache
from django.core.wsgi import get_wsgi_application
from django.db import transaction
from pytest_django import Settings

from gofish_api.api.samples import BODY_FILE, SERVER, SampleCall, samples_of
from gofish_api.api.schema_outline import Outline
from tests import permissions, scenes
from tests.contract.test_clients import NODE, needs_node
from tests.contract.test_operations import OPERATIONS, Operation, document, validator
from tests.databases import ON_ONE, connection_kept
from tests.players import API
from tests.programs import find
from tests.servers import ROOT

RUNNERS = Path(__file__).parent
PYTHON_RUNNER = """
import runpy
import sys
import traceback
from contextlib import redirect_stdout

for line in sys.stdin:
    try:
        with redirect_stdout(sys.stderr):
            runpy.run_path(line.strip())
        answer = "ok"
    except Exception:
        traceback.print_exc()
        answer = "failed"
    sys.stdout.write(f"{answer}\\n")
    sys.stdout.flush()
"""
STREAMS = {"stream_game", "stream_games", "stream_account", "stream_tv", "stream_tournament"}


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


class Language(NamedTuple):
    """How the samples of a language run: many in one program.

    The program runs the files whose names come on its standard input, a line each, and answers each
    with a line: ``ok`` or ``failed``. What the samples print is its standard error.
    """

    suffix: str
    program: list[str]
    assign: Callable[[str, str], str]
    """Returns the line that gives a variable a value."""


LANGUAGES = {
    "curl": Language(
        "sh",
        ["bash", "-c", 'while read -r f; do bash "$f" >&2 && echo ok || echo failed; done'],
        lambda name, value: f"{name}={shlex.quote(value)}",
    ),
    "Python": Language(
        "py",
        [sys.executable, "-c", PYTHON_RUNNER],
        lambda name, value: f"{name} = {value!r}",
    ),
    "JavaScript": Language(
        "mjs",
        [str(NODE), str(RUNNERS / "sample_runner.mjs")],
        lambda name, value: f"const {name} = {json.dumps(value)};",  # imports are hoisted
    ),
}


def written(
    call: SampleCall, title: str, address: str, names: dict[str, str], folder: Path
) -> Path:
    """Write a sample whose variables have these values, and what it reads; return its file."""
    [code] = [each.code for each in samples_of(call) if each.title == title]
    language = LANGUAGES[title]
    given = [language.assign(name, value) for name, value in names.items()]
    file = folder / f"{call.operation}.{language.suffix}"
    file.write_text("\n".join([*given, code.replace(SERVER, address)]))
    (folder / BODY_FILE).write_text(json.dumps(call.body))
    return file


@contextmanager
def started(command: list[str], folder: Path, **options: Any) -> Iterator[subprocess.Popen[str]]:
    """Run a program in a folder, with our clients; yield its process."""
    modules = folder / "node_modules"
    modules.mkdir()
    (modules / "gofish-client").symlink_to(ROOT / "clients" / "javascript")
    with subprocess.Popen(
        command,
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(ROOT / "clients" / "python" / "src")},
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
        **options,
    ) as program:
        try:
            yield program
        finally:
            if program.poll() is None:  # its children too: the `node` of npm's package is one
                os.killpg(program.pid, signal.SIGKILL)


@pytest.mark.slow
@needs_node
@pytest.mark.skipif(not find("curl"), reason="no curl")
@ON_ONE
@pytest.mark.django_db
def test_every_sample_calls_its_operation(
    views: WSGIServer, settings: Settings, tmp_path: Path
) -> None:
    settings.RATES = dict.fromkeys(settings.RATES, "none")
    world = permissions.build_world()
    errors = tmp_path / "errors"
    with (
        errors.open("w") as file,
        ThreadPoolExecutor(1) as thread,
        ExitStack() as stack,
    ):
        programs = {}
        for title, language in LANGUAGES.items():
            (folder := tmp_path / title).mkdir()
            running = started(language.program, folder, stdin=subprocess.PIPE, stderr=file)
            programs[title] = stack.enter_context(running)
        for operation in OPERATIONS:
            name = operation.spec["operationId"]
            if name in STREAMS:
                continue
            with transaction.atomic():
                scene = scenes.of(name, world)
                for title, program in programs.items():
                    with transaction.atomic():
                        cache.clear()
                        sample = in_scene(operation, title, scene, views, tmp_path / title)
                        before = errors.stat().st_size
                        answer = thread.submit(sent, program, sample)
                        while not answer.done():
                            with connection_kept():
                                views.handle_request()
                        transaction.set_rollback(True)
                    printed = errors.read_bytes()[before:].decode()
                    assert answer.result() == "ok\n", f"{name} in {title}: {printed}"
                transaction.set_rollback(True)


def sent(program: subprocess.Popen[str], sample: Path) -> str:
    """Let a program run a sample; return its answer."""
    assert program.stdin is not None and program.stdout is not None
    program.stdin.write(f"{sample}\n")
    program.stdin.flush()
    answer: str = program.stdout.readline()
    return answer


def in_scene(
    operation: Operation, title: str, scene: scenes.Scene, views: WSGIServer, folder: Path
) -> Path:
    """Return the file of a sample that calls an operation in the scene in which it succeeds."""
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
    return written(call, title, f"http://127.0.0.1:{views.server_port}", names, folder)


def test_the_body_of_a_sample_is_valid() -> None:
    for operation in OPERATIONS:
        body = sample_call(operation).body
        for part, _, content in operation.contents():
            if part == "request" and body is not None:
                validator(content["schema"]).validate(body)
