"""Replaced usernames: reserved for good, still good to sign in with, and gone from everywhere
else.

Display names and pictures: their form, which are refused, where they are shown, how they end.
"""

from datetime import timedelta

import pytest
from django.contrib.admin.models import LogEntry
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from rest_framework.test import APIClient

from accounts import preferences, registration, renaming
from accounts.models import Notice, ReservedName, User
from accounts.refusals import DisplayNameRefused, InvalidToken, UsernameReserved, WrongCredentials
from accounts.registration import Registered
from games.desk import players
from games.desk.refusals import AlreadyRenamed, NotPermitted, PlayerClosed, ReasonsMissing
from games.play.models import Action, AuditEntry
from gofish_api.personal_data import close_account
from tests.accounts import people
from tests.desk.review import reviewer
from tests.players import Player, guest, seated
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


ME = "/api/v1/me"


@pytest.mark.parametrize(
    ("sent", "stored"),
    [
        ("  Ann \u00a0 of\u3000Oz ", "Ann of Oz"),
        ("\uff21nn \u2163", "Ann IV"),
        ("Zoe\u0308", "Zo\u00eb"),
        ("\u0410\u043d\u043d\u0430", "\u0410\u043d\u043d\u0430"),
        ("O'Neil-Smith & \U0001f41f", "O'Neil-Smith & \U0001f41f"),
        (
            "\u0639\u0644\u06cc\u200c\u0631\u0636\u0627",
            "\u0639\u0644\u06cc\u200c\u0631\u0636\u0627",
        ),
        (" " * 40 + "7", "7"),
    ],
)
def test_a_name_is_stored_in_its_normal_form(as_ann: APIClient, sent: str, stored: str) -> None:
    answer = as_ann.patch(ME, {"display_name": sent})

    assert (answer.status_code, answer.json().get("display_name")) == (200, stored)
    assert as_ann.get(ME).json()["display_name"] == stored
    assert User.objects.get().display_name == stored


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        ("", "blank"),
        ("   ", "bad_length"),
        ("x" * 31, "bad_length"),
        ("\ufdfa" * 2, "bad_length"),
        ("x" * 121, "max_length"),
        ("a" + "\u0300\u0327" * 15_000, "max_length"),
        ("Ann\nBob", "hidden_characters"),
        ("Ann\u200b", "hidden_characters"),
        ("Ann\u2066boB", "hidden_characters"),
        ("Ann\u2800", "hidden_characters"),
        ("Ann\U000e0041", "hidden_characters"),
        ("\u0301Ann", "hidden_characters"),
        ("A" + "\u0334\u0335\u0336" + "nn", "hidden_characters"),
        ("\u0e01" + "\u0e34\u0e48\u0e4c\u0e47\u0e36", "hidden_characters"),
        ("\u0e01" + "\u0331\u0334\u0335", "hidden_characters"),
        ("An\u200cn", "hidden_characters"),
        ("\u0410\u200c\u043d", "hidden_characters"),
        ("\u200c\u0639\u0644\u06cc", "hidden_characters"),
        ("\u0639\u0644\u06cc\u200cAnn", "hidden_characters"),
        ("\u0d9a\u0dca\u200d", "hidden_characters"),
        ("- . -", "no_letter"),
        ("\U0001f41f", "no_letter"),
        (["Ann"], "invalid"),
    ],
)
def test_a_name_of_the_wrong_form_is_refused(as_ann: APIClient, sent: object, code: str) -> None:
    answer = as_ann.patch(ME, {"display_name": sent})

    assert (answer.status_code, answer.json()["code"]) == (400, "validation_error")
    errors = answer.json()["errors"]
    assert {error["pointer"] for error in errors} == {"/display_name"}
    assert code in {error["code"] for error in errors}
    assert User.objects.get().display_name == ""


@pytest.mark.parametrize(
    "name",
    [
        "မြန်မာ ရှို့",
        "שָׁלוֹם",
        "مُحَمَّدٌ",
        "علی\u200cرضا",
        "ක්\u200dරිස්",
        "क्\u200dष",
        "র\u200d্যাব",
        "രാജ്\u200cകുമാർ",
        "གཉྫཱུ",
        "ស្ត្រី",
        "น้ำผึ้ง",
        "渡邊\U000e0101",
        "Ẹ̀ṣọ́",
        "O\u0301\u0323 Ne\u0301",
    ],
)
def test_names_of_the_world_have_the_right_form(name: str) -> None:
    renaming.check_form(renaming.normalised(name))


@pytest.mark.parametrize(
    "name",
    [
        "Admin",
        "ADM1N",
        "\u00e1dm\u00edn",
        "a.d.m.i.n",
        "\u00c1rbitra",
        "Schiedsrichter",
        "Referee",
        "Admin-Ann",
        "Ann (Bob/admin)",
        "\u0430dm\u0456n",
        "r\u03bf\u03bft",
        "The r\ua4f0feree",
        "\u1d00\u1d05\u1d0d\u026a\u0274",  # small capitals
        "\u0430\u0501\u043c\u0456n",
        "you",
        "guest-9",
    ],
)
def test_names_of_the_service_are_refused(as_ann: APIClient, name: str) -> None:
    answer = as_ann.patch(ME, {"display_name": name})

    assert (answer.status_code, answer.json()["code"]) == (422, "display_name_refused")
    assert [error["pointer"] for error in answer.json()["errors"]] == ["/display_name"]
    assert User.objects.get().display_name == ""


