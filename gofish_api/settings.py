"""Every setting of the service, read from the environment.

`SCHEMA` below names every variable that is read, with its type and default; a variable may also be
given as a file (`SECRET_KEY_FILE=/run/secrets/key`). Without `PRODUCTION` the service answers
loopback names only, in plain HTTP, with a key that everybody knows.
"""

import logging
import os
import sys
from datetime import timedelta
from pathlib import Path
from typing import Any

import structlog
from corsheaders.defaults import default_headers
from csp.constants import NONE, SELF, UNSAFE_INLINE
from django.core.exceptions import ImproperlyConfigured
from structlog.tracebacks import ExceptionDictTransformer

from gofish_api.env import secret_key, types, variables
from gofish_api.env.types import decimal_number, switch, whole_number
from gofish_api.env.variables import Environment

BASE_DIR = Path(__file__).resolve().parent.parent
LOOPBACK = ["localhost", "127.0.0.1", "[::1]"]
LOG_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")
OWN_PATHS = ("api", "static", "docs", "guide", "problems", "healthz", "readyz")
A_YEAR = 365 * 24 * 3600  # seconds

SCHEMA: dict[str, tuple[variables.Read, Any]] = {
    "PRODUCTION": (switch, False),
    "DEBUG": (switch, False),
    "SECRET_KEY": (str, secret_key.DEVELOPMENT_KEY),
    "ALLOWED_HOSTS": (types.hosts, LOOPBACK),
    "DATABASE_URL": (types.database, f"sqlite:///{BASE_DIR}/var/gofish.sqlite3"),
    "DATABASE_CONN_MAX_AGE": (whole_number(0, A_YEAR), 300),
    "DATABASE_LISTEN_URL": (types.postgresql_url, ""),
    "DATABASE_PREPARES": (switch, True),
    "SQLITE_LOCK_SECONDS": (decimal_number(0, 600), 10),
    "CORS_ALLOWED_ORIGINS": (types.origins, []),
    "CSRF_TRUSTED_ORIGINS": (types.origins, []),
    "ADMIN_PATH": (types.path_beside(*OWN_PATHS), "admin/"),
    "PROXY_COUNT": (whole_number(0, 16), 0),
    "CACHE_URL": (types.redis_url, ""),
    "RATES": (types.rates, {}),
    "EMAIL_URL": (types.email, "consolemail://"),
    "EMAIL_FROM": (types.sender, "Go Fish <gofish@localhost>"),
    "ABANDONED_AFTER_HOURS": (whole_number(1, 100 * 365 * 24), 7 * 24),
    "LOBBY_HOURS": (whole_number(1, 365 * 24), 24),
    "ADDRESSES_KEPT_DAYS": (whole_number(0, 100 * 365), 90),
    "GUEST_DAYS": (whole_number(1, 100 * 365), 30),
    "STREAMS_PER_CALLER": (whole_number(1, 1_000_000), 100),
    "STREAM_HEARTBEAT_SECONDS": (decimal_number(0.001, 3600), 15.0),
    "REFEREE_SILENCE_SECONDS": (decimal_number(0, A_YEAR), 60.0),
    "METRICS_PORT": (types.port, 0),
    "METRICS_HOST": (types.address, "127.0.0.1"),
    "LOG_LEVEL": (types.one_of(*LOG_LEVELS), "INFO"),
}
env = Environment(SCHEMA, os.environ)

# --- what kind of place this is -------------------------------------------------------------------

PRODUCTION: bool = env("PRODUCTION")
DEBUG: bool = env("DEBUG")
SECRET_KEY: str = env("SECRET_KEY")
ALLOWED_HOSTS: list[str] = env("ALLOWED_HOSTS")

if PRODUCTION and DEBUG:
    raise ImproperlyConfigured("DEBUG shows secrets to strangers: unset it or PRODUCTION.")
if PRODUCTION or not set(ALLOWED_HOSTS) <= set(LOOPBACK):
    try:
        if not (os.environ.get("SECRET_KEY") or os.environ.get("SECRET_KEY_FILE")):
            needed_by = (
                "PRODUCTION" if PRODUCTION else "ALLOWED_HOSTS with other names than localhost"
            )
            raise ValueError(
                f"not set, and {needed_by} needs a key. Make one: {secret_key.MAKE_ONE}"
            )
        secret_key.check(SECRET_KEY)
    except ValueError as error:
        raise ImproperlyConfigured(f"SECRET_KEY: {error}") from None

