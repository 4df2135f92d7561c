"""Find accounts that played from the same addresses or networks as a player, and weigh that.

Addresses are stored as keyed digests, for ``ADDRESSES_KEPT_DAYS``, and purged here. An address is
often shared: by a household, a school, or thousands of customers of a mobile carrier. So a
coincidence weighs less the more accounts share the address, and it never proves who played.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable
from datetime import datetime
from typing import NamedTuple

from django.conf import settings
from django.db.models import Count, OuterRef, Subquery

from accounts import statements
from accounts.models import User
from games.desk.models import SeatAddress
from games.log.models import Seat
from games.referee.turns import Origin


def origins(game_ids: Collection[int]) -> dict[int, Origin]:
    """Return the account on the lowest seat of each game, by id, with its last address digest."""
    last = SeatAddress.objects.filter(seat=OuterRef("pk")).order_by("-pk").values("address")[:1]
    rows = Seat.objects.filter(game__in=game_ids, account__isnull=False).order_by("-number")
    addresses = rows.annotate(address=Subquery(last)).values_list(
        "game_id", "account_id", "address"
    )
    return {
        game_id: Origin(account_id, None if address is None else bytes(address))
        for game_id, account_id, address in addresses
    }


def purge(*, now: datetime, most: int) -> int:
    """Delete up to ``most`` rows older than they may be kept; return how many were deleted."""
    old = SeatAddress.objects.filter(at__lt=now - settings.ADDRESSES_KEPT)
    return statements.delete_first(old, by="at", most=most)


MOST_ADDRESSES = 100
"""Addresses of the player that are compared, the newest."""
MOST_ROWS = 2_000
"""Rows of other accounts that are read for addresses, and again for networks, the newest."""
MOST_SHOWN = 20
HOUSEHOLD = 3
"""Accounts on an address: up to so many may well be one person or one household."""
CROWD = 10

Digests = dict[bytes, set[int]]


class Coincidence(NamedTuple):
    """Another account that shares addresses or networks with a player."""

    account: User
    addresses: int
    networks: int
    crowd: int
    """How many accounts, these two included, are on the least shared address or network."""
    games_together: int
    weight: str
    meaning: str


def of_player(player: User) -> list[Coincidence]:
    """Return the accounts that share an address with a player, or a network; the weightiest first.

    The number of queries is constant, and the rows that they read are bounded.
    """
    own = SeatAddress.objects.filter(seat__account=player).order_by("-pk")
    rows = list(own.values_list("address", "network")[:MOST_ADDRESSES])
    addresses = _others("address", {bytes(address) for address, _ in rows}, player)
    networks = _others("network", {bytes(network) for _, network in rows}, player)
    together = {each for group in (*addresses.values(), *networks.values()) for each in group}
    accounts = User.objects.in_bulk(together)
    games = _games_together(player, together)
    coincidences = [
        _coincidence(account, addresses, networks, games.get(account_id, 0))
        for account_id, account in accounts.items()
    ]
    coincidences.sort(
        key=lambda each: (-each.addresses, each.crowd, -each.games_together, -each.networks)
    )
    return coincidences[:MOST_SHOWN]


def weigh(*, is_address: bool, crowd: int) -> tuple[str, str]:
    """Return the weight of a coincidence, and what it may mean.

    >>> weigh(is_address=True, crowd=2)[0], weigh(is_address=False, crowd=400)[0]
    ('moderate', 'none')
    """
    if is_address and crowd <= HOUSEHOLD:
        return "moderate", "One household, or one person with several accounts."
    if is_address and crowd <= CROWD:
        return "weak", "A family, a shared flat or a small office. One person is possible."
    if not is_address and crowd <= HOUSEHOLD:
        return "weak", "The same provider or neighbourhood, or one person at two places."
    return "none", "A school, a company, a carrier or a proxy: no evidence."


def _coincidence(
    account: User, addresses: Digests, networks: Digests, games_together: int
) -> Coincidence:
    shared = [group for group in addresses.values() if account.pk in group]
    near = [group for group in networks.values() if account.pk in group]
    crowd = min(len(group) for group in shared or near) + 1
    weight, meaning = weigh(is_address=bool(shared), crowd=crowd)
    return Coincidence(
        account, len(shared), len(near), crowd, games_together, weight=weight, meaning=meaning
    )


def _others(column: str, digests: Iterable[bytes], player: User) -> Digests:
    """Return the other accounts on each of these digests."""
    rows = SeatAddress.objects.filter(**{f"{column}__in": list(digests)}).order_by("-pk")
    others = rows.exclude(seat__account=player).values_list(column, "seat__account")[:MOST_ROWS]
    accounts: Digests = defaultdict(set)
    for digest, account_id in others:
        if account_id is not None:
            accounts[bytes(digest)].add(account_id)
    return accounts


def _games_together(player: User, others: Iterable[int]) -> dict[int, int]:
    games = Seat.objects.filter(account=player).order_by().values("game")
    seats = Seat.objects.filter(account__in=list(others), game__in=games).order_by()
    return dict(seats.values_list("account").annotate(Count("game")))
