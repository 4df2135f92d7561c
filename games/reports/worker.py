"""The worker of analyses: it takes a job from the queue, computes it and stores the result."""

import logging
import time
from threading import Event

from django.utils import timezone

from games.analysis.report import AnalysisUnavailable
from games.engine.refusals import MalformedEntry
from games.log import ids
from games.log.metrics import ANALYSES, ANALYSIS_SECONDS
from games.reports import computing, faults, packing, queue, records
from games.reports.computing import AnalysisFailed, Stopped, TryLost
from games.reports.models import GameAnalysis

logger = logging.getLogger(__name__)


def step(stop: Event) -> bool:
    """Work on the oldest job that no worker has, and return whether there was one."""
    job = queue.claim(now=timezone.now())
    if job is None:
        return False
    work(job, stop)
    return True


def work(job: GameAnalysis, stop: Event) -> None:
    """Compute a claimed job, and store its result or its fault."""
    began = time.monotonic()
    try:
        text = computing.compute(records.of_game(job.game_id), stop=stop)
    except Stopped:
        queue.put_back(job, counts=False)
        return
    except KeyboardInterrupt:  # a command
        queue.put_back(job, counts=False)
        raise
    except TryLost as error:
        logger.warning("analysis of %s: %s", ids.to_text(job.game_id), error)
        queue.put_back(job, counts=True)
        result = "lost"
    except AnalysisUnavailable as error:
        queue.fail(job, error.reason, now=timezone.now())
        result = "unavailable"
    except MalformedEntry:
        queue.fail(job, faults.UNREADABLE, now=timezone.now())
        result = "failed"
    except AnalysisFailed as error:
        queue.fail(job, error.fault, now=timezone.now())
        result = "failed"
    else:
        queue.finish(job, packing.pack(text), now=timezone.now())
        result = "done"
    ANALYSES.labels(result).inc()
    ANALYSIS_SECONDS.labels(result).inc(time.monotonic() - began)
