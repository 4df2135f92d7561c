"""Start the games of a round, pause and resume them, finish them, and end a class."""

import logging
from collections.abc import Iterator
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from accounts.statements import small_batch
from games.classes import access, hosting, reading
from games.classes.models import ClassPlace, ClassTable, SchoolClass
from games.classes.refusals import ClassNotNow, ClassOver
from games.engine import commands
from games.engine.refusals import MalformedEntry
from games.log import head_reader, heads
from games.log.models import OPEN, Game, Position
from games.log.notify.notifications import announce_clock
from games.play import create_game, idempotency, outages
from games.play.create_game import GameTerms
from games.play.play import advance

STAND_IN = "memory"

logger = logging.getLogger(__name__)


def start(owner_id: int, class_id: int, *, minutes: int | None = None) -> Iterator[None]:
    """Open the games of all tables of the round that have none, one at each step of the iterator.
    Each is a transaction, so that a repeated call completes what was cut off.

    :raises ClassNotFound: if the account has no such class.
    :raises ClassOver: if it has ended.
    :raises ClassNotNow: if it is paused, or no table waits.
    """
    has_opened = False
    while _start_next(owner_id, class_id, minutes=minutes):
        has_opened = True
        yield
    if not has_opened:
        raise ClassNotNow("No table waits for its start. Form tables first.")


def pause(owner_id: int, class_id: int) -> None:
    """Let no pupil move in the games of a class, and stop its clocks.

    :raises ClassNotFound: if the account has no such class.
    :raises ClassOver: if it has ended.
    :raises ClassNotNow: if it is paused, or clocks do not have the time of an outage back yet.
    """
    now = timezone.now()
    with transaction.atomic():
        school_class = access.lock(class_id, owner_id, now=now)
        if school_class.paused_at is not None:
            raise ClassNotNow("The class is paused.")
        _check_clocks()
        school_class.paused_at = now
        school_class.save(update_fields=["paused_at"])
        running_positions = _running_positions(school_class)
        for position in running_positions:
            left = timedelta(0) if position.deadline is None else position.deadline - now
            Position.objects.filter(pk=position.pk).update(
                paused_left=max(left, timedelta(0)), deadline=None, revision=F("revision") + 1
            )
            announce_clock(position.pk)


def resume(owner_id: int, class_id: int) -> None:
    """Let the games of a class go on, with what was left on their clocks.

    :raises ClassNotFound: if the account has no such class.
    :raises ClassOver: if it has ended.
    :raises ClassNotNow: if it is not paused, or clocks do not have the time of an outage back yet.
    """
    now = timezone.now()
    with transaction.atomic():
        school_class = access.lock(class_id, owner_id, now=now)
        if school_class.paused_at is None:
            raise ClassNotNow("The class is not paused.")
        _check_clocks()
        if school_class.round_ends_at is not None:
            school_class.round_ends_at += now - school_class.paused_at
        school_class.paused_at = None
        school_class.save(update_fields=["paused_at", "round_ends_at"])
        for position in _running_positions(school_class):
            _resume(position, now=now)


def finish(owner_id: int, class_id: int) -> None:
    """End the games of the round with their scores as they stand; each is a transaction.

    :raises ClassNotFound: if the account has no such class.
    :raises ClassOver: if it has ended.
    """
    if access.find(class_id, owner_id, now=timezone.now()).ended_at is not None:
        raise ClassOver
    finish_all(class_id)


def end(owner_id: int, class_id: int) -> None:
    """Finish the games of a class and sign its pupils out for good; its results stay.

    :raises ClassNotFound: if the account has no such class.
    :raises ClassOver: if it has ended.
    """
    now = timezone.now()
    with transaction.atomic():
        school_class = access.lock(class_id, owner_id, now=now)
        close(school_class, now=now)
    finish_all(class_id)


def close(school_class: SchoolClass, *, now: datetime) -> None:
    """Make the codes of a locked class void, and sign its pupils out."""
    places = ClassPlace.objects.filter(school_class=school_class)
    hosting.sign_out(places.values_list("account_id", flat=True))
    places.update(code=None)
    ClassTable.objects.filter(school_class=school_class, game=None).delete()
    school_class.party_code = school_class.sign_in_until = None
    school_class.ended_at = school_class.ended_at or now
    school_class.save(update_fields=["party_code", "sign_in_until", "ended_at"])


