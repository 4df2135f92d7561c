"""A bot as a process of its own that reads and writes lines of JSON, with limits."""

import json
import logging
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import IO, Any, NamedTuple

from gofishkit.bots.actions import BotFailed, Json, checked

LOG = logging.getLogger("gofish.bot")
SECRETS = ("GOFISH_TOKEN",)
"""Variables that a bot's process does not get."""
LOGGED_LINES = 20


class Limits(NamedTuple):
    """What a bot may use."""

    seconds: float = 10.0
    """For one choice."""
    line: int = 65_536
    """Bytes of an answer."""
    lines: int = 16
    """Lines that were not asked for."""


class Noise:
    """Lines that the processes of a bot print: the first are logged, all are counted."""

    def __init__(self) -> None:
        self.lines = 0

    def add(self, line: bytes) -> None:
        """Count a line, and log it if it is one of the first."""
        self.lines += 1
        if self.lines <= LOGGED_LINES:
            LOG.info("bot: %s", line.decode(errors="replace").rstrip())

    def report(self) -> None:
        """Log how many lines there were, if not all were logged."""
        if self.lines > LOGGED_LINES:
            LOG.info("The bot printed %d lines; the first %d are shown.", self.lines, LOGGED_LINES)


class LineProcess:
    """A process that answers each request, a line of JSON, with a line of JSON."""

    def __init__(
        self,
        command: Sequence[str],
        limits: Limits = Limits(),  # noqa: B008
        noise: Noise | None = None,
    ) -> None:
        self._command, self._limits, self._noise = [*command], limits, noise or Noise()
        self._process: subprocess.Popen[bytes] | None = None
        self._lines: SimpleQueue[bytes | BotFailed] = SimpleQueue()

    def exchange(self, request: Mapping[str, Any], seconds: float) -> object:
        """Return what the process answers to a request.

        :raises BotFailed: if it gives no JSON in time. A process that hangs or floods is ended.
        """
        try:
            return self._exchange(json.dumps(request).encode() + b"\n", seconds)
        except BotFailed:
            self.end()
            raise

    def end(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        if process is not None:
            _kill(process)
            process.wait()
            if process.stdin is not None:
                with suppress(OSError):  # it had not read all of its input
                    process.stdin.close()

    def _exchange(self, request: bytes, limit: float) -> object:
        process = self._started()
        if not self._lines.empty():
            raise BotFailed("it wrote a line that was not asked for")
        assert process.stdin is not None
        # A thread, because a process that does not read would block forever.
        threading.Thread(target=_write, args=[process.stdin, request], daemon=True).start()
        try:
            answer = self._lines.get(timeout=max(limit, 0.1))
        except Empty:
            raise BotFailed(f"no answer within {limit:.1f} seconds") from None
        if isinstance(answer, BotFailed):
            raise answer
        try:
            return json.loads(answer)
        except (ValueError, RecursionError):
            self._noise.add(answer)  # so that the reason is the same for every line
            raise BotFailed("not a line of JSON: print to standard error") from None

    def _started(self) -> subprocess.Popen[bytes]:
        if self._process is not None and self._process.poll() is None:
            return self._process
        self.end()
        self._lines = SimpleQueue()
        try:
            process = subprocess.Popen(
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env={name: text for name, text in os.environ.items() if name not in SECRETS},
                start_new_session=True,  # a Ctrl-C is for the runner alone
            )
        except OSError as error:
            raise BotFailed(f"{self._command[0]} cannot be started: {error}") from error
        answers = (process.stdout, self._lines, self._limits, process)
        threading.Thread(target=_read_answers, args=answers, daemon=True).start()
        noise = (process.stderr, self._noise)
        threading.Thread(target=_read_noise, args=noise, daemon=True).start()
        self._process = process
        return process


class BotProcess(LineProcess):
    """A process whose answers are actions."""

    def choose(
        self,
        view: Mapping[str, Any],
        history: Sequence[Mapping[str, Any]],
        *,
        seed: str,
        seconds: float | None = None,
        refused: str = "",
    ) -> Json:
        """Return the action that the process chooses; ``refused`` says why the last one was not.

        :raises BotFailed: if it gives none in time. A process that hangs or floods is ended.
        """
        limit = self._limits.seconds if seconds is None else min(seconds, self._limits.seconds)
        request = {"type": "choose", "view": view, "history": history, "seed": seed}
        if refused:
            request["refused"] = refused
        return checked(self.exchange(request, limit), view)


def python_command(target: str, *, is_check: bool = False) -> list[str]:
    """Return the command of the process for a Python function, ``module:function``."""
    return [sys.executable, "-m", "gofishkit.bots.child", target, *["--check"] * is_check]


def _kill(process: "subprocess.Popen[bytes]") -> None:
    """Kill a process with all that it started: a shell leaves its children behind."""
    with suppress(ProcessLookupError, PermissionError):
        if os.name == "posix":
            os.killpg(process.pid, signal.SIGKILL)  # it leads a session of its own
        else:
            process.kill()


def _write(pipe: IO[bytes], request: bytes) -> None:
    with suppress(OSError, ValueError):  # the process has ended, which its output tells
        pipe.write(request)
        pipe.flush()


def _read_answers(
    pipe: IO[bytes],
    lines: "SimpleQueue[bytes | BotFailed]",
    limits: Limits,
    process: "subprocess.Popen[bytes]",
) -> None:
    with pipe:
        while line := pipe.readline(limits.line + 1):
            if len(line) > limits.line:
                lines.put(BotFailed(f"it wrote a line of more than {limits.line} bytes"))
                break
            lines.put(line)
            if lines.qsize() > limits.lines:
                break
        else:
            lines.put(BotFailed("it exited"))
        _kill(process)


def _read_noise(pipe: IO[bytes], noise: Noise) -> None:
    with pipe:
        while line := pipe.readline(4096):
            noise.add(line)
