"""The shell of the web client: who gets it, with which policy, and from which files."""

import gzip
import re
from pathlib import Path

import httpx
import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from gofish_api.web import sources, views
from tests.servers import ROOT
from tests.web import production

BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8"
PATHS = ["/", *(f"/{re.sub('<[^>]*>', 'x', path)}" for path in (*views.PATHS, views.FRAMED_PATH))]


@pytest.mark.parametrize(
    ("accept", "kind"),
    [
        pytest.param(BROWSER, "text/html", id="a browser"),
        pytest.param("text/html", "text/html", id="html"),
        pytest.param("*/*", "application/json", id="curl"),
        pytest.param("application/json", "application/json", id="json"),
        pytest.param("application/json, text/html;q=0.5", "application/json", id="json first"),
        pytest.param("image/png", "application/json", id="neither"),
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


def test_a_page_is_only_read(client: Client) -> None:
    answer = Client(enforce_csrf_checks=True).post("/lobby")

    assert (answer.status_code, answer["Allow"]) == (405, "GET, HEAD")


def test_each_view_of_the_client_has_a_path_that_the_server_answers() -> None:
    views_of_client = re.findall(r"\bview: ", (ROOT / "web/routes.js").read_text())

    assert len({*PATHS}) == len(views_of_client)


@pytest.mark.parametrize("path", ["/lobbies", "/games/x/y", "/docs/none", "/problems/none"])
def test_a_browser_at_an_unknown_path_gets_a_page_of_the_client(client: Client, path: str) -> None:
    answer = client.get(path, headers={"Accept": BROWSER})

    assert answer.status_code == 404
    assert "main.js" in answer.content.decode()
    assert answer["Content-Security-Policy"] == client.get("/lobby")["Content-Security-Policy"]
    assert "Accept" in answer["Vary"]
    assert "ETag" not in answer


@pytest.mark.parametrize("accept", ["*/*", "application/json", "image/png"])
def test_other_programs_at_an_unknown_path_get_no_page(client: Client, accept: str) -> None:
    answer = client.get("/lobbies", headers={"Accept": accept})

    assert answer.status_code == 404
    assert "main.js" not in answer.content.decode()
    assert "Accept" in answer["Vary"]


def test_an_unknown_path_of_the_api_stays_a_problem_document(client: Client) -> None:
    answer = client.get("/api/v1/lobbies", headers={"Accept": BROWSER})

    assert (answer.status_code, answer["Content-Type"]) == (404, "application/problem+json")


def test_search_engines_leave_games_out(client: Client) -> None:
    answer = client.get("/robots.txt")

    assert answer["Content-Type"].startswith("text/plain")
    assert "Disallow: /games/" in answer.content.decode().splitlines()


# --- files ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        *("web/../manage.py", "manage.py", "web/index.html", "web/vendor/preact.d.ts"),
        *("web/none.js", f"web/{'x' * 300}.js", f"web/{'x/' * 3000}x.js", "web/\0.js"),
    ],
)
def test_no_other_file_is_served(name: str) -> None:
    assert not finders.find(f"{sources.prefix()}/{name}")


def test_every_imported_and_linked_file_is_served() -> None:
    served = set(sources.files())
    for name in served:
        if name.endswith(".js"):
            text = (ROOT / name).read_text()
            for target in re.findall(r'(?:\bfrom|\bimport)\s*\(?\s*"(\.[^"]+\.js)"', text):
                path = (ROOT / name).parent / target
                assert path.resolve().relative_to(ROOT).as_posix() in served, (name, target)
    linked = re.findall(r'"@app/([^"]+)"', (ROOT / sources.SHELL).read_text())
    assert linked
    assert set(linked) <= served


def test_the_page_names_all_modules_of_the_shell_so_that_they_load_at_once() -> None:
    def imported(name: str) -> set[str]:
        found = {name}
        text = (ROOT / name).read_text()
        for target in re.findall(r'^(?:import|export|\})[^;"]*"(\.[^"]+)"', text, re.MULTILINE):
            path = ((ROOT / name).parent / target).resolve()
            found |= imported(path.relative_to(ROOT).as_posix())
        return found

    page = (ROOT / sources.SHELL).read_text()

    preloaded = re.findall(r'rel="modulepreload" href="@app/([^"]+)"', page)
    run = re.findall(r'src="@app/([^"]+)"', page)
    assert run == ["web/shell/early.js", "web/main.js"]
    assert preloaded == sorted(imported("web/main.js") - {*run})


@pytest.mark.slow
def test_production_serves_collected_files_for_ever_and_compressed(tmp_path: Path) -> None:
    with production.served(tmp_path) as address, httpx.Client(base_url=address) as browser:
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
