"""Answers about dumps."""

from rest_framework import serializers

from games.api.positions.shapes import AnySerializer
from games.dumps.listing import MOST


class DumpFileSerializer(AnySerializer):
    """A file of a dump."""

    name = serializers.CharField()
    size = serializers.IntegerField(help_text="In bytes.")
    sha256 = serializers.CharField(help_text="64 hexadecimal digits.")
    link = serializers.CharField(help_text="The path where the operator's proxy serves it.")


class DumpSerializer(AnySerializer):
    """A dump of the games of a month."""

    name = serializers.CharField()
    month = serializers.CharField(help_text="Such as `2026-11`, UTC.")
    software = serializers.CharField(help_text="The version of the service that wrote it.")
    license = serializers.CharField(help_text="An identifier of SPDX.")
    series = serializers.CharField(help_text="Dumps of one series have the same pseudonyms.")
    counts = serializers.DictField(
        child=serializers.IntegerField(), help_text="Numbers of `games` and `moves`."
    )
    files = DumpFileSerializer(many=True)
    replaces = serializers.ListField(
        child=serializers.CharField(),
        help_text="Earlier dumps of the month, which must not be used any more.",
    )


class DumpListSerializer(AnySerializer):
    """The newest dump of each month."""

    dumps = DumpSerializer(many=True, help_text=f"Newest month first, at most {MOST}.")
