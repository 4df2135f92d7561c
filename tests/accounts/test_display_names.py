"""Display names: their form, which are refused, where they are shown, and how they end."""

import pytest
from django.contrib.admin.models import LogEntry
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings
from rest_framework.test import APIClient

from accounts.lifecycle import closing
from accounts.lifecycle.registration import Registered
from accounts.models import User
from accounts.players import display_names
from accounts.refusals import InvalidToken
from tests.accounts import people
from tests.players import Player, guest, seated

pytestmark = pytest.mark.django_db
POSTGRESQL = pytest.mark.postgresql("accounts.players", "games.disputes.players")

ME = "/api/v1/me"


@POSTGRESQL
@pytest.mark.parametrize(
    ("sent", "stored"),
    [
        ("Ann of Oz", "Ann of Oz"),
        ("  Ann \u00a0 of\u3000Oz ", "Ann of Oz"),
        ("\uff21nn \u2163", "Ann IV"),
        ("Zoe\u0308", "Zo\u00eb"),
        ("\u0410\u043d\u043d\u0430", "\u0410\u043d\u043d\u0430"),
        ("\u674e\u96f7 Lee", "\u674e\u96f7 Lee"),
        ("\u6771\u4eac\u30bf\u30ef\u30fc", "\u6771\u4eac\u30bf\u30ef\u30fc"),
        ("\u05d3\u05d5\u05d3 7", "\u05d3\u05d5\u05d3 7"),
        ("\u0e19\u0e49\u0e33", "\u0e19\u0e49\u0e4d\u0e32"),
        ("O'Neil-Smith & \U0001f41f", "O'Neil-Smith & \U0001f41f"),
        ("\u0410nn \u0391", "\u0410nn \u0391"),  # Cyrillic, Latin and Greek letters
        (
            "\u0639\u0644\u06cc\u200c\u0631\u0636\u0627",
            "\u0639\u0644\u06cc\u200c\u0631\u0636\u0627",
        ),
        ("x" * 30, "x" * 30),
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
        ("\ufdfa" * 2, "bad_length"),  # 18 characters each in form NFKC
        ("x" * 121, "max_length"),
        (" " * 120 + "7", "max_length"),
        ("a" + "\u0300\u0327" * 15_000, "max_length"),  # takes seconds to normalise
        ("Ann\nBob", "hidden_characters"),
        ("Ann\tBob", "hidden_characters"),
        ("Ann\x7f", "hidden_characters"),
        ("Ann\u200b", "hidden_characters"),
        ("Ann\u202eboB", "hidden_characters"),
        ("Ann\u2066boB", "hidden_characters"),
        ("Ann\u2028", "hidden_characters"),
        ("Ann\u00ad", "hidden_characters"),
        ("Ann\ufe0f", "hidden_characters"),
        ("Ann\u3164", "hidden_characters"),
        ("Ann\u2800", "hidden_characters"),
        ("Ann\u1680Bob", "hidden_characters"),
        ("Ann\ue000", "hidden_characters"),
        ("Ann\U000e0041", "hidden_characters"),
        ("\u0301Ann", "hidden_characters"),
        ("A" + "\u0334\u0335\u0336" + "nn", "hidden_characters"),
        ("Ann\u20dd", "hidden_characters"),
        ("A\u0334\u0334nn", "hidden_characters"),  # the same mark twice
        ("\u0e01" + "\u0e34\u0e48\u0e4c\u0e47\u0e36", "hidden_characters"),  # five on a Thai letter
        ("\u0e01" + "\u0331\u0334\u0335", "hidden_characters"),  # three that are not Thai
        ("An\u200cn", "hidden_characters"),
        ("An\u200dn", "hidden_characters"),
        ("\u0410\u200c\u043d", "hidden_characters"),
        ("\u0639\u0644\u06cc\u200c", "hidden_characters"),  # a joiner at the end,
        ("\u200c\u0639\u0644\u06cc", "hidden_characters"),  # at the beginning,
        ("\u0639\u0644\u06cc\u200c \u0631\u0636\u0627", "hidden_characters"),  # of a word,
        ("\u0639\u0644\u06cc\u200c\u200c\u0631\u0636\u0627", "hidden_characters"),  # or doubled
        ("\u0639\u0644\u06cc\u200cAnn", "hidden_characters"),
        ("\u0d9a\u0dca\u200d", "hidden_characters"),
        ("\u0915\u200d\u0915", "hidden_characters"),  # without a virama
        ("- . -", "no_letter"),
        ("\U0001f41f", "no_letter"),
        (7, "invalid"),
        (["Ann"], "invalid"),
        ("Ann\0", "null_characters_not_allowed"),
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
        "မြန်မာ ရှို့",  # Burmese, with four marks on a letter
        "ကျွန်ုပ်",
        "שָׁלוֹם",  # Hebrew with points
        "שּׁ\u05b8ש",
        "مُحَمَّدٌ",  # Arabic with vowels
        "الرّٰحمٰن",
        "علی\u200cرضا",  # Persian
        "سوء\u200cتفاهم",
        "ක්\u200dරිස්",  # Sinhala
        "ශ්\u200dරී ලංකා",
        "क्षत्रिय",  # Hindi
        "क्\u200dष",
        "ढूँढ़ें",
        "র\u200d্যাব",  # Bengali
        "രാജ്\u200cകുമാർ",  # Malayalam
        "రాజ్\u200cకుమార్",  # Telugu
        "ஸ்ரீ",  # Tamil
        "ਸ਼ੁੰਭ",  # Gurmukhi
        "གཉྫཱུ",  # Tibetan
        "ស្ត្រី",  # Khmer
        "ກຸ້ງ",  # Lao
        "น้ำผึ้ง",  # Thai
        "ᠰᠠᠷ\u180eᠠ",  # Mongolian
        "渡邊\U000e0101",  # Japanese, a variant of a character
        "Nguyễn Thị Hằng",
        "Ẹ̀ṣọ́",  # Yoruba
        "Ԥшьа",  # Abkhaz
        "O\u0301\u0323 Ne\u0301",
        "Ann \U0001f469\U0001f3fd",
    ],
)
def test_names_of_the_world_have_the_right_form(name: str) -> None:
    display_names.check_form(display_names.normalised(name))


