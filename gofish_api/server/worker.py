"""The WSGI application of a `serve_api` worker, which ends when its parent process ends."""

import gc
import multiprocessing
import os
import signal
import socket
import sys
from multiprocessing.connection import wait
from threading import Event, Thread

from django.urls import get_resolver

from gofish_api.wsgi import application as django_application
from games.services import outages
from gofish_api.server.limits.concurrency_limit import ConcurrencyLimit

# How long a computing thread can delay others, in seconds; Python's default is 0.005.
SWITCH_SECONDS = 0.0002


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    wait([parent.sentinel])
    os.kill(os.getpid(), signal.SIGTERM)


def _stopping() -> Event:
    """Return an event that is set when this process stops, and accepts no connections any more.

    Granian sets handlers of signals later. Python also writes a signal's number to this socket.
    """
    reads, writes = socket.socketpair()
    writes.setblocking(False)
    signal.set_wakeup_fd(writes.detach())
    stopping = Event()

    def wait_for_signal() -> None:
        while (numbers := reads.recv(64)) and not {signal.SIGINT, signal.SIGTERM} & {*numbers}:
            pass
        stopping.set()

    Thread(target=wait_for_signal, name="stopping", daemon=True).start()
    return stopping


def _freeze_modules() -> None:
    """Load every view, and leave all that is loaded now out of later collections of garbage.

    A full collection would look through all of it, and stop every thread for tens of milliseconds.
    """
    get_resolver().url_patterns  # noqa: B018  # imports the views
    gc.collect()
    gc.freeze()


application = ConcurrencyLimit(django_application)
_freeze_modules()
sys.setswitchinterval(SWITCH_SECONDS)
Thread(target=_end_with_parent, daemon=True).start()
Thread(target=outages.run, args=[_stopping()], name="heartbeat", daemon=True).start()
