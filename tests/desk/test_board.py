"""The board: what it shows to each role, what it records, and its number of queries."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from threading import Event
from typing import Any

import pytest
import time_machine
from django.contrib.auth.models import Permission
from django.db.models import QuerySet
from django.test import Client
from django.utils import timezone

from accounts import registration
from accounts.credentials import tokens
from accounts.models import User
from games.data.narration import card_name
from games.desk import filing
from games.engine.cards import hand_texts
from games.log import head_reader, triggers
from games.log.ids import from_text
from games.log.models import Game, GameStatus, Move, Seat
from games.play.models import Action, AuditEntry
from games.reports import requesting, worker
from tests.desk.cases import at_desk, filed, finished
from tests.players import Player, guest, seated
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
    for hand in head_reader.load(number_of(game)).state.hands:
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


@pytest.mark.parametrize("number", ["-3", "99999999999999999999", "three", "%00"])
def test_an_invalid_move_number_shows_a_valid_one(reviewer: Client, number: str) -> None:
    game, _ = finished()

    for page in ("board", "table"):
        assert 'class="felt' in shown(reviewer, game, page, move=number, seat=number)


def test_the_view_of_a_seat_shows_what_it_saw_and_could_know(reviewer: Client) -> None:
    game = dealt(guest(), guest(), pack=HANDS)
    Game.objects.filter(pk=number_of(game)).update(status="over", finished_at="2026-01-05T19:00Z")
    last = head_reader.load(number_of(game)).version

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


def test_operators_see_no_hidden_cards() -> None:
    client = at_desk("otto", "operator")
    game, _ = finished()

    page = shown(client, game, "board", move=8, seat=0)

    assert ALL_CARDS not in page
    assert not AuditEntry.objects.exists()


WHY = {"why": "They wait for us."}


@pytest.fixture
def looker() -> Client:
    return at_desk("rita", "reviewer", may=(LOOK_INTO_RUNNING,))


def account_of(looker: Client) -> User:
    return User.objects.get(pk=looker.session["_auth_user_id"])


def bot_of(owner: User) -> Player:
    """Return a bot of a registered account."""
    made = registration.create_bot(owner, "Ritas-Droid", now=timezone.now())
    return Player(made.issued.secret, name=made.user.username, account=made.user.pk)


def sees_hands(looker: Client, game: str) -> bool:
    """Return whether a page of the board shows the hidden cards of a running game."""
    pages = [looker.get(address(game, page)) for page in ("board", "table")]
    text = "".join(page.content.decode() for page in pages if page.status_code == 200)
    found = [name in text for name in hidden_cards(game)]
    assert all(found) or not any(found)
    return all(found)


def accessed_game(looker: Client) -> str:
    """Return a running game whose hidden cards the looker has access to."""
    game, *_ = seated(2)
    assert looker.post(address(game, "access"), WHY).status_code == 302
    assert sees_hands(looker, game)
    return str(game)


# --- access needs a started game ------------------------------------------------------------------


def test_there_is_no_access_before_the_game_starts(looker: Client) -> None:
    game = guest().create(seats=2)

    answers = [looker.get(address(game, "access")), looker.post(address(game, "access"), WHY)]

    assert [answer.status_code for answer in answers] == [409, 409]
    assert not AuditEntry.objects.exists()


def player_of(user: User) -> Player:
    """Return a player with a token of the account."""
    issued = tokens.issue(user, name="play", scopes=["read", "play"], now=timezone.now())
    return Player(issued.secret, name=user.username, account=user.pk)


# --- every view is checked ------------------------------------------------------------------------


def test_access_ends_when_the_reviewer_disputes_the_game(looker: Client) -> None:
    game = accessed_game(looker)

    filing.file(
        number_of(game),
        account_of(looker).pk,
        move_number=1,
        reason="other",
        words="I saw it.",
        now=timezone.now(),
    )

    assert not sees_hands(looker, game)
    assert looker.post(address(game, "access"), WHY).status_code == 403


def test_access_lasts_an_hour_and_not_longer_than_its_permission(looker: Client) -> None:
    began = timezone.now()
    with time_machine.travel(began, tick=False):
        game = accessed_game(looker)

    with time_machine.travel(began + timedelta(minutes=59), tick=False):
        assert sees_hands(looker, game)
        account_of(looker).user_permissions.clear()
        assert not sees_hands(looker, game)
        look_into = Permission.objects.get(codename=LOOK_INTO_RUNNING)
        account_of(looker).user_permissions.add(look_into)
        assert sees_hands(looker, game)
    with time_machine.travel(began + timedelta(minutes=61), tick=False):
        assert not sees_hands(looker, game)


def test_the_access_of_a_reviewer_shows_nothing_to_another_one(looker: Client) -> None:
    game = accessed_game(looker)

    assert not sees_hands(at_desk("rolf", "reviewer", may=(LOOK_INTO_RUNNING,)), game)


# --- who is involved ------------------------------------------------------------------------------


def test_a_reviewer_whose_bot_plays_sees_no_hidden_cards(looker: Client) -> None:
    running, *_ = seated(2)
    over, _ = finished()
    droid = bot_of(account_of(looker))
    games = Seat.objects.filter(game__in=[number_of(running), number_of(over)], number=0)
    games.update(account=droid.account)

    assert looker.post(address(running, "access"), WHY).status_code == 403
    assert not sees_hands(looker, running)
    assert ALL_CARDS not in shown(looker, over)
    assert not AuditEntry.objects.exists()


# --- no seat after access -------------------------------------------------------------------------


def test_a_reviewer_with_access_takes_no_seat_in_the_running_game(looker: Client) -> None:
    game = accessed_game(looker)

    answer = player_of(account_of(looker)).join(game)

    assert (answer.status_code, answer.json()["code"]) == (403, "has_looked")


Moves = QuerySet[Move]
Tamper = Callable[[Moves], object]

BROKEN = "The log is broken"
MISMATCH = "The log does not match the game"


def events(text: str, *, number: int = 12) -> Tamper:
    """Return a function that writes other events into a move."""
    return lambda moves: moves.filter(number=number).update(events=text)


def command(text: str) -> Tamper:
    """Return a function that writes another command into a move."""
    return lambda moves: moves.filter(number=12).update(command=text)


def ask(seat: Any, target: Any, *more: str) -> Tamper:
    """Return a function that makes a move an ask between these seats."""
    fields = ",".join(['"asked"', str(seat), str(target), '"7"', *more])
    return events(f"[[{fields}]]")


def twice(moves: Moves) -> None:
    """Write a move a second time, over the next one."""
    again = moves.get(number=12)
    moves.filter(number=13).update(
        seat=again.seat, command=again.command, events=again.events, digest=again.digest
    )


@pytest.mark.parametrize(
    ("tamper", "finding", "obstacle"),
    [
        pytest.param(ask(0, 0), BROKEN, "", id="an ask of itself"),
        pytest.param(ask(0, 1, '"7X"'), BROKEN, "is not an entry", id="an impossible card"),
        pytest.param(events("[]", number=1), BROKEN, "", id="no creation"),
        pytest.param(events('[["shuffled"]]'), BROKEN, "is not an entry", id="an unknown event"),
        pytest.param(events("[" * 5_000), BROKEN, "is not JSON", id="nested too deep"),
        pytest.param(command("{}"), BROKEN, "is not an entry", id="no command"),
        pytest.param(
            lambda moves: moves.filter(number=12).update(schema=99),
            BROKEN,
            "The schema version 99 is newer",
            id="of another schema",
        ),
        pytest.param(twice, BROKEN, "", id="a move twice"),
        pytest.param(
            lambda moves: moves.filter(number=12).delete(),
            BROKEN,
            "Move 12 is missing.",
            id="a move is missing",
        ),
        pytest.param(
            lambda moves: moves.filter(number__gte=12).delete(),
            MISMATCH,
            "",
            id="the last moves are missing",
        ),
        pytest.param(lambda moves: moves.all().delete(), MISMATCH, "", id="all moves are missing"),
    ],
)
def test_every_page_shows_where_a_log_breaks(tamper: Tamper, finding: str, obstacle: str) -> None:
    game, (ann, bob) = finished()
    dispute = filed(game, bob)
    reviewer = at_desk("rita", "reviewer")
    triggers.unguard()
    tamper(Move.objects.filter(game_id=number_of(game)))

    pages = [
        page_at(reviewer, address, seat)
        for seat in ("truth", "0", "spectator")
        for address in (board(game), f"/admin/disputes/dispute/{dispute.pk}/change/")
    ]

    assert all(finding in page and obstacle in page for page in pages)
    check_steps(reviewer, game, is_any='<li id="move-' in pages[0])
    why = {"why": "For the league."}
    exported = reviewer.post(f"/admin/disputes/dispute/{dispute.pk}/export/", why).json()
    verdict = " ".join(exported["verdict"])
    assert "BROKEN" in verdict or "moves are missing" in verdict
    check_reads(ann, game)


def board(game: str, page: str = "board") -> str:
    return f"/admin/games/game/{number_of(game)}/{page}/"


def page_at(client: Client, address: str, seat: str) -> str:
    """Return a page at move 12 in one view."""
    answer = client.get(f"{address}?seat={seat}&move=12")
    assert answer.status_code == 200
    return answer.content.decode()


def check_steps(client: Client, game: str, *, is_any: bool) -> None:
    """Get the tables around move 12 in each view."""
    for seat in ("truth", "0"):
        for move in (11, 12, 999):
            answer = client.get(f"{board(game, 'table')}?seat={seat}&move={move}")
            assert answer.status_code == (200 if is_any else 404)


def check_reads(player: Player, game: str) -> None:
    """Read the game over the API: what cannot be read is a problem with a stable code."""
    for path in ("moves", "transcript", "replay?at=12", "state"):
        answer = player.get(f"/games/{game}/{path}")
        if answer.status_code != 200:
            codes = ("malformed_entry", "game_needs_newer_server", "game_not_found")
            assert answer.json()["code"] in codes, path


LABEL = "Opinion of a model, not evidence"


def analysed() -> str:
    """Return a finished game with its analysis, which the worker has computed."""
    game, _ = finished()
    requesting.add(number_of(game), None, now=timezone.now())
    assert worker.step(Event())
    found = requesting.find(number_of(game))
    assert found is not None and found.data is not None
    return game


@pytest.mark.django_db(transaction=True)
@pytest.mark.slow
def test_reviewers_see_it_after_the_evidence_with_every_ask(looker: Client) -> None:
    game = analysed()

    page = shown(looker, game)

    evidence, opinion = page.split(LABEL)
    assert 'id="evidence-title"' in evidence
    assert "win-lines" not in evidence
    assert opinion.count('class="line seat-0"') == 2  # in the graph and its legend
    asks = opinion.count('class="mark ')
    assert asks > 10
    assert opinion.count('<tr><th scope="row"><a href="?move=') == asks


@pytest.mark.django_db(transaction=True)
@pytest.mark.slow
def test_it_is_never_shown_while_the_game_runs(looker: Client) -> None:
    game = analysed()
    Game.objects.filter(pk=number_of(game)).update(status=GameStatus.RUNNING, finished_at=None)
    looker.post(address(game, "access"), {"why": "They wait for us."})

    page = shown(looker, game)

    assert 'id="evidence-title"' in page
    assert LABEL not in page
