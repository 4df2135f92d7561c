"""The shell of the web client: who gets it, with which policy, and from which files."""

import gzip
import hashlib
import json
import os
import re
import secrets
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from accounts.preferences import PICTURES
from games.log.ids import CHARACTERS
from gofish_api import client_pages, static_files
from tests.faults.processes import READY_SECONDS, Server
from tests.processes import find
from tests.servers import ROOT, migrated

NODE = find("node")
BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8"
PATHS = [
    "/",
    *(
        f"/{re.sub('<[^>]*>', 'x', path)}"
        for path in (*client_pages.PATHS, client_pages.FRAMED_PATH)
    ),
]


@pytest.mark.parametrize(
    ("accept", "kind"),
    [
        pytest.param(BROWSER, "text/html", id="a browser"),
        pytest.param("*/*", "application/json", id="curl"),
        pytest.param("application/json", "application/json", id="json"),
        pytest.param("application/json, text/html;q=0.5", "application/json", id="json first"),
    ],
)
def test_the_address_answers_browsers_with_the_game_and_others_with_json(
    client: Client, accept: str, kind: str
) -> None:
    answer = client.get("/", headers={"Accept": accept})

    assert answer.status_code == 200
    assert answer["Content-Type"].startswith(kind)
    assert "Accept" in answer["Vary"]
    assert "Cookie" not in answer["Vary"]
    assert not answer.cookies


@pytest.mark.parametrize("path", PATHS)
def test_a_page_of_the_client_allows_nothing_inline_and_nothing_from_outside(
    client: Client, path: str
) -> None:
    answer = client.get(path, headers={"Accept": BROWSER})

    policy = dict(rule.split(" ", 1) for rule in answer["Content-Security-Policy"].split("; "))
    is_framed = path.startswith("/embed/")
    ancestors = policy.pop("frame-ancestors")
    assert ancestors == ("*" if is_framed else "'none'")
    assert ("X-Frame-Options" in answer) != is_framed
    assert policy.pop("img-src") == "'self' data:"
    assert set(policy.values()) == {"'self'", "'none'"}
    assert policy["default-src"] == policy["base-uri"] == "'none'"
    page = answer.content.decode()
    assert not re.search(r"<style|style=|<script(?![^>]* src=)| on\w+=", page)


def test_a_page_that_a_browser_has_is_not_sent_again(client: Client) -> None:
    first = client.get("/lobby")

    again = client.get("/lobby", headers={"If-None-Match": first["ETag"]})

    assert first["Cache-Control"] == "no-cache"
    assert (again.status_code, again.content) == (304, b"")


def test_each_view_of_the_client_has_a_path_that_the_server_answers() -> None:
    views_of_client = re.findall(r"\bview: ", (ROOT / "web/routes.js").read_text())

    assert len({*PATHS}) == len(views_of_client)


@pytest.mark.parametrize("path", ["/lobbies", "/docs/none"])
def test_a_browser_at_an_unknown_path_gets_a_page_of_the_client(client: Client, path: str) -> None:
    answer = client.get(path, headers={"Accept": BROWSER})

    assert answer.status_code == 404
    assert "main.js" in answer.content.decode()
    assert answer["Content-Security-Policy"] == client.get("/lobby")["Content-Security-Policy"]
    assert "Accept" in answer["Vary"]
    assert "ETag" not in answer


def test_an_unknown_path_of_the_api_stays_a_problem_document(client: Client) -> None:
    answer = client.get("/api/v1/lobbies", headers={"Accept": BROWSER})

    assert (answer.status_code, answer["Content-Type"]) == (404, "application/problem+json")


# --- files ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        *("web/../manage.py", "manage.py", "web/index.html", "web/vendor/preact.d.ts"),
        *(f"web/{'x' * 300}.js", "web/\0.js"),
    ],
)
def test_no_other_file_is_served(name: str) -> None:
    assert not finders.find(f"{static_files.served_prefix()}/{name}")


def test_every_imported_and_linked_file_is_served() -> None:
    served = set(static_files.files())
    for name in served:
        if name.endswith(".js"):
            text = (ROOT / name).read_text()
            for target in re.findall(r'(?:\bfrom|\bimport)\s*\(?\s*"(\.[^"]+\.js)"', text):
                path = (ROOT / name).parent / target
                assert path.resolve().relative_to(ROOT).as_posix() in served, (name, target)
    linked = re.findall(r'"@app/([^"]+)"', (ROOT / static_files.SHELL).read_text())
    assert linked
    assert set(linked) <= served


