"""A reviewer's work in a browser, with keys alone: ten cases, a player, a list that refreshes."""

from collections.abc import Iterator
from typing import NamedTuple

import httpx
import pytest
from playwright.sync_api import Locator, Page, expect

from games.disputes.models import Dispute
from tests.browsing import IN_CHROMIUM, chromium
from tests.desk.browsing import Reviewer
from tests.desk.cases import filed, finished
from tests.desk.people import staff
from tests.players import Player
from tests.processes import served

pytestmark = [*IN_CHROMIUM, pytest.mark.django_db(transaction=True)]

CASES = 10
MOST_TABS = 40
QUEUE = "/admin/disputes/dispute/"
WIDE = {"width": 1280, "height": 900}
MEDIUM = {"width": 768, "height": 900}
NARROW = {"width": 360, "height": 720}


class Docket(NamedTuple):
    """A server with ten waiting disputes, and a player with a game that is not disputed yet."""

    address: str
    spare: str
    player: Player
    first: Dispute
    """The oldest dispute."""
    complainant: Player
    """The player who filed it."""

    def call(
        self, player: Player, method: str, path: str, body: dict[str, object] | None = None
    ) -> None:
        """Send a request of a player to the API."""
        token = {"Authorization": f"Bearer {player.secret}"}
        answer = httpx.request(method, f"{self.address}/api/v1{path}", json=body, headers=token)
        assert answer.is_success, answer.text


@pytest.fixture
def docket() -> Iterator[Docket]:
    complainants = []
    disputes = []
    for _ in range(CASES):
        game, (_, bob) = finished()
        complainants.append(bob)
        disputes.append(filed(game, bob, words="Seat 0 knew \u202emy cards."))
    spare, (_, player) = finished()
    staff("rita", "reviewer")
    with served() as address:
        yield Docket(address, spare, player, disputes[0], complainants[0])


def tab_to(page: Page, element: Locator) -> None:
    """Press Tab until an element has the focus."""
    expect(element).to_be_visible()
    for _ in range(MOST_TABS):
        if element.evaluate("element => element === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not reach {element}")


def press(page: Page, element: Locator, key: str = "Enter") -> None:
    tab_to(page, element)
    page.keyboard.press(key)


def choose(page: Page, select: Locator, value: str) -> None:
    """Choose an option with the arrow keys: typing its name depends on the time between letters."""
    tab_to(page, select)
    for _ in range(select.locator("option").count()):
        if select.input_value() == value:
            return
        page.keyboard.press("ArrowDown")
    expect(select).to_have_value(value)


def rule_with_keys(rita: Reviewer, *, checks: bool) -> None:
    """Claim the dispute on the page and dismiss it."""
    page = rita.page
    press(page, page.get_by_role("button", name="Claim this dispute"))
    expect(page.get_by_text("You have claimed this dispute")).to_be_visible()
    if checks:
        rita.check()
    press(page, page.get_by_role("link", name="Go to the ruling"))
    press(page, page.get_by_label("complaint dismissed"), "Space")
    expect(page.get_by_label("Length of the suspension")).to_be_hidden()
    choose(page, page.get_by_label("Template of reasons"), "no_evidence")
    press(page, page.get_by_role("button", name="Preview the ruling"))
    confirm = page.get_by_role("button", name="Confirm the ruling")
    expect(confirm).to_be_visible()
    if checks:
        rita.check()
    press(page, confirm)
    expect(page.get_by_text("The ruling is recorded.")).to_be_visible()
    expect(page.get_by_role("button", name="Undo the ruling")).to_be_visible()
    if checks:
        rita.check()


@pytest.mark.parametrize(
    ("window", "colours"),
    [],
)
def test_ten_cases_from_the_first_page_to_the_ruling(
    docket: Docket, window: dict[str, int], colours: str
) -> None:
    with chromium() as browser:
        rita = Reviewer(browser, docket.address, "rita", viewport=window, color_scheme=colours)
        page = rita.page
        rita.check()
        press(page, page.get_by_role("link", name="10 waiting"))
        expect(page.get_by_role("link", name="cheating or collusion")).to_have_count(CASES)
        rita.check()
        press(page, page.get_by_role("link", name="cheating or collusion").first)
        for number in range(CASES):
            expect(page.get_by_role("heading", name="The complaint")).to_be_visible()
            expect(page.locator(".sign").first).to_have_text("RLO")
            rule_with_keys(rita, checks=number == 0)
            if number + 1 < CASES:
                press(page, page.get_by_role("link", name="Next waiting dispute"))
        expect(page.get_by_role("link", name="Next waiting dispute")).to_have_count(0)

        press(page, page.locator(".player-link").first)
        expect(page.get_by_role("heading", name="Notes of reviewers")).to_be_visible()
        rita.check()
        press(page, page.get_by_text("Write a note"))
        tab_to(page, page.get_by_label("Note:"))
        page.keyboard.type("Polite.")
        press(page, page.get_by_role("button", name="Store the note"))
        expect(page.get_by_text("The note is stored.")).to_be_visible()
        rita.check()
        rita.open(f"{QUEUE}statistics/")
        rita.open(f"{QUEUE}?state=all&filed_by=no-such-name")
        assert rita.faults == []