@pytest.mark.parametrize("name", ["B\u00f6bby1", "Modesty"])
def test_a_name_may_look_like_another_player(as_ann: APIClient, name: str) -> None:
    people.register("Bobby_1")

    answer = as_ann.patch(ME, {"display_name": name})

    assert (answer.json()["username"], answer.json()["display_name"]) == ("Ann", name)


def test_null_removes_the_name(as_ann: APIClient) -> None:
    as_ann.patch(ME, {"display_name": "Zed Q"})

    assert as_ann.patch(ME, {"email": None}).json()["display_name"] == "Zed Q"
    assert as_ann.patch(ME, {"display_name": None}).json()["display_name"] is None
    assert Player().get("/players/ann").json()["display_name"] is None


def test_a_name_cannot_be_given_to_an_account_that_closes(
    as_ann: APIClient, ann: Registered
) -> None:
    registration.close_account(ann.user.pk, now=timezone.now())

    with pytest.raises(InvalidToken):
        renaming.change(ann.user, "Zed Q")

    assert User.objects.get().display_name == ""


def _rename(as_chief: Client, user: User, name: str) -> int:
    page = as_chief.get(reverse("admin:accounts_user_change", args=[user.pk]))
    fields = page.context["adminform"].form.initial
    form = {"email": fields["email"], "display_name": name, "is_active": "on"}
    answer = as_chief.post(reverse("admin:accounts_user_change", args=[user.pk]), form)
    return answer.status_code


def test_a_moderator_changes_and_removes_it_in_the_admin_and_that_is_recorded(
    as_chief: Client, as_ann: APIClient, ann: Registered
) -> None:
    as_ann.patch(ME, {"display_name": "Zed Q"})

    decomposed = "A\u0301" * 30  # half as many characters in normal form
    assert _rename(as_chief, ann.user, decomposed) == 302
    assert _rename(as_chief, ann.user, " Zed  R ") == 302
    assert User.objects.get(pk=ann.user.pk).display_name == "Zed R"
    assert _rename(as_chief, ann.user, "") == 302
    assert User.objects.get(pk=ann.user.pk).display_name == ""
    changes = LogEntry.objects.filter(object_id=ann.user.pk)
    assert ["isplay name" in entry.get_change_message() for entry in changes] == [True] * 3


def test_the_admin_checks_a_name_as_the_api_does(as_chief: Client, ann: Registered) -> None:
    assert _rename(as_chief, ann.user, "Referee") == 200
    assert User.objects.get(pk=ann.user.pk).display_name == ""


def test_the_admin_gives_a_closed_account_no_name(as_chief: Client, ann: Registered) -> None:
    registration.close_account(ann.user.pk, now=timezone.now())

    assert _rename(as_chief, ann.user, "Zed Q") == 200
    assert User.objects.get(pk=ann.user.pk).display_name == ""


def test_a_name_with_a_surrogate_is_refused() -> None:
    with pytest.raises(ValidationError):
        renaming.check_form("Ann\ud800")


# --- pictures -------------------------------------------------------------------------------------


def test_a_player_chooses_a_picture_and_takes_the_choice_back(
    as_ann: APIClient, ann: Registered
) -> None:
    without = as_ann.get(ME).json()["picture"]
    other = next(each for each in preferences.PICTURES if each != without)

    assert as_ann.patch(ME, {"picture": other}).json()["picture"] == other
    assert as_ann.get(ME).json()["picture"] == other
    assert User.objects.get().picture == other
    assert as_ann.patch(ME, {"picture": None}).json()["picture"] == without
    assert User.objects.get().picture == ""


def test_players_without_a_choice_who_came_one_after_the_other_differ() -> None:
    shown = [guest().get("/me").json()["picture"] for _ in range(6)]

    assert len(set(shown)) == 6
    assert set(shown) <= set(preferences.PICTURES)


@pytest.mark.parametrize("sent", ["octopus", "", 7])
def test_no_other_picture_is_taken(as_ann: APIClient, sent: object) -> None:
    answer = as_ann.patch(ME, {"picture": sent})

    assert answer.status_code == 400
    assert {each["pointer"] for each in answer.json()["errors"]} == {"/picture"}
    assert User.objects.get().picture == ""


def test_a_picture_and_a_display_name_are_shown_everywhere() -> None:
    game, ann, _ = seated(2)
    ann.client.patch(ME, {"picture": "ray", "display_name": "Zed Q"})

    found = Player().post("/players/lookup", {"usernames": [ann.name]}).json()["players"][0]
    shown = [
        ann.get("/me").json(),
        Player().get(f"/players/{ann.name}").json(),
        found["player"],
        Player().get(f"/games/{game}").json()["players"][0],
        Player().get("/games").json()["results"][0]["players"][0],
    ]
    assert [(each["picture"], each["display_name"]) for each in shown] == [("ray", "Zed Q")] * 5


def test_a_closed_account_has_no_picture_and_no_name(as_ann: APIClient, ann: Registered) -> None:
    as_ann.patch(ME, {"picture": "ray", "display_name": "Zed Q"})

    registration.close_account(ann.user.pk, now=timezone.now())

    closed = User.objects.get()
    assert (closed.picture, preferences.shown(closed)) == ("", None)
    assert (closed.display_name, closed.shown_name) == ("", None)
    with pytest.raises(InvalidToken):
        preferences.change_picture(ann.user, "ray")
