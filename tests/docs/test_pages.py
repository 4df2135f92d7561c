"""`/docs/` on the server: pages, links, headers, and the address of the server.

The README's first game runs as it stands.
"""

import json
import os
import re
import subprocess
from dataclasses import fields
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, get_args

import pytest
from django.core.management import get_commands
from django.test import Client

from games.engine import codec
from games.engine.events import Event
from games.engine.rules import Rules
from gofish_api.docs import rendering, site
from gofish_api.docs.rendering import ADDRESS, render, slug
from gofish_api.settings import BASE_DIR, RATES, RETIRED, SCHEMA
from tests.processes import find
from tests.servers import ROOT
from tests.timeouts import PATIENCE

EVERY_PAGE = [*site.pages()]
PARTS = ("/", "/admin/")
"""Other parts of the service, to which the header leads."""


class Links(HTMLParser):
    """Collects a page's links, anchors and headings, and markup that the content policy forbids."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.targets, self.sources, self.anchors = list[str](), list[str](), list[str]()
        self.forbidden = list[str]()
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            value = value or ""
            if name == "id":
                self.anchors.append(value)
            if name == "href" and tag == "a":
                self.targets.append(value)
            if name == "src" or (name == "href" and tag == "link"):
                self.sources.append(value)
            if name == "style" or name.startswith("on"):
                self.forbidden.append(f"{tag} {name}")
        if tag in ("style", "iframe") or (tag == "script" and "src" not in dict(attrs)):
            self.forbidden.append(tag)


def shown(client: Client, url: str) -> Links:
    answer = client.get(url)
    assert (answer.status_code, answer["Content-Type"]) == (200, "text/html; charset=utf-8")
    return Links(answer.content.decode())


@pytest.mark.parametrize("url", EVERY_PAGE)
def test_every_link_of_a_page_leads_somewhere_on_the_server(client: Client, url: str) -> None:
    links = shown(client, url)

    assert not links.forbidden
    assert len(links.anchors) == len(set(links.anchors))
    for source in links.sources:
        assert source.startswith(("/docs/", "/static/"))
        if source.startswith("/docs/"):
            assert client.get(source)["Content-Type"].startswith("image/")
    for target in links.targets:
        path, _, anchor = target.partition("#")
        if re.match("[a-z]+:", path):
            assert path.startswith(("https://", "http://testserver", "http://127.0.0.1:8001/"))
        elif path in ("", url) and anchor:
            assert anchor in links.anchors, target
        elif path in site.pages():
            assert not anchor or anchor in shown(client, path).anchors, target
        else:
            is_elsewhere = path in PARTS or path.startswith("/api/")
            assert path in site.pictures() or is_elsewhere or client.get(path).status_code == 200, (
                path
            )


def test_every_page_is_reached_from_the_page_of_contents(client: Client) -> None:
    reached, waiting = set[str](), [site.URL]
    while waiting:
        url = waiting.pop()
        if url not in reached:
            reached.add(url)
            html = client.get(url).content.decode().partition("<main")[2].partition("<nav")[0]
            waiting += [t.partition("#")[0] for t in Links(html).targets if t.startswith(site.URL)]

    assert set(EVERY_PAGE) <= reached
    files = {page.file for page in site.pages().values()}
    assert files == {*site.FOLDER.rglob("*.md"), *(site.ROOT / name for name in site.TOP_LEVEL)}


def test_the_index_has_each_section_with_its_words(client: Client) -> None:
    answer = client.get("/docs/search.json")
    passages = {passage[0]: passage for passage in answer.json()}

    assert (answer["Content-Type"], answer["Cache-Control"]) == (
        "application/json",
        "public, no-cache",
    )
    assert len(answer.content) <= rendering.MOST_BYTES
    assert {url.partition("#")[0] for url in passages} == set(EVERY_PAGE)
    _, heading, page, text, asked = passages["/docs/api/bulk#resume"]
    assert (heading, page, asked) == ("Resume", "Many games and players at once", "")
    assert "cursor of the last whole line" in text
    assert "who sees my cards" in passages["/docs/log-and-fairness#redaction"][4]
    assert all(re.search("SECRET_KEY|<|\\n", each[1]) is None for each in passages.values())
    assert client.get("/docs/search.json", headers={"If-None-Match": answer["ETag"]}).content == b""


@pytest.mark.parametrize("path", ["/docs/", "/api/docs"])
def test_a_header_leads_to_all_parts_of_the_service(client: Client, path: str) -> None:
    header = client.get(path).content.decode().partition("<header")[2].partition("</header>")[0]

    assert Links(header).targets == ["/", "/", "/docs/", "/api/docs", "/admin/"]


@pytest.mark.parametrize("host", ["localhost:8001", "[::1]:65535"])
def test_a_page_shows_the_address_of_the_server(client: Client, host: str) -> None:
    answer = client.get("/docs/guide-bot", headers={"Host": host})
    html = answer.content.decode()

    assert f'SERVER = "http://{host}"' in unescape(re.sub("<[^>]+>", "", html))
    assert host == "127.0.0.1:8000" or ADDRESS not in html
    assert answer["ETag"] != client.get("/docs/guide-bot", headers={"Host": "localhost:9"})["ETag"]


@pytest.mark.parametrize("host", ["evil.example", 'localhost"><script>'])
def test_a_foreign_host_gets_no_page(client: Client, host: str) -> None:
    answer = client.get("/docs/guide-bot", headers={"Host": host})

    assert answer.status_code == 400
    assert "script" not in answer.content.decode()


@pytest.mark.parametrize("url", ["/docs/", "/docs/rules", "/docs/desk.png", "/docs/arena.svg"])
def test_a_cached_page_gets_304(client: Client, url: str) -> None:
    first = client.get(url)
    again = client.get(url, headers={"If-None-Match": first["ETag"]})

    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    assert first["Cache-Control"] == "public, no-cache"
    assert "style-src 'self'" in first["Content-Security-Policy"]
    assert "script-src 'self'" in first["Content-Security-Policy"].split("; ")
    assert "unsafe" not in first["Content-Security-Policy"]
    assert "Set-Cookie" not in first
    assert client.head(url).status_code == 200


@pytest.mark.parametrize(
    ("path", "target"),
    [
        ("/docs", "/docs/"),
        ("/guide", "/docs/guide-bot"),
        ("/docs/adr/README.md", "/docs/adr"),
    ],
)
def test_a_similar_address_redirects_to_the_page(client: Client, path: str, target: str) -> None:
    answer = client.get(path)

    assert (answer.status_code, answer["Location"]) == (302, target)
    assert client.get(target).status_code == 200


@pytest.mark.parametrize(
    "path",
    ["nothing", "../manage.py", "..%2fmanage.py"],
)
def test_nothing_else_is_served(client: Client, path: str) -> None:
    assert client.get(f"/docs/{path}").status_code == 404


def test_markdown_becomes_html_without_inline_styles(tmp_path: Path) -> None:
    file = tmp_path / "page.md"
    file.write_text(
        "# Page\n\n## A `b` c\n\n## A b c\n\n<!-- mark -->\n| n |\n|--:|\n| 1 |\n<!-- end -->\n\n"
        f"```sh\ncurl {ADDRESS}/x # & <\ncurl http://127.0.0.1:${{PORT:-8000}}/y\n```\n\n```nonsense\n<b>\n```\n\n[code](manage.py)\n\n"
        "`/tv` `/tokens/new?name=a&b` `/me/stream` `/games/{id}` `//tv` `javascript:/tv` [`/tv`](#a-b-c)\n"
    )
    html, headings = render(file)

    assert [each.anchor for each in headings] == ["a-b-c", "a-b-c-1"]
    assert '<td class="right">1</td>' in html
    assert "<!--" not in html
    assert f"{ADDRESS}/x" in html and f"{ADDRESS}/y" in html and "&amp; &lt;" in html
    assert "&lt;b&gt;" in html
    assert "<p>code</p>" in html  # no page of the server
    assert re.findall(r'<a href="([^"]*)">', html) == ["/tv", "/tokens/new?name=a&amp;b", "#a-b-c"]


README = ROOT / "README.md"
DOCS = ROOT / "docs"
FILES = sorted(page.file for page in site.pages().values())
FENCE = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)
GENERATED = re.compile(r"<!-- [a-z-]+ -->\n.*?<!-- end -->", re.DOTALL)

NAMED = re.compile(
    r"`((?:gofish_api|api_kit|games|accounts|tests|bench|examples|docs|ops)/[\w/-]+\.\w+)`"
)
PROSE = [file for file in FILES if file.name != "CHANGELOG.md"]  # history is not rewritten


@pytest.mark.parametrize("file", PROSE, ids=str)
def test_a_paragraph_has_at_most_five_lines_and_an_item_three(file: Path) -> None:
    lines = GENERATED.sub("", file.read_text()).splitlines()
    # The row of a table, and the code of a digest, cannot be broken.
    assert not [line for line in lines if len(line) > 100 and not line.startswith(("|", "    "))]
    assert file != README or len(lines) <= 150
    text = FENCE.sub("", GENERATED.sub("", file.read_text()))
    blocks = re.split(r"\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) )", text)

    for block in blocks:
        block = block.strip("\n")
        if block.startswith(("|", "    ", "#")):
            continue
        most = 3 if re.match(r"\s*(?:[-*]|\d+\.) ", block) else 5
        assert block.count("\n") < most, block


@pytest.mark.parametrize("file", FILES, ids=str)
def test_every_link_of_a_file_leads_somewhere(file: Path) -> None:
    for name in NAMED.findall(file.read_text()):
        assert (ROOT / name).is_file(), name
    text = FENCE.sub("", file.read_text())
    for target in re.findall(r"\]\((?!https?:)([^)]+)\)", text):
        name, _, anchor = target.partition("#")
        there = file.parent / name if name else file
        assert there.exists(), target
        assert not anchor or anchor in anchors(there), target


def test_every_setting_is_listed_with_its_default() -> None:
    page = (DOCS / "operations" / "settings.md").read_text()
    listed = dict(re.findall(r"^\| `([A-Z_]+)` \| (.*?) \|", page, re.MULTILINE))

    assert [*listed] == [*SCHEMA]
    for name, (_, default) in SCHEMA.items():
        if name == "SECRET_KEY":
            continue
        if isinstance(default, list):
            default = ",".join(default)
        shown = (
            str(default or "")
            if isinstance(default, dict)
            else str(default).replace(f"{BASE_DIR}/", "")
        )
        assert listed[name] == (f"`{shown}`" if shown else "none"), name


def test_every_retired_setting_is_in_the_page_of_upgrades() -> None:
    page = (DOCS / "operations" / "upgrade.md").read_text()

    assert [name for name in RETIRED if f"`{name}`" not in page] == []


def test_every_rate_is_listed_with_its_default() -> None:
    page = (DOCS / "operations" / "settings.md").read_text()

    assert dict(re.findall(r"^\| `([a-z_]+)` \| `(.*?)` \|", page, re.MULTILINE)) == RATES


def test_every_command_of_the_service_is_listed_and_exists() -> None:
    page = (DOCS / "operations" / "commands.md").read_text()
    listed = re.findall(r"^\| `([a-z_]+)(?: [A-Z]+)?` \| \w.* \|$", page, re.MULTILINE)

    assert set(listed) == {
        name for name, app in get_commands().items() if app in ("games", "gofish_api")
    }


def test_every_make_target_that_is_named_exists() -> None:
    makefile = (ROOT / "Makefile").read_text()
    targets = set(re.findall(r"^([a-z-]+):", makefile, re.MULTILINE))
    called = re.compile(r"^`?(?:[A-Z_]+=\S+ )*make ([a-z-]+)", re.MULTILINE)
    pages = (file for file in FILES if file.name != "CHANGELOG.md")
    named = {name for file in pages for name in called.findall(code(file.read_text()))}

    assert {"run", "test", "lint"} <= named <= targets


def test_the_rules_name_every_option_and_every_event() -> None:
    events = {codec.TYPE_NAMES[kind] for kind in get_args(Event)}
    options = {field.name for field in fields(Rules)}

    named = set(re.findall(r"`([a-z_]+)`", (ROOT / "RULES.md").read_text()))

    assert events | options <= named


def code(page: str) -> str:
    """Return the code of a page: its blocks and what stands between backticks."""
    blocks = re.findall(r"```.*?```", page, re.DOTALL)
    return "\n".join([*blocks, *re.findall(r"`[^`\n]+`", page)])


def anchors(file: Path) -> set[str]:
    """Return the anchors of a file."""
    headings = re.findall(r"^#+ (.*)$", FENCE.sub("", file.read_text()), re.MULTILINE)
    return {slug(heading.replace("`", "")) for heading in headings}


README_TEXT = (ROOT / "README.md").read_text()


@pytest.mark.slow
@pytest.mark.skipif(not (find("curl") and find("bash")), reason="curl or bash is not installed")
def test_a_game_in_six_lines(shared_server: str) -> None:
    [block] = re.findall(r"```bash\n(.*?)```", README_TEXT, re.DOTALL)
    game = block.partition("\n\n")[2].splitlines()
    assert len(game) == 6

    # The last line again, as the text suggests.
    done = run_in_bash(block + game[-1], port=shared_server.rpartition(":")[2])

    joined, asked, again = documents(done)
    assert joined["state"]["phase"] == "ask"
    assert joined["moves"][-1]["events"][0]["type"] == "dealt"
    assert asked["moves"][0]["events"][0]["type"] == "asked"
    assert again == asked


def run_in_bash(script: str, port: str) -> str:
    done = subprocess.run(
        ["bash", "-c", script],
        env=os.environ | {"PORT": port},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def documents(text: str) -> list[Any]:
    """Read consecutive JSON objects."""
    decoder, found = json.JSONDecoder(), []
    while text := text.lstrip():
        value, end = decoder.raw_decode(text)
        found.append(value)
        text = text[end:]
    return found