# --- the application ------------------------------------------------------------------------------

ROOT_URLCONF = "gofish_api.urls"
WSGI_APPLICATION = "gofish_api.wsgi.application"
ADMIN_PATH: str = env("ADMIN_PATH")

INSTALLED_APPS = [
    "gofish_api.apps.GofishApiConfig",  # first: its templates stand before those of the libraries
    "accounts.apps.AccountsConfig",
    "games.apps.GamesConfig",
    "games.disputes.apps.DisputesConfig",
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
    "django_structlog",
]

MIDDLEWARE = [
    "gofish_api.observability.metrics.RequestMetrics",  # first: it counts what the others do too
    "gofish_api.middleware.hosts.KnownHosts",  # before all that would ask for the host
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",  # before the log, which static files would fill
    "django_structlog.middlewares.RequestMiddleware",
    "gofish_api.middleware.pages_only.Policy",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "gofish_api.middleware.headers.SecurityHeaders",
    "corsheaders.middleware.CorsMiddleware",
    "gofish_api.middleware.rate_limits.RateLimits",
    "gofish_api.middleware.pages_only.Session",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "gofish_api.middleware.pages_only.Authentication",
    "gofish_api.middleware.pages_only.Messages",
    "axes.middleware.AxesMiddleware",  # last: it answers for a view that was locked out
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
DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024  # the longest body of any request, in front of Django too

# A game without a clock waits so long for a player before his seat is given up.
ABANDONED_AFTER = timedelta(hours=env("ABANDONED_AFTER_HOURS"))
LOBBY_KEPT = timedelta(hours=env("LOBBY_HOURS"))
# So long the keyed digests of addresses that seats were played from are kept as evidence.
ADDRESSES_KEPT = timedelta(days=env("ADDRESSES_KEPT_DAYS"))
# An idle guest account that never played is emptied after this time without use of a token.
GUESTS_KEPT = timedelta(days=env("GUEST_DAYS"))
# A service whose referee was not heard of for so long says that it is not ready; 0 asks for no referee.
REFEREE_SILENCE_SECONDS: float = env("REFEREE_SILENCE_SECONDS")
TRANSCRIPT_MAX_BYTES = 4 * 1024 * 1024  # of the one kind of body that is longer

# --- streams --------------------------------------------------------------------------------------

# Streams and waiting requests that one account, or one address without a token, holds in a process.
STREAMS_PER_CALLER: int = env("STREAMS_PER_CALLER")
# A lost notice, a revoked token and a reader who is gone are noticed at a stream's next heartbeat.
STREAM_HEARTBEAT_SECONDS: float = env("STREAM_HEARTBEAT_SECONDS")

# --- the database ---------------------------------------------------------------------------------

# A server whose machine is gone says nothing more. Left to itself the system would ask it for a quarter of an hour, and
# would never notice where it only waits for it.
DATABASE_GIVEN_UP = {
    "connect_timeout": 5,
    "tcp_user_timeout": 25_000,  # milliseconds
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
}
DATABASES: dict[str, dict[str, Any]] = {"default": env("DATABASE_URL")}
DATABASE = DATABASES["default"]
# A connection per thread that stays open, and no pool: a server process has a few fixed threads, so
# each connection is used by one thread at a time anyway, and checking one out of a pool would be
# work on every ask. Past one machine PgBouncer is the pool.
DATABASE["CONN_MAX_AGE"] = env("DATABASE_CONN_MAX_AGE")

if DATABASE["ENGINE"] == "django.db.backends.sqlite3":
    file = Path(DATABASE["NAME"])
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ImproperlyConfigured(
            f"DATABASE_URL: no folder can be made for {variables.quoted(str(file))}: "
            f"{error.strerror}."
        ) from None
    if file.is_dir() or not os.access(file.parent, os.W_OK | os.X_OK):
        raise ImproperlyConfigured(
            f"DATABASE_URL: no file can be written at {variables.quoted(str(file))}."
        )
    DATABASE["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",  # a writer waits for its turn at BEGIN, where it can wait
        "timeout": env("SQLITE_LOCK_SECONDS"),  # then the writer is told to come again
        "init_command": "PRAGMA journal_mode=WAL",
    }
    # Tests need a file as well: threads that share a database in memory deadlock.
    DATABASE["TEST"] = {"NAME": str(file.with_name(f"test_{file.name}"))}
else:
    DATABASE["CONN_HEALTH_CHECKS"] = True  # a restart of the database costs nobody a 500
    DATABASE["OPTIONS"] = (
        DATABASE_GIVEN_UP
        | {
            "server_side_binding": True,
            "prepare_threshold": 3 if env("DATABASE_PREPARES") else None,
        }
        | DATABASE.get("OPTIONS", {})
    )

# Behind a pooler that lends connections for a transaction (PgBouncer) nobody can listen, and no cursor outlives a
# transaction: then this is the way to PostgreSQL itself.
DATABASE_LISTEN_URL: str = env("DATABASE_LISTEN_URL")
DATABASE["DISABLE_SERVER_SIDE_CURSORS"] = bool(DATABASE_LISTEN_URL)

# --- who may come in ------------------------------------------------------------------------------

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
]
PASSWORD_HASHERS = [
    "accounts.hashers.Argon2",
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

AXES_FAILURE_LIMIT = 10
AXES_COOLOFF_TIME = timedelta(minutes=15)
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_RESET_ON_SUCCESS = True
AXES_DISABLE_ACCESS_LOG = True
AXES_LOCKOUT_CALLABLE = "gofish_api.api.fallbacks.locked_out"
AXES_CLIENT_IP_CALLABLE = "accounts.addresses.of"
AXES_USERNAME_CALLABLE = "accounts.lockouts.counted_name"
AXES_VERBOSE = False
AXES_ENABLE_ADMIN = False  # its pages show addresses; `manage.py axes_reset` lifts a lockout

# An address that a client writes into X-Forwarded-For is believed only behind this many proxies.
PROXY_COUNT: int = env("PROXY_COUNT")
if PROXY_COUNT:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

# --- how often ------------------------------------------------------------------------------------

# Uses in a window of one sec, min, hour or day; `none` is without limit.
RATES: dict[str, str] = {
    "address": "12000/min",  # all that comes from one address, a school's perhaps
    "account": "3000/min",  # all that one account does; a program at full speed does about as much
    "registration": "60/hour",  # accounts made from an address
    "registration_tries": "600/hour",  # requests for them, refused ones too
    "credentials": "30/min",  # passwords and codes of letters tried from an address
    "letters": "60/hour",  # e-mails asked for from an address, those of registrations too
    "recipient": "5/hour",  # e-mails of one purpose to an address
    "letters_to_one": "4/hour",  # of these, those asked for from one address: it leaves one to others
    "seatings": "30/day",  # seats of one lobby taken from an address, of 200 that it has
    "creation": "300/hour",  # games, rematches and matches that one account opens
    "creation_address": "1500/hour",  # the same from one address: 30 pupils who open 50 games each
    "join_code": "30/min",  # codes of private games tried from an address
    "verification": "30/min",  # transcripts verified for an address
    "schema": "60/min",  # a megabyte each, which a client needs once
    "disputes": "20/hour",  # what one account writes about disputes
}
for name, rate in env("RATES").items():
    if name not in RATES:
        known = ", ".join(RATES)
        raise ImproperlyConfigured(
            f"RATES: {variables.quoted(name)} is no limit; there are {known}."
        )
    RATES[name] = rate

# Counts stand in the cache. One in local memory is each process's own.
CACHE_URL: str = env("CACHE_URL")
CACHES: dict[str, dict[str, Any]] = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": CACHE_URL,
        "KEY_PREFIX": "gofish",
        "OPTIONS": {"socket_connect_timeout": 2, "socket_timeout": 2},  # seconds
    }
    if CACHE_URL
    else {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        # A full cache drops counts at random: who can fill it could reset his own.
        "OPTIONS": {"MAX_ENTRIES": 200_000},
    }
}

