"""The pages of tournaments: joining, confirming, and the way to the table."""

import re

from playwright.sync_api import expect

from tests.browsing import AT_320_PIXELS, IN_CHROMIUM
from tests.web.conftest import Visit
from tests.web.tables import guest, member, opened_tournament, signed_in

pytestmark = IN_CHROMIUM


def test_a_stranger_joins_confirms_with_keys_and_sits_down(
    visit: Visit, shared_server: str
) -> None:
    host, other = member(shared_server, "Hostess"), guest(shared_server)
    path = f"/tournaments/{opened_tournament(host)['id']}"
    other.post(f"{path}/join")
    stranger = visit(viewport=AT_320_PIXELS, locale="de")
    page = stranger.page
    stranger.open("/tournaments")
    page.locator(f"a[href='{path}']").click()
    page.get_by_role("button", name="Mitmachen").click()
    expect(page.get_by_role("button", name="Zurückziehen")).to_be_visible()
    expect(page.locator(".leaderboard tbody tr")).to_have_count(2)
    stranger.check()

    host.post(f"{path}/direct", action="begin")
    page.get_by_role("button", name="Ich bin da").press("Enter")
    expect(page.get_by_text("1 von 2 sind da.")).to_be_visible()
    other.post(f"{path}/confirm")

    announced = page.locator("[data-announcements] p")
    expect(announced.filter(has_text="Dein Tisch ist bereit.")).to_have_count(1)
    expect(page.get_by_role("heading", name="Tisch 1")).to_be_visible()
    stranger.check()
    page.get_by_role("link", name="Zum Tisch").press("Enter")
    expect(page).to_have_url(re.compile(rf"/games/[\w-]+#tournament={path.split('/')[-1]}$"))


def test_a_link_with_the_code_opens_a_tournament(visit: Visit, shared_server: str) -> None:
    host, player = member(shared_server, "Hostess2"), guest(shared_server)
    tournament = opened_tournament(host, entry="code", kinds="both")
    director = signed_in(visit, host)
    director.open(f"/tournaments/{tournament['id']}")
    link = director.page.locator("code").inner_text()
    assert link.endswith(f"#code={tournament['join_code']}")

    invited = signed_in(visit, player)
    invited.expected = (404,)  # until they join
    page = invited.page
    invited.open(link.removeprefix(shared_server))
    invited.check()
    page.get_by_label("I agree to play against bots too").check()
    page.get_by_role("button", name="Join").click()

    expect(page.get_by_role("heading", name="Club evening")).to_be_visible()
    expect(page.get_by_role("button", name="Withdraw")).to_be_visible()
