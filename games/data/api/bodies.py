"""The body, the query and the signed cursors of exports."""

import binascii
from base64 import urlsafe_b64decode, urlsafe_b64encode
from hmac import compare_digest
from typing import Any

from django.utils.crypto import salted_hmac
from rest_framework import serializers
from rest_framework.exceptions import ValidationError

from api_kit.serializers import (
    QuerySerializer,
    StrictCharField,
    StrictChoiceField,
    StrictIntegerField,
    StrictSerializer,
    TimeField,
    UniqueListField,
)
from games.engine.presets import PRESETS
from games.play.api.list_bodies import NEWEST_VERSION

LONGEST = 24  # characters
_POSITION_BYTES = 8
_SIGNATURE_BYTES = 10


def to_text(position: int, export: str) -> str:
    """Return the cursor after a position of an export; ``export`` is a text of what is exported."""
    number = position.to_bytes(_POSITION_BYTES, "big")
    return urlsafe_b64encode(number + _signature(number, export)).decode()


def from_text(text: str, export: str) -> int:
    """Return the position of a cursor.

    :raises ValidationError: if it is not a cursor of this export: of other games, filters or
        contents.
    """
    try:
        content = urlsafe_b64decode(text.encode())
    except (binascii.Error, ValueError):
        raise _invalid() from None
    number, signature = content[:_POSITION_BYTES], content[_POSITION_BYTES:]
    if not compare_digest(signature, _signature(number, export)):
        raise _invalid()
    return int.from_bytes(number, "big")


def _signature(number: bytes, export: str) -> bytes:
    made = salted_hmac("games.api.exports.cursors", export.encode() + number, algorithm="sha256")
    return made.digest()[:_SIGNATURE_BYTES]


def _invalid() -> ValidationError:
    sentence = "Invalid cursor: take it from a line of the same export."
    return ValidationError({"cursor": sentence})


MOST_IDS = 300
CONTENTS = ("transcripts", "summaries")
LONGEST_ID = 64  # characters of what may be sent as an id

_AS = (
    "What to export: `transcripts` of finished games, or `summaries`, as in `GET /games/{game_id}`."
)
_VERSION = NEWEST_VERSION | {
    "help_text": f"{NEWEST_VERSION['help_text']} Other games get an error."
}
_CURSOR = "The `cursor` of the last complete line that you received. The export continues after it."


class ExportBodySerializer(StrictSerializer):
    """Which games to export, by id."""

    ids = UniqueListField(
        item="game",
        child=StrictCharField(max_length=LONGEST_ID),
        allow_empty=False,
        min_length=1,
        max_length=MOST_IDS,
        help_text="List each id once. Unknown ids, and games that you may not see, get a line with an error.",
    )
    cursor = StrictCharField(
        required=False, max_length=LONGEST, help_text=f"{_CURSOR} Send the same ids."
    )
    version = StrictIntegerField(**_VERSION)

    def get_fields(self) -> dict[str, Any]:
        """Return the fields with ``as``, which is a keyword of Python."""
        choice = StrictChoiceField(choices=CONTENTS, default="transcripts", help_text=_AS)
        return {**super().get_fields(), "as": choice}


class GamesExportQuerySerializer(QuerySerializer):
    """What to export, and where to continue."""

    cursor = serializers.CharField(
        required=False, max_length=LONGEST, help_text=f"{_CURSOR} Send the same filters."
    )
    version = serializers.IntegerField(**_VERSION)

    def get_fields(self) -> dict[str, Any]:
        choice = StrictChoiceField(choices=CONTENTS, default="transcripts", help_text=_AS)
        return {**super().get_fields(), "as": choice}


class PlayerGamesQuerySerializer(GamesExportQuerySerializer):
    """Which games of a player to export."""

    since = TimeField(required=False, help_text="Only games created at this time or later.")
    until = TimeField(required=False, help_text="Only games created before this time.")
    preset = StrictChoiceField(
        choices=list(PRESETS), required=False, help_text="Only games of this preset."
    )
    opponent = serializers.CharField(
        required=False, max_length=150, help_text="Only games with this player too, by username."
    )
    finished = serializers.BooleanField(
        required=False,
        help_text="Only games that are over, or only games that are not. By default transcripts are "
        "of finished games, and summaries of all games.",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Check that transcripts are requested of finished games only."""
        if attrs["as"] == "transcripts" and not attrs.setdefault("finished", True):
            detail = (
                "Only finished games have transcripts. Set as=summaries, or leave finished out."
            )
            raise serializers.ValidationError({"finished": detail}, code="not_applicable")
        return attrs