# --- letters --------------------------------------------------------------------------------------

vars().update(env("EMAIL_URL"))
EMAIL_TIMEOUT = 10  # seconds
DEFAULT_FROM_EMAIL: str = env("EMAIL_FROM")

# --- what browsers may do -------------------------------------------------------------------------

CORS_ALLOWED_ORIGINS: list[str] = env("CORS_ALLOWED_ORIGINS")
CORS_URLS_REGEX = r"^/api/"
CORS_ALLOW_HEADERS = [
    *default_headers,
    "idempotency-key",
    "if-match",
    "if-none-match",
    "last-event-id",
]
CORS_EXPOSE_HEADERS = ["ETag", "Location", "RateLimit", "RateLimit-Policy", "Retry-After"]
CSRF_TRUSTED_ORIGINS: list[str] = env("CSRF_TRUSTED_ORIGINS")

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF, UNSAFE_INLINE],  # Swagger UI writes styles into its elements
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    },
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SESSION_COOKIE_SAMESITE = "Strict"
CSRF_COOKIE_SAMESITE = "Strict"

if PRODUCTION:
    SECURE_SSL_REDIRECT = True
    SECURE_REDIRECT_EXEMPT = [r"^(healthz|readyz)$"]  # probes come in plain HTTP from inside
    SECURE_HSTS_SECONDS = 365 * 24 * 3600
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    SECURE_HSTS_PRELOAD = True
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True

