"""Read settings from environment variables. An error names its variable, in one line."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from django.core.exceptions import ImproperlyConfigured

Read = Callable[[str], Any]
Schema = Mapping[str, tuple[Read, Any]]
"""The type and the default of each variable."""

MAX_QUOTED = 60
"""Characters of a wrong value that an error quotes at most."""


class Environment:
    """The values of the variables in a schema.

    ``NAME_FILE`` names a file with the value of ``NAME``.

    All are read at once, so that every process refuses a wrong one.
    """

    def __init__(self, schema: Schema, variables: Mapping[str, str]) -> None:
        """Read all variables. An empty one has its default; a default of type str is read too.

        :raises ImproperlyConfigured: a value is not valid, or its file cannot be read.
        """
        self._schema, self._variables = schema, variables
        self._values = {name: self._read(name) for name in schema}

    def __call__(self, name: str) -> Any:
        """Return the value of a variable."""
        return self._values[name]

    def _read(self, name: str) -> Any:
        read, default = self._schema[name]
        text = self._text(name) or default
        if not (text and isinstance(text, str)):
            return default
        try:
            return read(text)
        except ValueError as error:
            raise ImproperlyConfigured(in_one_line(f"{name}: {error}")) from None

    def _text(self, name: str) -> str:
        file = self._variables.get(f"{name}_FILE")
        if not file:
            return self._variables.get(name, "")
        if self._variables.get(name):
            raise ImproperlyConfigured(f"{name}: set it or {name}_FILE, not both.")
        try:
            # Editors and `echo` add a line break at the end.
            return Path(file).read_text(encoding="utf-8").rstrip("\r\n")
        except OSError as error:
            problem = error.strerror or "cannot be read"
        except ValueError:
            problem = "it is not a text file in UTF-8"
        raise ImproperlyConfigured(in_one_line(f"{name}_FILE: {quoted(file)}: {problem}."))


def in_one_line(message: object) -> str:
    """Return a message without line breaks."""
    return " ".join(str(message).split())


def quoted(text: str) -> str:
    """Quote the beginning of a value in printable characters."""
    return ascii(text if len(text) <= MAX_QUOTED else f"{text[:MAX_QUOTED]}...")
