"""Dumps of games: what is in them, who is not, and runs that were stopped."""

import hashlib
import json
import shutil
from base64 import b64encode
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.core.management import CommandError
from django.test import override_settings
from django.utils import timezone

from accounts import registration
from accounts.models import User
from games.data import making, records
from games.log import ids
from games.log.models import Game, Seat
from tests.classes.school import School
from tests.classes.test_deletion import planted
from tests.data.dumping import files, folder, games_in, manifest, partial, run, tables_if_installed
from tests.desk import review
from tests.log.archives import archive, finished
from tests.players import Player, account_of, guest, play_out
from tests.tables import number_of

pytestmark = pytest.mark.django_db
POSTGRESQL = pytest.mark.postgresql


def played(*, seed: int = 1, preset: str = "pagat", **terms: Any) -> tuple[str, Player, Player]:
    """Play a short game of two to its end."""
    ann, bob = guest(), guest()
    body = {"preset": preset, "seats": 2, **terms}
    opened = ann.post("/games", body)
    assert opened.status_code == 201, opened.content
    game = opened.json()["game"]["id"]
    code = opened.json()["game"].get("join_code")
    assert bob.join(game, **({"join_code": code} if code else {})).status_code == 200
    play_out(game, [ann, bob], Random(seed))
    return game, ann, bob


@POSTGRESQL
def test_a_dump_has_the_play_of_a_game_and_a_manifest_with_the_digests(tmp_path: Path) -> None:
    game, ann, _ = finished()

    status, printed = run(tmp_path)

    assert (status, "Games: 1" in printed) == (0, True)
    [record] = games_in(tmp_path)
    shown = [event for move in record["moves"] for event in move["events"]]
    log = [event for move in ann.moves(game) for event in move["events"]]
    assert [each["type"] for each in shown] == [
        each["type"]
        for each in log
        if each["type"] not in ("created", "seat_taken", "started", "entropy_added")
    ]
    [dealt] = [each for each in shown if each["type"] == "dealt"]
    assert len(dealt["pack"]) == 104
    assert record["winners"] == ann.state(game)["result"]["winners"]
    described = manifest(tmp_path)
    assert described["counts"]["games"] == 1
    for file in described["files"]:
        data = (folder(tmp_path) / file["name"]).read_bytes()
        assert (file["size"], file["sha256"]) == (len(data), hashlib.sha256(data).hexdigest())


def test_an_adjusted_result_is_in_the_record_and_in_the_table_of_games() -> None:
    game, ann, _ = finished()
    filed = review.file(review.registered(ann), game)
    review.rule(filed, review.reviewer(), "adjusted", scores=(1, 12))

    dumped = records.read(Game.objects.get(), 1, key=b"key")

    for shown in (records.record(dumped), records.rows(dumped, exact=False)["games"][0]):
        assert (shown["scores"], shown["winners"]) == ((1, 12), (1,))


def opt_out(game: str, ann: Player) -> None:
    assert ann.client.patch("/api/v1/me", {"in_dumps": False}).json()["in_dumps"] is False


def close(game: str, ann: Player) -> None:
    registration.close_account(ann.account, now=timezone.now())


def let_the_owner_opt_out(game: str, ann: Player) -> None:
    owner = guest()
    account = account_of(owner)
    account.is_guest = False
    account.save()
    bot = registration.create_bot(account, "Robot", now=timezone.now()).user
    Seat.objects.filter(game=number_of(game), number=0).update(account=bot)
    owner.client.patch("/api/v1/me", {"in_dumps": False})


def hide(**changes: Any) -> Callable[[str, Player], None]:
    def change(game: str, ann: Player) -> None:
        Game.objects.filter(pk=number_of(game)).update(**changes)

    return change


LEFT_OUT = [
    opt_out,
    close,
    hide(is_private=True),
    let_the_owner_opt_out,
    hide(has_spectators=False),
    hide(aids=True),
    hide(finished_at=datetime(2026, 1, 1, tzinfo=UTC)),
]


@POSTGRESQL
@pytest.mark.parametrize("leave_out", LEFT_OUT)
def test_who_withdraws_and_what_is_not_public_is_left_out(
    tmp_path: Path, leave_out: Callable[[str, Player], None]
) -> None:
    game, ann, _ = finished()

    leave_out(game, ann)

    assert run(tmp_path)[0] == 0
    assert games_in(tmp_path) == []