def discard(school_class: SchoolClass, *, now: datetime) -> None:
    """Close a locked class, and mark it to be deleted: no caller can see or use it any more, and
    no retry gets an answer about it.
    """
    close(school_class, now=now)
    idempotency.forget_about(school_class.owner_id, school_class.public_id)
    Game.objects.filter(class_table__school_class=school_class).update(supervisor=None)
    school_class.delete_at = min(school_class.delete_at, now)
    school_class.save(update_fields=["delete_at"])


def finish_all(class_id: int) -> None:
    """End all running games of a class, except any that cannot be read."""
    unreadable: list[int] = []
    while _finish_next(class_id, unreadable):
        pass


def _start_next(owner_id: int, class_id: int, *, minutes: int | None) -> bool:
    """Open the game of the next table that waits; return whether there was one."""
    now = timezone.now()
    with transaction.atomic():
        school_class = access.lock(class_id, owner_id, now=now)
        if school_class.paused_at is not None:
            raise ClassNotNow("The class is paused. Resume it first.")
        table = access.round_tables(school_class).filter(game=None).first()
        if table is None:
            return False
        if minutes is not None and school_class.round_ends_at is None:
            school_class.round_ends_at = now + timedelta(minutes=minutes)
            school_class.save(update_fields=["round_ends_at"])
        places = dict(school_class.places.values_list("number", "account_id"))
        accounts = [places[number] for number in table.seats if number is not None]
        opened = create_game.open_table(
            accounts,
            preset=school_class.preset,
            overlays=school_class.overlays,
            seats=len(table.seats),
            level=STAND_IN,
            dealer=len(table.seats) - 1,
            terms=GameTerms(
                is_private=True,
                turn_seconds=school_class.turn_seconds,
                on_abandon="stand_in",
                stand_in=STAND_IN,
                has_emotes=school_class.emotes,
            ),
        )
        Game.objects.filter(pk=opened.head.game_id).update(supervisor=owner_id)
        table.game_id = opened.head.game_id
        table.save(update_fields=["game"])
    return True


def _finish_next(class_id: int, unreadable: list[int]) -> bool:
    """End the next game that runs; return whether there was one. Add the table of one that cannot
    be read to a list of those to pass over.
    """
    with small_batch():
        running = ClassTable.objects.filter(school_class=class_id, game__status__in=OPEN)
        table = running.exclude(pk__in=unreadable).order_by("round", "number").first()
        if table is None:
            return False
        assert table.game_id is not None
        try:
            head = head_reader.load(table.game_id, lock=True)
        except MalformedEntry:
            logger.exception("A game of a class cannot be read, so it was not finished.")
            unreadable.append(table.pk)
            return True
        now = timezone.now()
        while not head.state.has_ended:
            seat = next(n for n, level in enumerate(head.state.bots) if level is None)
            head = advance(head, commands.Abandon(seat), seat=None, account_id=None, now=now).head
        reading.take_ended(table)
    return True


def _check_clocks() -> None:
    """Check that no clock waits for the time of an outage: it would get it again, or lose it."""
    if outages.clock_time() is None:
        raise ClassNotNow("The service was away, and clocks get that time back. Try again soon.")


def _running_positions(school_class: SchoolClass) -> list[Position]:
    """Lock the positions of the running games, and return them."""
    locked = Position.objects.select_for_update(of=("self",)).order_by("pk")
    return list(locked.filter(game__class_table__school_class=school_class, game__status__in=OPEN))


def _resume(position: Position, *, now: datetime) -> None:
    try:
        head = head_reader.load(position.pk)
    except MalformedEntry:
        logger.exception("A game of a class cannot be read, so it stays paused.")
        return
    awaits_bot = heads.awaits_bot(head.state)
    deadline = now
    if not awaits_bot and position.paused_left is not None:
        longest = heads.longest(head.state.turn_seconds)
        # Nothing is left of the move of a bot, whose seat a pupil may have got meanwhile.
        left = position.paused_left or longest
        deadline += min(max(left, outages.LEAST_LEFT), longest)
    Position.objects.filter(pk=position.pk).update(
        paused_left=None, deadline=deadline, check_at=deadline, revision=F("revision") + 1
    )
    announce_clock(position.pk, awaits_bot=awaits_bot)
