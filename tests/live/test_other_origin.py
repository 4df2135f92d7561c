"""A page of another origin is a whole client: it plays a game in Chromium with fetch and
EventSource.
"""

import json
from pathlib import Path
from urllib.parse import quote

import pytest

from tests.browsing import CHROMIUM, chromium, other_origin
from tests.patience import PATIENCE
from tests.players import API

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed"),
]

PAGE = Path(__file__).with_name("other_origin.html")
STREAMS_HAVE_STATES = True
"""Whether ``?state=true`` gives the newest move of a stream its state."""


def test_a_page_of_another_origin_plays_a_whole_game(shared_server: str) -> None:
    with other_origin(PAGE.parent) as client, chromium() as browser:
        page = browser.new_page()
        wants = "true" if STREAMS_HAVE_STATES else "false"
        page.goto(f"{client}/{PAGE.name}?api={quote(shared_server + API)}&state={wants}")
        page.wait_for_function("document.title === 'done'", timeout=PATIENCE * 1000)
        seen = json.loads(page.locator("#result").inner_text())

    assert "error" not in seen, seen
    assert seen["origin"] != shared_server
    assert (seen["phase"], seen["end"]) == ("over", "game_over")
    assert seen["moves"] > 0
    assert seen["password"] is None  # refused, and the page can read why
    if STREAMS_HAVE_STATES:
        assert seen["states"] == 0
