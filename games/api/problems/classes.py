"""Problems of classes."""

from api_kit.problems import table

CLASSES = table("""
    404 class_not_found: No such class
        You have no class with this id, or you are not its pupil. It may have been deleted.
    403 class_for_people: Only people have classes
        Register first: guests and bots have no classes.
    422 class_name_reserved: The name is reserved
        A class has no name of the service or of its staff.
    409 too_many_classes: Too many classes or tables
        detail states the limit. Delete a class first.
    409 class_over: The class has ended
        Its results stay until it is deleted. Open another.
    409 class_not_possible_now: Not possible now
        detail states what must be done first.
    404 no_such_place: No such place
        Places are numbered from 1. A table is formed of pupils who have signed in.
    404 no_such_table: No such table
        Tables are numbered from 1 in each round.
    409 no_free_seat: No free seat
        A pupil takes a seat that a bot plays.
    404 no_such_code: The code is not right
        Type it again, or ask the teacher for a new one: it may have been renewed.
    409 sign_in_closed: The class is not open
        Ask your teacher to open the class.
    409 class_full: All places are taken
        A party has no more places than its host chose.
    409 name_taken_in_class: The name is taken
        Choose another of the names that POST /api/v1/class_names offers.
""")
