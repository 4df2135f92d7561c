"""Exports of games as lines: what is in them, who gets what, and cursors."""

import json
from itertools import chain
from typing import Any

import pytest

from games.data import selection
from games.data.api import held_export
from games.data.api.bodies import LONGEST_ID
from games.log import transcripts
from games.log.models import Game
from tests import copies, players
from tests.engine import forging
from tests.players import Json, Player
from tests.tables import number_of

pytestmark = pytest.mark.django_db

UNKNOWN = "0aZ4kP9sQ2x"


def finished(*seats: Player, **terms: Any) -> str:
    """Return a game of these players, or of two new ones, that the last one resigned."""
    host, *others = seats or (players.guest(), players.guest())
    opened = host.post("/games", {"seats": 1 + len(others), **terms}).json()["game"]
    for player in others:
        code = opened["join_code"]
        body = {"join_code": code} if code else {}
        assert player.join(opened["id"], **body).status_code == 200
    assert others[-1].post(f"/games/{opened['id']}/resign").status_code == 200
    game: str = opened["id"]
    return game


def read(answer: Any) -> tuple[list[Json], str | None]:
    """Return the lines of a piece, and the cursor of the next."""
    assert answer.status_code == 200, answer.content
    assert answer["Content-Type"] == "application/x-ndjson"
    *rows, end = map(json.loads, answer.content.splitlines())
    assert end.keys() == {"next"}
    return rows, end["next"]


def by_ids(reader: Player, ids: list[str], **body: Any) -> list[Json]:
    """Export games by id, piece by piece."""
    rows, cursor = read(reader.post("/games/export", {"ids": ids, **body}))
    while cursor:
        more, cursor = read(reader.post("/games/export", {"ids": ids, "cursor": cursor, **body}))
        rows += more
    return rows


def of_player(reader: Player, name: str, query: str = "") -> list[Json]:
    """Export the games of a player, piece by piece."""
    path = f"/players/{name}/games/export?{query}"
    rows, cursor = read(reader.get(path))
    while cursor:
        more, cursor = read(reader.get(f"{path}&cursor={cursor}"))
        rows += more
    return rows


def ids_of(rows: list[Json]) -> list[str]:
    return [row["id"] for row in rows]


def codes(rows: list[Json]) -> list[str | None]:
    return [row["error"]["code"] if "error" in row else None for row in rows]


def test_a_transcript_in_an_export_is_that_of_the_game() -> None:
    game, *seats = players.seated(2)
    seats[1].post(f"/games/{game}/resign")

    [row] = by_ids(Player(), [game])

    assert row.pop("cursor")
    assert row == {"id": game, "transcript": Player().get(f"/games/{game}/transcript").json()}


def test_a_reader_of_version_1_gets_an_error_for_what_it_cannot_carry() -> None:
    older = transcripts.import_game(forging.golden())[0].public_id
    ann = players.guest()
    newer = finished(ann, players.guest())

    assert codes(by_ids(Player(), [older, newer], version=2)) == [None, None]
    rows = by_ids(Player(), [older, newer], version=1)
    assert codes(rows) == [None, "transcript_version_too_low"]
    assert rows[0]["transcript"]["version"] == 1
    assert codes(of_player(Player(), ann.name, "version=1")) == ["transcript_version_too_low"]


def test_a_summary_is_the_game_as_its_reader_sees_it() -> None:
    ann, bob = players.guest(), players.guest()
    game = ann.post("/games", {"seats": 2, "visibility": "private"}).json()["game"]
    bob.join(game["id"], join_code=game["join_code"])

    [row] = by_ids(bob, [game["id"]], **{"as": "summaries"})

    assert row["game"] == bob.get(f"/games/{game['id']}").json()
    assert row["game"]["join_code"] == game["join_code"]


def test_ids_are_answered_in_their_order_each_with_a_game_or_an_error() -> None:
    ann = players.guest()
    over, running, lobby = finished(), players.seated(2)[0], ann.create()
    closed = ann.create()
    ann.post(f"/games/{closed}/leave")
    asked = [running, UNKNOWN, over, lobby, "no id", closed, "ÿ" * LONGEST_ID]

    rows = by_ids(ann, asked)

    assert ids_of(rows) == asked
    assert codes(rows) == [
        "not_over_yet",
        "game_not_found",
        None,
        "not_over_yet",
        "game_not_found",
        "game_closed",
        "game_not_found",
    ]


def test_private_games_are_exported_for_their_players_only() -> None:
    ann, bob, stranger = (players.guest() for _ in range(3))
    private, public = finished(ann, bob, visibility="private"), finished(ann, bob)

    for content in ("transcripts", "summaries"):
        assert codes(by_ids(bob, [private], **{"as": content})) == [None]
        for reader in (stranger, Player()):
            rows = by_ids(reader, [private, UNKNOWN], **{"as": content})
            assert codes(rows) == ["game_not_found"] * 2
            assert rows[0]["error"] == rows[1]["error"]
            assert ids_of(of_player(reader, ann.name, f"as={content}")) == [public]
        assert ids_of(of_player(bob, ann.name, f"as={content}")) == [private, public]


