"""GFN: a transcript becomes a notation and the same again, by the grammar of docs/gfn.md."""

import json
import re
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine import transcript, transcript_reader
from games.engine.commands import Ask
from games.engine.events import Asked, CardDrawn, Event, GoFish, TurnPassed
from games.engine.rules import Rules
from games.engine.state import State
from games.engine.verification import Verification
from games.notation import reader, syntax, words, writer
from games.notation.reader import IllegalNotation
from games.notation.syntax import NoNotation
from games.notation.words import Context
from games.notation.writer import PartialHeader
from tests.engine import forging, games
from tests.engine.forging import golden, rechain
from tests.engine.games import Setting
from tests.engine.test_redaction import Viewer, assert_same_bytes
from tests.notation.logs import notation_of, played
from tests.profiles import sized
from tests.servers import ROOT

OPENING = PartialHeader("0Qo4OC0W000", "classic", (), ("ann", None))


def again(text: str) -> bytes:
    return reader.to_transcript(syntax.parse(text))


@given(games.settings_of_games(), st.sampled_from([2, 3]))
@settings(max_examples=sized(30, nightly=3_000))
def test_a_transcript_of_random_rules_is_the_same_bytes_again(
    setting: Setting, schema: int
) -> None:
    header, moves, state = played(setting, schema)

    text = writer.write(header, moves, annotations={"by": "é"})

    assert again(text) == transcript.write(header, moves, state, annotations={"by": "é"})


@pytest.mark.parametrize(
    "name", ["v1_bicycle", "irregularities", "version_2/classic", "version_2/lobby"]
)
def test_a_golden_transcript_is_the_same_bytes_again(name: str) -> None:
    assert json.loads(again(notation_of(name))) == golden(name)


def test_moves_of_two_schemas_stand_in_runs() -> None:
    document = golden("version_2/classic")
    old = golden("classic")["moves"]
    document["moves"][:3] = old[:3]
    rechain(document)
    read = transcript_reader.read(document)
    text = writer.write(read.header, read.moves)

    assert f"Schema: 2x3 3x{len(read.moves) - 3}\n" in text
    assert json.loads(again(text))["moves"] == document["moves"]


def test_an_ask_is_a_word_with_its_consequences() -> None:
    context = Context(Rules(), {}, seats=3)
    miss: tuple[Event, ...] = (Asked(1, 0, 11), GoFish(0, 1, True), CardDrawn(1, 5, "fish", False))
    end = TurnPassed(1, 2, "no_catch")

    assert words.write(Ask(1, 0, 11), 1, (*miss, end), context) == ["1>0:K", "~3D"]


@pytest.mark.parametrize(
    ("old", "new", "place", "says"),
    [
        pytest.param("GFN: 1", "GFN: 2", (1, 1), "begins with", id="a newer version"),
        pytest.param("Preset: ", "Game: ", (3, 1), "twice", id="a header twice"),
        pytest.param("Seed: ", "Seed: x", (8, 7), "form", id="a seed that is not one"),
        pytest.param("Schema: 2", "Schema: 9", (7, 9), "1 to 3", id="a newer schema"),
        pytest.param(".started", "\n.strated", None, "strated", id="an unknown event"),
        pytest.param(" ~", "\n~?? ~", None, "partial", id="a hidden card"),
        pytest.param('.dealt(1,"', '\n.dealt(1,"1', None, "not a card", id="a pack of other cards"),
        pytest.param(".created", "+H .created", (11, 1), "must begin a move", id="no move"),
        pytest.param('"Ann"', '"\u00c4nn"', (5, 12), "ASCII", id="another encoding"),
        pytest.param(" ~", "\t~", None, "ASCII", id="a tab"),
        pytest.param("Times:\n", "Times:\n7 ", None, "microseconds", id="a time that is none"),
    ],
)
def test_what_is_no_notation_has_a_line_and_a_column(
    old: str, new: str, place: tuple[int, int] | None, says: str
) -> None:
    text = notation_of("bots" if old == "Seed: " else "classic")
    assert old in text

    with pytest.raises(NoNotation, match=says) as refused:
        again(text.replace(old, new, 1))

    assert place in (None, (refused.value.line, refused.value.column))


