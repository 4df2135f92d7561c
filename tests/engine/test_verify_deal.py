"""The verifier of the shuffle in JavaScript agrees with the engine.

It runs under Node; the page, in Chromium.
"""

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from games.engine import codec
from tests.engine import forging, make_vectors
from tests.processes import find
from tests.timeouts import PATIENCE

pytestmark = pytest.mark.slow

NODE = find("node")
CHROMIUM = find("chromium")
EXAMPLES = Path(__file__).parents[2] / "examples"
SCRIPT = EXAMPLES / "verify_deal.mjs"

needs_node = pytest.mark.skipif(
    NODE is None, reason="there is no node here: install Node 18 or later"
)
needs_chromium = pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium here")

VECTORS = """
import { readFileSync } from "node:fs";
await import("./verify_deal.mjs");
const { commitments, packs, numbers, contributions } = JSON.parse(readFileSync(process.argv[1], "utf8"));
const given = {
  commitments: await Promise.all(commitments.map(({ seed }) => gofish.commitment(seed))),
  packs: await Promise.all(
    packs.map(async ({ seed, entropy, label, jokers }) =>
      (await gofish.shuffledPack(seed, entropy, label, jokers)).join("")),
  ),
  numbers: await Promise.all(
    numbers.map(({ seed, entropy, label, bound }) => gofish.numberBelow(seed, entropy, label, bound)),
  ),
  accepted: [...contributions.accepted, ...contributions.refused].filter(gofish.isEntropy),
};
console.log(JSON.stringify(given));
"""


def node(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    assert NODE is not None
    return subprocess.run(
        [NODE, *arguments], cwd=EXAMPLES, capture_output=True, text=True, timeout=PATIENCE
    )


@needs_node
def test_it_gives_the_shared_vectors() -> None:
    done = node("--input-type=module", "--eval", VECTORS, make_vectors.FILE)

    assert done.returncode == 0, done.stderr
    vectors = json.loads(make_vectors.FILE.read_text())
    assert json.loads(done.stdout) == {
        "commitments": [vector["commitment"] for vector in vectors["commitments"]],
        "packs": [vector["pack"] for vector in vectors["packs"]],
        "numbers": [vector["number"] for vector in vectors["numbers"]],
        "accepted": vectors["contributions"]["accepted"],
    }


@needs_node
@pytest.mark.parametrize(
    "name",
    ["classic", "irregularities", "lobby", "misdeal", "overlay_series", "ruled", "v1_bicycle"],
)
def test_the_deals_of_a_golden_game_hold(name: str, tmp_path: Path) -> None:
    done = node(SCRIPT, forging.save(tmp_path, name))

    assert done.returncode == 0, done.stdout
    packs = sum(move["command"]["type"] == "deal" for move in forging.golden(name)["moves"])
    assert done.stdout.count("The order of pack") == packs
    assert "BROKEN" not in done.stdout
    assert done.stdout.splitlines()[-1].startswith("Checked here")


def other_pack(document: forging.Json) -> None:
    deal = forging.first(document, "deal")
    pack = deal["command"]["pack"]
    deal["command"]["pack"] = forging.event(deal, "dealt")["pack"] = pack[2:] + pack[:2]


def other_pack_dealt_later(document: forging.Json) -> None:
    dealt = forging.event(forging.first(document, "deal"), "dealt")
    forging.first(document, "ask")["events"].append(dealt)


def other_pack_dealt_as_well(document: forging.Json) -> None:
    deal = forging.first(document, "deal")
    pack = deal["command"]["pack"]
    deal["events"].append(forging.event(deal, "dealt") | {"pack": pack[2:] + pack[:2]})


def other_card_drawn(document: forging.Json) -> None:
    draws = [event for event in events_of(document) if event["type"] == "card_drawn"]
    draws[3]["card"] = draws[5]["card"]


def one_card_drawn_less(document: forging.Json) -> None:
    for move in document["moves"]:
        drawn = [event for event in move["events"] if event["type"] == "card_drawn"]
        if drawn:
            move["events"].remove(drawn[0])
            return


def events_of(document: forging.Json) -> list[forging.Json]:
    return [event for move in document["moves"] for event in move["events"]]


@needs_node
def test_a_deal_that_does_not_match_the_seed_is_reported(tmp_path: Path) -> None:
    document = forging.golden()
    other_pack(document)
    file = tmp_path / "forged.json"
    file.write_text(json.dumps(document))

    done = node(SCRIPT, file)

    assert done.returncode == 1
    assert done.stdout.splitlines()[-1].startswith(
        "BROKEN  Move 7: The order of pack 1 is not the one"
    )


def without_moves(document: forging.Json) -> None:
    document["moves"] = []


def without_a_seed(document: forging.Json) -> None:
    document["seed"] = 5


def without_events(document: forging.Json) -> None:
    del document["moves"][8]["events"]


@needs_node
@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        pytest.param(None, "no such file", id="no file"),
        pytest.param("{", "This file is not JSON.", id="no JSON"),
        pytest.param(
            '{"a": [{"x\\"{": 1, "b": {"x": "}"}, "\\u0062": 2}]}',
            'An object of this file has the member "b" twice.',
            id="a member named twice",
        ),
        pytest.param("{}", "This is no Go Fish transcript.", id="another document"),
        pytest.param("null", "This is no Go Fish transcript.", id="nothing"),
        pytest.param(without_moves, "This transcript has no moves.", id="no moves"),
        pytest.param(without_a_seed, "has no seed of 64 hex digits.", id="no seed"),
        pytest.param(without_events, "This transcript is incomplete: some", id="no events"),
    ],
)
def test_a_file_that_is_not_a_transcript_is_refused(
    content: str | Callable[[forging.Json], None] | None, sentence: str, tmp_path: Path
) -> None:
    file = tmp_path / "file.json"
    if callable(content):
        document = forging.golden()
        content(document)
        content = json.dumps(document)
    if content is not None:
        file.write_text(content)

    done = node(SCRIPT, file)

    assert (done.returncode, done.stdout) == (2, "")
    assert "cannot be verified: " in done.stderr
    assert sentence in done.stderr
    assert len(done.stderr.splitlines()) == 1


