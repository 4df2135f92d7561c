"""Digests of the games in a database, which must never change."""

import hashlib

from games import ids
from games.log import transcripts as documents
from games.models import Game, GameStatus, Position


def transcripts() -> dict[str, str]:
    """Return the SHA-256 of the transcript of each finished game, by game."""
    over = Game.objects.filter(status=GameStatus.OVER).order_by("pk")
    return {game.public_id: hashlib.sha256(documents.write(game)).hexdigest() for game in over}


def receipts() -> dict[str, dict[str, int | str]]:
    """Return number and digest of the last move of each game, by game."""
    heads = Position.objects.order_by("pk").values_list("pk", "version", "digest")
    return {
        ids.to_text(game_id): {"number": version, "digest": bytes(digest).hex()}
        for game_id, version, digest in heads
    }
