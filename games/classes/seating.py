"""Form the tables of a round, and move pupils between tables, also while games run.

A bot plays the seat of a pupil who is taken from a running game, until they or another pupil take
it. The log says so (``abandoned``, ``seat_restored``); who the pupils are is not in it.
"""

from collections.abc import Collection, Sequence
from contextlib import suppress
from datetime import datetime
from random import Random, SystemRandom

from django.db import transaction
from django.db.models import Exists, F, OuterRef
from django.utils import timezone

from accounts import locks, registration
from accounts.credentials import tokens
from accounts.models import Token
from accounts.refusals import InvalidToken
from games.classes import access, reading
from games.classes.models import ClassKind, ClassPlace, ClassTable, SchoolClass
from games.classes.refusals import ClassNotNow, NoFreeSeat, NoSuchPlace, TooManyClasses
from games.engine import commands
from games.engine.refusals import RulesRefused
from games.engine.rule_sets import compose
from games.engine.rules import Rules
from games.log import head_reader
from games.log.models import OPEN, Position, Seat
from games.play.play import advance
from games.tournaments.pairing import Contender, TableSizes, next_round

MOST_TABLES = 400
"""Tables of a class, in all rounds."""
MOST_ROUNDS = 100


def form(
    owner_id: int,
    class_id: int,
    *,
    by: str,
    seats: int | None = None,
    tables: Sequence[Sequence[int]] = (),
    chance: Random | None = None,
) -> None:
    """Form the tables of the next round, or again those of a round that has not started, with all
    who have signed in: by lot, by their results so far, or by hand.

    :raises ClassNotFound: if the account has no such class.
    :raises ClassOver: if it has ended.
    :raises ClassNotNow: if games run, or no pupil has signed in.
    :raises NoSuchPlace: if a place of ``tables`` does not exist, or no pupil has signed in there.
    :raises TooManyClasses: if the class had too many tables.
    :raises RulesRefused: if its rules cannot be played at a table of these sizes.
    """
    now, chance = timezone.now(), chance or SystemRandom()
    with transaction.atomic():
        school_class = access.lock(class_id, owner_id, now=now)
        if _running(school_class):
            raise ClassNotNow("Games are played. Finish them first.")
        present = {*_present(school_class, now=now)}
        if by == "hand":
            for number in (number for table in tables for number in table):
                if number not in present:
                    raise NoSuchPlace(number)
            formed = [list(table) for table in tables]
        else:
            scores = dict.fromkeys(present, 0)
            if by == "results":
                scores |= reading.books_a_game(school_class)
            scores = {number: scores[number] for number in present}
            formed = divided(scores, seats=seats or school_class.seats, chance=chance)
        if not formed:
            raise ClassNotNow("No pupil has signed in.")
        seated = [_with_bots(places, seats or school_class.seats) for places in formed]
        for table in seated:
            _rules(school_class).check(seats=len(table))
        of_round = access.round_tables(school_class)
        of_round.filter(game=None).delete()
        if school_class.round == 0 or of_round.exists():
            school_class.round += 1
        count = ClassTable.objects.filter(school_class=school_class).count()
        if count + len(formed) > MOST_TABLES or school_class.round > MOST_ROUNDS:
            raise TooManyClasses(
                f"A class has at most {MOST_TABLES} tables, in {MOST_ROUNDS} rounds. Open another."
            )
        school_class.round_ends_at = None
        school_class.save(update_fields=["round", "round_ends_at"])
        ClassTable.objects.bulk_create(
            ClassTable(
                school_class=school_class,
                round=school_class.round,
                number=number,
                seats=table,
            )
            for number, table in enumerate(seated, 1)
        )


