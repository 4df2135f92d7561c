"""Problems of commands at the table."""

from api_kit.problems import table

TURNS = table("""
    409 already_left: You have left the game
        You resigned, or were away for too long. A stand-in may play your seat.
    500 no_clock: The game has no clock
        This game has no time limit; time-outs do not apply.
    409 game_over: The game is over
        Read its state for the result, or start a rematch.
    409 game_paused: The game is paused
        The teacher of the class has paused it. Wait until paused in the state is false.
    409 not_your_turn: It is not your turn
        to_act in the state is the seat that the game waits for.
    409 wrong_phase: Not possible now
        legal_actions in the state lists what you may do now.
""")


ASKS = table("""
    422 wrong_ask_form: Wrong form of ask
        The option ask_by of the game says whether players ask for a rank or for a card.
    422 bad_target: Not a seat that you can ask
        Ask another seat of this game.
    422 target_has_no_cards: The seat has no cards
        A player without cards cannot be asked.
    422 rank_not_held: You hold none of that rank
        Ask only for ranks you hold.
    422 card_already_held: You hold that card
        In this game, you cannot ask for a card in your own hand.
    422 rank_closed: The rank is closed
        No book of this rank can be made by asking: too few cards are in play, or you hold all of them.
    422 card_out_of_play: The card is out of play
        The card is in a book.
""")


CARDS = table("""
    422 duplicate_card: A card is listed twice
        List each card once.
    422 card_not_held: You do not hold this card
        List only cards of your own hand.
    422 not_a_book: Not a book
        A book has book_size cards of one rank. Jokers may replace some of them, not all.
    422 card_not_asked: This card was not asked for
        Hand over what was asked for, or no cards to say go fish.
    422 card_already_exposed: The card is already exposed
        All players have seen this card before.
    422 honour_only: Only in honour mode
        In this game, the referee does this for you.
    422 bad_cut: Invalid cut
        A cut leaves at least one card in each part of the pack.
    422 misdeal_not_allowed: You cannot claim a misdeal
        With redeal_on_exposed, each seat may claim once in a deal, before the first ask.
""")
