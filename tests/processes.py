"""Run other processes of the service on the database of a test, and find the programs they need.

The test needs ``transactional_db``, because the processes see only committed rows. A test without
its program is skipped.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

from django.db import connection

from tests.timeouts import PATIENCE

SERVE = """
import django
django.setup()
from django.core.management import call_command
from games.play import outages
outages.run = lambda stop: None
call_command("serve", "--no-referee", "--port", "0")
"""
"""A server that commits no heartbeat: one could stay in the database of the tests that follow."""


def environment() -> dict[str, str]:
    """Return the environment of a process that works on the database of the running test."""
    name = str(connection.settings_dict["NAME"])
    if connection.vendor == "sqlite":
        url = f"sqlite:///{name}"
    else:
        url = urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{name}").geturl()
    return os.environ | {"DATABASE_URL": url, "DJANGO_SETTINGS_MODULE": "gofish_api.settings"}


@contextmanager
def served(**settings: str) -> Iterator[str]:
    """Start ``manage.py serve``, with settings of its own if need be, yield its address, and stop
    it. The referee's process does not run, and no heartbeat is committed.
    """
    server = subprocess.Popen(
        [sys.executable, "-c", SERVE],
        env=environment() | {"LOG_LEVEL": "ERROR"} | settings,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert server.stdout is not None
    try:
        first = server.stdout.readline()
        address = re.search(r"http://\S+", first)
        assert address, first + server.stdout.read()
        yield address[0]
    finally:
        server.terminate()
        server.communicate(timeout=PATIENCE)


def find(name: str) -> str | None:
    """Return the path of a program, or None.

    Debian installs servers into `sbin`, which is not on the PATH of ordinary users, so the `sbin`
    next to each `bin` of the PATH is searched too.
    """
    folders = os.environ.get("PATH", os.defpath).split(os.pathsep)
    besides = [str(Path(each).with_name("sbin")) for each in folders if Path(each).name == "bin"]
    return shutil.which(name, path=os.pathsep.join(folders + besides))