# Version 2, whose moves of schema 3 are arrays

VERDICTS = """
import { readFileSync } from "node:fs";
await import("./verify_deal.mjs");
const found = [];
for (const document of JSON.parse(readFileSync(process.argv[1], "utf8"))) {
  const lines = await gofish.verifyText(JSON.stringify(document)).then(({ lines }) => lines, ({ message }) => [message]);
  found.push(lines);
}
console.log(JSON.stringify(found));
"""


def verdicts(documents: list[forging.Json], folder: Path) -> list[list[str]]:
    """Return the lines for each document, or why it cannot be checked. Runs one process."""
    file = folder / "documents.json"
    file.write_text(json.dumps(documents))
    done = node("--input-type=module", "--eval", VERDICTS, file)
    assert done.returncode == 0, done.stderr
    found: list[list[str]] = json.loads(done.stdout)
    return found


@needs_node
def test_golden_games_hold_in_both_versions_with_the_same_lines(tmp_path: Path) -> None:
    older = [name.removeprefix("version_2/") for name in forging.VERSION_2]

    first, second = (
        verdicts([forging.golden(name) for name in names], tmp_path)
        for names in (older, forging.VERSION_2)
    )

    assert second == first
    assert {line[:8] for lines in second for line in lines} == {"HOLDS   "}


def event_of(document: forging.Json, kind: str, place: int = 0) -> list[Any]:
    """Return the event of a type at a place among those of its type."""
    events: list[list[Any]] = [each for move in document["moves"] for each in move["events"]]
    return [event for event in events if event[0] == kind][place]


def forged(name: str, forge: Callable[[forging.Json], object]) -> forging.Json:
    document = forging.golden(name)
    forge(document)
    return document


