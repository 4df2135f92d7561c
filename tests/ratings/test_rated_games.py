"""What is rated is agreed when a game is opened, and only players of one pool sit in it."""

from collections.abc import Mapping
from typing import Any

import pytest
from django.db import transaction

from accounts.models import User
from games.engine import commands
from games.engine.events import Created
from games.log import reader, transcripts
from games.log.models import Game
from games.play import lobby, lobby_actions, matchmaking
from games.play.create_game import GameTerms
from games.play.lobby import NewTable
from games.play.models import Match
from games.play.refusals import NotRateable, RatedForOthers
from games.ratings import rater
from games.ratings.models import RatingTask
from tests import tables
from tests.engine import forging
from tests.engine.forging import golden
from tests.ratings import rated

pytestmark = pytest.mark.django_db

RATED = GameTerms(rated=True)


def created(game_id: int) -> Created:
    [move] = reader.read(game_id, until=1)
    [event] = move.events
    assert isinstance(event, Created)
    return event


def create(account: User, **of: Any) -> int:
    terms = of.pop("terms", RATED)
    values: dict[str, Any] = {"preset": "classic", "seats": 2} | of
    with transaction.atomic():  # a refusal rolls back to here
        return lobby.create(account.pk, terms=terms, **values).head.game_id


def test_rated_stands_in_the_first_move_and_only_if_true() -> None:
    ann = rated.person()

    agreed, plain = create(ann), create(ann, terms=GameTerms())

    assert (created(agreed).rated, Game.objects.get(pk=agreed).rated) == (True, True)
    assert (created(plain).rated, Game.objects.get(pk=plain).rated) == (None, False)
    assert '"rated"' not in next(reader.stored(plain)).events


@pytest.mark.parametrize(
    "of",
    [
        {"terms": GameTerms(rated=True, is_private=True)},
        {"terms": GameTerms(rated=True, aids=True)},
        {"options": {"book_size": 2}},
        {"overlays": ["open_hand"]},
        {"overlays": ["series", "honour"]},
        {"bots": ["random"]},
    ],
    ids=["private", "aids", "options", "overlay", "overlays", "built-in bot"],
)
def test_a_game_on_other_terms_cannot_be_rated(of: Mapping[str, Any]) -> None:
    ann = rated.person()

    with pytest.raises(NotRateable):
        create(ann, **of)

    assert not Game.objects.exists()


def test_a_guest_can_neither_open_nor_join_a_rated_game() -> None:
    visitor = rated.guest()
    game = create(rated.person())

    with pytest.raises(NotRateable):
        create(visitor)
    with pytest.raises(RatedForOthers):
        lobby.join(game, visitor.pk)


def test_people_and_bots_do_not_share_a_rated_game() -> None:
    ann, robot = rated.person(), rated.bot(rated.person())
    of_people, of_bots = create(ann), create(robot)

    with pytest.raises(RatedForOthers):
        lobby.join(of_people, robot.pk, is_bot=True)
    with pytest.raises(RatedForOthers):
        lobby.join(of_bots, ann.pk)


def test_a_bot_may_play_rated_games_with_levels_and_people_may_not() -> None:
    ann, robot = rated.person(), rated.bot(rated.person())
    of_people, of_bots = create(ann), create(robot, seats=3, bots=["memory"])

    with pytest.raises(RatedForOthers):
        lobby_actions.seat_bot(of_people, ann.pk, level="random")
    head = lobby_actions.seat_bot(of_bots, robot.pk, level="expert").head

    assert head.state.phase == "ask"


def test_a_rematch_is_rated_as_the_game_was() -> None:
    ann, bob = rated.person(), rated.person()
    game = rated.won(ann, bob)

    rematch = lobby_actions.rematch(game, ann.pk).head.game_id
    lobby_actions.rematch(game, bob.pk)
    tables.act(rematch, ann.pk, commands.Resign)
    rater.catch_up()

    assert created(rematch).rated is True
    assert [row[2] for row in rated.order()] == [[0, 1], [1, 0]]


def test_an_organiser_opens_rated_games_for_one_pool() -> None:
    organiser = rated.person()
    robot, rival = rated.bot(organiser), rated.bot(rated.person())
    table = NewTable("classic", (), {}, 2, RATED, False, [robot.username], (), [rival.username])

    game = lobby.open_table(organiser.pk, table).head.game_id

    assert created(game).rated is True
    with pytest.raises(NotRateable):
        lobby.open_table(organiser.pk, table._replace(takes_seat=True, invited=()))


@pytest.mark.parametrize(
    ("kinds", "wish", "is_rated"),
    [
        ("pp", True, True),
        ("pp", False, False),
        ("bb", True, True),
        ("pg", True, False),
        ("pb", True, False),
    ],
)
def test_quick_match_is_rated_if_all_are_of_one_pool(
    kinds: str, *, wish: bool, is_rated: bool
) -> None:
    for kind in kinds:
        account = rated.guest() if kind == "g" else rated.person()
        account = rated.bot(account) if kind == "b" else account
        matchmaking.enter(account.pk, preset="classic", seats=2, wait_seconds=30, rated=wish)

    [game] = Game.objects.all()

    assert game.rated is is_rated


def test_quick_match_with_bots_or_other_rules_is_not_rated() -> None:
    alone, *pair = (rated.person() for _ in range(3))
    matchmaking.enter(alone.pk, preset="classic", seats=2, wait_seconds=0)
    while matchmaking.settle_next():
        pass
    for account in pair:
        matchmaking.enter(
            account.pk, preset="classic", overlays=["open_hand"], seats=2, wait_seconds=30
        )

    assert list(Game.objects.values_list("rated", flat=True)) == [False, False]


def test_those_who_want_no_rated_game_sit_together() -> None:
    ann, bob = rated.person(), rated.person()

    matchmaking.enter(ann.pk, preset="classic", seats=2, wait_seconds=30)
    matchmaking.enter(bob.pk, preset="classic", seats=2, wait_seconds=30, rated=False)

    assert not Game.objects.exists()
    assert Match.objects.values("table").distinct().count() == 2


def test_an_imported_game_is_not_rated_though_it_was() -> None:
    document = golden()
    create = document["moves"][0]
    for entry in (create["command"], create["events"][0]):
        entry["rated"] = True
    forging.rechain(document)

    game, _ = transcripts.import_game(document)
    rated.rule(game.pk, "annulled")

    assert game.rated is False
    assert created(game.pk).rated is True
    assert not RatingTask.objects.exists()
