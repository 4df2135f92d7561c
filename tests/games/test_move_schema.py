"""Logs that begin in one schema of moves and go on in another, as in a rolling upgrade."""

from random import Random

import pytest
from django.conf import settings

from games.engine.evolve import replay as replayed
from games.log import heads, reader, replay
from games.models import Game, Move
from tests import tables
from tests.players import play_out, seated

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("first", [2, 3])
def test_a_log_goes_on_in_another_schema(first: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "MOVE_SCHEMA", first)
    game, *people = seated(2)
    number = tables.number_of(game)
    begun = Move.objects.filter(game=number).count()
    monkeypatch.setattr(settings, "MOVE_SCHEMA", 5 - first)

    play_out(game, people, Random(3))

    rows = list(
        Move.objects.filter(game=number).order_by("number").values_list("schema", flat=True)
    )
    assert rows == [first] * begun + [5 - first] * (len(rows) - begun)
    assert replay.verify(Game.objects.get(pk=number)).holds
    events = (event for move in reader.read(number) for event in move.events)
    assert replayed(events) == heads.load(number).state
    asks = Move.objects.filter(game=number, command="null", seat__isnull=False)
    assert asks.exists() and {move.schema for move in asks} == {3}
