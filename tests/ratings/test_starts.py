"""Whether a game changes ratings is decided when it starts, and shown before anyone plays."""

import json
from collections.abc import Callable, Sequence
from functools import partial

import pytest
import time_machine

from accounts.models import User
from games.engine import commands, transcript_reader
from games.engine.events import Started
from games.engine.move_texts import NEWEST
from games.engine.refusals import AlreadyStarted
from games.engine.verify import verify_transcript
from games.log import head_reader, reader, transcripts, triggers
from games.log.models import Game, Move
from games.play import lobby, lobby_actions, matchmaking
from games.play.create_game import GameTerms
from games.play.lobby import NewTable
from games.ratings import rater
from games.ratings.models import RatedGame, RatedPair
from games.ratings.pools import MOST_A_DAY
from games.ratings.skill import MU
from tests import tables
from tests.ratings import rated
from tests.threads import at_once

RATED = GameTerms(rated=True)
SAME_PLAYERS = RatedGame.Exclusion.SAME_PLAYERS

pytestmark = pytest.mark.django_db


def decided(game_id: int) -> bool | None:
    """Return what the log of a game says about whether it is rated."""
    events = (event for move in reader.read(game_id) for event in move.events)
    [started] = (event for event in events if isinstance(event, Started))
    assert head_reader.load(game_id).state.rated is started.rated
    return started.rated


def test_two_players_cannot_void_a_game_that_they_lose_to_a_third() -> None:
    ann, bob, eve = (rated.person() for _ in range(3))
    table = rated.opened(ann, bob, eve)

    for _ in range(MOST_A_DAY):
        rated.won(ann, bob)
    tables.act(table, ann.pk, commands.Resign)
    rater.catch_up()

    assert RatedGame.objects.get(game=table).exclusion == ""
    assert (rated.mu(eve) or 0.0) > MU


def test_all_see_at_the_start_that_a_game_is_not_rated() -> None:
    ann, bob, eve = (rated.rated_player(name) for name in ("Ann", "Bob", "Eve"))
    for _ in range(MOST_A_DAY):
        rated.opened(*User.objects.filter(pk__in=[ann.account, bob.account]))
    body = {"preset": "classic", "seats": 3, "rated": True}
    game = ann.post("/games", body).json()["game"]
    bob.post(f"/games/{game['id']}/join", {})

    answer = eve.post(f"/games/{game['id']}/join", {}).json()

    assert game["rated"] is True
    assert answer["state"]["rated"] is False
    assert [
        event["rated"]
        for move in answer["moves"]
        for event in move["events"]
        if event["type"] == "started"
    ] == [False]
    for player in (ann, bob, eve):
        assert player.get(f"/games/{game['id']}").json()["rated"] is False
        assert player.get(f"/games/{game['id']}/state").json()["rated"] is False
    listed = eve.get("/games?status=running").json()["results"]
    assert [entry["rated"] for entry in listed] == [False, *[True] * MOST_A_DAY]


def test_a_game_that_was_not_opened_as_rated_says_nothing() -> None:
    game = rated.opened(rated.person(), rated.person(), rated=False)

    assert decided(game) is None
    assert not RatedPair.objects.exists()


def test_the_decision_is_in_the_transcript_which_holds() -> None:
    ann, bob = rated.person(), rated.person()
    games = [rated.won(ann, bob) for _ in range(MOST_A_DAY + 1)]

    texts = [transcripts.write(game) for game in Game.objects.all()]
    found = [verify_transcript(transcript_reader.read(json.loads(text))) for text in texts]

    assert [decided(game) for game in games] == [True] * MOST_A_DAY + [False]
    assert {(each.failure, each.scope) for each in found} == {(None, "full")}


# --- every way to start a game --------------------------------------------------------------------


def by_joining(ann: User, bob: User) -> int:
    return rated.opened(ann, bob)


def by_the_host(ann: User, bob: User) -> int:
    game_id = lobby.create(ann.pk, preset="classic", seats=4, terms=RATED).head.game_id
    lobby.join(game_id, bob.pk, is_bot=bob.is_bot)
    lobby_actions.start(game_id, ann.pk)
    return game_id


