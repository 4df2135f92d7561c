"""A reviewer with a browser: Debian's Chromium, and the checks of every page."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import (
    Browser,
    ConsoleMessage,
    Locator,
    Page,
    Request,
    expect,
    sync_playwright,
)

from tests.desk.people import PASSWORD
from tests.patience import PATIENCE
from tests.programs import find

CHROMIUM = find("chromium")
expect.set_options(timeout=PATIENCE * 1000)  # milliseconds
DESKTOP = {"width": 1280, "height": 1150}
AT_200_PERCENT = {"width": 640, "height": 575}
"""A window of 1280 by 1150 pixels at a zoom of 200 %."""
AT_320_PIXELS = {"width": 320, "height": 640}
PICTURES = Path(__file__).parents[2] / "docs"


@contextmanager
def chromium() -> Iterator[Browser]:
    """Run the browser."""
    sandbox = [] if os.geteuid() else ["--no-sandbox"]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=sandbox)
        yield browser
        browser.close()


class Reviewer:
    """A reviewer who is logged in. ``faults`` holds console errors and requests to other hosts."""

    def __init__(self, browser: Browser, address: str, name: str, **context: Any) -> None:
        self.address = address
        self.faults: list[str] = []
        context = {"viewport": DESKTOP, "reduced_motion": "reduce"} | context
        self.page: Page = browser.new_context(base_url=address, **context).new_page()
        self.page.set_default_timeout(PATIENCE * 1000)
        self.page.on("console", self._on_console)
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("request", self._on_request)
        self.page.goto("/admin/login/")
        self.page.get_by_label("Username").fill(name)
        self.page.get_by_label("Password").fill(PASSWORD)
        self.page.keyboard.press("Enter")
        self.page.wait_for_url("**/admin/")

    def check(self) -> None:
        """Check that axe finds no violation on the page, and that it does not scroll sideways."""
        self.page.wait_for_load_state()
        found = Axe().run(self.page).response["violations"]
        assert not found, [(each["id"], each["nodes"][0]["html"]) for each in found]
        wide, window = self.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
        assert wide <= window, f"{self.page.url} is {wide} wide in a window of {window}"

    def open(self, path: str) -> None:
        """Open a page and check it."""
        answer = self.page.goto(path)
        assert answer is not None and answer.ok, path
        self.check()

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

    def picture(self, name: str, *, of: str | None = None) -> None:
        """Save a screenshot of the page or of one element, if ``WRITE_README`` is set."""
        if "WRITE_README" in os.environ:
            shown = self.page if of is None else self.page.locator(of)
            shown.screenshot(path=PICTURES / name)

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.faults.append(message.text)

    def _on_request(self, request: Request) -> None:
        if not request.url.startswith((self.address, "data:")):
            self.faults.append(f"fetched {request.url}")
