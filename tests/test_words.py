"""The check of words, which `make lint` runs, finds what it should."""

from pathlib import Path

import pytest

from tests import words


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("x = 1  # dealt anew\n", "anew"),
        ('"""Whoever asks."""\n', "Whoever"),
        ("def nobody_asks(): ...\n", "nobody"),
        ("class TableBeside: ...\n", "Beside"),
        ('print("his turn")\n', "his"),
    ],
)
def test_an_avoided_word_is_found_in_comments_strings_and_names(source: str, found: str) -> None:
    [each] = words.found_in_python(source, path=Path("x.py"))

    assert each.text == found


@pytest.mark.parametrize("source", ["here = this\n", "# as long as it waits, besides\n"])
def test_parts_of_other_words_are_not_found(source: str) -> None:
    assert [*words.found_in_python(source, path=Path("x.py"))] == []


def test_a_class_name_of_two_modules_is_found() -> None:
    sources = [("a.py", "class Page: ...\n"), ("b.py", "class Page:\n    class Meta: ...\n")]
    django = [("c.py", "class Command:\n    class Meta: ...\n"), ("d.py", "class Command: ...\n")]

    assert [*words.repeated_classes([*sources, *django])] == [("Page", ["a.py", "b.py"])]
