"""Search what environments show to a seat for traces of cards that are hidden from it.

    python bench/hidden_cards.py --pairs 10000

This file needs OpenSpiel alone, and Kaggle's environments if they are installed, so that those
projects could take it over. A pair of worlds differs in one card that another seat was dealt or
drew. Both worlds go on with the same actions, as long as the seat's own cards and all that happens
in the open are the same. What the seat is shown must then be the same bytes.
"""

import argparse
import json
from collections.abc import Callable, Iterator
from importlib.metadata import version
from random import Random
from typing import Any, NamedTuple

import pyspiel

Seat = int
Shown = dict[str, Any]
"""What a seat is shown, by the name of the surface."""
RANKS = 13


class World(NamedTuple):
    """A state of OpenSpiel's ``go_fish`` with what happened in the open, oldest first."""

    state: Any
    log: tuple[Any, ...] = ()
    asked: int | None = None
    """The rank of the last ask."""

    def after(self, action: int) -> "World":
        """Return the world after an action of a player or of chance."""
        state, is_draw = self.state.clone(), self.state.is_chance_node()
        before = table(self.state)
        state.apply_action(action)
        after = table(state)
        sizes = [(sum(hand.values()), books) for hand, books in after]
        books_made = [books for _, books in after] != [books for _, books in before]
        is_open = not is_draw or action == self.asked or books_made
        seen = action if is_open else None
        asked = self.asked if is_draw else action % RANKS
        return World(state, (*self.log, (seen, tuple(sizes), state.current_player())), asked)


def table(state: Any) -> list[tuple[dict[str, int], str]]:
    """Return the hand and the books of each seat, from the text of the state."""
    lines = [line for line in str(state).splitlines() if ":" in line]
    hands = []
    for line in lines:
        cards, _, books = line.partition(":")
        hands.append(({cards[at]: int(cards[at + 1]) for at in range(0, len(cards), 2)}, books))
    return hands


def pairs(game: Any, rng: Random) -> Iterator[tuple[World, World, Seat]]:
    """Yield moments of a game and of its twin, and the seat to which both must look the same."""
    state = game.new_initial_state()
    while not state.is_terminal() and len(state.history()) < 150:
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, chances)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    history, seat = state.full_history(), rng.randrange(game.num_players())
    draws = [place for place, step in enumerate(history) if step.player < 0]
    changed = rng.choice(draws)
    world = twin = World(game.new_initial_state())
    for place, step in enumerate(history):
        action = other = step.action
        if place == changed:
            legal = [outcome for outcome, _ in twin.state.chance_outcomes() if outcome != action]
            if not legal:
                return
            other = rng.choice(legal)
        if other not in twin.state.legal_actions():
            return
        world, twin = world.after(action), twin.after(other)
        own = [table(each.state)[seat] if table(each.state) else None for each in (world, twin)]
        if world.log != twin.log or own[0] != own[1] or world.state.is_terminal():
            return
        if place >= changed and not world.state.is_chance_node():
            yield world, twin, seat


def openspiel_shows(state: Any, seat: Seat) -> Shown:
    """Return what OpenSpiel shows to a seat."""
    return {
        "information_state_string": state.information_state_string(seat),
        "observation_string": state.observation_string(seat),
        "observation_tensor": state.observation_tensor(seat),
        "legal_actions": state.legal_actions(seat),
    }


def kaggle_shows(state: Any, seat: Seat) -> Shown:
    """Return what Kaggle's environment gives to an agent, as its interpreter builds it."""
    from kaggle_environments.envs.open_spiel_env import open_spiel_env
    from kaggle_environments.envs.open_spiel_env.games.go_fish import go_fish_proxy

    proxy = go_fish_proxy.GoFishState(state, go_fish_proxy.GoFishGame())
    shown = {
        "observationString": proxy.observation_string(seat),
        "legalActions": proxy.legal_actions(seat),
    }
    if not open_spiel_env._hides_state_from_agents(proxy):
        shown["serializedGameAndState"] = pyspiel.serialize_game_and_state(state.get_game(), state)
    return shown


def leaks(
    shows: Callable[[Any, Seat], Shown], *, players: int, wanted: int
) -> tuple[int, dict[str, int], dict[str, str]]:
    """Return how many pairs were compared, in how many each surface differs, and one example."""
    game, rng, compared = pyspiel.load_game("go_fish", {"players": players}), Random(1), 0
    found, examples = dict[str, int](), dict[str, str]()
    while compared < wanted:
        moments = [*pairs(game, rng)]
        for world, twin, seat in rng.sample(moments, min(3, len(moments))):
            compared += 1
            one, two = shows(world.state, seat), shows(twin.state, seat)
            for name in one:
                found.setdefault(name, 0)
                if one[name] != two[name]:
                    found[name] += 1
                    examples.setdefault(name, f"{one[name]!s:.400}\n-- or --\n{two[name]!s:.400}")
    return compared, found, examples


def main() -> None:
    """Print what leaks, as a table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--pairs", type=int, default=100)
    parser.add_argument("--examples", action="store_true", help="print one of each")
    options = parser.parse_args()
    sides: list[tuple[str, Callable[[Any, Seat], Shown]]] = [
        (f"OpenSpiel {version('open-spiel')} `go_fish`", openspiel_shows)
    ]
    try:
        name = f"Kaggle {version('kaggle-environments')} `open_spiel_go_fish`"
        sides.append((name, kaggle_shows))
    except ModuleNotFoundError:
        pass
    print("| environment | players | shown | pairs that differ |")
    print("|---|---|---|---|")
    for name, shows in sides:
        for players in (2, 4):
            compared, found, examples = leaks(shows, players=players, wanted=options.pairs)
            for surface, count in found.items():
                print(f"| {name} | {players} | `{surface}` | {count:,} of {compared:,} |")
            if options.examples:
                print(json.dumps(examples, indent=1).replace("\\n", "\n"))


if __name__ == "__main__":
    main()