def test_a_warning_takes_five_actions_and_the_panel_stays_in_view(docket: Docket) -> None:
    with chromium() as browser:
        rita = Reviewer(browser, docket.address, "rita", viewport=WIDE)
        page = rita.page
        rita.open(QUEUE)
        panel = page.locator(".ruling-panel")
        preview = panel.get_by_role("button", name="Preview the ruling")

        page.get_by_role("button", name="Claim the next dispute").click()  # 1
        page.locator("#evidence-title").scroll_into_view_if_needed()
        expect(preview).to_be_in_viewport()
        panel.get_by_label("player warned").check()  # 2
        panel.get_by_label("Template of reasons").select_option("played_together")  # 3
        preview.click()  # 4
        page.get_by_role("button", name="Confirm the ruling").click()  # 5

        expect(page.get_by_text("The ruling is recorded.")).to_be_visible()
        expect(panel.get_by_text("seat 0")).to_be_visible()
        rita.check()
        assert rita.faults == []


def test_keys_claim_skip_and_list_themselves(docket: Docket) -> None:
    with chromium() as browser:
        rita = Reviewer(browser, docket.address, "rita", viewport=NARROW)
        page = rita.page
        shown = page.get_by_role("button", name="Keys")  # the script has started
        rita.open(QUEUE)
        expect(shown).to_be_visible()
        page.keyboard.press("n")
        expect(page.get_by_text("You have claimed this dispute")).to_be_visible()
        first = page.url
        expect(shown).to_be_visible()
        page.keyboard.press("?")
        keys = page.get_by_role("dialog", name="Keys")
        expect(keys).to_contain_text("Skip: release it and open the next")
        rita.check()
        keys.get_by_label("Use single letters").uncheck()
        keys.get_by_role("button", name="Close").click()
        page.keyboard.press("s")
        page.keyboard.press("?")
        keys.get_by_label("Use single letters").check()
        page.keyboard.press("Escape")
        expect(page).to_have_url(first)
        page.keyboard.press("r")
        expect(page.get_by_label("complaint dismissed")).to_be_focused()
        page.keyboard.press("s")
        expect(page.get_by_text("You have skipped a dispute.")).to_be_visible()
        second = page.url
        expect(shown).to_be_visible()
        page.keyboard.press("c")
        expect(page.get_by_text("You have claimed this dispute")).to_be_visible()
        expect(shown).to_be_visible()
        page.keyboard.press("n")  # the claim stays
        expect(page.get_by_role("button", name="Claim this dispute")).to_be_visible()
        assert len({first, second, page.url}) == 3
        assert rita.faults == []


def test_the_list_refreshes_in_place(docket: Docket) -> None:
    with chromium() as browser:
        rita = Reviewer(browser, docket.address, "rita", viewport=WIDE)
        page = rita.page
        rita.open(QUEUE)
        rows = page.locator("#result_list tbody tr")
        expect(rows).to_have_count(CASES)
        page.locator("input.action-select").nth(2).check()
        focused = page.get_by_role("link", name="cheating or collusion").nth(4)
        focused.focus()
        body = {"move": 12, "reason": "other", "words": "Look.", "against": 0}
        docket.call(docket.player, "POST", f"/games/{docket.spare}/disputes", body)

        page.evaluate("document.dispatchEvent(new Event('desk:refresh'))")

        expect(rows).to_have_count(CASES + 1)
        expect(page.get_by_text("New in the list: 1.")).to_be_visible()
        expect(page.locator("[data-live=counts] b").first).to_have_text(str(CASES + 1))
        expect(focused).to_be_focused()
        expect(page.locator("input.action-select").nth(2)).to_be_checked()
        rita.check()

        docket.call(docket.complainant, "DELETE", f"/disputes/{docket.first.public_id}")
        page.evaluate("document.dispatchEvent(new Event('desk:refresh'))")

        expect(rows).to_have_count(CASES)
        expect(page.get_by_text("New in the list: 1.")).to_be_visible()
        expect(page.get_by_role("link", name="cheating or collusion").nth(3)).to_be_focused()
        expect(page.locator("input.action-select").nth(1)).to_be_checked()
        page.get_by_label("Action:").select_option("Dismiss the selected disputes")
        page.get_by_role("button", name="Go").press("Enter")
        expect(page.get_by_role("heading", name="Dismiss 1 disputes")).to_be_visible()
        rita.check()
        assert rita.faults == []


def test_without_scripts_the_form_shows_the_fields_of_its_kind(docket: Docket) -> None:
    with chromium() as browser:
        rita = Reviewer(browser, docket.address, "rita", java_script_enabled=False)
        page = rita.page
        page.goto(f"{QUEUE}{docket.first.pk}/change/?move=5&seat=1")
        page.get_by_role("button", name="Claim this dispute").click()
        expect(page.locator("#id_seat")).to_be_hidden()
        page.get_by_label("account suspended").check()
        expect(page.locator("#id_seat")).to_be_visible()
        expect(page.locator("#id_until")).to_be_hidden()
        page.get_by_label("until the date below").check()
        expect(page.locator("#id_until")).to_be_visible()
        page.get_by_label("result adjusted").check()
        expect(page.locator("#id_seat")).to_be_hidden()
        expect(page.locator("#id_score_0")).to_be_visible()
