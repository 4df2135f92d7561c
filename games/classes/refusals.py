"""Refusals of classes."""

from api_kit.refusals import Conflict, Forbidden, Invalid, NotFound


class ClassNotFound(NotFound, code="class_not_found", title="No such class"):
    """You have no class with this id, or you are not its pupil. It may have been deleted."""


class ClassForPeople(Forbidden, code="class_for_people", title="Only people have classes"):
    """Register first: guests and bots have no classes."""


class ClassNameReserved(Invalid, code="class_name_reserved", title="The name is reserved"):
    """A class has no name of the service or of its staff."""


class TooManyClasses(Conflict, code="too_many_classes", title="Too many classes or tables"):
    """detail states the limit. Delete a class first."""


class ClassOver(Conflict, code="class_over", title="The class has ended"):
    """Its results stay until it is deleted. Open another."""


class ClassNotNow(Conflict, code="class_not_possible_now", title="Not possible now"):
    """detail states what must be done first."""


class NoSuchPlace(NotFound, code="no_such_place", title="No such place"):
    """Places are numbered from 1. A table is formed of pupils who have signed in."""

    def __init__(self, number: int) -> None:
        super().__init__(f"This class has no place {number}.")


class NoSuchTable(NotFound, code="no_such_table", title="No such table"):
    """Tables are numbered from 1 in each round."""

    def __init__(self, number: int) -> None:
        super().__init__(f"This round has no table {number}.")


class NoFreeSeat(Conflict, code="no_free_seat", title="No free seat"):
    """A pupil takes a seat that a bot plays."""


class NoSuchCode(NotFound, code="no_such_code", title="The code is not right"):
    """Type it again, or ask the teacher for a new one: it may have been renewed."""


class SignInClosed(Conflict, code="sign_in_closed", title="The class is not open"):
    """Ask your teacher to open the class."""


class PartyFull(Conflict, code="class_full", title="All places are taken"):
    """A party has no more places than its host chose."""


class NotAFreeName(Conflict, code="name_taken_in_class", title="The name is taken"):
    """Choose another of the names that POST /api/v1/class_names offers."""