# --- static files: the admin's and the documentation pages' ---------------------------------------

STATIC_URL = "/static/"
STATIC_ROOT = BASE_DIR / "staticfiles" if PRODUCTION else None
WHITENOISE_USE_FINDERS = not PRODUCTION  # no collectstatic on a developer's machine
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"
        if PRODUCTION
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}

# --- the API --------------------------------------------------------------------------------------

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["accounts.authentication.BearerToken"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    # JSON alone: the forms that DRF reads besides would stand in the schema and break clients.
    "DEFAULT_THROTTLE_CLASSES": ["api_kit.throttles.AccountThrottle"],
    "DEFAULT_PARSER_CLASSES": ["api_kit.parsers.JSONParser"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_SCHEMA_CLASS": "gofish_api.api.schema_hooks.OperationSchema",
    "DEFAULT_PAGINATION_CLASS": None,
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "api_kit.negotiation.FirstChoice",
    "URL_FORMAT_OVERRIDE": None,  # `?format=` is a parameter like any other
    "EXCEPTION_HANDLER": "gofish_api.api.problem_handler.exception_handler",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}

SPECTACULAR_SETTINGS = {
    "TITLE": "Go Fish API",
    "DESCRIPTION": "Play Go Fish: create and join games, ask for cards, read what you may know.",
    "EXTERNAL_DOCS": {"url": "/guide", "description": "Write a bot in 15 minutes"},
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "LICENSE": {"name": "MIT", "identifier": "MIT"},
    "SERVERS": [{"url": "/", "description": "The server that this schema was read from."}],
    "TAGS": [
        {"name": name, "description": description}
        for name, description in {
            "service": "Where to begin.",
            "rules": "What can be played: presets, overlays, options, and their sources.",
            "accounts": "People and guests, and what is held about them.",
            "tokens": "What a program shows instead of a password.",
            "bots": "Accounts of programs, which somebody answers for.",
            "players": "Players as everybody may see them.",
            "lobby": "Finding, opening and filling games.",
            "table": "Playing: the state, and what a seat may do.",
            "live": "Following games as they are played.",
            "history": "Moves, past positions, transcripts, and whether they hold.",
            "disputes": "Complaints about games, what was ruled on them, and appeals.",
        }.items()
    ],
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_AUTHENTICATION": [],
    "SERVE_PERMISSIONS": ["rest_framework.permissions.AllowAny"],
    "SCHEMA_PATH_PREFIX": r"/api/v[0-9]+",
    "COMPONENT_SPLIT_REQUEST": True,
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "gofish_api.api.schema_hooks.name_choices",
        "gofish_api.api.schema_hooks.open_to_all",
        "gofish_api.api.schema_hooks.drop_summaries",
        "gofish_api.api.schema_hooks.require_bodies",
        "api_kit.openapi.add_shared_problems",
        "games.api.links.add_links",
        "api_kit.components.share",  # last: it finds what repeats in the whole document
    ],
    "COMPONENT_SPLIT_PATCH": False,
    "ENUM_SUFFIX": "",
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "ENUM_NAME_OVERRIDES": {
        "Scope": "accounts.api.bodies.SCOPES",
        "GameStatus": "games.models.GameStatus",
        "StreamEndReason": "games.api.live_shapes.END_REASONS",
        "NewsKind": "games.api.live_shapes.NEWS",
        "DisputeReason": "games.api.dispute_shapes.DISPUTE_REASONS",
        "DisputeStatus": "games.api.dispute_shapes.STATUSES",
        "ReviewAction": "games.disputes.models.Action",
        "NoticeKind": "games.disputes.notifying.NoticeKind",
    }
    | {
        name: f"games.api.entry_shapes.{choices}"
        for name, choices in {
            "PresetName": "PRESET_NAMES",
            "OverlayName": "OVERLAY_NAMES",
            "Phase": "PHASES",
            "Visibility": "VISIBILITIES",
            "VerdictScope": "VERDICT_SCOPES",
            "Card": "CARDS",
            "Rank": "RANK_TEXTS",
            "DrawReason": "DRAW_REASONS",
            "ContinueReason": "CONTINUE_REASONS",
            "PassReason": "PASS_REASONS",
            "ClosingReason": "CLOSING_REASONS",
            "CloseReason": "CLOSE_REASONS",
            "SkipReason": "SKIP_REASONS",
            "VoidReason": "VOID_REASONS",
            "EndReason": "END_REASONS",
            "MisdealReason": "MISDEAL_REASONS",
            "Penalty": "PENALTIES",
            "Level": "LEVELS",
            "Offence": "OFFENCES",
            "RulingKind": "RULING_KINDS",
        }.items()
    },
}

