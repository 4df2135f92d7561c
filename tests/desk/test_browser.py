"""A dispute from the complaint to the appeal, in a browser: by keys, enlarged, in the dark, and without scripts."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from typing import Any, NamedTuple

import httpx
import pytest
from playwright.sync_api import Page, Route, expect

from accounts import registration
from games.models import Move
from tests.desk.browsing import (
    AT_200_PERCENT,
    AT_320_PIXELS,
    CHROMIUM,
    DESKTOP,
    Reviewer,
    chromium,
)
from tests.desk.cases import cheated
from tests.desk.people import staff
from tests.players import Player, seated
from tests.processes import served
from tests.tables import number_of

pytestmark = [
    pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium here"),
    pytest.mark.django_db(transaction=True),
]

QUEUE = "/admin/disputes/dispute/"
PASSWORD = "three-herrings-swim"


class Scene(NamedTuple):
    """A server with a game that was not played honestly, and with one that runs."""

    address: str
    game: str
    running: str
    moves: int
    players: list[Player]

    def call(self, player: Player, path: str, **body: Any) -> Any:
        """Send a command over the API."""
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
    """Start a browser and yield what lets somebody sit down at the desk: while it runs, nobody uses the database here."""
    with chromium() as browser:
        yield partial(Reviewer, browser, scene.address)


def player(name: str) -> Player:
    registered = registration.register(name, PASSWORD, now=datetime.now(UTC))
    return Player(registered.issued.secret, name=name, account=registered.user.pk)


def at_move(page: Page, number: int) -> None:
    """Wait until the table after a move is shown, and is marked in the list and named in the address."""
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
    with desk(scene) as sits:
        rita = sits("rita")
        page = rita.page

        rita.open(QUEUE)
        page.get_by_role("link", name=filed["id"]).click()
        rita.check()
        expect(page.locator(".disputed")).to_have_id("move-24")
        expect(page.get_by_text("The log is intact")).to_be_visible()
        expect(page.get_by_text("Strong evidence: one honest seat").first).to_be_visible()
        page.get_by_role("button", name="Claim this dispute").press("Enter")
        expect(page.get_by_text("The dispute is yours for an hour.")).to_be_visible()

        page.get_by_role("link", name="Move 24").press("Enter")
        at_move(page, 24)
        expect(page.get_by_role("button", name="Play")).to_be_visible()  # now it hears the keys
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
        page.get_by_role("link", name="The whole truth").press("Enter")
        expect(hand).to_be_visible()
        page.locator(".findings").scroll_into_view_if_needed()
        page.evaluate("document.querySelector('.complaint').scrollIntoView()")
        rita.picture("desk.png")

        page.get_by_label("account suspended").check()
        page.get_by_label("for good").check()
        page.get_by_label("Seat:", exact=True).select_option("0 ann")
        page.get_by_label("Reasons:").select_option("knew_too_much")
        page.get_by_role("button", name="See what it would change").press("Enter")
        expect(page.get_by_text("ann is suspended for good")).to_be_visible()
        rita.check()
        page.get_by_role("button", name="Give this ruling").press("Enter")
        expect(
            page.get_by_text("The ruling is given. Those whom it concerns have a notice of it.")
        ).to_be_visible()
        rita.check()
        assert rita.faults == []

        scene.call(
            scene.players[0], f"/disputes/{filed['id']}/appeal", words="I was lucky, that is all."
        )
        otto = sits("otto", viewport=AT_200_PERCENT)
        page = otto.page
        otto.open(QUEUE)
        page.get_by_role("link", name=filed["id"]).click()
        otto.check()
        page.get_by_role("button", name="Claim this dispute").press("Enter")
        expect(page.get_by_text("I was lucky, that is all.")).to_be_visible()
        page.locator("#table").evaluate("table => table.scrollIntoView()")
        otto.picture("desk-enlarged.png")
        page.get_by_label("complaint dismissed").check()
        page.get_by_label("In my own words").fill("One game is too little to take an account away.")
        page.get_by_role("button", name="See what it would change").press("Enter")
        otto.check()
        page.get_by_role("button", name="Give this ruling").press("Enter")
        expect(page.get_by_text("On appeal", exact=True)).to_be_visible()
        assert otto.faults == []


@pytest.mark.parametrize(
    ("window", "colours"),
    [
        pytest.param(DESKTOP, "dark", id="in the dark"),
        pytest.param(AT_320_PIXELS, "light", id="320 pixels wide"),
    ],
)
def test_axe_finds_nothing_and_nothing_sticks_out(
    scene: Scene, window: dict[str, int], colours: str
) -> None:
    _, bob, _ = scene.players
    complaint = {"move": 24, "reason": "cheating_or_collusion", "words": "W" * 600, "against": 0}
    filed = scene.call(bob, f"/games/{scene.game}/disputes", **complaint)
    dispute = f"{QUEUE}{number_of(filed['id'])}/change/"
    with desk(scene) as sits:
        otto = sits("otto", viewport=window, color_scheme=colours)
        rita = sits("rita", viewport=window, color_scheme=colours)
        running = number_of(scene.running)

        for path in ("", "health/", "games/game/", "disputes/auditentry/", "accounts/token/"):
            otto.open(f"/admin/{path}")
        rita.open(QUEUE)
        rita.open(dispute)
        rita.page.get_by_role("button", name="Claim this dispute").click()
        rita.check()
        rita.page.get_by_label("complaint dismissed").check()
        rita.page.get_by_label("In my own words").fill("W" * 600)
        rita.page.get_by_role("button", name="See what it would change").click()
        rita.check()
        rita.open(f"{scene.board}?move=30&seat=2")
        rita.open(f"/admin/games/game/{running}/board/")
        rita.open(f"/admin/games/game/{running}/look/")
        rita.page.get_by_label("Why do you look?").fill("Both complain of the other.")
        rita.page.get_by_role("button", name="Look at the hidden cards").press("Enter")
        expect(rita.page.get_by_role("heading", name="Evidence")).to_be_visible()
        ends = rita.page.locator("caption").evaluate_all(
            "captions => captions.map(each => each.getBoundingClientRect().right)"
        )
        assert ends and max(ends) <= window["width"]
        rita.check()
        assert otto.faults + rita.faults == []


def test_the_board_works_without_scripts(scene: Scene) -> None:
    with desk(scene) as sits:
        rita = sits("rita", java_script_enabled=False)
        page = rita.page

        page.goto(f"{scene.board}?move=5&seat=1")
        page.get_by_role("link", name=re.compile("^On")).click()

        expect(page.get_by_role("spinbutton", name="Move")).to_have_value("6")
        expect(page.get_by_role("link", name="Seat 1 bob")).to_have_attribute(
            "aria-current", "true"
        )
        page.get_by_role("spinbutton", name="Move").fill("30")
        page.get_by_role("button", name="Show").click()
        expect(page.locator("#move-30")).to_have_attribute("aria-current", "true")
        expect(page.get_by_role("button", name="Play")).to_be_hidden()
        rita.picture("board.png", of=".board")


def test_the_board_names_its_keys_when_it_hears_them_and_not_before(scene: Scene) -> None:
    with desk(scene) as sits:
        rita = sits("rita")
        page = rita.page
        held: list[Route] = []
        page.route("**/board.js", lambda route: held.append(route))

        with page.expect_request("**/board.js"):
            page.goto(f"{scene.board}?move=5", wait_until="commit")
        expect(page.get_by_role("link", name=re.compile("^On"))).to_be_visible()
        expect(page.get_by_text("Keys:")).to_be_hidden()
        [script] = held
        script.continue_()
        expect(page.get_by_text("Keys:")).to_be_visible()
        page.keyboard.press("ArrowRight")
        at_move(page, 6)
        assert rita.faults == []
