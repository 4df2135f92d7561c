"""The drawings of players and bots in the browser are those that the API names."""

import re
from pathlib import Path

from accounts.players.pictures import PICTURES
from games.characters import CHARACTERS

PLAYERS = Path(__file__).parents[2] / "web" / "players"
TEXTS = Path(__file__).parents[2] / "web" / "text"


def test_every_picture_of_the_api_is_drawn() -> None:
    drawn = re.findall(r"^  (\w+): \{$", (PLAYERS / "drawings.js").read_text(), re.MULTILINE)

    assert sorted(drawn) == sorted([*PICTURES, *(each.picture for each in CHARACTERS)])


def test_players_choose_from_all_pictures_and_each_has_a_name() -> None:
    [listed] = re.findall(
        r"PICTURES = .*?\(\[(.*?)\]\)", (PLAYERS / "picture.js").read_text(), re.DOTALL
    )
    english = (TEXTS / "en" / "common.js").read_text()

    assert tuple(re.findall(r'"(\w+)"', listed)) == PICTURES
    assert re.findall(r"^  fish_(\w+):", english, re.MULTILINE) == sorted(PICTURES)
