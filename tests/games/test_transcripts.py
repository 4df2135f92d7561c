"""Transcripts: the same bytes everywhere, as the schema says, without the names of closed accounts;
and imports.
"""

import json
from copy import deepcopy
from random import Random

import jsonschema
import pytest
from pytest_django import Settings

from accounts.models import User
from games import ids
from games.api.history.transcript_schema import TRANSCRIPT_SCHEMA
from games.engine import codec, transcript_reader
from games.engine.decide import step
from games.engine.refusals import MalformedEntry
from games.engine.state import NEW
from games.log import replay, transcripts, writer
from games.log.heads import GameHead
from games.log.next_move import next_move
from games.log.transcripts import AlreadyImported, TranscriptBroken
from games.models import Game, GameStatus, Seat
from games.refusals import NotOverYet
from tests.engine import forging, make_transcripts
from tests.engine.forging import golden
from tests.players import Player, account_of, guest, play_out, seated

pytestmark = pytest.mark.django_db
POSTGRESQL = pytest.mark.postgresql

MEDIA_TYPE = "application/vnd.gofish.transcript+json"


def play_again(name: str) -> Game:
    """Play a golden game through the move log, under its own id, at its own times, by accounts of
    those names.
    """
    document = transcript_reader.read(golden(name))
    header, moves = document.header, document.moves
    game = Game.objects.create(
        id=ids.from_text(header.game) or 0,
        status=GameStatus.OVER,
        preset=header.preset,
        overlays=header.overlays,
        rules=codec.rules_to_text(codec.rules_from_json(json.loads(document.claims["rules"]))),
        seat_count=len(header.players),
        seed=header.seed,
        commitment=header.commitment,
        created_at=moves[0].at,
        finished_at=moves[-1].at,
    )
    for number, player in enumerate(header.players):
        account = User.objects.create(username=player or "gone", is_active=player is not None)
        Seat.objects.create(game=game, number=number, account=account)
    head = start = GameHead(game.pk, header.seed, 0, bytes.fromhex(header.commitment), NEW, None)
    rows = []
    for move in moves:
        command, _ = forging.read(move)
        events, state = step(head.state, command)
        head, _, row = next_move(
            head, seat=move.seat, command=command, events=events, state=state, at=move.at
        )
        rows.append(row)
    writer.write(start, head, rows)
    return game


@POSTGRESQL
@pytest.mark.parametrize("name", sorted(make_transcripts.CASES))
def test_a_game_has_the_same_transcript_on_every_database(name: str) -> None:
    game = play_again(name)

    assert transcripts.write(game) == forging.text_of_today(f"version_2/{name}")


@POSTGRESQL
@pytest.mark.parametrize("name", ["classic", "timed_out"])
def test_a_game_in_the_older_schema_has_the_transcript_that_it_had_before(
    name: str, settings: Settings
) -> None:
    settings.MOVE_SCHEMA = 2

    game = play_again(name)

    assert transcripts.write(game) == forging.text_of_today(name)
    assert transcripts.write(game, newest=1) == forging.text_of_today(name)


@pytest.mark.parametrize("name", forging.NAMES + forging.VERSION_2)
def test_a_golden_transcript_is_as_the_schema_says(name: str) -> None:
    jsonschema.validate(golden(name), TRANSCRIPT_SCHEMA)


@pytest.mark.parametrize(
    ("name", "version"), [("version_2/classic", 1), ("version_2/classic", 3), ("classic", 3)]
)
def test_a_transcript_in_another_version_is_not_as_the_schema_says(name: str, version: int) -> None:
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(golden(name) | {"version": version}, TRANSCRIPT_SCHEMA)


@POSTGRESQL
@pytest.mark.parametrize("name", [*forging.NAMES, "version_2/classic", "version_2/bots"])
def test_what_was_imported_is_written_as_it_came_but_for_its_id(name: str) -> None:
    document = golden(name)

    game, verdict = transcripts.import_game(deepcopy(document))

    written = json.loads(transcripts.write(game))
    assert written == document | {"game": game.public_id}
    assert game.public_id != document["game"]
    assert verdict.moves == len(document["moves"])
    assert replay.verify(game).holds


