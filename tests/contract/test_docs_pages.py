"""The pages of the API reference in a browser: quick to show operations, quiet, and able to run
them.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, Request, expect

from tests.browsing import CHROMIUM, DESKTOP, check_access, chromium

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed"),
]

PAGES = ["/api/docs", "/api/redoc"]
OPERATION = {
    "/api/docs": ".opblock-tag-section .opblock",
    "/api/redoc": "section:not(#responses, #schemas) .entry",
}
WIDTHS = (360, 1280)
ENOUGH = 20_000  # milliseconds until something shows on a busy machine
MOST_PIXELS = 42_000
"""The height of a page with every operation on it, but none open."""


@pytest.fixture(scope="module")
def address(shared_server: str) -> str:
    """A server that has built its schema."""
    assert httpx.get(f"{shared_server}/api/schema", timeout=60).is_success
    return shared_server


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """The browser."""
    with chromium() as browser:
        yield browser


@contextmanager
def opened(browser: Browser, address: str, path: str, **context: Any) -> Iterator[Page]:
    """Yield a page, and check afterwards that it was quiet and fetched nothing from another
    host.
    """
    faults = list[str]()

    def hear(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            faults.append(message.text)

    def watch(request: Request) -> None:
        if not request.url.startswith((address, "data:")):
            faults.append(f"fetched {request.url}")

    page = browser.new_context(base_url=address, **({"viewport": DESKTOP} | context)).new_page()
    page.set_default_timeout(ENOUGH)
    page.on("console", hear)
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("request", watch)
    page.goto(path)
    yield page
    page.context.close()
    assert not faults


def open_operation(page: Page, name: str) -> str:
    """Authorize and start to try an operation; return the selector of its block."""
    block = f"#operations-{name}"
    page.locator(f"{block} .opblock-summary-control").click()
    page.locator(f"{block} .try-out__btn").click()
    return block


def authorize(page: Page, address: str) -> None:
    """Enter the token of a new guest."""
    made = httpx.post(f"{address}/api/v1/accounts/guest", json={}).json()
    page.locator(".auth-wrapper .authorize").click()
    form = page.locator(".auth-container").filter(has_text="bearer")
    form.locator("input").fill(made["token"]["secret"])
    form.get_by_role("button", name="Apply credentials").click()
    page.locator(".close-modal").click()


@pytest.mark.parametrize("path", PAGES)
def test_a_page_lists_operations_without_waiting_for_scripts(
    browser: Browser, address: str, path: str
) -> None:
    with opened(browser, address, path, java_script_enabled=False) as page:
        expect(page.get_by_text("Ask a seat for a rank or a card")).to_be_visible()


@pytest.mark.parametrize("path", PAGES)
def test_a_page_shows_every_operation_collapsed_and_fits(
    browser: Browser, address: str, path: str
) -> None:
    schema = httpx.get(f"{address}/api/schema", headers={"Accept": "application/json"}).json()
    operations = sum(len(methods) for methods in schema["paths"].values())

    with opened(browser, address, path) as page:
        expect(page.locator(OPERATION[path])).to_have_count(operations)
        size = "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 800})
            wide, high = page.evaluate(size)
            assert wide <= width
            assert high <= MOST_PIXELS
        check_access(page)


def test_swagger_is_accessible_and_shows_samples(browser: Browser, address: str) -> None:
    with opened(browser, address, "/api/docs") as page:
        block = open_operation(page, "table-ask")
        page.locator(f"{block} .samples summary", has_text="Python").click()
        expect(page.get_by_text("client.ask(game_id, if_match=etag, target=1")).to_be_visible()
        check_access(page, within=block)  # the rest is checked above
        page.set_viewport_size({"width": WIDTHS[0], "height": 800})
        check_access(page)


def test_swagger_gets_a_guest_token_and_fills_it_in(browser: Browser, address: str) -> None:
    with opened(browser, address, "/api/docs") as page:
        bar = page.locator("#guest")
        bar.get_by_role("button", name="Get a guest token").click()
        expect(bar).to_contain_text("You are guest-")
        block = open_operation(page, "accounts-read_me")
        page.locator(f"{block} .execute").click()
        shown = page.locator(f"{block} .live-responses-table tbody .response-col_description")
        name = re.search(r"guest-\w+", bar.inner_text())
        assert name
        expect(shown).to_contain_text(name[0])


def test_swagger_shows_the_frames_of_a_stream_until_it_is_stopped(
    browser: Browser, address: str
) -> None:
    with opened(browser, address, "/api/docs") as page:
        authorize(page, address)
        block = open_operation(page, "live-stream_account")
        page.locator(f"{block} .execute").click()
        shown = page.locator(f"{block} .live-responses-table tbody .response-col_description")
        expect(shown).to_contain_text("event: ")
        page.locator("#stream").get_by_role("button", name="Stop").click()
        expect(page.locator("#stream")).to_be_hidden()
        expect(shown).to_contain_text("event: ")
        assert re.search(r"curl.*/me/stream", page.locator(f"{block} .curl").inner_text(), re.S)
