"""The errors of the engine. A refused command changes nothing and is recorded nowhere.

Refusal
├── Malformed            the text is not a card, a rank, an option or a log entry
│   ├── MalformedCard
│   ├── MalformedEntry
│   │   └── NewerSchema   newer code wrote it
│   └── RulesRefused     the options cannot be played together; has one error per field
├── NotNow               the command is possible, but not at this moment of the game
└── NotAllowed           a rule forbids the command

Each leaf, and ``MalformedEntry``, has a stable ``code``, which is public API. Where several apply,
the first one in the order of RULES.md §4.18 is raised: ``game_closed``, ``game_over``,
``not_your_turn``, ``wrong_phase``, ``bad_target`` and so on. This file has the same order.
"""

from typing import ClassVar, NamedTuple


class Refusal(Exception):
    """A command or a text is refused; ``str()`` is a sentence for its sender.

    A class that always says the same has it as its ``sentence``.
    """

    code = "refused"
    sentence: ClassVar[str] = ""

    def __init__(self, sentence: str = "") -> None:
        super().__init__(sentence or self.sentence)


class Malformed(Refusal):
    """The input is invalid in every state of a game."""

    code = "malformed"


class MalformedCard(Malformed):
    """The text is not a card or a rank."""

    code = "malformed_card"


class MalformedEntry(Malformed):
    """A stored event, command or state cannot be read."""

    code = "malformed_entry"


class NewerSchema(MalformedEntry):
    """Newer code has written the entry or the rules; this code must not guess what they mean."""

    code = "game_needs_newer_server"


class OptionError(NamedTuple):
    """One invalid option: its name, a stable code, and a sentence."""

    option: str
    code: str
    detail: str


class RulesRefused(Malformed):
    """No game can be played with these options; ``errors`` has one entry for each invalid one."""

    code = "impossible_rules"

    def __init__(self, errors: tuple[OptionError, ...]) -> None:
        super().__init__(" ".join(error.detail for error in errors))
        self.errors = errors


class NotNow(Refusal):
    """The command is not possible at this moment of the game."""

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
    sentence = "This game was closed before it started. Open or join another."


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
    """The seat is taken."""

    code = "seat_taken"


class SeatEmpty(NotNow):
    """The seat is empty."""

    code = "seat_empty"


class TooFewSeats(NotNow):
    """Not enough seats are taken, or the rules have no deal for this number."""

    code = "too_few_seats"


class TooManySeatings(NotNow):
    """The seats of this lobby were taken ``MOST_SEATINGS`` times."""

    code = "too_many_seatings"


class BadEntropy(NotAllowed):
    """The text is empty, too long, or holds a character that entropy may not hold."""

    code = "bad_entropy"


class EntropyAlreadyGiven(NotNow):
    """The seat has already added entropy."""

    code = "entropy_already_given"


# At the table, in order of precedence


class GameIsOver(NotNow):
    """The game has ended."""

    code = "game_over"


class AlreadyLeft(NotNow):
    """The seat has resigned or was abandoned; a stand-in may play it."""

    code = "already_left"


class NoClock(NotNow):
    """The game has no time limit for moves."""

    code = "no_clock"


class WrongAskForm(NotAllowed):
    """The ask names a card in a game that asks by rank, or a rank in one that asks by card."""

    code = "wrong_ask_form"


class NotYourTurn(NotNow):
    """The game waits for another seat."""

    code = "not_your_turn"


class WrongPhase(NotNow):
    """The game waits for another kind of action, or for none of this kind."""

    code = "wrong_phase"


class BadTarget(NotAllowed):
    """The target is the asker or no seat of this game."""

    code = "bad_target"


class TargetHasNoCards(NotAllowed):
    """A seat without cards cannot be asked (000 FAQ)."""

    code = "target_has_no_cards"


class RankNotHeld(NotAllowed):
    """The asker must hold a natural card of the rank (000, 001, 002, 003)."""

    code = "rank_not_held"


class CardAlreadyHeld(NotAllowed):
    """The asker holds the card, and this game does not allow a bluff (001 Authors)."""

    code = "card_already_held"


class RankClosed(NotAllowed):
    """No book of this rank can be made any more, or the asker must declare one first."""

    code = "rank_closed"


class CardOutOfPlay(NotAllowed):
    """The card is in a book."""

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
    """The answer has a card that was not asked for."""

    code = "card_not_asked"


class CardAlreadyExposed(NotAllowed):
    """All players have seen the card."""

    code = "card_already_exposed"


class HonourOnly(NotAllowed):
    """The command belongs to honour mode; in this game the referee does it."""

    code = "honour_only"


class BadCut(NotAllowed):
    """The cut does not leave at least one card in each part."""

    code = "bad_cut"


class MisdealNotAllowed(NotAllowed):
    """The rules have no redeal, the first ask was made, or the seat has already claimed."""

    code = "misdeal_not_allowed"


class RulingImpossible(NotAllowed):
    """The ruling is not possible in this state of the game."""

    code = "ruling_impossible"


class BadPack(NotAllowed):
    """The pack is not the pack of this game."""

    code = "bad_pack"
