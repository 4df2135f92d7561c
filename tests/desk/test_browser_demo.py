"""The demonstration data in a browser: the list of disputes, a player, statistics and games."""

import pytest
from django.core.management import call_command
from playwright.sync_api import expect

from accounts.models import User
from tests.browsing import IN_CHROMIUM, chromium
from tests.desk.browsing import Reviewer
from tests.desk.people import PASSWORD, install_groups
from tests.processes import served

pytestmark = [*IN_CHROMIUM, pytest.mark.django_db(transaction=True)]

QUEUE = "/admin/disputes/dispute/"
WINDOW = {"width": 1280, "height": 900}


def test_the_demonstration_data_show_the_list_and_the_page_of_a_player() -> None:
    install_groups()
    call_command("seed_demo", verbosity=0)
    reviewer = User.objects.get(username="reviewer")
    reviewer.set_password(PASSWORD)
    reviewer.save()
    player = User.objects.get(username="southwest").pk
    with served() as address, chromium() as browser:
        desk = Reviewer(browser, address, "reviewer", viewport=WINDOW)
        page = desk.page

        desk.open(QUEUE)
        expect(page.get_by_role("link", name="referee error").first).to_be_visible()
        desk.picture("desk-queue.png")

        desk.open(f"{QUEUE}player/{player}/")
        expect(page.get_by_role("heading", name="Rulings against the player")).to_be_visible()
        desk.picture("desk-player.png")

        for path in (f"{QUEUE}statistics/", f"{QUEUE}?state=all", "/admin/games/game/"):
            desk.open(path)
        assert desk.faults == []