def by_quick_match(ann: User, bob: User) -> int:
    matchmaking.enter(ann.pk, preset="classic", seats=2, wait_seconds=30)
    matched = matchmaking.enter(bob.pk, preset="classic", seats=2, wait_seconds=30)
    assert matched.game_id is not None
    return matched.game_id


def by_rematches(ann: User, bob: User) -> int:
    before = Game.objects.order_by("-pk").first()
    if before is None:
        return rated.won(ann, bob)
    game_id = lobby_actions.rematch(before.pk, bob.pk).head.game_id
    lobby_actions.rematch(before.pk, ann.pk)
    tables.act(game_id, bob.pk, commands.Resign)
    return game_id


def by_a_series(ann: User, bob: User) -> int:
    return rated.opened(ann, bob, overlays=["series"])


@pytest.mark.parametrize(
    "start", [by_joining, by_the_host, by_quick_match, by_rematches, by_a_series]
)
def test_the_first_games_of_a_pair_are_rated_however_they_start(
    start: Callable[[User, User], int],
) -> None:
    ann, bob = rated.person(), rated.person()

    games = [start(ann, bob) for _ in range(MOST_A_DAY + 1)]

    assert [decided(game) for game in games] == [True] * MOST_A_DAY + [False]


def test_a_bot_counts_as_its_owner_also_where_the_host_seats_a_level() -> None:
    owner, other = rated.person(), rated.person()
    games = []
    for _ in range(MOST_A_DAY + 1):
        host, guest = rated.bot(owner), rated.bot(other)
        game_id = lobby.create(host.pk, preset="classic", seats=3, terms=RATED).head.game_id
        lobby.join(game_id, guest.pk, is_bot=True)
        lobby_actions.seat_bot(game_id, host.pk, level="random")
        games.append(game_id)

    assert [decided(game) for game in games] == [True] * MOST_A_DAY + [False]


def test_two_bots_of_one_owner_in_tables_opened_at_once_count_as_a_pair() -> None:
    organiser = rated.person()
    bots = [rated.bot(organiser).username for _ in range(2)]
    table = NewTable("classic", (), {}, 2, RATED, False, bots, (), ())

    games = [lobby.open_table(organiser.pk, table).head.game_id for _ in range(4)]

    assert [decided(game) for game in games] == [True] * MOST_A_DAY + [False]


def test_a_bot_alone_with_levels_has_no_limit() -> None:
    robot = rated.bot(rated.person())

    games = [rated.opened(robot, bots=["random"]) for _ in range(MOST_A_DAY + 1)]

    assert {decided(game) for game in games} == {True}


# --- what is counted ------------------------------------------------------------------------------


def test_the_day_of_the_start_counts_not_that_of_the_end() -> None:
    ann, bob = rated.person(), rated.person()
    with time_machine.travel("2026-03-01T23:59:00+00:00"):
        before = [rated.opened(ann, bob) for _ in range(MOST_A_DAY + 1)]
    with time_machine.travel("2026-03-02T00:01:00+00:00"):
        after = [rated.opened(ann, bob) for _ in range(MOST_A_DAY + 1)]
        for game in [*before, *after]:
            tables.act(game, bob.pk, commands.Resign)
        rater.catch_up()

    limited = [""] * MOST_A_DAY + [SAME_PLAYERS]
    assert [row[3] for row in rated.order()] == limited * 2
    assert_rebuilt_alike()
    assert not RatedPair.objects.filter(day="2026-03-01").exists()


def test_a_start_that_is_refused_is_not_counted() -> None:
    ann, bob, eve = (rated.person() for _ in range(3))
    game = lobby.create(ann.pk, preset="classic", seats=2, terms=RATED).head.game_id
    lobby.join(game, bob.pk)

    with pytest.raises(AlreadyStarted):
        lobby.join(game, eve.pk, seat=1)

    assert list(RatedPair.objects.values_list("first", "second", "games")) == [(ann.pk, bob.pk, 1)]


def assert_rebuilt_alike() -> None:
    before, order = rated.numbers(), rated.order()
    rater.rebuild()
    rater.catch_up()
    assert rated.live().repaired == 0
    assert (rated.numbers(), rated.order()) == (before, order)


def test_a_rebuild_keeps_what_was_decided_of_a_game_that_it_cannot_read() -> None:
    ann, bob = rated.person(), rated.person()
    games = [rated.won(ann, bob) for _ in range(MOST_A_DAY + 1)]
    rater.catch_up()
    triggers.unguard()
    Move.objects.filter(game=games[-1]).update(schema=NEWEST + 1)

    assert_rebuilt_alike()


