"""What decides a run. Another run with the same settings meets the same deals and questions."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from random import Random
from typing import Any, NamedTuple, Self

from games.bots.levels import LEVELS
from games.engine.presets import PRESETS
from games.engine.rule_sets import compose
from games.engine.rules import Rules
from gofishkit.eval import unseen

MOST_DEALS, MOST_REPAIRS, MOST_EVERY, MOST_ANSWER = 10_000, 5, 1_000, 100_000
MOST_NAME = 200
UNSEEN = "unseen"


class UnusableSettings(Exception):
    """The settings cannot be played; the text says why."""


class Planned(NamedTuple):
    """One game of a run."""

    number: int
    column: str
    """The preset, or ``unseen``."""
    deal: int
    seat: int
    """The seat of the model."""


@dataclass(frozen=True, kw_only=True)
class Settings:
    """Everything that decides what is asked and played."""

    model: str
    address: str = ""
    """The address of the endpoint, or empty for ``command``."""
    command: tuple[str, ...] = ()
    server: str = ""
    """The server that deals; empty for games on this machine."""
    against: str = "memory"
    seats: int = 2
    presets: tuple[str, ...] = ("classic",)
    deals: int = 20
    """How many for each preset, and as many of unseen rules if there are any."""
    unseen: bool = False
    seed: str = "1"
    repairs: int = 1
    """How often the model may answer again after an illegal answer."""
    lists_legal: bool = False
    has_notes: bool = False
    """Whether prompts say what is certain about each hand: a memory for the model."""
    every: int = 4
    """One in so many turns of the model is a position of questions about beliefs; 0 for none."""
    answer_tokens: int = 2_000
    """The most tokens of an answer, which requests name."""
    tokens_field: str = "max_tokens"
    temperature: float | None = None
    extra: Mapping[str, Any] | None = None
    """Further members of each request."""
    analyses: bool = True
    """Whether to compute luck and accuracy."""

    @property
    def games_per_deal(self) -> int:
        """How many games have the same deal: one for each seat of the model.

        A server deals each game by itself, and gives seat 0 to the player who opens it.
        """
        return 1 if self.server else self.seats

    def games(self) -> list[Planned]:
        """Return all games in order."""
        columns = [*self.presets, *[UNSEEN] * self.unseen]
        places = [
            (column, deal, seat)
            for column in columns
            for deal in range(self.deals)
            for seat in range(self.games_per_deal)
        ]
        return [Planned(number, *place) for number, place in enumerate(places)]

    def rules(self, game: Planned) -> Rules:
        """Return the rules of a game."""
        if game.column != UNSEEN:
            return compose(game.column)
        return unseen.rules(Random(f"{self.seed} rules {game.deal}"), seats=self.seats)

    def checked(self) -> Self:
        """Return these settings.

        :raises UnusableSettings: if they cannot be played.
        :raises RulesRefused: if a preset cannot be played at this number of seats.
        """
        if self.against not in LEVELS:
            raise UnusableSettings(
                f"There is no level {self.against}. Levels: {', '.join(LEVELS)}."
            )
        for preset in self.presets:
            if preset not in PRESETS:
                raise UnusableSettings(
                    f"There is no preset {preset}. Presets: {', '.join(PRESETS)}."
                )
            compose(preset).check(seats=self.seats)
        if not self.presets and not self.unseen:
            raise UnusableSettings("Name a preset, or --unseen.")
        if self.server and self.unseen:
            raise UnusableSettings("Unseen rules are played offline: leave out --server.")
        return self

    def to_json(self) -> dict[str, Any]:
        """Return the settings as JSON values."""
        return asdict(self) | {"command": [*self.command], "presets": [*self.presets]}

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> Self:
        """Return settings from JSON values.

        :raises UnusableSettings: if they are not those of this version.
        """
        names = {field.name for field in fields(cls)}
        if document.keys() != names:
            raise UnusableSettings("The settings are those of another version.")
        lists = {name: tuple(document[name]) for name in ("command", "presets")}
        return cls(**{**document, **lists})
