"""Watching in a browser: public and private games, TV, and frames of other sites."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Request, expect

from tests.browsing import IN_CHROMIUM, Visitor, other_origin
from tests.servers import serving
from tests.web.conftest import Visit
from tests.web.tables import Seated, guest, seated, signed_in

pytestmark = IN_CHROMIUM

NAMES = ("Dora", "Emil", "Fatima")
RECORD_STORAGE = """
  window.touched = [];
  for (const name of ["getItem", "setItem", "removeItem", "key"]) {
    const own = Storage.prototype[name];
    Storage.prototype[name] = function (...given) {
      window.touched.push(name);
      return own.apply(this, given);
    };
  }
  for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches"]) {
    const own = Object.getOwnPropertyDescriptor(window, name);
    if (own?.get) Object.defineProperty(window, name, {
      get() { window.touched.push(name); return own.get.call(window); },
    });
  }
  const cookie = Object.getOwnPropertyDescriptor(Document.prototype, "cookie");
  Object.defineProperty(document, "cookie", {
    get() { window.touched.push("cookie"); return cookie.get.call(document); },
    set(text) { window.touched.push("cookie"); cookie.set.call(document, text); },
  });
"""


@pytest.fixture(scope="module")
def running(shared_server: str) -> Seated:
    game = seated(shared_server, NAMES)
    game.play(actions=8)
    return game


@pytest.fixture
def private(shared_server: str) -> tuple[Seated, str]:
    """A running private game, and its watch code."""
    game = seated(shared_server, NAMES[:2], visibility="private")
    return game, game.command("watch_code", seat=0)["watch_code"]


@pytest.fixture
def blog(tmp_path: Path) -> Iterator[tuple[str, Path]]:
    """Another site: its address, and the folder that it serves."""
    with other_origin(tmp_path) as address:
        yield address, tmp_path


def test_a_spectator_sees_each_move_and_no_hidden_card(visit: Visit, shared_server: str) -> None:
    game = seated(shared_server, NAMES)
    visitor = visit()
    page = visitor.page
    visitor.open(game.path)
    expect(page.get_by_role("heading", level=1)).to_have_text("Dora, Emil, and Fatima")
    spoken = page.locator("[data-announcements] p")
    expect(page.locator(".play .seat")).to_have_text(
        [re.compile(rf"{name}\s*guest-") for name in NAMES]
    )
    assert spoken.count() == 0

    game.play(actions=1)

    expect(page.locator(".moves li").first).to_contain_text("asks")
    expect(spoken).to_have_count(1)
    expect(page.locator(".play .situation")).to_contain_text("plays")
    assert page.locator(".play [data-card]").count() == 0
    game.play()
    expect(page.get_by_role("table", name="Result")).to_be_visible()
    page.get_by_role("link", name="Replay the game").click()
    expect(page).to_have_url(re.compile(r"/replay"))


def test_a_watch_code_opens_a_private_game_and_is_in_no_address(
    visit: Visit, private: tuple[Seated, str]
) -> None:
    game, code = private
    visitor = visit()
    sent: list[Request] = []
    visitor.page.on("request", lambda request: sent.append(request))

    visitor.open(f"{game.path}#watch={code}")
    expect(visitor.page.locator(".play .seat")).to_have_count(2)
    game.play(actions=1)

    expect(visitor.page.locator(".moves li").first).to_contain_text("asks")
    assert all(code not in request.url for request in sent)
    about = [request for request in sent if f"/api/v1{game.path}" in request.url]
    assert about
    assert all(request.headers.get("x-watch-code") == code for request in about)


def test_tv_shows_the_best_game_and_the_next_one_after_its_end(browser: Browser) -> None:
    with serving() as address:
        visitor = Visitor(browser, address)
        page = visitor.page
        visitor.open("/tv")
        expect(page.get_by_text("No public game is being played now.")).to_be_visible()
        best = seated(address, NAMES)
        visitor.open("/tv")
        expect(page.locator(".seat .name").first).to_have_text("Dora")
        other = seated(address, ("Gus", "Hana"))

        best.command("resign", seat=0)
        expect(page.locator(".situation")).to_contain_text(" win")

        expect(page.locator(".seat .name").first).to_have_text("Gus")
        other.play(actions=1)
        expect(page.locator(".moves li").first).to_contain_text("asks")
        visitor.close()


def test_a_page_of_another_origin_shows_a_game(
    browser: Browser, running: Seated, shared_server: str, blog: tuple[str, Path]
) -> None:
    address, folder = blog
    frame = f'<iframe src="{shared_server}/embed/{running.id}" width=800 height=600></iframe>'
    (folder / "page.html").write_text(f"<!doctype html><title>A blog</title>{frame}")
    context, sent = browser.new_context(), list[Request]()
    context.add_init_script(RECORD_STORAGE)
    page = context.new_page()
    page.on("request", lambda request: sent.append(request))
    errors: list[str] = []
    page.on("console", lambda message: errors.append(message.text))

    page.goto(f"{address}/page.html")
    shown = page.frame_locator("iframe")
    expect(shown.locator(".play .seat")).to_have_count(3)
    running.play(actions=1)
    expect(shown.locator("[data-announcements] p")).to_have_count(1)

    frames = [each for each in page.frames if each.url.startswith(shared_server)]
    assert [each.evaluate("window.touched") for each in frames] == [[]]
    assert_only_read(sent, shared_server)
    assert [text for text in errors if "favicon" not in text and "404" not in text] == []
    context.close()


def test_the_page_to_embed_reads_no_token_and_no_preference(
    browser: Browser, running: Seated, shared_server: str
) -> None:
    """Also where the browser gives it the storage of the site: opened by itself."""
    context, sent = browser.new_context(), list[Request]()
    page = context.new_page()
    page.goto(f"{shared_server}/robots.txt")
    page.evaluate("localStorage.setItem('gofish.token', 'gf_secret')")
    context.add_init_script(RECORD_STORAGE)
    page.on("request", lambda request: sent.append(request))

    page.goto(f"{shared_server}/embed/{running.id}")
    expect(page.locator(".play .seat")).to_have_count(3)

    assert page.evaluate("window.touched") == []
    assert_only_read(sent, shared_server)
    assert page.locator("a:not([target='_blank'])").count() == 0
    context.close()


def assert_only_read(sent: list[Request], address: str) -> None:
    """Assert that no request to a server sends a command, a token or a cookie."""
    ours = [request for request in sent if request.url.startswith(address)]
    assert any("/stream" in request.url for request in ours)
    for request in ours:
        assert request.method == "GET"
        assert not {"authorization", "cookie"} & request.all_headers().keys(), request.url


def test_a_page_that_watches_opens_one_stream(visit: Visit, running: Seated) -> None:
    """A second one would count as a second spectator."""
    visitor = signed_in(visit, guest(running.address))
    page = visitor.page
    streams: list[str] = []

    def note(request: Request) -> None:
        if f"{running.path}/stream" in request.url:
            streams.append(request.url)

    page.on("request", note)
    visitor.open(running.path)
    expect(page.locator(".watching .moves li").first).to_contain_text("asks")
    assert len(streams) == 1, streams

    with page.expect_request("**/stream?*emotes=false*"):
        page.get_by_label("Show emotes").uncheck()
    streams.clear()
    visitor.open(running.path)

    expect(page.locator(".watching .moves li").first).to_contain_text("asks")
    assert len(streams) == 1, streams
