"""What analyses refuse."""

from api_kit.refusals import (
    Conflict,
    Invalid,
    NotFound,
    TooOften,
)


class NotAnalysed(NotFound, code="not_analysed", title="The game is not analysed"):
    """A player of the game requests the analysis with POST /api/v1/games/{id}/analysis."""


class CannotBeAnalysed(Invalid, code="analysis_unavailable", title="The game cannot be analysed"):
    """No model covers its rules or its number of seats. detail states the reason."""


class AnalysisGivenUp(Conflict, code="analysis_failed", title="The analysis failed"):
    """It exceeded a limit or was interrupted too often. detail states the reason."""


class TooManyAnalyses(TooOften, code="too_many_analyses", title="Too many analyses at once"):
    """Wait until one that you requested is done."""


class AnalysisQueueFull(
    TooOften, code="analysis_queue_full", title="The queue of analyses is full"
):
    """Wait the number of seconds in the Retry-After header, then try again."""
