"""Every address of the client, as all kinds of callers open it: nothing fails."""

import re
from urllib.parse import urlencode

import pytest
from playwright.sync_api import expect

from gofish_api.settings.client_paths import client_paths
from tests.browsing import IN_CHROMIUM
from tests.permissions import AUTHORIZATION
from tests.web.conftest import Visit
from tests.web.tables import (
    Player,
    guest,
    member,
    opened,
    opened_class,
    opened_tournament,
    signed_in,
)
from tests.web.watched import seated

pytestmark = IN_CHROMIUM

QUERIES = {"authorize": f"?{urlencode(AUTHORIZATION)}"}
"""What an address needs besides its path."""


@pytest.mark.parametrize("who", ["stranger", "guest", "member", "pupil"])
def test_no_address_fails_or_writes_to_the_console(
    visit: Visit, shared_server: str, who: str
) -> None:
    over = seated(shared_server, ("Ann", "Bob"))
    over.play(seed=3)
    reader: Player | None = None
    if who in ("guest", "member"):
        reader = guest(shared_server) if who == "guest" else member(shared_server, "Walker")
    host = reader or guest(shared_server)
    teacher = reader if who == "member" and reader else member(shared_server, f"Teacher-{who}")
    school = opened_class(teacher)
    running = opened(host, bots=["forgetful"])
    waiting = opened(guest(shared_server), seats=3)
    club = opened_tournament(member(shared_server, f"Club-{who}"))
    names = {
        "players": host.name,
        "tournaments": club["id"],
        "join": waiting,
        "classes": school["id"],
    }
    visitor = visit() if reader is None else signed_in(visit, reader)
    if who == "pupil":
        visitor.open(f"/class#{school['codes'][0]['code']}")
        expect(visitor.page.locator(".class-name")).to_be_visible()

    addresses = []
    for path in client_paths():
        kind = path.partition("/")[0]
        games = [running, over.id] if path == "games/<str:id>" else [over.id]
        for name in [names[kind]] if kind in names else games:
            filled = re.sub(r"<str:\w+>", name, path)
            addresses.append(f"/{filled}{QUERIES.get(path, '')}")
    for address in dict.fromkeys(addresses):
        is_refused = who == "pupil" or (address.startswith("/classes/") and reader != teacher)
        visitor.expected = (401, 403, 404) if is_refused else ()
        visitor.page.goto(address)
        expect(visitor.page.locator("main, .embedded").first).to_be_attached()
        expect(visitor.page.locator(".loading")).to_have_count(0)
        assert not visitor.faults, (address, visitor.faults)
