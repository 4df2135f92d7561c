"""The environment variables that configure the service, each with its type and default.

A variable can also name a file that holds its value (`SECRET_KEY_FILE=/run/secrets/key`).
"""

import os
from pathlib import Path
from typing import Any

from gofish_api.env import types, variables
from gofish_api.env.types import decimal_number, switch, whole_number
from gofish_api.env.variables import Environment
from gofish_api.settings.client_paths import client_paths

BASE_DIR = Path(__file__).resolve().parents[2]
LOOPBACK = ["localhost", "127.0.0.1", "[::1]"]
LOG_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")
OWN_PATHS = (
    *("api", "static", "docs", "guide", "problems", "healthz", "readyz"),
    *{path.partition("/")[0] for path in client_paths()} - {""},
)
A_YEAR = 365 * 24 * 3600  # seconds

RETIRED = {
    "WRITES_CHECK_TOKENS": "the write of a move always checks the token",
    "REPLICA_URL": "the proxy keeps what is read of finished games, see docs/operations/deploy.md",
}
"""Variables of release 0.2 that do nothing, and why. They are accepted through 0.3."""

_BY_ADDRESS = "the same is limited from an address"
_BY_COST = "an address runs one such request at a time"
RETIRED_RATES = {
    "display_names": "`account` limits all requests",
    "tournaments": _BY_ADDRESS,
    "classes": _BY_ADDRESS,
    "class_codes": "`class_changes` counts them",
    "class_games": "`class_changes` counts them",
    "class_code_uses": "`class_sign_ins` counts each code",
    "party_places": "they have the rate of `join_code`",
    "wrong_class_codes": "they have the rate of `join_code`",
    "client_documents": "they have the rate of `authorizations`",
    "device_requests": "they have the rate of `authorizations`",
    "device_codes": _BY_ADDRESS,
    "device_codes_address": "they have the rate of `join_code`",
    "schema": _BY_COST,
    "followed": _BY_COST,
    "followed_address": _BY_COST,
    "webhooks": _BY_ADDRESS,
    "disputes": _BY_ADDRESS,
}
"""Names in `RATES` of release 0.2 that do nothing, and why. They are accepted through 0.3."""

SCHEMA: dict[str, tuple[variables.Read, Any]] = {
    "PRODUCTION": (switch, False),
    "DEBUG": (switch, False),
    "SECRET_KEY": (str, variables.DEVELOPMENT_KEY),
    "ALLOWED_HOSTS": (types.hosts, LOOPBACK),
    "DATABASE_URL": (variables.database, f"sqlite:///{BASE_DIR}/var/gofish.sqlite3"),
    "DATABASE_CONN_MAX_AGE": (whole_number(0, A_YEAR), 300),
    "DATABASE_LISTEN_URL": (variables.postgresql_url, ""),
    "NOTICES_URL": (variables.redis_url, ""),
    "DATABASE_PREPARES": (switch, True),
    "MOVE_SCHEMA": (whole_number(2, 3), 3),
    "SQLITE_LOCK_SECONDS": (decimal_number(0, 600), 10),
    "CORS_ALLOWED_ORIGINS": (types.cors_origins, ["*"]),
    "GUEST_ORIGINS": (types.cors_origins, ["*"]),
    "FETCH_ALSO_FROM": (types.ip_addresses, []),
    "MCP_URL": (variables.web_page, ""),
    "INVITATION_PAGE": (variables.web_page, ""),
    "CSRF_TRUSTED_ORIGINS": (types.origins, []),
    "ADMIN_SECOND_FACTOR": (switch, ""),
    "ADMIN_PATH": (types.path_except(*OWN_PATHS), "admin/"),
    "PROXY_COUNT": (whole_number(0, 16), 0),
    "CACHE_URL": (variables.redis_url, ""),
    "RATES": (types.rates, {}),
    "EMAIL_URL": (variables.email, "consolemail://"),
    "EMAIL_FROM": (types.sender, "Go Fish <gofish@localhost>"),
    "SECURITY_CONTACT": (types.contacts, []),
    "ABANDONED_AFTER_HOURS": (whole_number(1, 100 * 365 * 24), 7 * 24),
    "LOBBY_HOURS": (whole_number(1, 365 * 24), 24),
    "ADDRESSES_KEPT_DAYS": (whole_number(0, 100 * 365), 90),
    "GUEST_DAYS": (whole_number(1, 100 * 365), 30),
    "STREAMS_PER_CALLER": (whole_number(1, 1_000_000), 100),
    "STREAM_HEARTBEAT_SECONDS": (decimal_number(0.001, 3600), 15.0),
    "REFEREE_SILENCE_SECONDS": (decimal_number(0, A_YEAR), 60.0),
    "DUMP_KEY": (types.private_key, ""),
    "DUMPS_PATH": (str, ""),
    "BACKUPS_PATH": (str, ""),
    "METRICS_PORT": (types.port, 0),
    "METRICS_HOST": (types.address, "127.0.0.1"),
    "LOG_LEVEL": (types.one_of(*LOG_LEVELS), "INFO"),
}
env = Environment(SCHEMA, os.environ)
