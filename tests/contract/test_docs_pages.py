"""The page of the API in a browser: quick to show operations, quiet, and able to run them."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browsing import DESKTOP, IN_CHROMIUM, PHONE, Visitor, check_access, chromium

pytestmark = IN_CHROMIUM

OPERATION = ".opblock-tag-section .opblock"
Open = Callable[..., Page]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """The browser."""
    with chromium() as browser:
        yield browser


@pytest.fixture
def open_page(browser: Browser, shared_server: str) -> Iterator[Open]:
    """Opens the page. Afterwards nothing must have failed or asked another host."""
    visitors = []

    def opened(**context: Any) -> Page:
        visitors.append(Visitor(browser, shared_server, **context))
        visitors[-1].page.goto("/api/docs")
        expect(visitors[-1].page.get_by_role("button", name="Get a guest token")).to_be_enabled()
        return visitors[-1].page

    yield opened
    for visitor in visitors:
        visitor.close()


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE])
def test_a_guest_gets_an_answer_with_three_clicks(
    open_page: Open, shared_server: str, viewport: dict[str, int]
) -> None:
    schema = httpx.get(f"{shared_server}/api/schema", headers={"Accept": "application/json"}).json()
    page = open_page(viewport=viewport)
    expect(page.locator(OPERATION)).to_have_count(sum(map(len, schema["paths"].values())))
    check_access(page)

    page.get_by_role("button", name="Get a guest token").click()
    guest = page.locator("#guest").get_by_text(re.compile("You are guest-"))
    expect(guest).to_be_visible()
    block = page.locator("#operations-accounts-read_me")
    block.locator(".opblock-summary-control").click()
    block.get_by_role("button", name="Execute").click()

    name = re.search(r"guest-\w+", guest.inner_text())
    assert name
    expect(block.locator(".live-responses-table tbody .response-col_description")).to_contain_text(
        f'"username": "{name[0]}"'
    )
    check_access(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]


def test_the_filter_finds_words_of_an_operation(open_page: Open) -> None:
    page = open_page()

    page.get_by_label("Filter by path, name or word").fill("ask card")

    expect(page.locator(OPERATION)).to_have_count(1)
    expect(page.locator("#operations-table-ask")).to_be_visible()


def test_a_stream_shows_its_first_frames(open_page: Open) -> None:
    page = open_page()
    page.get_by_role("button", name="Get a guest token").click()
    block = page.locator("#operations-live-stream_account")

    block.locator(".opblock-summary-control").click()
    block.get_by_role("button", name="Execute").click()

    expect(block.locator(".live-responses-table tbody .response-col_description")).to_contain_text(
        "event: "
    )
