"""Finished games leave the log for the archive, and no reader notices."""

import json
import re
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from io import StringIO
from threading import Thread

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, models, transaction
from django.db.migrations.executor import MigrationExecutor
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from bench.log_size import play
from games import ids
from games.disputes import exporting
from games.disputes.archivable import archivable
from games.disputes.models import Dispute
from games.engine import move_texts
from games.engine.events import Ruled
from games.log import archiving, heads, replay, transcripts, triggers
from games.log.archive import dictionaries, frames, rows
from games.log.archive.errors import DictionaryLost, Unarchivable
from games.models import ArchivedGame, ArchiveDictionary, Game, GameStatus, Move, Position
from games.notify.pages import Page, Pager
from games.services import seat_knowledge
from tests import databases
from tests.copies import copy
from tests.databases import sql
from tests.desk.people import at_desk
from tests.disputes import desk
from tests.games import archives
from tests.games.archives import archive, is_archived, is_in_log, run, stored
from tests.games.test_crashes import wait_until
from tests.meanwhile import Meanwhile
from tests.patience import PATIENCE
from tests.players import Player, close_connections, seated, seated_by_requests, statements
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
    seat_knowledge._compute.cache_clear()


def verified(*arguments: str) -> str:
    printed = StringIO()
    call_command("verify_games", *arguments, stdout=printed)
    return printed.getvalue()


def tamper(change: Callable[[], object]) -> None:
    """Change what triggers guard, as only the owner of the tables can."""
    with transaction.atomic():
        triggers.unguard()
        change()
        triggers.guard()


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
def test_a_stream_of_an_archived_game_has_the_same_pages() -> None:
    number = number_of(finished()[0])

    def pages(after: int) -> list[Page]:
        pager = Pager(number, after=after, is_lobby=False)
        return [pager.read(with_head=True), pager.read()]

    before = [pages(0), pages(30)]
    archive(ids.to_text(number))

    assert [pages(0), pages(30)] == before
    assert before[0][0].end == "game_over"


def test_the_desk_shows_the_board_and_the_evidence_of_an_archived_game() -> None:
    game, reviewer = finished()[0], at_desk("rita", "reviewer")
    # Each page has a nonce and a token of its own.
    once = re.compile(rb'(nonce|name="csrfmiddlewaretoken" value)="[^"]+"')

    def pages() -> list[bytes]:
        base = f"/admin/games/game/{number_of(game)}"
        found = [reviewer.get(f"{base}/{each}") for each in ("board/?move=9", "board/?seat=truth")]
        assert {each.status_code for each in found} == {200}
        return [once.sub(b"", each.content) for each in found]

    pages()  # the first notes the access
    before = pages()
    archive(game)

    assert pages() == before
    assert not is_in_log(game)


@POSTGRESQL
def test_many_archived_games_are_read_in_one_statement_more() -> None:
    game, ann, _ = finished()
    games = [number_of(each) for each in [game, *copy(game, 9)]]
    in_log = heads.load_all_with_last(games, ann.account)
    for each in games:
        archiving.archive(
            each,
            among=archivable(before=timezone.now()),
            dictionary_id=None,
            now=timezone.now(),
        )

    with CaptureQueriesContext(connection) as captured:
        found = heads.load_all_with_last(games, ann.account)

    assert found == in_log
    assert statements(captured) == 2
    assert not Move.objects.exists()


@POSTGRESQL
def test_a_head_that_was_read_before_a_ruling_finds_its_last_move() -> None:
    game, ann, _ = finished()
    archive(game)
    head, last = heads.load_with_last(number_of(game), ann.account)

    def rule() -> None:
        desk.rule(desk.file(ann, game), desk.reviewer(), "annulled")

    with connection.execute_wrapper(Meanwhile(2, rule)):
        found = heads.load_with_last(number_of(game), ann.account)

    assert found == (head, last)
    assert heads.load_with_last(number_of(game), ann.account)[1].number == last.number + 1


@POSTGRESQL
def test_a_running_game_is_read_without_the_archive() -> None:
    game, ann, _ = seated_by_requests(2)

    with CaptureQueriesContext(connection) as captured:
        ann.get(f"/games/{game}/state")
        ann.get(f"/games/{game}/moves")
        ann.get(f"/games/{game}/moves?after=1000")

    assert not any("archive" in query["sql"] for query in captured)


