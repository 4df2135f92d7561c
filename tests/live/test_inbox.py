"""What an inbox sends for the states of a game that it is given."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any

from accounts.messages.notices import Unread
from games.api.feeds.accounts_feed import MOST_ENDED, Inbox
from games.queries.lists.inbox import InboxGame

NOON = datetime(2026, 11, 28, 12, tzinfo=UTC)


class Received:
    """A stream that keeps what it is sent."""

    def __init__(self) -> None:
        self.news: list[tuple[int, list[str]]] = []

    def send(self, frame: Any) -> None:
        """Keep what is new about which version."""
        data = json.loads(frame.data)
        self.news.append((data["version"], data["what"]))


def opened(*known: InboxGame) -> tuple[Inbox, Received]:
    stream: Any = Received()
    games = {game.game_id: game for game in known}
    return Inbox(stream, account_id=1, known=games, unread=Unread(), filled_at=NOON), stream


def game(
    version: int, status: str, *, rulings: int = 0, number: int = 1, finished: int = 1
) -> InboxGame:
    """A game; if it is over, since so many minutes after the stream was opened."""
    finished_at = NOON + timedelta(minutes=finished) if status == "over" else None
    return InboxGame(
        number, version, status, 0, is_turn=False, rulings=rulings, finished_at=finished_at
    )


def test_an_end_that_is_announced_twice_is_sent_once() -> None:
    inbox, stream = opened(game(8, "running"))

    for _ in range(2):
        inbox.update({1: game(9, "over")}, [1], accessed=[1])

    assert stream.news == [(9, ["over", "looked_into"])]


def test_a_ruling_on_a_game_that_is_over_is_sent_once_and_so_is_that_it_goes_on() -> None:
    inbox, stream = opened(game(8, "running"))

    for state in (game(9, "over"), game(10, "over", rulings=1), game(10, "over", rulings=1)):
        inbox.update({1: state}, [1])
    inbox.update({1: game(11, "running", rulings=2)}, [1])

    assert stream.news == [(9, ["over"]), (10, ["ruled"]), (11, ["joined", "started", "ruled"])]


def test_a_game_that_begins_and_ends_between_two_looks_is_sent_with_both() -> None:
    inbox, stream = opened()

    for _ in range(2):
        inbox.update({1: game(9, "over")}, [1])

    assert stream.news == [(9, ["joined", "over"])]


def test_the_end_of_a_game_that_was_over_before_is_not_sent_and_a_ruling_is_once() -> None:
    inbox, stream = opened()

    for rulings in (0, 0, 1, 1):
        inbox.update({1: game(9, "over", rulings=rulings, finished=-1)}, [1])

    assert stream.news == [(9, ["ruled"])]


def test_few_games_are_remembered_after_their_end() -> None:
    inbox, _ = opened()

    for number in range(MOST_ENDED + 5):
        inbox.update({number: game(9, "over", number=number)}, [number])

    assert list(inbox._ended) == [*range(5, MOST_ENDED + 5)]
    assert not inbox.known
