"""Make the files of a release from the committed code: service, packages, bills of materials.

    make release-files            # or: python ops/release.py FOLDER

The archive of the service has the code and the bundles of the browser client. Build it and each
package twice, from two clones, and fail unless both are byte-equal. A bill of materials
(CycloneDX 1.6, JSON) lists what the service or a package installs, with licences; `licences.md` has
all of them in one table, and `SHA256SUMS` the digests of all files.
"""

import argparse
import filecmp
import json
import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tqdm import tqdm

ROOT = Path(__file__).resolve().parent.parent
BOM = ROOT / ".venv-release/bin/cyclonedx-py"
UV = ROOT / ".venv/bin/uv"
MODULES = "clients/node_modules"
WHEELS = {"gofishkit": "python", "gofishkit_local": "python-local", "gofish_mcp": "mcp"}
"""The folder below `clients/` of each wheel."""
SERVICE = "service"
IN_BROWSERS = ("htm", "lean-qr", "preact")
"""The npm packages in `web/vendor`."""


def main() -> None:
    """Make the files; exit with 1 if a build differs from the other, or a program fails."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path, help="new, or emptied before")
    folder = parser.parse_args().folder.resolve()
    if folder.exists() and not (folder / "SHA256SUMS").exists() and any(folder.iterdir()):
        parser.error(f"{folder} has other files")
    steps = tqdm(total=5 + len(WHEELS), desc="release", unit="step")
    try:
        with TemporaryDirectory(prefix="gofish-release-") as temporary, steps:
            made = Path(temporary) / "made"
            made.mkdir()
            for path in _make(made, Path(temporary)):
                steps.set_postfix_str(path.name)
                steps.update()
            shutil.rmtree(folder, ignore_errors=True)
            shutil.move(made, folder)
    except subprocess.CalledProcessError as error:
        raise SystemExit(f"{' '.join(map(str, error.cmd))} failed:\n{error.stderr}") from None
    print(f"{folder}: {', '.join(sorted(path.name for path in folder.iterdir()))}")


def _make(folder: Path, temporary: Path) -> Iterator[Path]:
    """Make the files, and yield one of each step when it is done."""
    one = _packages(temporary / "one")
    yield one
    other = _packages(temporary / "other")
    names = sorted(path.name for path in one.iterdir())
    same, _, _ = filecmp.cmpfiles(one, other, names, shallow=False)
    if differing := sorted({*names} - {*same}):
        raise SystemExit(f"Two builds of the same commit differ: {', '.join(differing)}.")
    shutil.copytree(one, folder, dirs_exist_ok=True)
    yield folder
    bills = [_bill_of_service(folder, temporary)]
    yield bills[-1]
    for name, source in WHEELS.items():
        [wheel] = folder.glob(f"{name}-*.whl")
        bills.append(_bill(folder, temporary, source, ["--find-links", str(folder), str(wheel)]))
        yield bills[-1]
    bills.append(_bill_of_javascript(folder))
    yield bills[-1]
    (folder / "licences.md").write_text(_licences(bills))
    files = sorted(folder.iterdir())
    lines = (f"{sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files)
    (folder / "SHA256SUMS").write_text("".join(lines))
    yield folder / "SHA256SUMS"


# --- packages -------------------------------------------------------------------------------------


def _packages(clone: Path) -> Path:
    """Build all packages in a new clone; return their folder."""
    _run("git", "clone", "--quiet", ROOT, clone)
    (clone / MODULES).symlink_to(ROOT / MODULES)
    made = clone / "dist"
    made.mkdir()
    epoch = _run("git", "log", "-1", "--format=%ct", cwd=clone).strip()
    wheel = (sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation")
    for source in WHEELS.values():
        _run(*wheel, clone / "clients" / source, "--wheel-dir", made, SOURCE_DATE_EPOCH=epoch)
    _run("npm", "pack", "--pack-destination", made, cwd=clone / "clients/javascript")
    _archive(clone, made)
    return made


def _archive(clone: Path, folder: Path) -> None:
    """Pack the code of the service with its bundles, which git does not have."""
    _run("node", "clients/bundle_web.mjs", cwd=clone)
    project = tomllib.loads((clone / "pyproject.toml").read_text())["project"]
    name = f"{project['name']}-{project['version']}"
    bundles = sorted(path.relative_to(clone) for path in (clone / "bundles").iterdir())
    added = [f"--add-file={path}" for path in bundles]
    _run(
        *("git", "archive", f"--output={folder / name}.tar.gz", f"--prefix={name}/bundles/"),
        *(*added, f"--prefix={name}/", "HEAD"),
        cwd=clone,
    )


# --- bills of materials ---------------------------------------------------------------------------


def _bill_of_service(folder: Path, temporary: Path) -> Path:
    """List what the service installs, and what its pages send to browsers."""
    made = _bill(folder, temporary, SERVICE, ["--require-hashes", "-r", "requirements/base.txt"])
    bill = json.loads(made.read_text())
    parts = json.loads((ROOT / "clients/package-lock.json").read_text())["packages"]
    bill["components"] += [
        _npm_part({"name": name} | parts[f"node_modules/{name}"]) for name in IN_BROWSERS
    ]
    made.write_text(json.dumps(bill, indent=2))
    return made


def _bill_of_javascript(folder: Path) -> Path:
    """Write the bill of the package of npm, which installs nothing but itself."""
    about = _npm_part(json.loads((ROOT / "clients/javascript/package.json").read_text()))
    bill = {"bomFormat": "CycloneDX", "specVersion": "1.6", "version": 1}
    made = folder / f"{about['name']}-{about['version']}.cdx.json"
    made.write_text(
        json.dumps(bill | {"metadata": {"component": about}, "components": []}, indent=2)
    )
    return made


def _npm_part(package: dict[str, Any]) -> dict[str, Any]:
    """Return a package of npm, as npm describes it, as a component."""
    name, version = package["name"], package["version"]
    return {
        "type": "library",
        "name": name,
        "version": version,
        "licenses": [{"license": {"id": package["license"]}}],
        "purl": f"pkg:npm/{name}@{version}",
    }


def _bill(folder: Path, temporary: Path, source: str, wanted: list[str]) -> Path:
    """Install requirements into a new environment, and list it as the parts of a package."""
    project = ROOT / ("." if source == SERVICE else f"clients/{source}") / "pyproject.toml"
    environment = temporary / "environments" / source
    _run(UV, "venv", "--python", sys.executable, environment)
    _run(UV, "pip", "install", "--python", environment / "bin/python", *wanted)
    kind = "application" if source == SERVICE else "library"
    text = _run(
        *(BOM, "environment", environment / "bin/python", "--pyproject", project),
        *("--mc-type", kind, "--output-reproducible", "--spec-version", "1.6"),
    )
    about = json.loads(text)["metadata"]["component"]
    made = folder / f"{about['name']}-{about['version']}.cdx.json"
    made.write_text(text)
    return made


def _licences(bills: list[Path]) -> str:
    """Return a table of all parts with their licences, and where each is used."""
    used: dict[tuple[str, str, str], set[str]] = {}
    for path in bills:
        bill = json.loads(path.read_text())
        for part in bill.get("components", ()):
            row = (part["name"], part["version"], _licence_of(part))
            used.setdefault(row, set()).add(bill["metadata"]["component"]["name"])
    head = ("package", "version", "licence", "used by")
    rows = [head, ("---",) * 4] + [
        (*row, ", ".join(sorted(names))) for row, names in sorted(used.items())
    ]
    return "# Licences\n\n" + "".join(f"| {' | '.join(row)} |\n" for row in rows)


def _licence_of(part: dict[str, Any]) -> str:
    """Return the licence of a part: by SPDX, else as its package names it."""
    given = [each.get("license", {}) | each for each in part.get("licenses", ())]
    spdx = [each[key] for each in given for key in ("expression", "id") if key in each]
    names = [each["name"].rpartition(" :: ")[2] for each in given if "name" in each]
    return " and ".join(dict.fromkeys(spdx or names)) or "not named"


def _run(*command: str | Path, cwd: Path = ROOT, **environ: str) -> str:
    """Run a program and return its output."""
    words = [str(word) for word in command]
    variables = os.environ | environ
    return subprocess.run(
        words, cwd=cwd, env=variables, check=True, capture_output=True, text=True
    ).stdout


if __name__ == "__main__":
    main()
