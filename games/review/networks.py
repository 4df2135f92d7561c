"""Seats that were played from one place, by the keyed digests that are kept of addresses."""

from collections.abc import Iterable
from itertools import combinations
from typing import Literal, NamedTuple

from games.engine.cards import Seat


class Origin(NamedTuple):
    """From where a seat was played at some time."""

    seat: Seat
    address: bytes
    network: bytes


class SharedAddress(NamedTuple):
    """Two seats that were played from the same address, or only from the same network."""

    seats: tuple[Seat, Seat]
    what: Literal["address", "network"]


def shared(origins: Iterable[Origin]) -> list[SharedAddress]:
    """Return the pairs of seats that have an address or a network in common."""
    addresses: dict[Seat, set[bytes]] = {}
    networks: dict[Seat, set[bytes]] = {}
    for seat, address, network in origins:
        addresses.setdefault(seat, set()).add(address)
        networks.setdefault(seat, set()).add(network)
    found = []
    for pair in combinations(sorted(networks), 2):
        one, other = pair
        if addresses[one] & addresses[other]:
            found.append(SharedAddress(pair, "address"))
        elif networks[one] & networks[other]:
            found.append(SharedAddress(pair, "network"))
    return found