# --- metrics: never on the port of the service ----------------------------------------------------

METRICS_PORT: int = env("METRICS_PORT")
METRICS_HOST: str = env("METRICS_HOST")

# --- logs: one line of JSON an event, never a query, a body, a token or an address ----------------


def without_query(_: Any, __: str, event: structlog.types.EventDict) -> structlog.types.EventDict:
    """Cut the query off a logged request: a ticket may stand in it."""
    if isinstance(event.get("request"), str):
        event["request"] = event["request"].partition("?")[0]
    return event


LOG_PROCESSORS: list[structlog.types.Processor] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    without_query,
]
# Tracebacks without the variables, which both renderers would show: a password may be in one.
LOG_RENDERERS: list[structlog.types.Processor] = (
    [
        structlog.processors.ExceptionRenderer(ExceptionDictTransformer(show_locals=False)),
        structlog.processors.JSONRenderer(),
    ]
    if PRODUCTION
    else [
        structlog.dev.ConsoleRenderer(
            colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback
        )
    ]
)
structlog.configure(
    processors=[
        structlog.stdlib.filter_by_level,
        *LOG_PROCESSORS,
        structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
    ],
    logger_factory=structlog.stdlib.LoggerFactory(),
    cache_logger_on_first_use=True,
)
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "structured": {
            "()": structlog.stdlib.ProcessorFormatter,
            "foreign_pre_chain": LOG_PROCESSORS,
            "processors": [
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                *LOG_RENDERERS,
            ],
        }
    },
    "filters": {"brief": {"()": "gofish_api.observability.security_log.ShortLogRecord"}},
    "handlers": {
        "stderr": {"class": "logging.StreamHandler", "formatter": "structured"},
        "brief": {
            "class": "logging.StreamHandler",
            "formatter": "structured",
            "filters": ["brief"],
        },
    },
    "root": {"handlers": ["stderr"], "level": env("LOG_LEVEL")},
    "loggers": {
        # Its refusals are in the request's own line already; its errors carry the traceback.
        "django.request": {"level": "ERROR"},
        # Any scanner sends suspicious requests; each is answered, and none deserves a traceback.
        "django.security": {"handlers": ["brief"], "propagate": False},
        # Names and addresses of wrong sign-ins stand in the admin; people type passwords as names.
        "axes": {"level": "ERROR"},
    },
}
DJANGO_STRUCTLOG_IP_LOGGING_ENABLED = False
DJANGO_STRUCTLOG_STATUS_START_LOG_LEVEL = logging.DEBUG  # one line a request: its end
DJANGO_STRUCTLOG_STATUS_4XX_LOG_LEVEL = logging.INFO  # a refusal is an everyday answer
# The defaults, said: what is not set is searched for in vain with every request.
DJANGO_STRUCTLOG_STATUS_DEFAULT_LOG_LEVEL = DJANGO_STRUCTLOG_STATUS_2XX_LOG_LEVEL = logging.INFO
DJANGO_STRUCTLOG_TRUST_UPSTREAM_REQUEST_ID = DJANGO_STRUCTLOG_TRUST_UPSTREAM_CORRELATION_ID = False
DJANGO_STRUCTLOG_USER_ID_FIELD = "pk"
