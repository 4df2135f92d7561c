"""Databases of earlier releases under this code: migrated, verified, read, and played on to the
end.
"""

import hashlib
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import pytest
import time_machine
from django.apps import apps
from django.core.cache import cache
from django.core.management import call_command
from django.db import connection
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from accounts.models import User
from games.classes.models import ClassTable
from games.desk.models import Dispute
from games.engine import codec
from games.engine.presets import PRESETS
from games.log.models import Game, GameStatus, Position, Seat
from games.referee import loop
from tests import databases, tables
from tests.databases import using
from tests.desk import review
from tests.players import Json, Player
from tests.releases import dumps, story
from tests.releases.dumps import Vendor
from tests.releases.story import receipts

pytestmark = [
    pytest.mark.xdist_group("releases"),
]

SHORT_LIVED = {
    *("Audience", "AuthorizationCode", "Emote", "Outage", "RefereeRound", "ServiceHeartbeat"),
}
"""Tables that running servers and referees fill, and what is deleted within minutes."""


class Release(NamedTuple):
    """A release and the notes of its clients."""

    name: str
    notes: dict[str, Any]

    def player(self, account: int | None) -> Player:
        """Return the client of an account with its token, or an anonymous client."""
        secret = None if account is None else self.notes["tokens"].get(str(account))
        return Player(secret, account=account or 0)

    def seats(self, game: Game) -> dict[int, Player]:
        """Return the players of a game by seat, without suspended ones."""
        rows = Seat.objects.filter(
            game=game, account__isnull=False, account__suspended_until__isnull=True
        )
        return {seat.number: self.player(seat.account_id) for seat in rows}

    def reader(self, game: Game) -> Player:
        """Return a player who may read a game: of a class, its teacher."""
        table = ClassTable.objects.filter(game=game).select_related("school_class").first()
        if table is not None:
            return self.player(table.school_class.owner_id)
        return next(iter(self.seats(game).values()), self.player(None))


def vendor() -> Vendor:
    return "postgresql" if connection.vendor == "postgresql" else "sqlite"


@contextmanager
def empty_database(folder: Path, *, copy_of: str | None = None) -> Iterator[str]:
    """Yield the URL of a new database, or of a copy of another one that is not in use."""
    name = f"release_{secrets.token_hex(6)}"
    if vendor() == "sqlite":
        path = folder / f"{name}.sqlite3"
        if copy_of is not None:
            shutil.copy(urlsplit(copy_of).path, path)
        yield f"sqlite:///{path}"
        return
    here = urlsplit(databases.url())
    server = here._replace(path="/postgres").geturl()
    template = "template0" if copy_of is None else urlsplit(copy_of).path[1:]
    with using(server):
        databases.sql(f'CREATE DATABASE "{name}" TEMPLATE "{template}"')()
    try:
        yield here._replace(path=f"/{name}").geturl()
    finally:
        with using(server):
            databases.sql(f'DROP DATABASE "{name}" WITH (FORCE)')()


@pytest.fixture(scope="module", params=dumps.releases())
def migrated(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, django_db_blocker: Any
) -> Iterator[tuple[str, str]]:
    """The name of a release, and the address of its database with the migrations of this code."""
    with (
        django_db_blocker.unblock(),
        empty_database(tmp_path_factory.mktemp("release")) as address,
    ):
        dumps.load(dumps.text_of(request.param, vendor()), address)
        with using(address):
            call_command("migrate", verbosity=0)
        yield request.param, address


@pytest.fixture
def release(migrated: tuple[str, str], tmp_path: Path, django_db_blocker: Any) -> Iterator[Release]:
    """A release whose database is the default one, soon after it was dumped; each test has a
    copy.
    """
    name, address = migrated
    notes = dumps.notes_of(name, vendor())
    soon = parse_datetime(notes["made_at"])
    assert soon is not None
    with (
        django_db_blocker.unblock(),
        empty_database(tmp_path, copy_of=address) as copy,
        using(copy),
        time_machine.travel(soon + timedelta(seconds=5)),
    ):
        yield Release(name, notes)


def verify() -> str:
    """Verify every game and stored position; return what is printed.

    :raises SystemExit: if something does not hold.
    """
    printed = StringIO()
    call_command("verify_games", stdout=printed)
    return printed.getvalue()


def test_there_is_a_dump_for_each_kind_of_database() -> None:
    assert dumps.releases()
    for name in dumps.releases():
        for kind in dumps.VENDORS:
            assert dumps.path_of(name, kind).stat().st_size <= dumps.MOST_BYTES


def test_the_newest_dump_has_rows_in_every_table(tmp_path: Path, django_db_blocker: Any) -> None:
    with django_db_blocker.unblock(), empty_database(tmp_path) as address:
        dumps.load(dumps.text_of(dumps.releases()[-1], vendor()), address)
        with using(address):
            ours = ("accounts", "games", "disputes", "classes", "tournaments", "webhooks")
            models = [model for model in apps.get_models() if model._meta.app_label in ours]
            empty = {model.__name__ for model in models if not model._default_manager.exists()}

    assert empty <= SHORT_LIVED


