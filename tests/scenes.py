"""A scene for each operation: who calls it, where, and with what, so that it can succeed.

Most are the calls of :mod:`tests.permissions`. What needs a moment of its own is in ``SCENES``.
"""

from collections.abc import Callable
from datetime import timedelta
from typing import Any, NamedTuple
from urllib.parse import parse_qsl

from django.db import transaction
from django.utils import timezone

from accounts.credentials import codes, tokens
from accounts.models import DeviceCode, Token, User
from accounts.oauth import devices
from accounts.oauth.client_documents import Client
from games import ids
from games.engine.rule_sets import compose
from games.engine.rules import Rules
from games.tournaments import decisions, entering, progress, worker
from games.tournaments.models import Tournament
from tests import players, tables
from tests.disputes import desk
from tests.permissions import CALLS, PASSWORD, World
from tests.players import Player, account_of

ADDRESS = "ann@example.org"
HONOUR = compose("classic", ["honour"])


class Scene(NamedTuple):
    """One call that can succeed: the path is below the API's base."""

    caller: Player
    path: str
    body: Any = None
    if_match: str | None = None
    query: dict[str, str] | None = None


def of(operation: str, world: World) -> Scene:
    """Prepare the scene of an operation and return it.

    :raises KeyError: the operation has neither a scene nor a call.
    """
    if prepare := SCENES.get(operation):
        return prepare(world)
    call = CALLS[operation]
    body = call.body
    if isinstance(body, dict):
        body = {key: _named(value, world) for key, value in body.items()}
    path, _, query = call.path.format_map(world.names).partition("?")
    return Scene(world.callers["player"], path, body, query=dict(parse_qsl(query)) or None)


def _named(value: Any, world: World) -> Any:
    return value.format_map(world.names) if isinstance(value, str) else value


# --- accounts -------------------------------------------------------------------------------------


def _device(world: World) -> str:
    """Let a device wait; return the code that it shows."""
    client = Client("example", "example", None)
    return devices.begin(client, ["read"], "", now=timezone.now()).user_code


def _begin_device(world: World) -> Scene:
    return Scene(world.callers["player"], "/oauth/device", {"client_id": "example"})


def _exchange_code(world: World) -> Scene:
    client = Client("example", "example", None)
    begun = devices.begin(client, ["read"], "", now=timezone.now())
    token = Token.objects.get(digest=tokens.digest(str(world.callers["player"].secret)))
    devices.decide(begun.user_code, token, approve=True, now=timezone.now())
    body = {
        "grant_type": devices.GRANT_TYPE,
        "client_id": "example",
        "device_code": begun.device_code,
    }
    return Scene(world.callers["player"], "/oauth/token", body)


def _revoke_app_token(world: World) -> Scene:
    return Scene(world.callers["player"], "/oauth/revoke", {"token": "gf_unknown"})


def _review_device(world: World) -> Scene:
    body = {"user_code": _device(world)}
    return Scene(world.callers["player"], "/oauth/device/review", body)


def _decide_device(world: World) -> Scene:
    body = {"user_code": _device(world), "approve": True}
    return Scene(world.callers["player"], "/oauth/device/decision", body)


def _connect_app(world: World) -> int:
    """Give an app access; return its id."""
    grant = DeviceCode(
        app="example", app_name="example", app_origin="device", scopes=["read"], resource=""
    )
    account = account_of(world.callers["player"])
    return tokens.issue_to_app(grant, account=account, now=timezone.now()).token.pk


def _list_apps(world: World) -> Scene:
    _connect_app(world)
    return Scene(world.callers["player"], "/me/apps")


def _revoke_app(world: World) -> Scene:
    return Scene(world.callers["player"], f"/me/apps/{_connect_app(world)}")


def _promote_guest(world: World) -> Scene:
    body = {"username": "Grown", "password": PASSWORD}
    return Scene(world.callers["guest"], "/me/register", body)


def _send_verification(world: World) -> Scene:
    return Scene(_with_address(world), "/me/email/verification")


