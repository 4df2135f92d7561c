"""The referee of `serve`, in a process that ``keeper`` starts. In production this is `manage.py referee`.

    python -m gofish_api.server.referee_process DESCRIPTOR

It ends when it is told to, or when the other end of its connection is closed, which the system does for a process that
was killed.
"""

import os
import signal
import sys
from multiprocessing.connection import Connection
from threading import Event, Thread

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "gofish_api.settings")
django.setup()

# Below the setup, without which these cannot be imported.
from gofish_api.server import counting  # noqa: E402  # isort: skip
from gofish_api.server.refereeing import Refereeing  # noqa: E402  # isort: skip

NICENESS = 5
INTERVAL = 1.0
"""So late may the referee be for a seat whose time has run out; for a bot it is awakened."""
COUNT_SECONDS = 0.5


def main(descriptor: int) -> None:
    """Work until the connection is closed, or something is sent over it."""
    os.nice(NICENESS)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a terminal tells the first process as well
    connection, referee, is_over = Connection(descriptor), Refereeing(interval=INTERVAL), Event()

    def end(*_: object) -> None:
        referee.stop()

    def wait_for_parent() -> None:
        connection.poll(None)
        referee.stop()

    signal.signal(signal.SIGTERM, end)
    Thread(target=wait_for_parent, daemon=True).start()
    sender = Thread(target=_send_counts, args=[connection, is_over])
    sender.start()
    try:
        referee.run()
    finally:
        is_over.set()
        sender.join()


def _send_counts(connection: Connection, is_over: Event) -> None:
    """Send what was counted here, which the first process shows with its own, until it is over or nobody listens."""
    counts = counting.Counts()
    while True:
        has_ended = is_over.wait(COUNT_SECONDS)
        news = counts.news()
        try:
            if news:
                connection.send(news)
        except OSError:
            return
        if has_ended:
            return


if __name__ == "__main__":
    main(int(sys.argv[1]))
