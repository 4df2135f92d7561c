"""The helper process, which `gofish_api.server.processes.helper` starts.

Each connection has a thread that answers requests.

    python -m gofish_api.server.processes.helper_process DESCRIPTOR ...

It ends when the other ends of its connections are closed, also if the server was killed.
"""

import logging
import os
import signal
import sys
from io import BytesIO
from multiprocessing.connection import Connection
from threading import Thread

from gofish_api.wsgi import application
from gofish_api.observability import metrics
from gofish_api.server.http.wsgi_exchange import call
from gofish_api.server.limits.early_problems import INTERNAL_ERROR, refusal
from gofish_api.server.processes import counting

NICENESS = 5

logger = logging.getLogger(__name__)


def main(descriptors: list[int]) -> None:
    """Answer requests until the connections are closed."""
    os.nice(NICENESS)
    signal.signal(
        signal.SIGINT, signal.SIG_IGN
    )  # Ctrl-C goes to the server too, which ends this process
    counts = counting.Counts()
    threads = [
        Thread(target=_answer, args=[Connection(descriptor), counts]) for descriptor in descriptors
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def _answer(connection: Connection, counts: counting.Counts) -> None:
    while True:
        try:
            environ, body = connection.recv()
        except (EOFError, OSError):
            return
        environ |= {"wsgi.input": BytesIO(body), "wsgi.errors": sys.stderr}
        try:
            answer = call(application, environ)
        except Exception:  # of a request that Django cannot make; those of views are answered
            logger.exception("A request could not be answered.")
            answer = refusal(INTERNAL_ERROR)
        measured = environ.get(metrics.ENVIRON_KEY)
        plain = tuple(answer), None if measured is None else tuple(measured)
        try:
            connection.send((*plain, counts.news()))
        except OSError:
            return


if __name__ == "__main__":
    main([int(descriptor) for descriptor in sys.argv[1:]])
