"""Find seats that were played from the same address or network, by keyed digests of addresses."""

from collections.abc import Iterable
from itertools import combinations
from typing import Literal, NamedTuple

from games.engine.cards import Seat


class SeatOrigin(NamedTuple):
    """The digests of an address and its network, from which a seat was played."""

    seat: Seat
    address: bytes
    network: bytes


class SharedAddress(NamedTuple):
    """Two seats that share an address, or only a network."""

    seats: tuple[Seat, Seat]
    what: Literal["address", "network"]


def shared(origins: Iterable[SeatOrigin]) -> list[SharedAddress]:
    """Return the pairs of seats that share an address or a network."""
    addresses: dict[Seat, set[bytes]] = {}
    networks: dict[Seat, set[bytes]] = {}
    for seat, address, network in origins:
        addresses.setdefault(seat, set()).add(address)
        networks.setdefault(seat, set()).add(network)
    pairs = []
    for pair in combinations(sorted(networks), 2):
        one, other = pair
        if addresses[one] & addresses[other]:
            pairs.append(SharedAddress(pair, "address"))
        elif networks[one] & networks[other]:
            pairs.append(SharedAddress(pair, "network"))
    return pairs
