"""Write local games as transcripts, which the offline verifier accepts."""

from collections.abc import Sequence
from datetime import datetime

from games.bots.local_game import LocalGame
from games.engine import chain, move_texts, shuffle, transcript
from games.engine.transcript import Header, StoredMove

MOST_NAME = transcript.PLAYER_MOST_CHARACTERS


def transcript_of(
    game: LocalGame, *, number: int, preset: str, players: Sequence[str], at: datetime
) -> str:
    """Return the transcript of a finished game as a line; ``number`` becomes its id."""
    commitment = shuffle.commitment(game.seed)
    digest, moves = chain.genesis(commitment), list[StoredMove]()
    schema = move_texts.NEWEST
    for place, (seat, command, events) in enumerate(game.moves, start=1):
        written = place, seat, at, schema, *move_texts.write(command, events, schema)
        digest = chain.next_digest(digest, *written, seed=game.seed)
        moves.append(StoredMove(*written, digest))
    header = Header(
        game=f"{number:011}",
        preset=preset,
        overlays=(),
        players=[name[:MOST_NAME] for name in players],
        commitment=commitment,
        seed=game.seed,
    )
    return transcript.write(header, moves, game.state).decode("ascii")
