"""`gofish bot`: run a bot on a server, until its games are over or a signal ends the run."""

import argparse
import logging
import os
import shlex
import shutil
import signal
import subprocess
import sys
import time
from contextlib import suppress
from math import ceil
from pathlib import Path

from gofishkit import problems
from gofishkit.bots.finder import Wanted
from gofishkit.bots.memory import RunnerFile, UnusableFile, default_file
from gofishkit.bots.player import SPARE
from gofishkit.bots.process import BotProcess, Limits, Noise, python_command
from gofishkit.bots.runner import Runner
from gofishkit.bots.tournament import MOST_TABLES
from gofishkit.client import Client
from gofishkit.errors import ServiceError
from gofishkit.printing import PrintableFormatter, printable
from gofishkit.shares import faults, interval

FAILED, BAD_TOKEN, FAULTY = 1, 3, 4
"""Exit statuses."""
FIRST_ATTEMPTS = 3
"""Requests without an answer before the runner says so."""
MOST_TURN_SECONDS = 604_800
EXAMPLE = "mybot:choose for the function choose in mybot.py"


def command_of(options: argparse.Namespace) -> list[str]:
    """Return the command of the bot's process; exit if the bot cannot be loaded."""
    if options.stdio is not None:
        with suppress(ValueError):
            program = shlex.split(options.stdio)
            if program and shutil.which(program[0]):
                return program
        sys.exit(printable(f"The program {options.stdio!r} cannot be started."))
    command = python_command(options.bot, is_check=True)
    checked = subprocess.run(command, capture_output=True, text=True, check=False)
    if checked.returncode != 0:
        reason = printable(checked.stdout or "its process ended")
        sys.exit(
            printable(f"The bot {options.bot} cannot be loaded: {reason.removesuffix('.')}. ")
            + f"Write module:function, as in {EXAMPLE}."
        )
    return python_command(options.bot)


def log_to_terminal() -> None:
    """Write the log, which has the output of the bot, to standard error."""
    handler = logging.StreamHandler()
    handler.setFormatter(PrintableFormatter("%(asctime)s %(message)s", "%H:%M:%S"))
    logging.basicConfig(handlers=[handler])
    logging.getLogger("gofish").setLevel(logging.INFO)


def run_bot(options: argparse.Namespace) -> int:
    """Run a bot on a server; return the exit status."""
    log_to_terminal()
    command = command_of(options)
    name = options.bot or Path(command[-1]).name
    options.file = options.file or default_file(options.server, name)
    try:
        memory = RunnerFile.open(options.file, options.server)
        client = client_of(options, memory)
    except UnusableFile as error:
        sys.exit(str(error))
    except ServiceError as error:
        return explained(error, options)
    wanted = Wanted(
        against=tuple(options.against),
        lobby=options.lobby,
        game=options.game,
        tournament=options.tournament,
        code=options.code,
        preset=options.preset,
        seats=options.seats,
        wait_seconds=options.wait,
        turn_seconds_min=min(ceil(options.seconds + SPARE), MOST_TURN_SECONDS),
    )
    limits, noise = Limits(seconds=options.seconds), Noise()
    runner = Runner(
        client,
        memory,
        wanted,
        lambda: BotProcess(command, limits, noise),
        games=MOST_TABLES if options.tournament else 1 if options.game else options.games,
        at_once=1 if options.tournament else options.at_once,
    )
    status = finished(runner, options)
    noise.report()
    return status


def client_of(options: argparse.Namespace, memory: RunnerFile) -> Client:
    """Return a client with the token of the environment, of the file, or of a new guest.

    :raises ServiceError: if the server gives no guest.
    """
    token = os.environ.get("GOFISH_TOKEN") or memory.token
    if token is None:
        with Client(options.server) as guest:
            registered = guest.register_guest()
        token = registered["token"]["secret"]
        memory.keep_token(token)
        logging.getLogger("gofish").info("playing as %s", registered["account"]["username"])
    return Client(options.server, token)


def finished(runner: Runner, options: argparse.Namespace) -> int:
    """Run until all games are over or a signal ends the run; return the exit status."""
    asked = list[int]()

    def drain(number: int, frame: object) -> None:
        if asked:
            os._exit(FAILED)  # the second signal: the next start continues the games
        asked.append(number)
        runner.stop.set()

    for each in (signal.SIGTERM, signal.SIGINT):
        signal.signal(each, drain)
    runner.start()
    deadline = None
    while not runner.wait(0.2):
        if asked and deadline is None:
            deadline = time.monotonic() + options.drain
            logging.getLogger("gofish").info(
                "finishing the games that are being played; a second signal leaves them"
            )
            runner.step_back()
        if deadline is not None and time.monotonic() > deadline:
            break
    outcome = runner.outcome()
    shares = outcome.results.values()
    if shares or outcome.error is None:
        print(f"{len(shares)} games over. {interval([*shares])}")
    if runner.faults:
        noted = runner.faults
        print(*faults(noted.failed, noted.refused, noted.reasons), sep="\n")
    if outcome.error is not None:
        return explained(outcome.error, options)
    return FAULTY if runner.faults else 0


def explained(error: Exception, options: argparse.Namespace) -> int:
    """Print an error with advice; return the exit status."""
    is_known = isinstance(error, ServiceError)
    text = str(error) if is_known else printable(f"{type(error).__name__}: {error}")
    print(text, file=sys.stderr)
    if isinstance(error, problems.InvalidToken | problems.NotAuthenticated):
        print(
            "The token has ended or was revoked. Set GOFISH_TOKEN to a new one (POST /tokens), or "
            f"delete {options.file} to play as a new guest.",
            file=sys.stderr,
        )
        return BAD_TOKEN
    return FAILED
