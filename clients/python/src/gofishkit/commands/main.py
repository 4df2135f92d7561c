"""The command `gofish`: run a bot on a server or offline, look at games, judge them."""

import argparse
import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from importlib import metadata
from pathlib import Path
from urllib.parse import urlsplit

from gofishkit.bots.process import Limits
from gofishkit.commands.bot import run_bot
from gofishkit.commands.login import run_login
from gofishkit.commands.look import run_look
from gofishkit.printing import printable

SERVER = "http://127.0.0.1:8000"
INTERRUPTED = 130
MOST_AT_ONCE = 50
MOST_GAMES = 100_000
LEVELS = "built-in bots: random, forgetful, memory, expert, master"
PRESETS = (
    "rules: classic, bicycle, bicycle_authors, pairs, pagat, pagat_authors; default: %(default)s"
)


def main() -> None:
    """Carry out the command line; exit with 0, or 1 after an error, 2 usage, 3 invalid token,
    4 after faults of the bot, 130 interrupted.
    """
    options = parser().parse_args()
    try:
        status = options.run(options)
        sys.stdout.flush()
    except KeyboardInterrupt:
        status = INTERRUPTED
    except BrokenPipeError:  # the reader left, as in `gofish replay GAME | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # flushed once more at exit
        status = 1
    sys.exit(status)


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    gofish = argparse.ArgumentParser(prog="gofish", description=__doc__)
    gofish.add_argument("--version", action="version", version=f"gofishkit {version()}")
    commands = gofish.add_subparsers(required=True)
    bot = commands.add_parser("bot", help="play on a server with a bot")
    add_bot_options(bot)
    local = commands.add_parser("local", help="play offline against a built-in bot")
    add_local_options(local)
    analyse = commands.add_parser("analyse", help="judge a finished game from its transcript")
    analyse.set_defaults(run=run_analyse)
    analyse.add_argument("file", type=Path, metavar="TRANSCRIPT", help="the JSON of a transcript")
    analyse.add_argument("--json", action="store_true", help="print JSON instead of a table")
    evaluate = commands.add_parser("eval", help="evaluate a language model, offline or on a server")
    add_eval_options(evaluate)
    verify = commands.add_parser("verify", help="check a transcript or a notation offline")
    verify.set_defaults(run=run_verify)
    verify.add_argument("file", metavar="TRANSCRIPT")
    verify.add_argument("--receipts", metavar="FILE", help="what you noted during play")
    login = commands.add_parser("login", help="get a token, which you approve in a browser")
    login.set_defaults(run=run_login)
    login.add_argument("--scope", default="read play", help="default: %(default)s")
    login.add_argument("--file", type=Path, help="where to write the token; default: stdout")
    add_server(login)
    for name, text in (("watch", "print a game as it is played"), ("replay", "print a game")):
        look = commands.add_parser(name, help=text)
        look.set_defaults(run=run_look, name=name)
        look.add_argument("game", metavar="GAME", help="its id on the server")
        add_server(look)
        if name == "replay":
            look.add_argument(
                "--pause", type=float, default=0.3, help="seconds after each move: %(default)s"
            )
    return gofish


