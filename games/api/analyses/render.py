"""Render analyses, and the jobs that compute them."""

import orjson
from django.http import HttpResponse
from rest_framework.request import Request

from games import ids
from games.analysis.report.support import SENTENCES
from games.api.requests.game_reading import is_current
from games.engine import ruling
from games.engine.refusals import GameClosed
from games.log.heads import GameHead
from games.models import GameAnalysis
from games.queries.analyses import packing, stored
from games.refusals import AnalysisGivenUp, CannotBeAnalysed, NotOverYet
from games.services.analyses.faults import FAULTS

Status = GameAnalysis.Status

SOON_SECONDS = 2
LATER_SECONDS = 10
"""When to ask again, with and without other jobs before this one."""


def check_over(head: GameHead) -> None:
    """Check that a game may be analysed: it reveals every hand.

    :raises GameClosed: if the game was closed in its lobby.
    :raises NotOverYet: while hands are secret.
    """
    if head.state.phase == "closed":
        raise GameClosed
    if not head.state.is_over:
        raise NotOverYet("The analysis reveals every hand. Ask again when the game is over.")


def answer(request: Request, head: GameHead, found: GameAnalysis) -> HttpResponse:
    """Return the analysis, 304 if the caller has it, or 202 while it is computed.

    :raises CannotBeAnalysed: if the worker found that no model covers the game.
    :raises AnalysisGivenUp: if it failed, or is damaged.
    """
    if found.status == Status.FAILED:
        if found.fault in SENTENCES:
            raise CannotBeAnalysed(SENTENCES[found.fault])
        reason = FAULTS.get(found.fault, "A newer version of the service states why.")
        raise AnalysisGivenUp(f"The game could not be analysed. {reason}")
    if found.data is None:
        return _waiting(head, found)
    is_annulled = any(
        ruled.kind == "annulled" for ruled in ruling.standing(head.state.rulings).values()
    )
    made = "" if found.finished_at is None else f"-{found.finished_at.timestamp():.6f}"
    etag = f'"{found.pk}{made}{"-annulled" if is_annulled else ""}"'
    headers = {"ETag": etag, "Cache-Control": "private, no-cache", "Vary": "Authorization"}
    if request.method != "POST" and is_current(request, etag):
        return HttpResponse(status=304, headers=headers)
    try:
        text = packing.unpack(bytes(found.data))
    except packing.DamagedAnalysis:
        raise AnalysisGivenUp("The stored analysis is damaged.") from None
    shown = {
        "game": ids.to_text(head.game_id),
        "status": found.status,
        "model": found.model,
        "annulled": is_annulled,
        "analysis": orjson.Fragment(text),
    }
    return HttpResponse(orjson.dumps(shown), headers=headers, content_type="application/json")


def _waiting(head: GameHead, job: GameAnalysis) -> HttpResponse:
    ahead = stored.ahead_of(job)
    shown = {"game": ids.to_text(head.game_id), "status": job.status, "ahead": ahead}
    return HttpResponse(
        orjson.dumps(shown),
        status=202,
        content_type="application/json",
        headers={
            "Retry-After": str(LATER_SECONDS if ahead else SOON_SECONDS),
            "Cache-Control": "no-store",
        },
    )
