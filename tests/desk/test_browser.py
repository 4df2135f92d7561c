"""The desk in a browser: by keyboard, zoomed, in dark mode and without scripts."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from typing import Any, NamedTuple

import httpx
import pytest
from django.core.management import call_command
from playwright.sync_api import Browser, Locator, Page, expect

from accounts import registration
from accounts.models import User
from games.desk.models import Dispute
from games.log.models import Move
from tests.browsing import AT_320_PIXELS, IN_CHROMIUM, Visitor, chromium
from tests.databases import ON_ONE
from tests.desk.cases import PASSWORD, cheated, filed, finished, install_groups, staff
from tests.players import Player, seated
from tests.processes import served
from tests.tables import number_of

pytestmark = [*IN_CHROMIUM, ON_ONE, pytest.mark.django_db(transaction=True)]

QUEUE = "/admin/disputes/dispute/"
LONGEST_NAME = 30
WIDE = {"width": 1280, "height": 900}
NARROW = {"width": 360, "height": 720}
TALL = {"width": 1280, "height": 1150}
AT_200_PERCENT = {"width": 640, "height": 575}
"""A window of 1280 by 1150 pixels at a zoom of 200 %."""


class Reviewer(Visitor):
    """A reviewer who is logged in."""

    def __init__(self, browser: Browser, address: str, name: str, **context: Any) -> None:
        super().__init__(browser, address, **({"viewport": TALL} | context))
        self.page.goto("/admin/login/")
        self.page.get_by_label("Username").fill(name)
        self.page.get_by_label("Password").fill(PASSWORD)
        self.page.keyboard.press("Enter")
        self.page.wait_for_url("**/admin/")

    def wait_for_view(self) -> None:
        """Check the page that was opened."""
        self.check()

    def check(self) -> None:
        """Check the page once it is complete."""
        self.page.wait_for_load_state()
        super().check()

    def scroll_to(self, element: Locator) -> None:
        """Scroll to an element and demand that the page then stays where it is."""
        element.scroll_into_view_if_needed()
        places = element.evaluate(
            """async element => {
              const seen = new Set();
              for (let frame = 0; frame < 40; frame++) {
                seen.add(Math.round(element.getBoundingClientRect().top));
                await new Promise(requestAnimationFrame);
              }
              return [...seen];
            }"""
        )
        assert len(places) == 1, f"{self.page.url} jumps: the element was at {places}"


class Scene(NamedTuple):
    """A server with a cheated game and a running one."""

    address: str
    game: str
    running: str
    moves: int
    players: list[Player]

    def call(self, player: Player, path: str, **body: Any) -> Any:
        """POST to the API and return the answer's JSON."""
        token = {"Authorization": f"Bearer {player.secret}"}
        answer = httpx.post(f"{self.address}/api/v1{path}", json=body, headers=token)
        assert answer.is_success, answer.text
        return answer.json()

    @property
    def board(self) -> str:
        """The path of the finished game's board."""
        return f"/admin/games/game/{number_of(self.game)}/board/"


@pytest.fixture
def scene() -> Iterator[Scene]:
    players = [player(name) for name in ("ann", "bob", "cleo")]
    game = cheated(players)
    running, *_ = seated(2)
    moves = Move.objects.filter(game=number_of(game)).count()
    staff("rita", "reviewer", may=("look_into_running_games",))
    staff("otto", "reviewer", "operator")
    with served() as address:
        yield Scene(address, game, running, moves, players)


@contextmanager
def desk(scene: Scene) -> Iterator[Callable[..., Reviewer]]:
    """Run a browser; yield a function that logs a reviewer in.

    Do not use the database in this thread meanwhile.
    """
    with chromium() as browser:
        yield partial(Reviewer, browser, scene.address)


def player(name: str) -> Player:
    registered = registration.register(name, "three-herrings-swim", now=datetime.now(UTC))
    return Player(registered.issued.secret, name=name, account=registered.user.pk)


def at_move(page: Page, number: int) -> None:
    """Wait until the table after a move is shown, marked in the list and named in the URL."""
    expect(page.get_by_role("spinbutton", name="Move")).to_have_value(str(number))
    expect(page.locator(f"#move-{number}")).to_have_attribute("aria-current", "true")
    expect(page).to_have_url(re.compile(f"move={number}(&|$)"))


