#!/usr/bin/env python
"""Run an administrative task of the service."""

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "gofish_api.settings")
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import CommandError, execute_from_command_line
    from django.db import DatabaseError

    from gofish_api.variables import in_one_line

    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        # The operator has to change a variable; where the code noticed it does not matter.
        sys.exit(f"{sys.argv[0]}: {in_one_line(error)}")
    except DatabaseError:
        from gofish_api.server import startup

        if "migrate" in sys.argv:
            raise
        try:
            startup.check_migrations()
        except CommandError as error:
            sys.exit(f"{sys.argv[0]}: {error}")
        raise


if __name__ == "__main__":
    main()
