"""Read the players of games: their seats, with accounts."""

from collections.abc import Collection

from games.log.models import Seat


def of_games(game_ids: Collection[int]) -> dict[int, list[Seat]]:
    """Return the taken seats of each of these games, in order, with their accounts; in one
    query.
    """
    seats = Seat.objects.filter(game_id__in=game_ids).select_related("account")
    by_game: dict[int, list[Seat]] = {game_id: [] for game_id in game_ids}
    for seat in seats.order_by("game_id", "number"):
        by_game[seat.game_id].append(seat)
    return by_game