@pytest.mark.parametrize(
    "name",
    [
        "Admin",
        "ADM1N",
        "\u00e1dm\u00edn",
        "a.d.m.i.n",
        "Mod",
        "\u00c1rbitra",
        "Ann, moderadora",
        "Schiedsrichter",
        "Spielleitung Ann",
        "Referee",
        "The Referee",
        "Admin-Ann",
        "Ann (Bob/admin)",
        "fish_moderator",
        "go-fish",
        "\u0430dm\u0456n",  # Cyrillic letters
        "\u041c\u041eD\u0415R\u0410\u0422\u041eR",
        "r\u03bf\u03bft",  # Greek ones
        "adm\u0131n",
        "m\u00f8derator",
        "The r\ua4f0feree",  # a Lisu one
        "su\u03c1p\u03bfrt",
        "\u0430\u0501\u043c\u0456n",
        "\u1d00\u1d05\u1d0d\u026a\u0274",  # small capitals
        "supp\u05e1rt",  # a Hebrew one
        "Fish Support",
        "you",
        "guest-9",
        "deleted",
    ],
)
def test_names_of_the_service_are_refused(as_ann: APIClient, name: str) -> None:
    answer = as_ann.patch(ME, {"display_name": name})

    assert (answer.status_code, answer.json()["code"]) == (422, "display_name_refused")
    assert [error["pointer"] for error in answer.json()["errors"]] == ["/display_name"]
    assert User.objects.get().display_name == ""


@POSTGRESQL
@pytest.mark.parametrize("name", ["Bobby_1", "B\u00f6bby1", "\u0412obby1", "Seat 0", "Modesty"])
def test_a_name_may_look_like_another_player(as_ann: APIClient, name: str) -> None:
    people.register("Bobby_1")

    answer = as_ann.patch(ME, {"display_name": name})

    assert (answer.json()["username"], answer.json()["display_name"]) == ("Ann", name)


@pytest.mark.parametrize("name", ["ann", "ANN", "A-N-N", "\u00c4nn"])
def test_the_own_username_in_another_form_is_fine(as_ann: APIClient, name: str) -> None:
    assert as_ann.patch(ME, {"display_name": name}).json()["display_name"] == name


