"""Lines of exports, for the schema, with an example."""

from rest_framework import serializers

from api_kit.examples import request_example, response_example
from api_kit.ndjson import NDJSON
from games.api.games.shapes import GameSerializer
from games.api.history.shapes import TranscriptFileSerializer
from games.api.positions.shapes import AnySerializer


class ExportErrorSerializer(AnySerializer):
    """Why a game is not exported."""

    code = serializers.CharField(help_text="As in a problem document.")
    detail = serializers.CharField()


class ExportLineSerializer(AnySerializer):
    """A line of an export: one game, or the end.

    A game has `id`, `cursor`, and one of `transcript`, `game` and `error`. The last line has only
    `next`: null, or the cursor to continue with. An answer without that line was cut off.
    """

    id = serializers.CharField(required=False)
    transcript = TranscriptFileSerializer(required=False)
    game = GameSerializer(required=False)
    error = ExportErrorSerializer(required=False)
    cursor = serializers.CharField(required=False, help_text="Resumes the export after this line.")
    next = serializers.CharField(required=False, allow_null=True)


LINE = response_example(
    {
        "id": "0aZ4kP9sQ2x",
        "error": {
            "code": "game_not_found",
            "detail": "It does not exist, or it is private. Ask its host for an invitation.",
        },
        "cursor": "AAAAAAAAAAGq5nN3cLhV8XcE",
    },
    media_type=NDJSON,
)
IDS = request_example({"ids": ["0aZ4kP9sQ2x"]})
