"""A page of another origin is a whole client: it plays a game in Chromium with fetch and
EventSource.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from urllib.parse import quote

import pytest

from tests.browsing import CHROMIUM, chromium
from tests.patience import PATIENCE
from tests.players import API

pytestmark = [
    pytest.mark.process,
    pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed"),
]

PAGE = Path(__file__).with_name("other_origin.html")
STREAMS_HAVE_STATES = True
"""Whether ``?state=true`` gives the newest move of a stream its state."""


class Quiet(SimpleHTTPRequestHandler):
    """Serves files without a log."""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  # its name there
        """Write nothing."""


@contextmanager
def another_origin() -> Iterator[str]:
    """Serve the page from a port of its own, and yield its address."""
    handler = partial(Quiet, directory=PAGE.parent)
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}/{PAGE.name}"
        finally:
            server.shutdown()
            thread.join()


def test_a_page_of_another_origin_plays_a_whole_game(shared_server: str) -> None:
    with another_origin() as client, chromium() as browser:
        page = browser.new_page()
        wants = "true" if STREAMS_HAVE_STATES else "false"
        page.goto(f"{client}?api={quote(shared_server + API)}&state={wants}")
        page.wait_for_function("document.title === 'done'", timeout=PATIENCE * 1000)
        seen = json.loads(page.locator("#result").inner_text())

    assert "error" not in seen, seen
    assert seen["origin"] != shared_server
    assert (seen["phase"], seen["end"]) == ("over", "game_over")
    assert seen["moves"] > 0
    assert seen["password"] is None  # refused, and the page can read why
    if STREAMS_HAVE_STATES:
        assert seen["states"] == 0
