"""Let accounts hide their ratings. Hidden ratings are still computed, because others need them."""

from games.ratings.models import HiddenRatings


def hide(account_id: int) -> None:
    """Hide the ratings of an account from others; repeating it changes nothing."""
    HiddenRatings.objects.bulk_create([HiddenRatings(account_id=account_id)], ignore_conflicts=True)


def show(account_id: int) -> None:
    """Show the ratings of an account again."""
    HiddenRatings.objects.filter(account_id=account_id).delete()


def is_hidden(account_id: int) -> bool:
    """Return whether an account hides its ratings."""
    return HiddenRatings.objects.filter(account_id=account_id).exists()
