"""Templates of common reasons for rulings, by the code that a ruling stores.

Templates and reviewers' own words may have placeholders. They name seats and no players: the
reasons outlive a username.
"""

import re
from datetime import datetime
from re import Match

from games.engine.cards import Seat

TEMPLATES: dict[str, str] = {
    "log_is_sound": "The log is intact: the deal matches the seed, and every move followed the rules.",
    "no_evidence": "The log shows no more knowledge than {seat} could have or guess.",
    "knew_too_much": "{seat} asked repeatedly for cards that it could not have known of.",
    "played_together": "Two seats played to each other's advantage instead of their own.",
    "left_the_table": "The player of {seat} left while others waited for its move.",
    "withheld_card": "{seat} kept a card that it had to hand over at {move} (001, Irregularities).",
    "referee_erred": "The referee made an error at {move}.",
    "abusive_name": "The name of {seat} insults others and must be changed.",
    "name_replaced": "The name of {seat} insulted others. It was replaced.",
    "not_disputable": "The complaint names nothing that the rules forbid.",
    "on_review": "On appeal, the first ruling is reversed.",
    "upheld": "On appeal, the first ruling is upheld.",
}
# With what reviewers write before it, as in "the seat {seat}": its value has these words.
_PLACEHOLDER = re.compile(
    r"(?i:\bthe +)?(?i:\b(seat|move|until) +(?=\{\1\}))?(\{(?:seat|move|until)\})"
)


def values(*, seat: Seat | None, move: int | None, until: datetime | None) -> dict[str, str]:
    """Return what each placeholder stands for; words that fit any sentence if there is no value.

    Players read the reasons, so seats count from 1, as on their pages.
    """
    return {
        "{seat}": "the seat" if seat is None else f"seat {seat + 1}",
        "{move}": "the disputed moves" if move is None else f"move {move}",
        "{until}": "for good" if until is None else f"until {until:%Y-%m-%d}",
    }


def compose(template: str, own: str, filled: dict[str, str]) -> str:
    """Return the reasons of a ruling: the text of a template followed by the reviewer's own words.

    >>> compose("left_the_table", "", {"{seat}": "seat 2"})
    'The player of seat 2 left while others waited for its move.'
    """
    texts = (TEMPLATES[template] if template else "", own.strip())
    return " ".join(_fill(text, filled) for text in texts if text)


def _fill(text: str, filled: dict[str, str]) -> str:
    def put(found: Match[str]) -> str:
        value = filled.get(found[2], found[2])
        starts_a_sentence = found.start() == 0 or found[0][0].isupper()
        return value[:1].upper() + value[1:] if starts_a_sentence else value

    return _PLACEHOLDER.sub(put, text)
