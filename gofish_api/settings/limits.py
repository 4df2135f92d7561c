"""Limits: request sizes, open streams, rates with their cache, and how long data is kept."""

from datetime import timedelta
from typing import Any

from django.core.exceptions import ImproperlyConfigured

from gofish_api import variables
from gofish_api.settings.environment import RETIRED_RATES, env

DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024  # longest request body; the server checks it too
TRANSCRIPT_MAX_BYTES = 4 * 1024 * 1024  # longest transcript to verify: the one larger body

# Open streams and waiting requests in one process, per account, or per address without a token.
STREAMS_PER_CALLER = 100
# Each heartbeat also notices lost notifications, revoked tokens and closed connections.
STREAM_HEARTBEAT_SECONDS = 15.0

# Requests per sec, min, hour or day; `none` means no limit.
RATES: dict[str, str] = {
    "address": "12000/min",  # all requests from one address, which a school may share
    "account": "3000/min",  # all requests of one account; a program at full speed comes close
    "registration": "60/hour",  # accounts created from an address
    "registration_tries": "600/hour",  # attempts to create them, refused ones included
    "credentials": "30/min",  # passwords and e-mailed codes tried from an address
    "letters": "60/hour",  # e-mails requested from an address, registrations included
    "recipient": "5/hour",  # e-mails for one purpose to one recipient
    "letters_to_one": "4/hour",  # of those, requested from one address: one is left for others
    "seatings": "30/day",  # seats taken in one lobby from an address; a lobby has 200
    "creation": "300/hour",  # games, rematches and matches created by one account
    "creation_address": "1500/hour",  # the same from one address: 30 pupils with 50 games each
    "tournaments_address": "60/day",  # opened from an address
    "classes_address": "200/day",  # opened from an address, which a school may share
    "class_changes": "1200/hour",  # of the classes of one account, with new codes and games
    "class_sign_ins": "1200/hour",  # with one code of a class or party
    "keys": "20000/hour",  # requests of one account with an Idempotency-Key, whose answers are kept
    "keys_address": "100000/hour",  # the same from one address
    "join_code": "30/min",  # codes of games, classes or devices tried, and places of a party taken
    "authorizations": "60/hour",  # of apps and devices by an account; begun from an address
    "token_tests": "300/min",  # tokens tested from an address that are not valid
    "verification": "30/min",  # transcripts verified from an address
    "exports": "120/hour",  # begun or resumed by one account, or from one address without a token
    "emotes": "12/min",  # sent by one account in one game
    "analyses": "20/day",  # queued by one account
    "analyses_address": "30/hour",  # from one address: below what the worker does in an hour
    "webhooks_address": "600/hour",  # webhooks, secrets and redeliveries from an address
    "webhook_challenges": "120/hour",  # challenges to one host
    "webhook_challenges_address": "30/hour",  # of these, those asked for from one address
    "webhooks_host": "600/min",  # tries at one host for one account and its bots
    "disputes_address": "30/hour",  # texts about disputes from an address
}
for name, rate in env("RATES").items():
    if name in RETIRED_RATES:
        continue  # a check names it
    if name not in RATES:
        known = ", ".join(RATES)
        raise ImproperlyConfigured(
            f"RATES: {variables.quoted(name)} is not a limit; the limits are {known}."
        )
    RATES[name] = rate

# The cache counts requests. Without Redis each process counts alone.
CACHE_URL: str = env("CACHE_URL")
CACHES: dict[str, dict[str, Any]] = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": CACHE_URL,
        "KEY_PREFIX": "gofish",
        "OPTIONS": {
            "socket_connect_timeout": 2,  # seconds
            "socket_timeout": 2,
            # Newer protocols send the password with HELLO, which an older Redis quotes in an error.
            "protocol": 2,
        },
    }
    if CACHE_URL
    else {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        # A full cache drops random entries: clients that can fill it could reset their own counts.
        "OPTIONS": {"MAX_ENTRIES": 200_000},
    }
}


# Keyed digests of the IP addresses of seats are kept as evidence for this long.
ADDRESSES_KEPT = timedelta(days=env("ADDRESSES_KEPT_DAYS"))
# A guest account that never played is emptied when its tokens are unused for this long.
GUESTS_KEPT = timedelta(days=env("GUEST_DAYS"))
