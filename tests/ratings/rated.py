"""Rated games for tests, opened and ended by the use cases, and what the rater made of them."""

from itertools import count
from random import Random
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.bots import at_random
from games.engine import commands, view
from games.engine.commands import Rule, RulingKind
from games.log import heads
from games.play import lobby, play
from games.play.create_game import GameTerms
from games.ratings import generations
from games.ratings.models import RatedGame, Rating, RatingEntry, RatingGeneration
from tests import tables

_numbers = count(1)

Numbers = list[tuple[Any, ...]]


def person() -> User:
    """Return a new registered person."""
    return User.objects.create_user(f"Person{next(_numbers)}")


def guest() -> User:
    """Return a new guest."""
    return User.objects.create_user(f"Visitor{next(_numbers)}", is_guest=True)


def bot(owner: User) -> User:
    """Return a new bot of a person."""
    return User.objects.create_user(f"Robot{next(_numbers)}", is_bot=True, owner=owner)


def opened(*accounts: User, rated: bool = True, **of: Any) -> int:
    """Open a game of these accounts, which starts, and return its id."""
    terms = GameTerms(rated=rated, **{name: of.pop(name) for name in ("on_abandon",) if name in of})
    preset, bots = of.pop("preset", "classic"), of.pop("bots", ())
    first, *others = accounts
    head = lobby.create(
        first.pk,
        preset=preset,
        seats=len(accounts) + len(bots),
        terms=terms,
        bots=bots,
        **of,
    ).head
    for account in others:
        lobby.join(head.game_id, account.pk, is_bot=account.is_bot)
    return head.game_id


def won(winner: User, loser: User, **of: Any) -> int:
    """Play a rated game that the loser resigns, and return its id."""
    game_id = opened(winner, loser, **of)
    tables.act(game_id, loser.pk, commands.Resign)
    return game_id


def played(*accounts: User, rng: Random, **of: Any) -> int:
    """Play a rated game to its end at random, and return its id."""
    game_id = opened(*accounts, **of)
    play_on(game_id, rng=rng)
    return game_id


def play_on(game_id: int, *, rng: Random) -> None:
    """Play a game on to its end, at random."""
    while move(game_id, rng=rng):
        pass


def move(game_id: int, *, rng: Random) -> bool:
    """Let the seat that a game waits for move at random; return whether the game goes on."""
    head = heads.load(game_id)
    seat = head.state.to_act()
    assert seat is not None
    action = at_random.choose(view.state_view(head.state, seat), [], rng)
    command = view.command_of(action, seat)
    after = play.advance(head, command, seat=seat, account_id=None, now=timezone.now()).head
    return after.state.to_act() is not None


def rule(
    game_id: int, kind: RulingKind, scores: tuple[int, ...] | None = None, case: int = 1
) -> None:
    """Rule on a game."""
    with transaction.atomic():
        head = heads.load(game_id, lock=True)
        command = Rule(case, kind, None, scores)
        play.advance(head, command, seat=None, account_id=None, now=timezone.now())


def live() -> RatingGeneration:
    """Return the live generation."""
    found = generations.live()
    assert found is not None
    return found


def numbers() -> tuple[Numbers, Numbers]:
    """Return all ratings and all entries of the live generation, exactly as they are stored."""
    generation = live()
    ratings = Rating.objects.filter(generation=generation).order_by("account_id", "family")
    entries = RatingEntry.objects.filter(generation=generation).order_by("number_id", "account_id")
    return (
        list(ratings.values_list("account_id", "family", "pool", "mu", "sigma", "games", "at")),
        list(
            entries.values_list(
                "number_id",
                "account_id",
                "family",
                "place",
                "mu_before",
                "sigma_before",
                "mu",
                "sigma",
            )
        ),
    )


def order() -> Numbers:
    """Return the order of rated games."""
    columns = ("number", "game_id", "places", "exclusion", "day", "players")
    return list(RatedGame.objects.order_by("number").values_list(*columns))


def mu(account: User, family: str = "go_fish") -> float | None:
    """Return the rating of an account, or None."""
    row = Rating.objects.filter(generation=live(), account=account, family=family).first()
    return None if row is None else row.mu
