"""Problems of analyses."""

from api_kit.problems import Problem, table

ANALYSES = table(
    [
        Problem(
            "analysis_unavailable",
            422,
            "The game cannot be analysed",
            "No model covers its rules or its number of seats. detail states the reason.",
        ),
    ]
)