def add_bot_options(bot: argparse.ArgumentParser) -> None:
    """Add the options of `gofish bot`."""
    bot.set_defaults(run=run_bot)
    add_target(bot)
    add_server(bot)
    games = bot.add_mutually_exclusive_group()
    games.add_argument("--against", nargs="+", default=[], metavar="LEVEL", help=LEVELS)
    games.add_argument("--lobby", action="store_true", help="join open lobbies")
    games.add_argument("--game", metavar="ID", help="play this game; default: quick match")
    games.add_argument(
        "--tournament", metavar="ID", help="join this tournament, and play it to its end"
    )
    bot.add_argument("--code", help="of a tournament that is joined by code")
    bot.add_argument("--preset", default="classic", help=PRESETS)
    bot.add_argument(
        "--seats", type=int, default=2, help="of a table in quick match; default: %(default)s"
    )
    bot.add_argument(
        "--wait",
        type=int,
        default=20,
        metavar="SECONDS",
        help="for people in quick match; default: %(default)s",
    )
    bot.add_argument(
        "--games",
        type=bounded(MOST_GAMES),
        default=1,
        help="how many to play; default: %(default)s",
    )
    bot.add_argument(
        "--at-once",
        type=bounded(MOST_AT_ONCE),
        default=1,
        help="how many at a time, up to 50; default: %(default)s",
    )
    bot.add_argument(
        "--drain",
        type=float,
        default=600.0,
        metavar="SECONDS",
        help="how long to finish games after SIGTERM; the next start continues what is left; "
        "default: %(default)s",
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
    local.add_argument(
        "--against", default="memory", metavar="LEVEL", help=LEVELS + "; default: %(default)s"
    )
    local.add_argument(
        "--games",
        type=bounded(MOST_GAMES),
        default=400,
        help="how many, in whole deals: each is played with the bot on every seat; "
        "default: %(default)s",
    )
    local.add_argument("--preset", default="classic", help=PRESETS)
    local.add_argument(
        "--seats", type=int, default=2, choices=range(2, 7), help="default: %(default)s"
    )
    local.add_argument(
        "--seed", default="1", help="the same seed deals the same cards; default: %(default)s"
    )
    local.add_argument(
        "--record",
        type=Path,
        metavar="FILE",
        help="write a transcript of each game, a line each, to a new file",
    )
    local.add_argument(
        "--no-luck", action="store_true", help="do not compute the luck, which takes longest"
    )
    local.add_argument(
        "--processes",
        type=bounded(64),
        default=1,
        help="that play at the same time, one for each core at most; default: %(default)s",
    )


def add_eval_options(evaluate: argparse.ArgumentParser) -> None:
    """Add the commands of `gofish eval`."""
    evaluate.set_defaults(run=run_eval)
    commands = evaluate.add_subparsers(required=True, dest="action")
    run = commands.add_parser("run", help="play; the same command again continues it")
    run.add_argument("file", type=Path, metavar="RUN", help="a new file, such as run.jsonl")
    model = run.add_mutually_exclusive_group(required=True)
    model.add_argument(
        "--url", type=address, help="of an OpenAI-compatible API, such as http://127.0.0.1:8080/v1"
    )
    model.add_argument("--command", help="a program that answers lines of JSON")
    run.add_argument("--model", default="", help="its name at the endpoint")
    run.add_argument(
        "--key-env",
        default="OPENAI_API_KEY",
        metavar="NAME",
        help="the environment variable with the key; default: %(default)s",
    )
    add_eval_games(run)
    prompts = run.add_argument_group("prompts")
    prompts.add_argument("--list-legal", action="store_true", help="list the legal asks")
    prompts.add_argument("--notes", action="store_true", help="say what is certain of each hand")
    prompts.add_argument(
        "--repairs",
        type=bounded(5, least=0),
        default=1,
        help="answers after an illegal one; default: %(default)s",
    )
    prompts.add_argument(
        "--every",
        type=bounded(1_000, least=0),
        default=4,
        help="ask about beliefs at one in so many turns, 0 for never; default: %(default)s",
    )
    prompts.add_argument("--answer-tokens", type=bounded(100_000), default=2_000, metavar="N")
    prompts.add_argument(
        "--tokens-field",
        choices=("max_tokens", "max_completion_tokens"),
        default="max_tokens",
        help="how requests name the most tokens of an answer; default: %(default)s",
    )
    prompts.add_argument("--temperature", type=float)
    prompts.add_argument("--extra", metavar="JSON", help="further members of each request")
    add_eval_limits(run)
    report = commands.add_parser("report", help="show the report of a run")
    report.add_argument("file", type=Path, metavar="RUN")
    form = report.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="with all that repeats the run")
    form.add_argument("--markdown", action="store_true")
    report.add_argument("--plot", type=Path, metavar="FILE", help="write a reliability plot")
    board = commands.add_parser("board", help="compare reports")
    board.add_argument("files", type=Path, nargs="+", metavar="REPORT", help="of report --json")
    board.add_argument("--markdown", action="store_true")


def add_eval_games(run: argparse.ArgumentParser) -> None:
    """Add the options of `gofish eval run` that decide the games."""
    games = run.add_argument_group("games")
    games.add_argument(
        "--against", default="memory", metavar="LEVEL", help=LEVELS + "; default: %(default)s"
    )
    games.add_argument("--preset", nargs="*", default=["classic"], help=PRESETS)
    games.add_argument("--unseen", action="store_true", help="also play random rules")
    games.add_argument("--seats", type=int, default=2, choices=range(2, 7))
    games.add_argument(
        "--deals",
        type=bounded(10_000),
        default=20,
        help="for each preset; each is played with the model on every seat; default: %(default)s",
    )
    games.add_argument("--seed", default="1", help="the same seed deals the same cards")
    games.add_argument(
        "--server", type=address, metavar="URL", help="play on a server, which deals"
    )
    games.add_argument("--no-luck", action="store_true", help="compute neither luck nor accuracy")


