"""What the referee refuses, and why. A refused command changes nothing and is recorded nowhere.

Refusal
├── Malformed            the text is no card, rank, option or log entry at all
│   ├── MalformedCard
│   ├── MalformedEntry
│   │   └── NewerSchema   newer code has written it
│   └── RulesRefused     options that cannot be played together; carries one error a field
├── NotNow               right in itself, but not at this moment of this game
└── NotAllowed           a rule forbids it

Each leaf, and ``MalformedEntry``, has a stable ``code``, which clients may rely on. Where several apply, the first of
RULES.md §4.18 is raised: ``game_closed``, ``game_over``, ``not_your_turn``, ``wrong_phase``, ``bad_target`` and so on,
in the order of this file.
"""

from typing import NamedTuple


class Refusal(Exception):
    """A command or a text that cannot be accepted; ``str()`` is a sentence for the person who sent it."""

    code = "refused"


class Malformed(Refusal):
    """Not a thing of this game at all, whatever its state."""

    code = "malformed"


class MalformedCard(Malformed):
    """No card or rank is written so."""

    code = "malformed_card"


class MalformedEntry(Malformed):
    """A stored event, command or state cannot be read."""

    code = "malformed_entry"


class NewerSchema(MalformedEntry):
    """Newer code has written the entry or the rules; this code must not guess what they mean."""

    code = "game_needs_newer_server"


class OptionError(NamedTuple):
    """One option that cannot stand: its name, a stable code, and why, in words."""

    option: str
    code: str
    detail: str


class RulesRefused(Malformed):
    """Options that no game can be played with; ``errors`` names each."""

    code = "impossible_rules"

    def __init__(self, errors: tuple[OptionError, ...]) -> None:
        super().__init__(" ".join(error.detail for error in errors))
        self.errors = errors


class NotNow(Refusal):
    """The command does not fit this moment of the game."""

    code = "not_now"


class NotAllowed(Refusal):
    """A rule forbids the command."""

    code = "not_allowed"


# In the lobby


class AlreadyStarted(NotNow):
    """The game has left its lobby."""

    code = "already_started"


class GameClosed(NotNow):
    """The game was closed in its lobby and will not be played."""

    code = "game_closed"

    def __init__(self) -> None:
        super().__init__("This game was closed before it started; open or join another.")


class NotStarted(NotNow):
    """The game is still in its lobby."""

    code = "not_started"


class GameFull(NotNow):
    """Every seat is taken."""

    code = "game_full"


class NoSuchSeat(NotAllowed):
    """The game has no seat of this number."""

    code = "no_such_seat"


class SeatTakenAlready(NotNow):
    """Somebody sits there."""

    code = "seat_taken"


class SeatEmpty(NotNow):
    """Nobody sits there."""

    code = "seat_empty"


class TooFewSeats(NotNow):
    """Not enough seats are taken, or the rules have no deal for this number."""

    code = "too_few_seats"


class TooManySeatings(NotNow):
    """The seats of the lobby were taken as often as its log can bear."""

    code = "too_many_seatings"


class BadEntropy(NotAllowed):
    """The text is empty, too long, or holds a character that the deal's digest cannot take."""

    code = "bad_entropy"


class EntropyAlreadyGiven(NotNow):
    """The seat has given its entropy."""

    code = "entropy_already_given"


# At the table, in order of precedence


class GameIsOver(NotNow):
    """The game has ended."""

    code = "game_over"


class AlreadyLeft(NotNow):
    """The seat has resigned or was abandoned; a stand-in may play it on."""

    code = "already_left"


class NoClock(NotNow):
    """Nobody's time runs out in this game."""

    code = "no_clock"


class WrongAskForm(NotAllowed):
    """This game asks by rank and a card was named, or the other way round."""

    code = "wrong_ask_form"


class NotYourTurn(NotNow):
    """Another seat is to act."""

    code = "not_your_turn"


class WrongPhase(NotNow):
    """The seat is to act, but not so."""

    code = "wrong_phase"


class BadTarget(NotAllowed):
    """One asks another seat of this game, never oneself."""

    code = "bad_target"


class TargetHasNoCards(NotAllowed):
    """A seat without cards cannot be asked (000 FAQ)."""

    code = "target_has_no_cards"


class RankNotHeld(NotAllowed):
    """The asker must hold a natural card of the rank (000, 001, 002, 003)."""

    code = "rank_not_held"


class CardAlreadyHeld(NotAllowed):
    """The asker holds the very card, and this game knows no bluff (001 Authors)."""

    code = "card_already_held"


class RankClosed(NotAllowed):
    """No book of this rank can be made any more, or the asker holds a whole one to declare first."""

    code = "rank_closed"


class CardOutOfPlay(NotAllowed):
    """The card lies in a book."""

    code = "card_out_of_play"


class DuplicateCard(NotAllowed):
    """A card is named twice."""

    code = "duplicate_card"


class CardNotHeld(NotAllowed):
    """The seat does not hold the card."""

    code = "card_not_held"


class NotABook(NotAllowed):
    """The cards are not one book: the right number, one rank, at least one natural."""

    code = "not_a_book"


class CardNotAsked(NotAllowed):
    """A card is handed over that was not asked for."""

    code = "card_not_asked"


class CardAlreadyExposed(NotAllowed):
    """Everybody has seen the card."""

    code = "card_already_exposed"


class HonourOnly(NotAllowed):
    """Only a game in honour mode is played so; here the referee does it."""

    code = "honour_only"


class BadCut(NotAllowed):
    """A cut leaves at least one card in each part."""

    code = "bad_cut"


class MisdealNotAllowed(NotAllowed):
    """The rules know no redeal, the first ask was made, or the seat has claimed before."""

    code = "misdeal_not_allowed"


class RulingImpossible(NotAllowed):
    """A ruling that does not fit the game as it stands."""

    code = "ruling_impossible"


class BadPack(NotAllowed):
    """The pack dealt from is not the pack of this game."""

    code = "bad_pack"
