"""The documentation in a browser: wide and narrow, light and dark, by keyboard, without other
hosts.
"""

from collections.abc import Iterator
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from gofish_api.docs import site
from tests.browsing import CHROMIUM, check_access, chromium

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium here"),
]

WIDE: ViewportSize = {"width": 1280, "height": 900}
PHONE: ViewportSize = {"width": 360, "height": 740}


# One of each kind: a list, code, a picture of layers and a table, and many headings.
KINDS = ("/docs/", "/docs/guide-bot", "/docs/architecture", "/docs/rules")
WIDE_TABLES = "/docs/api/operations"  # axe takes longer for it than for the others together
VIEWS: list[tuple[ViewportSize, Literal["light", "dark"], tuple[str, ...]]] = [
    (WIDE, "light", KINDS),
    (PHONE, "dark", (*KINDS, WIDE_TABLES)),
]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """The browser."""
    with chromium() as browser:
        yield browser


def test_axe_finds_nothing_and_nothing_loads_from_other_hosts(
    browser: Browser, shared_server: str
) -> None:
    page = browser.new_context(base_url=shared_server, reduced_motion="reduce").new_page()
    faults = watched(page, shared_server)
    for window, colours, pages in VIEWS:
        page.set_viewport_size(window)
        page.emulate_media(color_scheme=colours)
        for url in pages:
            page.goto(url)
            check_access(page)
            width = page.evaluate("document.documentElement.scrollWidth")
            assert width <= window["width"], f"{url} is {width} wide"
    assert not faults


# A question, and the section that answers it.
QUESTIONS = {
    "idempotancy": "/docs/api/concepts#retries",
    "verify a game offline": "/docs/log-and-fairness",
    "how many requests per hour": "/docs/api/concepts#limits",
    "who sees my cards": "/docs/log-and-fairness#redaction",
}


def test_the_search_finds_answers_by_keyboard(browser: Browser, shared_server: str) -> None:
    page = browser.new_context(base_url=shared_server, viewport=PHONE).new_page()
    faults = watched(page, shared_server)
    for asked, url in QUESTIONS.items():
        page.goto(site.URL)
        page.keyboard.press("/")
        page.keyboard.type(asked)
        expect(page.get_by_role("status")).to_contain_text("Found")
        found = [link.get_attribute("href") or "" for link in page.locator("#search-found a").all()]
        assert any(each.startswith(url) for each in found[:3]), (asked, found)
    check_access(page)

    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(page.locator("#search-found a").nth(1)).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url(f"**{found[1]}")
    page.keyboard.press("/")
    page.keyboard.type("qqqqq")
    expect(page.get_by_role("status")).to_have_text("Nothing found.")
    assert not faults


def test_the_pages_work_with_the_keyboard(browser: Browser, shared_server: str) -> None:
    page = browser.new_context(base_url=shared_server, viewport=PHONE).new_page()
    page.goto(site.URL)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert page.url.endswith("#content")

    page.locator("summary").focus()
    page.keyboard.press("Enter")
    page.get_by_role("link", name="Changelog").first.focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/docs/changelog")
    page.locator("a[rel=prev]").focus()
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: not url.endswith("changelog"))


def watched(page: Page, address: str) -> list[str]:
    """Return errors of the page and requests to other hosts."""
    faults = list[str]()
    page.on("console", lambda message: faults.append(message.text))
    page.on("pageerror", lambda error: faults.append(str(error)))

    def watch(url: str) -> None:
        if not url.startswith(f"{address}/"):
            faults.append(url)

    page.on("request", lambda request: watch(request.url))
    return faults
