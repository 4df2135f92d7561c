"""Every setting of the service, by subject; `environment` names the variables that are read.

Without `PRODUCTION` the service answers loopback names only, in plain HTTP, with a published key.
"""

# Django reads one module of settings, so all names of these modules are collected here.
from gofish_api.settings.api import *  # noqa: F403 - see above
from gofish_api.settings.application import *  # noqa: F403 - see above
from gofish_api.settings.database import *  # noqa: F403 - see above
from gofish_api.settings.environment import *  # noqa: F403 - see above
from gofish_api.settings.limits import *  # noqa: F403 - see above
from gofish_api.settings.logs import *  # noqa: F403 - see above
from gofish_api.settings.security import *  # noqa: F403 - see above
