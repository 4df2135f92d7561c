"""The redaction law for answers about many games or players: they do not depend on hidden cards."""

import json
from collections.abc import Iterator, Sequence

import pytest
import time_machine

from games.engine.rules import Rules
from games.queries import presence
from tests import tables
from tests.api.test_redaction import RULES, SEATS, VIEWERS, twins
from tests.players import Json, Player, guest

pytestmark = pytest.mark.django_db

CONTENTS = ("transcripts", "summaries")


@pytest.fixture(autouse=True)
def _the_clock_stands_still() -> Iterator[None]:
    with time_machine.travel(tables.BEGIN, tick=False):
        yield


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("rules", RULES)
def test_bulk_answers_are_the_same_for_any_hidden_cards(rules: Rules, viewer: int | str) -> None:
    players = [guest() for _ in range(SEATS)]
    outsider = guest() if viewer == "another account" else Player()
    caller = players[viewer] if isinstance(viewer, int) else outsider
    script, twin = twins(rules, viewer if isinstance(viewer, int) else None)
    presence._recorded.clear()
    world, other = (tables.store(each, players) for each in (script, twin))

    seen, twin_seen = (list(_looks(caller, game, players)) for game in (world, other))

    assert seen == twin_seen
    assert len(seen) >= 5
    for text in seen:
        assert not any(f'"{word}"' in text for word in ("hand", "hands", "stock", "seed"))


def _looks(caller: Player, game: str, players: Sequence[Player]) -> Iterator[str]:
    """Yield what each bulk answer shows of a running game."""
    for content in CONTENTS:
        answer = caller.post("/games/export", {"ids": [game], "as": content})
        yield from _lines(answer.content, game)
    path = f"/players/{players[0].name}/games/export?as=summaries"
    yield from _lines(caller.get(path).content, game)
    if caller.secret is not None:
        mine = caller.get("/me/games").json()["games"]
        yield _text([each for each in mine if each["game"] == game], game)
    else:
        yield str(caller.get("/me/games").status_code)
    names = [player.name for player in players]
    yield _text(caller.post("/players/lookup", {"usernames": names}).json(), game)


def _lines(content: bytes, game: str) -> Iterator[str]:
    rows: list[Json] = [json.loads(line) for line in content.splitlines()]
    for row in rows:
        if row.get("id") == game:
            del row["cursor"]
            yield _text(row, game)


def _text(value: object, game: str) -> str:
    return json.dumps(value).replace(game, "GAME")
