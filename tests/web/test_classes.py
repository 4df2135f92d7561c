"""A class in the browser: six pupils and their teacher, from the codes to the deletion."""

import csv
import re

from playwright.sync_api import Page, expect

from tests.browsing import AT_320_PIXELS, IN_CHROMIUM, PHONE, Visitor
from tests.web.conftest import Visit
from tests.web.tables import PLAY, guest, member, opened_tournament, signed_in

pytestmark = IN_CHROMIUM

OLD_LAPTOP = {"width": 1366, "height": 768}
A4_WIDTH = 703
"""What the margins leave of a page, in CSS pixels."""
PUPILS = 6
CUT = """
() => [...document.querySelectorAll(".seat .name")]
  .filter((name) => name.scrollHeight > name.clientHeight + 1).map((name) => name.innerText)
"""
"""The names at a table that are not shown whole."""


def made(teacher: Visitor, name: str, *, kind: str = "Class") -> None:
    """Fill in the form for a new class, at tables of three."""
    page = teacher.page
    teacher.open("/classes")
    page.get_by_label(kind, exact=True).check()
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label(re.compile("How many")).fill(str(PUPILS))
    page.get_by_text("More choices").click()
    page.get_by_label("3", exact=True).check()
    teacher.check()
    page.get_by_role("button", name="Make it").click()
    expect(page.get_by_role("heading", level=1, name=name)).to_be_visible()


def press(page: Page, name: str) -> None:
    """Press the button of the next step, which has the focus when the step begins."""
    page.get_by_role("region", name="Next step").get_by_role("button", name=name).press("Enter")


def has_moved(pupils: list[Visitor]) -> bool:
    """Whether one of the pupils could play once on their page."""
    return any(each.page.evaluate(PLAY, 7) for each in pupils)


def test_six_pupils_play_and_leave_nothing_behind(visit: Visit, shared_server: str) -> None:
    teacher = signed_in(visit, member(shared_server, "Teacher-Six"), viewport=OLD_LAPTOP)
    page = teacher.page
    made(teacher, "5b")
    cards = page.locator(".code-card")
    expect(cards).to_have_count(PUPILS)
    codes = cards.locator(".code").all_inner_texts()
    names = cards.locator(".card-name").all_inner_texts()
    teacher.check()
    teacher.picture("classroom-cards.png", of=".class-cards")

    early = visit(viewport=PHONE)
    early.expected = (409,)
    early.open("/class")
    early.page.get_by_label("Code", exact=True).fill(codes[0].lower())
    early.page.get_by_role("button", name="Go", exact=True).click()
    expect(early.page.get_by_role("alert")).to_contain_text("Ask your teacher to open the class")
    early.check()

    press(page, "Open sign-in")
    expect(page.get_by_role("button", name="Form tables")).to_be_visible()
    pupils = []
    for code, name in zip(codes, names, strict=True):
        pupil = visit(viewport=PHONE)
        pupil.open(f"/class#{code}")
        expect(pupil.page.get_by_text("You are in.")).to_be_visible()
        expect(pupil.page.locator(".class-name")).to_have_text(name)
        assert pupil.page.url.endswith("/class"), "the code left the address"
        pupils.append(pupil)
    assert pupils[0].page.evaluate("localStorage.length") == 0
    pupils[0].check()
    expect(page.get_by_text("6 of 6 are in")).to_be_visible()
    press(page, "Form tables")
    expect(page.locator(".class-table")).to_have_count(2)
    press(page, "Start all tables")

    for pupil in pupils:
        expect(pupil.page.locator(".play")).to_be_visible()
        expect(pupil.page.get_by_role("button", name="Resign")).to_have_count(0)
        assert pupil.page.evaluate(CUT) == []
    pupils[0].check()
    pupils[0].picture("classroom-table.png")
    assert has_moved(pupils)
    page.evaluate("scrollTo(0, 0)")
    teacher.picture("classroom-tables.png", of=".class-page")
    press(page, "Pause all")
    for pupil in pupils:
        expect(pupil.page.locator(".class-paused")).to_be_visible()
    expect(pupils[0].page.locator(".action-bar")).to_have_class(re.compile("wait"))
    press(page, "Go on")
    expect(pupils[0].page.locator(".class-paused")).to_have_count(0)
    teacher.check()

    page.get_by_role("button", name=names[1], exact=True).click()
    page.get_by_role("button", name="Let a bot play for them").click()
    expect(pupils[1].page.get_by_text("You are in.")).to_be_visible()
    waiting = page.get_by_role("region", name="Without a seat")
    waiting.get_by_role("button", name=re.compile(names[1])).click()
    teacher.check()
    page.get_by_role("dialog").get_by_role("button", name=re.compile(r"^Table \d")).click()
    expect(pupils[1].page.locator(".play")).to_be_visible()

    again = visit(viewport=PHONE)
    pupils[5].expected = (401,)
    again.open(f"/class#{codes[5]}")
    expect(again.page.locator(".play")).to_be_visible()
    expect(pupils[5].page.get_by_role("alert")).to_contain_text("You are signed out here.")
    pupils[5] = again

    press(page, "Finish the round")
    page.get_by_role("dialog").get_by_role("button", name="Finish the round").click()
    for pupil in pupils:
        expect(pupil.page.get_by_text("The next round opens by itself.")).to_be_visible()
    expect(page.get_by_role("button", name="Tables for the next round")).to_be_visible()
    pupils[0].check()
    press(page, "Tables for the next round")
    expect(pupils[0].page.get_by_text("You sit at table")).to_be_visible()

    page.get_by_role("link", name="Results").click()
    expect(page.locator(".class-sheet tbody tr")).to_have_count(PUPILS)
    teacher.check()
    page.emulate_media(media="print")
    page.set_viewport_size({"width": A4_WIDTH, "height": 1032})
    assert page.locator(".class-sheet table").evaluate("table => table.offsetWidth") <= A4_WIDTH
    page.emulate_media(media="screen")
    page.set_viewport_size({"width": 1366, "height": 768})
    with page.expect_download() as download:
        page.get_by_role("button", name="Download as CSV").click()
    header, *rows = csv.reader(download.value.path().read_text("utf-8-sig").splitlines())
    assert header == ["Rank", "Name", "Games", "First places", "Books", "Asks", "Hits"]
    assert len(rows) == len(pupils)
    page.get_by_role("link", name="Back to the class").click()
    teacher.expected = (404,)  # the page may look while the class goes
    for pupil in pupils:
        pupil.expected = (401, 404)
    page.get_by_role("button", name="Delete everything now").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete", exact=True).click()
    expect(page).to_have_url(re.compile("/classes$"))
    for pupil in pupils:
        expect(pupil.page.get_by_role("alert")).to_contain_text("You are signed out here.")
        assert pupil.page.evaluate("sessionStorage.length") == 0