def test_an_illegal_ask_is_named_by_its_place_and_rule() -> None:
    text = notation_of()
    ask = next(word for word in text.split() if word[1:2] == ">")
    forged = text.replace(f" {ask} ", f"\n{ask[0]}>{ask[0]}:{ask[4:]} ", 1)

    failure = reader.verify(syntax.parse(forged)).failure

    assert failure is not None and failure.check == "legality"
    line = forged[: forged.index(f"\n{ask[0]}>{ask[0]}")].count("\n") + 2
    assert failure.reason.startswith(f"Line {line}, column 1: The rules refuse it:")
    with pytest.raises(IllegalNotation, match=f"Line {line}, column 1"):
        again(forged)


def test_another_consequence_than_the_rules_give_is_refused() -> None:
    forged = notation_of().replace("Times:", "#7\n\nTimes:", 1)

    failure = reader.verify(syntax.parse(forged)).failure

    assert failure is not None and failure.check == "events"


def test_a_changed_time_contradicts_the_digest() -> None:
    text = notation_of()

    failure = reader.verify(syntax.parse(f"{text.rstrip()}0\n")).failure

    assert failure is not None and failure.check == "digest"


def test_without_times_the_game_is_verified_but_has_no_transcript() -> None:
    text = notation_of().partition("Times:")[0]
    text = "".join(line for line in text.splitlines(True) if not line.startswith("Digest"))

    assert reader.verify(syntax.parse(text)).holds
    with pytest.raises(NoNotation, match="times"):
        again(text)


def test_receipts_in_a_header_prove_the_moves_that_they_are_of() -> None:
    document, text = golden("version_2/classic"), notation_of("version_2/classic")

    verdict = verify_with(text, forging.noted(document, 3, 40))

    assert verdict.holds and verdict.receipts is not None
    assert verdict.receipts.last == 40
    assert json.loads(again(with_receipts(text, forging.noted(document, 3)))) == document


@pytest.mark.parametrize(
    "change, place",
    [
        ({"commitment": "0" * 64}, "Line 10, column 11"),
        ({"receipts": [{"number": 9_000, "digest": "0" * 64}]}, "Line 10, column 11"),
        ({"receipts": [{"number": 3, "digest": "0" * 64}]}, "Line 13, column 16"),
    ],
)
def test_receipts_against_a_notation_have_their_place(change: Any, place: str) -> None:
    document, text = golden("version_2/classic"), notation_of("version_2/classic")

    failure = verify_with(text, forging.noted(document, 3) | change).failure

    assert failure is not None and failure.check == "receipt"
    assert failure.reason.startswith(f"{place}: ")


@pytest.mark.parametrize("value", ["[]", "{"])
def test_malformed_receipts_are_no_notation(value: str) -> None:
    with pytest.raises(NoNotation, match='Invalid header "Receipts"'):
        again(notation_of().replace("\n\n", f"\nReceipts: {value}\n\n", 1))


def with_receipts(text: str, value: Any) -> str:
    return text.replace("\n\n", f"\nReceipts: {json.dumps(value)}\n\n", 1)


def verify_with(text: str, value: Any) -> Verification:
    return reader.verify(syntax.parse(with_receipts(text, value)))


def partial(setting: Setting, viewer: Viewer) -> str:
    moves = [(None, move.events) for move in games.play(setting)]
    return writer.write_partial(OPENING, moves, viewer=viewer, rules=setting.rules)


def look_at_notation(events: tuple[Event, ...], state: State, viewer: Viewer) -> str:
    return writer.write_partial(OPENING, [(None, events)], viewer=viewer, rules=state.rules)


@given(games.settings_of_games())
@settings(max_examples=sized(10, nightly=200))
def test_a_partial_form_does_not_depend_on_hidden_cards(setting: Setting) -> None:
    assert_same_bytes(setting, look=look_at_notation)


def test_a_text_of_many_headers_or_words_takes_no_time_to_refuse() -> None:
    lines: Callable[[str], str] = lambda name: f"{name}: x\n" * 200_000  # noqa: E731
    for bomb in (
        lines("Game"),
        "\n" + "+CDHS" * 200_000 + "x",
        "\n" + ">1" * 200_000,
        "\n" + "a(" * 200_000,
    ):
        with pytest.raises(NoNotation):
            syntax.parse(f"GFN: 1\n{bomb}")


# The grammar in docs/gfn.md and the parser accept the same texts.


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


def test_a_partial_form_hides_cards() -> None:
    text = partial(Setting(Rules(), 2, 7, "fair"), 1)

    assert syntax.parse(text).is_partial and "~??" in text
    [dealt] = [word for word in text.split() if word.startswith(".dealt")]
    assert dealt.count("??") == 52 - 7
