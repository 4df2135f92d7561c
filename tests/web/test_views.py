"""The views of the web client, in the browser of a stranger."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browsing import IN_CHROMIUM, Visitor
from tests.web import production
from tests.web.conftest import Visit

pytestmark = IN_CHROMIUM


@pytest.mark.parametrize("path", ["/", "/lobby", "/match", "/new", "/join", "/tv", "/sign-in"])
def test_a_stranger_opens_a_view(visit: Visit, path: str) -> None:
    stranger = visit()

    stranger.open(path)

    stranger.check()
    assert stranger.context.cookies() == []


def test_an_address_without_a_page_says_so_and_leads_to_the_start(visit: Visit) -> None:
    stranger = visit()
    stranger.expected = [404]

    answer = stranger.page.goto("/lobbies")

    assert answer is not None
    assert answer.status == 404
    expect(stranger.page.locator("h1")).to_have_text("There is no page here")
    expect(stranger.page).to_have_title("There is no page here · Go Fish")
    stranger.check()
    stranger.page.get_by_role("link", name="To the start page").click()
    expect(stranger.page.get_by_role("button", name="Play now")).to_be_visible()


def test_links_change_the_view_without_loading_the_page_again(visit: Visit) -> None:
    stranger = visit()
    stranger.open("/")
    stranger.page.evaluate("window.isSamePage = true")

    stranger.page.get_by_role("navigation").get_by_role("link", name="Lobby").click()

    expect(stranger.page).to_have_url(f"{stranger.address}/lobby")
    expect(stranger.page.locator("h1")).to_be_focused()
    assert stranger.page.evaluate("window.isSamePage")
    stranger.page.go_back()
    expect(stranger.page).to_have_url(f"{stranger.address}/")


@pytest.mark.parametrize(
    ("language", "again", "play"), [("en", "Load again", "Play now"), ("de", "Neu laden", "Jetzt")]
)
def test_a_page_whose_texts_were_not_loaded_is_loaded_again_by_a_button(
    visit: Visit, language: str, again: str, play: str
) -> None:
    stranger = visit(locale=language)
    stranger.expected = [0]
    page = stranger.page
    texts = re.compile(rf"/({language}|{language}/common)\.js$")
    page.route(texts, lambda route: route.abort("connectionreset"))
    page.goto("/")
    expect(page.get_by_role("alert")).to_be_visible()
    stranger.check()
    page.unroute(texts)

    page.get_by_role("button", name=again).click()

    expect(page.get_by_role("button", name=play)).to_be_visible()


def test_the_client_runs_from_collected_files_in_production(
    browser: Browser, tmp_path: Path
) -> None:
    with production.served(tmp_path) as address:
        stranger = Visitor(browser, address, extra_http_headers={"X-Forwarded-Proto": "https"})

        stranger.open("/")
        stranger.page.get_by_role("navigation").get_by_role("link", name="Lobby").click()

        expect(stranger.page.locator("h1")).to_be_focused()
        stranger.close()
