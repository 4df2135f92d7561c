"""What is left of a class after its deletion: logs without names, and nothing else."""

import io
from datetime import timedelta
from itertools import pairwise
from threading import Event, Thread

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import connection, transaction
from django.utils import timezone

from accounts import registration
from accounts.models import User
from games.classes.models import ClassPlace, ClassTable, SchoolClass
from games.log import head_reader, ids
from games.log.models import Game, GameStatus, Position, Seat, StoredAnswer
from games.play.models import PlayerStatistics
from gofish_api import housekeeping
from gofish_api.personal_data import close_account
from tests.classes.school import School
from tests.log import archives
from tests.log.test_crashes import wait_until
from tests.permissions import _person
from tests.players import Player, refused
from tests.tables import number_of
from tests.timeouts import PATIENCE, eventually

pytestmark = pytest.mark.django_db
POSTGRESQL = pytest.mark.postgresql


def contents() -> str:
    """Return every value of every table as one text."""
    values = []
    for model in apps.get_models(include_auto_created=True):
        with connection.cursor() as cursor:
            cursor.execute(f'SELECT * FROM "{model._meta.db_table}"')  # noqa: S608
            for row in cursor.fetchall():
                values += [
                    bytes(each).hex() if isinstance(each, bytes | memoryview) else str(each)
                    for each in row
                ]
    return "\n".join(values)


def planted(school: School) -> list[str]:
    """Return what is stored of a class, its pupils and their codes."""
    places = ClassPlace.objects.filter(school_class=ids.from_text(school.opened["id"]))
    found = [school.opened["name"], school.opened["id"]]
    for place in places.select_related("account"):
        assert place.account is not None and place.code is not None
        found += [place.name, place.account.username, bytes(place.code).hex()]
        found += [bytes(token.digest).hex() for token in place.account.tokens.all()]
    found += school.codes.values()
    return found + [pupil.secret for pupil in school.pupils.values() if pupil.secret]


@pytest.mark.parametrize(
    "way",
    [
        pytest.param("button", marks=pytest.mark.slow),  # as the teacher's way
        pytest.param("teacher", marks=POSTGRESQL),
        pytest.param("time", marks=pytest.mark.slow),
    ],
)
def test_nothing_of_a_class_is_left(way: str) -> None:
    school = School(name="Planted class", places=2)
    games = school.play()
    school.move(1, None)
    school.do("pause")
    values = planted(school)
    stored = contents()
    assert sum(value in stored for value in values) >= 2 * 2  # names and digests

    match way:
        case "button":
            assert school.teacher.client.delete(f"/api/v1{school.path}").status_code == 204
            assert_hidden(school, games)
        case "time":
            SchoolClass.objects.update(delete_at=timezone.now() - timedelta(seconds=1))
        case _:
            close_account.close(school.teacher.account, now=timezone.now())
            assert_hidden(school, games)
    assert housekeeping.delete_classes(Event()) == 1

    assert {*Game.objects.values_list("status", flat=True)} == {GameStatus.OVER}
    assert archives.archive(games[0]) is not None
    stored = contents() + "".join(str(archives.stored(game)) for game in games)
    assert [value for value in values if value in stored] == []
    assert not SchoolClass.objects.exists() and not ClassTable.objects.exists()
    assert not Game.objects.filter(supervisor__isnull=False).exists()
    for seat in Seat.objects.filter(account__isnull=False).select_related("account"):
        assert seat.account is not None and seat.account.closed_at is not None
    for player in (school.teacher, *school.pupils.values(), Player()):
        for game in games:
            assert player.get(f"/games/{game}/state").status_code in (401, 404)
    call_command("verify_games", stdout=io.StringIO())


def assert_hidden(school: School, games: list[str]) -> None:
    """Assert that no caller sees or uses a class that is still to be deleted."""
    assert SchoolClass.objects.exists()
    for player in (school.teacher, *school.pupils.values(), Player()):
        for path in (school.path, f"{school.path}/mine", *(f"/games/{game}" for game in games)):
            assert player.get(path).status_code in (401, 403, 404), path
    for code in school.codes.values():
        answer = Player().post("/class_sign_in", {"code": code})
        assert refused(answer) == (404, "no_such_code")


def test_no_answer_kept_for_a_retry_shows_a_deleted_class() -> None:
    school = School(places=2)
    school.sign_in()
    keyed = {"Idempotency_Key": "tables"}
    formed = school.teacher.post(f"{school.path}/tables", {"by": "lot"}, **keyed)
    assert school.teacher.post("/games", {"seats": 2}, Idempotency_Key="game").status_code == 201
    assert formed.status_code == 200 and StoredAnswer.objects.count() == 2

    school.teacher.client.delete(f"/api/v1{school.path}")

    again = school.teacher.post(f"{school.path}/tables", {"by": "lot"}, **keyed)
    assert refused(again) == (404, "class_not_found")
    assert [each.key for each in StoredAnswer.objects.all()] == ["game"]


