"""What the desk's pages of games have in common: nobody changes there what the log says."""

from django.db.models import Model
from django.http import HttpRequest


class ReadOnly:
    """For an admin or an inline: whoever may view may look, and that is all."""

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Rows come from play, complaints and rulings alone."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """The tables must agree with the log."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """What happened stays."""
        return False