@POSTGRESQL
def test_an_imported_game_has_no_accounts_and_names_its_origin() -> None:
    game, _ = transcripts.import_game(golden())

    assert game.imported_from == {
        "game": make_transcripts.GAME,
        "players": ["Ann", "Bob", None],
        "digest": golden()["moves"][-1]["digest"],
    }
    assert not Seat.objects.exists()
    assert (game.status, game.preset) == (GameStatus.OVER, "classic")
    assert Player().state(game.public_id)["phase"] == "over"
    assert Player().get(f"/games/{game.public_id}/replay?at=9").status_code == 200


def test_an_imported_game_has_the_aids_of_its_first_move() -> None:
    document = golden()
    create = document["moves"][0]
    for entry in (create["command"], create["events"][0]):
        entry["aids"] = True
    forging.rechain(document)

    assert transcripts.import_game(document)[0].aids is True
    assert transcripts.import_game(golden())[0].aids is False


def test_a_forged_transcript_is_not_imported() -> None:
    document = golden()
    document["moves"][9]["seat"] = 1 - document["moves"][9]["seat"] % 2

    with pytest.raises(TranscriptBroken, match="Move 10: "):
        transcripts.import_game(document)
    assert not Game.objects.exists()


def test_an_invented_transcript_is_not_imported_with_receipts_against_it() -> None:
    with pytest.raises(TranscriptBroken, match=r"BROKEN +Move 40: "):
        transcripts.import_game(forging.invented_after(30), forging.noted(forging.golden(), 3, 40))
    assert not Game.objects.exists()


@pytest.mark.parametrize("seconds", [0, -5, 10**30])
def test_a_transcript_with_an_impossible_clock_is_not_imported(seconds: int) -> None:
    document = golden()
    created = document["moves"][0]
    created["command"]["turn_seconds"] = created["events"][0]["turn_seconds"] = seconds
    forging.rechain(document)

    with pytest.raises(TranscriptBroken, match="turn_seconds must be"):
        transcripts.import_game(document)
    assert not Game.objects.exists()


def test_a_transcript_whose_rules_are_unknown_is_not_imported() -> None:
    document = golden()
    document["moves"][0]["events"][0]["rules_version"] = 2
    forging.rechain(document)

    with pytest.raises(TranscriptBroken, match="rules version"):
        transcripts.import_game(document)


@POSTGRESQL
def test_a_transcript_is_imported_once() -> None:
    game, _ = transcripts.import_game(golden())

    with pytest.raises(AlreadyImported, match=game.public_id):
        transcripts.import_game(golden() | {"game": "00000000000"})
    with pytest.raises(AlreadyImported, match=game.public_id):
        transcripts.import_game(json.loads(transcripts.write(game)))
    assert Game.objects.count() == 1


def test_a_game_of_this_server_cannot_be_imported_again() -> None:
    game = play_again("classic")

    with pytest.raises(AlreadyImported, match=game.public_id):
        transcripts.import_game(json.loads(transcripts.write(game)))
    assert Game.objects.count() == 1


def test_what_is_no_transcript_is_not_imported() -> None:
    with pytest.raises(MalformedEntry):
        transcripts.import_game({})


# Over HTTP


def test_the_transcript_of_a_finished_game_is_public_and_can_be_verified() -> None:
    game, *players = seated(2, "bicycle")
    play_out(game, players, Random(1))

    answer = Player().get(f"/games/{game}/transcript")
    by_its_type = Player().get(f"/games/{game}/transcript", Accept=MEDIA_TYPE)

    document = json.loads(answer.content)
    assert answer["Content-Type"] == MEDIA_TYPE
    assert by_its_type.content == answer.content
    assert answer["Content-Disposition"] == f'attachment; filename="gofish-{game}.json"'
    assert forging.verdict(document).holds
    jsonschema.validate(document, TRANSCRIPT_SCHEMA)
    assert [seat["player"] for seat in document["seats"]] == [player.name for player in players]


