"""Run a tier of the suite on SQLite, then what of it belongs on PostgreSQL too; or all of it on
`DATABASE_URL`.

    python -m tests.halves [PYTEST ARGUMENT ...]

Run the second half even if the first fails. At the end, print how each half ended, and which tests
were skipped and why. With `CI` in the environment, run a few tests that failed once more, alone,
and print which: on a busy machine a test that waits for a process can be too late.
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
MOST_REPEATED = 5
"""If more tests fail, none is run again."""


class Half(NamedTuple):
    """One run of the suite: its name, its exit status, how many tests were skipped for each reason,
    and which tests failed and then passed alone.

    No reasons are known if the run broke off before it wrote its report.
    """

    name: str
    status: int
    skipped: Counter[str] | None
    repeated: Sequence[str] = ()

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
        for test in half.repeated:
            yield f"  FAILED, then passed alone: {test}"


def _run(
    name: str,
    command: Sequence[str],
    arguments: Sequence[str],
    folder: Path,
    environment: dict[str, str] | None = None,
) -> Half:
    print(f"--- {name}", flush=True)
    report = folder / f"{name}.xml"
    own = os.environ | (environment or {})
    run = [*command, *arguments, f"--junit-xml={report}"]
    status = subprocess.run(run, env=own, check=False).returncode
    skipped, failed = _skipped(report), _failed(report)
    if "CI" in own and status == pytest.ExitCode.TESTS_FAILED and _are_few_tests(failed):
        print(f"--- {name}: what failed, alone", flush=True)
        again = [*command, *arguments, "-n", "1", "--last-failed", "--last-failed-no-failures=none"]
        status = subprocess.run(again, env=own, check=False).returncode
    return Half(name, status, skipped, failed if status == pytest.ExitCode.OK else ())


def _failed(report: Path) -> list[str]:
    try:
        cases = [*ElementTree.parse(report).iter("testcase")]  # noqa: S314
    except (FileNotFoundError, ElementTree.ParseError):
        return []
    failed = (each for each in cases if {"failure", "error"} & {child.tag for child in each})
    return sorted({f"{each.get('classname')}.{each.get('name')}" for each in failed})


def _are_few_tests(failed: Sequence[str]) -> bool:
    """Return whether these can be run again. With a file that cannot be imported, which has no
    class, pytest would run everything again.
    """
    return len(failed) <= MOST_REPEATED and not any(test.startswith(".") for test in failed)


def _skipped(report: Path) -> Counter[str] | None:
    try:
        found = [*ElementTree.parse(report).iter("skipped")]  # noqa: S314
    except (FileNotFoundError, ElementTree.ParseError):
        return None
    return Counter(_reason(each) for each in found if each.get("type") != "pytest.xfail")


def _reason(skipped: ElementTree.Element) -> str:
    """Return why a test was skipped. If the whole file is skipped, only the text says it."""
    if skipped.get("type") == "pytest.skip":
        return skipped.get("message", "")
    return (skipped.text or "").rpartition("Skipped: ")[2].rstrip("')")


if __name__ == "__main__":
    try:
        raise SystemExit(main(sys.argv[1:]))
    except KeyboardInterrupt:  # pytest got the signal too, and has reported where it was
        raise SystemExit(130) from None
