"""Checks of what the service is configured with: each connects to it and tries it."""

import asyncio
import shutil
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from tempfile import gettempdir
from typing import NamedTuple
from uuid import uuid4

from django.conf import settings
from django.core import checks, mail
from django.core.cache import cache
from django.db import connection
from django.utils import timezone

from accounts.credentials import codes
from games.log import roles
from games.log.notify import notifications, sources
from games.log.notify.notifications import MoveNotification
from games.referee import loop
from gofish_api import static_files as client_sources
from gofish_api.observability import health
from gofish_api.server import startup
from gofish_api.variables import in_one_line

NOTICE_SECONDS = 3.0
"""How long a notification may take to arrive."""
CLOCK_SECONDS = 2.0
"""How far the clocks of the service and of the database may be apart."""
LEAST_FREE = 1024 * 1024 * 1024
"""Bytes that are free where SQLite's file is, at least, for its log and for copies."""
LEAST_TEMPORARY = 64 * 1024 * 1024
"""Bytes that are free for temporary files, at least."""
MOST_NAMED = 10
"""Members of the staff in one line, at most."""
NEED_DATABASE = frozenset(("migrations", "role", "notifications", "clock", "staff"))
"""What cannot be checked without the database."""


class CheckResult(NamedTuple):
    """The result of a check: how it is configured, or what is wrong."""

    subject: str
    text: str
    is_ok: bool


class Unfit(Exception):
    """What is wrong, as a sentence that says what to do."""


Check = Callable[[], str]
"""Returns how it is configured, or raises any exception."""


def findings(recipient: str = "") -> Iterator[CheckResult]:
    """Yield the result of each check, in the order in which to fix them.

    With a recipient, an e-mail is sent to that address.
    """
    subjects: dict[str, Check] = {
        "settings": _settings,
        "database": _database,
        "migrations": _migrations,
        "role": _role,
        "notifications": _notifications,
        "cache": _cache,
        "mail": lambda: _mail(recipient),
        "clock": _clock,
        "disk": _disk,
        "staff": _staff,
        "client": _client,
    }
    failed = set[str]()
    for subject, check in subjects.items():
        try:
            if "database" in failed and subject in NEED_DATABASE:
                raise Unfit("not checked, because it needs the database")
            yield CheckResult(subject, check(), is_ok=True)
        except Exception as error:
            failed.add(subject)
            yield CheckResult(subject, in_one_line(error) or type(error).__name__, is_ok=False)


def _settings() -> str:
    if not settings.PRODUCTION:
        return "development; PRODUCTION is not set"
    warnings = checks.run_checks(tags=[checks.Tags.security], include_deployment_checks=True)
    problems = [message.msg for message in warnings if message.level >= checks.WARNING]
    if problems or (advice := startup.advice()):
        raise Unfit(" ".join(problems) or advice)
    startup.check_files()
    return f"production, for {', '.join(settings.ALLOWED_HOSTS)}"


def _database() -> str:
    if connection.vendor == "sqlite":
        file = Path(connection.settings_dict["NAME"])
        if not file.exists():  # a connection would make an empty one
            raise Unfit(f"There is no file {file}. `python manage.py migrate` makes it.")
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA journal_mode")
            [mode] = cursor.fetchone()
        if mode != "wal":
            raise Unfit("The file system does not support SQLite's write-ahead log. Use another.")
        return f"SQLite, {connection.settings_dict['NAME']}"
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('server_version'), current_user")
        version, role = cursor.fetchone()
    return f"PostgreSQL {version}, as {role}"


def _migrations() -> str:
    state = health.all_checks()["migrations"]
    if state == "missing":
        raise Unfit("Some are missing: run `python manage.py migrate` as the owner of the tables.")
    if state != "ok":
        raise Unfit("They cannot be read.")
    return "all applied"