def _verify_email(world: World) -> Scene:
    ann = _with_address(world)
    code = codes.make(codes.VERIFICATION, account_of(ann))
    return Scene(ann, "/email/verify", {"code": code})


def _reset_password(world: World) -> Scene:
    ann = _with_address(world)
    User.objects.filter(pk=ann.account).update(email_verified_at=tables.BEGIN)
    code = codes.make(codes.RECOVERY, account_of(ann))
    body = {"code": code, "new_password": f"{PASSWORD}-again"}
    return Scene(ann, "/password/reset/confirm", body)


def _with_address(world: World) -> Player:
    ann = world.callers["player"]
    answer = ann.client.patch("/api/v1/me", {"email": ADDRESS})
    assert answer.status_code == 200, answer.content
    return ann


def _announce_bot(world: World) -> Scene:
    return Scene(world.callers["bot"], "/me/bot_status", {"capacity": 1})


# --- the lobby ------------------------------------------------------------------------------------


def _join(world: World) -> Scene:
    return Scene(world.callers["other"], f"/games/{world.names['lobby']}/join", {})


def _decline(world: World) -> Scene:
    host, guest = players.guest(), world.callers["player"]
    game = host.create(seats=2)
    host.post(f"/games/{game}/invitations", {"player": account_of(guest).username})
    return Scene(guest, f"/games/{game}/decline")


def _enter_match(world: World) -> Scene:
    return Scene(world.callers["other"], "/matches", {"seats": 2})


# --- the table ------------------------------------------------------------------------------------


def _ask(world: World) -> Scene:
    return _at_table(world, "ask", {"target": 1, "rank": "A"})


def _answer(world: World) -> Scene:
    return _at_table(world, "answer", {"cards": []}, seat=1, rules=HONOUR, asked="3")


def _end_turn(world: World) -> Scene:
    return _at_table(world, "end_turn", rules=HONOUR, asked="9", answered=True)


def _expose(world: World) -> Scene:
    return _at_table(world, "expose", {"card": "AH"}, rules=HONOUR)


def _declare(world: World) -> Scene:
    book = ["AH", "AS", "AD", "RJ"]
    rules = compose("classic", ["wild_cards"])
    pack = "AH 2C AS 2H AD 4C RJ"
    return _at_table(world, "declare", {"cards": book}, rules=rules, pack=pack)


def _misdeal(world: World) -> Scene:
    rules = compose("classic", options={"redeal_on_exposed": True})
    return _at_table(world, "misdeal", {"reason": "exposed_card"}, rules=rules)


def _cut(world: World) -> Scene:
    ann, bob = world.callers["player"], world.callers["other"]
    game = ann.create("bicycle")
    assert bob.join(game).status_code == 200
    cutter = (ann, bob)[ann.state(game)["to_act"]]
    return Scene(cutter, f"/games/{game}/cut", {"position": 26})


def _at_table(
    world: World,
    command: str,
    body: Any = None,
    *,
    seat: int = 0,
    rules: Rules | None = None,
    pack: str = tables.TWO_HANDS,
    asked: str = "",
    answered: bool = False,
) -> Scene:
    """Deal known cards, perhaps let the first seat ask and the second have none, and call."""
    seats = (world.callers["player"], world.callers["other"])
    game = tables.dealt(*seats, pack=pack, rules=rules)
    if asked:
        _do(seats[0], game, "ask", {"target": 1, "rank": asked})
    if answered:
        _do(seats[1], game, "answer", {"cards": []})
    etag = seats[seat].get(f"/games/{game}/state")["ETag"]
    return Scene(seats[seat], f"/games/{game}/{command}", body, etag)


def _do(player: Player, game: str, command: str, body: Any) -> None:
    etag = player.get(f"/games/{game}/state")["ETag"]
    answer = player.post(f"/games/{game}/{command}", body, If_Match=etag)
    assert answer.status_code == 200, answer.content


# --- history, streams and disputes ----------------------------------------------------------------


def _verify_transcript(world: World) -> Scene:
    ann = world.callers["player"]
    transcript = ann.get(f"/games/{world.names['over']}/transcript").json()
    return Scene(ann, "/transcripts/verify", transcript)


