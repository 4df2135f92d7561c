"""`gofish eval`: evaluate a language model, report, compare. It needs ``gofishkit[local]``."""

import argparse
import asyncio
import json
import math
import os
import shlex
import sys
from contextlib import AsyncExitStack
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from games.engine.refusals import RulesRefused
from gofishkit.bots.memory import UnusableFile
from gofishkit.client import AsyncClient
from gofishkit.errors import ServiceError
from gofishkit.eval.asking import OtherPrompt, Patience
from gofishkit.eval.budget import Limits
from gofishkit.eval.endpoint import ChatEndpoint, CommandModel, Model
from gofishkit.eval.journal import Journal
from gofishkit.eval.rehearsal import predict
from gofishkit.eval.report import (
    as_markdown,
    as_text,
    board,
    notes_of,
    read_report,
    report_of,
    table_of,
)
from gofishkit.eval.running import Outcome, Run
from gofishkit.eval.settings import MOST_NAME, Settings, UnusableSettings
from gofishkit.printing import printable
from gofishkit.retries import Retry

FAILED, BAD_KEY, UNFINISHED = 1, 3, 5
"""Exit statuses."""
ATTEMPTS = 5
"""So often a request is sent before its game waits for the next start."""
LONGEST_PAUSE = 60
"""The longest pause between them, and the longest `Retry-After`, in first pauses."""


def run(options: argparse.Namespace, version: str) -> int:
    """Carry out `gofish eval run`; return the exit status."""
    try:
        settings, limits = settings_of(options), limits_of(options)
        if options.dry_run:
            return dry_run(settings, limits, options.file)
        journal = Journal.start(options.file, settings, version)
    except (UnusableSettings, UnusableFile, RulesRefused) as error:
        return _failed(error)
    try:
        started = datetime.now(UTC).isoformat(timespec="seconds")
        kept = {
            name: None if value == math.inf else value for name, value in asdict(limits).items()
        }
        journal.write({"start": {"at": started, "limits": kept}})
        outcome = asyncio.run(_played(journal, limits, options))
        found = report_of(journal)
        print(*as_text(table_of(found)), *notes_of(found), sep="\n")
    except (OtherPrompt, ServiceError) as error:
        return _failed(error)
    except OSError as error:
        return _failed(f"{options.file} cannot be written: {error.strerror}.")
    finally:
        journal.close()
    return _ended(outcome, journal)


def settings_of(options: argparse.Namespace) -> Settings:
    """Return the settings of a command line.

    :raises UnusableSettings: if they cannot be used.
    :raises RulesRefused: if the rules cannot be played.
    """
    try:
        extra = json.loads(options.extra) if options.extra else None
        command = shlex.split(options.command) if options.command else []
    except (ValueError, RecursionError) as error:
        raise UnusableSettings(
            printable(f"--extra or --command cannot be read: {error}.")
        ) from None
    if extra is not None and not isinstance(extra, dict):
        raise UnusableSettings("--extra is a JSON object, such as '{\"seed\": 1}'.")
    model = options.model or (Path(command[0]).name if command else "")
    if not model or len(model) > MOST_NAME:
        raise UnusableSettings(f"Name the model with --model, in at most {MOST_NAME} characters.")
    return Settings(
        model=model,
        address=options.url or "",
        command=tuple(command),
        server=options.server or "",
        against=options.against,
        seats=options.seats,
        presets=tuple(options.preset),
        deals=options.deals,
        unseen=options.unseen,
        seed=options.seed,
        repairs=options.repairs,
        lists_legal=options.list_legal,
        has_notes=options.notes,
        every=options.every,
        answer_tokens=options.answer_tokens,
        tokens_field=options.tokens_field,
        temperature=options.temperature,
        extra=extra,
        analyses=not options.no_luck,
    ).checked()


def limits_of(options: argparse.Namespace) -> Limits:
    """Return the budget.

    :raises UnusableSettings: if a part of it is no positive number, or has no price.
    """
    named = {
        "tokens": options.max_tokens,
        "cost": options.max_cost,
        "minutes": options.max_minutes,
    }
    for name, value in named.items():
        if value is not None and not value > 0:
            raise UnusableSettings(f"--max-{name} is a number above 0.")
    prices = options.prices or (0.0, 0.0)
    if not all(math.isfinite(price) and price >= 0 for price in prices):
        raise UnusableSettings("--prices are two numbers from 0.")
    if options.max_cost is not None and not any(prices):
        raise UnusableSettings("--max-cost needs --prices: what a million tokens cost.")
    given = {name: value for name, value in named.items() if value is not None}
    return Limits(**given, prompt_price=prices[0], answer_price=prices[1])


