"""What a player on a slow line loads: few files, small ones, and each of them once."""

import pytest
from playwright.sync_api import Browser

from gofish_api import static_files
from tests.browsing import IN_CHROMIUM
from tests.web import slow_phone
from tests.web.conftest import Visit

MOST_REQUESTS = 25
MOST_BYTES = 120_000

pytestmark = [
    *IN_CHROMIUM,
    pytest.mark.skipif(
        not static_files.has_bundles(), reason="bundles/ is missing or stale: make bundles"
    ),
]


def test_a_stranger_plays_after_few_requests_and_bytes(visit: Visit) -> None:
    stranger = visit(locale="de", **slow_phone.CONTEXT)

    costs = slow_phone.visit(stranger, slowdown=1)  # a slow processor costs only seconds

    assert len(costs.first.addresses) <= MOST_REQUESTS, costs.first
    assert costs.first.received <= MOST_BYTES
    # A picture may be cut off as the page is left, and loaded again.
    kinds = (".js", ".css")
    files = [each for cost in costs for each in cost.addresses if each.endswith(kinds)]
    assert len(files) == len({*files}), "loaded twice"
    assert not [name for name in files if name.endswith(("-more.js", "/watch.js", "/start.js"))]
    assert max(costs.start_again.received, costs.table_again.received) < MOST_BYTES / 4


def test_a_browser_finds_the_client_installable(browser: Browser, shared_server: str) -> None:
    context = browser.new_context(base_url=shared_server)
    page = context.new_page()
    page.goto("/")
    session = context.new_cdp_session(page)

    manifest = session.send("Page.getAppManifest")
    found = session.send("Page.getInstallabilityErrors")["installabilityErrors"]

    context.close()
    assert manifest["errors"] == []
    # Windows without a profile install nothing.
    assert {error["errorId"] for error in found} <= {"in-incognito"}
