"""The table of permissions, found by calling every operation as every kind of caller.

``may`` means that the door is open; whether the moment is right is the rules' business. Each call
is made in the same world and undone.
"""

from collections.abc import Iterator, Mapping
from datetime import timedelta
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.core.cache import cache
from django.db import transaction
from django.utils import timezone

from accounts import registration
from accounts.credentials import bearers, tokens
from accounts.models import Token, User
from games.play.models import Match
from games.webhooks.models import Delivery, Webhook
from tests.players import Player, guest

PASSWORD = "seven-herrings-swim"
CALLERS = (
    *("anonymous", "guest", "player", "other", "bot", "pupil", "staff", "superuser"),
    *("read token", "play token", "account token", "read app", "play app"),
)
MAY = "✓"
CLOSED = (401, 403, 404)

WEBHOOK = {"url": "https://example.org/hook", "events": ["turn.yours"]}
# The front holds these connections, so its own tests cover them.
STREAMED = {"stream_game", "stream_account"}


class World(NamedTuple):
    """The callers, and the objects that paths and bodies refer to."""

    callers: Mapping[str, Player]
    names: Mapping[str, str]


class Call(NamedTuple):
    """A call of an operation: the method, a path with names of ``World``, and a body."""

    method: str
    path: str
    body: Any = None


AUTHORIZATION = {
    "client_id": "example",
    "redirect_uri": "http://127.0.0.1:8000/done",
    "response_type": "code",
    "code_challenge": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
    "code_challenge_method": "S256",
    "scope": "read play",
    "state": "1",
}

