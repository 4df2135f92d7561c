"""Ratings of players and leaderboards."""

from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

import accounts.refusals
from accounts import blocks
from accounts.api.permissions import anyone, signed_in
from accounts.credentials.authentication import caller, reader_id
from api_kit import openapi
from api_kit.endpoint import Cost, Endpoint
from api_kit.paging import QueryPages
from api_kit.problems import PROBLEMS, stated_in
from games.ratings import history, leaderboards, refusals
from games.ratings.api import answers, bodies
from games.ratings.api.rating_members import rating
from games.ratings.pools import FAMILIES
from games.ratings.refusals import NoSuchFamily
from games.ratings.skill import PROVISIONAL_SIGMA

operation = openapi.operations("ratings", known=PROBLEMS | stated_in(accounts.refusals, refusals))

OTHER = OpenApiParameter(
    "other", OpenApiTypes.STR, OpenApiParameter.PATH, description="The other player's username."
)
FAMILY = OpenApiParameter(
    "family",
    OpenApiTypes.STR,
    OpenApiParameter.PATH,
    description="A family of presets, such as `go_fish`.",
)


class PlayerRatingsView(Endpoint):
    costs = {"GET": Cost.LIST}
    query_shape = bodies.HistoryQuerySerializer
    permission_classes = anyone("read")

    @operation(
        "read_player_ratings",
        "Show a player's ratings",
        "The rating in each family, its uncertainty, and how the games of one family changed it, "
        "newest first. A player without rated games has empty lists.",
        answers={200: answers.PlayerRatings},
        problems="no_such_player ratings_hidden",
    )
    def get(self, request: Request, username: str) -> Response:
        query = self.query
        player = blocks.open_by_username(username)
        is_hidden = history.check_shown(player.pk, reader_id=reader_id(request))
        entries = history.entries(player.pk, query["family"]).select_related("number__game")
        pages = QueryPages(
            page_size=query["limit"], query={**query, "ratings_of": player.pk}, column="number_id"
        )
        page = pages.paginate_queryset(entries, request, self) or []
        response = pages.get_paginated_response([answers.entry(row) for row in page])
        return Response(
            {
                "username": player.username,
                "hidden": is_hidden,
                "ratings": [rating(row) for row in history.of_account(player.pk)],
                "by_seats": [
                    answers.seat_count(row)
                    for row in history.by_seat_count(player.pk, query["family"])
                ],
                **response.data,
            }
        )


class HeadToHeadView(Endpoint):
    costs = {"GET": Cost.LIST}
    query_shape = bodies.FamilyQuerySerializer
    permission_classes = anyone("read")

    @operation(
        "compare_players",
        "Compare two players",
        "How often one was placed before the other in rated games of a family, and their latest "
        "games.",
        parameters=[OTHER],
        answers={200: answers.HeadToHeadJson},
        problems="no_such_player ratings_hidden",
    )
    def get(self, request: Request, username: str, other: str) -> Response:
        first, second = blocks.open_by_username(username), blocks.open_by_username(other)
        for player in (first, second):
            history.check_shown(player.pk, reader_id=reader_id(request))
        comparison = history.compare(first.pk, second.pk, self.query["family"])
        return Response(
            {
                "username": first.username,
                "other": second.username,
                "family": self.query["family"],
                "ahead": comparison.ahead,
                "equal": comparison.equal,
                "behind": comparison.behind,
                "last": [answers.meeting(meeting) for meeting in comparison.last],
            }
        )


class FamiliesView(Endpoint):
    permission_classes = anyone("read")

    @operation(
        "list_leaderboards",
        "List the leaderboards",
        "Presets that need the same skill are a family and share a rating.",
        answers={200: answers.RatingFamilies},
    )
    def get(self, request: Request) -> Response:
        families = [
            answers.RatingFamily(family=name, presets=[*presets])
            for name, presets in FAMILIES.items()
        ]
        return Response(answers.RatingFamilies(families=families))


class LeaderboardView(Endpoint):
    costs = {"GET": Cost.LIST}
    query_shape = bodies.LeaderboardQuerySerializer
    permission_classes = anyone("read")

    @operation(
        "read_leaderboard",
        "Show a leaderboard",
        "Players whose rating is certain enough and who finished a rated game within "
        "30 days, the best first. `around` shows one of them with their neighbours.",
        parameters=[FAMILY],
        answers={200: answers.Leaderboard},
        problems="no_such_family no_such_player not_on_leaderboard",
    )
    def get(self, request: Request, family: str) -> Response:
        if family not in FAMILIES:
            raise NoSuchFamily(f"The families are {', '.join(FAMILIES)}.")
        query = self.query
        rows = leaderboards.listed(family, query["pool"], now=timezone.now())
        if (name := query.get("around")) is not None:
            ranked = leaderboards.around(rows, blocks.open_by_username(name).pk)
            links: dict[str, str | None] = {"next": None, "previous": None}
        else:
            listed = {**query, "leaderboard": family}
            page = bodies.read_page(request, rows, listed, size=query["limit"])
            ranked = leaderboards.ranked(rows, page.ratings)
            links = {"next": page.next, "previous": page.previous}
        return Response(
            {
                "family": family,
                "pool": query["pool"],
                "uncertainty_max": PROVISIONAL_SIGMA,
                "active_days": leaderboards.ACTIVE_DAYS,
                **links,
                "results": answers.players(ranked),
            }
        )


class OwnRatingsView(Endpoint):
    permission_classes = signed_in("read", to_change="account")

    @operation(
        "read_rating_visibility",
        "Check whether my ratings are hidden",
        "Scope: `read`.",
        answers={200: answers.RatingVisibility},
    )
    def get(self, request: Request) -> Response:
        return Response(
            answers.RatingVisibility(hidden=leaderboards.is_hidden(caller(request).account_id))
        )

    @operation(
        "change_rating_visibility",
        "Hide or show my ratings",
        "Hidden ratings are still computed, but only you see them: they are not on "
        "leaderboards, in your profile, or at tables. Scope: `account`.",
        request=bodies.RatingVisibilityBodySerializer,
        answers={200: answers.RatingVisibility},
    )
    def patch(self, request: Request) -> Response:
        body = bodies.RatingVisibilityBodySerializer.parse(request.data)
        change = leaderboards.hide if body["hidden"] else leaderboards.show
        change(caller(request).account_id)
        return Response(answers.RatingVisibility(hidden=body["hidden"]))
