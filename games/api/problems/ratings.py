"""Problems of ratings and leaderboards."""

from api_kit.problems import table

RATINGS = table("""
    404 ratings_hidden: The ratings are hidden
        This player shows their ratings to no other account.
    404 no_such_family: No such family
        Presets that need the same skill share a rating. GET /api/v1/leaderboards lists the families.
    404 not_on_leaderboard: The player is not on the leaderboard
        It lists ratings that are certain enough, after a rated game within 30 days, and not hidden.
""")
