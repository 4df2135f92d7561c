"""The WSGI application as a worker of `serve_api` runs it: a worker ends with the process that watches over it."""

import multiprocessing
import os
import signal
import sys
from multiprocessing.connection import wait
from threading import Thread

from gofish_api.wsgi import application as django_application

from gofish_api.server.concurrency_limit import ConcurrencyLimit  # isort: skip - Django is ready now

# Seconds that a computing thread keeps others waiting; Python's default is 0.005.
SWITCH_SECONDS = 0.0002


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    wait([parent.sentinel])
    os.kill(os.getpid(), signal.SIGTERM)


application = ConcurrencyLimit(django_application)
sys.setswitchinterval(SWITCH_SECONDS)
Thread(target=_end_with_parent, daemon=True).start()
