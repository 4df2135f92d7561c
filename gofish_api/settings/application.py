"""Django's own parts: applications, middleware, templates, static files, sign-in and e-mail."""

import tomllib
from datetime import timedelta

from gofish_api.settings.environment import BASE_DIR, env
from gofish_api.settings.security import PRODUCTION

RELEASE: str = tomllib.loads((BASE_DIR / "pyproject.toml").read_text())["project"]["version"]
"""The version of this code, such as 0.3.0; that of the API is in its path."""

ROOT_URLCONF = "gofish_api.urls"
WSGI_APPLICATION = "gofish_api.wsgi.application"
ADMIN_PATH: str = env("ADMIN_PATH")
MCP_URL: str = env("MCP_URL")
INVITATION_PAGE: str = env("INVITATION_PAGE")
# The key of the pseudonyms in dumps of games.
DUMP_KEY: str = env("DUMP_KEY")
# The directory of the dumps that the API lists; ops/nginx serves their files.
DUMPS_PATH = "/srv/dumps"

INSTALLED_APPS = [
    "gofish_api.apps.GofishApiConfig",  # first: its templates override those of libraries
    "accounts.apps.AccountsConfig",
    "games.apps.GamesConfig",
    "games.apps.DisputesConfig",
    "games.apps.ClassesConfig",
    "games.apps.TournamentsConfig",
    "games.apps.WebhooksConfig",
    "gofish_api.apps.DeskConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "corsheaders",
    "csp",
    "axes",
    "django_otp",
    "django_otp.plugins.otp_totp",
    "django_otp.plugins.otp_static",
    "django_structlog",
]

MIDDLEWARE = [
    "gofish_api.middleware.ApiRequests",  # what follows is for pages only
    "django.middleware.security.SecurityMiddleware",
    "gofish_api.static_files.StaticFiles",  # before the log: static files are not logged
    "gofish_api.middleware.RequestLog",
    "csp.middleware.CSPMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "gofish_api.middleware.SecurityHeaders",
    "gofish_api.middleware.OtherOrigins",
    "gofish_api.middleware.RateLimits",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django_otp.middleware.OTPMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "axes.middleware.AxesMiddleware",  # last: it replaces the response of a locked-out sign-in
]

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
            "libraries": {"desk": "games.desk.admin.template_tags"},
        },
    }
]

APPEND_SLASH = False
LANGUAGE_CODE = "en"
FORMAT_MODULE_PATH = "gofish_api.formats"
USE_I18N = False
TIME_ZONE = "UTC"
USE_TZ = True
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"


STATIC_URL = "/static/"
STATIC_ROOT = BASE_DIR / "staticfiles" if PRODUCTION else None
STATICFILES_DIRS = [("cards", BASE_DIR / "web" / "cards")]  # one look of cards: the admin links it
STATICFILES_FINDERS = [
    "django.contrib.staticfiles.finders.FileSystemFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
    "gofish_api.static_files.ClientFiles",
]
# Development needs no collectstatic, and shows a changed file at the next request.
WHITENOISE_USE_FINDERS = WHITENOISE_AUTOREFRESH = not PRODUCTION
WHITENOISE_MAX_AGE = 60 if PRODUCTION else 0  # seconds
WHITENOISE_MIMETYPES = {".webmanifest": "application/manifest+json"}
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "gofish_api.static_files.CollectedFiles"
        if PRODUCTION
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}


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

# A referee of release 0.2 plays `master` at random, so production does not offer it unasked.
ALLOW_MASTER: bool = not PRODUCTION if env("ALLOW_MASTER") == "" else env("ALLOW_MASTER")

AXES_FAILURE_LIMIT = 10
AXES_COOLOFF_TIME = timedelta(minutes=15)
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_RESET_ON_SUCCESS = True
AXES_DISABLE_ACCESS_LOG = True
AXES_LOCKOUT_CALLABLE = "gofish_api.api.fallbacks.locked_out"
AXES_CLIENT_IP_CALLABLE = "accounts.quotas.address_of"
AXES_USERNAME_CALLABLE = "accounts.credentials.passwords.counted_name"
AXES_SENSITIVE_PARAMETERS = ["username", "ip_address", "otp_token"]  # not stored with a failure
AXES_VERBOSE = False
AXES_ENABLE_ADMIN = False  # its pages show IP addresses; `manage.py axes_reset` ends a lockout


vars().update(env("EMAIL_URL"))
EMAIL_TIMEOUT = 10  # seconds
DEFAULT_FROM_EMAIL: str = env("EMAIL_FROM")
