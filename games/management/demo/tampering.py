"""A log that somebody has meddled with, who owns its tables: the triggers hold back everybody else."""

from django.db import transaction

from games.engine import codec
from games.engine.events import CardDrawn
from games.log import reader, triggers
from games.models import Move
from games.review import record


def rewrite(game_id: int, number: int) -> None:
    """Let the seat that drew a card with a move of a finished game have drawn another.

    The triggers are taken away for this one statement and put back in the same transaction, as the owner of the
    tables could. He could not mend the digests: they were handed out with every move.
    """
    move, _, after = record.of(reader.read(game_id)).steps[number - 1]
    forged = [
        event._replace(card=after.stock[-1]) if isinstance(event, CardDrawn) else event
        for event in move.events
    ]
    with transaction.atomic():
        triggers.unguard()
        Move.objects.filter(game=game_id, number=number).update(
            events=codec.canonical([codec.to_json(event) for event in forged])
        )
        triggers.guard()
