"""Problems of analyses."""

from api_kit.problems import table

ANALYSES = table("""
    404 not_analysed: The game is not analysed
        A player of the game requests the analysis with POST /api/v1/games/{id}/analysis.
    422 analysis_unavailable: The game cannot be analysed
        No model covers its rules or its number of seats. detail states the reason.
    409 analysis_failed: The analysis failed
        It exceeded a limit or was interrupted too often. detail states the reason.
    429 too_many_analyses: Too many analyses at once
        Wait until one that you requested is done.
    429 analysis_queue_full: The queue of analyses is full
        Wait the number of seconds in the Retry-After header, then try again.
""")
