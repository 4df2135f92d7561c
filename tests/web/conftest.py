"""A browser per worker, and visitors who demand in the end that nothing failed."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.browsing import Visitor, chromium

Visit = Callable[..., Visitor]


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """A browser for all tests of this folder.

    Playwright's event loop stays in this thread. Django would refuse the database there, in other
    tests of the folder.
    """
    with pytest.MonkeyPatch.context() as patch, chromium() as browser:
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
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
