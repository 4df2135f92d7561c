"""`kill -9` of the server and stops of PostgreSQL at any instant, while clients play on."""

import os
import time
from pathlib import Path
from random import Random

import pytest
from django.db import connection
from pytest_django import Settings

from tests import databases, postgres
from tests.faults.clients import Crowd, assert_says_when_to_come_again
from tests.faults.processes import serving
from tests.faults.readers import assert_log_holds, assert_whole
from tests.players import guest, seated
from tests.postgres import free_port

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("transactional_db")]


TABLES = 3
LONGEST_LIFE = 1.0  # seconds between a start and a kill
KILLS = 6
SEED = int(os.environ["KILLS_SEED"])


def test_a_server_killed_at_any_time_loses_and_repeats_nothing(
    tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    rng = Random(SEED)
    tables = [(guest(), guest()) for _ in range(TABLES)]
    with serving(tmp_path) as [server]:
        crowd = Crowd(server.port, tables, SEED)
        crowd.start()
        for _ in range(KILLS):
            time.sleep(rng.uniform(0, LONGEST_LIFE))
            server.kill()
            server.start()
            crowd.check()
        crowd.finish()

    moves = assert_whole(crowd.acknowledged, all_over=True)
    counts = {"kills": KILLS, "moves": moves, **crowd.counts}
    summary = ", ".join(f"{count} {what}" for what, count in counts.items())
    request.node.user_properties.append(("counts", summary))
    assert "Traceback" not in server.output()


# PostgreSQL stopped in immediate mode and started again while clients play.


STOPS = 3
UP_SECONDS, DOWN_SECONDS = 0.7, 0.4


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has no server to stop")
def test_while_the_database_is_gone_requests_get_503_and_nothing_is_lost(
    tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    with databases.own_server() as database:
        tables = [(guest(), guest()) for _ in range(TABLES)]
        connection.close()
        with serving(tmp_path, settings={"DATABASE_URL": database.url}) as [server]:
            crowd = Crowd(server.port, tables, seed=1)
            crowd.start()
            for _ in range(STOPS):
                time.sleep(UP_SECONDS)
                database.stop(postgres.IMMEDIATE)
                time.sleep(DOWN_SECONDS)
                database.start()
                crowd.check()
            time.sleep(UP_SECONDS)
            crowd.finish()
        moves = assert_whole(crowd.acknowledged, all_over=True)

    assert len(crowd.unavailable) >= STOPS
    for answer in crowd.unavailable:
        assert_says_when_to_come_again(answer)
    assert crowd.counts["requests broken off"] == 0
    counts = {"stops": STOPS, "moves": moves, **crowd.counts}
    summary = ", ".join(f"{count} {what}" for what, count in counts.items())
    request.node.user_properties.append(("counts", summary))


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite notifies no one")
def test_a_move_is_kept_if_its_notification_fails(settings: Settings) -> None:
    game, ann, _ = seated(2)
    before = assert_log_holds(game)
    settings.DATABASE_LISTEN_URL = f"postgresql://127.0.0.1:{free_port()}/none"

    answer = ann.post(f"/games/{game}/resign", {})

    assert answer.status_code == 200, answer.content
    assert assert_log_holds(game) == before + 1


# An answer that is lost after the commit: the retry gets the same bytes, also from another
# process.
