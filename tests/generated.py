"""Remake every generated file in its order: ``make generated``. ``--check`` lists the stale ones.

The check remakes them too, and then writes the old content back.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import yaml

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
    "tests/gofish_api/test_permissions.py::test_the_page_says_who_may_what",
    "tests/desk/test_permissions.py::test_the_documentation_has_the_table_of_permissions",
)
"""Tests that write what they meet with ``WRITE_GENERATED=1``."""
SCHEMA = ("manage.py", "spectacular", "--validate", "--fail-on-warn", "--format", "openapi-json")
OTHERS = (("clients/python/generate.py",), ("-m", "tests.readme_tables"))
"""They read the schema, which has the examples."""


def remake() -> None:
    """Write all files; exit with the output of a step that fails."""
    _run("-m", "pytest", "-q", "-p", "no:cacheprovider", *RECORDERS)
    schema = json.loads(_run(*SCHEMA))
    # A text has one line, so that a diff shows it whole.
    text = yaml.safe_dump(schema, sort_keys=False, allow_unicode=True, width=2**31 - 1)
    (ROOT / "schema.yaml").write_text(text)
    for step in OTHERS:
        _run(*step)


def _run(*step: str) -> str:
    environment = os.environ | {"WRITE_GENERATED": "1"}
    done = subprocess.run(
        [sys.executable, *step], cwd=ROOT, env=environment, capture_output=True, text=True
    )
    if done.returncode:
        sys.exit(f"{' '.join(step)} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


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
