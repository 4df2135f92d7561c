"""A process to be killed: it takes a job from the queue of analyses, says so, and works on it.

python -m tests.games.analysing
"""

import sys
from threading import Event

import django


def main() -> None:
    """Take a job."""
    django.setup()
    from django.utils import timezone

    from games.services.analyses import queue, worker

    job = queue.claim(now=timezone.now())
    sys.stdout.write("none\n" if job is None else "claimed\n")
    sys.stdout.flush()
    if job is not None:
        worker.work(job, Event())


if __name__ == "__main__":
    main()
