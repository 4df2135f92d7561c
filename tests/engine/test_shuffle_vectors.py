"""The shuffle gives the vectors that other implementations of it are tested with."""

import json
from typing import Any

import pytest

from games.engine import shuffle
from games.engine.cards import Pack, card_text
from tests.engine import make_vectors

VECTORS: dict[str, Any] = json.loads(make_vectors.FILE.read_text())


def source(vector: dict[str, Any]) -> tuple[bytes, shuffle.Entropy, str]:
    entropy = tuple((seat, text) for seat, text in vector["entropy"])
    return bytes.fromhex(vector["seed"]), entropy, vector["label"]


def text(pack: Pack) -> str:
    return "".join(card_text(card) for card in pack)


@pytest.mark.parametrize("vector", VECTORS["commitments"])
def test_a_seed_has_this_commitment(vector: dict[str, Any]) -> None:
    assert shuffle.commitment(bytes.fromhex(vector["seed"])) == vector["commitment"]


@pytest.mark.parametrize("vector", VECTORS["packs"])
def test_a_pack_lies_in_this_order(vector: dict[str, Any]) -> None:
    pack = shuffle.shuffled_pack(*source(vector), joker_count=vector["jokers"])

    assert text(pack) == vector["pack"]


@pytest.mark.parametrize("vector", VECTORS["numbers"])
def test_a_label_gives_this_number(vector: dict[str, Any]) -> None:
    assert shuffle.number_below(*source(vector), bound=vector["bound"]) == vector["number"]


@pytest.mark.parametrize("given", ["accepted", "refused"])
def test_a_text_is_entropy_or_not(given: str) -> None:
    texts = VECTORS["contributions"][given]

    assert [text for text in texts if shuffle.is_entropy(text) != (given == "accepted")] == []


def test_the_file_is_what_its_generator_writes() -> None:
    assert make_vectors.vectors() == VECTORS
