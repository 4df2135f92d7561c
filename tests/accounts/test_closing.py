"""Closing an account, and exporting its personal data."""

import base64
import json
import re
import time
from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from random import Random
from typing import Any

import pytest
import time_machine
from axes.models import AccessAttempt
from django.apps import apps
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db.models import ForeignKey
from django.utils import timezone
from django_otp.plugins.otp_static.models import StaticDevice, StaticToken
from django_otp.plugins.otp_totp.models import TOTPDevice
from pytest_django import Settings

from accounts import locks, registration
from accounts.credentials import bearers, tokens
from accounts.models import AuthorizationCode, Block, DeviceCode, Notice, ReservedName, Token, User
from accounts.refusals import AccountSuspended, InvalidToken
from games import models
from games.classes.models import ClassPlace, SchoolClass
from games.desk import claiming
from games.desk.models import Dispute, PlayerNote, Ruling, Words
from games.desk.ruling import RulingDraft, rule
from games.log import head_reader
from games.log.models import GameStatus, Seat, StoredAnswer
from games.play import lobby, matchmaking
from games.play.models import AuditEntry, Invitation, Match
from games.tournaments.models import (
    Director,
    Entrant,
    Tournament,
    TournamentDecision,
    TournamentInvitation,
)
from gofish_api.personal_data import export
from gofish_api.personal_data.parts import PARTS
from tests import players
from tests.accounts import people
from tests.desk.review import file, finished, reviewer
from tests.players import Json, Player, account_of
from tests.tables import number_of
from tests.threads import at_once

pytestmark = pytest.mark.django_db

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
    registration.create_bot(user, "Ann-Droid", now=timezone.now())
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


@pytest.mark.usefixtures("memory")
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
    for name in ("Ann", User.objects.get(pk=ann.account).username):
        assert Player().get(f"/players/{name}").status_code == 404
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


def test_closing_ends_games_in_which_the_time_of_the_turn_is_over(ann: Player) -> None:
    bob = players.guest()
    bodies = [
        {"seats": 2, "turn_seconds": 5, "options": {"referee": r}} for r in ("auto", "honour")
    ]
    games = [ann.post("/games", body).json()["game"]["id"] for body in bodies]
    for game in games:
        assert bob.join(game).status_code == 200

    with time_machine.travel(timezone.now() + timedelta(seconds=6)):
        answer = ann.client.delete("/api/v1/me")

        assert answer.status_code == 204
        assert {bob.state(game)["phase"] for game in games} == {"over"}
    assert User.objects.get(pk=ann.account).closed_at is not None


def _verdict(transcript: bytes) -> dict[str, Any]:
    verdict: dict[str, Any] = Player().post("/transcripts/verify", json.loads(transcript)).json()
    return verdict


# --- pages of an export ---------------------------------------------------------------------------


ROWS = 1_234


@pytest.fixture
def new() -> Player:
    """A player whose account has nothing yet."""
    registered = people.register("Ann")
    return Player(registered.issued.secret, name="Ann", account=registered.user.pk)


def keep_answers(account_id: int, count: int) -> None:
    """Store responses for retries."""
    StoredAnswer.objects.bulk_create(
        StoredAnswer(
            account_id=account_id,
            key=f"k-{number}",
            fingerprint=b"",
            status=200,
            headers={},
            body=b"",
            at=timezone.now(),
        )
        for number in range(count)
    )


def add_tokens(user: User, count: int) -> None:
    """Store revoked tokens, whose number is not limited."""
    now = timezone.now()
    Token.objects.bulk_create(
        Token(
            user=user,
            name=f"t-{number}",
            scopes=["read"],
            digest=bearers.digest(f"{user.pk}-{number}"),
            created_at=now,
            expires_at=now,
            revoked_at=now,
        )
        for number in range(count)
    )


def pages(player: Player) -> list[Json]:
    """Read all pages."""
    read = [player.get("/me/export").json()]
    while read[-1]["next"]:
        read.append(player.get(read[-1]["next"].removeprefix("/api/v1")).json())
    return read


def rows(page: Json) -> int:
    """Count the rows of a page."""
    nested = sum(len(bot["tokens"]) for bot in page["bots"])
    return nested + sum(len(part) for part in page.values() if isinstance(part, list))


