"""Logs of an older schema are read, replayed and verified as they were stored, and are never
rewritten.
"""

import json

import pytest

from games.engine import codec, move_texts
from games.engine.commands import Deal
from games.engine.events import Created, Dealt
from games.engine.evolve import evolve
from games.engine.state import NEW
from games.log import heads, reader, replay, transcripts
from games.models import Game, Move
from tests.engine import forging
from tests.players import Player

pytestmark = pytest.mark.django_db

OLD = [name for name in forging.NAMES if name.startswith("v1_")]


@pytest.fixture(params=OLD)
def game_id(request: pytest.FixtureRequest) -> int:
    """Return a stored game whose log an older version of the code has written."""
    return transcripts.import_game(forging.golden(request.param))[0].pk


def test_there_is_an_old_log_of_every_older_schema() -> None:
    names = forging.NAMES + forging.VERSION_2
    written = {move["schema"] for name in names for move in forging.golden(name)["moves"]}

    assert written == set(range(1, move_texts.NEWEST + 1))
    assert set(codec.UPCASTS) == set(range(1, codec.OBJECT_SCHEMA))


def test_an_old_log_is_stored_as_it_was_and_holds(game_id: int) -> None:
    rows = list(Move.objects.filter(game_id=game_id).values_list("schema", "command"))
    [deal] = [json.loads(command) for _, command in rows if '"type":"deal"' in command]

    assert {schema for schema, _ in rows} == {1}
    assert isinstance(deal["pack"], list)
    assert replay.verify(Game.objects.get(pk=game_id)).holds


def test_an_old_log_replays_to_its_stored_position(game_id: int) -> None:
    moves = list(reader.read(game_id))
    replayed = evolve(NEW, (event for move in moves for event in move.events))

    head = heads.load(game_id)

    assert head.state == replayed
    assert replay.state_at(game_id, head.version, version=head.version).state == replayed


def test_old_entries_are_read_as_the_current_ones(game_id: int) -> None:
    events = [event for move in reader.read(game_id) for event in move.events]
    commands = [move.command for move in reader.read(game_id)]

    [deal] = [command for command in commands if isinstance(command, Deal)]
    [dealt] = [event for event in events if isinstance(event, Dealt)]
    [created] = [event for event in events if isinstance(event, Created)]
    assert len(deal.pack) == len(dealt.pack) == 52
    assert created.on_abandon == "end"


def test_a_forgery_in_an_old_log_is_noticed() -> None:
    document = forging.golden(OLD[0])
    deal = forging.first(document, "deal")
    deal["command"]["pack"].reverse()
    forging.event(deal, "dealt")["pack"].reverse()
    forging.rechain(document)

    failure = forging.failure(document)

    assert (failure.move, failure.check) == (deal["number"], "author")


def test_readers_cannot_tell_an_old_log_from_a_new_one(game_id: int) -> None:
    game = Game.objects.get(pk=game_id).public_id
    kinds = {
        event["type"]: event
        for move in Player().get(f"/games/{game}/moves?limit=500").json()["moves"]
        for event in move["events"]
    }

    assert kinds["dealt"].keys() == {"type", "dealer", "counts", "stock", "hands"}
