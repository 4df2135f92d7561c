"""Finished games leave the log for the archive, and no reader notices."""

import json
from functools import partial
from importlib import import_module
from io import StringIO

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import DatabaseError, transaction
from django.utils import timezone

from games.desk import undoing
from games.desk.models import Ruling
from games.engine import move_texts
from games.engine.events import Ruled
from games.log import replay, triggers
from games.log.archive_frames import ArchiveDamaged
from games.log.models import ArchivedGame, Move, Position
from games.reports import computing
from tests.databases import sql
from tests.desk import review
from tests.log import archives
from tests.log.archives import archive, is_archived, is_in_log, run, stored
from tests.players import Player
from tests.tables import number_of

pytestmark = pytest.mark.usefixtures("transactional_db")
POSTGRESQL = pytest.mark.postgresql

finished = partial(archives.finished, moves=16)  # an archive does not depend on the length


def answers(game: str, players: list[Player]) -> list[bytes]:
    """Return what the API answers about a game, to a player and to a stranger."""
    version = Position.objects.get(pk=number_of(game)).version
    paths = [
        "",
        "/state",
        *(f"/moves?after={after}&limit=20" for after in range(0, version + 20, 20)),
        f"/moves?after={version - 1}",
        *(f"/replay?at={at}" for at in (1, version // 2, version)),
        f"/replay?at={version // 2}&seat=0",
        f"/knowledge?at={version // 2}&seat=0",
        "/transcript",
    ]
    readers = [*players, Player()]
    found = [each.get(f"/games/{game}{path}") for path in paths for each in readers]
    found += [each.post("/games/export", {"ids": [game]}) for each in readers]
    assert {answer.status_code for answer in found} == {200}
    return [answer.content for answer in found]


def forget() -> None:
    """Empty the caches of past positions."""
    replay._checkpoints._kept.clear()
    computing._compute.cache_clear()


def verified(*arguments: str) -> str:
    printed = StringIO()
    call_command("verify_games", *arguments, stdout=printed)
    return printed.getvalue()


@POSTGRESQL
def test_no_reader_notices_that_a_game_is_archived() -> None:
    game, *players = finished()
    before, moves, checked = answers(game, players), stored(game), verified()
    forget()

    done = archive(game)
    forget()

    assert done is not None and done.moves == len(moves)
    assert is_archived(game) and not is_in_log(game)
    assert answers(game, players) == before
    assert stored(game) == moves
    assert verified() == checked
    assert ", broken: 0." in checked


@POSTGRESQL
class TestDeleting:
    """The database deletes no move that is not archived."""

    def refused(self, statement: str) -> None:
        with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
            sql(statement)()

    def test_with_another_number_of_moves(self) -> None:
        position = Position.objects.get(pk=number_of(finished()[0]))
        ArchivedGame.objects.create(
            game_id=position.pk,
            archived_at=timezone.now(),
            moves=position.version - 1,
            digest=bytes(position.digest),
            data=b"",
        )

        self.refused("DELETE FROM games_move")


@POSTGRESQL
def test_a_ruling_restores_the_game_first() -> None:
    game, ann, _ = finished()
    archive(game)
    before = stored(game)

    review.rule(review.file(ann, game), review.reviewer(), "annulled")

    after = stored(game)
    assert is_in_log(game) and after[:-1] == before
    assert Move.objects.count() == len(after)
    last = after[-1]
    [event, *_] = move_texts.events_from_json(json.loads(last.events), last.schema)
    assert isinstance(event, Ruled)
    assert ", broken: 0." in verified()
    transcript = ann.get(f"/games/{game}/transcript").json()
    assert len(transcript["moves"]) == len(after)
    archive(game)  # the earlier row stays, and has fewer moves
    assert not is_in_log(game) and ann.get(f"/games/{game}/transcript").json() == transcript


@POSTGRESQL
def test_no_ruling_and_no_undoing_is_recorded_if_the_archived_game_is_damaged() -> None:
    game, ann, bob = finished()
    rae = review.reviewer()
    ruled = review.rule(review.file(ann, game), rae, "annulled").dispute
    run()
    waiting = review.file(bob, game, against=0)
    triggers.unguard()
    ArchivedGame.objects.update(data=b"")
    triggers.guard()

    with pytest.raises(ArchiveDamaged):
        review.rule(waiting, rae, "dismissed")
    with pytest.raises(ArchiveDamaged):
        undoing.undo(review.find(ruled.public_id), rae, now=timezone.now())

    assert [ruling.dispute for ruling in Ruling.objects.all()] == [ruled]
    assert not Ruling.objects.exclude(undone_at=None).exists()
    assert not is_in_log(game)


@POSTGRESQL
def test_restored_games_are_as_before() -> None:
    games = [finished(seed)[0] for seed in (1, 2)]
    before = list(Move.objects.order_by("game", "number").values_list())
    run()

    call_command("restore_games", games[0], stdout=StringIO())
    assert [is_in_log(game) for game in games] == [True, False]
    call_command("restore_games", "--all", stdout=StringIO())

    assert list(Move.objects.order_by("game", "number").values_list()) == before


def test_a_rollback_drops_no_archived_game() -> None:
    archive(finished()[0])  # without a dictionary

    with pytest.raises(RuntimeError, match="There are archived games"):
        import_module("games.migrations.0013_archive").refuse_if_archived(apps, None)
