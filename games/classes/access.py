"""Find and lock the classes of a teacher, and the class of a pupil.

Lock the class first, then accounts by ascending id (``accounts.locks``), then games.
"""

from datetime import datetime

from django.db.models import QuerySet

from games.classes.models import ClassPlace, ClassTable, SchoolClass
from games.classes.refusals import ClassNotFound, ClassOver, NoSuchPlace, NoSuchTable


def of_owner(owner_id: int, *, now: datetime) -> QuerySet[SchoolClass]:
    """Return the classes of a teacher, newest first, without those that are being deleted."""
    return SchoolClass.objects.filter(owner_id=owner_id, delete_at__gt=now).order_by("-pk")


def find(class_id: int, owner_id: int, *, now: datetime) -> SchoolClass:
    """Return a class of a teacher.

    :raises ClassNotFound: if there is none, or it is another teacher's.
    """
    found = of_owner(owner_id, now=now).filter(pk=class_id).first()
    if found is None:
        raise ClassNotFound
    return found


def lock(class_id: int, owner_id: int, *, now: datetime, ended_too: bool = False) -> SchoolClass:
    """Lock a class of a teacher until the commit, and return it.

    :raises ClassNotFound: if there is none, or it is another teacher's.
    :raises ClassOver: if it has ended, unless ``ended_too``.
    """
    found = of_owner(owner_id, now=now).select_for_update(no_key=True).filter(pk=class_id).first()
    if found is None:
        raise ClassNotFound
    if found.ended_at is not None and not ended_too:
        raise ClassOver
    return found


def place_of(account_id: int, class_id: int, *, now: datetime) -> ClassPlace:
    """Return the place of a pupil, with its class.

    :raises ClassNotFound: if the place belongs to another class.
    """
    places = ClassPlace.objects.select_related("school_class")
    found = places.filter(
        account_id=account_id, school_class=class_id, school_class__delete_at__gt=now
    ).first()
    if found is None:
        raise ClassNotFound
    return found


def place(school_class: SchoolClass, number: int) -> ClassPlace:
    """Return a place of a class by its number.

    :raises NoSuchPlace: if there is none.
    """
    found = ClassPlace.objects.filter(school_class=school_class, number=number).first()
    if found is None:
        raise NoSuchPlace(number)
    return found


def round_tables(school_class: SchoolClass) -> QuerySet[ClassTable]:
    """Return the tables of the last round, with their games."""
    tables = ClassTable.objects.filter(school_class=school_class, round=school_class.round)
    return tables.select_related("game").order_by("number")


def table(school_class: SchoolClass, number: int) -> ClassTable:
    """Return a table of the last round by its number.

    :raises NoSuchTable: if there is none.
    """
    found = round_tables(school_class).filter(number=number).first()
    if found is None:
        raise NoSuchTable(number)
    return found
