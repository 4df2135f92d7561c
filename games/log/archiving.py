"""Archive finished games: their moves leave the log for one compressed row. And restore them.

A game is archived in one transaction, which a process killed at any time leaves done or undone. The
triggers of the database delete no move that is not archived (``log.triggers``).
"""

from collections.abc import Collection, Iterable
from datetime import datetime
from itertools import zip_longest
from typing import NamedTuple

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from zstandard import ZstdCompressionDict

from accounts.statements import small_batch
from games.engine import chain
from games.engine.transcript import StoredMove
from games.log import archive_frames, archive_rows, reader, writer
from games.log.archive_frames import ArchiveUnreadable, Unarchivable
from games.log.models import ArchivedGame, ArchiveDictionary, Game, Move, Position


class Archived(NamedTuple):
    """The result of archiving: the number of moves, and the bytes that they take now."""

    moves: int
    size: int


@small_batch()
def archive(
    game_id: int, *, among: QuerySet[Game], dictionary_id: int | None, now: datetime
) -> Archived | None:
    """Archive a game and remove its moves from the log; return None if it is not, or no longer,
    ``among`` those to archive.

    The row is read back, decompressed and compared with the log before a move is deleted.

    :raises Unarchivable: if its log is damaged, or the archived moves are not the same.
    """
    game = among.filter(pk=game_id).first()
    if game is None:
        return None
    position = Position.objects.get(pk=game_id)
    moves = reader.stored_in_log(game_id)
    _check(moves, game, position)
    if archive_rows.find(game_id, above=position.version - 1) is None:
        ArchivedGame.objects.create(
            game_id=game_id,
            archived_at=now,
            moves=position.version,
            dictionary_id=dictionary_id,
            digest=bytes(position.digest),
            data=archive_frames.write(reader.stored_in_log(game_id), _dictionary(dictionary_id)),
        )
    size = _compare(game_id, position.version)
    try:
        with transaction.atomic():
            Move.objects.filter(game_id=game_id).delete()
    except IntegrityError as error:
        raise Unarchivable(f"The database refuses it: {error}") from None
    return Archived(position.version, size)


@small_batch()
def restore(game_id: int) -> int:
    """Write the moves of an archived game to the log again; return how many were missing there.

    Keeps other writers of the game out until the end of the transaction. The archived row stays.

    :raises ArchiveUnreadable: if the archived moves cannot be read.
    """
    Position.objects.select_for_update().filter(pk=game_id).first()
    archived = archive_rows.find(game_id)
    if archived is None:
        return 0
    found = Move.objects.filter(game_id=game_id).order_by("number")
    in_log = set(found.values_list("number", flat=True))
    missing = archived.moves - sum(number <= archived.moves for number in in_log)
    if missing:
        writer.copy(game_id, _without(archive_frames.read(archived), in_log))
    return missing


def _without(moves: Iterable[StoredMove], numbers: Collection[int]) -> Iterable[StoredMove]:
    return (move for move in moves if move.number not in numbers)


def _dictionary(number: int | None) -> ZstdCompressionDict | None:
    if number is None:
        return None
    digest = ArchiveDictionary.objects.values_list("sha256", flat=True).get(pk=number)
    return archive_rows.load(number, bytes(digest))


def _check(moves: Iterable[StoredMove], game: Game, position: Position) -> None:
    """Check that the log is whole and that its digests follow from its texts and the seed: the
    archive does not store them.
    """
    digest, number = chain.genesis(game.commitment), 0
    for number, move in enumerate(moves, 1):
        if move.number != number:
            raise Unarchivable(f"Move {number} is missing.")
        digest = chain.next_digest(digest, *move[:6], seed=bytes(game.seed))
        if digest != move.digest:
            raise Unarchivable(f"Move {number} has another digest than its text gives.")
    if (number, digest) != (position.version, bytes(position.digest)):
        raise Unarchivable(f"The stored position is not that after move {number}.")


def _compare(game_id: int, version: int) -> int:
    """Compare the archived game in the database with the log; return its size in bytes."""
    archived = archive_rows.find(game_id, above=version - 1)
    try:
        if archived is None or archived.moves != version:
            raise Unarchivable("The archive does not have it.")
        pairs = zip_longest(archive_frames.read(archived), reader.stored_in_log(game_id))
        if any(kept != move for kept, move in pairs):
            raise Unarchivable("The archived moves are not those of the log.")
    except ArchiveUnreadable as error:
        raise Unarchivable(f"The archived moves cannot be read back. {error}") from None
    return len(archived.data)
