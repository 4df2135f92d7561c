"""The pages of a log that readers of streams get."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from django.db import OperationalError, connection

from games.log import reader
from games.log.notify import pages
from games.log.notify.pages import Pager
from games.log.reader import LoggedMove
from tests import tables
from tests.desk import review
from tests.players import play_out, seated

pytestmark = pytest.mark.django_db


def test_a_series_has_not_ended_before_its_last_move_was_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game, *players = seated(2, "classic", "series")
    play_out(game, players, Random(3))
    read = reader.read

    def read_before_the_last_commit(*args: Any, **named: Any) -> list[LoggedMove]:
        return list(read(*args, **named))[:-1]

    monkeypatch.setattr(pages, "PAGE", 100_000)
    pager = Pager(tables.number_of(game), after=0, is_lobby=False)
    with monkeypatch.context() as earlier:
        earlier.setattr(reader, "read", read_before_the_last_commit)
        assert pager.read().end is None

    last = pager.read()
    assert len(last.moves) == 1 and last.end == "game_over"


@pytest.mark.parametrize("lost", ["games_game", "games_seat"])
def test_a_page_is_read_again_if_the_database_is_lost_after_its_moves(lost: str) -> None:
    game, ann, bob = seated(2)
    pager = Pager(tables.number_of(game), after=0, is_lobby=True)
    bob.post(f"/games/{game}/resign")
    moves = ann.moves(game)

    def lose(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        if f'FROM "{lost}"' in sql:
            raise OperationalError
        return execute(sql, *rest)

    with connection.execute_wrapper(lose), pytest.raises(OperationalError):
        pager.read()

    page = pager.read()
    assert [move.number for move in page.moves] == [move["number"] for move in moves]
    assert page.end == "game_over" and page.seats and page.has_started


def test_a_page_with_exactly_the_last_moves_has_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    game, ann, bob = seated(2)
    bob.post(f"/games/{game}/resign")
    monkeypatch.setattr(pages, "PAGE", len(ann.moves(game)))

    assert Pager(tables.number_of(game), after=0, is_lobby=False).read().end == "game_over"


def test_a_ruling_on_a_game_that_is_over_is_its_end_too() -> None:
    game, ann, bob = seated(2)
    bob.post(f"/games/{game}/resign")
    seen = len(ann.moves(game))
    review.rule(review.file(ann, game), review.reviewer(), "annulled")

    page = Pager(tables.number_of(game), after=seen, is_lobby=False).read()

    assert (len(page.moves), page.end) == (1, "game_over")
