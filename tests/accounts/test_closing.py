"""Closing an account, and exporting its personal data."""

import json
import re
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from axes.models import AccessAttempt
from django.apps import apps
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import OperationalError, connection
from django.db.models import ForeignKey
from django.utils import timezone
from django_otp.plugins.otp_static.models import StaticDevice, StaticToken
from django_otp.plugins.otp_totp.models import TOTPDevice

from accounts.lifecycle import bots
from accounts.models import AuthorizationCode, Block, DeviceCode, Notice, ReservedName, Token, User
from games import models
from games.classes.models import ClassPlace, SchoolClass
from games.disputes.models import AuditEntry, Dispute, PlayerNote, Ruling, Words
from games.tournaments.models import (
    Director,
    Entrant,
    Tournament,
    TournamentDecision,
    TournamentInvitation,
)
from gofish_api.personal_data import close_account
from tests import players
from tests.accounts import people
from tests.players import Player

pytestmark = [
    pytest.mark.postgresql,
    pytest.mark.django_db,
    pytest.mark.usefixtures("knowledge"),
]

ME = "/me"


@pytest.fixture
def ann() -> Player:
    """A player whose account has everything that an account can have."""
    registered = people.register("Ann")
    user = registered.user
    user.email, user.email_verified_at = "ann@example.org", timezone.now()
    user.is_staff = True
    user.save()
    TOTPDevice.objects.create(user=user, name="app", key="beef" * 10)
    StaticDevice.objects.create(user=user, name="printed codes").token_set.create(token="abcd2345")
    bots.create(user, "Ann-Droid", now=timezone.now())
    LogEntry.objects.create(
        user=user,
        content_type=ContentType.objects.get_for_model(User),
        object_id=str(user.pk),
        object_repr="Ann",
        action_flag=CHANGE,
    )
    player = Player(registered.issued.secret, name="Ann", account=user.pk)
    wrong = {"username": "Ann", "password": "wrong", "name": "x"}
    assert Player().post("/tokens", wrong).status_code == 401
    return player


def test_an_export_contains_all_personal_data(ann: Player) -> None:
    bob = players.guest()
    game = ann.create()
    bob.join(game)
    ann.post(f"/games/{game}/resign", {}, Idempotency_Key="k-1")
    invited = bob.create()
    bob.post(f"/games/{invited}/invitations", {"player": "Ann"})

    answer = ann.get(f"{ME}/export")

    assert (answer.status_code, answer["Cache-Control"]) == (200, "no-store")
    held = answer.json()
    assert held["account"]["email"] == "ann@example.org"
    assert [token["name"] for token in held["tokens"]] == ["first token"]
    assert [bot["account"]["username"] for bot in held["bots"]] == ["Ann-Droid"]
    assert [failed["failures"] for failed in held["failed_sign_ins"]] == [1]
    assert [(held_game["id"], held_game["seat"]) for held_game in held["games"]] == [(game, 0)]
    assert [invitation["game"] for invitation in held["invitations"]] == [invited]
    assert [stored["key"] for stored in held["stored_answers"]] == ["k-1"]
    assert [len(held[part]) for part in ("authenticator_apps", "printed_codes")] == [1, 1]
    assert not {"beef" * 10, "abcd2345", people.PASSWORD} & set(
        re.findall(r"[\w-]+", answer.content.decode())
    )
    assert str(ann.secret) not in answer.content.decode()


def test_the_export_covers_every_table_with_a_foreign_key_to_accounts() -> None:
    """Add a new table here after the export includes it."""
    referring = {
        field.model
        for model in apps.get_models()
        for field in model._meta.get_fields()
        if isinstance(field, ForeignKey) and field.related_model is User
    }

    of_accounts = {User, Token, Notice, Block, LogEntry, ReservedName}
    of_accounts |= {AuthorizationCode, DeviceCode, TOTPDevice, StaticDevice}
    of_games = {models.Seat, models.Invitation, models.LobbyExit, models.Match, models.StoredAnswer}
    of_games |= {models.PlayerStatistics, models.LastSeen, models.BotOffer, models.BotStatus}
    of_games |= {models.Rating, models.RatingEntry, models.HiddenRatings, models.GameAnalysis}
    of_games |= {models.Game, SchoolClass, ClassPlace}
    of_games |= {Tournament, Entrant, TournamentInvitation, Director, TournamentDecision}
    assert referring == of_accounts | of_games | {Dispute, Words, Ruling, AuditEntry, PlayerNote}


