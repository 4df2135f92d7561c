"""Scripts of letters, and letters of other scripts that look like Latin ones. No database access.

The scripts are those that Unicode recommends for identifiers (UAX #31, table 5). A name may mix
them as UTS #39 allows at its level "highly restrictive". Python's tables have no property for the
script of a character, so it is read from the character's name.
"""

import re
import unicodedata

# fmt: off
RECOMMENDED = frozenset((
    "ARABIC", "ARMENIAN", "BENGALI", "BOPOMOFO", "CJK", "CYRILLIC", "DEVANAGARI", "ETHIOPIC",
    "GEORGIAN", "GREEK", "GUJARATI", "GURMUKHI", "HANGUL", "HEBREW", "HIRAGANA", "KANNADA",
    "KATAKANA", "KHMER", "LAO", "LATIN", "MALAYALAM", "MYANMAR", "ORIYA", "SINHALA", "TAMIL",
    "TELUGU", "THAANA", "THAI", "TIBETAN",
))
# fmt: on

_MIXTURES = (
    frozenset(("LATIN", "CJK", "HIRAGANA", "KATAKANA")),
    frozenset(("LATIN", "CJK", "BOPOMOFO")),
    frozenset(("LATIN", "CJK", "HANGUL")),
)
_OTHER_WORDS = {"EXTENDED": "ARABIC", "IDEOGRAPHIC": "CJK", "VEDIC": "DEVANAGARI"}

# Pairs of a letter and the Latin letter that it looks like, in both cases: `Η` is h, `η` is n.
_TWINS = (
    "АaВbЕeЅsІiЈjКkМmНhОoРpСcТtУyХxԌgԚqԜwҺhӀlѴvЗ3Ьb"
    "аaеeѕsіiјjкkмmнhоoрpсcтtуyхxԁdԛqԝwһhӏlѵvгrпnвbьb"
    "ΑaΒbΕeΖzΗhΙiΚkΜmΝnΟoΡpΤtΥyΧx"
    "αaβbγyεeηnιiκkνvοoρpσoςcτtυuχxωw"
    "ՍuՏsՕoԼlՅjՀh"
    "օoսuոnհhցgզqյjեtւl"
    "ɑaɡgɩiƅbƽs"
)
_TWIN_OF = str.maketrans({_TWINS[at]: _TWINS[at + 1] for at in range(0, len(_TWINS), 2)})
# "LATIN SMALL LETTER D WITH STROKE" is a d, "LATIN LETTER SMALL CAPITAL A" an a.
_LATIN = re.compile(r"(?:.*\bLATIN|REGIONAL INDICATOR) .*\b([A-Z])(?: WITH .*)?")


def are_mixed(text: str) -> bool:
    """Return whether the letters and digits are of scripts that no one language writes together.

    A letter of a script that is not recommended counts as mixed.

    >>> are_mixed("Ann"), are_mixed("Аnn"), are_mixed("東京タワー Tower")
    (False, True, False)
    """
    scripts = {_script(character) for character in text if character.isalnum()} - {None}
    if not scripts <= RECOMMENDED:
        return True
    return len(scripts) > 1 and not any(scripts <= mixture for mixture in _MIXTURES)


def latin_twin(text: str) -> str:
    """Return the text in small Latin letters, as far as its letters look like Latin ones.

    Accents and other marks are dropped.

    >>> latin_twin("Аdmín")
    'admin'
    """
    bare = (each for each in unicodedata.normalize("NFKD", text) if not _is_mark(each))
    return "".join(map(_twin, "".join(bare).translate(_TWIN_OF))).casefold()


def _twin(character: str) -> str:
    if character.isascii():
        return character
    match = _LATIN.fullmatch(unicodedata.name(character, ""))
    return match[1] if match else character


def _is_mark(character: str) -> bool:
    return unicodedata.category(character).startswith("M")


def _script(character: str) -> str | None:
    """Return the first word of the character's name; None for digits and letters of all scripts."""
    if character.isascii() and character.isdigit():
        return None
    word = unicodedata.name(character, "UNNAMED").split()[0].split("-")[0]
    if word == "MODIFIER":  # letters such as ʻ, which several scripts use
        return None
    return _OTHER_WORDS.get(word, word)
