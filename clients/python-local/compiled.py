"""Compile the engine and the bots into a folder outside the checkout, and run commands with them.

    python clients/python-local/compiled.py                compile, and print the folder
    python clients/python-local/compiled.py -- COMMAND     run a command with the compiled engine

A command runs with pure Python where nothing can be compiled. A build is kept for each state of the
sources, below ``XDG_CACHE_HOME`` or ``~/.cache``; it needs a C compiler, and no network.
"""

import hashlib
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZipFile

ROOT = Path(__file__).resolve().parents[2]
PROJECT = Path("clients/python-local")
SOURCES = (
    "clients/python-local/setup.py",
    "clients/python-local/pyproject.toml",
    "clients/python-local/README.md",
    "games/__init__.py",
    "games/engine",
    "games/bots",
    "games/analysis",
    "games/notation",
)
KEPT = 3
"""The number of builds that are kept."""

# Makes the compiled packages hide those of the checkout; the rest of `games` is found there.
JOINED = """\
from pkgutil import extend_path

__path__ = extend_path(__path__, __name__)
"""


class CannotCompile(Exception):
    """Something that compiling needs is missing, or the compiler failed."""


def main(arguments: list[str]) -> int:
    """Compile, or run a command; return the exit status."""
    if arguments and (arguments[0] != "--" or len(arguments) == 1):
        print(__doc__, file=sys.stderr)
        return 2
    try:
        folder = built()
    except CannotCompile as error:
        print(f"The engine cannot be compiled: {error}", file=sys.stderr)
        if not arguments:
            return 1
        print("The command runs with pure Python, which takes longer.", file=sys.stderr)
        os.execvp(arguments[1], arguments[1:])
    if arguments:
        os.execvpe(arguments[1], arguments[1:], os.environ | environment(folder))
    print(folder)
    return 0


def environment(folder: Path) -> dict[str, str]:
    """Return the variables with which Python finds the compiled packages first.

    Python must not put the current folder first on its path, which is usually the checkout.
    """
    path = [str(folder), str(ROOT), os.environ.get("PYTHONPATH", "")]
    return {"PYTHONSAFEPATH": "1", "PYTHONPATH": os.pathsep.join(filter(None, path))}


def built() -> Path:
    """Return the folder of the build of these sources; compile them if there is none.

    :raises CannotCompile: if something is missing, or the compiler fails.
    """
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "gofish-engine"
    folder = cache / _digest()
    try:
        if not folder.exists():
            cache.mkdir(parents=True, exist_ok=True)
            _compile_into(folder)
            _remove_old(cache)
        folder.touch()
    except OSError as error:
        raise CannotCompile(str(error)) from error
    return folder


def _digest() -> str:
    """Return a name for the sources, this Python and this mypy."""
    digest = hashlib.sha256()
    for path in _files():
        digest.update(f"{path.relative_to(ROOT)} {path.stat().st_size}\n".encode())
        digest.update(path.read_bytes())
    digest.update(f"{_mypy_version()} {sys.version} {sysconfig.get_platform()}".encode())
    return digest.hexdigest()[:20]


def _files() -> Iterator[Path]:
    for name in SOURCES:
        source = ROOT / name
        found = source.rglob("*") if source.is_dir() else (source,)
        yield from sorted(path for path in found if path.is_file() and path.suffix != ".pyc")


def _mypy_version() -> str:
    try:
        return version("mypy")
    except PackageNotFoundError:
        raise CannotCompile("mypy is not installed. requirements/dev.txt has it.") from None


def _compile_into(folder: Path) -> None:
    """Build the wheel from a copy of the sources, and unpack it."""
    compiler = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    if shutil.which(shlex.split(compiler)[0]) is None:
        raise CannotCompile(f"there is no C compiler ({compiler}). Install one, such as gcc.")
    print("Compiling the engine and the bots, which takes a minute or two ...", file=sys.stderr)
    with TemporaryDirectory(prefix="building-", dir=folder.parent) as temporary:
        copy = Path(temporary)
        for path in _files():
            target = copy / path.relative_to(ROOT)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)
        _build_wheel(copy)
        site = copy / "site"
        [wheel] = (copy / "wheels").glob("*.whl")
        with ZipFile(wheel) as packed:
            packed.extractall(site)
        (site / "games" / "__init__.py").write_text(JOINED)
        shutil.move(wheel, site)
        try:
            site.rename(folder)
        except OSError:
            if not folder.exists():  # another process was faster
                raise


def _build_wheel(copy: Path) -> None:
    offline = ["--no-deps", "--no-index", "--no-build-isolation", "--disable-pip-version-check"]
    done = subprocess.run(
        [sys.executable, "-m", "pip", "wheel", *offline, f"--wheel-dir={copy / 'wheels'}", "."],
        cwd=copy / PROJECT,
        env=os.environ | {"GOFISH_COMPILED": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode:
        raise CannotCompile("\n".join(["pip wheel failed:", *done.stdout.splitlines()[-30:]]))


def _remove_old(cache: Path) -> None:
    builds = [path for path in cache.iterdir() if not path.name.startswith("building-")]
    for old in sorted(builds, key=lambda path: path.stat().st_mtime)[:-KEPT]:
        shutil.rmtree(old, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
