"""The WSGI application as a worker of `serve_api` runs it: a worker ends with the process that watches over it."""

import multiprocessing
import os
import signal
from multiprocessing.connection import wait
from threading import Thread

from gofish_api.wsgi import application

__all__ = ["application"]


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    wait([parent.sentinel])
    os.kill(os.getpid(), signal.SIGTERM)


Thread(target=_end_with_parent, daemon=True).start()