def test_pages_are_bounded_and_lose_nothing(new: Player) -> None:
    keep_answers(new.account, ROWS)
    add_tokens(account_of(new), ROWS)

    read = pages(new)

    assert [rows(page) for page in read[:-1]] == [export.MOST_ROWS] * (len(read) - 1)
    assert rows(read[-1]) <= export.MOST_ROWS
    keys = Counter(answer["key"] for page in read for answer in page["stored_answers"])
    assert keys == Counter(f"k-{number}" for number in range(ROWS))
    names = Counter(token["name"] for page in read for token in page["tokens"])
    assert names == Counter([*(f"t-{number}" for number in range(ROWS)), "first token"])


@pytest.mark.parametrize("most", [2, 3, 5, 11])
def test_bots_are_complete_in_chunks_of_any_size(new: Player, most: int) -> None:
    for number, count in enumerate((2, 0, 3)):
        droid = registration.create_bot(account_of(new), f"Droid-{number}", now=timezone.now()).user
        add_tokens(droid, count)
    part, after, read = PARTS["bots"], None, Counter[tuple[str, str]]()
    for _ in range(20):
        chunk = part.read(new.account, after, most)
        assert chunk.size <= most
        read.update(
            (bot["account"].username, token.name) for bot in chunk.rows for token in bot["tokens"]
        )
        after = chunk.last
        if after is None:
            break

    assert after is None
    assert read == {
        **{(f"Droid-{n}", "first token"): 1 for n in range(3)},
        **{(f"Droid-{n}", f"t-{t}"): 1 for n, count in ((0, 2), (2, 3)) for t in range(count)},
    }


@pytest.mark.parametrize(
    "content",
    [
        {},
        ["nothing"],
        ["tokens", -1],
        ["tokens", 2**63],
        ["tokens", 1, 2],
        ["stored_answers", "\0"],
    ],
    ids=json.dumps,
)
def test_a_forged_cursor_is_refused(new: Player, content: Any) -> None:
    text = base64.urlsafe_b64encode(json.dumps(content).encode()).decode()

    answer = new.get(f"/me/export?after={text}")

    assert (answer.status_code, answer.json()["errors"][0]["pointer"]) == (400, "/after")


def test_a_cursor_shows_no_data_of_other_accounts(new: Player) -> None:
    bob = people.register("Bob")
    keep_answers(bob.user.pk, 3)
    cursor = export.to_text(export.Cursor("bots", (0, 0)))

    page = new.get(f"/me/export?after={cursor}").json()

    assert page["account"]["username"] == "Ann"
    assert rows(page) == 0


# --- races with other requests --------------------------------------------------------------------


CLOSINGS = 8
WITHIN = 0.03  # seconds


def registered(name: str) -> Player:
    """Create a player who may own bots; without a password, since hashing one is slow."""
    user = User.objects.create(username=name)
    issued = tokens.issue(
        user, name="first", scopes=tokens.PERSONAL_SCOPES, now=timezone.now(), lifetime=timedelta(1)
    )
    return Player(issued.secret, name=name, account=user.pk)


def soon(rng: Random, call: Callable[[], Any]) -> Callable[[], Any]:
    """Return the call with a random delay of up to ``WITHIN``."""
    delay = rng.uniform(0, WITHIN)

    def begin() -> Any:
        time.sleep(delay)
        return call()

    return begin


