"""The rules of one game as a frozen value, and the checks of which can be played together.

RULES.md §2 lists the options. Their texts are in ``options``, the presets in ``presets``.
"""

from dataclasses import dataclass, fields
from typing import Any, Literal

from games.engine.refusals import OptionError, RulesRefused

RULES_VERSION = 1

WHOLE_PACK: Literal["all"] = "all"
DealTable = tuple[tuple[int, int], ...]
"""Pairs of a number of seats and the cards dealt to each seat, sorted."""
CLASSIC_TABLE: DealTable = ((2, 7), (3, 5), (4, 5), (5, 4), (6, 4))


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """Every option of a game. The defaults are those of the classic game (000)."""

    players_min: int = 2
    players_max: int = 6
    deal_table: DealTable | Literal["all"] = CLASSIC_TABLE
    hand_size: int | None = None
    joker_count: int = 0
    dealer_selection: Literal["random", "low_card", "high_card"] = "random"
    dealer_rotation: Literal["clockwise", "fixed"] = "clockwise"
    cut_by_right: bool = False
    redeal_on_exposed: bool = False
    ask_by: Literal["rank", "card"] = "rank"
    ask_held_card: Literal["forbid", "allow"] = "forbid"
    transfer: Literal["all", "one"] = "all"
    book_size: Literal[4, 2] = 4
    book_display: Literal["face_up", "face_down"] = "face_up"
    extra_turn_on_book: bool = False
    turn_passes_to: Literal["left", "asked"] = "left"
    on_empty_hand: Literal["draw_one", "skip"] = "draw_one"
    mid_turn_empty: Literal["draw_and_continue", "end_turn"] = "draw_and_continue"
    end_on_empty_hand: Literal["never", "while_stock", "always"] = "never"
    end_on_empty_stock: bool = False
    tie_break: Literal["shared", "fewest_cards"] = "shared"
    fish_penalty: bool = False
    open_hands: bool = False
    target_score: int | None = None
    referee: Literal["auto", "honour"] = "auto"
    stalemate_limit: int = 300

    @property
    def pack_size(self) -> int:
        """The number of cards in the pack, jokers counted."""
        return 52 + self.joker_count

    @property
    def deals_whole_pack(self) -> bool:
        """Whether the deal leaves no stock, as in Authors (001, 003)."""
        return self.hand_size is None and self.deal_table == WHOLE_PACK

    def hand_counts(self, *, seats: int, dealer: int) -> tuple[int, ...]:
        """Return the number of cards by seat; those at the dealer's left get more (§4.14)."""
        if self.deals_whole_pack:
            hand_size, extra = divmod(self.pack_size, seats)
            return tuple(hand_size + ((seat - dealer - 1) % seats < extra) for seat in range(seats))
        size = self._hand_size(seats)
        assert size is not None, "checked when the game was created"
        return (size,) * seats

    def errors(self, *, seats: int | None = None) -> tuple[OptionError, ...]:
        """Return why these rules cannot be played with this number of seats.

        Without ``seats``, a combination is an error only if no number of seats can be played.
        """
        if self.players_min > self.players_max:
            return (
                OptionError(
                    "players_min", "out_of_range", "players_min may not exceed players_max."
                ),
            )
        if seats is not None:
            return (*self._seat_count_errors(seats), *self._conflicts(), *self._deal_errors(seats))
        numbers = range(self.players_min, self.players_max + 1)
        by_number = [self._deal_errors(number) for number in numbers]
        deal = () if any(not errors for errors in by_number) else by_number[0]
        return (*self._conflicts(), *deal)

    def check(self, *, seats: int | None = None) -> "Rules":
        """Return these rules.

        :raises RulesRefused: with one error per field, if they cannot be played.
        """
        if errors := self.errors(seats=seats):
            raise RulesRefused(errors)
        return self

    def as_options(self) -> dict[str, Any]:
        """Return every option by name, as plain JSON values."""
        options = {field.name: getattr(self, field.name) for field in fields(self)}
        if self.deal_table != WHOLE_PACK:
            options["deal_table"] = {str(number): size for number, size in self.deal_table}
        return options

    def _hand_size(self, seats: int) -> int | None:
        if self.hand_size is not None:
            return self.hand_size
        return None if self.deal_table == WHOLE_PACK else dict(self.deal_table).get(seats)

    def _seat_count_errors(self, seats: int) -> tuple[OptionError, ...]:
        if self.players_min <= seats <= self.players_max:
            return ()
        span = f"{self.players_min} to {self.players_max}"
        return (OptionError("seats", "out_of_range", f"These rules are for {span} players."),)

    def _conflicts(self) -> tuple[OptionError, ...]:
        """Return the errors of the constraints in RULES.md §2 that hold for any number of seats."""
        errors = []
        if self.deals_whole_pack:
            no_stock = "With deal_table=all there is no stock, so "
            if self.end_on_empty_stock:
                errors.append(
                    ("end_on_empty_stock", no_stock + "the game would be over before it began.")
                )
            if self.end_on_empty_hand != "never":
                errors.append(("end_on_empty_hand", no_stock + "end_on_empty_hand must be never."))
            if self.fish_penalty:
                errors.append(("fish_penalty", no_stock + "no player could ever fish."))
        if self.ask_held_card == "allow" and self.ask_by == "rank":
            errors.append(("ask_held_card", "ask_held_card=allow needs ask_by=card."))
        return tuple(OptionError(option, "conflict", detail) for option, detail in errors)

    def _deal_errors(self, seats: int) -> tuple[OptionError, ...]:
        """Return the errors of the constraints in RULES.md §2 on the number of seats."""
        if self.deals_whole_pack:
            return ()
        field = "deal_table" if self.hand_size is None else "hand_size"
        size = self._hand_size(seats)
        if size is None:
            return (OptionError(field, "no_deal", f"deal_table has no entry for {seats} players."),)
        if size * seats > self.pack_size - 1:
            detail = f"{seats} hands of {size} cards leave no stock of a pack of {self.pack_size}. Deal fewer cards."
            return (OptionError(field, "pack_too_small", detail),)
        if self.end_on_empty_hand != "never" and size % self.book_size == 0:
            detail = (
                f"A dealt hand of {size} could consist of books of {self.book_size} and end the game "
                "before it began. Use another hand size, or end_on_empty_hand=never."
            )
            return (OptionError(field, "conflict", detail),)
        return ()
