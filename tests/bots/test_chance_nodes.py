"""With explicit chance, a game has the events of the engine under the pack that chance named."""

from random import Random

import pytest

from games.bots import chance_nodes
from games.engine import legal
from games.engine.commands import Command, Deal, DrawDealer
from games.engine.decide import step
from games.engine.events import CardDrawn, Dealt
from games.engine.presets import PRESETS
from games.engine.refusals import RulesRefused
from games.engine.table import Table


def played(setup: chance_nodes.Setup, rng: Random) -> tuple[chance_nodes.Node, list[Command]]:
    """Play a game of random asks; return its end and the commands of its seats."""
    position, commands = chance_nodes.start(setup), list[Command]()
    while not position.state.is_over:
        if position.is_chance:
            position = position.after_chance(rng.choice(position.outcomes()))
            continue
        seat = position.state.to_act()
        assert seat is not None
        commands.append(rng.choice(legal.asks(Table(position.state), seat)))
        position = position.after(commands[-1])
    return position, commands


@pytest.mark.parametrize("preset", PRESETS)
def test_the_events_are_those_of_the_engine(preset: str) -> None:
    for seats in (2, 3, 5):
        setup = chance_nodes.prepare(preset, seats=seats)
        end, commands = played(setup, Random(seats))
        [dealt] = [event for event in end.events if isinstance(event, Dealt)]
        drawn = [event.card for event in end.events if isinstance(event, CardDrawn)]
        named = [*dealt.pack[: sum(dealt.counts)], *drawn]
        pack = (*named, *(card for card in setup.pack if card not in named))

        start = chance_nodes.start(setup)
        state, events = start.state, [*start.events]
        for command in (DrawDealer(dealt.dealer), Deal(pack), *commands):
            caused, state = step(state, command)
            events += caused

        assert [event for event in events if not isinstance(event, Dealt)] == [
            event for event in end.events if not isinstance(event, Dealt)
        ]
        assert state._replace(stock=()) == end.state._replace(stock=())


def test_chance_names_each_card_that_is_left_and_no_other() -> None:
    position = chance_nodes.start(chance_nodes.prepare()).after_chance(1)
    for card in range(14):
        assert position.outcomes() == list(range(card, 52))
        position = position.after_chance(card)

    assert not position.is_chance
    with pytest.raises(ValueError, match="0"):
        position.after_chance(0)


@pytest.mark.parametrize(
    "overlays, seats, open_ranks, option",
    [
        (["honour"], 2, 13, "overlays"),
        (["series"], 2, 13, "overlays"),
        ([], 2, 0, "open_ranks"),
        ([], 2, 2, "hand_size"),
        ([], 7, 13, "seats"),
    ],
)
def test_what_cannot_be_played_is_refused(
    overlays: list[str], seats: int, open_ranks: int, option: str
) -> None:
    with pytest.raises(RulesRefused) as refused:
        chance_nodes.prepare(seats=seats, overlays=overlays, open_ranks=open_ranks)

    assert refused.value.errors[0].option == option
