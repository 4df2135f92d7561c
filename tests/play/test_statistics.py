"""Results kept as rows: equal to what the games give, whatever ended them or was ruled, also at
once.
"""

from collections.abc import Sequence
from io import StringIO
from random import Random

import pytest
from django.core.management import call_command
from django.db import transaction
from django.utils import timezone

from games.engine.commands import Rule, RulingKind
from games.engine.refusals import Refusal
from games.engine.ruling import standing
from games.log import head_reader
from games.log.models import Game, GameStatus
from games.play import play, results, statistics
from games.play.models import PlayerStatistics
from games.play.results import ResultCount
from gofish_api.personal_data import close_account
from tests import players
from tests.players import Player
from tests.tables import number_of
from tests.threads import at_once

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db]

PRESETS = ("classic", "pagat", "pairs")
WON = {"classic": ResultCount(played=1, won=1)}
LOST = {"classic": ResultCount(played=1, lost=1)}


def won_by_ann() -> tuple[str, Player, Player]:
    game, ann, bob = players.seated(2)
    assert bob.post(f"/games/{game}/resign").status_code == 200
    return game, ann, bob


def rule(game: str, rng: Random) -> None:
    """Try a random ruling on a game: on a new case, or again on an old one."""
    with transaction.atomic():
        head = head_reader.load(number_of(game), lock=True)
        case = rng.randint(1, len(standing(head.state.rulings)) + 1)
        kind: RulingKind = rng.choice(("dismissed", "warning", "adjusted", "adjusted", "annulled"))
        scores = tuple(rng.randint(0, 2) for _ in range(head.state.seats))
        command = Rule(case, kind, None, scores if kind == "adjusted" else None)
        play.advance(head, command, seat=None, account_id=None, now=timezone.now())


def play_some(people: Sequence[Player], rng: Random) -> str:
    """Open a game of some of these players, perhaps with a bot, and let players resign until it
    ends, or not.
    """
    seats = rng.sample(people, rng.randint(2, len(people)))
    bots = ["random"] if rng.random() < 0.2 else []
    opened = seats[0].post(
        "/games", {"preset": rng.choice(PRESETS), "seats": len(seats) + len(bots), "bots": bots}
    )
    game: str = opened.json()["game"]["id"]
    for player in seats[1:]:
        assert player.join(game).status_code == 200
    for player in rng.sample(seats, rng.randint(0, len(seats))):
        player.post(f"/games/{game}/resign")
    return game


@pytest.mark.parametrize("seed", range(2))
def test_rows_equal_the_games_after_random_ends_and_rulings(seed: int) -> None:
    rng = Random(seed)
    people = [players.guest() for _ in range(4)]
    games: list[str] = []
    ruled = 0
    for _ in range(40):
        if rng.random() < 0.4 or not games:
            games.append(play_some(people, rng))
        else:
            try:
                rule(rng.choice(games), rng)
                ruled += 1
            except Refusal:
                continue
        for player in people:
            assert results.kept(player.account) == results.by_preset(player.account)
            assert all(each.stored == each.result for each in results.finished(player.account))

    assert ruled and Game.objects.filter(status=GameStatus.OVER).exists()


def test_a_game_of_honest_play_to_its_end_counts() -> None:
    game, *seats = players.seated(2)

    players.play_out(game, seats, Random(4))

    for player in seats:
        kept = results.kept(player.account)
        assert kept == results.by_preset(player.account)
        assert kept["classic"].played == 1


def test_a_rebuild_mends_rows_that_differ_and_no_others() -> None:
    _, ann, bob = won_by_ann()
    PlayerStatistics.objects.filter(account=ann.account).update(won=7, played=9)
    PlayerStatistics.objects.filter(account=bob.account).delete()
    PlayerStatistics.objects.create(account_id=ann.account, preset="newer preset", played=3)
    won_by_ann()
    printed = StringIO()

    call_command("rebuild_statistics", stdout=printed)

    assert "Accounts: 4. Rows that differed, by account: 2." in printed.getvalue()
    assert results.kept(ann.account) == WON
    assert results.kept(bob.account) == LOST
    assert not PlayerStatistics.objects.filter(played=0).exists()


def test_a_closed_account_has_no_rows_and_gets_none() -> None:
    game, ann, bob = won_by_ann()
    running, *_ = players.seated(2)
    ann.join(running)
    table = ann.create(seats=3)
    third = players.guest()
    assert bob.join(table).status_code == third.join(table).status_code == 200

    close_account.close(ann.account, now=timezone.now())
    rule(game, Random(2))
    statistics.rebuild(ann.account)

    assert not PlayerStatistics.objects.filter(account=ann.account).exists()
    for player in (bob, third):
        assert results.kept(player.account) == results.by_preset(player.account)


@pytest.mark.django_db(transaction=True)
def test_games_of_the_same_players_that_end_at_once_all_count() -> None:
    """Each ends in a transaction of its own, while rebuilds count the same rows."""
    ann, bob = players.guest(), players.guest()
    games = []
    for number in range(8):
        host, other = (ann, bob) if number % 2 else (bob, ann)
        games.append(host.create())
        assert other.join(games[-1]).status_code == 200

    def resign(game: str) -> int:
        status: int = bob.post(f"/games/{game}/resign").status_code
        return status

    answers = at_once(
        *[lambda game=game: resign(game) for game in games],
        lambda: statistics.rebuild(ann.account),
        lambda: statistics.rebuild(bob.account),
    )

    assert answers[:8] == [200] * 8
    assert {type(answer) for answer in answers[8:]} == {bool}
    assert results.kept(ann.account) == {"classic": ResultCount(played=8, won=8)}
    assert results.kept(bob.account) == {"classic": ResultCount(played=8, lost=8)}
