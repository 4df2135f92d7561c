"""Dump the games of this month, interrupted before each change of a file, and continue each time.

    python -m tests.dumps.interrupted killed|full DIR

``killed`` sends SIGKILL, ``full`` refuses the change as a full disk does. Prints how many runs were
interrupted.
"""

import errno
import os
import signal
import sys
import traceback
from itertools import count
from pathlib import Path
from typing import Any

import django

django.setup()

from django.core.management import CommandError  # noqa: E402
from django.db import connections  # noqa: E402

from games.dumps import making  # noqa: E402
from tests.dumps.dumping import files, folder, partial, run, tables_if_installed  # noqa: E402

CHANGES = {"os.mkdir", "os.rename", "os.remove", "os.rmdir"}
making.PART = 1  # game


def main() -> None:
    """Compare what each interrupted run, continued, has written with an uninterrupted one."""
    how, directory = sys.argv[1], Path(sys.argv[2])
    assert dump(directory / "whole") == 0
    whole, published = files(directory / "whole"), files(folder(directory / "whole"))
    runs = count(1, 2) if how == "killed" else count(2, 4)
    for done, number in enumerate(runs):
        work = directory / str(number)
        work.mkdir()
        if status := in_a_child(how, number, work):
            assert status == (-signal.SIGKILL if how == "killed" else 3), status
            assert not folder(work).exists() or files(folder(work)) == published
            assert dump(work) == 0
        assert not partial(work).exists()
        assert files(work) == whole, number
        if not status:
            sys.stdout.write(f"{done}\n")
            return


def dump(directory: Path) -> int:
    """Dump; return the exit status, and close the connection, which no child may share."""
    try:
        return run(directory, *tables_if_installed())[0]
    finally:
        connections.close_all()


def in_a_child(how: str, number: int, work: Path) -> int:
    """Dump in a child, interrupted at this number of changes; return its exit status, 3 for a
    refusal in a sentence.
    """
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    status = 1
    try:
        sys.addaudithook(interrupting(how, number, work))
        status = dump(work)
    except CommandError as error:
        status = 3 if "cannot be written" in str(error) else 1
    except Exception:
        traceback.print_exc()
    finally:
        os._exit(status)


def interrupting(how: str, number: int, work: Path) -> Any:
    """Return a hook that interrupts at the change of this number below a folder."""
    left = number

    def hook(event: str, arguments: tuple[Any, ...]) -> None:
        nonlocal left
        is_written = event == "open" and isinstance(arguments[1], str) and arguments[1][0] in "wx"
        if not (is_written or event in CHANGES):
            return
        path = str(arguments[0])
        if event in ("os.remove", "os.rmdir") and not path.startswith("/"):
            path = str(work / path)  # rmtree names files relative to a descriptor
        if not path.startswith(str(work)):
            return
        left -= 1
        if left:
            return
        if how == "killed":
            os.kill(os.getpid(), signal.SIGKILL)
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), path)

    return hook


if __name__ == "__main__":
    main()
