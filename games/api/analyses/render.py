"""Render analyses, and the jobs that compute them."""

import orjson
from django.http import HttpResponse
from rest_framework.request import Request

from games import ids
from games.api.requests.game_reading import is_current
from games.engine import ruling
from games.log.heads import GameHead
from games.models import GameAnalysis
from games.queries.analyses import packing, stored
from games.refusals import AnalysisGivenUp

SOON_SECONDS = 2
LATER_SECONDS = 10
"""When to ask again, with and without other jobs before this one."""


def answer(request: Request, head: GameHead, analysis: GameAnalysis) -> HttpResponse:
    """Return the analysis, 304 if the caller has it, or 202 while it is computed.

    :raises AnalysisGivenUp: if it is damaged.
    """
    if analysis.data is None:
        return _waiting(head, analysis)
    is_annulled = any(
        ruled.kind == "annulled" for ruled in ruling.standing(head.state.rulings).values()
    )
    made = "" if analysis.finished_at is None else f"-{analysis.finished_at.timestamp():.6f}"
    etag = f'"{analysis.pk}{made}{"-annulled" if is_annulled else ""}"'
    headers = {"ETag": etag, "Cache-Control": "private, no-cache", "Vary": "Authorization"}
    if request.method != "POST" and is_current(request, etag):
        return HttpResponse(status=304, headers=headers)
    try:
        text = packing.unpack(bytes(analysis.data))
    except packing.DamagedAnalysis:
        raise AnalysisGivenUp("The stored analysis is damaged.") from None
    content = {
        "game": ids.to_text(head.game_id),
        "status": analysis.status,
        "model": analysis.model,
        "annulled": is_annulled,
        "analysis": orjson.Fragment(text),
    }
    return HttpResponse(orjson.dumps(content), headers=headers, content_type="application/json")


def _waiting(head: GameHead, job: GameAnalysis) -> HttpResponse:
    ahead = stored.ahead_of(job)
    content = {"game": ids.to_text(head.game_id), "status": job.status, "ahead": ahead}
    return HttpResponse(
        orjson.dumps(content),
        status=202,
        content_type="application/json",
        headers={
            "Retry-After": str(LATER_SECONDS if ahead else SOON_SECONDS),
            "Cache-Control": "no-store",
        },
    )
