"""Replaced usernames: reserved for good, still good to sign in with, and gone from everywhere
else.
"""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts import registration, renaming
from accounts.models import Notice, ReservedName, User
from accounts.refusals import DisplayNameRefused, UsernameReserved, WrongCredentials
from games.desk import players
from games.desk.refusals import AlreadyRenamed, NotPermitted, PlayerClosed, ReasonsMissing
from games.play.models import Action, AuditEntry
from gofish_api.personal_data import close_account
from tests.desk.review import reviewer
from tests.players import Player, seated
from tests.tables import log_of

pytestmark = pytest.mark.django_db

PASSWORD = "three-herrings-swim"
BAD = "Bad_Name"
LOOKS_LIKE_IT = "bad-nAme"


@pytest.fixture
def bad() -> Player:
    registered = registration.register(BAD, PASSWORD, now=timezone.now())
    return Player(registered.issued.secret, name=BAD, account=registered.user.pk)


def replace(player: Player, by: User | None = None, *, shown: str | None = None) -> User:
    user = User.objects.get(pk=player.account)
    return players.replace_username(
        user, by or reviewer(), shown=shown or user.username, why="It insults.", now=timezone.now()
    )


def test_the_player_gets_an_invented_name_a_notice_and_keeps_their_tokens(bad: Player) -> None:
    renaming.change(User.objects.get(pk=bad.account), "Very Bad")

    renamed = replace(bad)

    assert renamed.username.startswith("player-")
    me = bad.get("/me").json()
    assert (me["username"], me["display_name"]) == (renamed.username, None)
    [notice] = bad.get("/me/notices").json()["results"]
    assert (notice["kind"], notice["data"]["game"]) == ("renamed", None)
    assert BAD not in str(notice)
    entry = AuditEntry.objects.get(action=Action.RENAMED)
    assert (entry.player_id, entry.why) == (bad.account, "It insults.")


def test_the_old_name_is_reserved_with_all_that_look_like_it(bad: Player) -> None:
    replace(bad)

    for name in (BAD, LOOKS_LIKE_IT):
        answer = Player().post("/accounts", {"username": name, "password": PASSWORD})
        assert answer.json()["code"] == "username_reserved", name
    user = User.objects.get(pk=bad.account)
    with pytest.raises(DisplayNameRefused):
        renaming.change(user, "Bad Name")
    assert bad.get(f"/players/{BAD}").status_code == 404


def test_the_player_signs_in_with_either_name(bad: Player) -> None:
    renamed = replace(bad)

    for name in (BAD, renamed.username):
        login = {"username": name, "password": PASSWORD, "name": "x"}
        issued = Player().post("/tokens", login)
        assert issued.status_code == 201, issued.content
    wrong = Player().post("/tokens", {"username": BAD, "password": "so-wrong-it-is", "name": "x"})
    assert wrong.json()["code"] == WrongCredentials.code


def test_logs_stay_whole() -> None:
    game, ann, bob = seated(2)
    before = log_of(game)

    renamed = replace(ann)

    after = log_of(game)
    assert (after.numbers, after.position) == (before.numbers, before.position)
    assert after.position == after.replayed
    assert renamed.username in str(bob.get(f"/games/{game}").json())


def test_a_registration_that_waits_for_the_replacement_does_not_get_the_name(bad: Player) -> None:
    """The unique index makes it wait until the commit, after it has checked the name."""
    user = User(username=BAD)
    user.set_unusable_password()
    renaming.replace_username(bad.account, now=timezone.now())

    with pytest.raises(UsernameReserved):
        registration.open_account(user, lifetime=timedelta(days=1), now=timezone.now())
    assert not User.objects.filter(username=BAD).exists()


def test_closing_forgets_whose_name_it_was_and_keeps_it_reserved(bad: Player) -> None:
    replace(bad)
    exported = bad.get("/me/export").json()

    close_account.close(bad.account, now=timezone.now())

    assert [name["username"] for name in exported["former_usernames"]] == ["badname"]
    assert ReservedName.objects.get().account is None
    assert renaming.is_reserved(LOOKS_LIKE_IT)


def test_a_replacement_is_refused(bad: Player) -> None:
    rae = reviewer()
    user = User.objects.get(pk=bad.account)
    now = timezone.now()

    with pytest.raises(ReasonsMissing):
        players.replace_username(user, rae, shown=BAD, why="  ", now=now)
    with pytest.raises(NotPermitted):
        players.replace_username(rae, reviewer("Sam"), shown="Rae", why="So.", now=now)
    with pytest.raises(NotPermitted):
        players.replace_username(rae, user, shown="Rae", why="So.", now=now)
    replace(bad, rae)
    with pytest.raises(AlreadyRenamed):
        replace(bad, rae, shown=BAD)
    close_account.close(bad.account, now=now)
    with pytest.raises(PlayerClosed):
        replace(bad, rae)
    assert AuditEntry.objects.filter(action=Action.RENAMED).count() == 1
    assert Notice.objects.count() == 0