def divided(scores: dict[int, int], *, seats: int, chance: Random) -> list[list[int]]:
    """Divide pupils into the fewest tables of at most ``seats``, whose sizes differ by one at most;
    equal scores together, equal ones by lot.

    >>> [len(table) for table in divided(dict.fromkeys(range(9), 0), seats=4, chance=Random(1))]
    [3, 3, 3]
    """
    count = -(-len(scores) // seats)
    smaller = len(scores) // count if count else 0
    larger = len(scores) - smaller * count
    sizes = TableSizes((smaller + 1,) * larger + (smaller,) * (count - larger), 0)
    contenders = [Contender(number, score) for number, score in scores.items()]
    drawn = next_round(contenders, sizes, chance=chance).tables
    return [chance.sample([each.number for each in table], len(table)) for table in drawn if table]


def move(owner_id: int, class_id: int, number: int, table_number: int | None) -> None:
    """Move a pupil to a table of the round, or to none.

    In a game that runs, a bot plays their seat from then on; at the table that they come to they
    take their own seat, an empty one, or that of a pupil who is away.

    :raises ClassNotFound: if the account has no such class.
    :raises ClassOver: if it has ended.
    :raises NoSuchPlace: if the place does not exist.
    :raises NoSuchTable: if the table does not exist.
    :raises ClassNotNow: if no pupil has signed in at the place, or the game there is over.
    :raises NoFreeSeat: if no bot plays at that table.
    """
    now = timezone.now()
    with transaction.atomic():
        school_class = access.lock(class_id, owner_id, now=now)
        place = access.place(school_class, number)
        target = None if table_number is None else access.table(school_class, table_number)
        if place.account_id is None:
            raise ClassNotNow("No pupil has signed in at this place.")
        for table in access.round_tables(school_class):
            if number in table.seats and (target is None or table.pk != target.pk):
                _take_from(table, place, now=now)
        if target is not None:
            _bring_to(target, place, now=now)


def free(owner_id: int, class_id: int, number: int) -> None:
    """Free a place: close the account of its pupil, let a bot play for them, and forget their
    results. The place of a party is open to another player; that of a class gets a new code.

    :raises ClassNotFound: if the account has no such class.
    :raises NoSuchPlace: if the place does not exist.
    """
    now = timezone.now()
    with transaction.atomic():
        school_class = access.lock(class_id, owner_id, now=now, ended_too=True)
        place = access.place(school_class, number)
        locks.lock_all(() if place.account_id is None else [place.account_id])
        for table in access.round_tables(school_class):
            if number in table.seats:
                _take_from(table, place, now=now)
        # Not before its games are locked: the end of a game refers to the row that this changes.
        if place.account_id is not None:
            with suppress(InvalidToken):  # closed by the desk
                registration.close_account(place.account_id, now=now)
        # The next pupil of this number must not inherit seats and results.
        for table in ClassTable.objects.filter(school_class=school_class):
            if number in table.seats:
                table.seats = [None if each == number else each for each in table.seats]
                table.save(update_fields=["seats"])
        if school_class.kind == ClassKind.PARTY:
            place.delete()
        else:
            place.code = place.account = None
            place.save(update_fields=["code", "account"])


def _take_from(table: ClassTable, place: ClassPlace, *, now: datetime) -> None:
    if table.game is None:
        table.seats = _with_bots([n for n in table.seats if n not in (None, place.number)], 0)
        if table.seats:
            table.save(update_fields=["seats"])
        else:
            table.delete()
        return
    head = head_reader.load(table.game.pk, lock=True)
    seat = table.seats.index(place.number)
    if not head.state.has_ended and head.state.bots[seat] is None:
        after = advance(head, commands.Abandon(seat), seat=None, account_id=None, now=now).head
        if after.state.has_ended:
            reading.take_ended(table)


def _bring_to(table: ClassTable, place: ClassPlace, *, now: datetime) -> None:
    if table.game is None:
        if place.number not in table.seats:
            places = [number for number in table.seats if number is not None]
            try:
                _rules(table.school_class).check(seats=len(places) + 1)
            except RulesRefused:
                raise NoFreeSeat from None
            table.seats = [*places, place.number]
            table.save(update_fields=["seats"])
        return
    head = head_reader.load(table.game.pk, lock=True)
    if head.state.has_ended:
        raise ClassNotNow("The game at this table is over.")
    by_bots = [seat for seat, level in enumerate(head.state.bots) if level is not None]
    own = table.seats.index(place.number) if place.number in table.seats else None
    if own is not None and own not in by_bots:
        return
    if not by_bots:
        raise NoFreeSeat
    # An empty seat before that of a pupil who is away.
    seat = min(by_bots, key=lambda each: (each != own, table.seats[each] is not None, each))
    advance(head, commands.Restore(seat), seat=None, account_id=None, now=now)
    if own != seat:
        Seat.objects.filter(game=table.game_id, number=seat).update(
            account=place.account_id, bot=""
        )
        table.seats[seat] = place.number
        table.save(update_fields=["seats"])
    # What processes know of the seats of accounts is of this revision.
    Position.objects.filter(pk=table.game_id).update(revision=F("revision") + 1)


def _rules(school_class: SchoolClass) -> Rules:
    return compose(school_class.preset, school_class.overlays)


def _with_bots(places: Collection[int], seats: int) -> list[int | None]:
    """Return the seats of a table: its pupils, and bots for one who would be alone."""
    alone = len(places) == 1
    return [*places, *[None] * (max(seats - 1, 1) if alone else 0)]


def _present(school_class: SchoolClass, *, now: datetime) -> list[int]:
    """Return the places whose pupils hold a valid token: not those whose codes were renewed."""
    live = tokens.live_among(Token.objects.filter(user=OuterRef("account")), now=now)
    places = school_class.places.filter(Exists(live)).order_by("number")
    return list(places.values_list("number", flat=True))


def _running(school_class: SchoolClass) -> bool:
    return access.round_tables(school_class).filter(game__status__in=OPEN).exists()
