"""Bodies and queries of tournaments."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.utils import timezone
from rest_framework import serializers

from accounts.api.bodies import DisplayNameField
from accounts.names import LONGEST_TYPED
from api_kit.serializers import (
    QuerySerializer,
    StrictBooleanField,
    StrictCharField,
    StrictChoiceField,
    StrictIntegerField,
    StrictListField,
    StrictSerializer,
    TimeField,
)
from games.engine.lobby import LONGEST_TURN
from games.engine.options import MAX_SEATS
from games.engine.presets import PRESETS
from games.live.api.bodies import LAST_NUMBER
from games.play.api.game_bodies import SHORTEST_TURN, OverlaysField
from games.play.inbox import TournamentStatus
from games.play.visibility import CODE_LENGTH
from games.tournaments.directing import MOST_MINUTES, MOST_ROUNDS
from games.tournaments.models import EntryWay, Format, Kinds, RemovalReason
from games.tournaments.pairing import MOST_PLAYERS

MOST_ENTRANTS = 1000
LONGEST_AHEAD = timedelta(days=60)
MOST_NAMED = 100
"""Players that one request invites."""
ACTIONS = ("pause", "resume", "extend", "begin", "remove", "cancel")


class NewTournamentSerializer(StrictSerializer):
    """The terms of a tournament."""

    name = DisplayNameField(help_text="1 to 30 characters, by the rules of display names.")
    format = StrictChoiceField(
        choices=Format.choices,
        default=Format.ROUNDS,
        help_text="`rounds`: players with similar scores meet, no two of them twice if possible. "
        "`round_robin`: every two players meet once if there is a plan, otherwise as "
        "`rounds`. `arena`: for a fixed time, free players are paired again.",
    )
    preset = StrictChoiceField(choices=list(PRESETS), default="classic")
    overlays = OverlaysField()
    seats = StrictIntegerField(
        min_value=2, max_value=MAX_SEATS, help_text="Seats at a table. Some tables have one fewer."
    )
    turn_seconds = StrictIntegerField(min_value=SHORTEST_TURN, max_value=LONGEST_TURN)
    starts_at = TimeField(help_text="At most 60 days ahead.")
    players_min = StrictIntegerField(
        min_value=2,
        max_value=MOST_ENTRANTS,
        default=2,
        help_text="The tournament is cancelled if fewer players have joined when it starts.",
    )
    players_max = StrictIntegerField(min_value=2, max_value=MOST_ENTRANTS, default=100)
    entry = StrictChoiceField(
        choices=EntryWay.choices,
        default=EntryWay.OPEN,
        help_text="Who can join: all players, those with its `code`, or those `invited`. Only its players "
        "see a tournament that is not `open`.",
    )
    kinds = StrictChoiceField(choices=Kinds.choices, default=Kinds.PEOPLE)
    rated = StrictBooleanField(
        default=False, help_text="Only an open tournament of people, or of bots, can be rated."
    )
    rounds = StrictIntegerField(
        min_value=1,
        max_value=MOST_ROUNDS,
        required=False,
        help_text="The number of rounds. Required for `rounds`, and for a `round_robin` with more than "
        "two seats at a table, for which there may be no plan.",
    )
    minutes = StrictIntegerField(
        min_value=5,
        max_value=MOST_MINUTES // 2,
        required=False,
        help_text="The length of an `arena`.",
    )
    late_until = StrictIntegerField(
        min_value=0,
        max_value=MOST_ROUNDS,
        default=0,
        help_text="For `rounds` only: the last round in which players can still join.",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Check the time of the start, and what the format needs."""
        errors: dict[str, list[serializers.ErrorDetail]] = {}

        def refuse(field: str, code: str, detail: str) -> None:
            errors[field] = [serializers.ErrorDetail(detail, code)]

        now = timezone.now()
        if attrs["starts_at"] < now:
            refuse("starts_at", "in_the_past", "This time has passed.")
        elif attrs["starts_at"] > now + LONGEST_AHEAD:
            refuse("starts_at", "too_far_ahead", "Choose a time within 60 days.")
        if attrs["players_min"] > attrs["players_max"]:
            refuse("players_min", "too_many", "This is more than players_max.")
        _check_format(attrs, refuse)
        if errors:
            raise serializers.ValidationError(errors)
        return {"rounds": None, "minutes": None, **attrs}


