"""What ratings and leaderboards refuse."""

from api_kit.refusals import (
    NotFound,
)


class RatingsHidden(NotFound, code="ratings_hidden", title="The ratings are hidden"):
    """This player shows their ratings to no other account."""


class NoSuchFamily(NotFound, code="no_such_family", title="No such family"):
    """Presets that need the same skill share a rating. GET /api/v1/leaderboards lists the
    families.
    """


class NotOnLeaderboard(
    NotFound, code="not_on_leaderboard", title="The player is not on the leaderboard"
):
    """It lists ratings that are certain enough, after a rated game within 30 days, and not
    hidden.
    """
