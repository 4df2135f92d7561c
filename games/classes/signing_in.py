"""Sign a pupil in by a code: no account of their own, no address, no text."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import count
from random import SystemRandom
from typing import NamedTuple

from django.db import transaction
from django.utils import timezone

from accounts import locks
from accounts.credentials import tokens
from accounts.credentials.tokens import LONGEST_LIFETIME, Issued
from accounts.lifecycle import registration
from games.classes import codes, words
from games.classes.models import ClassPlace, SchoolClass
from games.classes.refusals import NoSuchCode, NotAFreeName, PartyFull, SignInClosed

NAMES_OFFERED = 12
HIGHEST_PLACE = 999
"""Places of a party are numbered in turn, so that a late retry to free one hits no other player."""


class SignedIn(NamedTuple):
    """A pupil's place, their only token, and in a party the code to come back, once."""

    place: ClassPlace
    issued: Issued
    own_code: str | None


class Offer(NamedTuple):
    """A class or party, and free names of its list, which only those with its code choose from."""

    school_class: SchoolClass
    names: Sequence[str]


class CodeOf(NamedTuple):
    """What a code opens: a place, or without one a party."""

    class_id: int
    place_id: int | None


def find(code: str) -> CodeOf | None:
    """Return what a code opens, whether sign-in is open or not, or None."""
    digest, now = codes.digest(code), timezone.now()
    running = SchoolClass.objects.filter(ended_at=None, delete_at__gt=now)
    place = ClassPlace.objects.filter(code=digest, school_class__in=running).first()
    if place is not None:
        return CodeOf(place.school_class_id, place.pk)
    party = running.filter(party_code=digest).values_list("pk", flat=True).first()
    return None if party is None else CodeOf(party, None)


def offer(found: CodeOf) -> Offer:
    """Return names for a player who joins a party. A player with the code of a place has one.

    :raises SignInClosed: if the teacher has not opened it.
    """
    school_class = SchoolClass.objects.get(pk=found.class_id)
    _check_open(school_class, now=timezone.now())
    if found.place_id is not None:
        return Offer(school_class, ())
    taken = {*school_class.places.values_list("name", flat=True)}
    names = words.draw(school_class.language, NAMES_OFFERED, taken=taken, chance=SystemRandom())
    return Offer(school_class, names)


def sign_in(code: str, found: CodeOf, *, name: str | None = None) -> SignedIn:
    """Give the pupil of a place a token, the only one that holds; in a party, a place first.

    :raises NoSuchCode: if the code was renewed meanwhile.
    :raises SignInClosed: if the teacher has not opened the class.
    :raises PartyFull: if all places of a party are taken.
    :raises NotAFreeName: if a name of a party is taken, or not of its list.
    """
    now = timezone.now()
    with transaction.atomic():
        locked = SchoolClass.objects.select_for_update(no_key=True)
        school_class = locked.filter(pk=found.class_id, ended_at=None, delete_at__gt=now).first()
        if school_class is None:
            raise NoSuchCode
        own_code = None
        if found.place_id is None:
            if bytes(school_class.party_code or b"") != codes.digest(code):
                raise NoSuchCode
            _check_open(school_class, now=now)
            own_code = codes.new()
            place = _take_place(school_class, name, own_code)
        else:
            by_code = ClassPlace.objects.filter(pk=found.place_id, code=codes.digest(code))
            if (renewed := by_code.first()) is None:
                raise NoSuchCode
            _check_open(school_class, now=now)
            place = renewed
        lifetime = min(school_class.delete_at - now, LONGEST_LIFETIME)
        return SignedIn(
            place, _token(place, school_class.language, lifetime=lifetime, now=now), own_code
        )


def _take_place(school_class: SchoolClass, name: str | None, own_code: str) -> ClassPlace:
    names = dict(school_class.places.values_list("number", "name"))
    if len(names) >= school_class.size:
        raise PartyFull
    listed = words.of(school_class.language)
    if name is None or name not in listed or name in names.values():
        raise NotAFreeName
    following = (number % HIGHEST_PLACE + 1 for number in count(school_class.last_place))
    school_class.last_place = next(number for number in following if number not in names)
    school_class.save(update_fields=["last_place"])
    return ClassPlace.objects.create(
        school_class=school_class,
        number=school_class.last_place,
        name=name,
        code=codes.digest(own_code),
    )


def _token(place: ClassPlace, language: str, *, lifetime: timedelta, now: datetime) -> Issued:
    if place.account_id is None:
        # A name from before a change of the list has no picture of its own.
        picture = words.of(language).get(place.name, "")
        registered = registration.register_pupil(
            place.name, picture=picture, lifetime=lifetime, now=now
        )
        place.account = registered.user
        place.save(update_fields=["account"])
        return registered.issued
    account = locks.lock_active(place.account_id)
    account.tokens.all().delete()  # the tab of another device, and what would pile up
    return tokens.issue(
        account, name="class", scopes=tokens.scopes_of(account), lifetime=lifetime, now=now
    )


def _check_open(school_class: SchoolClass, *, now: datetime) -> None:
    if school_class.sign_in_until is None or school_class.sign_in_until <= now:
        raise SignInClosed
