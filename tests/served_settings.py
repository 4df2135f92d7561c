"""The settings of a server that a test or a benchmark starts with other values than an operator
can choose: `tests.servers.overriding` names this module.
"""

import json
import os

from gofish_api.settings import *  # noqa: F403 - Django reads one module of settings

vars().update(json.loads(os.environ["SERVED_SETTINGS"]))
