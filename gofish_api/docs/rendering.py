"""Render Markdown as HTML, with anchors, working links and coloured code, and index it for search.

The index has every section of every page as plain text, for `search.js`.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from html import escape
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from django.conf import settings
from markdown_it import MarkdownIt
from markdown_it.token import Token
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name
from pygments.util import ClassNotFound

from gofish_api import client_pages
from gofish_api.docs import site

ADDRESS = "http://127.0.0.1:8000"
"""The server's address in the files. Readers see the address at which they reach the server."""
_WITH_PORT = "http://127.0.0.1:${PORT:-8000}"
"""The same in a shell, which takes the port that `make run` takes."""
PAGES = {"/api/docs", site.URL, f"/{settings.ADMIN_PATH}"}
PAGES |= {f"/{path}" for path in client_pages.PATHS if "<" not in path}
"""Pages of the service with one address each."""

_WORD = (
    "GoFishServersOwnAddress"  # one word in every language, so that highlighting does not split it
)
_FORMATTER = HtmlFormatter[str](nowrap=True)
_WIDE = '<div class="wide" role="group" aria-label="Table" tabindex="0">'
_COMMENT = re.compile(r"\s*<!--.*?-->\s*", re.DOTALL)


class Heading(NamedTuple):
    """A heading of the second level and its anchor."""

    anchor: str
    text: str


class Parsed(NamedTuple):
    """The tokens of a page, whose headings have anchors, and its headings."""

    tokens: Sequence[Token]
    headings: tuple[Heading, ...]


class Rendered(NamedTuple):
    """A page's content as HTML, and its headings."""

    html: str
    headings: tuple[Heading, ...]


def render(file: Path) -> Rendered:
    """Render a page."""
    tokens, headings = parse(file.read_text())
    for token in tokens:
        _finish(token, file)
        for child in token.children or ():
            _finish(child, file)
    _unlink_what_is_not_served(tokens)
    _without_empty_headers(tokens)
    return Rendered(_MARKDOWN.renderer.render(tokens, _MARKDOWN.options, {}), headings)


def parse(text: str) -> Parsed:
    """Parse Markdown."""
    tokens = _MARKDOWN.parse(text)
    return Parsed(tokens, _with_anchors(tokens))


def slug(heading: str) -> str:
    """Return the anchor of a heading, by GitHub's rule."""
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


def _with_anchors(tokens: Sequence[Token]) -> tuple[Heading, ...]:
    """Give every heading an anchor, and return those of the second level."""
    used, headings = Counter[str](), []
    for token, content in pairwise(tokens):
        if token.type == "heading_open":
            text = "".join(child.content for child in content.children or ())
            anchor = slug(text)
            used[anchor] += 1
            if used[anchor] > 1:
                anchor = f"{anchor}-{used[anchor] - 1}"
            token.attrSet("id", anchor)
            if token.tag == "h2":
                headings.append(Heading(anchor, text))
    return tuple(headings)


def _finish(token: Token, file: Path) -> None:
    """Change what the server's page needs differently from the file."""
    match token.type:
        case "html_block" | "html_inline" if _COMMENT.fullmatch(token.content):
            token.content = ""  # a mark for the programs that write tables
        case "link_open":
            token.attrSet("href", _target(str(token.attrs["href"]), file))
        case "image":
            token.attrSet("src", _target(str(token.attrs["src"]), file))
        case "th_open" | "td_open" if style := token.attrs.pop("style", None):
            token.attrSet("class", str(style).removeprefix("text-align:"))  # styles are not allowed
        case "table_open":
            token.type, token.content = "html_block", f"{_WIDE}<table>"
        case "code_block":
            token.type = "fence"  # so that it is rendered like the others
        case "table_close":
            token.type, token.content = "html_block", "</table></div>"
        case _:
            pass


def _target(link: str, file: Path) -> str:
    """Return a link's target on the server; an empty one if the server does not have it."""
    parts = urlsplit(link)
    if parts.scheme or not parts.path:
        return link
    there = site.address_of((file.parent / parts.path).resolve())
    fragment = f"#{parts.fragment}" if parts.fragment else ""
    return f"{there}{fragment}" if there else ""


