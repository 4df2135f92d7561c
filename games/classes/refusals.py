"""Refusals of classes.

Refusal (``games.engine.refusals``)
├── ClassNotFound       there is no such class, or it is not the caller's
├── ClassForPeople      only registered people have classes
├── ClassNameReserved   the service reserves the name
├── TooManyClasses      the teacher has the maximum number of classes
├── ClassOver           the class has ended
├── ClassNotNow         the action does not fit the state of the class
├── NoSuchPlace         the class has no place of this number
├── NoSuchTable         the round has no table of this number
├── NoFreeSeat          no bot plays at the table
├── NoSuchCode          no class has this code
├── SignInClosed        the teacher has not opened the class
├── PartyFull           all places are taken
└── NotAFreeName        the name is taken, or not of the list
"""

from games.engine.refusals import NotNow, Refusal


class ClassNotFound(Refusal):
    """There is no such class, or it is another teacher's. One sentence for both."""

    code = "class_not_found"

    def __init__(self) -> None:
        super().__init__("You have no class with this id.")


class ClassForPeople(Refusal):
    """Guests and bots have no classes."""

    code = "class_for_people"

    def __init__(self) -> None:
        super().__init__("Only registered people have classes. Register first.")


class ClassNameReserved(Refusal):
    """A class has no name of the service or its staff."""

    code = "class_name_reserved"

    def __init__(self) -> None:
        super().__init__("The service reserves this name. Choose another.")


class TooManyClasses(NotNow):
    """The number of classes of a teacher, and of the tables of a class, is limited."""

    code = "too_many_classes"


class ClassOver(NotNow):
    """Nothing changes in a class that has ended, but it can be deleted."""

    code = "class_over"

    def __init__(self) -> None:
        super().__init__("This class has ended.")


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

    def __init__(self) -> None:
        super().__init__("No bot plays at this table. Choose another, or take a pupil from it.")


class NoSuchCode(Refusal):
    """No class has this code; it may have been renewed, or its class may have ended."""

    code = "no_such_code"

    def __init__(self) -> None:
        super().__init__(
            "This code is not right. Type it again, or ask your teacher for a new one."
        )


class SignInClosed(NotNow):
    """Codes work only while the teacher has sign-in open."""

    code = "sign_in_closed"

    def __init__(self) -> None:
        super().__init__("Ask your teacher to open the class.")


class PartyFull(NotNow):
    """All places of a party are taken."""

    code = "class_full"

    def __init__(self) -> None:
        super().__init__("All places are taken. Ask your teacher.")


class NotAFreeName(NotNow):
    """A name of a party is of the list, and taken once."""

    code = "name_taken_in_class"

    def __init__(self) -> None:
        super().__init__("Choose a free name. POST /api/v1/class_names lists some.")
