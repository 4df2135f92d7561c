"""Pictures of players: the choice, where they are shown, and how they end."""

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.lifecycle import closing
from accounts.lifecycle.registration import Registered
from accounts.models import User
from accounts.players import pictures
from accounts.refusals import InvalidToken
from tests.players import Player, guest, seated

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db]

ME = "/api/v1/me"


def test_a_player_chooses_a_picture_and_takes_the_choice_back(
    as_ann: APIClient, ann: Registered
) -> None:
    without = as_ann.get(ME).json()["picture"]
    other = next(each for each in pictures.PICTURES if each != without)

    assert as_ann.patch(ME, {"picture": other}).json()["picture"] == other
    assert as_ann.get(ME).json()["picture"] == other
    assert User.objects.get().picture == other
    assert as_ann.patch(ME, {"picture": None}).json()["picture"] == without
    assert User.objects.get().picture == ""


def test_players_without_a_choice_who_came_one_after_the_other_differ() -> None:
    shown = [guest().get("/me").json()["picture"] for _ in range(6)]

    assert len(set(shown)) == 6
    assert set(shown) <= set(pictures.PICTURES)


@pytest.mark.parametrize("sent", ["octopus", "Clownfish", "", 7, ["eel"], "x" * 1000])
def test_no_other_picture_is_taken(as_ann: APIClient, sent: object) -> None:
    answer = as_ann.patch(ME, {"picture": sent})

    assert answer.status_code == 400
    assert {each["pointer"] for each in answer.json()["errors"]} == {"/picture"}
    assert User.objects.get().picture == ""


def test_a_picture_is_shown_wherever_a_display_name_is() -> None:
    game, ann, _ = seated(2)
    ann.client.patch(ME, {"picture": "ray"})

    found = Player().post("/players/lookup", {"usernames": [ann.name]}).json()["players"][0]
    shown = [
        ann.get("/me").json(),
        Player().get(f"/players/{ann.name}").json(),
        found["player"],
        Player().get(f"/games/{game}").json()["players"][0],
        Player().get("/games").json()["results"][0]["players"][0],
    ]
    assert [each["picture"] for each in shown] == ["ray"] * 5


def test_a_closed_account_has_no_picture(as_ann: APIClient, ann: Registered) -> None:
    as_ann.patch(ME, {"picture": "ray"})

    closing.close(ann.user.pk, now=timezone.now())

    closed = User.objects.get()
    assert (closed.picture, pictures.shown(closed)) == ("", None)
    with pytest.raises(InvalidToken):
        pictures.change(ann.user, "ray")


def test_the_stored_choice_is_in_the_export_of_personal_data(as_ann: APIClient) -> None:
    assert as_ann.get(f"{ME}/export").json()["account"]["picture"] is None

    as_ann.patch(ME, {"picture": "ray"})

    assert as_ann.get(f"{ME}/export").json()["account"]["picture"] == "ray"