# --- games that started before --------------------------------------------------------------------


def started_before(*players: User) -> int:
    """Open a rated game that starts as older code starts it: ``started`` says nothing."""
    first, *others = players
    game_id = lobby.create(first.pk, preset="classic", seats=len(players), terms=RATED).head.game_id
    Game.objects.filter(pk=game_id).update(rated=False)
    for player in others:
        lobby.join(game_id, player.pk)
    Game.objects.filter(pk=game_id).update(rated=True)
    assert decided(game_id) is None
    return game_id


def test_games_from_before_count_when_they_end_as_they_did() -> None:
    ann, bob, eve = (rated.person() for _ in range(3))
    table = started_before(ann, bob, eve)
    games = [started_before(ann, bob) for _ in range(MOST_A_DAY + 1)]
    for game in [*games, table]:
        tables.act(game, bob.pk, commands.Resign)
    rater.catch_up()

    assert [row[3] for row in rated.order()] == [""] * MOST_A_DAY + [SAME_PLAYERS] * 2
    assert_rebuilt_alike()


def test_games_from_before_and_later_ones_do_not_count_for_each_other() -> None:
    ann, bob = rated.person(), rated.person()
    before = [started_before(ann, bob) for _ in range(MOST_A_DAY + 1)]
    later = [rated.opened(ann, bob) for _ in range(MOST_A_DAY + 1)]
    for pair in zip(later, before, strict=True):
        for game in pair:
            tables.act(game, bob.pk, commands.Resign)
    rater.catch_up()

    assert [row[3] for row in rated.order()] == [""] * 2 * MOST_A_DAY + [SAME_PLAYERS] * 2
    assert_rebuilt_alike()


# --- at once --------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_games_of_two_owners_that_start_at_once_are_counted_one_after_the_other() -> None:
    """Each start is of other accounts, so that only the count can keep them apart."""
    owner, other = rated.person(), rated.person()
    tables = [(rated.bot(owner), rated.bot(other)) for _ in range(2 * MOST_A_DAY)]
    games = [full_but_for_the_start(*table) for table in tables]

    answers = at_once(
        *(
            partial(lobby_actions.start, game, host.pk)
            for game, (host, _) in zip(games, tables, strict=True)
        )
    )

    assert [error for error in answers if isinstance(error, Exception)] == []
    assert (
        sorted(decided(game) is True for game in games)
        == [False] * MOST_A_DAY + [True] * MOST_A_DAY
    )


@pytest.mark.django_db(transaction=True)
def test_tables_that_share_pairs_and_start_at_once_do_not_block_each_other() -> None:
    owners = [rated.person() for _ in range(4)]
    orders: Sequence[Sequence[User]] = [
        owners,
        owners[::-1],
        owners[1:] + owners[:1],
        owners[2:] + owners[:2],
    ]
    tables = [[rated.bot(owner) for owner in order] for order in orders]
    games = [full_but_for_the_start(*table) for table in tables]

    answers = at_once(
        *(
            partial(lobby_actions.start, game, table[0].pk)
            for game, table in zip(games, tables, strict=True)
        )
    )

    assert [error for error in answers if isinstance(error, Exception)] == []
    assert sum(decided(game) is True for game in games) == MOST_A_DAY
    assert {row.games for row in RatedPair.objects.all()} == {len(games)}


@pytest.mark.django_db(transaction=True)
def test_of_two_players_who_take_the_last_seat_only_one_is_counted() -> None:
    ann, bob, eve = (rated.person() for _ in range(3))
    game = lobby.create(ann.pk, preset="classic", seats=2, terms=RATED).head.game_id

    at_once(*(partial(lobby.join, game, player.pk) for player in (bob, eve)))

    assert RatedPair.objects.count() == 1
    assert decided(game) is True


def full_but_for_the_start(*players: User) -> int:
    """Return a lobby with one seat more than players."""
    host, *others = players
    seats = len(players) + 1
    game_id = lobby.create(host.pk, preset="classic", seats=seats, terms=RATED).head.game_id
    for player in others:
        lobby.join(game_id, player.pk, is_bot=player.is_bot)
    return game_id