CALLS = {
    "read_index": Call("GET", ""),
    "list_rulesets": Call("GET", "/rulesets"),
    "read_ruleset": Call("GET", "/rulesets/classic"),
    "read_source": Call("GET", "/sources/000"),
    "register": Call("POST", "/accounts", {"username": "Newcomer", "password": PASSWORD}),
    "register_guest": Call("POST", "/accounts/guest"),
    "verify_email": Call("POST", "/email/verify", {"code": "none"}),
    "ask_for_password_reset": Call("POST", "/password/reset", {"email": "a@example.org"}),
    "reset_password": Call(
        "POST", "/password/reset/confirm", {"code": "none", "new_password": PASSWORD}
    ),
    "read_me": Call("GET", "/me"),
    "change_me": Call("PATCH", "/me", {}),
    "close_me": Call("DELETE", "/me"),
    "promote_guest": Call("POST", "/me/register", {"username": "Grown", "password": PASSWORD}),
    "change_password": Call(
        "POST",
        "/me/password",
        {"current_password": PASSWORD, "new_password": PASSWORD + "-again"},
    ),
    "send_verification": Call("POST", "/me/email/verification"),
    "export_me": Call("GET", "/me/export"),
    "list_notices": Call("GET", "/me/notices"),
    "mark_notices_read": Call("POST", "/me/notices/read", {"up_to": 1}),
    "list_webhooks": Call("GET", "/me/webhooks"),
    "register_webhook": Call("POST", "/me/webhooks", WEBHOOK),
    "delete_webhook": Call("DELETE", "/me/webhooks/{webhook}"),
    "renew_webhook_secret": Call("POST", "/me/webhooks/{webhook}/secret"),
    "list_webhook_deliveries": Call("GET", "/me/webhooks/{webhook}/deliveries"),
    "redeliver": Call("POST", "/me/webhooks/{webhook}/deliveries/{delivery}/redeliver"),
    "list_my_disputes": Call("GET", "/me/disputes"),
    "list_apps": Call("GET", "/me/apps"),
    "revoke_app": Call("DELETE", "/me/apps/1"),
    "read_authorization": Call("GET", "/oauth/authorize?" + urlencode(AUTHORIZATION)),
    "approve_authorization": Call("POST", "/oauth/authorize", AUTHORIZATION),
    "exchange_code": Call("POST", "/oauth/token"),
    "begin_device": Call("POST", "/oauth/device", {"client_id": "example"}),
    "review_device": Call("POST", "/oauth/device/review", {"user_code": "none"}),
    "decide_device": Call("POST", "/oauth/device/decision", {"user_code": "none", "approve": True}),
    "revoke_app_token": Call("POST", "/oauth/revoke", {"token": "gf_unknown"}),
    "list_blocks": Call("GET", "/me/blocks"),
    "block_player": Call("PUT", "/me/blocks/{other}", {}),
    "unblock_player": Call("DELETE", "/me/blocks/{other}"),
    "list_bots": Call("GET", "/me/bots"),
    "create_bot": Call("POST", "/me/bots", {"username": "Robot"}),
    "deactivate_bot": Call("DELETE", "/me/bots/{bot}"),
    "list_bot_tokens": Call("GET", "/me/bots/{bot}/tokens"),
    "issue_bot_token": Call("POST", "/me/bots/{bot}/tokens", {"name": "more"}),
    "list_tokens": Call("GET", "/tokens"),
    "issue_token": Call("POST", "/tokens", {"name": "more", "scopes": ["read"]}),
    "test_tokens": Call("POST", "/tokens/test", {"tokens": ["gf_unknown"]}),
    "revoke_all_tokens": Call("DELETE", "/tokens"),
    "revoke_token": Call("DELETE", "/tokens/{token}"),
    "read_player": Call("GET", "/players/{player}"),
    "list_player_games": Call("GET", "/players/{player}/games"),
    "export_player_games": Call("GET", "/players/{player}/games/export"),
    "read_player_ratings": Call("GET", "/players/{player}/ratings"),
    "compare_players": Call("GET", "/players/{player}/ratings/{other}"),
    "list_dumps": Call("GET", "/dumps"),
    "list_leaderboards": Call("GET", "/leaderboards"),
    "read_leaderboard": Call("GET", "/leaderboards/go_fish"),
    "read_rating_visibility": Call("GET", "/me/ratings"),
    "change_rating_visibility": Call("PATCH", "/me/ratings", {"hidden": True}),
    "lookup_players": Call("POST", "/players/lookup", {"usernames": ["Ann"]}),
    "stream_games": Call("POST", "/games/stream", {"ids": ["x"]}),
    "read_tv": Call("GET", "/tv"),
    "stream_tv": Call("GET", "/tv/stream"),
    "list_online_bots": Call("GET", "/bots/online"),
    "offer_bot": Call("PUT", "/me/bots/{bot}/offer", {"presets": ["classic"]}),
    "announce_bot": Call("PUT", "/me/bot_status", {"capacity": 1}),
    "list_my_games": Call("GET", "/me/games"),
    "read_my_statistics": Call("GET", "/me/statistics"),
    "export_games": Call("POST", "/games/export", {"ids": ["x"]}),
    "list_games": Call("GET", "/games"),
    "create_game": Call("POST", "/games", {"seats": 2}),
    "create_games": Call("POST", "/games/bulk", {"games": [{"seats": 2}]}),
    "read_game": Call("GET", "/games/{running}"),
    "join": Call("POST", "/games/{lobby}/join", {}),
    "add_entropy": Call("POST", "/games/{lobby}/entropy", {"entropy": "herring"}),
    "leave": Call("POST", "/games/{lobby}/leave"),
    "invite": Call("POST", "/games/{lobby}/invitations", {"player": "{other}"}),
    "read_invitation_link": Call("GET", "/games/{lobby}/invitation_link"),
    "list_invitations": Call("GET", "/games/{lobby}/invitations"),
    "decline": Call("POST", "/games/{lobby}/decline"),
    "seat_bot": Call("POST", "/games/{lobby}/bots", {"level": "memory"}),
    "enter_match": Call("POST", "/matches", {"seats": 2}),
    "read_match": Call("GET", "/matches/{match}"),
    "cancel_match": Call("DELETE", "/matches/{match}"),
    "remove_player": Call("DELETE", "/games/{lobby}/seats/1"),
    "start": Call("POST", "/games/{lobby}/start"),
    "rematch": Call("POST", "/games/{over}/rematch"),
    "read_state": Call("GET", "/games/{running}/state"),
    "renew_watch_code": Call("POST", "/games/{private}/watch_code"),
    "revoke_watch_code": Call("DELETE", "/games/{private}/watch_code"),
    "read_presence": Call("GET", "/games/{running}/presence"),
    "create_stream_ticket": Call("POST", "/games/{running}/stream_ticket"),
    "create_account_stream_ticket": Call("POST", "/me/stream_ticket"),
    "list_classes": Call("GET", "/classes"),
    "create_class": Call("POST", "/classes", {"name": "5b", "language": "en", "places": 2}),
    "read_class": Call("GET", "/classes/{class}"),
    "delete_class": Call("DELETE", "/classes/{class}"),
    "direct_class": Call("POST", "/classes/{class}/direct", {"action": "close"}),
    "renew_class_codes": Call("POST", "/classes/{class}/codes", {"places": [1]}),
    "free_class_place": Call("DELETE", "/classes/{class}/places/1"),
    "rename_class_place": Call("POST", "/classes/{class}/places/1/name"),
    "move_pupil": Call("POST", "/classes/{class}/places/1/move", {"table": None}),
    "form_class_tables": Call("POST", "/classes/{class}/tables", {"by": "lot"}),
    "start_class": Call("POST", "/classes/{class}/start", {"minutes": 20}),
    "read_class_results": Call("GET", "/classes/{class}/results"),
    "read_own_class": Call("GET", "/classes/{class}/mine"),
    "offer_class_names": Call("POST", "/class_names", {"code": "{party_code}"}),
    "sign_in_to_class": Call("POST", "/class_sign_in", {"code": "{place_code}"}),
    "list_tournaments": Call("GET", "/tournaments"),
    "create_tournament": Call(
        "POST",
        "/tournaments",
        {"name": "Friday", "seats": 4, "turn_seconds": 30, "starts_at": "{soon}", "rounds": 5},
    ),
    "read_tournament": Call("GET", "/tournaments/{cup}"),
    "join_tournament": Call("POST", "/tournaments/{cup}/join", {}),
    "confirm_round": Call("POST", "/tournaments/{cup}/confirm"),
    "pause_in_tournament": Call("POST", "/tournaments/{cup}/pause"),
    "withdraw_from_tournament": Call("POST", "/tournaments/{cup}/withdraw"),
    "read_standings": Call("GET", "/tournaments/{cup}/standings"),
    "list_tournament_tables": Call("GET", "/tournaments/{cup}/tables"),
    "direct_tournament": Call("POST", "/tournaments/{cup}/direct", {"action": "extend", "by": 1}),
    "name_director": Call("PUT", "/tournaments/{cup}/directors/{other}"),
    "dismiss_director": Call("DELETE", "/tournaments/{cup}/directors/{other}"),
    "invite_to_tournament": Call("POST", "/tournaments/{cup}/invitations", {"players": ["Bob"]}),
    "take_back_tournament_invitation": Call("DELETE", "/tournaments/{cup}/invitations/{other}"),
    "stream_tournament": Call("GET", "/tournaments/{cup}/stream"),
    "export_tournament": Call("GET", "/tournaments/{cup}/export"),
    "ask": Call("POST", "/games/{running}/ask", {"target": 1, "rank": "A"}),
    "answer": Call("POST", "/games/{running}/answer", {"cards": []}),
    "declare": Call("POST", "/games/{running}/declare", {"cards": []}),
    "end_turn": Call("POST", "/games/{running}/end_turn"),
    "expose": Call("POST", "/games/{running}/expose", {"card": "AS"}),
    "cut": Call("POST", "/games/{running}/cut", {"position": 9}),
    "misdeal": Call("POST", "/games/{running}/misdeal", {"reason": "exposed_card"}),
    "resign": Call("POST", "/games/{running}/resign"),
    "send_emote": Call("POST", "/games/{running}/emotes", {"emote": "hello"}),
    "read_moves": Call("GET", "/games/{running}/moves"),
    "read_replay": Call("GET", "/games/{running}/replay?at=1"),
    "read_knowledge": Call("GET", "/games/{over}/knowledge?at=1&seat=0"),
    "read_analysis": Call("GET", "/games/{over}/analysis"),
    "request_analysis": Call("POST", "/games/{over}/analysis"),
    "list_disputes": Call("GET", "/games/{running}/disputes"),
    "file_dispute": Call(
        "POST", "/games/{running}/disputes", {"move": 1, "reason": "other", "words": "Look at it."}
    ),
    "read_dispute": Call("GET", "/disputes/{dispute}"),
    "withdraw_dispute": Call("DELETE", "/disputes/{dispute}"),
    "add_to_dispute": Call("POST", "/disputes/{dispute}/words", {"words": "And at this."}),
    "appeal": Call("POST", "/disputes/{dispute}/appeal", {"words": "Once more."}),
    "read_transcript": Call("GET", "/games/{over}/transcript"),
    "read_transcript_schema": Call("GET", "/transcripts/schema"),
    "verify_transcript": Call("POST", "/transcripts/verify", {}),
}
ASIDE = {
    "a private tournament": Call("GET", "/tournaments/{league}"),
    "a private tournament, without its code": Call("POST", "/tournaments/{league}/join", {}),
    "the standings of a private tournament": Call("GET", "/tournaments/{league}/standings"),
    "a private game": Call("GET", "/games/{private}"),
    "a private game's state": Call("GET", "/games/{private}/state"),
    "the game of a class": Call("GET", "/games/{class_game}"),
    "the state of the game of a class": Call("GET", "/games/{class_game}/state"),
    "a seat in a private game, without its code": Call("POST", "/games/{friends}/join", {}),
    "the state of a game without spectators": Call("GET", "/games/{closed}/state"),
    "a dispute about a private game": Call(
        "POST", "/games/{private}/disputes", {"move": 1, "reason": "other", "words": "Look at it."}
    ),
    "a seat in a game without bots": Call("POST", "/games/{people}/join", {}),
    "a built-in bot in a game without bots": Call("POST", "/games/{people}/bots", {}),
}


