"""The game object: names, kinds, presence, terms and rematches, and how the play stands for those
who may watch.
"""

from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.utils import timezone

from accounts import registration
from games.engine.commands import Resign, Rule
from games.log import ids
from games.log.models import Game, Position, Seat
from games.play import presence
from tests import builders, tables
from tests.accounts import people
from tests.players import (
    Json,
    Player,
    guest,
    play_out,
    seated,
)

pytestmark = pytest.mark.django_db

STANDING = ("version", "turn", "to_act", "deadline", "scores", "winners")


def shown(game: str, player: Player | None = None) -> Json:
    answer = (player or Player()).get(f"/games/{game}")
    assert answer.status_code == 200, answer.content
    value: Json = answer.json()
    return value


def listed(game: str, player: Player | None = None, query: str = "") -> Json:
    found = (player or Player()).get(f"/games{query}").json()["results"]
    [value] = [each for each in found if each["id"] == game]
    entry: Json = value
    return entry


def standing(game: Json) -> list[Any]:
    return [game[name] for name in STANDING]


def players_of(game: Json, *names: str) -> list[tuple[Any, ...]]:
    return [tuple(player[name] for name in names) for player in game["players"]]


# --- names, kinds and presence --------------------------------------------------------------------


def test_players_have_a_name_and_a_kind() -> None:
    ann, owner = guest(), people.register("Olga")
    ann.client.patch("/api/v1/me", {"display_name": "Zed Q"})
    droid = registration.create_bot(owner.user, "Droid", now=timezone.now())
    game = ann.create(seats=4)
    Player(droid.issued.secret).join(game)
    ann.post(f"/games/{game}/bots", {"level": "memory"})

    for value in (shown(game, ann), listed(game, ann)):
        assert players_of(value, "player", "display_name", "kind", "is_bot", "bot") == [
            (ann.name, "Zed Q", "person", False, None),
            ("Droid", None, "bot", True, None),
            (
                None,
                ids.character_of_seat(tables.number_of(game), 2).name,
                "built_in",
                True,
                "memory",
            ),
        ]


def test_a_player_is_online_who_was_seen_within_ninety_seconds() -> None:
    game, ann, _ = seated(2)
    ann.post(f"/games/{game}/bots")
    number, now = tables.number_of(game), timezone.now()
    ages = (presence.STALE - timedelta(seconds=5), presence.STALE + timedelta(seconds=5))
    for seat, age in enumerate(ages):
        Seat.objects.filter(game=number, number=seat).update(seen_at=now - age)

    for value in (shown(game), shown(game, ann), listed(game)):
        assert players_of(value, "online") == [(True,), (False,)]


# --- terms, host and rematches --------------------------------------------------------------------


@pytest.mark.parametrize("emotes", [True, False])
def test_aids_stand_in_the_first_move_and_hold_for_the_rematch(emotes: bool) -> None:
    ann, bob = guest(), guest()
    game = ann.post("/games", {"seats": 2, "aids": True, "emotes": emotes}).json()["game"]["id"]
    bob.join(game)
    [opened] = ann.get(f"/games/{game}/moves?limit=1").json()["moves"][0]["events"]
    bob.post(f"/games/{game}/resign")
    rematch = ann.post(f"/games/{game}/rematch").json()["state"]["game"]

    assert opened["aids"] is True
    shown_again = ann.get(f"/games/{rematch}").json()
    assert (shown_again["aids"], shown_again["emotes"]) == (True, emotes)
    plain = ann.get(f"/games/{guest().create()}/moves").json()["moves"][0]["events"]
    assert "aids" not in plain[0] or plain[0]["aids"] is None


def test_the_host_is_the_lowest_seat_of_an_account_until_the_start() -> None:
    ann, bob = guest(), guest()
    game = ann.create(seats=3)
    bob.join(game)
    assert shown(game)["host"] == 0

    ann.post(f"/games/{game}/leave")
    assert shown(game)["host"] == 1

    guest().join(game)
    guest().join(game)
    assert (shown(game)["status"], shown(game)["host"]) == ("running", None)


def test_a_rematch_is_shown_to_those_who_may_see_it() -> None:
    game, ann, bob = seated(2)
    bob.post(f"/games/{game}/resign")
    assert shown(game, ann)["rematch"] is None
    rematch = ann.post(f"/games/{game}/rematch").json()["state"]["game"]

    for player in (ann, bob):
        for value in (shown(game, player), listed(game, player)):
            assert (value["rematch"], value["rematch_of"]) == (rematch, None)
        for value in (shown(rematch, player), listed(rematch, player)):
            assert (value["rematch"], value["rematch_of"]) == (None, game)
    for stranger in (guest(), Player()):
        assert shown(game, stranger)["rematch"] is None
        assert listed(game, stranger)["rematch"] is None

    assert ann.post(f"/games/{rematch}/leave").status_code == 200  # which closes it
    assert shown(game, ann)["rematch"] is None


