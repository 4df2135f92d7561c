"""Problems of ratings and leaderboards."""

from api_kit.problems import Problem, table

RATINGS = table(
    [
        Problem(
            "ratings_hidden",
            404,
            "The ratings are hidden",
            "This player shows their ratings to no other account.",
        ),
        Problem(
            "no_such_family",
            404,
            "No such family",
            "Presets that need the same skill share a rating. GET /api/v1/leaderboards lists the "
            "families.",
        ),
        Problem(
            "not_on_leaderboard",
            404,
            "The player is not on the leaderboard",
            "It lists ratings that are certain enough, after a rated game within 30 days, and not "
            "hidden.",
        ),
    ]
)
