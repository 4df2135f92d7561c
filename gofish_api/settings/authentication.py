"""Accounts, passwords and sign-in, and who is locked out after wrong passwords."""

from datetime import timedelta

from gofish_api.settings.application import ADMIN_PATH
from gofish_api.settings.deployment import PRODUCTION
from gofish_api.settings.environment import env

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
]
PASSWORD_HASHERS = [
    "accounts.credentials.passwords.Argon2",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]

LOGIN_URL = f"/{ADMIN_PATH}login/"
LOGIN_REDIRECT_URL = f"/{ADMIN_PATH}"

# Whether all staff need a second factor. Those who have enrolled are always asked for it.
ADMIN_SECOND_FACTOR: bool = (
    PRODUCTION if env("ADMIN_SECOND_FACTOR") == "" else env("ADMIN_SECOND_FACTOR")
)
OTP_TOTP_ISSUER = "Go Fish"

AXES_FAILURE_LIMIT = 10
AXES_COOLOFF_TIME = timedelta(minutes=15)
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_RESET_ON_SUCCESS = True
AXES_DISABLE_ACCESS_LOG = True
AXES_LOCKOUT_CALLABLE = "gofish_api.api.fallbacks.locked_out"
AXES_CLIENT_IP_CALLABLE = "accounts.quotas.of"
AXES_USERNAME_CALLABLE = "accounts.credentials.passwords.counted_name"
AXES_SENSITIVE_PARAMETERS = ["username", "ip_address", "otp_token"]  # not stored with a failure
AXES_VERBOSE = False
AXES_ENABLE_ADMIN = False  # its pages show IP addresses; `manage.py axes_reset` ends a lockout
