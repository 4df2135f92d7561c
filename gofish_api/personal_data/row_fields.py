"""How the columns of a row are shown in an account's export."""

from typing import Any

from django.db.models import Field, JSONField
from rest_framework import serializers

from games.desk.models import Dispute
from games.log import ids


class IdField(serializers.CharField):
    """The id of a game or a dispute, as clients see it."""

    def to_representation(self, value: Any) -> str:
        """Write a number as text."""
        return ids.to_text(value)


class MovesPathField(IdField):
    """The path of a game's moves."""

    def to_representation(self, value: Any) -> str:
        """Write the path for the number of a game."""
        return f"/api/v1/games/{super().to_representation(value)}/moves"


class OrNullField(serializers.CharField):
    """A text, null instead of an empty one."""

    def to_representation(self, value: str) -> Any:
        """Return the text or None."""
        return value or None


class OrNullEmailField(OrNullField, serializers.EmailField):
    """An e-mail address, or null."""


class BadFaithField(serializers.BooleanField):
    """Whether the last ruling on a dispute found bad faith."""

    def get_attribute(self, instance: Dispute) -> bool:
        """Look at the rulings, oldest first."""
        rulings = list(instance.rulings.all())
        return bool(rulings) and rulings[-1].is_bad_faith


class TextListField(serializers.ListField):
    """A list of texts."""

    child = serializers.CharField()


class RowSerializer(serializers.ModelSerializer[Any]):
    """The columns of a row: ids as clients see them, codes as text, no limits of input."""

    serializer_field_mapping = {
        **serializers.ModelSerializer.serializer_field_mapping,
        JSONField: TextListField,
    }

    def build_standard_field(
        self, field_name: str, model_field: "Field[Any, Any]"
    ) -> tuple[type[serializers.Field[Any, Any, Any, Any]], dict[str, Any]]:
        """Describe a column."""
        kind, _ = super().build_standard_field(field_name, model_field)
        if model_field.choices:
            kind = serializers.CharField
        return kind, {"allow_null": True} if model_field.null else {}

    def build_relational_field(
        self, field_name: str, relation_info: Any
    ) -> tuple[type[serializers.Field[Any, Any, Any, Any]], dict[str, Any]]:
        """Describe a column that refers to a game or the like."""
        options = {"allow_null": True} if relation_info.model_field.null else {}
        return IdField, {"source": f"{field_name}_id", **options}
