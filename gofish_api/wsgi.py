"""The WSGI application: Django, as granian serves it in production and `asgi` in its threads."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "gofish_api.settings")

from gofish_api import tracing

tracing.start()  # before Django loads its middleware, to which this adds
application = get_wsgi_application()