def test_a_reader_of_version_1_gets_what_it_can_carry(settings: Settings) -> None:
    settings.MOVE_SCHEMA = 2
    older, ann, _ = seated(2)
    settings.MOVE_SCHEMA = 3
    newer, bob, _ = seated(2)
    bob.post(f"/games/{newer}/resign")
    given = {name: golden(name) for name in ("classic", "version_2/classic")}
    imported = [transcripts.import_game(document)[0].public_id for document in given.values()]

    def statuses(query: str) -> list[int]:
        games = (*imported, newer)
        return [Player().get(f"/games/{game}/transcript{query}").status_code for game in games]

    refused = Player().get(f"/games/{newer}/transcript?version=1")

    assert statuses("") == statuses("?version=2") == [200, 200, 200]
    assert statuses("?version=1") == [200, 409, 409]
    assert refused.json()["code"] == "transcript_version_too_low"
    assert "version=2" in refused.json()["detail"]
    assert statuses("?version=3") == statuses("?version=x") == [400, 400, 400]
    ann.post(f"/games/{older}/resign")  # the game goes on in the newer schema
    mixed = json.loads(Player().get(f"/games/{older}/transcript").content)
    assert {move["schema"] for move in mixed["moves"]} == {2, 3}
    assert mixed["version"] == 2 and forging.verdict(mixed).holds


def test_the_seed_stays_secret_until_the_game_is_over() -> None:
    game, ann, _ = seated(2)

    answer = ann.get(f"/games/{game}/transcript")

    assert (answer.status_code, answer.json()["code"]) == (409, "not_over_yet")
    with pytest.raises(NotOverYet):
        transcripts.write(Game.objects.get())


@POSTGRESQL
def test_a_closed_account_has_no_name_in_a_transcript_and_digests_stay() -> None:
    game, ann, bob = seated(2)
    ann.post(f"/games/{game}/resign")
    before = json.loads(Player().get(f"/games/{game}/transcript").content)
    account = account_of(bob)
    account.is_active = False
    account.save()

    after = json.loads(Player().get(f"/games/{game}/transcript").content)

    assert after["seats"] == [{"seat": 0, "player": ann.name}, {"seat": 1, "player": None}]
    assert after["annotations"] == {
        "players": [{"seat": 0, "username": ann.name}, {"seat": 1, "username": None}]
    }
    unnamed = {"seats": 0, "annotations": 0}
    assert after | unnamed == before | unnamed
    assert forging.verdict(after).holds


@pytest.mark.slow
@pytest.mark.parametrize("kind", [MEDIA_TYPE, "application/json"])
def test_a_transcript_is_verified_as_its_media_type_and_as_plain_json(kind: str) -> None:
    body = forging.path_of("classic").read_bytes()

    answer = Player().send("POST", "/transcripts/verify", body, kind)

    assert answer.status_code == 200, answer.content
    assert answer.json()["holds"]


@pytest.mark.slow
def test_names_are_annotations_that_no_digest_covers_and_without_them_it_is_canonical() -> None:
    game, ann, bob = seated(2)
    ann.post(f"/games/{game}/resign")

    document = json.loads(Player().get(f"/games/{game}/transcript").content)
    verified = Player().post("/transcripts/verify", document).json()

    names = document.pop("annotations")["players"]
    assert names == [{"seat": 0, "username": ann.name}, {"seat": 1, "username": bob.name}]
    assert verified["holds"] and "annotations" in verified["unproved"][-1]
    canonical = transcripts.write(Game.objects.get())
    assert codec.canonical(document).encode() + b"\n" == canonical


def test_annotations_are_not_imported() -> None:
    names = {"players": [{"seat": 0, "username": "Mallory"}], "script": "<script>"}

    game, _ = transcripts.import_game(golden() | {"annotations": names})

    assert game.imported_from is not None
    assert game.imported_from["players"] == ["Ann", "Bob", None]
    assert json.loads(transcripts.write(game)) == golden() | {"game": game.public_id}
    assert b"Mallory" not in Player().get(f"/games/{game.public_id}/transcript").content


def test_an_unknown_game_has_no_transcript() -> None:
    assert guest().get("/games/00000000000/transcript").status_code == 404


def test_the_schema_of_transcripts_is_published() -> None:
    answer = Player().get("/transcripts/schema")

    assert answer.json() == json.loads(json.dumps(TRANSCRIPT_SCHEMA))
    jsonschema.Draft202012Validator.check_schema(answer.json())