def add_eval_limits(run: argparse.ArgumentParser) -> None:
    """Add the options of `gofish eval run` that another start may change."""
    limits = run.add_argument_group("limits", "which another start of the same run may change")
    limits.add_argument("--max-tokens", type=float, metavar="N", help="of prompts and answers")
    limits.add_argument("--max-cost", type=float, metavar="X")
    limits.add_argument("--max-minutes", type=float, metavar="M", help="of this start")
    limits.add_argument(
        "--prices",
        type=float,
        nargs=2,
        metavar=("PROMPT", "ANSWER"),
        help="of a million tokens",
    )
    limits.add_argument(
        "--seconds", type=float, default=120.0, help="for one answer; default: %(default)s"
    )
    limits.add_argument(
        "--retry-seconds",
        type=float,
        default=1.0,
        metavar="S",
        help="before a request without an answer is sent again, doubled each time; "
        "default: %(default)s",
    )
    limits.add_argument(
        "--at-once", type=bounded(MOST_AT_ONCE), default=1, help="games; default: %(default)s"
    )
    limits.add_argument(
        "--dry-run", action="store_true", help="send nothing, and say what the run would cost"
    )


def add_target(command: argparse.ArgumentParser) -> None:
    """Add the arguments that name a bot."""
    bot = command.add_mutually_exclusive_group(required=True)
    bot.add_argument("bot", nargs="?", metavar="MODULE:FUNCTION", help="a function in Python")
    bot.add_argument(
        "--stdio", metavar="COMMAND", help="a program that reads and writes JSON lines"
    )
    command.add_argument(
        "--seconds",
        type=float,
        default=Limits().seconds,
        help="for one choice; default: %(default)s",
    )


def add_server(command: argparse.ArgumentParser) -> None:
    """Add the argument for the address of a server."""
    command.add_argument(
        "--server", default=SERVER, type=address, metavar="URL", help="default: %(default)s"
    )


def address(text: str) -> str:
    """Return the address of a server without the slash at its end."""
    try:
        parts = urlsplit(text)
        is_one = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:
        is_one = False
    if not is_one:
        raise argparse.ArgumentTypeError(f"write an address such as {SERVER}")
    return text.rstrip("/")


def version() -> str:
    """Return the version of the installed package."""
    try:
        return metadata.version("gofishkit")
    except metadata.PackageNotFoundError:
        return "not installed"


def bounded(most: int, least: int = 1) -> Callable[[str], int]:
    """Return a type of arguments: whole numbers from ``least`` to ``most``."""

    def number(text: str) -> int:
        value = int(text)
        if not least <= value <= most:
            raise argparse.ArgumentTypeError(f"choose a number from {least} to {most}")
        return value

    return number


def run_local(options: argparse.Namespace) -> int:
    """Play a bot offline; return the exit status."""
    with _engine():
        from gofishkit.commands.local import run
    return run(options)


def run_analyse(options: argparse.Namespace) -> int:
    """Analyse a transcript; return the exit status."""
    with _engine():
        from gofishkit.commands.analyse import run
    return run(options)


def run_eval(options: argparse.Namespace) -> int:
    """Evaluate a model; return the exit status."""
    with _engine():
        from gofishkit.commands import evaluate
    if options.action == "run":
        return evaluate.run(options, version())
    return evaluate.report(options) if options.action == "report" else evaluate.compare(options)


def run_verify(options: argparse.Namespace) -> int:
    """Verify a transcript or a notation; return the exit status."""
    with _engine():
        from games.engine import verify
        from games.engine.refusals import MalformedEntry
        from games.notation import reader, syntax
    file, content = Path(options.file), b""
    with suppress(OSError):  # of which the verifier of transcripts tells
        content = file.read_bytes() if file.is_file() else b""
    if content.startswith(syntax.START):
        if options.receipts is not None:
            print("Receipts of a notation are in its header Receipts.", file=sys.stderr)
            return 2
        try:
            return verify.show(reader.verify(syntax.parse(content)))
        except MalformedEntry as refusal:
            print(f"{file} cannot be verified: {printable(str(refusal))}", file=sys.stderr)
            return 2
    receipts = [] if options.receipts is None else [f"--receipts={options.receipts}"]
    return verify.main([*receipts, "--", options.file])


@contextmanager
def _engine() -> Iterator[None]:
    """End the program where what it imports needs the engine, which is not installed."""
    try:
        yield
    except ModuleNotFoundError as missing:
        if not re.fullmatch(r"games(\.(analysis|bots|engine|notation))?", missing.name or ""):
            raise
        raise SystemExit(
            "This needs the engine. In a clone, run: pip install ./clients/python-local"
        ) from None
