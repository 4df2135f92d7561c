"""The WSGI application of a `serve_api` worker, which ends when its parent process ends."""

import multiprocessing
import os
import signal
import sys
from multiprocessing.connection import wait
from threading import Thread

from gofish_api.wsgi import application as django_application
from gofish_api.server.limits.concurrency_limit import ConcurrencyLimit

# How long a computing thread can delay others, in seconds; Python's default is 0.005.
SWITCH_SECONDS = 0.0002


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    wait([parent.sentinel])
    os.kill(os.getpid(), signal.SIGTERM)


application = ConcurrencyLimit(django_application)
sys.setswitchinterval(SWITCH_SECONDS)
Thread(target=_end_with_parent, daemon=True).start()
