"""The errors of the engine. A refused command changes nothing and is recorded nowhere.

Refusal
├── Malformed            the text is not a card, a rank, an option or a log entry
│   ├── MalformedCard
│   ├── MalformedEntry
│   │   └── NewerSchema   newer code wrote it
│   └── RulesRefused     the options cannot be played together; has one error per field
├── NotNow               the command is possible, but not at this moment of the game
└── NotAllowed           a rule forbids the command

Each leaf, and ``MalformedEntry``, has a stable ``code``, which is public API. Its base states its
``kind``: the engine knows no HTTP, and the service gives each kind a status. Where several apply,
the first one in the order of RULES.md §4.18 is raised: ``game_closed``, ``game_over``,
``not_your_turn``, ``wrong_phase``, ``bad_target`` and so on. This file has the same order.
"""

from typing import ClassVar, NamedTuple


class Refusal(Exception):
    """A command or a text is refused; ``str()`` is a sentence for its sender.

    The docstring of a class with a ``code`` is its ``meaning``: what its sender can do.
    """

    kind: ClassVar[str]
    code: ClassVar[str]
    title: ClassVar[str]
    meaning: ClassVar[str]
    sentence: ClassVar[str] = ""

    def __init_subclass__(cls, *, kind: str = "", code: str = "", title: str = "") -> None:
        cls.kind = kind or cls.kind
        if code:
            cls.code, cls.title = code, title
            cls.meaning = " ".join((cls.__doc__ or "").split())
            cls.sentence = f"{title}. {cls.meaning}"

    def __init__(self, sentence: str = "") -> None:
        super().__init__(sentence or self.sentence)


class Malformed(Refusal, kind="malformed"):
    """The input is invalid in every state of a game."""


class MalformedCard(Malformed, code="malformed_card", title="No such card"):
    """Write a card as rank and suit, such as 7H, TS or AC; jokers are RJ and BJ."""


class MalformedEntry(
    Malformed,
    kind="fault",
    code="malformed_entry",
    title="The stored game or answer cannot be read",
):
    """The error is logged. Nothing was changed."""


class NewerSchema(
    MalformedEntry,
    kind="unavailable",
    code="game_needs_newer_server",
    title="The game needs a newer server",
):
    """A newer version of the service has stored this game, and this one cannot read it. Nothing was
    changed; the game goes on when the service is upgraded again.
    """


class OptionError(NamedTuple):
    """One invalid option: its name, a stable code, and a sentence."""

    option: str
    code: str
    detail: str


class RulesRefused(Malformed, code="impossible_rules", title="These rules cannot be played"):
    """Each entry of errors names an option and the reason. GET /api/v1/rulesets lists all options
    and their values.
    """

    def __init__(self, errors: tuple[OptionError, ...]) -> None:
        super().__init__(" ".join(error.detail for error in errors))
        self.errors = errors


class NotNow(Refusal, kind="conflict"):
    """The command is not possible at this moment of the game."""


class NotAllowed(Refusal, kind="invalid"):
    """A rule forbids the command."""


# In the lobby


class AlreadyStarted(NotNow, code="already_started", title="The game has started"):
    """Seats can be taken, left and filled only before the start."""


class GameClosed(NotNow, code="game_closed", title="The lobby was closed"):
    """All players left it, or its time ran out, before the start. Open or join another game."""


class NotStarted(NotNow, code="not_started", title="The game has not started"):
    """Wait until all seats are taken."""


class GameFull(NotNow, code="game_full", title="The game is full"):
    """All seats are taken. Join another game."""


class NoSuchSeat(NotAllowed, code="no_such_seat", title="No such seat"):
    """Seats are numbered from 0."""


class SeatTakenAlready(NotNow, code="seat_taken", title="The seat is taken"):
    """Choose another seat, or leave out seat to get any free one."""


class SeatEmpty(NotNow, code="seat_empty", title="The seat is empty"):
    """No player or bot sits there."""


