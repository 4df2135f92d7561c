"""A reviewer with a browser."""

from typing import Any

from playwright.sync_api import Browser, Locator

from tests.browsing import Visitor
from tests.desk.people import PASSWORD

WINDOW = {"width": 1280, "height": 1150}
AT_200_PERCENT = {"width": 640, "height": 575}
"""A window of 1280 by 1150 pixels at a zoom of 200 %."""


class Reviewer(Visitor):
    """A reviewer who is logged in."""

    def __init__(self, browser: Browser, address: str, name: str, **context: Any) -> None:
        super().__init__(browser, address, **({"viewport": WINDOW} | context))
        self.page.goto("/admin/login/")
        self.page.get_by_label("Username").fill(name)
        self.page.get_by_label("Password").fill(PASSWORD)
        self.page.keyboard.press("Enter")
        self.page.wait_for_url("**/admin/")

    def wait_for_view(self) -> None:
        """Check the page that was opened."""
        self.check()

    def check(self) -> None:
        """Check the page once it is complete."""
        self.page.wait_for_load_state()
        super().check()

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
