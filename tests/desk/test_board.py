"""The board: what it shows to each role, what it records, and its number of queries."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.disputes.models import Action, AuditEntry
from games.engine.cards import hand_texts
from games.ids import from_text
from games.log import heads, triggers
from games.models import Game, Move, Seat
from games.text.narration import card_name
from tests.desk.cases import finished
from tests.desk.people import at_desk
from tests.games.test_replay import long_game
from tests.players import guest, seated
from tests.tables import dealt, number_of

pytestmark = pytest.mark.django_db

HANDS = "AH 2C AS 2H 3C 4C 5H 6C 7C 8C 9C TC JC QC 3D"
LOOK_INTO_RUNNING = "look_into_running_games"
ALL_CARDS = "seat=truth"
"""Part of the link to the view with all cards."""


def address(game: str, page: str = "board", **query: Any) -> str:
    asked = "&".join(f"{key}={value}" for key, value in query.items())
    return f"/admin/games/game/{from_text(game)}/{page}/?{asked}"


def shown(client: Client, game: str, page: str = "board", **query: Any) -> str:
    answer = client.get(address(game, page, **query))
    assert answer.status_code == 200, answer
    return answer.content.decode()


def hidden_cards(game: str) -> Iterator[str]:
    """Yield the names of all cards in the hands of a game as it stands."""
    for hand in heads.load(number_of(game)).state.hands:
        for text in hand_texts(hand):
            rank, suit = "23456789TJQKA".index(text[0]), "CDHS".index(text[1])
            yield card_name(4 * rank + suit)


def test_a_finished_game_is_shown_with_all_cards_and_the_access_recorded_once(
    reviewer: Client,
) -> None:
    game, _ = finished()

    page = shown(reviewer, game)
    shown(reviewer, game, "table", move=5)

    assert "The log is intact" in page
    assert "The deal matches the seed" in page
    entries = AuditEntry.objects.values_list("action", "actor__username", "game_id")
    assert list(entries) == [(Action.ACCESSED, "rita", from_text(game))]


def test_any_move_is_shown_by_its_number(reviewer: Client) -> None:
    game, _ = finished()

    page = shown(reviewer, game, move=1)
    table = shown(reviewer, game, "table", move=5)

    assert "A game for 2 is opened." in page
    assert 'name="move" min="1"' in table
    assert 'value="5"' in table
    assert 'class="felt' in table
    assert "<html" not in table


@pytest.mark.parametrize("number", ["0", "-3", "99999999999999999999", "three", "%00", ""])
def test_an_invalid_move_number_shows_a_valid_one(reviewer: Client, number: str) -> None:
    game, _ = finished()

    for page in ("board", "table"):
        assert 'class="felt' in shown(reviewer, game, page, move=number, seat=number)


def test_the_view_of_a_seat_shows_what_it_saw_and_could_know(reviewer: Client) -> None:
    game = dealt(guest(), guest(), pack=HANDS)
    Game.objects.filter(pk=number_of(game)).update(status="over", finished_at="2026-01-05T19:00Z")
    last = heads.load(number_of(game)).version

    truth = shown(reviewer, game, "table", move=last)
    ann_sees = shown(reviewer, game, "table", move=last, seat=0)
    spectator_sees = shown(reviewer, game, "table", move=last, seat="spectator")

    for name, viewers in (
        ("ace of hearts", {"truth", "ann"}),
        ("two of clubs", {"truth"}),
        ("three of diamonds", {"truth"}),
    ):
        assert (name in truth, name in ann_sees, name in spectator_sees) == (
            "truth" in viewers,
            "ann" in viewers,
            False,
        )


def test_a_running_game_shows_only_what_spectators_see(reviewer: Client) -> None:
    game, *_ = seated(2)

    page = shown(reviewer, game) + shown(reviewer, game, "table", seat=0)

    assert not [name for name in hidden_cards(game) if name in page]
    assert "Evidence" not in page
    assert not AuditEntry.objects.exists()


def test_a_running_private_game_is_not_shown_without_access(reviewer: Client) -> None:
    game, *_ = seated(2)
    Game.objects.filter(pk=number_of(game)).update(is_private=True)

    answer = reviewer.get(address(game))

    assert answer.status_code == 302
    assert answer["Location"] == address(game, "access").rstrip("?")
    assert reviewer.get(address(game, "table")).status_code == 403


def test_hidden_cards_of_a_running_game_need_a_permission_of_its_own(reviewer: Client) -> None:
    game, *_ = seated(2)

    answer = reviewer.post(address(game, "access"), {"why": "I am curious."})

    assert answer.status_code == 403
    assert not AuditEntry.objects.exists()


def test_hidden_cards_of_a_running_game_need_a_reason() -> None:
    client = at_desk("rita", "reviewer", may=(LOOK_INTO_RUNNING,))
    game, *_ = seated(2)

    for why in ("", "  "):
        assert client.post(address(game, "access"), {"why": why}).status_code == 200
    assert not AuditEntry.objects.exists()

    assert client.post(address(game, "access"), {"why": "They wait for us."}).status_code == 302
    page = shown(client, game)

    assert all(name in page for name in hidden_cards(game))
    entry = AuditEntry.objects.get()
    assert (entry.action, entry.why) == (Action.ACCESSED_RUNNING, "They wait for us.")


def test_a_reviewer_with_a_seat_sees_no_hidden_cards() -> None:
    client = at_desk("rita", "reviewer", may=(LOOK_INTO_RUNNING,))
    running, *_ = seated(2)
    over, _ = finished()
    own = client.session["_auth_user_id"]
    Seat.objects.filter(game_id__in=map(from_text, (running, over)), number=0).update(account=own)

    answer = client.post(address(running, "access"), {"why": "It is mine."})

    assert answer.status_code == 403
    assert ALL_CARDS not in shown(client, over)
    assert not AuditEntry.objects.exists()


def test_a_log_that_was_tampered_with_is_shown_up_to_the_break(reviewer: Client) -> None:
    game, _ = finished()
    triggers.unguard()
    Move.objects.filter(game_id=number_of(game), number=9).update(events='[["timed_out",5]]')

    page = shown(reviewer, game, move=400)

    assert "The log is broken" in page
    assert "Move 9" in page
    assert "The table can be shown up to move 8." in page


def test_a_log_without_its_first_move_is_shown_as_broken(reviewer: Client) -> None:
    game, _ = finished()
    triggers.unguard()
    Move.objects.filter(game_id=number_of(game), number=1).delete()

    assert "The log is broken" in shown(reviewer, game)


def test_operators_see_no_hidden_cards() -> None:
    client = at_desk("otto", "operator")
    game, _ = finished()

    page = shown(client, game, "board", move=8, seat=0)

    assert ALL_CARDS not in page
    assert not AuditEntry.objects.exists()


def test_the_board_needs_the_permission_to_view_games() -> None:
    game, *_ = seated(2)

    assert Client(SERVER_NAME="localhost").get(address(game)).status_code == 302
    assert at_desk("paul").get(address(game)).status_code == 403


def test_a_long_game_costs_as_many_queries_as_a_short_one(reviewer: Client) -> None:
    long = long_game(400)
    Game.objects.filter(pk=long).update(status="over", finished_at="2026-01-05T19:00Z")
    counts = []
    for number in (from_text(finished()[0]), long):
        address = f"/admin/games/game/{number}/board/"
        reviewer.get(address)  # records the access
        with CaptureQueriesContext(connection) as queries:
            assert reviewer.get(address).status_code == 200
        counts.append(len(queries))

    assert counts[0] == counts[1] <= 15