def test_the_page_names_all_modules_of_the_shell_so_that_they_load_at_once() -> None:
    def imported(name: str) -> set[str]:
        found = {name}
        text = (ROOT / name).read_text()
        for target in re.findall(r'^(?:import|export|\})[^;"(]*"(\.[^"]+)"', text, re.MULTILINE):
            path = ((ROOT / name).parent / target).resolve()
            found |= imported(path.relative_to(ROOT).as_posix())
        return found

    page = (ROOT / static_files.SHELL).read_text()

    preloaded = re.findall(r'rel="modulepreload" href="@app/([^"]+)"', page)
    run = re.findall(r'src="@app/([^"]+)"', page)
    assert run == ["web/shell/early.js", "web/main.js"]
    assert preloaded == sorted(imported("web/main.js") - {*run})


MANAGE = """
import os, sys
os.environ["DJANGO_SETTINGS_MODULE"] = "gofish_api.settings"
from pathlib import Path
from django.conf import settings
settings.STATIC_ROOT = Path(os.environ["COLLECTED"])
from django.core.management import execute_from_command_line
execute_from_command_line(["manage.py", *sys.argv[1:]])
"""


class _ProductionServer(Server):
    """``serve`` with another folder of collected files."""

    program = (sys.executable, "-c", MANAGE)


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Collect static files, serve, and yield the address.

    Requests need the header ``X-Forwarded-Proto: https``, as from a proxy that terminates TLS.
    """
    database = folder / "production.sqlite3"
    database.write_bytes(migrated())
    environment = os.environ | {
        "PRODUCTION": "true",
        "SECRET_KEY": secrets.token_urlsafe(50),
        "ALLOWED_HOSTS": "localhost,127.0.0.1",
        "PROXY_COUNT": "1",
        "DATABASE_URL": f"sqlite:///{database}",
        "LOG_LEVEL": "WARNING",
        "COLLECTED": str(folder / "staticfiles"),
    }
    subprocess.run(
        [sys.executable, "-c", MANAGE, "collectstatic", "--noinput", "--verbosity=0"],
        env=environment,
        cwd=ROOT,
        check=True,
        timeout=READY_SECONDS,
    )
    server = _ProductionServer(folder / "server.log", environment)
    try:
        server.start()
        yield f"http://127.0.0.1:{server.port}"
    finally:
        server.kill()


@pytest.mark.slow
def test_production_serves_collected_files_for_ever_and_compressed(tmp_path: Path) -> None:
    with served(tmp_path) as address, httpx.Client(base_url=address) as browser:
        browser.headers["X-Forwarded-Proto"] = "https"
        page = browser.get("/", headers={"Accept": BROWSER}).text
        [(main, name)] = re.findall(r'src="(/static/app/[0-9a-f]{16}/(\w+/main\.js))"', page)

        file = browser.get(main, headers={"Accept-Encoding": "gzip"})
        styles = re.findall(r'href="(/static/app/[^"]+)"', page)
        package = main.replace(name, "clients/javascript/src/index.js")

        assert file.headers["Cache-Control"] == "max-age=315360000, public, immutable"
        assert file.headers["Content-Encoding"] == "gzip"
        assert file.text == (ROOT / name).read_text()
        assert file.headers["Content-Type"].startswith("text/javascript")
        for each in (*styles, package):
            assert browser.get(each).status_code == 200
        assert (
            gzip.decompress(
                (tmp_path / "staticfiles" / f"{main.removeprefix('/static/')}.gz").read_bytes()
            )
            == file.content
        )


# --- the vendored modules -------------------------------------------------------------------------

VENDORED = {
    "preact.js": "preact/dist/preact.mjs",
    "hooks.js": "preact/hooks/dist/hooks.mjs",
    "htm.js": "htm/dist/htm.module.js",
    "qrcode.js": "lean-qr/index.mjs",
}
MODULES = ROOT / "clients/node_modules"


@pytest.mark.skipif(not (MODULES / "htm").is_dir(), reason="npm packages are missing: make clients")
@pytest.mark.parametrize(("file", "origin"), VENDORED.items())
def test_a_vendored_module_is_the_published_one(file: str, origin: str) -> None:
    published = (MODULES / origin).read_text().replace('from"preact"', 'from"./preact.js"')
    published = re.sub(r"\n//# sourceMappingURL=.*", "", published)

    note, _, code = (ROOT / "web/vendor" / file).read_text().partition("\n")

    assert note.startswith("/*! ")
    assert code.strip() == published.strip()


ADDRESS = re.compile(r'src="(/static/app/(\w+)/(\w+)/main\.js)"')
FOR_EVER = "max-age=315360000, public, immutable"
BUNDLE = "console.log('all modules');\n" * 100


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the client's files, with a bundle that counts as current."""
    for folder in (*static_files.SOURCES, "examples"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    monkeypatch.setattr(static_files, "ROOT", tmp_path)
    bundles = tmp_path / static_files.BUNDLES
    bundles.mkdir()
    page = (
        (ROOT / static_files.SHELL).read_text().replace("@app/web/main.js", "@app/bundles/main.js")
    )
    (bundles / "index.html").write_text(page)
    (bundles / "main.js").write_text(BUNDLE)
    (bundles / "sources.json").write_text(json.dumps({"sources": static_files.source_digests()}))
    return tmp_path


def main_of(client: Client) -> tuple[str, str, str]:
    """Return the address of the first module of the start page, its version and its folder."""
    page = client.get("/", headers={"Accept": "text/html"}).content.decode()
    found = ADDRESS.search(page)
    assert found
    address, version, folder = found.groups()
    return address, version, folder


@pytest.mark.slow
@pytest.mark.skipif(NODE is None, reason="node is not installed")
@pytest.mark.skipif(
    not (ROOT / "clients/node_modules/@rollup/wasm-node").is_dir(),
    reason="npm packages are missing: make clients",
)
def test_bundles_are_built_from_the_sources(tmp_path: Path) -> None:
    assert NODE is not None

    subprocess.run([NODE, "clients/bundle_web.mjs", str(tmp_path)], cwd=ROOT, check=True)

    known = json.loads((tmp_path / "sources.json").read_text())
    files = [path for path in tmp_path.iterdir() if path.name != "sources.json"]
    written = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in files}
    assert known == {"sources": static_files.source_digests(), "bundles": written}


