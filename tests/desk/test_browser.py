"""The desk in a browser: by keyboard, zoomed, in dark mode and without scripts."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from typing import Any, NamedTuple

import httpx
import pytest
from playwright.sync_api import Page, Route, expect

from accounts.lifecycle import registration
from accounts.models import User
from games.models import Move
from tests.browsing import AT_320_PIXELS, IN_CHROMIUM, chromium
from tests.desk.browsing import AT_200_PERCENT, Reviewer
from tests.desk.cases import cheated
from tests.desk.people import staff
from tests.players import Player, seated
from tests.processes import served
from tests.tables import number_of

pytestmark = [*IN_CHROMIUM, pytest.mark.django_db(transaction=True)]

QUEUE = "/admin/disputes/dispute/"
LONGEST_NAME = 30
PASSWORD = "three-herrings-swim"


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
    registered = registration.register(name, PASSWORD, now=datetime.now(UTC))
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
        hand = page.get_by_role("region", name="Seat 0, ann").get_by_role("list", name="Hand")
        expect(hand).to_be_visible()
        page.get_by_role("link", name="Seat 1 bob").press("Enter")
        expect(hand).to_have_count(0)
        rita.check()
        page.get_by_role("link", name="All cards").press("Enter")
        expect(hand).to_be_visible()
        page.locator(".findings").scroll_into_view_if_needed()
        page.evaluate("document.querySelector('.complaint').scrollIntoView()")
        rita.picture("desk.png")

        page.get_by_label("account suspended").check()
        expect(page.get_by_label("Seat 0 ann")).to_be_hidden()  # a score of another kind
        page.get_by_label("permanently").check()
        page.get_by_label("Seat:", exact=True).select_option("0 ann")
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


@pytest.mark.parametrize(
    ("window", "colours"),
    [
        pytest.param(AT_320_PIXELS, "light", id="320 pixels wide"),
    ],
)
def test_axe_finds_nothing_and_no_page_scrolls_sideways(
    scene: Scene, window: dict[str, int], colours: str
) -> None:
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
        otto = log_in("otto", viewport=window, color_scheme=colours)
        rita = log_in("rita", viewport=window, color_scheme=colours)
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
        assert ends and max(ends) <= window["width"]
        rita.check()
        assert otto.faults + rita.faults == []


def test_the_board_works_without_scripts(scene: Scene) -> None:
    with desk(scene) as log_in:
        rita = log_in("rita", java_script_enabled=False)
        page = rita.page

        page.goto(f"{scene.board}?move=5&seat=1")
        page.get_by_role("link", name=re.compile("^Next")).click()

        expect(page.get_by_role("spinbutton", name="Move")).to_have_value("6")
        expect(page.get_by_role("link", name="Seat 1 bob")).to_have_attribute(
            "aria-current", "true"
        )
        page.get_by_role("spinbutton", name="Move").fill("30")
        page.get_by_role("button", name="Show").click()
        expect(page.locator("#move-30")).to_have_attribute("aria-current", "true")
        expect(page.get_by_role("button", name="Play")).to_be_hidden()
        rita.picture("board.png", of=".board")


def test_the_board_names_its_keys_only_once_the_script_handles_them(scene: Scene) -> None:
    with desk(scene) as log_in:
        rita = log_in("rita")
        page = rita.page
        held: list[Route] = []
        page.route("**/board.js", lambda route: held.append(route))

        with page.expect_request("**/board.js"):
            page.goto(f"{scene.board}?move=5", wait_until="commit")
        expect(page.get_by_role("link", name=re.compile("^Next"))).to_be_visible()
        expect(page.get_by_text("Keys:")).to_be_hidden()
        [script] = held
        script.continue_()
        expect(page.get_by_text("Keys:")).to_be_visible()
        page.keyboard.press("ArrowRight")
        at_move(page, 6)
        assert rita.faults == []
