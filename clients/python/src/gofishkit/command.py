"""The command `gofish`: run a bot on a server or in this process, and look at games."""

import argparse
import logging
import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from gofishkit import problems
from gofishkit.bots.finder import Wanted
from gofishkit.bots.memory import RunnerFile, UnusableFile, default_file
from gofishkit.bots.process import BotProcess, Limits, python_command
from gofishkit.bots.runner import Runner
from gofishkit.client import Client
from gofishkit.errors import ServiceError
from gofishkit.shares import interval

SERVER = "http://127.0.0.1:8000"
MOST_AT_ONCE = 50
MOST_GAMES = 100_000
FAILED, BAD_TOKEN = 1, 3
"""Exit statuses."""


def main() -> None:
    """Carry out the command line; exit with 0, or 1 after an error, 2 usage, 3 invalid token."""
    options = parser().parse_args()
    sys.exit(options.run(options))


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    found = argparse.ArgumentParser(prog="gofish", description=__doc__)
    commands = found.add_subparsers(required=True)
    bot = commands.add_parser("bot", help="play on a server with a bot")
    add_bot_options(bot)
    local = commands.add_parser("local", help="play offline against a built-in bot")
    add_local_options(local)
    return found


def add_bot_options(bot: argparse.ArgumentParser) -> None:
    """Add the options of `gofish bot`."""
    bot.set_defaults(run=run_bot)
    add_target(bot)
    bot.add_argument("--server", default=SERVER, metavar="URL", help="default: %(default)s")
    games = bot.add_mutually_exclusive_group()
    games.add_argument("--against", nargs="+", default=[], metavar="LEVEL", help="built-in bots")
    games.add_argument("--lobby", action="store_true", help="join open lobbies")
    games.add_argument("--game", metavar="ID", help="play this game; default: quick match")
    bot.add_argument("--preset", default="classic")
    bot.add_argument("--seats", type=int, default=2, help="of a table in quick match")
    bot.add_argument("--wait", type=int, default=20, metavar="SECONDS", help="for people in it")
    bot.add_argument("--games", type=bounded(MOST_GAMES), default=1, help="how many to play")
    bot.add_argument(
        "--at-once", type=bounded(MOST_AT_ONCE), default=1, help="how many at a time, up to 50"
    )
    bot.add_argument(
        "--drain",
        type=float,
        default=600.0,
        metavar="SECONDS",
        help="how long to finish games after SIGTERM; the next start continues what is left",
    )
    bot.add_argument(
        "--file",
        type=Path,
        help="where to remember the guest and its games; only you can read it",
    )


def add_local_options(local: argparse.ArgumentParser) -> None:
    """Add the options of `gofish local`."""
    local.set_defaults(run=run_local)
    add_target(local)
    local.add_argument("--against", default="memory", metavar="LEVEL", help="default: %(default)s")
    local.add_argument("--games", type=bounded(MOST_GAMES), default=400)
    local.add_argument("--preset", default="classic")
    local.add_argument("--seats", type=int, default=2, choices=range(2, 7))
    local.add_argument("--seed", default="1", help="the same seed deals the same cards")
    local.add_argument("--processes", type=bounded(64), default=1)


def add_target(command: argparse.ArgumentParser) -> None:
    """Add the arguments that name a bot."""
    bot = command.add_mutually_exclusive_group(required=True)
    bot.add_argument("bot", nargs="?", metavar="MODULE:FUNCTION", help="a function in Python")
    bot.add_argument(
        "--stdio", metavar="COMMAND", help="a program that reads and writes JSON lines"
    )
    command.add_argument(
        "--seconds", type=float, default=Limits().seconds, help="for one choice: %(default)s"
    )


def bounded(most: int) -> Callable[[str], int]:
    """Return a type of arguments: numbers from 1 to ``most``."""

    def number(text: str) -> int:
        value = int(text)
        if not 1 <= value <= most:
            raise argparse.ArgumentTypeError(f"choose a number from 1 to {most}")
        return value

    return number


def command_of(options: argparse.Namespace) -> list[str]:
    """Return the command of the bot's process; exit if the bot cannot be loaded."""
    if options.stdio:
        return shlex.split(options.stdio)
    checked = subprocess.run(python_command(options.bot, is_check=True), check=False)
    if checked.returncode != 0:
        sys.exit(f"The bot {options.bot} cannot be loaded.")
    return python_command(options.bot)


def run_bot(options: argparse.Namespace) -> int:
    """Run a bot on a server; return the exit status."""
    logging.basicConfig(format="%(asctime)s %(message)s", datefmt="%H:%M:%S")
    logging.getLogger("gofish").setLevel(logging.INFO)
    command = command_of(options)
    name = options.bot or Path(command[-1]).name
    try:
        memory = RunnerFile.open(options.file or default_file(options.server, name), options.server)
        client = client_of(options, memory)
    except UnusableFile as error:
        sys.exit(str(error))
    except ServiceError as error:
        return explained(error, options)
    wanted = Wanted(
        against=tuple(options.against),
        lobby=options.lobby,
        game=options.game,
        preset=options.preset,
        seats=options.seats,
        wait_seconds=options.wait,
    )
    limits = Limits(seconds=options.seconds)
    runner = Runner(
        client,
        memory,
        wanted,
        lambda: BotProcess(command, limits),
        games=1 if options.game else options.games,
        at_once=options.at_once,
    )
    return finished(runner, options)


def run_local(options: argparse.Namespace) -> int:
    """Play a bot offline; return the exit status."""
    try:
        from gofishkit.arena import run
    except ModuleNotFoundError as missing:
        if missing.name not in ("games", "games.bots", "games.engine"):
            raise
        sys.exit("This needs the engine. Run: pip install 'gofishkit[local]'")
    command = () if options.bot else tuple(shlex.split(options.stdio))
    return run(options, command)


def client_of(options: argparse.Namespace, memory: RunnerFile) -> Client:
    """Return a client with the token of the environment, of the file, or of a new guest.

    :raises ServiceError: if the server gives no guest.
    """
    token = os.environ.get("GOFISH_TOKEN") or memory.token
    client = Client(options.server, token)
    if token is None:
        registered = client.register_guest()
        client.token = registered["token"]["secret"]
        memory.keep_token(registered["token"]["secret"])
        logging.getLogger("gofish").info("playing as %s", registered["account"]["username"])
    return client


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
            logging.getLogger("gofish").info("finishing the games that are being played")
        if deadline is not None and time.monotonic() > deadline:
            break
    outcome = runner.outcome()
    shares = outcome.results.values()
    print(f"{len(shares)} games over. {interval([*shares])}")
    return 0 if outcome.error is None else explained(outcome.error, options)


def explained(error: ServiceError, options: argparse.Namespace) -> int:
    """Print an error with advice; return the exit status."""
    print(error, file=sys.stderr)
    if isinstance(error, problems.InvalidToken | problems.NotAuthenticated):
        file = options.file or "the runner's file"
        print(
            "The token has ended or was revoked. Set GOFISH_TOKEN to a new one (POST /tokens), or "
            f"delete {file} to play as a new guest.",
            file=sys.stderr,
        )
        return BAD_TOKEN
    return FAILED


if __name__ == "__main__":
    main()
