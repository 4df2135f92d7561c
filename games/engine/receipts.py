"""Read receipts, which a player saves during play, and compare them with the transcript of the
game.

A receipts file is one JSON object:

    {"format": "gofish-receipts", "version": 1, "game": "0Qo4OC0W000",
     "commitment": "<64 hex digits>", "receipts": [{"number": 7, "digest": "<64 hex digits>"}, …]}

``commitment`` is the one that the state showed before the deal. Each receipt is the number and the
digest of a move, as the API shows them. A digest covers all earlier moves, so that one receipt
proves the log up to its move. ``game`` is for people and never decides, because an imported game
gets another id.
"""

import json
import re
from typing import Any, NamedTuple, NoReturn

from games.engine.refusals import MalformedEntry
from games.engine.transcript import Header, StoredMove

FORMAT = "gofish-receipts"
VERSION = 1
MOST_RECEIPTS = 100_000
GAME_MOST_CHARACTERS = 40

Json = dict[str, Any]

_DIGEST = re.compile("[0-9a-f]{64}")
_MEMBERS = {"format", "version", "game", "commitment", "receipts"}


class NoReceipts(MalformedEntry):
    """The value is no receipts file; ``place`` is the error's path: ``receipts/3/digest``."""

    def __init__(self, place: str, fault: str) -> None:
        super().__init__(f"Invalid receipts file: {place or 'the value'} {fault}")
        self.place, self.fault = place, fault


class Receipt(NamedTuple):
    """The digest of a move, as it was shown during play."""

    number: int
    digest: bytes


class Receipts(NamedTuple):
    """The receipts of one game."""

    commitment: str
    noted: tuple[Receipt, ...]
    """In the order of the moves."""
    game: str
    """The id that the game had during play."""

    @property
    def last(self) -> int:
        """The number of the last move with a receipt; 0 if there is none."""
        return self.noted[-1].number if self.noted else 0


class Mismatch(NamedTuple):
    """The first receipt that the log contradicts; ``move`` is None if the whole log does."""

    move: int | None
    reason: str


def read(value: Any) -> Receipts:
    """Read receipts from their JSON value.

    :raises NoReceipts: with the first invalid member.
    """
    if not isinstance(value, dict):
        _refuse("", "must be an object.")
    _check_members(value, _MEMBERS, "")
    if value["format"] != FORMAT:
        _refuse("format", f'must be "{FORMAT}".')
    if value["version"] != VERSION or isinstance(value["version"], bool):
        _refuse("version", f"must be {VERSION}.")
    if not isinstance(value["game"], str) or len(value["game"]) > GAME_MOST_CHARACTERS:
        _refuse("game", f"must be a text of at most {GAME_MOST_CHARACTERS} characters.")
    listed = value["receipts"]
    if not isinstance(listed, list) or len(listed) > MOST_RECEIPTS:
        _refuse("receipts", f"must be a list of at most {MOST_RECEIPTS:,} receipts.")
    noted = sorted(_receipt(receipt, f"receipts/{place}") for place, receipt in enumerate(listed))
    return Receipts(_digest(value["commitment"], "commitment"), tuple(noted), value["game"])


def mismatch(receipts: Receipts, header: Header, moves: tuple[StoredMove, ...]) -> Mismatch | None:
    """Compare a log whose chain is valid with receipts; return the first contradiction, or None."""
    if receipts.commitment != header.commitment:
        reason = "The commitment is not the one on the receipts."
        if receipts.game != header.game:
            games = map(json.dumps, (receipts.game, header.game))
            reason = "These receipts are of game {}, the transcript is of {}.".format(*games)
        return Mismatch(None, reason)
    digests = {move.number: move.digest for move in moves}
    for number, digest in receipts.noted:
        if number > len(moves):
            return Mismatch(
                None,
                f"There is a receipt for move {number}, but the log ends with move {len(moves)}: "
                "later moves were dropped.",
            )
        if digests[number] != digest:
            return Mismatch(
                number,
                "Its digest is not the one on the receipt: this move or an earlier one is not the "
                "one shown during play.",
            )
    return None


def _receipt(value: Any, place: str) -> Receipt:
    if not isinstance(value, dict):
        _refuse(place, "must be an object.")
    _check_members(value, {"number", "digest"}, place)
    number = value["number"]
    if isinstance(number, bool) or not isinstance(number, int) or not 1 <= number < 2**31:
        _refuse(f"{place}/number", "must be the number of a move.")
    return Receipt(number, bytes.fromhex(_digest(value["digest"], f"{place}/digest")))


def _digest(value: Any, place: str) -> str:
    if not isinstance(value, str) or not _DIGEST.fullmatch(value):
        _refuse(place, "must be 64 hexadecimal digits in lower case.")
    return value


def _check_members(value: Json, names: set[str], place: str) -> None:
    if missing := sorted(names - value.keys()):
        _refuse(f"{place}/{missing[0]}" if place else missing[0], "is missing.")
    if unknown := sorted(value.keys() - names):
        _refuse(place, f"has an unknown member: {json.dumps(unknown[0][:40])}.")


def _refuse(place: str, fault: str) -> NoReturn:
    raise NoReceipts(place, fault)
