"""The query of what a seat could know."""

from rest_framework import serializers

from api_kit.serializers import QuerySerializer
from games.engine.options import MAX_SEATS


class KnowledgeQuerySerializer(QuerySerializer):
    """A position, and the seat that remembers."""

    at = serializers.IntegerField(
        min_value=1, max_value=2**31 - 1, help_text="The position after this move."
    )
    seat = serializers.IntegerField(
        min_value=0, max_value=MAX_SEATS - 1, help_text="The seat that remembers all it saw."
    )
