"""Make the wiring an app, so that Django finds its commands and templates."""

from django.apps import AppConfig


class GofishApiConfig(AppConfig):
    name = "gofish_api"
    verbose_name = "Go Fish service"
