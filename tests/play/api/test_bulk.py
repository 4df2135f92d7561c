"""Many players at once, bots that are online, and the open games of the caller."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from accounts import registration
from accounts.refusals import NoSuchBot
from games.engine.presets import PRESETS
from games.log.models import LastSeen
from games.play import players, presence
from games.play.api.list_bodies import LONGEST_NAME
from games.play.models import BotOffer, BotStatus
from gofish_api.personal_data import close_account
from tests.accounts import people
from tests.players import Json, Player, account_of, guest, seated
from tests.threads import Meanwhile

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _not_recorded_yet() -> None:
    presence._recorded.clear()


def lookup(reader: Player, *names: str) -> list[Json]:
    answer = reader.post("/players/lookup", {"usernames": names})
    assert answer.status_code == 200, answer.content
    found: list[Json] = answer.json()["players"]
    return found


def mine(player: Player) -> list[Json]:
    answer = player.get("/me/games")
    assert answer.status_code == 200, answer.content
    games: list[Json] = answer.json()["games"]
    return games


def bot(owner: Player, name: str) -> Player:
    registered = registration.create_bot(account_of(owner), name, now=timezone.now())
    return Player(registered.issued.secret, name=name, account=registered.user.pk)


def person(name: str) -> Player:
    registered = people.register(name)
    return Player(registered.issued.secret, name=name, account=registered.user.pk)


def was_seen(player: Player, *, seconds_ago: float) -> None:
    at = timezone.now() - timedelta(seconds=seconds_ago)
    LastSeen.objects.filter(account=player.account).update(at=at)


# --- lookup ---------------------------------------------------------------------------------------


def test_players_are_looked_up_in_order_each_with_a_profile_or_an_error() -> None:
    person("Ann")
    closed = person("Gone")
    close_account.close(closed.account, now=timezone.now())
    names = ["aNN", "A-nn", "unknown", "Gone", "ÿ" * LONGEST_NAME, "ａｎｎ"]

    found = lookup(Player(), *names)

    profile = Player().get("/players/Ann").json()
    missing = {"code": "no_such_player", "detail": "No player has this username."}
    ann_found = {"player": profile, "online": False, "playing": None}
    assert [each.pop("username") for each in found] == names
    assert found == [ann_found, *[{"error": found[1]["error"]}] * 4, ann_found]
    assert found[1]["error"]["code"] == missing["code"]


def test_who_was_seen_lately_is_online_and_plays_a_public_game() -> None:
    game, ann, _ = seated(2)
    ann.state(game)

    seen, unseen = lookup(Player(), ann.name, guest().name)
    assert (seen["online"], seen["playing"]) == (True, game)
    assert (unseen["online"], unseen["playing"]) == (False, None)

    was_seen(ann, seconds_ago=presence.STALE.total_seconds() + 1)
    [later] = lookup(Player(), ann.name)
    assert (later["online"], later["playing"]) == (False, None)


@pytest.mark.parametrize("terms", [{"visibility": "private"}, {"spectators": False}])
def test_a_game_that_strangers_may_not_watch_is_not_named_to_any(terms: Json) -> None:
    ann, bob = guest(), guest()
    game = ann.post("/games", {"seats": 2, **terms}).json()["game"]
    code = game["join_code"]
    assert bob.join(game["id"], **({"join_code": code} if code else {})).status_code == 200
    ann.state(game["id"])

    for reader in (Player(), guest(), bob):
        [found] = lookup(reader, ann.name)
        assert (found["online"], found["playing"]) == (True, None)


# --- bots -----------------------------------------------------------------------------------------


def test_a_game_that_is_over_is_not_played() -> None:
    game, ann, bob = seated(2)
    ann.state(game)
    bob.post(f"/games/{game}/resign")

    [found] = lookup(Player(), ann.name)

    assert (found["online"], found["playing"]) == (True, None)
    assert found["player"]["results"][0]["won"] == 1


def test_bots_that_were_seen_are_listed_with_what_they_play() -> None:
    owner = person("Ann")
    droid, robbie, asleep = (bot(owner, name) for name in ("Droid", "Robbie", "Asleep"))
    game, person_seated, _ = seated(2)
    person_seated.state(game)
    offered = owner.client.put("/api/v1/me/bots/DROID/offer", {"presets": ["pagat", "classic"]})
    for seen in (asleep, droid, robbie):
        mine(seen)
    was_seen(asleep, seconds_ago=presence.STALE.total_seconds() + 1)
    was_seen(droid, seconds_ago=1)

    shown = Player().get("/bots/online").json()["bots"]

    ordered = [preset for preset in PRESETS if preset in ("pagat", "classic")]
    assert (offered.status_code, offered.json()) == (200, {"presets": ordered})
    assert shown == [
        {"username": "Robbie", "owner": "Ann", "presets": None, "playing": None, "status": None},
        {
            "username": "Droid",
            "owner": "Ann",
            "presets": ordered,
            "playing": None,
            "status": None,
        },
    ]
    assert len(Player().get("/bots/online?limit=1").json()["bots"]) == 1


def test_deactivated_and_closed_bots_are_not_listed() -> None:
    owner = person("Ann")
    droid, robbie = bot(owner, "Droid"), bot(person("Bob"), "Robbie")
    for seen in (droid, robbie):
        mine(seen)
    registration.deactivate_bot(account_of(droid), now=timezone.now())
    bob = account_of(robbie).owner
    assert bob is not None
    close_account.close(bob.pk, now=timezone.now())
    presence._recorded.clear()
    presence.note_online({robbie.account: None}, now=timezone.now())

    assert Player().get("/bots/online").json()["bots"] == []
    assert not LastSeen.objects.filter(account=robbie.account).exists()


def test_an_offer_is_for_the_owner_and_known_presets_alone() -> None:
    owner, other = person("Ann"), person("Bob")
    droid = bot(owner, "Droid")

    def put(player: Player, body: Any) -> Any:
        return player.client.put("/api/v1/me/bots/Droid/offer", body)

    assert put(other, {"presets": []}).json()["code"] == "no_such_bot"
    assert put(droid, {"presets": []}).status_code == 403
    assert put(owner, {"presets": ["none"]}).status_code == 400
    assert put(owner, {"presets": list(PRESETS) * 2}).status_code == 400
    assert not BotOffer.objects.exists()
    assert put(owner, {"presets": []}).json() == {"presets": []}
    assert put(owner, {"presets": ["classic"]}).status_code == 200
    assert BotOffer.objects.get().presets == ["classic"]


def test_a_bot_that_closes_with_its_owner_gets_no_offer() -> None:
    owner = person("Ann")
    bot(owner, "Droid")
    ann = account_of(owner)
    closing = Meanwhile(2, lambda: close_account.close(ann.pk, now=timezone.now()))

    with connection.execute_wrapper(closing), pytest.raises(NoSuchBot):
        players.offer_bot(ann, "Droid", ["classic"])

    assert closing.has_happened and not BotOffer.objects.exists()


# --- what a bot accepts ---------------------------------------------------------------------------


def announce(bot_: Player, body: Any) -> Any:
    return bot_.client.put("/api/v1/me/bot_status", body)


def test_a_bot_announces_what_it_accepts_until_its_heartbeat_ends() -> None:
    owner = person("Ann")
    droid = bot(owner, "Droid")
    owner.client.put("/api/v1/me/bots/Droid/offer", {"presets": ["pairs"]})
    body = {"presets": ["pagat", "classic"], "seats": [4, 2], "turn_seconds_min": 10, "capacity": 3}

    answer = announce(droid, body)
    [shown] = Player().get("/bots/online").json()["bots"]
    BotStatus.objects.update(at=timezone.now() - presence.STALE)
    [later] = Player().get("/bots/online").json()["bots"]

    ordered = [preset for preset in PRESETS if preset in ("pagat", "classic")]
    status = answer.json()
    assert answer.status_code == 200
    assert status.pop("expires_at") > "2026"
    assert status == body | {"presets": ordered, "seats": [2, 4], "untimed": True}
    assert (shown["presets"], shown["status"]["capacity"]) == (ordered, 3)
    assert (later["presets"], later["status"]) == (["pairs"], None)


def test_a_bot_that_names_nothing_accepts_everything() -> None:
    droid = bot(person("Ann"), "Droid")

    status = announce(droid, {"capacity": 0}).json()

    assert (status["presets"], status["seats"]) == ([*PRESETS], [2, 3, 4, 5, 6])


def test_only_bots_announce() -> None:
    for player in (person("Ann"), guest()):
        assert announce(player, {"capacity": 1}).json()["code"] == "not_a_bot"
    assert not BotStatus.objects.exists()


# --- my games -------------------------------------------------------------------------------------


def test_my_games_wait_for_me_first_then_run_then_wait_for_players() -> None:
    ann, bob = guest(), guest()
    games: dict[str, str] = {}

    def deal(name: str, **terms: Any) -> None:
        opened = ann.post("/games", {"seats": 2, **terms}).json()["game"]["id"]
        games[name] = opened
        bob.join(opened)

    games["lobby"] = ann.create()
    deal("slow", turn_seconds=500)
    deal("quick", turn_seconds=50)
    deal("no clock")
    over = ann.create()
    bob.join(over)
    bob.post(f"/games/{over}/resign")

    for player, seat in ((ann, 0), (bob, 1)):
        listed = mine(player)
        by_id = {each["game"]: each for each in listed}
        expected = [game for name, game in games.items() if player is ann or name != "lobby"]
        assert sorted(by_id) == sorted(expected)
        for game, shown in by_id.items():
            state = player.state(game)
            assert shown["seat"] == seat
            assert shown["version"] == state["version"]
            assert shown["your_turn"] == (state["to_act"] == seat)
            assert shown["deadline"] == state["deadline"]
        ranks = [
            (not each["your_turn"], each["status"] != "running")
            if not each["your_turn"]
            else (False, False)
            for each in listed
        ]
        assert ranks == sorted(ranks)
        due = [each["deadline"] for each in listed if each["your_turn"]]
        clocks = [deadline for deadline in due if deadline]
        assert clocks == sorted(clocks)


def test_a_game_that_i_have_left_is_not_mine_any_more() -> None:
    ann, bob, carl = guest(), guest(), guest()
    game = ann.post("/games", {"seats": 3, "on_abandon": "stand_in"}).json()["game"]["id"]
    bob.join(game)
    carl.join(game)
    carl.post(f"/games/{game}/resign")

    assert [each["game"] for each in mine(ann)] == [game]
    assert mine(carl) == []
