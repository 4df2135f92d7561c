"""A browser per file of tests, and visitors who demand in the end that nothing failed."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.web.browsing import Visitor, chromium

Visit = Callable[..., Visitor]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.fixture
def visit(browser: Browser, shared_server: str) -> Iterator[Visit]:
    """Return a function that makes a visitor of the shared server."""
    visitors: list[Visitor] = []

    def make(*, address: str = shared_server, **context: Any) -> Visitor:
        visitors.append(Visitor(browser, address, **context))
        return visitors[-1]

    yield make
    for visitor in visitors:
        visitor.close()
