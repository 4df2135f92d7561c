"""Personal data in games: what the export contains, and what is deleted with an account."""

from collections.abc import Mapping

from django.db.models import Q

from accounts.lifecycle.personal_data import Chunk, Json, Key, Part, chunk
from games.models import (
    BotOffer,
    BotStatus,
    GameAnalysis,
    HiddenRatings,
    Invitation,
    LastSeen,
    LobbyExit,
    Match,
    PlayerStatistics,
    Rating,
    RatingEntry,
    RatingGeneration,
    Seat,
    StoredAnswer,
)


def forget(account_id: int) -> None:
    """Delete rows that no game needs, such as invitations, results, and answers stored for
    retries. Ratings stay, hidden: they explain those of others.
    """
    Invitation.objects.filter(account_id=account_id).delete()
    LobbyExit.objects.filter(account_id=account_id).delete()
    PlayerStatistics.objects.filter(account_id=account_id).delete()
    LastSeen.objects.filter(account_id=account_id).delete()
    BotOffer.objects.filter(account_id=account_id).delete()
    BotStatus.objects.filter(account_id=account_id).delete()
    StoredAnswer.objects.filter(account_id=account_id).delete()
    GameAnalysis.objects.filter(requested_by=account_id).update(requested_by=None)
    HiddenRatings.objects.bulk_create([HiddenRatings(account_id=account_id)], ignore_conflicts=True)


def _games(account_id: int, after: Key | None, most: int) -> Chunk:
    seats = Seat.objects.filter(account_id=account_id).select_related("game")
    return chunk(seats, _game, after, most, by="game_id")


def _invitations(account_id: int, after: Key | None, most: int) -> Chunk:
    invitations = Invitation.objects.filter(account_id=account_id).select_related("game")
    return chunk(invitations, _invitation, after, most, by="pk")


def _lobby_exits(account_id: int, after: Key | None, most: int) -> Chunk:
    exits = LobbyExit.objects.filter(account_id=account_id).select_related("game")
    return chunk(exits, _lobby_exit, after, most, by="pk")


def _matches(account_id: int, after: Key | None, most: int) -> Chunk:
    """Return the last match: older ones are not kept."""
    matches = Match.objects.filter(account_id=account_id).select_related("game")
    return chunk(matches, _match, after, most, by="pk")


def _statistics(account_id: int, after: Key | None, most: int) -> Chunk:
    """Return the results by preset, in the order of the primary key."""
    rows = PlayerStatistics.objects.filter(account_id=account_id)
    return chunk(rows, _results, after, most, by="preset")


def _ratings(account_id: int, after: Key | None, most: int) -> Chunk:
    """Return the ratings that are shown now, by family."""
    rows = Rating.objects.filter(
        account_id=account_id, generation__status=RatingGeneration.Status.LIVE
    )
    return chunk(rows, _rating, after, most, by="family")


def _rating_history(account_id: int, after: Key | None, most: int) -> Chunk:
    """Return how games changed the ratings that are shown now, in the order of ratings."""
    rows = RatingEntry.objects.filter(
        account_id=account_id, generation__status=RatingGeneration.Status.LIVE
    )
    return chunk(rows.select_related("number__game"), _rating_entry, after, most, by="number_id")


def _hidden_ratings(account_id: int, after: Key | None, most: int) -> Chunk:
    rows = HiddenRatings.objects.filter(account_id=account_id)
    return chunk(rows, lambda _: {"hidden": True}, after, most, by="account_id")


def _analyses(account_id: int, after: Key | None, most: int) -> Chunk:
    """Return the analyses that the account requested."""
    rows = GameAnalysis.objects.filter(requested_by=account_id).defer("data")
    return chunk(rows.select_related("game"), _analysis, after, most, by="pk")


def _last_seen(account_id: int, after: Key | None, most: int) -> Chunk:
    seen = LastSeen.objects.filter(account_id=account_id).select_related("game")
    return chunk(seen, _seen, after, most, by="account_id")


