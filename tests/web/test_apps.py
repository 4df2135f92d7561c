"""Apps of others: the programs in `examples/apps`, and what players click for them."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlencode

import httpx
import pytest
from playwright.sync_api import Error, Page, Request, expect

from tests.browsing import IN_CHROMIUM, PHONE, check_access, other_origin
from tests.gateways import switched
from tests.permissions import AUTHORIZATION
from tests.postgres import free_port
from tests.sdk.running import environment
from tests.servers import ROOT
from tests.web.conftest import Visit
from tests.web.tables import called, guest, member, signed_in

pytestmark = IN_CHROMIUM

APPS = ROOT / "examples" / "apps"
SERVER = "http://127.0.0.1:8000"
MOST_REQUESTS = 4
"""From the answer of the consent page to a table that can be played at."""


@pytest.fixture
def app(shared_server: str, tmp_path: Path) -> Iterator[str]:
    """The address of the example page, on a port of its own."""
    content = (APPS / "web_page.html").read_text().replace(SERVER, shared_server)
    (tmp_path / "index.html").write_text(content)
    with other_origin(tmp_path) as address:
        yield f"{address}/"


def press(page: Page, name: str) -> None:
    """Reach a button with the tabulator alone, and press it once it works."""
    button = page.get_by_role("button", name=name, exact=True)
    expect(button).not_to_have_attribute("aria-disabled", "true")
    for _ in range(40):
        if button.evaluate("button => button === document.activeElement"):
            break
        page.keyboard.press("Tab")
    expect(button).to_be_focused()
    page.keyboard.press("Enter")


def statuses(server: str, token: str, calls: int) -> set[int]:
    """Return the statuses that so many calls with a token get."""
    headers = {"Authorization": f"Bearer {token}"}
    with httpx.Client(base_url=f"{server}/api/v1", headers=headers, timeout=60) as client:
        return {client.get("/me").status_code for _ in range(calls)}


def at_the_consent_page(page: Page, app: str) -> None:
    page.goto(app)
    check_access(page)
    press(page, "Sign in and play")
    expect(page.get_by_role("heading", level=1)).to_have_text("An app asks for access")
    check_access(page)


def test_a_page_of_another_origin_plays_until_its_access_is_taken_back(
    visit: Visit, shared_server: str, app: str
) -> None:
    visitor = signed_in(visit, guest(shared_server))
    page = visitor.context.new_page()
    at_the_consent_page(page, app)
    expect(page.get_by_text("A program on this computer")).to_be_visible()
    calls: list[str] = []

    def note(sent: Request) -> None:
        # The consent page may still open its own stream, so only the app's requests count.
        if sent.method != "OPTIONS" and sent.frame.url.startswith(app):
            calls.append(sent.url)

    page.on("request", note)
    press(page, "Allow")
    ask = page.get_by_role("button", name="Any ").first
    expect(ask).to_be_visible()
    to_the_api = [url for url in calls if url.startswith(f"{shared_server}/api")]
    assert len(to_the_api) == MOST_REQUESTS, to_the_api
    assert page.url == app, "the code is gone from the address"
    token = page.evaluate("sessionStorage.token")
    check_access(page)

    ask.click()
    expect(page.get_by_role("status")).to_contain_text("ask for")
    assert statuses(shared_server, token, 1) == {200}
    visitor.open("/me/apps")
    press(visitor.page, "Take access back: web-page")
    visitor.check()
    press(visitor.page, "Take access back")
    expect(visitor.page.get_by_text("No app has access to your account.")).to_be_visible()

    assert statuses(shared_server, token, 1_000) == {401}
    expect(page.get_by_role("status")).to_contain_text("token")  # the stream has ended


def test_a_page_of_another_origin_is_refused_or_gives_the_access_back(
    visit: Visit, shared_server: str, app: str
) -> None:
    visitor = signed_in(visit, guest(shared_server), viewport=PHONE)
    page = visitor.context.new_page()
    at_the_consent_page(page, app)
    press(page, "Refuse")
    expect(page.get_by_role("button", name="Sign in and play")).to_be_visible()
    assert page.url == app
    assert page.evaluate("sessionStorage.token") is None

    at_the_consent_page(page, app)
    press(page, "Allow")
    expect(page.get_by_role("button", name="Any ").first).to_be_visible()
    token = page.evaluate("sessionStorage.token")
    press(page, "Sign out")
    expect(page.get_by_role("button", name="Sign in and play")).to_be_visible()

    assert statuses(shared_server, token, 1_000) == {401}


@contextmanager
def running(program: str, *arguments: str) -> Iterator["subprocess.Popen[str]"]:
    """Run an example until the end of the block."""
    command = [sys.executable, str(APPS / program), *arguments]
    pipe = subprocess.PIPE
    with subprocess.Popen(
        command, env=environment(), stdin=pipe, stdout=pipe, text=True
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def test_a_terminal_program_plays_a_whole_game(visit: Visit, shared_server: str) -> None:
    player = guest(shared_server)
    visitor = signed_in(visit, player, viewport=PHONE)
    page = visitor.page
    with running("terminal_game.py", shared_server) as program:
        assert program.stdin is not None and program.stdout is not None
        visitor.open(program.stdout.readline().removeprefix("Open ").strip())
        code = program.stdout.readline().split()[-1]
        expect(page.get_by_label("Code")).to_have_value(code)
        visitor.check()
        press(page, "Continue")
        expect(
            page.get_by_text("Go on only if you started this on a device of yours.")
        ).to_be_visible()
        visitor.check()
        press(page, "Allow")
        expect(page.get_by_role("status")).to_contain_text("Done")
        visitor.check()

        names: set[str] = set()
        while "won." not in (printed := program.stdout.readline()):
            assert printed, "the program has ended"
            if printed.startswith("Which rank? "):
                names |= {app["name"] for app in player.get("/me/apps")["apps"]}
                program.stdin.write(printed.split()[2] + "\n")
                program.stdin.flush()
        assert program.wait() == 0

    assert names == {"terminal-game"}
    assert player.get("/me/apps")["apps"] == [], "it keeps no token"


def test_a_server_app_shows_its_members(visit: Visit, shared_server: str) -> None:
    player = guest(shared_server)
    visitor = signed_in(visit, player)
    address = f"http://127.0.0.1:{free_port()}"
    with running("server_app.py", shared_server, "--address", address):
        page = visitor.context.new_page()
        while True:
            try:
                page.goto(address)
                break
            except Error:
                page.wait_for_timeout(100)
        page.get_by_role("link", name="Sign in with Go Fish").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("An app asks for access")
        press(page, "Allow")
        expect(page.get_by_text(f"{player.name}: 0 games wait")).to_be_visible()

        page.get_by_role("button", name="Sign out").click()
        expect(page.get_by_role("link", name="Sign in with Go Fish")).to_be_visible()

    assert player.get("/me/apps")["apps"] == []


def test_a_page_of_another_origin_goes_on_with_a_new_ticket_after_the_server_was_away(
    visit: Visit, shared_server: str, tmp_path: Path
) -> None:
    player, tickets = guest(shared_server), list[str]()
    with switched(shared_server) as (address, switch):
        content = (APPS / "web_page.html").read_text().replace(SERVER, address)
        (tmp_path / "index.html").write_text(content)
        with other_origin(tmp_path) as app:
            visitor = visit()
            visitor.expected = [0]
            page = visitor.context.new_page()
            page.add_init_script(f"sessionStorage.token = '{player.token}'")
            page.on("request", lambda sent: tickets.append(sent.url.rpartition("ticket=")[2]))
            page.goto(f"{app}/")
            ask = page.get_by_role("button", name="Any ").first
            expect(ask).to_be_visible()
            before = {ticket for ticket in tickets if ticket}

            switch.turn_off()
            expect(page.get_by_role("status")).to_have_text("Failed to fetch")
            page.evaluate("document.getElementById('asks').replaceChildren()")
            switch.turn_on()

            expect(ask).to_be_visible()
            assert {ticket for ticket in tickets if ticket} - before


NAME = "<b>Your-bank</b>"


def consent(redirect_uri: str) -> str:
    """Return the path at which an app of this address asks."""
    return "/authorize?" + urlencode(
        {**AUTHORIZATION, "redirect_uri": redirect_uri, "client_id": NAME}
    )


def in_order(page: Page) -> list[str]:
    """Return the texts about who asks, from top to bottom."""
    return page.locator("main dl dd, main .notice").all_inner_texts()


def test_the_consent_page_shows_the_host_first_and_a_claimed_name_as_text(
    visit: Visit, shared_server: str
) -> None:
    unknown = "We cannot tell which program this is. Go on only if you started it yourself."
    until_the_guest = "You are a guest. The access ends when the guest does."
    asker = {
        "https://fish.example/done": ["fish.example"],
        "http://127.0.0.1:9/done": ["A program on this computer", unknown],
        "org.example.app:/done": ["A program on this device", unknown],
    }
    stranger = visit(viewport=PHONE)
    for address, (first, *then) in asker.items():
        stranger.open(consent(address))
        expect(stranger.page.get_by_text(NAME, exact=True)).to_be_visible()
        assert in_order(stranger.page) == [first, NAME, *then]
        expect(stranger.page.locator("main img, main b")).to_have_count(0)
        expect(stranger.page.get_by_role("button", name="Allow")).to_have_count(0)

    press(stranger.page, "Go on as a guest")

    expect(stranger.page.get_by_text(until_the_guest)).to_be_visible()
    registered = signed_in(visit, member(shared_server, "Consenting"))
    registered.open(consent("https://fish.example/done"))
    expect(registered.page.get_by_role("button", name="Allow")).to_be_visible()
    assert in_order(registered.page) == ["fish.example", NAME]


def test_a_link_fills_in_the_form_of_a_token_and_never_ticks_account(
    visit: Visit, shared_server: str
) -> None:
    visitor = signed_in(visit, member(shared_server, "Linked"), viewport=PHONE)
    page = visitor.page
    visitor.open("/tokens/new?scopes=read,account,play&name=my-bot")
    expect(page.get_by_role("textbox")).to_have_value("my-bot")
    ticked = [box.is_checked() for box in page.get_by_role("checkbox").all()]
    assert ticked == [True, True, False], "read, play, account"

    press(page, "Create the token")

    field = page.get_by_label("Token", exact=True)
    expect(field).to_be_visible()
    secret = field.input_value()
    visitor.check()
    known = called(shared_server, "POST", "/tokens/test", {"tokens": [secret]})["results"][0]
    assert known["scopes"] == ["read", "play"]


def test_an_app_is_not_allowed_by_a_click_meant_for_another_window(
    visit: Visit, shared_server: str
) -> None:
    visitor = signed_in(visit, guest(shared_server))
    page = visitor.page
    visitor.open("/authorize?" + urlencode(AUTHORIZATION))
    allow = page.get_by_role("button", name="Allow")
    expect(allow).to_have_attribute("aria-disabled", "false")

    for event in ("focus", "pageshow", "blur"):
        is_ready = allow.evaluate(
            "async (button, name) => { dispatchEvent(new Event(name));"
            " await new Promise(requestAnimationFrame); await new Promise(requestAnimationFrame);"
            " button.click(); return button.ariaDisabled === 'false'; }",
            event,
        )
        assert not is_ready, event
        if event != "blur":
            expect(allow).to_have_attribute("aria-disabled", "false")

    page.wait_for_timeout(1200)
    expect(allow).to_have_attribute("aria-disabled", "true")
    assert page.url.startswith(f"{shared_server}/authorize")
