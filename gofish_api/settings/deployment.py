"""Development or production. Production, or a public host name, needs a secret key of its own."""

import os

from django.core.exceptions import ImproperlyConfigured

from gofish_api.env import variables
from gofish_api.settings.environment import LOOPBACK, env

PRODUCTION: bool = env("PRODUCTION")
DEBUG: bool = env("DEBUG")
SECRET_KEY: str = env("SECRET_KEY")
ALLOWED_HOSTS: list[str] = env("ALLOWED_HOSTS")

if PRODUCTION and DEBUG:
    raise ImproperlyConfigured("DEBUG shows secrets to visitors: unset DEBUG or PRODUCTION.")


def _check_key() -> None:
    """Check that the key was set and looks random.

    :raises ImproperlyConfigured: it was not, or does not.
    """
    try:
        if not (os.environ.get("SECRET_KEY") or os.environ.get("SECRET_KEY_FILE")):
            needed_by = (
                "PRODUCTION" if PRODUCTION else "ALLOWED_HOSTS with names other than localhost"
            )
            raise ValueError(
                f"not set, but required by {needed_by}. Create one: {variables.CREATE}"
            )
        variables.check(SECRET_KEY)
    except ValueError as error:
        raise ImproperlyConfigured(f"SECRET_KEY: {error}") from None


if PRODUCTION or not set(ALLOWED_HOSTS) <= set(LOOPBACK):
    _check_key()