def test_the_game_before_is_not_named_to_those_who_may_not_see_it() -> None:
    ann, bob = guest(), guest()
    created = ann.post("/games", {"seats": 2, "visibility": "private"}).json()["game"]
    bob.join(created["id"], join_code=created["join_code"])
    bob.post(f"/games/{created['id']}/resign")
    rematch = ann.post(f"/games/{created['id']}/rematch").json()["state"]["game"]
    Game.objects.filter(pk=tables.number_of(rematch)).update(is_private=False)

    assert shown(rematch, ann)["rematch_of"] == created["id"]
    assert shown(rematch)["rematch_of"] is None
    assert listed(rematch)["rematch_of"] is None


# --- how the play stands --------------------------------------------------------------------------


def test_the_standing_of_a_running_game_is_that_of_its_state() -> None:
    game, ann, bob = seated(2, "pairs")
    play_out(game, [ann, bob], Random(7), moves=3)

    for player in (ann, bob, guest(), Player()):
        state = player.state(game)
        for value in (shown(game, player), listed(game, player)):
            assert standing(value) == [
                *(state[name] for name in ("version", "turn", "to_act", "deadline")),
                [len(seat["books"]) for seat in state["seats"]],
                None,
            ]


def test_scores_and_winners_at_the_end_are_those_of_the_state() -> None:
    game, *seats = seated(3)
    play_out(game, seats, Random(7))

    result = Player().state(game)["result"]
    assert standing(shown(game))[4:] == [result["scores"], result["winners"]]


def test_in_a_series_scores_are_of_all_deals() -> None:
    game, *seats = seated(2, "pairs", "series")
    play_out(game, seats, Random(3))

    state = Player().state(game)
    assert state["series"] is not None
    assert shown(game)["scores"] == state["series"]["totals"]
    assert shown(game)["winners"] == state["series"]["winners"]


def test_a_ruling_changes_scores_and_winners() -> None:
    rules = builders.rules("classic")
    whole = builders.pack(tables.TWO_HANDS)
    seats = [guest(), guest()]
    script = tables.script(rules, 2, whole, Resign(1))
    adjusted = [*script, (None, Rule(1, "adjusted", scores=(1, 5)))]
    annulled = [*script, (None, Rule(1, "annulled"))]

    game, other = (tables.store(each, seats) for each in (adjusted, annulled))

    assert standing(shown(game))[4:] == [[1, 5], [0]]  # a leaver cannot win
    assert standing(shown(other))[5] is None


@pytest.mark.parametrize("case", ["barred", "invited and barred"])
def test_readers_who_may_see_but_not_watch_get_no_standing_and_no_presence(case: str) -> None:
    ann, friend = guest(), guest()
    is_private = case.startswith("invited")
    body = {"seats": 2, "spectators": False, "visibility": "private" if is_private else "public"}
    game = ann.post("/games", body).json()["game"]["id"]
    if is_private:
        assert ann.post(f"/games/{game}/invitations", {"player": friend.name}).status_code == 204
    if case == "barred":
        guest().join(game)
    ann.get(f"/games/{game}/state")
    assert Seat.objects.filter(seen_at__isnull=False).exists()

    readers = [friend] if is_private else [friend, Player()]
    for reader in readers:
        assert reader.get(f"/games/{game}/state").status_code == 403
        for value in (shown(game, reader), listed(game, reader)):
            assert standing(value) == [None] * len(STANDING)
            assert {player["online"] for player in value["players"]} == {None}
    assert shown(game, ann)["version"] == ann.state(game)["version"]
    assert players_of(shown(game, ann), "online")[0] == (True,)


def test_a_position_that_cannot_be_read_is_no_failure_of_the_lists() -> None:
    game, ann, _ = seated(2)
    other = ann.create()
    number = tables.number_of(game)
    for text in ("", "[]", "{}", '{"schema":1}', "7"):
        Position.objects.filter(pk=number).update(state=text)

        for path in ("/games", f"/players/{ann.name}/games"):
            found = ann.get(path).json()["results"]
            assert [each["id"] for each in found] == [other, game], text
        if text not in ("[]", "{}"):  # without a schema number it is rebuilt from the log
            assert standing(shown(game, ann)) == [None] * len(STANDING)