def test_without_spectators_only_players_get_the_transcript() -> None:
    ann, bob = players.guest(), players.guest()
    game = finished(ann, bob, spectators=False)

    assert codes(by_ids(bob, [game])) == [None]
    assert codes(by_ids(players.guest(), [game])) == ["spectators_barred"]
    assert codes(of_player(Player(), ann.name)) == ["spectators_barred"]
    assert codes(by_ids(Player(), [game], **{"as": "summaries"})) == [None]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("finished=true", ["first", "second", "third"]),
        ("as=summaries&finished=false", ["running"]),
        ("preset=pagat", ["second"]),
        ("opponent={carl}", ["third"]),
        ("since={second}&until={third}", ["second"]),
    ],
)
def test_games_of_a_player_are_filtered(query: str, expected: list[str]) -> None:
    ann, bob, carl, dora = (players.guest() for _ in range(4))
    games = {
        "first": finished(ann, bob),
        "second": finished(ann, bob, preset="pagat"),
        "third": finished(ann, carl),
    }
    games["running"] = ann.create()
    dora.join(games["running"])
    finished(bob, carl)
    times = {name: ann.get(f"/games/{game}").json()["created_at"] for name, game in games.items()}

    rows = of_player(Player(), ann.name, query.format(carl=carl.name, **times))

    assert ids_of(rows) == [games[name] for name in expected]


def test_pieces_are_bounded_and_lose_and_repeat_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    ann = players.guest()
    first = finished(ann, players.guest())
    games = [first, *copies.copy(first, 44)]
    Game.objects.filter(pk__in=[number_of(game) for game in games[1:31]]).update(preset="pagat")
    monkeypatch.setattr(selection, "MOST_SCANNED", 7)

    def pieces(query: str) -> list[list[Json]]:
        path, read_pieces = f"/players/{ann.name}/games/export?{query}", []
        rows, cursor = read(Player().get(path))
        read_pieces.append(rows)
        while cursor:
            rows, cursor = read(Player().get(f"{path}&cursor={cursor}"))
            read_pieces.append(rows)
        return read_pieces

    by_scan = pieces("preset=classic")
    assert ids_of([*chain(*by_scan)]) == [first, *games[31:]]
    assert max(map(len, by_scan)) <= 7 and [] in by_scan
    assert ids_of([*chain(*pieces("as=summaries"))]) == games

    monkeypatch.setattr(held_export, "MOST_BYTES", 1)
    assert [len(piece) for piece in pieces("as=transcripts")] == [1] * 45
    assert ids_of(by_ids(Player(), games)) == games


def test_no_cursor_tells_of_a_private_game(monkeypatch: pytest.MonkeyPatch) -> None:
    ann, bob = players.guest(), players.guest()
    monkeypatch.setattr(selection, "MOST_SCANNED", 2)
    public = [finished(ann, bob), finished(ann, bob)]
    private = [finished(ann, bob, visibility="private") for _ in range(3)]
    path = f"/players/{ann.name}/games/export"

    for reader in (players.guest(), Player()):
        assert read(reader.get(f"{path}?finished=false&as=summaries")) == ([], None)
        rows, cursor = read(reader.get(path))
        assert (ids_of(rows), cursor) == (public, None)
    assert ids_of(of_player(bob, ann.name)) == [*public, *private]


def test_an_export_resumes_after_any_line() -> None:
    ann = players.guest()
    first = finished(ann, players.guest())
    games = [first, *copies.copy(first, 24)]
    path = f"/players/{ann.name}/games/export?as=summaries"
    rows = of_player(Player(), ann.name, "as=summaries")
    listed = by_ids(Player(), games)

    for number in (0, 11, 24):
        following, end = read(Player().get(f"{path}&cursor={rows[number]['cursor']}"))
        assert (ids_of(following), end) == (games[number + 1 :], None)
        body = {"ids": games, "cursor": listed[number]["cursor"]}
        following, _ = read(Player().post("/games/export", body))
        assert ids_of(following) == games[number + 1 : number + 1 + len(following)]


def test_a_cursor_from_elsewhere_is_refused() -> None:
    ann, bob = players.guest(), players.guest()
    game, other = finished(ann, bob), finished(ann, bob)
    cursor = of_player(Player(), ann.name)[0]["cursor"]
    of_list = by_ids(Player(), [game, other])[0]["cursor"]

    for path in (
        f"/players/{bob.name}/games/export?cursor={cursor}",
        f"/players/{ann.name}/games/export?as=summaries&cursor={cursor}",
        f"/players/{ann.name}/games/export?preset=classic&cursor={cursor}",
        f"/players/{ann.name}/games/export?cursor={of_list}",
    ):
        answer = Player().get(path)
        assert (answer.status_code, answer.json()["errors"][0]["pointer"]) == (400, "/cursor")
    for body in (
        {"ids": [other, game], "cursor": of_list},
        {"ids": [game, other], "cursor": of_list, "as": "summaries"},
        {"ids": [game, other], "cursor": cursor},
    ):
        answer = Player().post("/games/export", body)
        assert (answer.status_code, answer.json()["errors"][0]["pointer"]) == (400, "/cursor")


@pytest.mark.usefixtures("in_one_window")
def test_exports_have_a_quota_and_what_continues_one_uses_none(settings: Any) -> None:
    settings.RATES = settings.RATES | {"exports": "2/hour"}
    ann, bob = players.guest(), players.guest()
    finished(ann, bob)
    path = f"/players/{ann.name}/games/export"

    assert [ann.get(path).status_code for _ in range(3)] == [200, 200, 429]
    assert ann.post("/games/export", {"ids": ["x"]}).status_code == 429
    assert bob.get(path).status_code == 200
    assert [Player().get(path).status_code for _ in range(3)] == [200, 200, 429]
    forged = bob.get(path, **{"Gofish.export_after": "x", "X_Gofish_Export_After": "x"})
    assert forged.status_code == 200
    assert bob.get(path).status_code == 429
    piece = {held_export.AFTER: read(forged)[0][0]["cursor"]}  # as the server asks for the next one
    continued = bob.client.get(f"{players.API}{path}", **piece)
    assert continued.status_code == 200 and '"address"' not in continued.get("RateLimit", "")
