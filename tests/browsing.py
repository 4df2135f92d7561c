"""A visitor with a browser, and the checks of every page."""

import os
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import (
    Browser,
    ConsoleMessage,
    Page,
    Request,
    Response,
    expect,
    sync_playwright,
)

from tests.processes import find
from tests.timeouts import PATIENCE

CHROMIUM = find("chromium-headless-shell") or find("chromium")
"""The shell opens a page with a third of the work: it has no window around it."""
IN_CHROMIUM = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed"),
]
"""The marks of tests in a browser."""
DESKTOP = {"width": 1280, "height": 900}
PHONE = {"width": 360, "height": 740}
AT_320_PIXELS = {"width": 320, "height": 640}
AT_200_PERCENT = {"width": 640, "height": 450}
"""A window of 1280 by 900 pixels at a zoom of 200 %."""
PICTURES = Path(__file__).parents[1] / "docs"
REFUSED = re.compile(r"Failed to load resource: the server responded with a status of \d{3}")

REPORT_VIOLATIONS = """
  addEventListener("securitypolicyviolation", (event) =>
    console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`));
"""

expect.set_options(timeout=PATIENCE * 1000)


@contextmanager
def chromium() -> Iterator[Browser]:
    """Run the browser. Do not use the database in this thread meanwhile."""
    sandbox = [] if os.geteuid() else ["--no-sandbox"]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=sandbox)
        yield browser
        browser.close()


class Visitor:
    """A person with a browser of their own: a page, and storage that no other visitor sees.

    ``faults`` holds console messages, failed requests, answers with an error, requests to other
    hosts, and violations of the content security policy. A test that provokes refusals names their
    statuses in ``expected``.
    """

    def __init__(self, browser: Browser, address: str, **context: Any) -> None:
        self.address = address
        self.faults: list[str] = []
        self.expected: Sequence[int] = ()
        context = {"viewport": DESKTOP, "reduced_motion": "reduce", "locale": "en"} | context
        self.context = browser.new_context(base_url=address, **context)
        self.context.add_init_script(REPORT_VIOLATIONS)
        self.context.set_default_timeout(PATIENCE * 1000)
        self.page = self.new_page()

    def new_page(self) -> Page:
        """Open another tab."""
        page = self.context.new_page()
        page.on("console", self._on_console)
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("request", self._on_request)
        page.on("requestfailed", self._on_failure)
        page.on("response", self._on_response)
        return page

    def open(self, path: str) -> None:
        """Open a path and wait for its view."""
        answer = self.page.goto(path)
        assert answer is not None and answer.ok, path
        self.wait_for_view()

    def wait_for_view(self) -> None:
        """Wait until a view shows its heading."""
        expect(self.page.locator("main h1").first).to_be_attached()

    def check(self) -> None:
        """Check that axe finds no violation on the page, and that it does not scroll sideways."""
        check_access(self.page)
        wide, window = self.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
        assert wide <= window, f"{self.page.url} is {wide} wide in a window of {window}"

    def picture(self, name: str, *, of: str | None = None) -> None:
        """Save a screenshot of the page or of one element, if ``WRITE_README`` is set."""
        if "WRITE_README" in os.environ:
            shown = self.page if of is None else self.page.locator(of)
            shown.screenshot(path=PICTURES / name)

    def close(self) -> None:
        """Close the browser's window and demand that nothing failed."""
        self.context.close()
        assert not self.faults, self.faults

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type not in ("error", "warning"):
            return
        if self.expected and REFUSED.search(message.text):
            return  # the response is checked
        if 0 in self.expected and "net::ERR_" in message.text:
            return  # the test cuts the network
        self.faults.append(message.text)

    def _on_request(self, request: Request) -> None:
        if not request.url.startswith((self.address, "data:", "blob:")):
            self.faults.append(f"fetched {request.url}")

    def _on_failure(self, request: Request) -> None:
        # A page that is left ends its streams.
        if request.failure and "ERR_ABORTED" not in request.failure and 0 not in self.expected:
            self.faults.append(f"{request.failure}: {request.url}")

    def _on_response(self, response: Response) -> None:
        if response.status >= 400 and response.status not in self.expected:
            self.faults.append(f"{response.status}: {response.url}")


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  # its name there
        """Write nothing."""


@contextmanager
def other_origin(folder: Path) -> Iterator[str]:
    """Serve the files of a folder from a port of their own; yield its address."""
    handler = partial(_Quiet, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()


def check_access(page: Page, *, within: str | None = None) -> None:
    """Check that axe finds no violation on a page that is shown and whose colours have stopped
    changing: a view is hidden while it reads.

    :param within: the selector of the part to check. On large pages axe takes seconds.
    """
    expect(page.locator("#app[hidden]")).to_have_count(0)
    page.evaluate(
        """() => Promise.allSettled(document.getAnimations()
          .filter(each => each instanceof CSSTransition).map(each => each.finished))"""
    )
    if page.evaluate("typeof axe") == "undefined":
        page.evaluate(AXE_SCRIPT)
    found = page.evaluate(
        """part => axe.run(part ?? document, { resultTypes: ["violations"] })
          .then(({ violations }) => violations)""",
        within,
    )
    assert not found, (page.url, [(each["id"], each["nodes"][0]["html"]) for each in found])