def test_a_guest_may_show_their_own_name_and_two_players_the_same(as_ann: APIClient) -> None:
    one = guest()
    assert one.client.patch(ME, {"display_name": one.name.upper()}).status_code == 200

    answers = [client.patch(ME, {"display_name": "Zed Q"}) for client in (as_ann, one.client)]

    assert [answer.status_code for answer in answers] == [200, 200]


@POSTGRESQL
def test_a_refused_name_changes_no_other_field(as_ann: APIClient) -> None:
    answer = as_ann.patch(ME, {"display_name": "Referee", "email": "ann@example.org"})

    assert answer.status_code == 422
    assert as_ann.get(ME).json()["email"] is None


def test_null_removes_the_name(as_ann: APIClient) -> None:
    as_ann.patch(ME, {"display_name": "Zed Q"})

    assert as_ann.patch(ME, {"email": None}).json()["display_name"] == "Zed Q"
    assert as_ann.patch(ME, {"display_name": None}).json()["display_name"] is None
    assert Player().get("/players/ann").json()["display_name"] is None


@POSTGRESQL
def test_changes_are_limited_and_refused_ones_do_not_count(
    as_ann: APIClient, settings: Settings, in_one_window: None
) -> None:
    settings.RATES = settings.RATES | {"display_names": "2/day"}
    names = ["Zed Q", "Referee", "Ann\u200b", "Zed R", "Zed S"]

    answers = [as_ann.patch(ME, {"display_name": name}).status_code for name in names]

    assert answers == [200, 422, 400, 200, 429]
    assert as_ann.patch(ME, {"email": None}).status_code == 200
    assert as_ann.get(ME).json()["display_name"] == "Zed R"


def test_a_name_is_shown_in_the_profile_and_in_the_export(as_ann: APIClient) -> None:
    as_ann.patch(ME, {"display_name": "Zed Q"})

    assert Player().get("/players/ann").json()["display_name"] == "Zed Q"
    assert as_ann.get(f"{ME}/export").json()["account"]["display_name"] == "Zed Q"


def test_a_closed_account_has_no_name(as_ann: APIClient, ann: Registered) -> None:
    as_ann.patch(ME, {"display_name": "Zed Q"})

    assert as_ann.delete(ME).status_code == 204

    closed = User.objects.get(pk=ann.user.pk)
    assert (closed.display_name, closed.shown_name) == ("", None)


@POSTGRESQL
def test_a_name_cannot_be_given_to_an_account_that_closes(
    as_ann: APIClient, ann: Registered
) -> None:
    closing.close(ann.user.pk, now=timezone.now())

    with pytest.raises(InvalidToken):
        display_names.change(ann.user, "Zed Q")

    assert User.objects.get().display_name == ""


def _rename(as_chief: Client, user: User, name: str) -> int:
    page = as_chief.get(reverse("admin:accounts_user_change", args=[user.pk]))
    fields = page.context["adminform"].form.initial
    form = {"email": fields["email"], "display_name": name, "is_active": "on"}
    answer = as_chief.post(reverse("admin:accounts_user_change", args=[user.pk]), form)
    return answer.status_code


@POSTGRESQL
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


@pytest.mark.parametrize("name", ["Referee", "Ann\u200b"])
def test_the_admin_checks_a_name_as_the_api_does(
    as_chief: Client, ann: Registered, name: str
) -> None:
    assert _rename(as_chief, ann.user, name) == 200
    assert User.objects.get(pk=ann.user.pk).display_name == ""


def test_the_admin_gives_a_closed_account_no_name(as_chief: Client, ann: Registered) -> None:
    closing.close(ann.user.pk, now=timezone.now())

    assert _rename(as_chief, ann.user, "Zed Q") == 200
    assert User.objects.get(pk=ann.user.pk).display_name == ""


def test_the_desk_shows_it_next_to_the_username(as_chief: Client) -> None:
    _, one, _ = seated(2)
    one.client.patch(ME, {"display_name": "Zed <Q>"})

    page = as_chief.get("/admin/games/game/").content.decode()

    assert f"{one.name} (Zed &lt;Q&gt;)" in page


@pytest.mark.parametrize("name", ["Ann", "\u0410\u043d\u043d\u0430", "\u674e\u96f7"])
def test_the_normal_form_is_stable(name: str) -> None:
    assert display_names.normalised(display_names.normalised(name)) == name


def test_a_name_with_a_surrogate_is_refused() -> None:
    with pytest.raises(ValidationError):
        display_names.check_form("Ann\ud800")