FORGERIES = {
    "Move 7: The order of pack 1 is not": forged(
        "classic",
        lambda it: forging.event(forging.first(it, "deal"), "dealt").update(pack="2C3C"),
    ),
    "Move 8: A pack is dealt that": forged("classic", other_pack_dealt_later),
    "Move 7: A pack is dealt that": forged("classic", other_pack_dealt_as_well),
    "Move 6: The first dealer is not": forged(
        "classic", lambda it: it["moves"][2]["events"][0].update(entropy="another")
    ),
    "Move 3: Seat 1 gives entropy a second": forged(
        "classic",
        lambda it: it["moves"][2]["events"].append(
            {"type": "entropy_added", "seat": 1, "entropy": "more"}
        ),
    ),
    "The seed is not the one that the commitment": forged(
        "classic", lambda it: it.update(seed="00" * 32)
    ),
    "Move 16: The card drawn is": forged("classic", other_card_drawn),
    "Move 12: The card drawn is": forged("classic", one_card_drawn_less),
    "The rules shown are not those": forged("classic", lambda it: it["rules"].update(book_size=2)),
    "Move 1: Its digest is not that of its text": forged(
        "version_2/classic",
        lambda it: [
            rules.update(book_size=2) for rules in (it["rules"], event_of(it, "created")[1])
        ],
    ),
    "Seat -1 draws": forged(
        "version_2/classic", lambda it: event_of(it, "card_drawn").__setitem__(1, -1)
    ),
    "The game was created under another": forged(
        "classic", lambda it: it["moves"][0]["events"][0].update(commitment="00" * 32)
    ),
    "Move 7: The order of pack 1 is not the one": forged(
        "version_2/classic", lambda it: event_of(it, "dealt").__setitem__(2, "2C3C")
    ),
    "Move 6: The first dealer is not the one": forged(
        "version_2/classic", lambda it: it["moves"][5].update(command=["draw_dealer", 7])
    ),
    "Move 3: The entropy of seat 1 is not 1 to 128": forged(
        "version_2/classic", lambda it: it["moves"][2]["events"][0].__setitem__(2, "a\n2:b")
    ),
    "The card drawn is": forged(
        "version_2/classic", lambda it: event_of(it, "card_drawn", 3).__setitem__(2, "RJ")
    ),
    "Move 6 has no command, and its first event does not imply one.": forged(
        "version_2/classic", lambda it: it["moves"][5].update(command=None)
    ),
    "Move 1 is newer than version 1 of transcripts.": forged(
        "version_2/classic", lambda it: it.update(version=1)
    ),
    "This transcript has version 3. This page reads transcripts of version 1 and 2": forged(
        "version_2/classic", lambda it: it.update(version=3)
    ),
    'This transcript has version "2". This page reads': forged(
        "classic", lambda it: it.update(version="2")
    ),
    "Move 9 has schema 4. This page reads transcripts of version 1 and 2, with moves of schema": forged(
        "version_2/classic", lambda it: it["moves"][8].update(schema=4)
    ),
    "Move 8 is not written as its schema says.": forged(
        "classic", lambda it: it["moves"][7].update(events=[["asked", 0, 1, "7"]])
    ),
    "Move 9 is not written as its schema says.": forged(
        "classic", lambda it: it["moves"][8].update(command=None)
    ),
    "Move 10 is not written as its schema says.": forged(
        "version_2/classic", lambda it: it["moves"][9].update(events=[{"type": "resigned"}])
    ),
    "Move 11 is not written as its schema says.": forged(
        "version_2/classic", lambda it: it["moves"][10].update(events=[[["asked"], 0, 1]])
    ),
    "Move 12 is not written as its schema says.": forged(
        "classic", lambda it: it["moves"][11]["command"].update(type=["ask"])
    ),
    "Move 8 has no command, and its first": forged(
        "version_2/classic", lambda it: it["moves"][7].update(events=[["constructor"]])
    ),
}


@needs_node
def test_forged_transcripts_of_both_versions_are_refused_as_what_they_are(tmp_path: Path) -> None:
    found = verdicts(list(FORGERIES.values()), tmp_path)

    for sentence, lines in zip(FORGERIES, found, strict=True):
        assert sentence in lines[-1]
        assert not lines[-1].startswith("HOLDS")


# Outcomes that the seed does not give, by a forger who computes every digest again


def changed(kind: str, field: str, change: Callable[[Any], Any]) -> Callable[[forging.Json], None]:
    """Return a forgery that changes a field of the first event of a type, in either version."""

    def forge(document: forging.Json) -> None:
        event: Any = next(each for each in events_of(document) if each_type(each) == kind)
        place = 1 + codec.EVENTS[kind]._fields.index(field)
        key = field if isinstance(event, dict) else place
        event[key] = change(event[key])

    return forge


def without_event(kind: str) -> Callable[[forging.Json], None]:
    """Return a forgery that drops each event of a type; its move stays."""

    def forge(document: forging.Json) -> None:
        for move in document["moves"]:
            move["events"] = [each for each in move["events"] if each_type(each) != kind]

    return forge


def without_move(kind: str) -> Callable[[forging.Json], None]:
    """Return a forgery that drops the first move with an event of a type."""

    def forge(document: forging.Json) -> None:
        moves = document["moves"]
        moves.remove(
            next(move for move in moves if kind in [each_type(each) for each in move["events"]])
        )

    return forge


def move_twice(kind: str) -> Callable[[forging.Json], None]:
    """Return a forgery that repeats the first move with an event of a type."""

    def forge(document: forging.Json) -> None:
        moves = document["moves"]
        place = next(
            at
            for at, move in enumerate(moves)
            if kind in [each_type(each) for each in move["events"]]
        )
        moves.insert(place + 1, json.loads(json.dumps(moves[place])))

    return forge


