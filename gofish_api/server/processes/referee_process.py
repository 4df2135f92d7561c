"""The referee process of `serve`, which ``referee_supervisor`` starts.

In production this is `manage.py referee`.

    python -m gofish_api.server.processes.referee_process DESCRIPTOR

It ends on a message, or when the other end of its connection is closed, also if the server was
killed.
"""

import os
import signal
import sys
from multiprocessing.connection import Connection
from threading import Event, Thread

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "gofish_api.settings")
django.setup()

# These imports need Django's setup.
from gofish_api.server.processes import counting  # noqa: E402
from gofish_api.server.processes.refereeing import Refereeing  # noqa: E402

INTERVAL = 1.0
"""Seconds between checks for time-outs; notifications start bots' moves at once."""
COUNT_SECONDS = 0.5


def main(descriptor: int) -> None:
    """Run the referee until a message arrives or the connection is closed."""
    signal.signal(
        signal.SIGINT, signal.SIG_IGN
    )  # Ctrl-C goes to the server too, which ends this process
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
    """Send this process's counts to the server, which exports them, until ``is_over`` or
    disconnected.
    """
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