def _unlink_what_is_not_served(tokens: Sequence[Token]) -> None:
    """Show links to files of the repository as text."""
    for token in tokens:
        is_unlinked = False
        for child in token.children or ():
            if child.type == "link_open":
                is_unlinked = not child.attrs["href"]
            if is_unlinked and child.type in ("link_open", "link_close"):
                child.type, child.content = "text", ""


def _without_empty_headers(tokens: Sequence[Token]) -> None:
    """Turn empty cells in a table's head into ordinary cells."""
    for opening, content, closing in zip(tokens, tokens[1:], tokens[2:], strict=False):
        if opening.type == "th_open" and not content.content:
            opening.tag = closing.tag = "td"


def _highlighted(code: str, language: str, _: object) -> str:
    """Return a block of code as HTML."""
    try:
        lexer = get_lexer_by_name(language or "text")
    except ClassNotFound:
        lexer = get_lexer_by_name("text")
    marked = code.replace(_WITH_PORT, ADDRESS).replace(ADDRESS, _WORD)
    highlighted = highlight(marked, lexer, _FORMATTER).replace(_WORD, ADDRESS)
    # A long block scrolls sideways, by keys too.
    return (
        f'<pre tabindex="0"><code class="{escape(language or "text")}">{highlighted}</code></pre>'
    )


def _code(_: object, tokens: Sequence[Token], at: int, *__: object) -> str:
    """Return code in a line as HTML, as a link if it is a page's address outside of links."""
    address = tokens[at].content
    shown = f"<code>{escape(address)}</code>"
    is_page = address.partition("?")[0] in PAGES
    is_in_link = sum(int(each.nesting) for each in tokens[:at] if each.tag == "a") > 0
    if not is_page or is_in_link:
        return shown
    return f'<a href="{escape(address)}">{shown}</a>'


_MARKDOWN = MarkdownIt("commonmark", {"highlight": _highlighted}).enable("table")
_MARKDOWN.add_render_rule("code_inline", _code)


HEADINGS = ("h1", "h2", "h3")
MOST_BYTES = 512 * 1024
"""The size of the index without compression."""
_ASKED = re.compile(r"<!-- search: (.*) -->")
"""A comment below a heading, with words of questions that the section answers in other words."""


class Passage(NamedTuple):
    """A section of a page: its address, its heading, the title of its page, its text, and words of
    questions that it answers.
    """

    url: str
    heading: str
    page: str
    text: str
    asked: str


@cache
def index() -> bytes:
    """Return the passages as JSON, in reading order, each a list of the members of Passage."""
    listed = [passage for page in site.pages().values() for passage in passages(page)]
    return json.dumps(listed, ensure_ascii=False, separators=(",", ":")).encode()


def passages(page: site.DocsPage) -> Iterator[Passage]:
    """Yield the sections of a page."""
    tokens = parse(page.file.read_text()).tokens
    starts = [
        at
        for at, token in enumerate(tokens)
        if token.type == "heading_open" and token.tag in HEADINGS
    ]
    for start, end in zip(starts, [*starts[1:], len(tokens)], strict=True):
        anchor = "" if tokens[start].tag == "h1" else f"#{tokens[start].attrs['id']}"
        heading = _text(tokens[start + 1 : start + 2])
        section = tokens[start + 3 : end]
        asked = [found[1] for each in section if (found := _ASKED.match(each.content))]
        yield Passage(page.url + anchor, heading, page.title, _text(section), ", ".join(asked))


def _text(tokens: Sequence[Token]) -> str:
    """Return what a reader sees, without marks and with single spaces."""
    parts = []
    for token in tokens:
        if token.type in ("fence", "code_block"):
            parts.append(token.content)
        parts.append("".join(" " if not each.content else each.content for each in _leaves(token)))
    return " ".join(" ".join(parts).split())


def _leaves(token: Token) -> Iterator[Token]:
    for child in token.children or ():
        if child.type in ("text", "code_inline", "softbreak", "hardbreak"):
            yield child
