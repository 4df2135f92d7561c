"""The redaction law for tournaments: no answer depends on cards that are hidden from the caller."""

import json
import re
from collections.abc import Iterator

import pytest
import time_machine
from django.urls import get_resolver
from django.utils import timezone

from api_kit.ndjson import NDJSON
from games.engine.rule_sets import compose
from games.engine.rules import Rules
from games.tournaments import progress
from games.tournaments.api import stream_views
from games.tournaments.models import Tournament, TournamentTable
from tests import tables
from tests.gofish_api.test_bad_input import routes_below
from tests.play.api.test_redaction import SEATS, VIEWERS, twins
from tests.players import Player, account_of, guest
from tests.tournaments.club import Club

pytestmark = [pytest.mark.django_db]  # both kinds run the same code

TOURNAMENT = "tournaments/<str:tournament_id>"
READERS = {
    "tournaments": ["", "?mine=true", "?status=running"],
    TOURNAMENT: ["/{id}"],
    f"{TOURNAMENT}/standings": ["/{id}/standings"],
    f"{TOURNAMENT}/tables": ["/{id}/tables", "/{id}/tables?round=1"],
    f"{TOURNAMENT}/stream": ["/{id}/stream", "/{id}/stream?after=1"],
    f"{TOURNAMENT}/export": ["/{id}/export", "/{id}/export?as=summaries"],
}
"""Every route that reads a tournament, and what to read."""
COMMANDS = ("join", "confirm", "pause", "withdraw", "direct", "invitations")
"""They read no game."""
FORMS = ("application/json", NDJSON, "text/csv", "text/event-stream")
"""A reader has some of them; the refusals of the others are compared too."""


@pytest.fixture(autouse=True)
def _the_clock_stands_still() -> Iterator[None]:
    with time_machine.travel(tables.BEGIN, tick=False):
        yield


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize(
    "rules",
    [
        pytest.param(compose("classic"), id="classic"),
        pytest.param(compose("bicycle", ["honour"]), id="honour", marks=pytest.mark.slow),
    ],
)
def test_all_answers_about_a_running_table_are_the_same_for_any_hidden_cards(
    rules: Rules, viewer: int | str
) -> None:
    players = [guest() for _ in range(SEATS)]
    outsider = guest() if viewer == "another account" else Player()
    caller = players[viewer] if isinstance(viewer, int) else outsider
    worlds = twins(rules, viewer if isinstance(viewer, int) else None)
    games = [tables.store(script, players) for script in worlds]
    club = Club(users=[account_of(player) for player in players], seats=SEATS, rounds=2)
    club.start()
    club.confirm()
    row = TournamentTable.objects.filter(tournament=club.id)

    seen = []
    for game in games:
        row.update(game=tables.number_of(game))
        progress.advance(club.row, now=timezone.now())
        seen.append([_hidden(text, game) for text in _looks(caller, club.row)])

    assert seen[0] == seen[1]
    assert any('"GAME"' in text for text in seen[0])


def test_every_reader_of_tournaments_is_held_to_the_law() -> None:
    routes = routes_below(get_resolver().url_patterns)
    base = "api/v1/"
    below = {route.removeprefix(base) for route in routes if route.startswith(f"{base}tournaments")}

    names = ("directors", "invitations")
    elsewhere = {f"{TOURNAMENT}/{name}/<str:username>" for name in names}  # PUT and DELETE
    assert below == {*READERS} | elsewhere | {f"{TOURNAMENT}/{name}" for name in COMMANDS}


def _looks(caller: Player, tournament: Tournament) -> Iterator[str]:
    """Yield all that a caller can read, and the frames that all streams send."""
    for paths in READERS.values():
        for path in paths:
            for form in FORMS:
                answer = caller.get(
                    "/tournaments" + path.format(id=tournament.public_id), Accept=form
                )
                headers = {
                    name: value
                    for name, value in answer.headers.items()
                    if not name.lower().startswith(("x-request-id", "ratelimit"))
                }
                yield json.dumps([path, form, answer.status_code, headers, answer.content.decode()])
    yield from (frame.data.decode() for frame in stream_views.changes(tournament, after=0))


def _hidden(text: str, game: str) -> str:
    """Return an answer without the id and the digests of its game."""
    return re.sub(r'\\?"digest\\?":\\?"\w+\\?"', "DIGEST", text.replace(game, "GAME"))
