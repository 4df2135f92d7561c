"""Transcripts and notations of stored games: the same bytes everywhere, and no closed account."""

import json
import re
from copy import deepcopy
from random import Random

import jsonschema
import pytest

from accounts.models import User
from games.bots.levels import LEVELS
from games.engine import codec, transcript_reader
from games.engine.decide import step
from games.engine.state import NEW
from games.log import ids, replay, transcripts, writer
from games.log.heads import GameHead
from games.log.models import Game, GameStatus, Seat
from games.log.refusals import AlreadyImported, NotOverYet, TranscriptBroken
from games.log.writer import next_move
from games.notation import reader, syntax
from games.play.api.transcript_schema import TRANSCRIPT_SCHEMA
from tests.engine import forging, make_transcripts
from tests.engine.forging import golden
from tests.management.test_commands import run
from tests.notation.logs import notation_of
from tests.players import Player, account_of, play_out, refused, seated

pytestmark = [pytest.mark.django_db]


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
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "SCHEMA", 2)

    game = play_again(name)

    assert transcripts.write(game) == forging.text_of_today(name)
    assert transcripts.write(game, newest=1) == forging.text_of_today(name)


@pytest.mark.parametrize("name", forging.NAMES + forging.VERSION_2)
def test_a_golden_transcript_is_as_the_schema_says(name: str) -> None:
    jsonschema.validate(golden(name), TRANSCRIPT_SCHEMA)


@POSTGRESQL
@pytest.mark.parametrize("name", ["v1_bicycle", "ruled", "series_left", "version_2/bots"])
def test_what_was_imported_is_written_as_it_came_but_for_its_id(name: str) -> None:
    document = golden(name)

    game, verdict = transcripts.import_game(deepcopy(document))

    written = json.loads(transcripts.write(game))
    assert written == document | {"game": game.public_id}
    assert game.public_id != document["game"]
    assert verdict.moves == len(document["moves"])
    assert replay.verify(game).holds


@pytest.mark.parametrize("level", ["master", "a_level_of_the_future"])
def test_a_log_is_read_whatever_levels_it_has(level: str) -> None:
    some_level = rf'(?<!dealer_selection": )"({"|".join(LEVELS)})"'
    document = json.loads(re.sub(some_level, f'"{level}"', json.dumps(golden("version_2/bots"))))
    forging.rechain(document)

    game, _ = transcripts.import_game(deepcopy(document))

    assert replay.verify(game).holds
    assert json.loads(transcripts.write(game)) == document | {"game": game.public_id}
    jsonschema.validate(document, TRANSCRIPT_SCHEMA)
    stranger, page = Player(), f"/games/{game.public_id}"
    state = stranger.state(game.public_id)
    assert level in [seat["bot"] for seat in state["seats"]]
    for path in ("", "/moves", "/replay?at=9"):
        assert stranger.get(page + path).status_code == 200, path
    notation, written = (stranger.get(f"{page}/transcript", **kind) for kind in (GFN, {}))
    assert reader.to_transcript(syntax.parse(notation.content)) == written.content
    assert stranger.post("/transcripts/verify", document).json()["holds"]


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


@POSTGRESQL
def test_a_transcript_is_imported_once() -> None:
    game, _ = transcripts.import_game(golden())

    with pytest.raises(AlreadyImported, match=game.public_id):
        transcripts.import_game(golden() | {"game": "00000000000"})
    with pytest.raises(AlreadyImported, match=game.public_id):
        transcripts.import_game(json.loads(transcripts.write(game)))
    assert Game.objects.count() == 1


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


def test_a_reader_of_version_1_gets_what_it_can_carry(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as before:
        before.setattr(writer, "SCHEMA", 2)
        older, ann, _ = seated(2)
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


def test_annotations_are_not_imported() -> None:
    names = {"players": [{"seat": 0, "username": "Mallory"}], "script": "<script>"}

    game, _ = transcripts.import_game(golden() | {"annotations": names})

    assert game.imported_from is not None
    assert game.imported_from["players"] == ["Ann", "Bob", None]
    assert json.loads(transcripts.write(game)) == golden() | {"game": game.public_id}
    assert b"Mallory" not in Player().get(f"/games/{game.public_id}/transcript").content


# The notation over the API and by command: whole games, what a viewer sees, and verification.


GFN = {"Accept": syntax.MEDIA_TYPE}


def test_a_finished_game_is_read_as_notation_and_gives_its_transcript_again() -> None:
    game, *players = seated(2)
    play_out(game, players, Random(1))

    answer = players[0].get(f"/games/{game}/transcript", **GFN)

    assert answer["Content-Type"] == syntax.MEDIA_TYPE
    transcript = players[0].get(f"/games/{game}/transcript").content
    assert reader.to_transcript(syntax.parse(answer.content)) == transcript


def test_a_running_game_is_read_as_each_viewer_sees_it() -> None:
    game, ann, bob = seated(2)

    texts = [
        player.get(f"/games/{game}/transcript", **GFN).content.decode()
        for player in (ann, bob, Player())
    ]

    for text, viewer in zip(texts, ("0", "1", "-"), strict=True):
        assert syntax.parse(text).headers["Viewer"] == viewer and "Seed" not in text
    for player, text in zip((ann, bob), texts, strict=False):
        hand = player.state(game)["seats"][player.state(game)["you"]]["hand"]
        [dealt] = [word for word in text.split() if word.startswith(".dealt")]
        cards = dealt.split('"')[1]
        seen = {cards[at : at + 2] for at in range(0, len(cards), 2)} - {"??"}
        assert seen == set(hand)
    assert refused(ann.get(f"/games/{game}/transcript")) == (409, "not_over_yet")


@pytest.mark.slow
def test_notation_is_verified_and_what_is_wrong_has_its_place() -> None:
    text = notation_of()
    game, ann, _ = seated(2)
    partial = ann.get(f"/games/{game}/transcript", **GFN).content

    def send(body: bytes) -> object:
        return Player().send("POST", "/transcripts/verify", body, syntax.MEDIA_TYPE)

    assert send(text.encode()).json()["holds"]  # type: ignore[attr-defined]
    noted = json.dumps(forging.noted(forging.golden(), 40))
    proved = send(text.replace("\n\n", f"\nReceipts: {noted}\n\n", 1).encode())
    assert proved.json()["proved_until"] == 40  # type: ignore[attr-defined]
    assert refused(send(partial)) == (422, "partial_notation")
    for body in (b"", b"{}", text.encode("utf-16"), text.replace("Preset", "Colour").encode()):
        answer = send(body)
        [error] = answer.json()["errors"]  # type: ignore[attr-defined]
        assert (error["pointer"], error["code"]) == ("", "no_notation")
        assert error["detail"].startswith("Line ")


def test_the_command_replays_a_file(tmp_path: object) -> None:
    file = tmp_path / "game.gfn"  # type: ignore[operator]
    file.write_text(notation_of())

    status, printed = run("replay", str(file), "--at", "7")

    assert status == 0 and "move 7 of" in printed
    file.write_text(notation_of().replace("Preset", "Colour"))
    with pytest.raises(Exception, match="Line 3, column 1"):
        run("replay", str(file))
