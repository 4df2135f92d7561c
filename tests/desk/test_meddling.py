"""A game whose stored log was tampered with: every page of the desk shows where it breaks."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db.models import QuerySet
from django.test import Client

from games.log import triggers
from games.models import Move
from tests.desk.cases import filed, finished
from tests.desk.people import at_desk
from tests.players import Player
from tests.tables import number_of

pytestmark = pytest.mark.django_db

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


def cut_off(field: str) -> Tamper:
    """Return a function that keeps only the first half of a move's text."""
    return lambda moves: [
        moves.filter(number=12).update(**{field: text[: len(text) // 2]})
        for text in moves.filter(number=12).values_list(field, flat=True)
    ]


def twice(moves: Moves) -> None:
    """Write a move a second time, over the next one."""
    again = moves.get(number=12)
    moves.filter(number=13).update(
        seat=again.seat, command=again.command, events=again.events, digest=again.digest
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("tamper", "finding", "obstacle"),
    [
        pytest.param(ask(0, 0), BROKEN, "", id="an ask of itself"),
        pytest.param(ask(0, 5), BROKEN, "Move 12 cannot be replayed", id="of no seat"),
        pytest.param(ask(0, -1), BROKEN, "Move 12 cannot be replayed", id="of seat -1"),
        pytest.param(ask(0, 10**30), BROKEN, "Move 12 cannot be replayed", id="of seat 10**30"),
        pytest.param(ask(0, 1, '"7X"'), BROKEN, "is not an entry", id="an impossible card"),
        pytest.param(ask(0, "null"), BROKEN, "is not an entry", id="of no seat at all"),
        pytest.param(events('[["shuffled"]]'), BROKEN, "is not an entry", id="an unknown event"),
        pytest.param(events('["é"]'), BROKEN, "is not an entry", id="beyond ASCII"),
        pytest.param(events("[NaN]"), BROKEN, "is not JSON", id="NaN"),
        pytest.param(events("7"), BROKEN, "are not a list", id="no list"),
        pytest.param(events("[" * 5_000), BROKEN, "is not JSON", id="nested too deep"),
        pytest.param(events("[]"), BROKEN, "", id="no events"),
        pytest.param(events("[]", number=1), BROKEN, "", id="no creation"),
        pytest.param(command("{}"), BROKEN, "is not an entry", id="no command"),
        pytest.param(cut_off("events"), BROKEN, "is not JSON", id="half the events"),
        pytest.param(cut_off("command"), BROKEN, "is not JSON", id="half the command"),
        pytest.param(
            lambda moves: moves.filter(number=12).update(seat=99),
            BROKEN,
            "",
            id="by an unknown seat",
        ),
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
        shown(reviewer, address, seat)
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


def shown(client: Client, address: str, seat: str) -> str:
    """Return a page at move 12 in one view."""
    answer = client.get(f"{address}?seat={seat}&move=12")
    assert answer.status_code == 200
    return answer.content.decode()


def check_steps(client: Client, game: str, *, is_any: bool) -> None:
    """Get the tables around move 12 in each view."""
    for seat in ("truth", "0", "1", "spectator"):
        for move in (1, 11, 12, 13, 999):
            answer = client.get(f"{board(game, 'table')}?seat={seat}&move={move}")
            assert answer.status_code == (200 if is_any else 404)


def check_reads(player: Player, game: str) -> None:
    """Read the game over the API: what cannot be read is a problem with a stable code."""
    for path in ("moves", "transcript", "replay?at=12", "state"):
        answer = player.get(f"/games/{game}/{path}")
        if answer.status_code != 200:
            codes = ("malformed_entry", "game_needs_newer_server", "game_not_found")
            assert answer.json()["code"] in codes, path
