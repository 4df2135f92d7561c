"""Problems of commands at the table."""

from api_kit.problems import Problem, table

TURNS = table(
    [
        Problem(
            "already_left",
            409,
            "You have left the game",
            "You resigned, or were away for too long. A stand-in may play your seat.",
        ),
        Problem(
            "no_clock",
            500,
            "The game has no clock",
            "This game has no time limit; time-outs do not apply.",
        ),
        Problem(
            "game_over",
            409,
            "The game is over",
            "Read its state for the result, or start a rematch.",
        ),
        Problem(
            "not_your_turn",
            409,
            "It is not your turn",
            "to_act in the state is the seat that the game waits for.",
        ),
        Problem(
            "wrong_phase",
            409,
            "Not possible now",
            "legal_actions in the state lists what you may do now.",
        ),
    ]
)


ASKS = table(
    [
        Problem(
            "wrong_ask_form",
            422,
            "Wrong form of ask",
            "The option ask_by of the game says whether players ask for a rank or for a card.",
        ),
        Problem("bad_target", 422, "Not a seat that you can ask", "Ask another seat of this game."),
        Problem(
            "target_has_no_cards",
            422,
            "The seat has no cards",
            "A player without cards cannot be asked.",
        ),
        Problem("rank_not_held", 422, "You hold none of that rank", "Ask only for ranks you hold."),
        Problem(
            "card_already_held",
            422,
            "You hold that card",
            "In this game, you cannot ask for a card in your own hand.",
        ),
        Problem(
            "rank_closed",
            422,
            "The rank is closed",
            "No book of this rank can be made by asking: too few cards are in play, or you hold all of them.",
        ),
        Problem("card_out_of_play", 422, "The card is out of play", "The card is in a book."),
    ]
)


CARDS = table(
    [
        Problem("duplicate_card", 422, "A card is listed twice", "List each card once."),
        Problem(
            "card_not_held", 422, "You do not hold this card", "List only cards of your own hand."
        ),
        Problem(
            "not_a_book",
            422,
            "Not a book",
            "A book has book_size cards of one rank. Jokers may replace some of them, not all.",
        ),
        Problem(
            "card_not_asked",
            422,
            "This card was not asked for",
            "Hand over what was asked for, or no cards to say go fish.",
        ),
        Problem(
            "card_already_exposed",
            422,
            "The card is already exposed",
            "All players have seen this card before.",
        ),
        Problem(
            "honour_only",
            422,
            "Only in honour mode",
            "In this game, the referee does this for you.",
        ),
        Problem(
            "bad_cut",
            422,
            "Invalid cut",
            "A cut leaves at least one card in each part of the pack.",
        ),
        Problem(
            "misdeal_not_allowed",
            422,
            "You cannot claim a misdeal",
            "With redeal_on_exposed, each seat may claim once in a deal, before the first ask.",
        ),
    ]
)
