"""A scene for each operation: who calls it, where, and with what, so that it can succeed.

Most are the calls of :mod:`tests.permissions`, some by another of its ``CALLERS`` or after
something else, ``BEFORE``. What needs a table or a code of its own is in ``SCENES``.
"""

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any, NamedTuple
from urllib.parse import parse_qsl

from django.db import transaction
from django.utils import timezone

from accounts.credentials import bearers, codes, tokens
from accounts.models import DeviceCode, Token, User
from accounts.oauth import devices
from accounts.oauth.clients import Client
from games.engine.rule_sets import compose
from games.engine.rules import Rules
from games.log import ids
from games.tournaments import access, entering, progress, worker
from games.tournaments.models import Tournament
from tests import players, tables
from tests.desk import review
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
    if prepare_world := BEFORE.get(operation):
        prepare_world(world)
    call = CALLS[operation]
    body = call.body
    if isinstance(body, dict):
        body = {key: _named(value, world) for key, value in body.items()}
    path, _, query = call.path.format_map(world.names).partition("?")
    caller = world.callers[CALLERS.get(operation, "player")]
    return Scene(caller, path, body, query=dict(parse_qsl(query)) or None)


def _named(value: Any, world: World) -> Any:
    return value.format_map(world.names) if isinstance(value, str) else value


# --- accounts -------------------------------------------------------------------------------------


def _at_device(world: World, step: str, **decided: bool) -> Scene:
    """Let a device wait, and enter the code that it shows."""
    client = Client("example", "example", None)
    code = devices.begin(client, ["read"], "", now=timezone.now()).user_code
    body = {"user_code": code, **decided}
    return Scene(world.callers["player"], f"/oauth/device/{step}", body)


def _exchange_code(world: World) -> Scene:
    client = Client("example", "example", None)
    begun = devices.begin(client, ["read"], "", now=timezone.now())
    token = Token.objects.get(digest=bearers.digest(str(world.callers["player"].secret)))
    devices.decide(begun.user_code, token, approve=True, now=timezone.now())
    body = {
        "grant_type": devices.GRANT_TYPE,
        "client_id": "example",
        "device_code": begun.device_code,
    }
    return Scene(world.callers["player"], "/oauth/token", body)


def _connect_app(world: World) -> int:
    """Give an app access; return its id."""
    grant = DeviceCode(
        app="example", app_name="example", app_origin="device", scopes=["read"], resource=""
    )
    account = account_of(world.callers["player"])
    return tokens.issue_to_app(grant, account=account, now=timezone.now()).token.pk


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


# --- the lobby ------------------------------------------------------------------------------------


def _decline(world: World) -> Scene:
    host, guest = players.guest(), world.callers["player"]
    game = host.create(seats=2)
    host.post(f"/games/{game}/invitations", {"player": account_of(guest).username})
    return Scene(guest, f"/games/{game}/decline")


# --- the table ------------------------------------------------------------------------------------


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


def _begin_cup(world: World) -> Tournament:
    """Start the tournament of the player with one more player."""
    number = tables.number_of(world.names["cup"])
    entering.join(world.callers["other"].account, number)
    with transaction.atomic():
        cup = access.lock(number)
        assert progress.start(cup, now=timezone.now())
        cup.save()
    return cup


def _play_cup(world: World) -> None:
    """Let the tournament of the player end its first round."""
    cup = _begin_cup(world)
    for name in ("player", "other"):
        world.callers[name].post(f"/tournaments/{world.names['cup']}/confirm")
    until = timezone.now() + timedelta(minutes=2)
    while worker.step(now=until):
        pass
    table = cup.tables.get()
    world.callers["other"].post(f"/games/{ids.to_text(table.game_id or 0)}/resign")


def _finish_round(world: World) -> None:
    finish = world.callers["player"].post(
        f"/classes/{world.names['class']}/direct", {"action": "finish"}
    )
    assert finish.status_code == 200


def _form_tables(world: World) -> None:
    scene = of("form_class_tables", world)
    assert scene.caller.post(scene.path, scene.body).status_code == 200


def _dismiss(world: World) -> None:
    review.rule(review.find(world.names["dispute"]), review.reviewer(), "dismissed")


CALLERS = {
    "promote_guest": "guest",
    "announce_bot": "bot",
    "join": "other",
    "enter_match": "other",
    "join_tournament": "other",
    "read_own_class": "pupil",
}
BEFORE: dict[str, Callable[[World], object]] = {
    "list_apps": _connect_app,
    "send_verification": _with_address,
    "confirm_round": _begin_cup,
    "read_tournament": _begin_cup,
    "read_standings": _play_cup,
    "list_tournament_tables": _play_cup,
    "form_class_tables": _finish_round,
    "start_class": _form_tables,
    "read_class_results": _finish_round,
    "appeal": _dismiss,
}
SCENES: dict[str, Callable[[World], Scene]] = {
    "exchange_code": _exchange_code,
    "review_device": partial(_at_device, step="review"),
    "decide_device": partial(_at_device, step="decision", approve=True),
    "revoke_app": lambda world: Scene(world.callers["player"], f"/me/apps/{_connect_app(world)}"),
    "verify_email": _verify_email,
    "reset_password": _reset_password,
    "decline": _decline,
    "ask": partial(_at_table, command="ask", body={"target": 1, "rank": "A"}),
    "answer": partial(
        _at_table, command="answer", body={"cards": []}, seat=1, rules=HONOUR, asked="3"
    ),
    "end_turn": partial(_at_table, command="end_turn", rules=HONOUR, asked="9", answered=True),
    "expose": partial(_at_table, command="expose", body={"card": "AH"}, rules=HONOUR),
    "declare": partial(
        _at_table,
        command="declare",
        body={"cards": ["AH", "AS", "AD", "RJ"]},
        rules=compose("classic", ["wild_cards"]),
        pack="AH 2C AS 2H AD 4C RJ",
    ),
    "misdeal": partial(
        _at_table,
        command="misdeal",
        body={"reason": "exposed_card"},
        rules=compose("classic", options={"redeal_on_exposed": True}),
    ),
    "cut": _cut,
    "verify_transcript": _verify_transcript,
    "stream_game": lambda world: Scene(
        world.callers["player"], f"/games/{world.names['running']}/stream"
    ),
    "stream_account": lambda world: Scene(world.callers["player"], "/me/stream"),
}
