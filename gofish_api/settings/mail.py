"""E-mail: the server and the sender."""

from gofish_api.settings.environment import env

vars().update(env("EMAIL_URL"))
EMAIL_TIMEOUT = 10  # seconds
DEFAULT_FROM_EMAIL: str = env("EMAIL_FROM")