def dry_run(settings: Settings, limits: Limits, file: Path) -> int:
    """Print what a run would use; send nothing. Return the exit status.

    :raises UnusableFile: if the file is no run.
    """
    seen = Journal.read(file).totals if file.exists() else None
    found = predict(settings, limits, seen)
    print(
        f"{found.games} games: about {found.requests} requests if each first answer is legal, about "
        f"{found.most_requests} if no answer is.",
        f"About {found.tokens.prompt} tokens of prompts and {found.tokens.answer} of answers; "
        f"cost about {found.cost:.4f}.",
        f"At most {found.most.prompt} and {found.most.answer}, if no answer is legal and each as long "
        f"as it may be; cost {found.most_cost:.4f}. The run stops before it exceeds its budget.",
        sep="\n",
    )
    return 0


def report(options: argparse.Namespace) -> int:
    """Carry out `gofish eval report`; return the exit status."""
    try:
        found = report_of(Journal.read(options.file))
        if options.plot is not None:
            _plot(found, options.plot)
    except UnusableFile as error:
        return _failed(error)
    if options.json:
        print(json.dumps(found, indent=1))
        return 0
    write = as_markdown if options.markdown else as_text
    print(*write(table_of(found)), "", *notes_of(found), sep="\n")
    return 0


def compare(options: argparse.Namespace) -> int:
    """Carry out `gofish eval board`; return the exit status."""
    try:
        rows = board([*map(read_report, options.files)])
    except UnusableFile as error:
        return _failed(error)
    print(*(as_markdown if options.markdown else as_text)(rows), sep="\n")
    return 0


async def _played(journal: Journal, limits: Limits, options: argparse.Namespace) -> Outcome:
    settings = journal.settings
    first = max(0.0, options.retry_seconds)
    retry = Retry(attempts=ATTEMPTS, first=first, longest=LONGEST_PAUSE * first)
    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.description}"))
    async with AsyncExitStack() as stack:
        key = os.environ.get(options.key_env)
        model: Model = CommandModel(settings) if settings.command else ChatEndpoint(settings, key)
        stack.push_async_callback(model.aclose)
        client = None
        if settings.server:
            client = AsyncClient(settings.server, os.environ.get("GOFISH_TOKEN"))
            await stack.enter_async_context(client)
            if client.token is None:
                client.token = await _guest(client, options.file)
        progress = stack.enter_context(Progress(*columns, console=Console(stderr=True)))
        bar = progress.add_task("games", total=len(settings.games()))
        progress.update(bar, completed=len(journal.results))
        return await Run(
            journal,
            model,
            limits,
            patience=Patience(options.seconds, retry),
            at_once=options.at_once,
            client=client,
            on_result=lambda: progress.advance(bar),
        ).play()


async def _guest(client: AsyncClient, file: Path) -> str:
    """Return the token of the guest of this run, which a file next to it keeps for its owner."""
    kept = file.with_name(f"{file.name}.token")
    if kept.exists():
        return kept.read_text()
    registered = await client.register_guest()
    token: str = registered["token"]["secret"]
    with open(os.open(kept, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as written:
        written.write(token)
    return token


def _ended(outcome: Outcome, journal: Journal) -> int:
    """Say why a run is not over; return the exit status."""
    if not outcome.left:
        return 0
    stopped: Any = outcome.stopped
    reason = str(stopped) if stopped else f"No answer: {outcome.fault}"
    print(
        f"{outcome.left} games are not over. {printable(reason)}\nNothing is lost: start the same "
        f"command again to continue {printable(str(journal.file))}.",
        file=sys.stderr,
    )
    if stopped and stopped.is_key:
        return BAD_KEY
    is_out = stopped is None or stopped.is_error
    return FAILED if is_out and not journal.totals.answers else UNFINISHED


def _plot(found: dict[str, Any], file: Path) -> None:
    try:
        from gofishkit.eval.plot import reliability_plot

        reliability_plot(found, file)
    except ModuleNotFoundError as missing:
        if missing.name != "matplotlib":
            raise
        raise UnusableFile("A plot needs matplotlib. Run: pip install 'gofishkit[plot]'") from None
    except (OSError, ValueError) as error:
        raise UnusableFile(f"{file} cannot be written: {error}") from None


def _failed(error: object) -> int:
    print(printable(str(error)), file=sys.stderr)
    return FAILED
