"""The Django application of classes."""

from django.apps import AppConfig


class ClassesConfig(AppConfig):
    """Classes, their places and tables."""

    name = "games.classes"
    label = "classes"
    verbose_name = "Classes"
