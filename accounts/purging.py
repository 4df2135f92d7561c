"""Delete old rows in batches, while other processes do the same."""

from typing import Any

from django.db.models import QuerySet

from accounts.small_batches import small_batch


def delete_first(rows: QuerySet[Any], *, by: str, most: int) -> int:
    """Delete the first ``most`` rows in the order of column ``by``; return how many were deleted.

    Skips rows that another process is deleting at the same time.
    """
    with small_batch():
        locked = rows.order_by(by).select_for_update(skip_locked=True)
        chosen = list(locked.values_list("pk", flat=True)[:most])
        deleted, _ = rows.model._default_manager.filter(pk__in=chosen).delete()
        return int(deleted)
