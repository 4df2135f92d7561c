"""A visitor with a slow line and a slow processor, and what their pages cost."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from tests.browsing import PHONE, Visitor

LINE = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 93_750}
"""150 ms to the server, 1.6 Mbit/s down and 0.75 Mbit/s up, in bytes a second."""
SLOWDOWN = 6
"""How many times slower than this machine the processor of the phone is."""
SETTLED = 500
"""Milliseconds after which what a shown view still requests has been requested."""
PLAY_NOW = ".play-now .primary"
OWN_CARDS = ".play .hand .rank-group"
SHOWN = "drawn at last"
TELL_WHEN_SHOWN = f"""
  new MutationObserver((_, observer) => {{
    if (!document.querySelector("{PLAY_NOW}, {OWN_CARDS}")) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => console.debug("{SHOWN}")));
  }}).observe(document, {{ childList: true, subtree: true }});
"""
"""Tells when the view is drawn. A locator of Playwright would run 100 ms of its own scripts."""


class Cost(NamedTuple):
    """What a page cost until something was shown, and until it had requested all it needs.

    ``addresses`` are those that the browser requested from the server, with repetitions;
    ``received`` is in bytes with headers, as sent.
    """

    seconds: float
    addresses: list[str]
    received: int


class Meter:
    """Slows a page down and counts what it requests; answers from the cache do not count."""

    def __init__(self, visitor: Visitor, slowdown: int) -> None:
        self.page = visitor.page
        self._addresses: dict[str, str] = {}
        self._received: dict[str, int] = {}
        session = visitor.context.new_cdp_session(self.page)
        session.on("Network.requestWillBeSent", self._on_request)
        session.on("Network.requestServedFromCache", self._on_cached)
        session.on("Network.responseReceived", self._on_response)
        session.on("Network.dataReceived", self._on_data)
        session.on("Network.loadingFinished", self._on_end)
        session.send("Network.enable")
        session.send("Network.emulateNetworkConditions", LINE)
        session.send("Emulation.setCPUThrottlingRate", {"rate": slowdown})

    @contextmanager
    def measured(self, costs: list[Cost]) -> Iterator[None]:
        """Measure what happens until the block ends, and add it to the list."""
        self._addresses.clear()
        self._received.clear()
        started = time.monotonic()
        yield
        seconds = time.monotonic() - started
        self.page.wait_for_timeout(SETTLED)
        costs.append(Cost(seconds, [*self._addresses.values()], sum(self._received.values())))

    def _on_request(self, event: dict[str, Any]) -> None:
        if not event["request"]["url"].startswith("data:"):
            self._addresses[event["requestId"]] = event["request"]["url"]

    def _on_cached(self, event: dict[str, Any]) -> None:
        self._addresses.pop(event["requestId"], None)

    def _on_response(self, event: dict[str, Any]) -> None:
        if event["response"].get("fromDiskCache"):
            self._on_cached(event)
        self._received[event["requestId"]] = event["response"]["encodedDataLength"]

    def _on_data(self, event: dict[str, Any]) -> None:
        self._received[event["requestId"]] += event["encodedDataLength"]

    def _on_end(self, event: dict[str, Any]) -> None:
        self._received[event["requestId"]] = event["encodedDataLength"]


class Visit(NamedTuple):
    """The costs of a first visit to the table, and of later ones with a cache."""

    first: Cost
    start_again: Cost
    table_again: Cost


def visit(visitor: Visitor, slowdown: int = SLOWDOWN) -> Visit:
    """Open the start page and play at once; then open the start page and the table again."""
    meter = Meter(visitor, slowdown)
    page = visitor.page
    costs: list[Cost] = []
    with meter.measured(costs):
        page.goto("/", wait_until="commit")
        page.locator(PLAY_NOW).click()
        page.locator(OWN_CARDS).first.wait_for()
    table = page.url
    visitor.context.add_init_script(TELL_WHEN_SHOWN)
    for address in ("/", table):
        page.goto("about:blank")
        is_shown = page.expect_console_message(lambda message: message.text == SHOWN)
        with meter.measured(costs), is_shown:
            page.goto(address, wait_until="commit")
    return Visit(*costs)


CONTEXT = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
"""How the browser of a phone differs."""