def _bot_offers(account_id: int, after: Key | None, most: int) -> Chunk:
    """Return the offers of the account's bots, and its own if it is a bot."""
    offers = BotOffer.objects.filter(Q(account=account_id) | Q(account__owner=account_id))
    return chunk(offers.select_related("account"), _offer, after, most, by="account_id")


def _bot_statuses(account_id: int, after: Key | None, most: int) -> Chunk:
    """Return the statuses of the account's bots, and its own if it is a bot."""
    statuses = BotStatus.objects.filter(Q(account=account_id) | Q(account__owner=account_id))
    return chunk(statuses.select_related("account"), _status, after, most, by="account_id")


def _stored_answers(account_id: int, after: Key | None, most: int) -> Chunk:
    """Return the answers in the order of the index: by key."""
    answers = StoredAnswer.objects.filter(account_id=account_id).only("key", "status", "at")
    return chunk(answers, _stored_answer, after, most, by="key")


def _game(seat: Seat) -> Json:
    return {
        "id": seat.game.public_id,
        "seat": seat.number,
        "preset": seat.game.preset,
        "status": seat.game.status,
        "created_at": seat.game.created_at,
        "finished_at": seat.game.finished_at,
        "moves": f"/api/v1/games/{seat.game.public_id}/moves",
    }


def _invitation(invitation: Invitation) -> Json:
    return {
        "game": invitation.game.public_id,
        "at": invitation.at,
        "declined_at": invitation.declined_at,
        "reason": invitation.decline_reason or None,
    }


def _lobby_exit(exit_: LobbyExit) -> Json:
    return {"game": exit_.game.public_id, "count": exit_.count}


def _match(match: Match) -> Json:
    return {
        "id": match.public_id,
        "preset": match.preset,
        "overlays": match.overlays,
        "seats": match.seats,
        "until": match.until,
        "game": None if match.game is None else match.game.public_id,
    }


def _results(row: PlayerStatistics) -> Json:
    return {name: getattr(row, name) for name in ("preset", "played", "won", "shared", "lost")}


def _rating(row: Rating) -> Json:
    return {name: getattr(row, name) for name in ("family", "mu", "sigma", "games", "at")}


def _rating_entry(row: RatingEntry) -> Json:
    names = ("family", "place", "mu_before", "sigma_before", "mu", "sigma")
    return {
        "game": row.number.game.public_id,
        "number": row.number_id,
        **{name: getattr(row, name) for name in names},
    }


def _analysis(row: GameAnalysis) -> Json:
    return {"game": row.game.public_id, "at": row.requested_at, "status": row.status}


def _seen(seen: LastSeen) -> Json:
    return {"at": seen.at, "game": None if seen.game is None else seen.game.public_id}


def _offer(offer: BotOffer) -> Json:
    return {"account": offer.account.username, "presets": offer.presets}


def _status(status: BotStatus) -> Json:
    names = ("at", "presets", "seats", "turn_seconds_min", "untimed", "capacity")
    return {
        "account": status.account.username,
        **{name: getattr(status, name) for name in names},
    }


def _stored_answer(answer: StoredAnswer) -> Json:
    return {"key": answer.key, "status": answer.status, "at": answer.at}


PARTS: Mapping[str, Part] = {
    "games": Part(_games),
    "invitations": Part(_invitations),
    "lobby_exits": Part(_lobby_exits),
    "matches": Part(_matches),
    "stored_answers": Part(_stored_answers, (str,)),
    "statistics": Part(_statistics, (str,)),
    "ratings": Part(_ratings, (str,)),
    "rating_history": Part(_rating_history),
    "hidden_ratings": Part(_hidden_ratings),
    "analyses": Part(_analyses),
    "last_seen": Part(_last_seen),
    "bot_offers": Part(_bot_offers),
    "bot_statuses": Part(_bot_statuses),
}
