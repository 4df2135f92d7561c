"""Open a class, its sign-in, and its codes: what a teacher does before and between the games."""

from collections.abc import Collection, Iterable, Sequence
from datetime import timedelta
from random import SystemRandom
from typing import NamedTuple

from django.db import transaction
from django.utils import timezone

from accounts import locks, renaming
from accounts.credentials import tokens
from accounts.models import Token, User
from accounts.refusals import DisplayNameRefused
from games.classes import access, codes
from games.classes.models import ClassKind, ClassPlace, SchoolClass
from games.classes.refusals import ClassForPeople, ClassNameReserved, NoSuchPlace, TooManyClasses
from games.engine.rule_sets import compose
from games.log import ids

MOST_CLASSES = 20
"""How many a teacher may have; deleting one makes room."""
LONGEST_OPEN = timedelta(hours=2)
"""How long sign-in stays open unless it is closed before."""


class NewClass(NamedTuple):
    """The terms of a class."""

    name: str
    kind: str
    language: str
    size: int
    preset: str
    overlays: Sequence[str]
    seats: int
    turn_seconds: int | None
    emotes: bool
    keep_days: int


class NewCodes(NamedTuple):
    """Codes that were just made, which are not stored."""

    of_places: dict[int, str]
    """By the number of the place."""
    of_party: str | None = None


def create(owner_id: int, terms: NewClass) -> tuple[SchoolClass, NewCodes]:
    """Open a class; return it and its codes.

    :raises RulesRefused: if its rules cannot be played at its tables, or at smaller ones.
    :raises ClassForPeople: if the account is a guest or a bot.
    :raises ClassNameReserved: if the service reserves the name.
    :raises TooManyClasses: if the account has too many.
    :raises InvalidToken: if the account was closed meanwhile.
    :raises AccountSuspended: if it was suspended meanwhile.
    """
    rules = compose(terms.preset, terms.overlays)
    for seats in range(terms.seats, 1, -1):
        rules.check(seats=seats)
    now, is_party = timezone.now(), terms.kind == ClassKind.PARTY
    with transaction.atomic():
        owner = locks.lock_active(owner_id)
        if owner.is_guest or owner.is_bot:
            raise ClassForPeople
        try:
            renaming.check_free(terms.name, owner)
        except DisplayNameRefused:
            raise ClassNameReserved from None
        if access.of_owner(owner_id, now=now).count() >= MOST_CLASSES:
            raise TooManyClasses(f"You have {MOST_CLASSES} classes. Delete one first.")
        made = NewCodes({}, codes.new() if is_party else None)
        values = {**terms._asdict(), "overlays": list(terms.overlays)}
        keep = timedelta(days=values.pop("keep_days"))
        school_class = SchoolClass.objects.create(
            id=ids.new_id(now),
            owner=owner,
            **values,
            party_code=None if made.of_party is None else codes.digest_of(made.of_party),
            created_at=now,
            delete_at=now + keep,
        )
        if not is_party:
            made = NewCodes({number: codes.new() for number in range(1, terms.size + 1)})
            names = codes.draw(terms.language, terms.size, taken=(), chance=SystemRandom())
            ClassPlace.objects.bulk_create(
                ClassPlace(
                    school_class=school_class,
                    number=number,
                    name=name,
                    code=codes.digest_of(made.of_places[number]),
                )
                for number, name in enumerate(names, 1)
            )
    return school_class, made


def open_sign_in(owner_id: int, class_id: int) -> None:
    """Let pupils sign in, for ``LONGEST_OPEN`` from now on.

    :raises ClassNotFound: if the account has no such class.
    :raises ClassOver: if it has ended.
    """
    _set_sign_in(owner_id, class_id, is_open=True)


def close_sign_in(owner_id: int, class_id: int) -> None:
    """Close sign-in; pupils who are in stay. Raises as :func:`open_sign_in`."""
    _set_sign_in(owner_id, class_id, is_open=False)


def _set_sign_in(owner_id: int, class_id: int, *, is_open: bool) -> None:
    now = timezone.now()
    with transaction.atomic():
        school_class = access.lock(class_id, owner_id, now=now)
        school_class.sign_in_until = now + LONGEST_OPEN if is_open else None
        school_class.save(update_fields=["sign_in_until"])


def renew_codes(owner_id: int, class_id: int, numbers: Collection[int] | None) -> NewCodes:
    """Make new codes for these places, or for all of a class, or for a party; sign out the pupils
    of the places. Their seats stay theirs.

    :raises ClassNotFound: if the account has no such class.
    :raises ClassOver: if it has ended.
    :raises NoSuchPlace: if a place does not exist.
    """
    now = timezone.now()
    with transaction.atomic():
        school_class = access.lock(class_id, owner_id, now=now)
        if numbers is None and school_class.kind == ClassKind.PARTY:
            code = codes.new()
            school_class.party_code = codes.digest_of(code)
            school_class.save(update_fields=["party_code"])
            return NewCodes({}, code)
        places = ClassPlace.objects.filter(school_class=school_class).order_by("number")
        if numbers is not None:
            places = places.filter(number__in=numbers)
        found = {place.number: place for place in places}
        for number in numbers or ():
            if number not in found:
                raise NoSuchPlace(number)
        made = NewCodes({number: codes.new() for number in found})
        for place in found.values():
            place.code = codes.digest_of(made.of_places[place.number])
        ClassPlace.objects.bulk_update(found.values(), ["code"])
        sign_out(place.account_id for place in found.values())
    return made


def rename(owner_id: int, class_id: int, number: int) -> None:
    """Give a place another name from the list, chosen at random.

    :raises ClassNotFound: if the account has no such class.
    :raises ClassOver: if it has ended.
    :raises NoSuchPlace: if the place does not exist.
    """
    with transaction.atomic():
        school_class = access.lock(class_id, owner_id, now=timezone.now())
        place = access.place(school_class, number)
        taken = {*school_class.places.values_list("name", flat=True)}
        (name,) = codes.draw(school_class.language, 1, taken=taken, chance=SystemRandom())
        place.name = name
        place.save(update_fields=["name"])
        if place.account_id is not None:
            picture = codes.names_of(school_class.language)[name]
            pupils = User.objects.filter(pk=place.account_id)
            pupils.update(display_name=name, picture=picture)


def sign_out(account_ids: Iterable[int | None]) -> None:
    """Revoke the tokens of pupils, for whom apps hold none."""
    now = timezone.now()
    accounts = locks.lock_all(each for each in account_ids if each is not None)
    tokens.live_among(Token.objects.filter(user__in=accounts), now=now).update(revoked_at=now)