def _check_format(attrs: dict[str, Any], refuse: Callable[[str, str, str], None]) -> None:
    is_arena = attrs["format"] == Format.ARENA
    is_robin = attrs["format"] == Format.ROUND_ROBIN
    if is_arena != ("minutes" in attrs):
        code = "required" if is_arena else "not_applicable"
        refuse("minutes", code, "An arena needs minutes. Other formats do not take them.")
    needs_rounds = not is_arena and not (is_robin and attrs["seats"] == 2)
    if needs_rounds != ("rounds" in attrs):
        code = "required" if needs_rounds else "not_applicable"
        refuse(
            "rounds",
            code,
            "Set the number of rounds for rounds, and for a round robin with more than two seats only.",
        )
    if attrs["late_until"] and (attrs["format"] != Format.ROUNDS):
        refuse("late_until", "not_applicable", "Only the format rounds takes it.")
    elif attrs["late_until"] > attrs.get("rounds", 0):
        refuse("late_until", "too_many", "This is more than the number of rounds.")
    if is_robin and attrs["players_max"] > MOST_PLAYERS:
        refuse("players_max", "too_many", f"A round robin has at most {MOST_PLAYERS} players.")
    if attrs["players_max"] < attrs["seats"] - 1:
        refuse("players_max", "too_few", "These are too few players for a table.")


class JoinTournamentSerializer(StrictSerializer):
    """What some tournaments need to join."""

    code = StrictCharField(
        required=False,
        max_length=CODE_LENGTH,
        help_text="The code of the tournament, if it has one.",
    )
    with_bots = StrictBooleanField(
        default=False,
        help_text="Whether you agree to play against bots. People must agree if bots can take part.",
    )


class DirectSerializer(StrictSerializer):
    """What a director decides."""

    action = StrictChoiceField(
        choices=list(ACTIONS),
        help_text="`begin` starts the tournament immediately, or the round for which players are confirming.",
    )
    by = StrictIntegerField(
        min_value=1,
        max_value=MOST_MINUTES // 2,
        required=False,
        help_text="For `extend`: the number of rounds to add, or of minutes of an arena.",
    )
    player = StrictCharField(
        max_length=LONGEST_TYPED, required=False, help_text="For `remove`: a username."
    )
    reason = StrictChoiceField(
        choices=RemovalReason.choices,
        required=False,
        help_text="For `remove`: the reason, which the player sees.",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Check that the action has what it needs, and nothing else."""
        needed = {"extend": ("by",), "remove": ("player", "reason")}.get(attrs["action"], ())
        errors = {
            name: [serializers.ErrorDetail(f"The action needs {name}.", "required")]
            for name in needed
            if name not in attrs
        }
        errors |= {
            name: [
                serializers.ErrorDetail(
                    "This action does not take it. Leave it out.", "not_applicable"
                )
            ]
            for name in attrs
            if name not in (*needed, "action")
        }
        if errors:
            raise serializers.ValidationError(errors)
        return attrs


class TournamentGuestsSerializer(StrictSerializer):
    """Players to invite."""

    players = StrictListField(
        child=StrictCharField(max_length=LONGEST_TYPED),
        allow_empty=False,
        min_length=1,
        max_length=MOST_NAMED,
        help_text="Usernames. Players who are already invited stay invited.",
    )


def _page(noun: str) -> dict[str, Any]:
    return {
        "cursor": serializers.CharField(required=False, help_text="From `next` or `previous`."),
        "limit": serializers.IntegerField(
            min_value=1, max_value=100, default=50, help_text=f"{noun} per page."
        ),
    }


class TournamentsQuerySerializer(QuerySerializer):
    """Which tournaments to list."""

    status = StrictChoiceField(
        choices=TournamentStatus.choices, required=False, help_text="Only those of this status."
    )
    mine = serializers.BooleanField(
        required=False, help_text="Only those that you host, direct, play in or are invited to."
    )

    def get_fields(self) -> dict[str, Any]:
        return {**super().get_fields(), **_page("Tournaments")}


class StandingsQuerySerializer(QuerySerializer):
    """Which part of the standings to show."""

    def get_fields(self) -> dict[str, Any]:
        return _page("Players")


class TournamentTablesQuerySerializer(QuerySerializer):
    """Which tables to show."""

    round = serializers.IntegerField(
        min_value=1, max_value=32_767, required=False, help_text="Only tables of this round."
    )

    def get_fields(self) -> dict[str, Any]:
        return {**super().get_fields(), **_page("Tables")}


class TournamentStreamQuerySerializer(QuerySerializer):
    """Where a stream begins."""

    after = serializers.IntegerField(
        min_value=0,
        max_value=LAST_NUMBER,
        required=False,
        help_text="The last `id` that you received. The stream begins with what has changed since.",
    )
