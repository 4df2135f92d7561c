"""The notation over the API and by command: whole games, what a viewer sees, and verification."""

import json
from random import Random

import pytest

from games.notation import reader, syntax
from tests.engine import forging
from tests.games.test_commands import run
from tests.notation.logs import notation_of
from tests.players import Player, play_out, refused, seated

pytestmark = pytest.mark.django_db

GFN = {"Accept": syntax.MEDIA_TYPE}


def test_a_finished_game_is_read_as_notation_and_gives_its_transcript_again() -> None:
    game, *players = seated(2)
    play_out(game, players, Random(1))

    answer = players[0].get(f"/games/{game}/transcript", **GFN)

    assert answer["Content-Type"] == syntax.MEDIA_TYPE
    transcript = players[0].get(f"/games/{game}/transcript").content
    assert reader.to_transcript(syntax.parse(answer.content)) == transcript


def test_a_running_game_is_read_as_each_viewer_sees_it() -> None:
    game, ann, bob = seated(2)

    texts = [
        player.get(f"/games/{game}/transcript", **GFN).content.decode()
        for player in (ann, bob, Player())
    ]

    for text, viewer in zip(texts, ("0", "1", "-"), strict=True):
        assert syntax.parse(text).headers["Viewer"] == viewer and "Seed" not in text
    for player, text in zip((ann, bob), texts, strict=False):
        hand = player.state(game)["seats"][player.state(game)["you"]]["hand"]
        [dealt] = [word for word in text.split() if word.startswith(".dealt")]
        cards = dealt.split('"')[1]
        seen = {cards[at : at + 2] for at in range(0, len(cards), 2)} - {"??"}
        assert seen == set(hand)
    assert refused(ann.get(f"/games/{game}/transcript")) == (409, "not_over_yet")


@pytest.mark.slow
def test_notation_is_verified_and_what_is_wrong_has_its_place() -> None:
    text = notation_of()
    game, ann, _ = seated(2)
    partial = ann.get(f"/games/{game}/transcript", **GFN).content

    def send(body: bytes) -> object:
        return Player().send("POST", "/transcripts/verify", body, syntax.MEDIA_TYPE)

    assert send(text.encode()).json()["holds"]  # type: ignore[attr-defined]
    noted = json.dumps(forging.noted(forging.golden(), 40))
    proved = send(text.replace("\n\n", f"\nReceipts: {noted}\n\n", 1).encode())
    assert proved.json()["proved_until"] == 40  # type: ignore[attr-defined]
    assert refused(send(partial)) == (422, "partial_notation")
    for body in (b"", b"{}", text.encode("utf-16"), text.replace("Preset", "Colour").encode()):
        answer = send(body)
        [error] = answer.json()["errors"]  # type: ignore[attr-defined]
        assert (error["pointer"], error["code"]) == ("", "no_notation")
        assert error["detail"].startswith("Line ")


def test_the_command_replays_a_file(tmp_path: object) -> None:
    file = tmp_path / "game.gfn"  # type: ignore[operator]
    file.write_text(notation_of())

    status, printed = run("replay", str(file), "--at", "7")

    assert status == 0 and "move 7 of" in printed
    file.write_text(notation_of().replace("Preset", "Colour"))
    with pytest.raises(Exception, match="Line 3, column 1"):
        run("replay", str(file))
