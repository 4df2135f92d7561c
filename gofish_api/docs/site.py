"""Which files are pages of the documentation, their addresses, and their order in the
navigation.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from markdown_it import MarkdownIt
from markdown_it.token import Token

ROOT: Path = settings.BASE_DIR
FOLDER = ROOT / "docs"
CONTENTS = FOLDER / "README.md"
"""The page at `/docs/`. Its lists of links are the navigation of all pages."""
TOP_LEVEL = ("README.md", "RULES.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md")
"""Files outside the folder that are pages too."""
PICTURES = {".png": "image/png", ".svg": "image/svg+xml"}
URL = "/docs/"
ELSEWHERE = {ROOT / "schema.yaml": "/api/schema"}
"""Files that are not pages, and their addresses on the server."""


class DocsPage(NamedTuple):
    """A Markdown file, its address on the server, and its first heading."""

    file: Path
    url: str
    title: str


class Section(NamedTuple):
    """A heading of the navigation and the pages below it."""

    title: str
    pages: tuple[DocsPage, ...]


@cache
def pages() -> Mapping[str, DocsPage]:
    """Return every page by its address, in reading order."""
    listed = [page.file for section in sections() for page in section.pages]
    files: list[Path] = []
    for file in [CONTENTS, *listed]:
        files.append(file)
        if file.name == "README.md" and file.parent not in (ROOT, FOLDER):
            files += sorted(set(file.parent.glob("*.md")) - {file})  # the records of a folder
    files += sorted({*FOLDER.rglob("*.md"), *_top_level()} - {*files})
    return {page.url: page for page in map(_page, dict.fromkeys(files))}


@cache
def pictures() -> Mapping[str, Path]:
    """Return every picture by its address."""
    files = (file for file in FOLDER.rglob("*") if file.suffix in PICTURES)
    return {URL + file.relative_to(FOLDER).as_posix(): file for file in files}


@cache
def sections() -> tuple[Section, ...]:
    """Return the navigation: the headings of the contents, and the pages that each lists."""
    all_sections: list[Section] = []
    heading, listed = "", list[DocsPage]()
    for tag, text in _headings_and_links(CONTENTS.read_text()):
        if tag == "h2":
            all_sections.append(Section(heading, tuple(listed)))
            heading, listed = text, []
        elif (file := (FOLDER / text).resolve()).suffix == ".md" and file.is_file():
            listed.append(_page(file))
    all_sections.append(Section(heading, tuple(listed)))
    return tuple(section for section in all_sections if section.title and section.pages)


def address_of(file: Path) -> str | None:
    """Return where the server shows a file, or None."""
    if file in ELSEWHERE:
        return ELSEWHERE[file]
    if file.suffix == ".md" and (file in _top_level() or file.is_relative_to(FOLDER)):
        return _url_of(file)
    if file.suffix in PICTURES and file.is_relative_to(FOLDER):
        return URL + file.relative_to(FOLDER).as_posix()
    return None


def _top_level() -> list[Path]:
    return [file for name in TOP_LEVEL if (file := ROOT / name).is_file()]


@cache
def _page(file: Path) -> DocsPage:
    title = next(
        (line[2:] for line in file.read_text().splitlines() if line.startswith("# ")), file.stem
    )
    return DocsPage(file, _url_of(file), title.strip())


def _url_of(file: Path) -> str:
    if not file.is_relative_to(FOLDER):
        return URL + file.stem.lower()
    path = file.relative_to(FOLDER)
    return URL + (
        path.parent if path.name == "README.md" else path.with_suffix("")
    ).as_posix().removeprefix(".")


def _headings_and_links(text: str) -> Iterator[tuple[str, str]]:
    """Yield ``("h2", its text)`` and ``("a", its target)`` in order."""
    tokens = MarkdownIt("commonmark").parse(text)
    for before, token in zip([Token("", "", 0), *tokens], tokens, strict=False):
        if before.type == "heading_open" and before.tag == "h2":
            yield "h2", token.content
        for child in token.children or ():
            if child.type == "link_open":
                yield "a", str(child.attrs["href"]).partition("#")[0]
