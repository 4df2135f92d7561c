"""Problems of analyses."""

from api_kit.problems import Problem, table

ANALYSES = table(
    [
        Problem(
            "not_analysed",
            404,
            "The game is not analysed",
            "A player of the game requests the analysis with POST /api/v1/games/{id}/analysis.",
        ),
        Problem(
            "analysis_unavailable",
            422,
            "The game cannot be analysed",
            "No model covers its rules or its number of seats. detail states the reason.",
        ),
        Problem(
            "analysis_failed",
            409,
            "The analysis failed",
            "It exceeded a limit or was interrupted too often. detail states the reason.",
        ),
        Problem(
            "too_many_analyses",
            429,
            "Too many analyses at once",
            "Wait until one that you requested is done.",
        ),
        Problem(
            "analysis_queue_full",
            429,
            "The queue of analyses is full",
            "Wait the number of seconds in the Retry-After header, then try again.",
        ),
    ]
)