def each_type(event: Any) -> str:
    kind: str = event["type"] if isinstance(event, dict) else event[0]
    return kind


def next_seat(seat: int) -> int:
    return (seat + 1) % 3


def less_for_one(counts: list[int]) -> list[int]:
    return [counts[0] - 1, *counts[1:]]


OUTCOMES = {
    "the first dealer": ("classic", changed("dealer_drawn", "seat", next_seat)),
    "the dealer by the cards": ("bicycle", changed("dealer_drawn", "seat", next_seat)),
    "the cards drawn for dealer": (
        "bicycle",
        changed("dealer_drawn", "rounds", lambda rounds: [rounds[0][::-1], *rounds[1:]]),
    ),
    "no round of the draw": ("bicycle", changed("dealer_drawn", "rounds", lambda _: [])),
    "the dealer of a pack": ("classic", changed("dealt", "dealer", next_seat)),
    "the sizes of hands": ("classic", changed("dealt", "counts", less_for_one)),
    "extra cards": ("pagat_authors", changed("dealt", "counts", lambda counts: counts[::-1])),
    "the position of the cut": ("bicycle", changed("pack_cut", "position", lambda at: at - 1)),
    "the seat that cuts": ("bicycle", changed("pack_cut", "seat", next_seat)),
    "no cut is shown": ("bicycle", without_event("pack_cut")),
    "no cut": ("bicycle", without_move("pack_cut")),
    "no draw is shown": ("classic", without_event("dealer_drawn")),
    "no draw": ("classic", without_move("dealer_drawn")),
    "two draws": ("classic", move_twice("dealer_drawn")),
    "two cuts": ("bicycle", move_twice("pack_cut")),
    "two deals": ("classic", move_twice("dealt")),
    "no deal is shown": ("classic", without_event("dealt")),
    "no deal": ("classic", without_move("dealt")),
    "the next dealer of a series": (
        "overlay_series",
        changed("series_continues", "seat", next_seat),
    ),
    "no next deal": ("overlay_series", without_event("series_continues")),
    "a deal is claimed wrong twice": ("misdeal", move_twice("misdealt")),
    "the seats": ("classic", changed("started", "seats", lambda seats: seats[1:])),
    "no seats": ("classic", changed("started", "seats", lambda _: [])),
    "two starts": ("classic", move_twice("started")),
}


@needs_node
def test_an_outcome_that_the_seed_does_not_give_is_reported_by_both_verifiers(
    tmp_path: Path,
) -> None:
    names = [(name, version) for name in OUTCOMES for version in ("", "version_2/")]
    documents = []
    for name, version in names:
        golden, forge = OUTCOMES[name]
        document = forging.golden(version + golden)
        forge(document)
        forging.rechain(document)
        documents.append(document)

    found = verdicts(documents, tmp_path)

    held = [name for name, lines in zip(names, found, strict=True) if "HOLDS" in lines[-1]]
    assert held == []
    assert None not in [forging.verdict(document).failure for document in documents]


@needs_chromium
@pytest.mark.parametrize(
    ("forge", "verdict"),
    [
        pytest.param(lambda document: None, "The deal holds.", id="holds"),
        pytest.param(other_pack, "The deal does not hold.", id="does not hold"),
        pytest.param(other_card_drawn, "The deal does not hold.", id="another card was drawn"),
        pytest.param(lambda document: document.clear(), "This file cannot be checked.", id="none"),
    ],
)
def test_the_page_checks_a_file_without_any_server(
    forge: Callable[[forging.Json], None], verdict: str, tmp_path: Path
) -> None:
    """The test passes the file by script instead of dropping it."""
    assert CHROMIUM is not None
    document = forging.golden()
    forge(document)
    for name in ("verify_deal.mjs", "verify_page.css", "verify_page.js"):
        shutil.copy(EXAMPLES / name, tmp_path)
    drop = f"check(new File([{json.dumps(json.dumps(document))}], 'game.json'))"
    (tmp_path / "drop.js").write_text(drop)
    page, script = tmp_path / "page.html", '<script src="drop.js"></script>'
    page.write_text(
        (EXAMPLES / "verify_deal.html").read_text().replace("</body>", f"{script}</body>")
    )

    done = subprocess.run(
        [
            CHROMIUM,
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            f"--user-data-dir={tmp_path / 'profile'}",
            "--virtual-time-budget=10000",
            "--dump-dom",
            page.as_uri(),
        ],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )

    assert f'<h2 id="verdict">{verdict}</h2>' in done.stdout, done.stderr
    assert '<p id="scope">Checked here' in done.stdout
