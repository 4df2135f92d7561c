"""Run a tier of the suite on SQLite, then what of it belongs on PostgreSQL too; or all of it on
`DATABASE_URL`.

    python -m tests.halves [PYTEST ARGUMENT ...]

Run the second half even if the first fails. At the end, print how each half ended, and which tests
were skipped and why.
"""

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple
from xml.etree import ElementTree

import pytest

ROOT = Path(__file__).parent.parent
PYTEST = [sys.executable, "-m", "pytest"]


class Half(NamedTuple):
    """One run of the suite: its name, its exit status, and how many tests were skipped for each
    reason.

    No reasons are known if the run broke off before it wrote its report.
    """

    name: str
    status: int
    skipped: Counter[str] | None

    @property
    def has_failed(self) -> bool:
        """Whether something failed. That no test was selected is no failure of this half."""
        return self.status not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED)


def main(arguments: Sequence[str]) -> int:
    """Run the halves, print a summary and return the exit status of the whole."""
    with TemporaryDirectory(prefix="gofish-halves-") as temporary:
        folder = Path(temporary)
        if url := os.environ.get("DATABASE_URL"):
            halves = [_run(url.partition(":")[0], PYTEST, arguments, folder)]
        else:
            (ROOT / "var").mkdir(exist_ok=True)
            sqlite = {"DATABASE_URL": f"sqlite:///{ROOT}/var/gofish.sqlite3"}
            others = [*arguments, "--only-database"]
            on_postgresql = [sys.executable, "-m", "tests.postgres", "--", *PYTEST]
            halves = [
                _run("SQLite", PYTEST, arguments, folder, sqlite),
                _run("PostgreSQL", on_postgresql, others, folder),
            ]
    print("\n".join(summary(halves)))
    is_empty = all(half.status == pytest.ExitCode.NO_TESTS_COLLECTED for half in halves)
    return int(is_empty or any(half.has_failed for half in halves))


def summary(halves: Sequence[Half]) -> Iterable[str]:
    """Yield lines: how each half ended, then each reason to skip, and how many tests it kept from
    running.
    """
    yield ""
    for half in halves:
        ended = f"FAILED with exit status {half.status}" if half.has_failed else "passed"
        if half.skipped is None:
            yield f"{half.name}: {ended}; it broke off, so what was skipped is not known"
            continue
        yield f"{half.name}: {ended}, {half.skipped.total()} skipped"
        for reason, count in sorted(half.skipped.items()):
            yield f"  SKIPPED [{count}] {reason}"


def _run(
    name: str,
    command: Sequence[str],
    arguments: Sequence[str],
    folder: Path,
    environment: dict[str, str] | None = None,
) -> Half:
    print(f"--- {name}", flush=True)
    report = folder / f"{name}.xml"
    done = subprocess.run(
        [*command, *arguments, f"--junit-xml={report}"],
        env=os.environ | (environment or {}),
        check=False,
    )
    return Half(name, done.returncode, _skipped(report))


def _skipped(report: Path) -> Counter[str] | None:
    try:
        found = [*ElementTree.parse(report).iter("skipped")]  # noqa: S314
    except (FileNotFoundError, ElementTree.ParseError):
        return None
    return Counter(_reason(each) for each in found if each.get("type") != "pytest.xfail")


def _reason(skipped: ElementTree.Element) -> str:
    """Return why a test was skipped. Of a file that is skipped as a whole only the text says it."""
    if skipped.get("type") == "pytest.skip":
        return skipped.get("message", "")
    return (skipped.text or "").rpartition("Skipped: ")[2].rstrip("')")


if __name__ == "__main__":
    try:
        raise SystemExit(main(sys.argv[1:]))
    except KeyboardInterrupt:  # pytest got the signal too, and has reported where it was
        raise SystemExit(130) from None