@POSTGRESQL
class TestWhichGames:
    """Which games are archived."""

    def test_only_games_that_ended_that_long_ago(self) -> None:
        old, new = finished()[0], finished(2)[0]
        long_ago = timezone.now() - timedelta(days=91)
        Game.objects.filter(pk=number_of(old)).update(finished_at=long_ago)
        running, _, _ = seated(2)
        printed = StringIO()

        call_command("archive_games", "--older-than", "90d", stdout=printed)

        assert [is_archived(game) for game in (old, new, running)] == [True, False, False]
        assert "Games archived: 1." in printed.getvalue()

    @pytest.mark.parametrize("is_appealed", [False, True])
    def test_no_game_with_a_dispute_that_waits(self, is_appealed: bool) -> None:
        game, ann, _ = finished()
        dispute = desk.file(ann, game)
        if is_appealed:
            desk.rule(dispute, desk.reviewer(), "dismissed")
            path = f"/disputes/{dispute.public_id}/appeal"
            assert ann.post(path, {"words": "No."}).status_code in (200, 201)

        assert archive(game) is None
        run()

        assert is_in_log(game) and not is_archived(game)

    def test_no_game_with_a_recent_ruling(self) -> None:
        game, ann, _ = finished()
        desk.rule(desk.file(ann, game), desk.reviewer(), "annulled")
        now = timezone.now()

        assert not archivable(before=now - timedelta(days=1)).exists()
        Dispute.objects.update(ruled_at=now - timedelta(days=2))
        Game.objects.update(finished_at=now - timedelta(days=2))
        assert [each.public_id for each in archivable(before=now - timedelta(days=1))] == [game]

    def test_a_dispute_about_an_archived_game_keeps_it_where_it_is(self) -> None:
        game, ann, _ = finished()
        archive(game)

        desk.file(ann, game)
        run()

        assert is_archived(game) and not is_in_log(game)


def change_a_text() -> None:
    Move.objects.filter(number=4).update(events="[]")


def lose_a_move() -> None:
    Move.objects.filter(number=4).delete()


def lose_the_last_move() -> None:
    Move.objects.filter(number=Position.objects.get().version).delete()


def change_the_position() -> None:
    Position.objects.update(digest=bytes(32))


def change_the_seed() -> None:
    Game.objects.update(seed=bytes(32))


def add_a_control_character() -> None:
    Move.objects.filter(number=1).update(command='{"a":"\n"}')


@pytest.mark.parametrize(
    "damage",
    [
        change_a_text,
        lose_a_move,
        lose_the_last_move,
        change_the_position,
        change_the_seed,
        add_a_control_character,
    ],
)
def test_a_damaged_log_stays_as_it_is(damage: Callable[[], None]) -> None:
    game = finished()[0]
    tamper(damage)
    before = list(Move.objects.values_list())
    printed = StringIO()

    with pytest.raises(SystemExit) as ended:
        call_command("archive_games", "--older-than", "0d", stdout=printed)

    assert ended.value.code == 1
    assert f"NOT ARCHIVED  {game}" in printed.getvalue()
    assert list(Move.objects.values_list()) == before
    assert not ArchivedGame.objects.exists()