def test_guests_of_a_party_pick_names_that_the_projector_shows(
    visit: Visit, shared_server: str
) -> None:
    host = signed_in(visit, member(shared_server, "Host-Party"), color_scheme="dark")
    page = host.page
    made(host, "Summer party", kind="Party")
    code = page.locator(".card-party .code").inner_text()
    press(page, "Open sign-in")
    with page.expect_popup() as popup:
        page.get_by_role("link", name="Projector view").click()
    screen = popup.value
    expect(screen.get_by_text(code)).to_be_visible()
    visitor = visit(viewport=PHONE, color_scheme="dark")
    visitor.open(f"/class#{code}")
    names = visitor.page.locator(".class-names button")
    expect(names).to_have_count(12)
    visitor.check()
    name = names.first.inner_text()
    names.first.click()

    expect(visitor.page.locator(".class-name")).to_have_text(name)
    expect(visitor.page.get_by_text("Your code, if you have to come back")).to_be_visible()
    expect(screen.get_by_text(name)).to_be_visible()
    expect(page.get_by_text("1 of 6 is in")).to_be_visible()
    press(page, "Form tables")
    expect(page.get_by_text(code)).to_be_hidden()
    page.get_by_role("button", name="Codes for those who are missing").click()
    expect(page.get_by_text(code)).to_be_visible()
    press(page, "Start all tables")
    expect(visitor.page.locator(".play")).to_be_visible()
    expect(screen.get_by_text("Table 1")).to_be_visible()
    screen.get_by_role("button", name="Names").click()
    expect(screen.get_by_text(name)).to_have_count(0)
    host.check()

    host.expected = (404,)
    visitor.expected = (401, 404)
    page.get_by_role("button", name="Delete everything now").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete", exact=True).click()
    expect(screen.get_by_role("alert")).to_contain_text("There is no such class here")


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
    page.get_by_label("Dein Name", exact=True).fill("Ada")
    page.get_by_role("button", name="Mitmachen").click()
    expect(page.get_by_role("button", name="Aussteigen")).to_be_visible()
    expect(page.locator(".leaderboard tbody tr")).to_have_count(2)
    expect(page.locator(".leaderboard")).to_contain_text("Ada")
    stranger.check()

    host.post(f"{path}/direct", action="begin")
    page.get_by_role("button", name="Ich bin da").press("Enter")
    expect(page.get_by_text("1 von 2 ist da.")).to_be_visible()
    other.post(f"{path}/confirm")

    announced = page.locator("[data-announcements] p")
    expect(announced.filter(has_text="Dein Tisch ist bereit.")).to_have_count(1)
    expect(page.get_by_role("heading", name="Tisch 1")).to_be_visible()
    stranger.check()
    page.get_by_role("link", name="Zum Tisch").press("Enter")
    expect(page).to_have_url(re.compile(rf"/games/[\w-]+#tournament={path.split('/')[-1]}$"))
