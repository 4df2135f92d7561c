"""A server with the settings of production, and collected files in a folder of its own."""

import os
import secrets
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.faults.processes import READY_SECONDS, Server
from tests.servers import ROOT, migrated

MANAGE = """
import os, sys
os.environ["DJANGO_SETTINGS_MODULE"] = "gofish_api.settings"
from pathlib import Path
from django.conf import settings
settings.STATIC_ROOT = Path(os.environ["COLLECTED"])
from django.core.management import execute_from_command_line
execute_from_command_line(["manage.py", *sys.argv[1:]])
"""


class _ProductionServer(Server):
    """``serve`` with another folder of collected files."""

    program = (sys.executable, "-c", MANAGE)


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Collect static files, serve, and yield the address.

    Requests need the header ``X-Forwarded-Proto: https``, as from a proxy that terminates TLS.
    """
    database = folder / "production.sqlite3"
    database.write_bytes(migrated())
    environment = os.environ | {
        "PRODUCTION": "true",
        "SECRET_KEY": secrets.token_urlsafe(50),
        "ALLOWED_HOSTS": "localhost,127.0.0.1",
        "PROXY_COUNT": "1",
        "DATABASE_URL": f"sqlite:///{database}",
        "LOG_LEVEL": "WARNING",
        "COLLECTED": str(folder / "staticfiles"),
    }
    subprocess.run(
        [sys.executable, "-c", MANAGE, "collectstatic", "--noinput", "--verbosity=0"],
        env=environment,
        cwd=ROOT,
        check=True,
        timeout=READY_SECONDS,
    )
    server = _ProductionServer(folder / "server.log", environment)
    try:
        server.start()
        yield f"http://127.0.0.1:{server.port}"
    finally:
        server.kill()
