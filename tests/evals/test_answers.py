"""Reading the answers of models, whatever they write."""

import pytest

from gofishkit.eval.answers import Beliefs, NoAnswerFound, ask_in, beliefs_in

ASK = {"type": "ask", "target": 1, "rank": "7"}


@pytest.mark.parametrize(
    ("text", "ask"),
    [
        ('{"type": "ask", "target": 1, "rank": "7"}', ASK),
        (
            'I think {of} {"target": 0, "rank": "2"}, no:\n```json\n{"target": "1", "rank": 7}\n```',
            ASK,
        ),
        ('{"answer": {"target": 1, "rank": "7"}}', ASK),
        ('{"target": 2, "rank": "10"}', {"type": "ask", "target": 2, "rank": "T"}),
        ('{"target": 2, "card": "qh"}', {"type": "ask", "target": 2, "card": "QH"}),
    ],
)
def test_the_last_ask_of_a_text_counts(text: str, ask: dict[str, object]) -> None:
    assert ask_in(text) == ask


@pytest.mark.parametrize(
    "text",
    [
        *("", "I cannot play.", "{" * 30_000, '{"target": ' * 10_000, '{"target":[' * 4_000),
        *('{"target": 1}', '{"target": 1, "rank": {}}', '{"target": true, "rank": "7"}'),
        *('{"target": 1e999, "rank": "7"}', '{"target": "²", "rank": "7"}', '{"target": -1}'),
        *('{"target": 1, "card": "77"}', '{"type": "resign"}', '{"target": ' + "9" * 9_999 + "}"),
        *("\x1b[2J\ud800", '{"target": 1, "rank": "\\ud800"}'),
    ],
)
def test_a_text_without_an_ask_is_no_answer(text: str) -> None:
    with pytest.raises(NoAnswerFound) as found:
        ask_in(text)

    assert str(found.value).isprintable() and len(str(found.value)) < 300


@pytest.mark.parametrize(
    ("text", "beliefs"),
    [
        ('{"chances": [0, 0.25], "certain": "7h"}', Beliefs((0.0, 0.25), "7H")),
        ('{"chances": [1, null], "certain": null}', Beliefs((1.0, None), "none")),
        ('{"chances": [NaN, -0.1]}', Beliefs((None, None), None)),
        ('{"chances": ["0.5", true], "certain": "1C"}', Beliefs((None, None), None)),
        ('{"chances": [0.5], "certain": []}', Beliefs((None, None), None)),
        ('{"chances": 0.5}', Beliefs((None, None), None)),
        ("no idea", Beliefs((None, None), None)),
    ],
)
def test_a_chance_counts_from_0_to_1_and_nothing_else(text: str, beliefs: Beliefs) -> None:
    assert beliefs_in(text, 2) == beliefs
