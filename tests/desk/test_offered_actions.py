"""No role is offered a link, a button or an action that leads to a refusal."""

import re
from urllib.parse import urljoin

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from gofish_api.personal_data import close_account
from tests.desk.cases import filed, finished
from tests.desk.people import at_desk
from tests.players import guest, seated

pytestmark = pytest.mark.django_db

MOST_PAGES = 150
ENDS_THE_SESSION = ("/logout/", "/password_change/")


def client_of(role: str) -> Client:
    if role != "superuser":
        return at_desk(f"the-{role}", role)
    client = at_desk("chief")
    User.objects.filter(username="chief").update(is_superuser=True)
    return client


def links(page: str, path: str) -> set[str]:
    found = {urljoin(path, link.split("#")[0]) for link in re.findall(r'href="([^"]+)"', page)}
    return {
        each.split("?")[0]
        for each in found
        if each.startswith("/admin/") and not each.startswith("/admin/jsi18n")
    }


@pytest.mark.slow
@pytest.mark.parametrize("role", ["reviewer", "operator", "superuser"])
def test_every_link_of_every_page_can_be_opened(role: str) -> None:
    game, (ann, bob) = finished()
    running, cid, _ = seated(2)
    filed(game, bob)
    filed(running, cid, move=2, reason="abusive_name")
    close_account.close(ann.account, now=timezone.now())
    client = client_of(role)
    waiting, seen = ["/admin/"], {"/admin/"}
    refused = []

    while waiting and len(seen) < MOST_PAGES:
        path = waiting.pop(0)
        answer = client.get(path)
        if answer.status_code not in (200, 302):
            refused.append((path, answer.status_code))
        if answer.status_code != 200 or path.endswith(ENDS_THE_SESSION):
            continue
        new = links(answer.content.decode(), path) - seen
        seen |= new
        waiting += sorted(new)

    assert refused == []
    assert len(seen) > 10


@pytest.mark.parametrize("role", ["reviewer", "operator"])
def test_no_list_offers_to_delete(role: str) -> None:
    game, (_, bob) = finished()
    filed(game, bob)
    client = client_of(role)

    for path in sorted(links(client.get("/admin/").content.decode(), "/admin/")):
        assert "delete_selected" not in client.get(path).content.decode(), path


def test_the_button_to_reset_a_password_is_for_those_who_may(admin_client: Client) -> None:
    player = guest()
    page = f"/admin/accounts/user/{player.account}/change/"

    assert "../password/" not in at_desk("otto", "operator").get(page).content.decode()
    assert "../password/" in admin_client.get(page).content.decode()
    close_account.close(player.account, now=timezone.now())
    assert "../password/" not in admin_client.get(page).content.decode()


def test_hidden_cards_are_offered_to_those_who_may_look() -> None:
    game, _, bob = seated(2)
    dispute = filed(game, bob, move=3)
    page = f"/admin/disputes/dispute/{dispute.pk}/change/"
    form = f"/{dispute.game_id}/access/"

    may = at_desk("rita", "reviewer", may=("look_into_running_games",)).get(page).content.decode()
    may_not = at_desk("sam", "reviewer").get(page).content.decode()

    assert form in may
    assert form not in may_not
    assert "You lack the permission to see hidden cards of a running game." in may_not