def test_a_series_is_left_out(tmp_path: Path) -> None:
    game, _, _ = finished()
    found = Game.objects.get(pk=number_of(game))
    found.rules = found.rules.replace('"target_score":null', '"target_score":10')
    found.save()

    assert run(tmp_path)[0] == 0
    assert games_in(tmp_path) == []


@POSTGRESQL
def test_no_secret_of_any_game_is_in_any_file(tmp_path: Path) -> None:
    public, ann, bob = finished()
    private, cy, dee = played(visibility="private")
    school = School(name="Planted class", places=2)
    [of_class] = school.play()
    play_out(of_class, [*school.pupils.values()], Random(2))
    ann.client.patch("/api/v1/me", {"display_name": "Planted Display Name"})
    review.file(review.registered(ann), public, words="Planted Words")
    User.objects.filter(pk__in=(ann.account, cy.account)).update(email="planted@mail.example")
    rows = [Game.objects.get(pk=number_of(game)) for game in (public, private, of_class)]
    assert rows[2].finished_at
    secrets = [public, private, of_class, "Planted", "planted", rows[1].join_code]
    secrets += planted(school)
    secrets += [player.name for player in (ann, bob, cy, dee, school.teacher)]
    secrets += [str(player.secret) for player in (ann, bob, cy, dee)]
    for row in rows:
        secrets += [*written(bytes(row.seed)), row.commitment, str(row.pk)]
        secrets += [text for move in row.moves.all() for text in written(bytes(move.digest))]
        secrets += [f"{row.finished_at:%H:%M:%S}", f"{row.created_at:%H:%M:%S}"]
    for game, player in ((public, ann), (private, cy)):
        events = [event for move in player.moves(game) for event in move["events"]]
        secrets += [event["entropy"] for event in events if event.get("entropy")]
    for game, player in ((private, cy), (of_class, school.pupils[1])):
        events = [event for move in player.moves(game) for event in move["events"]]
        [dealt] = [event for event in events if "hands" in event]
        secrets += ["".join(hand) for hand in dealt["hands"] if hand]

    assert run(tmp_path, *tables_if_installed())[0] == 0

    assert all(secrets)
    everything = files(tmp_path)
    assert len(games_in(tmp_path)) == 1
    assert len(everything) == (11 if tables_if_installed() else 5), "each file is unpacked"
    for name, data in everything.items():
        for secret in secrets:
            text = secret if isinstance(secret, bytes) else secret.encode()
            assert text not in data, (name, secret)


def written(secret: bytes) -> list[str | bytes]:
    """Return bytes as files might have them."""
    return [secret, secret.hex(), secret.hex().upper(), b64encode(secret)]


def test_pseudonyms_stay_the_same_under_one_key_only(tmp_path: Path) -> None:
    finished()
    named = []
    for name, key in (("a", "one-"), ("b", "one-"), ("c", "two-")):
        run(tmp_path / name, key=key + "Zr7kQpXw9vBn2LdF5sTgYh8cAeMuJ4xRw6Vt1Qs0Po")
        named.append([each["name"] for each in games_in(tmp_path / name)[0]["players"]])

    assert named[0] == named[1]
    assert not {*named[0]} & {*named[2]}


def test_bots_keep_their_names(tmp_path: Path) -> None:
    game, ann, _ = finished()
    owner = account_of(ann)
    owner.is_guest = False
    owner.save()
    robot = registration.create_bot(owner, "Robot", now=timezone.now()).user
    seats = Seat.objects.filter(game=number_of(game))
    seats.filter(number=0).update(account=robot)
    seats.filter(number=1).update(account=None, bot="memory")

    assert run(tmp_path)[0] == 0

    [record] = games_in(tmp_path)
    assert record["players"] == [
        {"name": "Robot", "kind": "bot"},
        {"name": "memory", "kind": "built_in"},
    ]


@POSTGRESQL
def test_the_same_database_gives_the_same_bytes_also_from_the_archive(tmp_path: Path) -> None:
    game, _, _ = finished()
    run(tmp_path / "a", *tables_if_installed())
    archive(game)

    run(tmp_path / "b", *tables_if_installed())

    assert files(tmp_path / "a") == files(tmp_path / "b")