def test_every_game_verifies(release: Release) -> None:
    assert not tables.unchecked()
    assert ", broken: 0." in verify()
    assert receipts() == release.notes["receipts"]


def test_every_game_is_read_over_the_api(release: Release) -> None:
    listed = set()
    answer: Json = {"next": "/api/v1/games?limit=100"}
    while answer["next"]:
        path = answer["next"].partition("/api/v1")[2]
        answer = Player().get(path).json()
        listed |= {game["id"] for game in answer["results"]}

    for game in Game.objects.all():
        cache.clear()
        _read(release, game)
    public = Game.objects.filter(is_private=False).exclude(status=GameStatus.CLOSED)
    assert listed == {game.public_id for game in public}


def _read(release: Release, game: Game) -> None:
    reader = release.reader(game)
    name = game.public_id
    reader.get(f"/games/{name}/state")  # makes the referee's move if time has run out by now
    version, receipt = Position.objects.values_list("version", "digest").get(pk=game.pk)
    paths = ["/state", f"/replay?at={version // 2 + 1}"]
    if game.is_private or game.imported_from:
        paths += ["", "/replay?at=1", f"/replay?at={version}"]
    for path in paths:
        answer = reader.get(f"/games/{name}{path}")
        assert answer.status_code == 200, (path, answer.content)
    last = reader.get(f"/games/{name}/moves?after={version - 1}").json()["moves"][-1]
    assert (last["number"], last["digest"]) == (version, bytes(receipt).hex())
    if game.status == GameStatus.OVER:
        document = reader.get(f"/games/{name}/transcript").json()
        del document["annotations"]  # without names, the same bytes as then
        transcript = codec.canonical(document).encode() + b"\n"
        assert hashlib.sha256(transcript).hexdigest() == release.notes["transcripts"][name]


def test_running_games_are_played_to_their_end_and_verify(release: Release) -> None:
    running = list(Game.objects.filter(status=GameStatus.RUNNING))

    for game in running:
        story.play(game.public_id, release.seats(game), Random(game.pk))

    assert len(running) > len(PRESETS)
    # A match that waits in the dump can begin a further game meanwhile.
    ended = Game.objects.filter(pk__in=[game.pk for game in running], status=GameStatus.OVER)
    assert ended.count() == len(running)
    assert ", broken: 0." in verify()
    for game in running:
        transcript = release.reader(game).get(f"/games/{game.public_id}/transcript").json()
        noted_then = release.notes["receipts"][game.public_id]
        assert transcript["moves"][noted_then["number"] - 1]["digest"] == noted_then["digest"]


def test_clients_continue_where_they_stopped(release: Release) -> None:
    for retry in release.notes["retries"]:
        if retry["path"].endswith("/resign"):
            _answers_as_before(release, retry)
    _a_lobby_fills_and_starts(release)
    _a_dispute_is_ruled_on(release)
    for account, secret in release.notes["tokens"].items():
        me = Player(secret).get("/me")
        # Tokens of pupils may not read their account, and are known all the same.
        assert me.status_code == 200 or me.json()["code"] == "insufficient_scope", account
    loop.enforce_all()


def _answers_as_before(release: Release, retry: Json) -> None:
    """The answer that was kept for a key is given again, byte for byte."""
    again = Player(_secret_of(release, retry["player"])).post(
        retry["path"], retry["body"], Idempotency_Key=retry["key"]
    )
    assert hashlib.sha256(again.content).hexdigest() == retry["sha256"], again.content


def _secret_of(release: Release, name: str) -> str:
    account = User.objects.get(username={"bot": "ann-bot"}.get(name, name))
    secret: str = release.notes["tokens"][str(account.pk)]
    return secret


def _a_lobby_fills_and_starts(release: Release) -> None:
    game = Game.objects.filter(status=GameStatus.LOBBY, is_private=False, preset="pairs").get()
    newcomer = Player(_secret_of(release, "Max"))
    assert newcomer.join(game.public_id).status_code == 200
    host = release.seats(game)[0]
    assert host.post(f"/games/{game.public_id}/start").status_code == 200


def _a_dispute_is_ruled_on(release: Release) -> None:
    dispute = Dispute.objects.filter(status="open").first()
    assert dispute is not None
    reviewer = User.objects.get(username="ruth")
    review.rule(dispute, reviewer, "dismissed", now=timezone.now())
    complainant = release.player(dispute.complainant_id)
    assert review.shown(complainant, dispute)["rulings"][0]["kind"] == "dismissed"
    notices = complainant.get("/me/notices").json()["results"]
    assert {notice["kind"] for notice in notices}