class TooFewSeats(NotNow, code="too_few_seats", title="Too few players"):
    """The rules do not allow a game with this number of seats."""


class TooManySeatings(NotNow, code="too_many_seatings", title="Too many seatings in this lobby"):
    """The limit of this lobby is reached. The last seatings are reserved for invited players; the
    host can still start the game.
    """


class BadEntropy(NotAllowed, code="bad_entropy", title="Invalid entropy"):
    """Send 1 to 128 characters without control characters and line breaks."""


class EntropyAlreadyGiven(
    NotNow, code="entropy_already_given", title="You have already given entropy"
):
    """Each seat gives entropy once, with the join or later."""


# At the table, in order of precedence


class GameIsOver(NotNow, code="game_over", title="The game is over"):
    """Read its state for the result, or start a rematch."""


class AlreadyLeft(NotNow, code="already_left", title="You have left the game"):
    """You resigned, or were away for too long. A stand-in may play your seat."""


class NoClock(NotNow, kind="fault", code="no_clock", title="The game has no clock"):
    """This game has no time limit; time-outs do not apply."""


class WrongAskForm(NotAllowed, code="wrong_ask_form", title="Wrong form of ask"):
    """The option ask_by of the game says whether players ask for a rank or for a card."""


class NotYourTurn(NotNow, code="not_your_turn", title="It is not your turn"):
    """to_act in the state is the seat that the game waits for."""


class WrongPhase(NotNow, code="wrong_phase", title="Not possible now"):
    """legal_actions in the state lists what you may do now."""


class BadTarget(NotAllowed, code="bad_target", title="Not a seat that you can ask"):
    """Ask another seat of this game."""


class TargetHasNoCards(NotAllowed, code="target_has_no_cards", title="The seat has no cards"):
    """A player without cards cannot be asked."""


class RankNotHeld(NotAllowed, code="rank_not_held", title="You hold none of that rank"):
    """Ask only for ranks you hold."""


class CardAlreadyHeld(NotAllowed, code="card_already_held", title="You hold that card"):
    """In this game, you cannot ask for a card in your own hand."""


class RankClosed(NotAllowed, code="rank_closed", title="The rank is closed"):
    """No book of this rank can be made by asking: too few cards are in play, or you hold all of
    them.
    """


class CardOutOfPlay(NotAllowed, code="card_out_of_play", title="The card is out of play"):
    """The card is in a book."""


class DuplicateCard(NotAllowed, code="duplicate_card", title="A card is listed twice"):
    """List each card once."""


class CardNotHeld(NotAllowed, code="card_not_held", title="You do not hold this card"):
    """List only cards of your own hand."""


class NotABook(NotAllowed, code="not_a_book", title="Not a book"):
    """A book has book_size cards of one rank. Jokers may replace some of them, not all."""


class CardNotAsked(NotAllowed, code="card_not_asked", title="This card was not asked for"):
    """Hand over what was asked for, or no cards to say go fish."""


class CardAlreadyExposed(
    NotAllowed, code="card_already_exposed", title="The card is already exposed"
):
    """All players have seen this card before."""


class HonourOnly(NotAllowed, code="honour_only", title="Only in honour mode"):
    """In this game, the referee does this for you."""


class BadCut(NotAllowed, code="bad_cut", title="Invalid cut"):
    """A cut leaves at least one card in each part of the pack."""


class MisdealNotAllowed(NotAllowed, code="misdeal_not_allowed", title="You cannot claim a misdeal"):
    """With redeal_on_exposed, each seat may claim once in a deal, before the first ask."""


class RulingImpossible(
    NotAllowed, code="ruling_impossible", title="The ruling does not fit the game"
):
    """detail names what is missing or does not apply."""


class BadPack(
    NotAllowed, kind="fault", code="bad_pack", title="Internal error in the pack of cards"
):
    """The error is logged. Nothing was changed."""
