"""`manage.py spectacular`: the schema with each text in one line, so that a diff shows it whole."""

from typing import Any

import yaml
from drf_spectacular.management.commands import spectacular
from drf_spectacular.renderers import OpenApiYamlRenderer


class _LongLines(OpenApiYamlRenderer):
    def render(self, *args: Any, **kwargs: Any) -> bytes:
        document = yaml.load(super().render(*args, **kwargs), yaml.CSafeLoader)
        return yaml.dump(
            document,
            Dumper=yaml.CSafeDumper,
            sort_keys=False,
            allow_unicode=True,
            width=2**31 - 1,
            encoding="utf-8",
        )


class Command(spectacular.Command):
    def get_renderer(self, format: str) -> Any:  # noqa: A002  # its name there
        return _LongLines() if format == "openapi" else super().get_renderer(format)