def table() -> Iterator[tuple[str, ...]]:
    """Yield a row for each call, with the outcome for each caller."""
    world = build_world()
    for name, call in (*sorted(CALLS.items()), *ASIDE.items()):
        shown = f"`{name}`" if name in CALLS else name
        yield (shown, *(meets(world, caller, call) for caller in CALLERS))


def meets(world: World, caller: str, call: Call) -> str:
    """Return ``MAY`` or the status of the refusal."""
    player = world.callers[caller]
    body = call.body
    if isinstance(body, dict):
        body = {key: _named(value, world) for key, value in body.items()}
    with transaction.atomic():
        cache.clear()
        path = call.path.format_map(world.names)
        send = getattr(player.client, call.method.lower())
        status = send(f"/api/v1{path}", body, format="json").status_code
        transaction.set_rollback(True)
    assert status < 500, (call, caller, status)
    return str(status) if status in CLOSED else MAY


def _named(value: Any, world: World) -> Any:
    return value.format_map(world.names) if isinstance(value, str) else value


def build_world() -> World:
    """Create the callers, their games and the other objects of the calls."""
    player, other, staff, superuser = (_person(name) for name in ("Ann", "Bob", "Cleo", "Dora"))
    User.objects.filter(pk=staff.account).update(is_staff=True)
    User.objects.filter(pk=superuser.account).update(is_staff=True, is_superuser=True)
    bot = _bot_of(other, "Otto")
    school, pupil = _classes(player)
    callers = {
        "pupil": pupil,
        "anonymous": Player(),
        "guest": guest(),
        "player": player,
        "other": other,
        "bot": bot,
        "staff": staff,
        "superuser": superuser,
        "read token": with_scopes(player, "read"),
        "play token": with_scopes(player, "play"),
        "account token": with_scopes(player, "account"),
        "read app": as_app(with_scopes(player, "read")),
        "play app": as_app(with_scopes(player, "read", "play")),
    }
    games = _games(player)
    owned = _bot_of(player, "Robbie")
    token = tokens.issue(
        User.objects.get(pk=player.account), name="spare", scopes=["read"], now=timezone.now()
    ).token
    dispute = player.post(
        f"/games/{games['over']}/disputes", {"move": 1, "reason": "other", "words": "Look at it."}
    ).json()
    names = {
        "player": player.name,
        "other": other.name,
        "bot": owned.name,
        "token": str(token.pk),
        "dispute": dispute["id"],
        **_webhook(player),
        "match": player.post("/matches", {"seats": 3}).json()["id"],
        **_tournaments(player),
        **school,
    }
    # On a busy machine the calls take longer than people wait for a table.
    Match.objects.update(until=timezone.now() + timedelta(hours=1))
    return World(callers, {**games, **names})


