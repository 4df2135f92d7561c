"""Read the rows of a part of an account's export in chunks, by key, as the export shows them."""

from collections.abc import Callable, Sequence
from itertools import islice
from typing import Any, NamedTuple

from django.db.models import Field, JSONField, Q, QuerySet
from rest_framework import serializers

from accounts.models import Token
from games.desk.models import Dispute
from games.log import ids

Key = tuple[Any, ...]
"""The sort key of a row in its part."""


class Chunk(NamedTuple):
    """Consecutive rows of a part."""

    rows: Sequence[Any]
    size: int
    """The number of database rows, including nested ones."""
    last: Key | None
    """The key of the last row; None if no more rows follow."""


class Part(NamedTuple):
    """A table of rows that belong to an account."""

    shape: type[serializers.Serializer[Any]]
    rows: Callable[[int], QuerySet[Any]]
    """Takes an account id."""
    by: str = "pk"
    """The column of the key."""
    key: tuple[type, ...] = (int,)
    """The types of the elements of a key."""

    def read(self, account_id: int, after: Key | None, most: int) -> Chunk:
        """Return up to ``most`` rows after a key, or from the start."""
        rows = self.rows(account_id).order_by(self.by)
        if after is not None:
            rows = rows.filter(**{f"{self.by}__gt": after[0]})
        batch = list(rows[: most + 1])
        last = (getattr(batch[most - 1], self.by),) if len(batch) > most else None
        return Chunk(batch[:most], len(batch[:most]), last)


class BotsPart(Part):
    """Bots with their tokens; a bot whose tokens do not fit is repeated with the rest."""

    def read(self, account_id: int, after: Key | None, most: int) -> Chunk:
        """Return bots after a key, which is (bot id, token id).

        Each bot and each token is a row, so ``most`` must be 2 or more.
        """
        bots = self.rows(account_id).order_by("pk")
        tokens = Token.objects.order_by("user", "pk")
        if after is not None:
            bots = bots.filter(pk__gte=after[0])
            tokens = tokens.filter(Q(user__gt=after[0]) | Q(user=after[0], pk__gt=after[1]))
        batch = list(bots[: most + 1])
        theirs = list(tokens.filter(user__in=[bot.pk for bot in batch])[: most + 1])
        rows: list[Any] = []
        size, last = 0, after
        for bot in batch:
            own = [token for token in theirs if token.user_id == bot.pk]
            if after is not None and bot.pk == after[0] and not own:
                continue  # complete in the previous chunk
            if size == most:
                return Chunk(rows, size, last)
            own_tokens = list(islice(own, most - size - 1))
            rows.append({"account": bot, "tokens": own_tokens})
            size += 1 + len(own_tokens)
            if own_tokens:
                last = (bot.pk, own_tokens[-1].pk)
            elif after is None or bot.pk != after[0]:
                last = (bot.pk, 0)
            if len(own_tokens) < len(own):
                return Chunk(rows, size, last)
        return Chunk(rows, size, None)


class IdField(serializers.CharField):
    """The id of a game or a dispute, as clients see it."""

    def to_representation(self, value: Any) -> str:
        return ids.to_text(value)


class MovesPathField(IdField):
    def to_representation(self, value: Any) -> str:
        return f"/api/v1/games/{super().to_representation(value)}/moves"


class OrNullField(serializers.CharField):
    """A text, null instead of an empty one."""

    def to_representation(self, value: str) -> Any:
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
        kind, _ = super().build_standard_field(field_name, model_field)
        if model_field.choices:
            kind = serializers.CharField
        return kind, {"allow_null": True} if model_field.null else {}

    def build_relational_field(
        self, field_name: str, relation_info: Any
    ) -> tuple[type[serializers.Field[Any, Any, Any, Any]], dict[str, Any]]:
        options = {"allow_null": True} if relation_info.model_field.null else {}
        return IdField, {"source": f"{field_name}_id", **options}
