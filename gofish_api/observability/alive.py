"""The answer of ``/healthz``, which is the same for the life of the process."""

import json

from games.engine import build

ALIVE_BODY = json.dumps({"status": "ok", "engine": build.loaded()}).encode()
"""The process runs, with the compiled or the pure engine."""