def _webhook(player: Player) -> dict[str, str]:
    """Return a confirmed webhook of the player, and a delivery of it."""
    webhook = player.post("/me/webhooks", WEBHOOK).json()["id"]
    Webhook.objects.update(status=Webhook.Status.ACTIVE)
    delivery = Delivery.objects.create(
        webhook_id=webhook, type="notice", data={}, created_at=timezone.now(), status="delivered"
    )
    return {"webhook": str(webhook), "delivery": delivery.message_id}


def _games(player: Player) -> dict[str, str]:
    """Return games in which the player sits with a guest, by what is special about each."""
    private, closed = {"visibility": "private"}, {"spectators": False}
    games = {
        "lobby": _game(player, seats=3),
        "running": _game(player, seats=2),
        "over": _game(player, seats=2),
        "private": _game(player, seats=2, **private),
        "friends": _game(player, seats=3, **private),
        "closed": _game(player, seats=2, **closed),
        "people": _game(player, seats=3, allow_bots=False),
    }
    assert player.post(f"/games/{games['over']}/resign").status_code == 200
    assert player.post(f"/games/{games['over']}/analysis").status_code == 202
    return games


def _classes(player: Player) -> tuple[dict[str, str], Player]:
    """Return a class of the player that plays, and one of its pupils; and a party."""
    terms = {"name": "5b", "language": "en", "places": 3}
    school = player.post("/classes", terms).json()
    party = player.post("/classes", {**terms, "kind": "party"}).json()
    for opened in (school, party):
        player.post(f"/classes/{opened['id']}/direct", {"action": "open"})
    codes = [line["code"] for line in school["codes"]]
    path = f"/classes/{school['id']}"
    signed_in = [Player().post("/class_sign_in", {"code": code}).json() for code in codes[:2]]
    player.post(f"{path}/tables", {"by": "hand", "tables": [[1, 2]]})
    game = player.post(f"{path}/start", {}).json()["tables"][0]["game"]
    account = Token.objects.get(digest=bearers.digest(signed_in[0]["token"])).user_id
    names = {
        "class": school["id"],
        "class_game": game,
        "place_code": codes[2],
        "party_code": party["party_code"],
    }
    return names, Player(signed_in[0]["token"], name="pupil", account=account)


