"""Measurements of speed, run by hand: the figures depend on the machine, so no test holds them."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "gofish_api.settings")
