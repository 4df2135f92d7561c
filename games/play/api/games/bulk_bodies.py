"""The body that opens many games."""

from typing import Any

from rest_framework import serializers

from accounts.names import LONGEST
from api_kit.serializers import (
    StrictBooleanField,
    StrictCharField,
    StrictListField,
    StrictSerializer,
)
from games.engine.options import MAX_SEATS
from games.play.api.games.bodies import NewGameSerializer
from games.play.invitations import MOST_OF_A_GAME

MOST_OPENED = 100
"""Games that one request opens."""


def _names(help_text: str, most: int) -> StrictListField:
    child = StrictCharField(max_length=LONGEST)
    return StrictListField(child=child, default=list, max_length=most, help_text=help_text)


class OrganisedGameSerializer(NewGameSerializer):
    """A game to open, and who is in it."""

    lesson = None  # type: ignore[assignment]  # DRF: leaves out the field
    take_seat = StrictBooleanField(
        default=True,
        help_text="Whether you take seat 0. Otherwise the first of `own_bots` does, and is the host.",
    )
    own_bots = _names("Usernames of your bots, which take the next seats.", MAX_SEATS)
    invite = _names("Usernames of players to invite.", MOST_OF_A_GAME)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Check that the caller or a bot of theirs takes a seat, and that all fit."""
        attrs = super().validate(attrs)
        if not attrs["take_seat"] and not attrs["own_bots"]:
            detail = "Name a bot of yours, or take a seat."
            raise serializers.ValidationError({"own_bots": detail}, code="required")
        named = sum(len(attrs[member]) for member in ("own_bots", "bots", "invite"))
        if named + attrs["take_seat"] > attrs["seats"]:
            detail = "This game has too few seats for everyone who is named."
            raise serializers.ValidationError({"seats": detail}, code="too_few")
        return attrs


class OrganisedGamesSerializer(StrictSerializer):
    """Games to open."""

    games = StrictListField(
        child=OrganisedGameSerializer(), allow_empty=False, min_length=1, max_length=MOST_OPENED
    )