def _tournaments(player: Player) -> dict[str, str]:
    """Return an open tournament in which the player takes part, and a private one."""
    soon = (timezone.now() + timedelta(days=1)).isoformat()
    terms = {"seats": 2, "turn_seconds": 30, "starts_at": soon, "rounds": 3}
    cup = player.post("/tournaments", {**terms, "name": "Cup"}).json()["id"]
    assert player.post(f"/tournaments/{cup}/join", {}).status_code == 200
    league = player.post("/tournaments", {**terms, "name": "League", "entry": "code"}).json()["id"]
    return {"soon": soon, "cup": cup, "league": league}


def _game(player: Player, **terms: Any) -> str:
    opened = player.post("/games", terms).json()
    game: str = opened["game"]["id"]
    code = opened["game"]["join_code"]
    assert guest().join(game, **({"join_code": code} if code else {})).status_code == 200
    return game


def _person(name: str) -> Player:
    registered = registration.register(name, PASSWORD, now=timezone.now())
    return Player(registered.issued.secret, name=name, account=registered.user.pk)


def _bot_of(owner: Player, name: str) -> Player:
    registered = registration.create_bot(
        User.objects.get(pk=owner.account), name, now=timezone.now()
    )
    return Player(registered.issued.secret, name=name, account=registered.user.pk)


def as_app(player: Player) -> Player:
    """Return a player whose token is from now on that of an app."""
    digest = bearers.digest(str(player.secret))
    assert Token.objects.filter(digest=digest).update(app="example") == 1
    return player


def with_scopes(player: Player, *scopes: str) -> Player:
    """Return the player with a token of their own that has only these scopes."""
    user = User.objects.get(pk=player.account)
    issued = tokens.issue(user, name="narrow", scopes=scopes, now=timezone.now())
    return Player(issued.secret, name=player.name, account=player.account)