@pytest.mark.usefixtures("checkout")
def test_bundles_are_served_compressed_and_kept_for_ever(client: Client) -> None:
    address, version, folder = main_of(client)

    answer = client.get(address, headers={"Accept-Encoding": "gzip, deflate, br"})

    assert (folder, len(version)) == ("bundles", 16)
    assert answer["Cache-Control"] == FOR_EVER
    assert (answer["Content-Encoding"], answer["Vary"]) == ("gzip", "Accept-Encoding")
    content = answer.getvalue()
    assert answer["Content-Length"] == str(len(content))
    assert gzip.decompress(content).decode() == BUNDLE


def test_a_changed_source_is_served_at_the_next_load(client: Client, checkout: Path) -> None:
    before, _, _ = main_of(client)
    for number, name in enumerate(("web/main.js", "clients/javascript/src/lines.js")):
        (checkout / name).write_text(f"// changed {number}")

        address, version, folder = main_of(client)

        assert (version, folder) == ("sources", "web")
        answer = client.get(address.replace("web/main.js", name))
        assert answer.getvalue() == f"// changed {number}".encode()
        assert answer["Cache-Control"] == "max-age=0, public"
    # A page from before the change finds its files.
    old = client.get(before)
    assert old.getvalue().decode() == BUNDLE
    assert old["Cache-Control"] == "max-age=0, public"


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda root: (root / "web/start/extra.js").write_text(""), id="added"),
        pytest.param(lambda root: (root / "bundles/sources.json").unlink(), id="no bundles"),
    ],
)
def test_without_current_bundles_the_sources_are_served(
    client: Client, checkout: Path, change: Callable[[Path], None]
) -> None:
    change(checkout)

    assert main_of(client)[2] == "web"


# --- installing -----------------------------------------------------------------------------------


PLAYERS = Path(__file__).parents[2] / "web" / "players"


def test_every_picture_of_the_api_is_drawn() -> None:
    drawn = re.findall(r"^  (\w+): \{$", (PLAYERS / "drawings.js").read_text(), re.MULTILINE)

    assert sorted(drawn) == sorted([*PICTURES, *(each.picture for each in CHARACTERS)])