def _role() -> str:
    if connection.vendor == "sqlite":
        return "SQLite has none"
    if fault := roles.fault_of_own_role():
        if settings.PRODUCTION:
            raise Unfit(fault)
        return f"enough for development. {fault}"
    return "can only add to the log"


def _notifications() -> str:
    """Send a notification of a game that does not exist, and wait for it as streams do."""
    if connection.vendor == "sqlite":
        return "streams poll the file"
    through = "NOTICES_URL" if settings.NOTICES_URL else "DATABASE_LISTEN_URL"
    sent = MoveNotification(-1, uuid4().int >> 97)
    received = sources.notifications()

    async def listening() -> None:
        await anext(received)

    async def arrived() -> None:
        while await anext(received) != sent:
            pass

    with asyncio.Runner() as runner:
        try:
            runner.run(asyncio.wait_for(listening(), NOTICE_SECONDS))
            notifications.announce(sent.game_id, sent.version)
            runner.run(asyncio.wait_for(arrived(), NOTICE_SECONDS))
        except TimeoutError:
            raise Unfit(
                f"None arrived, so streams lag. {through} must lead to a server, not to a pooler."
            ) from None
        finally:
            runner.run(received.aclose())
    return "arrive"


def _cache() -> str:
    if not settings.CACHE_URL:
        return "none; each process counts limits for itself"
    key = f"check_config-{uuid4()}"
    cache.set(key, key, timeout=10)
    if cache.get(key) != key:
        raise Unfit("Redis forgot a value at once. Does it have memory left?")
    cache.delete(key)
    return "Redis counts limits"


def _mail(recipient: str) -> str:
    kind = settings.EMAIL_BACKEND.split(".")[-2]
    if kind in ("console", "dummy", "filebased"):
        if recipient:
            raise Unfit("EMAIL_URL names no server, so e-mails do not leave this machine. Set it.")
        return "e-mails do not leave this machine; EMAIL_URL names no server"
    with mail.get_connection() as server:
        if recipient:
            text = "This service can send e-mails. Its operator tried it with check_config."
            mail.send_mail("Go Fish: a test", text, None, [recipient], connection=server)
            return f"one was sent to {recipient}"
    return "the server answers; --mail-to sends one"


def _clock() -> str:
    last = loop.last()
    if last is not None and last - timezone.now() > timedelta(seconds=CLOCK_SECONDS):
        raise Unfit(f"A referee was heard at {last:%F %T} UTC, in the future. Set the clock.")
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT clock_timestamp()")
            apart = abs((cursor.fetchone()[0] - timezone.now()).total_seconds())
        if apart > CLOCK_SECONDS:
            raise Unfit(f"That of the database differs by {apart:.0f} s. Run NTP on both machines.")
    return f"{timezone.now():%F %T} UTC"


def _disk() -> str:
    wanted = {gettempdir(): LEAST_TEMPORARY}
    if connection.vendor == "sqlite":
        wanted[str(Path(connection.settings_dict["NAME"]).parent)] = LEAST_FREE
    for folder, least in wanted.items():
        free = shutil.disk_usage(folder).free
        if free < least:
            raise Unfit(f"{folder} has {free:,} bytes left. Make room for {least:,}.")
    return f"room in {', '.join(wanted)}"


def _staff() -> str:
    names = list(codes.staff_without().values_list("username", flat=True)[:MOST_NAMED])
    without = f"Without a second factor: {', '.join(names)}."
    if not settings.ADMIN_SECOND_FACTOR:
        return f"need no second factor; ADMIN_SECOND_FACTOR is off. {without if names else ''}"
    if names:
        raise Unfit(f"{without} Run `python manage.py second_factor NAME` for a link to enrol.")
    return "all have a second factor"


def _client() -> str:
    if settings.PRODUCTION and not client_sources.has_bundles():
        raise Unfit(
            "bundles/ is missing or not of these sources: browsers load the client in a hundred"
            " files. Install from the archive of the release, or run `make bundles`, then"
            " `collectstatic`."
        )
    return startup.client()
