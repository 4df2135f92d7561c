"""What a process does at its start: checks, the text with addresses, the referee's process."""

import logging
import os
import subprocess
import sys
from pathlib import Path
from threading import Event, Lock, Thread

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.files.storage import Storage
from django.core.management.base import CommandError

from gofish_api import static_files
from gofish_api.observability.health import DatabaseCheck


def check_migrations() -> None:
    """Check that all migrations of this code are applied.

    An unreachable database passes: the processes wait for it.

    :raises CommandError: a migration is missing.
    """
    if DatabaseCheck.shared().found_in_time()["migrations"] == "missing":
        raise CommandError(
            "The database has no tables, or those of an older version: "
            "run `python manage.py migrate`, then try again."
        )


IGNORED = ["CVS", ".*", "*~"]  # as collectstatic does


def check_files(storage: Storage = staticfiles_storage) -> None:
    """Check that the manifest of static files is complete, and that the web client is collected.

    A page that uses a file without an entry answers 500. The client's files have no entry.

    :raises CommandError: a file is missing, as after an upgrade.
    """
    manifest = getattr(storage, "hashed_files", None)
    if manifest is None:  # without PRODUCTION nothing is collected
        return
    for finder in get_finders():
        for path, source in finder.list(IGNORED):
            folder = getattr(source, "prefix", None) or ""
            name = (Path(folder) / path).as_posix()
            if name not in manifest and not (folder and storage.exists(name)):
                raise CommandError(
                    f"Static files are not collected ({name} is missing): "
                    "run `python manage.py collectstatic --noinput`, then start again."
                )


DEVELOPMENT = """\
Go Fish is running at {base}

  play           {base}/   ({client})
  API            {base}/api/v1
  documentation  {base}/docs/   {base}/api/docs
  admin          {base}/{admin}   (first run .venv/bin/python manage.py createsuperuser, or seed_demo for demo data)

Create an account. Only this response shows the token (token.secret):

  curl -sS {base}/api/v1/accounts -H 'Content-Type: application/json' \\
    -d '{{"username": "ada", "password": "seven-herrings-swim"}}'

Stop the server with Ctrl-C.
"""
PRODUCTION = """\
Go Fish listens at {listens}. It expects a proxy that terminates TLS.

  play           {base}/   ({client})
  API            {base}/api/v1
  documentation  {base}/docs/   {base}/api/docs
  admin          {base}/{admin}   (first run python manage.py createsuperuser, then second_factor NAME)
  readiness      curl -H 'Host: {name}' {listens}/readyz

{advice}Stop the server with Ctrl-C.
"""
NO_NAME = "ALLOWED_HOSTS has no public host name: set it to the name of the service.\n"
NO_PROXY = (
    "PROXY_COUNT is 0: plain HTTP requests are redirected to https. Behind a proxy that terminates\n"
    "TLS this is a redirect loop. Set PROXY_COUNT to the number of proxies.\n"
)


def text(host: str, port: int) -> str:
    """Return the text for `serve`."""
    listens = _address(host, port)
    if not settings.PRODUCTION:
        return DEVELOPMENT.format(base=listens, client=client(), admin=settings.ADMIN_PATH)
    return PRODUCTION.format(
        listens=listens,
        base=_public_address(),
        name=_public_name(),
        client=client(),
        admin=settings.ADMIN_PATH,
        advice=advice(),
    )


def client() -> str:
    """Return which files of the browser client are served."""
    return "in bundles" if static_files.has_bundles() else "in modules: no current bundles/"


def address() -> str:
    """Return the URL of the service for its staff."""
    return _public_address() if settings.PRODUCTION else "http://localhost:8000"


def advice() -> str:
    """Return what production lacks to be reached, or an empty text."""
    own = [name for name in _names() if name not in settings.LOOPBACK]
    lacks = ("" if own else NO_NAME) + ("" if settings.PROXY_COUNT else NO_PROXY)
    return f"{lacks}\n" if lacks else ""


def _address(host: str, port: int) -> str:
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def _public_address() -> str:
    """Return the public URL: HTTPS and the first host of ``ALLOWED_HOSTS``."""
    return f"https://{_public_name()}"


def _public_name() -> str:
    return next(iter(_names()), "localhost")


def _names() -> list[str]:
    return [name.removeprefix(".") for name in settings.ALLOWED_HOSTS if name != "*"]


PAUSE_SECONDS = 1.0
"""Pause between an unexpected end of the process and the next start."""
GRACE_SECONDS = 5.0
"""Time for a stopped process to finish its step before it is killed."""
ROOT = Path(__file__).parents[2]

logger = logging.getLogger(__name__)


class RefereeChild:
    """A `manage.py referee` that runs until ``close``, or until this process ends.

    It stops when its standard input is closed, which the kernel does if this process is killed.
    """

    def __init__(self) -> None:
        self._is_closed, self._changing = Event(), Lock()
        self._process = _start()
        Thread(target=self._keep, name="referee-child", daemon=True).start()

    def close(self) -> None:
        """Stop the process and wait for its end."""
        with self._changing:
            self._is_closed.set()
        try:
            self._process.communicate(timeout=GRACE_SECONDS)  # closes its standard input
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _keep(self) -> None:
        while True:
            self._process.wait()
            if self._is_closed.wait(PAUSE_SECONDS):
                return
            logger.warning("The referee process has ended; restarting it.")
            with self._changing:
                if not self._is_closed.is_set():
                    self._process = _start()


def _start() -> subprocess.Popen[bytes]:
    """Start it; its metrics are on the port after that of this process."""
    own = {"METRICS_PORT": str(settings.METRICS_PORT + 1)} if settings.METRICS_PORT else {}
    return subprocess.Popen(
        [sys.executable, "manage.py", "referee", "--until-stdin-closes"],
        cwd=ROOT,
        env=os.environ | own,
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
    )