def test_a_dispute_from_the_complaint_to_the_appeal(scene: Scene) -> None:
    _, bob, _ = scene.players
    last = scene.moves
    filed = scene.call(
        bob,
        f"/games/{scene.game}/disputes",
        move=24,
        reason="cheating_or_collusion",
        words="Ann always asks for what I have just drawn.",
        against=0,
    )
    with desk(scene) as log_in:
        rita = log_in("rita")
        page = rita.page

        rita.open(QUEUE)
        page.get_by_role("link", name="cheating or collusion").click()
        expect(page.get_by_role("heading", name="The complaint")).to_be_visible()
        rita.check()
        expect(page.locator(".disputed")).to_have_id("move-24")
        expect(page.get_by_text("The log is intact")).to_be_visible()
        expect(page.get_by_text("Strong evidence: one honest seat").first).to_be_visible()
        page.get_by_role("button", name="Claim this dispute").press("Enter")
        expect(page.get_by_text("You have claimed this dispute")).to_be_visible()

        page.get_by_role("link", name="Move 24").press("Enter")
        at_move(page, 24)
        expect(
            page.get_by_role("button", name="Play")
        ).to_be_visible()  # the script handles keys now
        for key, number in [("ArrowRight", 25), ("ArrowLeft", 24), ("Home", 1), ("End", last)]:
            page.keyboard.press(key)
            at_move(page, number)
            expect(page.locator(".steps")).to_be_in_viewport()
        expect(page.locator("[data-announce]")).to_contain_text(f"Move {last}. ")
        page.get_by_label("Speed").select_option("fast")
        page.get_by_label("Speed").blur()
        page.keyboard.press("ArrowLeft")
        page.keyboard.press("ArrowLeft")
        at_move(page, last - 2)
        page.keyboard.press(" ")
        at_move(page, last)
        expect(page.get_by_role("button", name="Play")).to_have_attribute("aria-pressed", "false")
        page.keyboard.press("Home")
        page.keyboard.press(" ")
        expect(page.get_by_role("button", name="Pause")).to_have_attribute("aria-pressed", "true")
        page.keyboard.press(" ")
        expect(page.get_by_role("button", name="Play")).to_have_attribute("aria-pressed", "false")

        page.locator("#move-24 a").click()
        at_move(page, 24)
        hand = page.get_by_role("region", name="Seat 1, ann").get_by_role("list", name="Hand")
        expect(hand).to_be_visible()
        page.get_by_role("link", name="Seat 2 bob").press("Enter")
        expect(hand).to_have_count(0)
        rita.check()
        page.get_by_role("link", name="All cards").press("Enter")
        expect(hand).to_be_visible()
        page.locator(".findings").scroll_into_view_if_needed()
        page.evaluate("document.querySelector('.complaint').scrollIntoView()")
        rita.picture("desk.png")

        page.get_by_label("account suspended").check()
        expect(page.get_by_label("Seat 1 ann")).to_be_hidden()  # a score of another kind
        page.get_by_label("permanently").check()
        page.get_by_label("Seat:", exact=True).select_option("1 ann")
        page.get_by_label("Template of reasons").select_option("knew_too_much")
        page.get_by_role("button", name="Preview the ruling").press("Enter")
        expect(page.get_by_text("ann is suspended permanently")).to_be_visible()
        rita.check()
        page.get_by_role("button", name="Confirm the ruling").press("Enter")
        expect(page.get_by_text("The ruling is recorded.")).to_be_visible()
        rita.check()
        assert rita.faults == []

        scene.call(
            scene.players[0], f"/disputes/{filed['id']}/appeal", words="I was lucky, that is all."
        )
        otto = log_in("otto", viewport=AT_200_PERCENT)
        page = otto.page
        otto.open(QUEUE)
        page.get_by_role("link", name="cheating or collusion").click()
        expect(page.get_by_role("heading", name="The complaint")).to_be_visible()
        otto.check()
        page.get_by_role("button", name="Claim this dispute").press("Enter")
        expect(page.get_by_text("I was lucky, that is all.")).to_be_visible()
        page.locator("#table").evaluate("table => table.scrollIntoView()")
        otto.picture("desk-enlarged.png")
        page.get_by_label("complaint dismissed").check()
        page.get_by_label("Reasons in your own words").fill(
            "One game is too little to take an account away."
        )
        page.get_by_role("button", name="Preview the ruling").press("Enter")
        expect(page.get_by_role("button", name="Confirm the ruling")).to_be_visible()
        otto.check()
        page.get_by_role("button", name="Confirm the ruling").press("Enter")
        expect(page.get_by_text("On appeal", exact=True)).to_be_visible()
        assert otto.faults == []


