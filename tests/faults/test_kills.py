"""`kill -9` of the server, again and again, at any instant, while clients with retries play.

`KILLS` says how often the nightly run kills; `KILLS_SEED` repeats one run's choices (the instants
are never the same).
"""

import os
import time
from pathlib import Path
from random import Random

import pytest

from tests.faults.clients import Crowd
from tests.faults.logs import assert_whole
from tests.faults.processes import serving
from tests.players import guest

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("transactional_db")]

TABLES = 3
LONGEST_LIFE = 1.0  # seconds between a start and a kill
KILLS = int(os.environ.get("KILLS", "200"))
SEED = int(os.environ["KILLS_SEED"])


@pytest.mark.parametrize(
    "kills",
    [
        pytest.param(6, id="six times"),
    ],
)
def test_a_server_killed_at_any_time_loses_and_repeats_nothing(
    kills: int, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    rng = Random(SEED)
    tables = [(guest(), guest()) for _ in range(TABLES)]
    with serving(tmp_path) as [server]:
        crowd = Crowd(server.port, tables, SEED)
        crowd.start()
        for _ in range(kills):
            time.sleep(rng.uniform(0, LONGEST_LIFE))
            server.kill()
            server.start()
            crowd.check()
        crowd.finish()

    moves = assert_whole(crowd.acknowledged, all_over=True)
    counts = {"kills": kills, "moves": moves, **crowd.counts}
    summary = ", ".join(f"{count} {what}" for what, count in counts.items())
    request.node.user_properties.append(("counts", summary))
    assert "Traceback" not in server.output()
