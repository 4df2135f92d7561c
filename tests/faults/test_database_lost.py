"""PostgreSQL stopped in immediate mode and started again while clients play."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from django.db import connection
from pytest_django import Settings

from tests import databases, postgres
from tests.faults.clients import Crowd, assert_says_when_to_come_again
from tests.faults.logs import assert_log_holds, assert_whole
from tests.faults.processes import serving
from tests.players import guest, seated
from tests.postgres import free_port

if connection.vendor != "postgresql":
    pytest.skip("SQLite has no server to stop", allow_module_level=True)

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("transactional_db")]

TABLES = 3
UP_SECONDS, DOWN_SECONDS = 0.7, 0.4


@pytest.mark.parametrize(
    "stops",
    [
        pytest.param(3, id="three times"),
    ],
)
def test_while_the_database_is_gone_requests_get_503_and_nothing_is_lost(
    stops: int, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    with postgres.server() as database, databases.using(database.url):
        environment = os.environ | {"DATABASE_URL": database.url}
        migrate = [sys.executable, "manage.py", "migrate", "--verbosity=0"]
        subprocess.run(migrate, env=environment, check=True)
        tables = [(guest(), guest()) for _ in range(TABLES)]
        connection.close()
        with serving(tmp_path, settings={"DATABASE_URL": database.url}) as [server]:
            crowd = Crowd(server.port, tables, seed=1)
            crowd.start()
            for _ in range(stops):
                time.sleep(UP_SECONDS)
                database.stop(postgres.IMMEDIATE)
                time.sleep(DOWN_SECONDS)
                database.start()
                crowd.check()
            time.sleep(UP_SECONDS)
            crowd.finish()
        moves = assert_whole(crowd.acknowledged, all_over=True)

    assert len(crowd.unavailable) >= stops
    for answer in crowd.unavailable:
        assert_says_when_to_come_again(answer)
    assert crowd.counts["requests broken off"] == 0
    counts = {"stops": stops, "moves": moves, **crowd.counts}
    summary = ", ".join(f"{count} {what}" for what, count in counts.items())
    request.node.user_properties.append(("counts", summary))


def test_a_move_is_kept_if_its_notification_fails(settings: Settings) -> None:
    game, ann, _ = seated(2)
    before = assert_log_holds(game)
    settings.DATABASE_LISTEN_URL = f"postgresql://127.0.0.1:{free_port()}/none"

    answer = ann.post(f"/games/{game}/resign", {})

    assert answer.status_code == 200, answer.content
    assert assert_log_holds(game) == before + 1