def test_axe_finds_nothing_and_no_page_scrolls_sideways_at_320_pixels(scene: Scene) -> None:
    _, bob, _ = scene.players
    User.objects.filter(pk=scene.players[0].account).update(
        username="W" * LONGEST_NAME,
        display_name="\u05de\u05dc\u05da \u05d4\u05d3\u05d2\u05d9\u05dd",
    )
    bot = {"seats": 3, "bots": ["expert", "random"]}
    assert scene.players[0].post("/games", bot).status_code == 201
    complaint = {"move": 24, "reason": "cheating_or_collusion", "words": "W" * 600, "against": 0}
    filed = scene.call(bob, f"/games/{scene.game}/disputes", **complaint)
    dispute = f"{QUEUE}{number_of(filed['id'])}/change/"
    with desk(scene) as log_in:
        otto = log_in("otto", viewport=AT_320_PIXELS)
        rita = log_in("rita", viewport=AT_320_PIXELS, color_scheme="dark")
        running = number_of(scene.running)

        for path in ("", "health/", "games/game/", "disputes/auditentry/", "accounts/token/"):
            otto.open(f"/admin/{path}")
        rita.open(QUEUE)
        rita.open(f"{QUEUE}player/{scene.players[0].account}/")
        rita.open(f"{QUEUE}statistics/")
        rita.open(dispute)
        rita.page.get_by_role("button", name="Claim this dispute").click()
        expect(rita.page.get_by_text("You have claimed this dispute for one hour.")).to_be_visible()
        rita.check()
        rita.scroll_to(rita.page.get_by_label("complaint dismissed"))
        rita.page.get_by_label("complaint dismissed").check()
        rita.page.get_by_label("Reasons in your own words").fill("W" * 600)
        rita.page.get_by_role("button", name="Preview the ruling").click()
        expect(rita.page.get_by_role("button", name="Confirm the ruling")).to_be_visible()
        rita.check()
        rita.open(f"{scene.board}?move=30&seat=2")
        rita.open(f"/admin/games/game/{running}/board/")
        rita.open(f"/admin/games/game/{running}/access/")
        rita.page.get_by_label("Reason").fill("Both complain of the other.")
        rita.page.get_by_role("button", name="Show the hidden cards").press("Enter")
        expect(rita.page.get_by_role("heading", name="Evidence")).to_be_visible()
        ends = rita.page.locator("caption").evaluate_all(
            "captions => captions.map(each => each.getBoundingClientRect().right)"
        )
        assert ends and max(ends) <= AT_320_PIXELS["width"]
        rita.check()
        assert otto.faults + rita.faults == []


def test_the_demonstration_data_show_the_list_and_the_page_of_a_player() -> None:
    install_groups()
    call_command("seed_demo", verbosity=0)
    reviewer = User.objects.get(username="reviewer")
    reviewer.set_password(PASSWORD)
    reviewer.save()
    player = User.objects.get(username="southwest").pk
    with served() as address, chromium() as browser:
        desk = Reviewer(browser, address, "reviewer", viewport=WIDE)
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


CASES = 5


class Docket(NamedTuple):
    """A server with waiting disputes, and a player with a game that is not disputed yet."""

    address: str
    spare: str
    player: Player
    first: Dispute
    """The oldest dispute."""
    last: Dispute
    complainant: Player
    """The player who filed the first."""

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
        yield Docket(address, spare, player, disputes[0], disputes[-1], complainants[0])


def test_the_queue_is_worked_off(docket: Docket) -> None:
    with chromium() as browser:
        the_list_refreshes_in_place(docket, browser)
        keys_claim_skip_and_list_themselves(docket, browser)
        without_scripts_the_form_shows_the_fields_of_its_kind(docket, browser)


def keys_claim_skip_and_list_themselves(docket: Docket, browser: Browser) -> None:
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


def the_list_refreshes_in_place(docket: Docket, browser: Browser) -> None:
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


def without_scripts_the_form_shows_the_fields_of_its_kind(docket: Docket, browser: Browser) -> None:
    rita = Reviewer(browser, docket.address, "rita", java_script_enabled=False)
    page = rita.page
    page.goto(f"/admin/games/game/{docket.last.game_id}/board/?move=5&seat=1")
    page.get_by_role("link", name=re.compile("^Next")).click()
    expect(page.get_by_role("spinbutton", name="Move")).to_have_value("6")
    expect(page.get_by_role("button", name="Play")).to_be_hidden()
    rita.picture("board.png", of=".board")
    page.goto(f"{QUEUE}{docket.last.pk}/change/?move=5&seat=1")
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
