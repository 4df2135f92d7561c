"""Compute ratings: apply the next games of the order to a generation.

Every generation is computed by this function, so equal orders and results give equal numbers.
"""

from collections.abc import Sequence

from games.ratings import anchors
from games.ratings.models import RatedGame, Rating, RatingEntry, RatingGeneration
from games.ratings.results import PlayerKey
from games.ratings.skill import NEW_SKILL, Skill, rate


def apply(generation: RatingGeneration, games: Sequence[RatedGame]) -> None:
    """Rate the next games of the order in a generation."""
    if not games:
        return
    counted = [game for game in games if game.counts]
    accounts = {key for game in counted for key in game.players if isinstance(key, int)}
    rows = Rating.objects.filter(generation=generation, account__in=accounts)
    ratings = {(row.account_id, row.family): row for row in rows}
    changed: dict[tuple[int, str], Rating] = {}
    entries: list[RatingEntry] = []
    for game in counted:
        given_places: list[int] = game.places or []
        before = [_skill(ratings, game.family, key) for key in game.players]
        after = rate(before, given_places)
        for seat, key in enumerate(game.players):
            if isinstance(key, int):
                kept = ratings.get((key, game.family))
                row = _next_rating(generation, game, key, after[seat], kept)
                ratings[key, game.family] = changed[key, game.family] = row
                entries.append(
                    _entry(
                        generation, game, seat, before[seat], after[seat], place=given_places[seat]
                    )
                )
    RatingEntry.objects.bulk_create(entries)
    Rating.objects.bulk_create(
        changed.values(),
        update_conflicts=True,
        unique_fields=["generation", "account", "family"],
        update_fields=["mu", "sigma", "games", "at"],
    )
    generation.through = games[-1].number
    generation.save(update_fields=["through", "repaired"])


def _skill(ratings: dict[tuple[int, str], Rating], family: str, key: PlayerKey) -> Skill:
    if isinstance(key, str):
        level, version = key.split("/")
        return anchors.anchor(family, level, int(version))
    row = ratings.get((key, family))
    return NEW_SKILL if row is None else Skill(row.mu, row.sigma)


def _next_rating(
    generation: RatingGeneration,
    game: RatedGame,
    account_id: int,
    skill: Skill,
    kept: Rating | None,
) -> Rating:
    return Rating(
        generation=generation,
        account_id=account_id,
        family=game.family,
        pool=game.pool,
        mu=skill.mu,
        sigma=skill.sigma,
        games=1 if kept is None else kept.games + 1,
        at=game.at,
    )


def _entry(
    generation: RatingGeneration,
    game: RatedGame,
    seat: int,
    before: Skill,
    after: Skill,
    *,
    place: int,
) -> RatingEntry:
    return RatingEntry(
        generation=generation,
        account_id=game.players[seat],
        family=game.family,
        number=game,
        place=place,
        mu_before=before.mu,
        sigma_before=before.sigma,
        mu=after.mu,
        sigma=after.sigma,
    )
