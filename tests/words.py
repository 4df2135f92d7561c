"""Find words that plain technical English does without, in names, comments, strings and documents,
and names that two classes of the product share.

    python -m tests.words [PATH ...]

`make lint` runs it over the whole repository. Each word of ``WORDS`` has a reason and what to write
instead; CONTRIBUTING.md has the style in ten lines.
"""

import ast
import io
import re
import subprocess
import sys
import tokenize
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
PRODUCT = ("gofish_api", "games", "accounts", "api_kit")
NAMED_BY_DJANGO = {"Command", "DatabaseWrapper", "Migration"}

ALLOWED = {
    ("accounts/names.py", "nobody"),  # a reserved username
    ("tests/postgres.py", "nobody"),  # a user of the operating system
    ("tests/proxies.py", "nobody"),  # the same
}


class Word(NamedTuple):
    """A word to avoid: its pattern, what to write instead, and why."""

    pattern: str
    instead: str
    why: str


ARCHAIC = "archaic: many readers have to look it up"
VAGUE = "names no actor: say who or what it is"
GENDERED = "players, reviewers and readers are of any gender"
IDIOM = "an idiom of this project: use the field's standard term"

WORDS = (
    Word(r"anew", "again, or the exact verb: rebuild, recompute, redeal", ARCHAIC),
    Word(r"beside", "next to, with, in addition to", ARCHAIC),
    Word(r"whoever|whomever|whosoever", "the caller, the player, anyone who", VAGUE),
    Word(r"so long(?! as\b)|so long as", "while, as long as, until then", ARCHAIC),
    Word(r"lest|ere|aught|naught|whence|thence|hither|thither|thereof|hereof", "plain words", ARCHAIC),
    Word(r"reckon(?:s|ed|ing|er|ers)?", "compute, estimate, infer", ARCHAIC),
    Word(r"somebody|nobody|anybody|everybody", "a player, no player, any caller, all readers", VAGUE),
    Word(r"told", "notified, informed, configured; or say who sends what", IDIOM),
    Word(r"said", "stated, declared, reported; or say who sends what", IDIOM),
    Word(r"he|him|his|himself|she|her|hers|herself", "they, them, their", GENDERED),
    Word(r"meddl(?:e|es|ed|ing|er|ers)", "tamper", IDIOM),
    Word(r"overtak(?:e|es|en|ing)", "a version conflict", IDIOM),
    Word(r"comes? to be|came to be", "is created", ARCHAIC),
    Word(r"called so", "has this name", ARCHAIC),
    Word(r"witness(?:es|ed)?", "history, observer", IDIOM),
    Word(r"doorkeepers?|census|vitals?|galler(?:y|ies)", "factory, metrics, status, registry", IDIOM),
)  # fmt: skip

TEXT_SUFFIXES = {
    ".md",
    ".html",
    ".txt",
    ".yml",
    ".yaml",
    ".toml",
    ".sh",
    ".js",
    ".ts",
    ".css",
    ".conf",
    ".sql",
}
TEXT_NAMES = {"Makefile", "Dockerfile", "run", "without"}
SKIPPED = (
    "RULES.md",  # quotes the rules as their sources put them
    "LICENSE",
    "web/vendor/",
    "bundles/",
    "requirements/",
    "clients/package",
    "tests/words.py",
    "schema.yaml",  # generated from the code, which is checked
)

_AVOIDED = re.compile(
    "|".join(rf"(?P<w{n}>\b(?:{word.pattern})\b)" for n, word in enumerate(WORDS)), re.IGNORECASE
)
_NAME_PARTS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")


class Found(NamedTuple):
    """One avoided word at one place."""

    path: Path
    line: int
    text: str
    word: Word


def found_in(text: str, *, path: Path, first_line: int = 1) -> Iterator[Found]:
    """Yield the avoided words of a text, in order."""
    for match in _AVOIDED.finditer(text):
        assert match.lastgroup is not None
        line = first_line + text.count("\n", 0, match.start())
        yield Found(path, line, match.group(), WORDS[int(match.lastgroup[1:])])


def found_in_python(source: str, *, path: Path) -> Iterator[Found]:
    """Yield the avoided words in the names, comments and strings of a Python file."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type in (tokenize.COMMENT, tokenize.STRING):
            yield from found_in(token.string, path=path, first_line=token.start[0])
        elif token.type == tokenize.NAME and len(token.string) > 3:
            parts = " ".join(_NAME_PARTS.findall(token.string))
            yield from found_in(parts, path=path, first_line=token.start[0])


def found_in_file(path: Path) -> Iterator[Found]:
    """Yield the avoided words of a file of this repository; none of a file that is not checked."""
    name = path.relative_to(ROOT).as_posix()
    if name.startswith(SKIPPED):
        return
    if path.suffix == ".py":
        found = found_in_python(path.read_text(), path=path)
    elif path.suffix in TEXT_SUFFIXES or path.name in TEXT_NAMES:
        found = found_in(path.read_text(), path=path)
    else:
        return
    yield from (each for each in found if (name, each.text) not in ALLOWED)


def repeated_classes(sources: Iterable[tuple[str, str]]) -> Iterator[tuple[str, list[str]]]:
    """Yield each name of more than one class that is not in another class, with its paths.

    :param sources: paths and sources of Python files.
    """
    paths: dict[str, list[str]] = {}
    for path, source in sources:
        for node in ast.parse(source).body:
            if isinstance(node, ast.ClassDef) and node.name not in NAMED_BY_DJANGO:
                paths.setdefault(node.name, []).append(path)
    return ((name, places) for name, places in paths.items() if len(places) > 1)


def tracked(paths: Sequence[str]) -> Iterable[Path]:
    """Return the files that git tracks, below these paths."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--", *paths],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return [ROOT / name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()]


def main(paths: Sequence[str]) -> int:
    """Print each avoided word with its place and what to write instead, and the names of classes
    that are not unique; return the exit status.
    """
    found = [each for path in tracked(paths) for each in found_in_file(path)]
    for path, line, text, word in found:
        print(f"{path.relative_to(ROOT)}:{line}: {text!r}: {word.why}. Write: {word.instead}.")
    product = [path for path in tracked(PRODUCT) if path.suffix == ".py"]
    sources = ((str(path.relative_to(ROOT)), path.read_text()) for path in product)
    repeated = [*repeated_classes(sources)]
    for name, places in repeated:
        print(f"{', '.join(places)}: the class name {name} is not unique. Rename one of them.")
    print(f"{len(found)} words to avoid, {len(repeated)} names of several classes")
    return int(bool(found or repeated))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