def _join_tournament(world: World) -> Scene:
    return Scene(world.callers["other"], f"/tournaments/{world.names['cup']}/join", {})


def _confirm_round(world: World) -> Scene:
    _begin_cup(world)
    return Scene(world.callers["player"], f"/tournaments/{world.names['cup']}/confirm")


def _read_tournament(world: World) -> Scene:
    _begin_cup(world)
    return Scene(world.callers["player"], f"/tournaments/{world.names['cup']}")


def _of_a_played_cup(path: str) -> Callable[[World], Scene]:
    def prepare(world: World) -> Scene:
        cup = _begin_cup(world)
        for name in ("player", "other"):
            world.callers[name].post(f"/tournaments/{world.names['cup']}/confirm")
        until = timezone.now() + timedelta(minutes=2)
        while worker.step(now=until):
            pass
        table = cup.tables.get()
        world.callers["other"].post(f"/games/{ids.to_text(table.game_id or 0)}/resign")
        return Scene(world.callers["player"], f"/tournaments/{world.names['cup']}/{path}")

    return prepare


def _begin_cup(world: World) -> Tournament:
    """Start the tournament of the player with one more player."""
    number = tables.number_of(world.names["cup"])
    entering.join(world.callers["other"].account, number)
    with transaction.atomic():
        cup = decisions.lock(number)
        assert progress.start(cup, now=timezone.now())
        cup.save()
    return cup


def _read_own_class(world: World) -> Scene:
    return Scene(world.callers["pupil"], f"/classes/{world.names['class']}/mine")


def _of_a_finished_round(path: str, body: Any = None, **formed: Any) -> Callable[[World], Scene]:
    def prepare(world: World) -> Scene:
        ann, school = world.callers["player"], f"/classes/{world.names['class']}"
        assert ann.post(f"{school}/direct", {"action": "finish"}).status_code == 200
        if formed:
            assert ann.post(f"{school}/tables", formed).status_code == 200
        return Scene(ann, f"{school}/{path}", body)

    return prepare


def _stream_game(world: World) -> Scene:
    return Scene(world.callers["player"], f"/games/{world.names['running']}/stream")


def _stream_account(world: World) -> Scene:
    return Scene(world.callers["player"], "/me/stream")


def _appeal(world: World) -> Scene:
    dispute = world.names["dispute"]
    desk.rule(desk.find(dispute), desk.reviewer(), "dismissed")
    body = {"words": "Once more."}
    return Scene(world.callers["player"], f"/disputes/{dispute}/appeal", body)


SCENES: dict[str, Callable[[World], Scene]] = {
    "begin_device": _begin_device,
    "exchange_code": _exchange_code,
    "revoke_app_token": _revoke_app_token,
    "review_device": _review_device,
    "decide_device": _decide_device,
    "list_apps": _list_apps,
    "revoke_app": _revoke_app,
    "promote_guest": _promote_guest,
    "send_verification": _send_verification,
    "verify_email": _verify_email,
    "reset_password": _reset_password,
    "announce_bot": _announce_bot,
    "join": _join,
    "decline": _decline,
    "enter_match": _enter_match,
    "ask": _ask,
    "answer": _answer,
    "end_turn": _end_turn,
    "expose": _expose,
    "declare": _declare,
    "misdeal": _misdeal,
    "cut": _cut,
    "verify_transcript": _verify_transcript,
    "join_tournament": _join_tournament,
    "confirm_round": _confirm_round,
    "read_tournament": _read_tournament,
    "read_standings": _of_a_played_cup("standings"),
    "list_tournament_tables": _of_a_played_cup("tables"),
    "read_own_class": _read_own_class,
    "form_class_tables": _of_a_finished_round("tables", {"by": "lot"}),
    "start_class": _of_a_finished_round("start", {"minutes": 20}, by="lot"),
    "read_class_results": _of_a_finished_round("results"),
    "stream_game": _stream_game,
    "stream_account": _stream_account,
    "appeal": _appeal,
}
