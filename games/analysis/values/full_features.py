"""Features of a situation for one seat: numbers of about 0 to 1, for the model of all cards."""

from games.analysis.values.situation import Situation
from games.engine.cards import Seat

OF_A_SEAT = 36
"""The number of features without those of the turn, of which there is one per seat."""


def feature_count(seats: int) -> int:
    """Return the number of features with this number of seats."""
    return OF_A_SEAT + seats


def full_features(situation: Situation, seat: Seat) -> list[float]:
    """Return the features for the seat."""
    hands, known, stock, books, turn, has_book_bonus = situation
    count = len(hands)
    mine, known_ranks = hands[seat], known[seat]
    others = [hands[other] for other in range(count) if other != seat]
    others_known = [known[other] for other in range(count) if other != seat]
    place = (seat - turn) % count
    on_turn, known_of_turn = hands[turn], known[turn]

    by_count = [0.0] * 6  # ranks held 1, 2, 3 times, without and with cards in the stock
    can_take = can_lose = can_complete = 0
    sure_cards = sure_ranks = sure_books = 0
    threatened = threatened_now = sure_for_turn = 0
    share = squares = 0.0
    foreign_whole = 0
    for rank, held in enumerate(mine):
        left = stock[rank]
        if not held:
            foreign_whole += not left and any(other[rank] for other in others)
            continue
        outside = 4 - held - left
        by_count[2 * held - 2 + (left > 0)] += 1
        share += held / (4 - left)
        squares += held * held
        if not outside:
            continue
        can_take += outside
        can_lose += held
        can_complete += not left
        sure = sum([row[rank] for row in others_known])
        if sure:
            sure_cards += sure
            sure_ranks += 1
            sure_books += held + sure >= 4
        if known_ranks[rank]:
            threatened += held
            if place and on_turn[rank]:
                threatened_now += held
        if place and known_of_turn[rank]:
            sure_for_turn += 1
    scores = [books[other] for other in range(count) if other != seat]
    sizes = [sum(other) for other in others]
    size, stocked, laid = sum(mine), sum(stock), sum(books)
    open_books = 13 - laid
    lead = books[seat] - max(scores)
    mean_lead = books[seat] - sum(scores) / len(scores)
    is_whole = [any(row) and not stock[rank] for rank, row in enumerate(zip(*hands, strict=True))]
    return [
        *[float(place == at) for at in range(count)],
        float(has_book_bonus),
        *[number / 2 for number in by_count],
        can_take / 6,
        can_lose / 6,
        can_complete / 2,
        can_complete / 2 if not place else 0.0,
        can_take / 6 if not place else 0.0,
        sure_cards / 4,
        sure_ranks / 3,
        sure_books / 2,
        sure_books / 2 if not place else 0.0,
        threatened / 4,
        threatened_now / 4,
        sure_for_turn / 3,
        sum(known_ranks) / 6,
        share / 6,
        squares / 20,
        foreign_whole / 3,
        sum(is_whole) / 5,
        stocked / 30,
        float(not stocked),
        1 / (1 + stocked),
        size / 8,
        float(not size),
        sum(sizes) / len(sizes) / 8,
        max(sizes) / 8,
        open_books / 13,
        lead / 3,
        mean_lead / 3,
        lead / (1 + open_books),
        books[seat] / 4,
    ]
