"""The WSGI application, which `serve` runs in threads."""

import os
import sys

import django
from django.core.exceptions import ImproperlyConfigured
from django.core.handlers.wsgi import WSGIHandler

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "gofish_api.settings")

from gofish_api import variables
from gofish_api.observability import tracing

try:
    tracing.start()  # before Django loads its middleware, because this adds one
    django.setup(set_prefix=False)
    from api_kit.endpoint import ReadableRequest  # reads the settings

    application = WSGIHandler()
    application.request_class = ReadableRequest
except ImproperlyConfigured as error:
    sys.exit(variables.in_one_line(error))