def test_a_second_dump_replaces_the_first_unless_nothing_has_changed(tmp_path: Path) -> None:
    _, ann, _ = finished()
    run(tmp_path)

    _, again = run(tmp_path)
    opt_out("", ann)
    _, after = run(tmp_path)

    assert "Nothing has changed" in again
    assert "It replaces" in after
    assert manifest(tmp_path, 2)["replaces"] == [folder(tmp_path).name]
    assert games_in(tmp_path, 2) == []
    with override_settings(DUMPS_PATH=str(tmp_path)):
        [listed] = Player().get("/dumps").json()["dumps"]
    assert listed["name"] == folder(tmp_path, 2).name
    assert listed["files"][0]["sha256"] == manifest(tmp_path, 2)["files"][0]["sha256"]


def test_no_dump_is_listed_of_a_folder_that_cannot_be_read(tmp_path: Path) -> None:
    loop = tmp_path / "loop"
    loop.symlink_to(loop)

    with override_settings(DUMPS_PATH=str(loop)):
        assert Player().get("/dumps").json() == {"dumps": []}


@POSTGRESQL
def test_a_stopped_run_continues_and_leaves_out_who_opted_out_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(making, "PART", 1)
    _, ann, _ = finished(seed=1)
    finished(seed=2)
    finished(seed=3)
    read, count = records.read, 0

    def stop_at_the_third(*args: Any, **named: Any) -> Any:
        nonlocal count
        count += 1
        if count == 3:
            raise KeyboardInterrupt
        return read(*args, **named)

    with monkeypatch.context() as stopping:
        stopping.setattr(records, "read", stop_at_the_third)
        assert run(tmp_path)[0] == 130
    assert (partial(tmp_path) / "part-000000").exists()
    assert not folder(tmp_path).exists()

    shutil.copytree(tmp_path, tmp_path.with_name("other"))
    assert run(tmp_path)[0] == 0
    assert count == 3
    assert len(games_in(tmp_path)) == 3
    run(tmp_path.with_name("whole"))
    assert files(tmp_path) == files(tmp_path.with_name("whole"))

    opt_out("", ann)
    assert run(tmp_path.with_name("other"))[0] == 0
    assert len(games_in(tmp_path.with_name("other"))) == 2


@pytest.mark.parametrize("text", ['{"digest"', "{}"])
def test_a_part_that_is_half_written_is_written_again(tmp_path: Path, text: str) -> None:
    finished()
    part = partial(tmp_path) / "part-000000"
    part.mkdir(parents=True)
    (part / "part.json").write_text(text)

    assert run(tmp_path)[0] == 0
    assert len(games_in(tmp_path)) == 1


def fill(directory: Path) -> None:
    partial(directory).mkdir()
    (partial(directory) / "job.new").symlink_to("/dev/full")


def age(directory: Path) -> None:
    folder(directory).mkdir()
    text = json.dumps({"format": "gofish-dump", "version": 99})
    (folder(directory) / "manifest.json").write_text(text)


@pytest.mark.parametrize(
    "spoil, sentence", [(fill, "No space left on device"), (age, "another version")]
)
def test_a_directory_that_cannot_be_used_is_refused_in_a_sentence(
    tmp_path: Path, spoil: Callable[[Path], None], sentence: str
) -> None:
    spoil(tmp_path)

    with pytest.raises(CommandError, match=sentence) as refused:
        run(tmp_path)

    assert refused.value.returncode == 1


def test_without_a_key_there_is_no_dump(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="DUMP_KEY"):
        run(tmp_path, key="")


def test_a_game_that_cannot_be_read_is_named_and_left_out_also_when_a_run_continues(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, _, _ = finished()
    Game.objects.filter(pk=number_of(game)).update(rules='{"target_score":null}')
    publish = making._publish

    def stop(*args: Any) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr(making, "_publish", stop)
    assert run(tmp_path)[0] == 130
    monkeypatch.setattr(making, "_publish", publish)
    status, printed = run(tmp_path)

    assert status == 1
    assert f"LEFT OUT  {ids.to_text(number_of(game))}" in printed
    assert games_in(tmp_path) == []
