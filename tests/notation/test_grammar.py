"""The grammar in docs/gfn.md and the parser accept the same texts.

The grammar has no recursion, so it is a regular expression, from which texts are also generated.
"""

import re
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.notation import reader, syntax, writer
from games.notation.syntax import NoNotation
from tests.engine import games
from tests.engine.games import Setting
from tests.notation.logs import notation_of, played
from tests.notation.test_notation import partial
from tests.profiles import sized
from tests.servers import ROOT

SPECIAL = {
    "printable ASCII": "[ -~]",
    "printable ASCII but a space": "[!-~]",
    "time such as 2026-01-31T12:00:00.000000Z": r"[0-9]{4}(?:-[0-9]{2}){2}T[0-9]{2}(?::[0-9]{2}){2}\.[0-9]{6}Z",
    "LF or CRLF": r"\r?\n",
}
SYMBOLS = {"{": "(?:", "}": ")*", "[": "(?:", "]": ")?", "(": "(?:", ")": ")", "|": "|", ",": ""}
TOKEN = re.compile(r'"(.)" … "(.)"|"([^"]+)"|\? (.+?) \?|(\w+)|([][{}()|,])|\s+')


@cache
def rules() -> dict[str, str]:
    """Return the right side of each rule of the grammar by its name."""
    text = (ROOT / "docs/gfn.md").read_text()
    [grammar] = re.findall(r"```ebnf\n(.*?)```", text, re.DOTALL)
    return dict(re.findall(r"(\w+) +=\s(.+?) ;\n", grammar, re.DOTALL))


@cache
def pattern(name: str) -> str:
    """Return a rule as a regular expression."""

    def expression(token: re.Match[str]) -> str:
        first, last, literal, special, rule, symbol = token.groups()
        if first:
            return f"[{first}-{last}]"
        if special:
            return SPECIAL[special]
        if rule:
            return pattern(rule)
        return SYMBOLS[symbol] if symbol else re.escape(literal or "")

    assert TOKEN.sub("", rules()[name]) == ""
    return f"(?:{TOKEN.sub(expression, rules()[name])})"


def texts(*names: str) -> st.SearchStrategy[str]:
    """Return texts of one of these rules."""
    return st.from_regex("|".join(map(pattern, names)), fullmatch=True)


@given(games.settings_of_games(), st.sampled_from([None, 0, 1]))
@settings(max_examples=sized(5, nightly=1_000))
def test_notations_of_random_games_follow_the_grammar(setting: Setting, viewer: int | None) -> None:
    header, moves, _ = played(setting, 3)

    for text in (writer.write(header, moves, annotations={"by": "é"}), partial(setting, viewer)):
        assert re.fullmatch(pattern("game"), text)
        assert re.fullmatch(pattern("game"), text.replace("\n", "\r\n"))


@given(texts("game"))
@settings(max_examples=sized(3, nightly=300))
def test_every_text_of_the_grammar_is_parsed_unless_a_header_stands_twice(text: str) -> None:
    [headers, *_] = re.split(r"\r?\n\r?\n", text, maxsplit=1)
    names = re.findall(r"^(\w+):", headers, re.MULTILINE)
    if len({*names}) < len(names):
        with pytest.raises(NoNotation, match="stands twice"):
            syntax.parse(text)
    else:
        assert syntax.parse(text).headers.keys() == {*names}


@given(st.lists(texts("move"), max_size=3))
@settings(max_examples=sized(10, nightly=500))
def test_moves_of_the_grammar_are_refused_for_their_meaning_alone(moves: list[str]) -> None:
    [opening] = re.findall(r"\A.*?dealt\S+", notation_of(), re.DOTALL)
    notation = syntax.parse(f"{opening}\n{''.join(moves)}")

    try:
        reader.read(notation)
        refusal = ""
    except NoNotation as error:
        refusal = str(error)

    assert not refusal or '" cannot be read: ' in refusal


@given(texts("ask", "event", "author"), st.data())
@settings(max_examples=sized(50, nightly=10_000))
def test_a_word_with_another_character_is_one_if_the_grammar_has_it(
    word: str, data: st.DataObject
) -> None:
    at = data.draw(st.integers(0, len(word)))
    other = data.draw(st.text("0257TKACSBRJ?+~!^#->:@.fish_()\t\r", max_size=2))
    changed = word[:at] + other + word[at + data.draw(st.integers(0, 1)) :]
    text = f"GFN: 1\n\n.started() {changed}\n"
    try:
        is_parsed = bool(syntax.parse(text))
    except NoNotation:
        is_parsed = False

    assert is_parsed == bool(re.fullmatch(pattern("game"), text))