def test_closing_deletes_all_personal_data(ann: Player) -> None:
    ann.post("/games", {"preset": "classic", "seats": 2}, Idempotency_Key="k-1")

    answer = ann.client.delete("/api/v1/me")

    assert (answer.status_code, answer.content) == (204, b"")
    for user in User.objects.all():
        assert user.username.startswith("deleted-")
        assert not user.has_usable_password()
        assert (user.email, user.email_verified_at, user.last_login) == ("", None, None)
        assert not (user.is_active or user.is_staff or user.is_superuser)
    secrets = (TOTPDevice, StaticDevice, StaticToken)
    for table in (Token, AccessAttempt, models.Invitation, models.StoredAnswer, *secrets):
        assert not table._default_manager.exists(), table
    assert "Ann" not in str(list(LogEntry.objects.values()))
    assert ann.get(ME).status_code == 401


def test_after_closing_the_name_is_free_and_the_profile_is_gone(ann: Player) -> None:
    ann.client.delete("/api/v1/me")

    assert Player().get("/players/Ann").status_code == 404
    assert Player().get(f"/players/{User.objects.get(pk=ann.account).username}").status_code == 404
    assert people.register("Ann").user.pk != ann.account


@pytest.mark.slow
def test_games_of_a_closed_account_stay_complete_and_still_verify(ann: Player) -> None:
    bob = players.guest()
    game = ann.create()
    bob.join(game)
    receipts = [move["digest"] for move in bob.moves(game)]

    ann.client.delete("/api/v1/me")

    assert bob.state(game)["phase"] == "over"
    shown = bob.get(f"/games/{game}").json()
    assert shown["players"][0]["player"].startswith("deleted-")
    assert [move["digest"] for move in bob.moves(game)][: len(receipts)] == receipts
    transcript = bob.get(f"/games/{game}/transcript")
    assert "Ann" not in transcript.content.decode()
    assert _verdict(transcript.content)["holds"]


def test_closing_leaves_lobbies(ann: Player) -> None:
    game = ann.create()
    bob = players.guest()

    ann.client.delete("/api/v1/me")

    assert not models.Seat.objects.exists()
    assert models.Game.objects.count() == 1
    assert bob.join(game).json()["code"] == "game_closed"


def test_closing_resigns_from_a_game_in_honour_mode(ann: Player) -> None:
    bob = players.guest()
    game = ann.create(referee="honour")
    assert bob.join(game).status_code == 200

    ann.client.delete("/api/v1/me")

    assert bob.state(game)["phase"] == "over"


@pytest.mark.parametrize("referee", ["auto", "honour"])
def test_closing_ends_games_in_which_the_time_of_the_turn_is_over(
    ann: Player, referee: str
) -> None:
    bob = players.guest()
    body = {"preset": "classic", "seats": 2, "turn_seconds": 5, "options": {"referee": referee}}
    games = [ann.post("/games", body).json()["game"]["id"] for _ in range(3)]
    for game in games:
        assert bob.join(game).status_code == 200

    with time_machine.travel(timezone.now() + timedelta(seconds=6)):
        answer = ann.client.delete("/api/v1/me")

        assert answer.status_code == 204
        assert {bob.state(game)["phase"] for game in games} == {"over"}
    assert User.objects.get(pk=ann.account).closed_at is not None


def test_an_account_is_closed_even_if_leaving_its_games_fails_at_first(
    ann: Player,
) -> None:
    game = ann.create()

    def fail_at_games(execute: Any, sql: str, *rest: Any) -> Any:
        if "games_match" in sql:
            raise OperationalError("the database is away")
        return execute(sql, *rest)

    with connection.execute_wrapper(fail_at_games):
        answer = ann.client.delete("/api/v1/me")

    assert answer.status_code == 204
    assert ann.get(ME).status_code == 401
    assert models.Seat.objects.filter(account=ann.account).exists()
    close_account.finish([ann.account])
    assert not models.Seat.objects.exists()
    assert players.guest().join(game).json()["code"] == "game_closed"


def _verdict(transcript: bytes) -> dict[str, Any]:
    verdict: dict[str, Any] = Player().post("/transcripts/verify", json.loads(transcript)).json()
    return verdict
