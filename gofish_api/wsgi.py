"""The WSGI application: Django, as granian serves it in production and `asgi` in its threads."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "gofish_api.settings")

application = get_wsgi_application()
