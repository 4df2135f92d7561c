"""The index of the search: every section of every page as plain text, for `search.js`."""

import json
import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from markdown_it.token import Token

from gofish_api.docs import site
from gofish_api.docs.rendering import parse

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
