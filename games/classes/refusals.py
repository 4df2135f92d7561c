"""Refusals of classes."""

from games.engine.refusals import NotNow, Refusal


class ClassNotFound(Refusal):
    """There is no such class, or it is another teacher's. One sentence for both."""

    code = "class_not_found"
    sentence = "You have no class with this id."


class ClassForPeople(Refusal):
    """Guests and bots have no classes."""

    code = "class_for_people"
    sentence = "Only registered people have classes. Register first."


class ClassNameReserved(Refusal):
    """A class has no name of the service or its staff."""

    code = "class_name_reserved"
    sentence = "The service reserves this name. Choose another."


class TooManyClasses(NotNow):
    """The number of classes of a teacher, and of the tables of a class, is limited."""

    code = "too_many_classes"


class ClassOver(NotNow):
    """Nothing changes in a class that has ended, but it can be deleted."""

    code = "class_over"
    sentence = "This class has ended."


class ClassNotNow(NotNow):
    """The class is not in the state that the action needs; the message states which."""

    code = "class_not_possible_now"


class NoSuchPlace(Refusal):
    """Places are numbered from 1."""

    code = "no_such_place"

    def __init__(self, number: int) -> None:
        super().__init__(f"This class has no place {number}.")


class NoSuchTable(Refusal):
    """Tables are numbered from 1 in each round."""

    code = "no_such_table"

    def __init__(self, number: int) -> None:
        super().__init__(f"This round has no table {number}.")


class NoFreeSeat(NotNow):
    """A pupil takes a seat that a bot plays."""

    code = "no_free_seat"
    sentence = "No bot plays at this table. Choose another, or take a pupil from it."


class NoSuchCode(Refusal):
    """No class has this code; it may have been renewed, or its class may have ended."""

    code = "no_such_code"
    sentence = "This code is not right. Type it again, or ask your teacher for a new one."


class SignInClosed(NotNow):
    """Codes work only while the teacher has sign-in open."""

    code = "sign_in_closed"
    sentence = "Ask your teacher to open the class."


class PartyFull(NotNow):
    """All places of a party are taken."""

    code = "class_full"
    sentence = "All places are taken. Ask your teacher."


class NotAFreeName(NotNow):
    """A name of a party is of the list, and taken once."""

    code = "name_taken_in_class"
    sentence = "Choose a free name. POST /api/v1/class_names lists some."