def closing_and_more(ann: Player, game: str) -> list[Callable[[], Any]]:
    """Return six calls of an account: one closes it, five create something for it."""
    return [
        lambda: ann.send("DELETE", "/me"),
        lambda: ann.post("/me/bots", {"username": f"Droid-of-{ann.name}"}),
        lambda: ann.send("PATCH", "/me", b'{"email": "ann@example.org"}'),
        lambda: ann.join(game),
        lambda: ann.post("/games", {"preset": "classic", "seats": 2}),
        lambda: ann.post("/matches", {"preset": "classic", "seats": 2, "wait_seconds": 60}),
    ]


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_concurrent_requests_create_nothing_for_a_closed_account(
    settings: Settings,
) -> None:
    settings.RATES = dict.fromkeys(settings.RATES, "none")
    rng, host = Random(7), registered("Host")
    answers: list[Any] = []
    for number in range(CLOSINGS):
        calls = closing_and_more(registered(f"Ann-{number}"), host.create(seats=3))
        answers += at_once(*(soon(rng, call) for call in calls))

    statuses = {getattr(answer, "status_code", repr(answer)) for answer in answers}
    assert statuses <= {200, 201, 204, 401}, statuses
    closed = User.objects.filter(closed_at__isnull=False)
    assert closed.filter(is_bot=False).count() == CLOSINGS
    assert not User.objects.filter(owner__in=closed, is_active=True).exists()
    assert not Token.objects.filter(user__in=closed).exists()
    assert not closed.exclude(email="").exists()
    assert not Match.objects.filter(account__in=closed).exists()
    assert not Invitation.objects.filter(account__in=closed).exists()
    seats = Seat.objects.filter(account__in=closed)
    assert not seats.filter(game__status=GameStatus.LOBBY).exists()
    for seat in seats.filter(game__status=GameStatus.RUNNING):
        assert head_reader.load(seat.game_id).state.left >> seat.number & 1


def test_a_bot_of_a_closed_owner_gets_no_token_and_no_seat() -> None:
    ann, bob = registered("Ann"), registered("Bob")
    droid = registration.create_bot(players.account_of(ann), "Droid", now=timezone.now()).user
    User.objects.filter(pk=ann.account).update(is_active=False)
    game = number_of(bob.create(seats=2))

    with pytest.raises(InvalidToken):
        tokens.issue(droid, name="x", scopes=["play"], now=timezone.now())
    with pytest.raises(InvalidToken):  # as a request that was authenticated before
        lobby.join(game, droid.pk, is_bot=True)


def test_quick_match_seats_open_accounts_only() -> None:
    ann, bob, cleo = registered("Ann"), registered("Bob"), registered("Cleo")
    wish = {"preset": "classic", "seats": 2, "wait_seconds": 60}
    ann.post("/matches", wish)
    User.objects.filter(pk=ann.account).update(is_active=False)

    bob_waits = bob.post("/matches", wish).json()
    cleo_sits = cleo.post("/matches", wish).json()

    assert bob_waits["game"] is None
    assert cleo_sits["game"] is not None
    assert not Match.objects.filter(account=ann.account).exists()


def test_quick_match_does_not_seat_a_suspended_account() -> None:
    ann, bob = registered("Ann"), registered("Bob")
    wish = {"preset": "classic", "seats": 2, "wait_seconds": 0}
    entered = ann.post("/matches", wish | {"wait_seconds": 60}).json()
    locks.suspend(players.account_of(ann), reason="other", until=None)
    Match.objects.update(until=timezone.now())

    assert matchmaking.settle_next()

    assert not Match.objects.exists()
    assert not Seat.objects.exists()
    assert entered["game"] is None
    with pytest.raises(AccountSuspended):
        registration.create_bot(players.account_of(ann), "Droid", now=timezone.now())
    assert bob.post("/matches", wish).status_code == 201


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_a_bot_created_during_the_suspension_of_its_owner_is_suspended_or_refused() -> None:
    rae = reviewer()
    for number in range(3):
        game, ann, bob = finished()
        User.objects.filter(pk=bob.account).update(is_guest=False)
        dispute, owner, now = file(ann, game), players.account_of(bob), timezone.now()
        claiming.claim(dispute, rae, now=now)
        suspended = RulingDraft("suspended", seat=1)

        at_once(
            partial(rule, dispute, rae, suspended, reasons="So it is.", now=now),
            partial(registration.create_bot, owner, f"Droid-{number}", now=now),
        )

        assert User.objects.get(pk=owner.pk).suspended_until is not None
        assert not owner.bots.filter(suspended_until=None).exists()


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_concurrent_requests_leave_no_more_live_tokens_than_there_may_be() -> None:
    ann = User.objects.create(username="Ann")

    def issue() -> None:
        tokens.issue(ann, name="one", scopes=["read"], now=timezone.now())

    for _ in range(tokens.MOST_LIVE_TOKENS - 2):
        issue()
    at_once(*[issue] * 8)

    assert tokens.live(ann, now=timezone.now()).count() == tokens.MOST_LIVE_TOKENS
