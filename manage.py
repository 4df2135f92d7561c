#!/usr/bin/env python
"""Run an administrative task of the service."""

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "gofish_api.settings")
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line

    from gofish_api.env.variables import in_one_line

    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        # The operator has to change a variable; where the code noticed it does not matter.
        sys.exit(f"{sys.argv[0]}: {in_one_line(error)}")


if __name__ == "__main__":
    main()
