"""A server process of its own for the tests of streams; moves are made in the process of the
test.
"""

from collections.abc import Iterator

import pytest

from games.play import presence
from tests.postgres import free_port
from tests.processes import served
from tests.servers import overriding

HEARTBEAT_SECONDS = 0.5


@pytest.fixture(scope="package")
def address(django_db_setup: None) -> Iterator[str]:
    """The address of a server with two heartbeats per second and a limit of five streams."""
    own = overriding(STREAM_HEARTBEAT_SECONDS=HEARTBEAT_SECONDS, STREAMS_PER_CALLER=5)
    with served(**own) as address:
        yield address


@pytest.fixture
def unused_port() -> int:
    """Return a port of this machine that was free just now."""
    return free_port()


@pytest.fixture(autouse=True)
def _no_presence_recorded_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "_recorded", {})
