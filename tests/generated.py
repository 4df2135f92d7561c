"""Remake every generated file in its order: ``make generated``. ``--check`` lists the stale ones.

The check remakes them too, and then writes the old content back.
"""

import os
import subprocess
import sys
from pathlib import Path

from tests import readme_tables

ROOT = Path(__file__).parent.parent
CLIENT = "clients/python/src/gofishkit/api"
FILES = {
    "schema.yaml",
    "gofish_api/api/examples.json",
    "docs/desk-permissions.md",
    "clients/javascript/src/reasons.js",
    *(f"{CLIENT}/{name}.py" for name in ("types", "operations", "problems")),
    *(str(page.relative_to(ROOT)) for page in readme_tables.PAGES.values()),
}
RECORDERS = (
    "tests/contract/test_examples.py::test_an_example_has_the_members_of_an_answer",
    "tests/api/test_permissions.py::test_the_page_says_who_may_what",
    "tests/desk/test_permissions.py::test_the_documentation_has_the_table_of_permissions",
)
"""Tests that write what they meet with ``WRITE_GENERATED=1``."""
STEPS = (
    ("-m", "pytest", "-q", "-p", "no:cacheprovider", *RECORDERS),
    # After the examples, which it contains.
    ("manage.py", "spectacular", "--validate", "--fail-on-warn", "--file", "schema.yaml"),
    ("clients/python/generate.py",),  # from the schema
    ("-m", "tests.readme_tables"),
)


def remake() -> None:
    """Write all files; exit with the output of a step that fails."""
    for step in STEPS:
        done = subprocess.run(
            [sys.executable, *step],
            cwd=ROOT,
            env=os.environ | {"WRITE_GENERATED": "1"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        if done.returncode:
            sys.exit(f"{' '.join(step)} failed:\n{done.stdout}")


def stale() -> list[str]:
    """Return the files that would change, and leave them as they are."""
    before = {name: (ROOT / name).read_bytes() for name in sorted(FILES)}
    try:
        remake()
        return [name for name, content in before.items() if (ROOT / name).read_bytes() != content]
    finally:
        for name, content in before.items():
            (ROOT / name).write_bytes(content)


if __name__ == "__main__":
    if sys.argv[1:] != ["--check"]:
        remake()
    elif found := stale():
        sys.exit(f"Out of date: {', '.join(found)}. Run: make generated")
