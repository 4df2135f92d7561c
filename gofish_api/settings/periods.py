"""Periods: how long games wait for players, and how long data is kept."""

from datetime import timedelta

from gofish_api.settings.environment import env

# A game without a clock waits this long for a player, then their seat is given up.
ABANDONED_AFTER = timedelta(hours=env("ABANDONED_AFTER_HOURS"))
LOBBY_KEPT = timedelta(hours=env("LOBBY_HOURS"))
# Keyed digests of the IP addresses of seats are kept as evidence for this long.
ADDRESSES_KEPT = timedelta(days=env("ADDRESSES_KEPT_DAYS"))
# A guest account that never played is emptied when its tokens are unused for this long.
GUESTS_KEPT = timedelta(days=env("GUEST_DAYS"))
# Without a heartbeat of the referee for this long, the service is not ready; 0 disables the check.
REFEREE_SILENCE_SECONDS: float = env("REFEREE_SILENCE_SECONDS")