@POSTGRESQL
def test_a_row_that_is_not_read_back_as_the_log_keeps_the_log(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A disk or a compressor that damages the row, here one that writes another game."""
    game, other = finished()[0], finished(2)[0]
    data = frames.write(stored(other), None)
    monkeypatch.setattr(frames, "write", lambda *_: data)

    with pytest.raises(Unarchivable, match=r"read back|not those"):
        archive(game)

    assert is_in_log(game) and not is_archived(game)


@POSTGRESQL
class TestDeleting:
    """The database deletes no move that is not archived."""

    def archived_row(self, game: str, *, moves: int = 0, digest: bytes | None = None) -> None:
        """Add an archived row with other moves or another digest than those of the game."""
        position = Position.objects.get(pk=number_of(game))
        ArchivedGame.objects.create(
            game_id=number_of(game),
            archived_at=timezone.now(),
            moves=position.version + moves,
            digest=bytes(position.digest) if digest is None else digest,
            data=b"",
        )

    def refused(self, statement: str) -> None:
        with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
            sql(statement)()

    @pytest.mark.parametrize("moves", [-1, 1])
    def test_with_another_number_of_moves(self, moves: int) -> None:
        game = finished()[0]
        self.archived_row(game, moves=moves)

        self.refused("DELETE FROM games_move")

    def test_with_another_digest(self) -> None:
        self.archived_row(finished()[0], digest=bytes(32))

        self.refused("DELETE FROM games_move")

    def test_of_another_game(self) -> None:
        game, other = finished()[0], finished(2)[0]
        self.archived_row(other)

        self.refused(f"DELETE FROM games_move WHERE game_id = {number_of(game)}")  # noqa: S608
        self.refused("DELETE FROM games_move")

    @pytest.mark.parametrize("part", ["number > 1", "number = 3"])
    def test_a_part_of_an_archived_game(self, part: str) -> None:
        self.archived_row(finished()[0])

        self.refused(f"DELETE FROM games_move WHERE {part}")  # noqa: S608

    def test_the_part_that_was_archived_before_the_game_moved_on(self) -> None:
        game, ann, _ = finished()
        archive(game)
        desk.rule(desk.file(ann, game), desk.reviewer(), "annulled")
        assert is_in_log(game)
        last = Position.objects.get(pk=number_of(game)).version

        self.refused(f"DELETE FROM games_move WHERE number < {last}")  # noqa: S608

    @pytest.mark.parametrize(
        "statement",
        [
            "UPDATE games_archivedgame SET moves = 1",
            "DELETE FROM games_archivedgame",
            "UPDATE games_archivedictionary SET data = data",
            "DELETE FROM games_archivedictionary",
            "UPDATE games_move SET seat = 0",
        ],
    )
    def test_the_archive_is_append_only(self, statement: str) -> None:
        archive(finished()[0])
        finished(2)
        ArchiveDictionary.objects.create(
            id=1, trained_at=timezone.now(), sha256=bytes(32), data=b""
        )

        self.refused(statement)

    def test_an_archived_row_is_not_replaced(self) -> None:
        game = finished()[0]
        archive(game)
        kept = ArchivedGame.objects.values_list().get()

        with pytest.raises(DatabaseError), transaction.atomic():
            self.archived_row(game)

        assert ArchivedGame.objects.values_list().get() == kept


@POSTGRESQL
@pytest.mark.parametrize("kind", ["annulled", "dismissed"])
def test_a_ruling_restores_the_game_first(kind: str) -> None:
    game, ann, _ = finished()
    archive(game)
    before = stored(game)

    desk.rule(desk.file(ann, game), desk.reviewer(), kind)

    after = stored(game)
    assert is_in_log(game) and after[:-1] == before
    assert Move.objects.count() == len(after)
    last = after[-1]
    [event, *_] = move_texts.events_from_json(json.loads(last.events), last.schema)
    assert isinstance(event, Ruled)
    assert ", broken: 0." in verified()
    transcript = ann.get(f"/games/{game}/transcript").json()
    assert len(transcript["moves"]) == len(after)


@POSTGRESQL
def test_a_game_that_moved_on_is_archived_again() -> None:
    game, ann, bob = finished()
    archive(game)
    desk.rule(desk.file(ann, game), desk.reviewer(), "annulled")
    moves, before = stored(game), answers(game, [ann, bob])

    run()

    assert not is_in_log(game)
    assert [row.moves for row in ArchivedGame.objects.order_by("moves")] == [
        len(moves) - 1,
        len(moves),
    ]
    assert stored(game) == moves
    assert answers(game, [ann, bob]) == before
    assert ", broken: 0." in verified()


def test_a_dispute_is_exported_with_an_archived_game() -> None:
    game, ann, _ = finished()
    dispute = desk.file(ann, game)
    desk.rule(dispute, desk.reviewer(), "dismissed")
    clerk = desk.reviewer("Eve", "export_disputes")
    before = exporting.export(desk.find(dispute.public_id), clerk, why="court", now=timezone.now())

    run()
    assert not is_in_log(game)
    after = exporting.export(desk.find(dispute.public_id), clerk, why="court", now=timezone.now())

    assert (after["transcript"], after["verdict"]) == (before["transcript"], before["verdict"])


@POSTGRESQL
def test_a_ruling_waits_while_its_game_is_archived_and_restores_it() -> None:
    game, ann, _ = finished()
    dispute, reviewer = desk.file(ann, game), desk.reviewer()
    among = Game.objects.filter(status=GameStatus.OVER)

    def rule() -> None:
        try:
            desk.rule(dispute, reviewer, "annulled")
        finally:
            close_connections()

    with transaction.atomic():
        archiving.archive(number_of(game), among=among, dictionary_id=None, now=timezone.now())
        ruling = Thread(target=rule)
        ruling.start()
        if connection.vendor == "postgresql":
            wait_until("SELECT 1 FROM pg_locks WHERE NOT granted")
    ruling.join(PATIENCE)
    assert not ruling.is_alive()

    numbers = list(Move.objects.order_by("number").values_list("number", flat=True))
    assert numbers == list(range(1, len(numbers) + 1))
    assert ", broken: 0." in verified()


class TestCommands:
    """``archive_games`` and ``restore_games``."""

    def test_a_dry_run_counts_and_changes_nothing(self) -> None:
        game = finished()[0]

        printed = run("--dry-run")

        assert printed == f"Games to archive: 1. Moves: {len(stored(game))}.\n"
        assert is_in_log(game) and not is_archived(game)

    def test_a_second_run_finds_nothing_to_do(self) -> None:
        finished()
        run()

        assert "Games archived: 0." in run()

    def test_it_resumes_after_a_game(self) -> None:
        games = [finished(seed)[0] for seed in (1, 2, 3)]

        run("--after", games[0])

        assert [is_archived(game) for game in games] == [False, True, True]

    def test_a_game_that_cannot_be_archived_holds_no_other_up(self) -> None:
        damaged, whole = finished()[0], finished(2)[0]
        log = Move.objects.filter(game=number_of(damaged), number=4)
        tamper(lambda: log.update(events="[]"))

        with pytest.raises(SystemExit):
            run()

        assert [is_archived(game) for game in (damaged, whole)] == [False, True]

    @pytest.mark.parametrize("text", ["90", "d", "-1d", "1w", "1000000d", "1.5d", "٣d"])
    def test_an_invalid_age_is_refused(self, text: str) -> None:
        with pytest.raises(CommandError, match=r"number of days|expected"):
            call_command("archive_games", f"--older-than={text}")

    @POSTGRESQL
    def test_restored_games_are_as_before(self) -> None:
        games = [finished(seed)[0] for seed in (1, 2)]
        before = list(Move.objects.order_by("game", "number").values_list())
        run()
        printed = StringIO()

        call_command("restore_games", games[0], stdout=printed)
        assert [is_in_log(game) for game in games] == [True, False]
        call_command("restore_games", "--all", stdout=printed)

        assert list(Move.objects.order_by("game", "number").values_list()) == before
        assert printed.getvalue().count("Games restored: 1.") == 2
        call_command("restore_games", "--all", stdout=printed)
        assert "Games restored: 0." in printed.getvalue()

    def test_a_restored_game_is_archived_again_in_its_row(self) -> None:
        game = finished()[0]
        run()
        kept = list(ArchivedGame.objects.values_list())
        call_command("restore_games", "--all", stdout=StringIO())

        run()

        assert list(ArchivedGame.objects.values_list()) == kept
        assert not is_in_log(game)

    @POSTGRESQL
    def test_missing_moves_of_a_game_are_restored(self) -> None:
        game = finished()[0]
        moves = stored(game)
        run()
        call_command("restore_games", game, stdout=StringIO())
        tamper(lambda: Move.objects.filter(number__in=[2, 5, len(moves)]).delete())

        call_command("restore_games", game, stdout=StringIO())

        assert stored(game) == moves
        assert Move.objects.count() == len(moves)

    @pytest.mark.parametrize("arguments", [[], ["0Qo4OC0W000", "--all"], ["0Qo4OC0W000"]])
    def test_the_games_to_restore_must_be_named(self, arguments: list[str]) -> None:
        with pytest.raises(CommandError):
            call_command("restore_games", *arguments)


class TestDictionary:
    """The dictionary is a row of the database."""

    @pytest.fixture
    def fewest(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Let a dictionary need a tenth of the games: it makes no difference once there is one."""
        monkeypatch.setattr(dictionaries, "FEWEST_SAMPLES", dictionaries.FEWEST_SAMPLES // 10)

    @pytest.fixture
    def archived(self, fewest: None) -> str:
        """A game that was archived with a dictionary."""
        game = finished()[0]
        copy(game, dictionaries.FEWEST_SAMPLES)
        printed = run()
        assert "Trained dictionary 1." in printed
        assert is_archived(game) and not is_in_log(game)
        return str(game)

    @pytest.mark.slow
    def test_it_is_trained_once_there_are_enough_games(self) -> None:
        copy(finished()[0], dictionaries.FEWEST_SAMPLES - 1)

        assert "Trained dictionary 1." in run()

        row = ArchiveDictionary.objects.get()

        assert row.pk == 1 and len(row.data) <= dictionaries.BYTES
        assert set(ArchivedGame.objects.values_list("dictionary", flat=True)) == {1}
        assert "Trained" not in run()
        assert ", broken: 0." in verified()

    def test_few_games_have_none(self) -> None:
        finished()

        assert "No dictionary was trained." in run()
        assert list(ArchivedGame.objects.values_list("dictionary", flat=True)) == [None]

    def test_without_it_no_game_is_archived_again(self, archived: str) -> None:
        call_command("restore_games", archived, stdout=StringIO())
        dictionaries._load.cache_clear()
        lose_the_dictionary("changed")
        printed = StringIO()

        with pytest.raises(SystemExit):
            call_command("archive_games", "--older-than", "0d", stdout=printed)

        assert f"NOT ARCHIVED  {archived}  Dictionary 1" in printed.getvalue()
        assert is_in_log(archived)
        dictionaries._load.cache_clear()

    def test_a_newer_one_leaves_older_games_readable(self, archived: str) -> None:
        game = finished(2)[0]
        before = stored(game)
        copy(game, dictionaries.FEWEST_SAMPLES)

        assert "Trained dictionary 2." in run("--train-dictionary")

        assert rows.find(number_of(game)) is not None
        numbers = ArchivedGame.objects.values_list("dictionary", flat=True)
        assert set(numbers) == {1, 2}
        assert stored(game) == before
        assert len(stored(archived)) > 10

    @pytest.mark.parametrize("how", ["missing", "changed"])
    def test_its_loss_is_detected_and_reported(
        self, archived: str, how: str, caplog: pytest.LogCaptureFixture
    ) -> None:
        dictionaries._load.cache_clear()
        lose_the_dictionary(how)
        game = Game.objects.get(pk=number_of(archived))

        with pytest.raises(DictionaryLost, match="Dictionary 1 of the archive"):
            stored(archived)
        printed = StringIO()
        with pytest.raises(SystemExit):
            call_command("verify_games", archived, stdout=printed)
        assert "Dictionary 1 of the archive" in printed.getvalue()
        with pytest.raises(DictionaryLost):
            transcripts.write(game)
        with pytest.raises(SystemExit):
            call_command("restore_games", archived, stdout=printed)
        assert f"NOT RESTORED  {archived}  Dictionary 1" in printed.getvalue()
        answer = Player().get(f"/games/{archived}/moves")
        assert answer.status_code in (500, 503) and "code" in answer.json()
        assert "dictionary 1 of the archive" in caplog.text
        dictionaries._load.cache_clear()

    @pytest.mark.slow
    def test_games_of_all_presets_take_at_most_15_bytes_a_move(self) -> None:
        """With the row around it, more on PostgreSQL: ``bench.log_size`` measures that."""
        games = [play(each) for each in [*range(400), *range(1_000, 1_060)]]
        known = [game.moves for game in games]
        number = dictionaries.train(known[:400], now=timezone.now())
        digest = bytes(ArchiveDictionary.objects.get(pk=number).sha256)
        dictionary = dictionaries.load(number, digest)

        size = sum(len(frames.write(moves, dictionary)) for moves in known[400:])

        assert size / sum(map(len, known[400:])) <= 15


def lose_the_dictionary(how: str) -> None:
    """Delete or change the dictionary, which foreign keys and triggers prevent."""

    def change() -> None:
        if how == "changed":
            ArchiveDictionary.objects.update(data=b"forged")
        else:
            sql("DELETE FROM games_archivedictionary")()

    if connection.vendor == "postgresql":
        with transaction.atomic():
            sql("SET LOCAL session_replication_role = replica")()
            change()
        return
    sql("PRAGMA foreign_keys = OFF")()
    tamper(change)
    sql("PRAGMA foreign_keys = ON")()


@pytest.mark.slow
def test_the_migration_is_not_undone_while_games_are_archived() -> None:
    archive(finished()[0])

    with pytest.raises(RuntimeError, match="restore_games"):
        MigrationExecutor(connection).migrate([("games", "0010_bot_status")])

    assert ArchivedGame.objects.count() == 1
    call_command("migrate", verbosity=0)


@POSTGRESQL
def test_migrations_can_remake_the_tables_that_the_triggers_name() -> None:
    game = finished()[0]
    archive(game)
    moves = stored(game)
    triggers.close_before_migrate(using="default")
    databases.remake(ArchivedGame, "data", models.BinaryField(null=True))

    call_command("migrate", verbosity=0)

    other = finished(2)[0]
    assert stored(game) == moves
    archive(other)
    assert not is_in_log(other)
    assert archives.is_archived(other)
