"""Classes for tests: a teacher, pupils who sign in, and tables that play."""

from typing import Any

from tests.permissions import _person
from tests.players import Json, Player

TERMS: Json = {"name": "5b", "language": "en", "places": 4, "seats": 3}


class School:
    """A class of a teacher, over HTTP."""

    def __init__(self, teacher: Player | None = None, **terms: Any) -> None:
        self.teacher = teacher or _person("Teacher")
        answer = self.teacher.post("/classes", {**TERMS, **terms})
        assert answer.status_code == 201, answer.content
        self.opened: Json = answer.json()
        self.path = f"/classes/{self.opened['id']}"
        self.codes = {line["place"]: line["code"] for line in self.opened["codes"]}
        self.pupils: dict[int, Player] = {}

    @property
    def shown(self) -> Json:
        """The class as its teacher sees it."""
        shown: Json = self.teacher.get(self.path).json()
        return shown

    @property
    def games(self) -> list[str]:
        """The ids of the games of the last round."""
        return [table["game"] for table in self.shown["tables"]]

    def do(self, action: str) -> Any:
        """Direct the class."""
        return self.teacher.post(f"{self.path}/direct", {"action": action})

    def sign_in(self, *numbers: int) -> list[Player]:
        """Sign pupils in at these places, by default at all."""
        assert self.do("open").status_code == 200
        for number in numbers or self.codes:
            answer = Player().post("/class_sign_in", {"code": self.codes[number]})
            self._note(answer)
        return [*self.pupils.values()]

    def join(self, name: str | None = None) -> Any:
        """Take a place of the open party, by default with a name that is offered."""
        code = {"code": self.opened["party_code"]}
        name = name or Player().post("/class_names", code).json()["names"][0]
        return Player().post("/class_sign_in", {**code, "name": name})

    def fill(self) -> None:
        """Take all free places of the party."""
        assert self.do("open").status_code == 200
        for _ in range(len(self.shown["places"]), self.opened["size"]):
            self._note(self.join())

    def free(self, place: int) -> Any:
        """Free a place."""
        return self.teacher.client.delete(f"/api/v1{self.path}/places/{place}")

    def _note(self, answer: Any) -> None:
        assert answer.status_code == 201, answer.content
        signed_in = answer.json()
        self.pupils[signed_in["place"]] = Player(signed_in["token"], name=signed_in["name"])

    def form(self, by: str = "lot", **body: Any) -> Any:
        """Form the tables of a round."""
        return self.teacher.post(f"{self.path}/tables", {"by": by, **body})

    def start(self, **body: Any) -> Any:
        """Start all tables."""
        return self.teacher.post(f"{self.path}/start", body)

    def move(self, place: int, table: int | None) -> Any:
        """Move a pupil."""
        return self.teacher.post(f"{self.path}/places/{place}/move", {"table": table})

    def play(self, *numbers: int) -> list[str]:
        """Sign pupils in, form tables of two by hand, and start them; return the games."""
        self.sign_in(*numbers)
        places = [*self.pupils]
        tables = [places[first : first + 2] for first in range(0, len(places), 2)]
        assert self.form("hand", tables=tables).status_code == 200
        answer = self.start()
        assert answer.status_code == 200, answer.content
        return self.games

    def mine(self, number: int) -> Json:
        """The class as a pupil sees it."""
        mine: Json = self.pupils[number].get(f"{self.path}/mine").json()
        return mine
