"""Lines of exports, for the schema."""

from rest_framework import serializers

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