def test_an_interrupted_deletion_is_continued() -> None:
    school, stopped = School(places=2), Event()
    school.play()
    school.teacher.client.delete(f"/api/v1{school.path}")
    stopped.set()
    (class_id,) = close_account.due_classes(now=timezone.now())

    assert not close_account.delete_class(class_id, stopped, now=timezone.now())
    assert SchoolClass.objects.exists()
    assert close_account.delete_class(class_id, Event(), now=timezone.now())
    assert not SchoolClass.objects.exists()


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_a_place_is_freed_while_the_last_move_of_its_game_is_made() -> None:
    school, answers = School(places=2), []
    (game,) = school.play()
    pupil = ClassPlace.objects.get(number=1).account_id

    def free() -> None:
        answers.append(school.free(1).status_code)
        connection.close()

    freeing = Thread(target=free)
    with transaction.atomic():  # as the move does: it locks the game, then refers to the players
        head_reader.load(number_of(game), lock=True)
        freeing.start()
        if connection.vendor == "postgresql":
            wait_until("SELECT 1 FROM pg_locks WHERE NOT granted")
        PlayerStatistics.objects.create(account_id=pupil or 0, preset="classic", played=1)
    freeing.join(PATIENCE)

    assert answers == [200]


@pytest.mark.slow  # the loop is that of ratings
@pytest.mark.django_db(transaction=True)
def test_the_referee_deletes_a_class_soon() -> None:
    school, stop = School(places=2), Event()
    school.sign_in()
    assert school.teacher.client.delete(f"/api/v1{school.path}").status_code == 204
    referee = Thread(target=housekeeping.watch_classes, args=[stop], kwargs={"every": 0.05})
    referee.start()

    eventually(lambda: not SchoolClass.objects.exists())
    stop.set()
    referee.join(PATIENCE)
    assert not referee.is_alive()


@pytest.mark.skipif(connection.vendor != "sqlite", reason="its trigger is of SQLite")
@pytest.mark.django_db(transaction=True)
def test_a_class_whose_deletion_fails_is_tried_again_after_twice_as_long_each_time(
    caplog: pytest.LogCaptureFixture,
) -> None:
    School(places=2)
    SchoolClass.objects.update(delete_at=timezone.now())
    table, every, stop = SchoolClass._meta.db_table, 0.04, Event()
    with connection.cursor() as cursor:
        cursor.execute(
            f"CREATE TRIGGER no_deletion BEFORE DELETE ON {table} "
            "BEGIN SELECT RAISE(ABORT, 'full'); END"
        )
    referee = Thread(target=housekeeping.watch_classes, args=[stop], kwargs={"every": every})

    def tries_at() -> list[float]:
        name = housekeeping.logger.name  # requests are logged too
        return [record.created for record in caplog.records if record.name == name]

    referee.start()
    try:
        eventually(lambda: len(tries_at()) >= 4)
    finally:
        stop.set()
        referee.join(PATIENCE)
        with connection.cursor() as cursor:
            cursor.execute("DROP TRIGGER no_deletion")

    for tries, (before, after) in enumerate(pairwise(tries_at())):
        assert after - before >= every * 2**tries


def test_classes_of_a_teacher_whose_closing_was_cut_off_go_too() -> None:
    school = School(places=2)
    school.sign_in()
    registration.close_account(
        school.teacher.account, now=timezone.now()
    )  # and the process was killed

    assert housekeeping.go_round(Event())["classes"] == 1


def test_a_class_that_is_to_be_deleted_is_gone_at_once_and_another_call_completes_it() -> None:
    school = School(places=2)
    school.play()
    SchoolClass.objects.update(delete_at=timezone.now())

    assert refused(school.teacher.get(school.path)) == (404, "class_not_found")
    assert school.teacher.get("/classes").json()["results"] == []
    first, *_ = User.objects.filter(is_pupil=True)
    close_account.close_pupil(first.pk, now=timezone.now())  # and the process was killed
    assert housekeeping.go_round(Event())["classes"] == 1
    assert not User.objects.filter(is_pupil=True, closed_at=None).exists()
    assert housekeeping.go_round(Event())["classes"] == 0


def test_a_game_that_cannot_be_read_keeps_no_class() -> None:
    damaged, other = School(places=2), School(_person("Other"), places=2)
    (game,) = damaged.play()
    other.play()
    Position.objects.filter(game=ids.from_text(game)).update(state="?")
    SchoolClass.objects.update(delete_at=timezone.now())

    assert housekeeping.go_round(Event())["classes"] == 2
    assert not SchoolClass.objects.exists()
    assert not User.objects.filter(is_pupil=True, closed_at=None).exists()


def test_pupils_are_kept_as_long_as_their_class_and_not_as_guests() -> None:
    school = School(places=2)
    school.sign_in()
    User.objects.filter(is_pupil=True).update(created_at=timezone.now() - timedelta(days=400))

    assert not close_account.idle_guests(now=timezone.now()).exists()
