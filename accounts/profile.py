"""What people may change about their own account."""

from accounts.models import User


def change_email(user: User, email: str | None) -> None:
    """Set the address of an account, or remove it."""
    user.email = email or ""
    user.save(update_fields=["email"])
