"""What is stored about an account in games, for the person whose it is."""

from typing import Any

from games.models import Invitation, Match, Seat, StoredAnswer

Json = dict[str, Any]


def held(account_id: int) -> Json:
    """Return everything that games hold about somebody; a game's moves are named by their path."""
    return {
        "games": _games(account_id),
        "invitations": _invitations(account_id),
        "matches": _matches(account_id),
        "stored_answers": _stored_answers(account_id),
    }


def forget(account_id: int) -> None:
    """Delete what no game needs: invitations, and answers kept for retries."""
    Invitation.objects.filter(account_id=account_id).delete()
    StoredAnswer.objects.filter(account_id=account_id).delete()


def _games(account_id: int) -> list[Json]:
    seats = Seat.objects.filter(account_id=account_id).select_related("game").order_by("game_id")
    return [
        {
            "id": seat.game.public_id,
            "seat": seat.number,
            "preset": seat.game.preset,
            "status": seat.game.status,
            "created_at": seat.game.created_at,
            "finished_at": seat.game.finished_at,
            "moves": f"/api/v1/games/{seat.game.public_id}/moves",
        }
        for seat in seats
    ]


def _invitations(account_id: int) -> list[Json]:
    invitations = Invitation.objects.filter(account_id=account_id).select_related("game")
    return [
        {"game": invitation.game.public_id, "at": invitation.at}
        for invitation in invitations.order_by("pk")
    ]


def _matches(account_id: int) -> list[Json]:
    """Return the last match, which is the only one that is kept."""
    return [
        {
            "id": match.public_id,
            "preset": match.preset,
            "overlays": match.overlays,
            "seats": match.seats,
            "until": match.until,
            "game": None if match.game is None else match.game.public_id,
        }
        for match in Match.objects.filter(account_id=account_id).select_related("game")
    ]


def _stored_answers(account_id: int) -> list[Json]:
    answers = StoredAnswer.objects.filter(account_id=account_id).order_by("at")
    return [dict(answer) for answer in answers.values("key", "status", "at")]
