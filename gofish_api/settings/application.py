"""Django's own parts: applications, middleware, templates, formats and static files."""

import tomllib

from gofish_api.settings.deployment import PRODUCTION
from gofish_api.settings.environment import BASE_DIR, env

RELEASE: str = tomllib.loads((BASE_DIR / "pyproject.toml").read_text())["project"]["version"]
"""The version of this code, such as 0.2.0; that of the API is in its path."""

ROOT_URLCONF = "gofish_api.urls"
WSGI_APPLICATION = "gofish_api.wsgi.application"
ADMIN_PATH: str = env("ADMIN_PATH")
MCP_URL: str = env("MCP_URL")
INVITATION_PAGE: str = env("INVITATION_PAGE")
# The key of the pseudonyms in dumps of games, and the directory of the dumps that the API lists.
DUMP_KEY: str = env("DUMP_KEY")
DUMPS_PATH: str = env("DUMPS_PATH")

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
    "gofish_api.middleware.api_requests.ApiRequests",  # what follows is for pages only
    "django.middleware.security.SecurityMiddleware",
    "gofish_api.middleware.static_files.StaticFiles",  # before the log: static files are not logged
    "gofish_api.middleware.api_requests.RequestLog",
    "csp.middleware.CSPMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "gofish_api.middleware.api_requests.SecurityHeaders",
    "gofish_api.middleware.api_requests.OtherOrigins",
    "gofish_api.middleware.api_requests.RateLimits",
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
            ]
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
    "gofish_api.web.sources.ClientFiles",
]
# Development needs no collectstatic, and shows a changed file at the next request.
WHITENOISE_USE_FINDERS = WHITENOISE_AUTOREFRESH = not PRODUCTION
WHITENOISE_MAX_AGE = 60 if PRODUCTION else 0  # seconds
WHITENOISE_MIMETYPES = {".webmanifest": "application/manifest+json"}
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "gofish_api.web.sources.CollectedFiles"
        if PRODUCTION
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}
