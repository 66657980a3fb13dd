"""Forming teams from a common pool: the draft and the auction (section 4).

Both are rules in the house's sense: generators that ask for draws and choices and write what is known into
a `Forming`. A league, a table or a test answers them. Coaches are seats in the order of the league's list.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Sequence

import msgspec

from fieldhouse.games.thegrid.teams.making import automatic_lineup, world_team
from fieldhouse.games.thegrid.teams.players import NEEDED, ROSTER, TYPES, Player, Team, card_ids
from fieldhouse.kernel.errors import BadOptions
from fieldhouse.kernel.requests import (
    Answer,
    Choose,
    Draw,
    LazyMenu,
    Option,
    Refusal,
    Request,
    Rules,
    Seat,
)

START_MONEY = 100  # TG-4.8
FACE_UP = 5  # TG-4.9


class Offered(msgspec.Struct, frozen=True):
    """A player of the pool; `key` tells him from every other, whatever his name or number (TG-3.6)."""

    key: str
    player: Player


class Forming(msgspec.Struct):
    """Where a draft or an auction stands: pool places by coach, and in an auction money and cards."""

    pool: list[Offered]
    rosters: list[list[int]]
    order: list[Seat] = []
    money: list[int] = []
    face_up: list[int] = []
    pile: list[int] = []
    nominator: Seat = -1
    on_offer: int = -1
    bid: int = 0
    bidder: Seat = -1

    @property
    def unsold(self) -> list[int]:
        """The pool of TG-4.6: everybody not yet on a roster (TG-4.23)."""
        gone = {who for roster in self.rosters for who in roster}
        return [who for who in range(len(self.pool)) if who not in gone]

    @property
    def done(self) -> bool:
        """Has every coach fifteen players (TG-4.7, TG-4.21)?"""
        return all(len(roster) == ROSTER for roster in self.rosters)

    def kind(self, who: int) -> str:
        """A pool player's type."""
        return self.pool[who].player.type


def default_pool(coaches: int, seed: int) -> list[Offered]:
    """The teams of one set per two coaches, the lowest sets first (TG-4.26)."""
    if not 2 <= coaches <= 12:
        raise BadOptions(f"coaches: {coaches} is not a whole number from 2 to 12 (TG-4.26)")
    teams = [world_team(seed, index) for index in range(1, 2 * ((coaches + 1) // 2) + 1)]
    return [Offered(f"{team.code}-{player.card}", player) for team in teams for player in team.players]


def begin(pool: Sequence[Offered], coaches: int) -> Forming:
    """An empty table; BadOptions if the pool cannot serve that many coaches (TG-4.3)."""
    types = Counter(offered.player.type for offered in pool)
    faults = []
    if len(pool) < ROSTER * coaches:
        faults.append(f"the pool has {len(pool)} players and needs {ROSTER * coaches}")
    faults += [
        f"the pool has {types[kind]} {kind}s and needs {least * coaches}"
        for kind, least in NEEDED.items()
        if types[kind] < least * coaches
    ]
    if len({offered.key for offered in pool}) != len(pool):
        faults.append("two players of the pool have the same key")
    if faults:
        raise BadOptions("; ".join(faults) + " (TG-4.3)")
    return Forming(list(pool), [[] for _ in range(coaches)])


def lacks(f: Forming, coach: Seat) -> dict[str, int]:
    """How many of each type the coach still needs under TG-3.2."""
    has = Counter(f.kind(who) for who in f.rosters[coach])
    return {kind: max(0, least - has[kind]) for kind, least in NEEDED.items()}


def add_refused(f: Forming, coach: Seat, who: int) -> str | None:
    """Why the coach may not add this player, or None (TG-4.6)."""
    if who not in f.unsold:
        return "he is already on a roster"
    kind = f.kind(who)
    wanting = lacks(f, coach)
    wanting[kind] = max(0, wanting[kind] - 1)
    empty = ROSTER - len(f.rosters[coach]) - 1
    if empty < 0:
        return "your roster is full"
    if empty < sum(wanting.values()):
        return "you would have too few places left for the types you still lack"
    left = Counter(f.kind(other) for other in f.unsold if other != who)
    for each in TYPES:
        others = sum(lacks(f, seat)[each] for seat in range(len(f.rosters)) if seat != coach)
        if left[each] < others + wanting[each]:
            return f"the coaches together would lack {each}s"
    return None


def _menu(f: Forming, coach: Seat, whom: Sequence[int], rule: str) -> LazyMenu:
    by_key = {f.pool[who].key: who for who in whom}

    def describe(key: str) -> Option:
        player = f.pool[by_key[key]].player
        return Option(key, f"{player.type} {player.label}", rule)

    def refuse(key: str) -> Refusal:
        who = next((n for n, offered in enumerate(f.pool) if offered.key == key), None)
        reason = "there is no such player in the pool" if who is None else add_refused(f, coach, who)
        return Refusal(key, reason or "he is not face up", rule)

    return LazyMenu(list(by_key), describe, refuse)


# The draft


def draft(f: Forming) -> Rules:
    """A random order of coaches, the same every round, one player each (TG-4.4 to TG-4.7)."""
    waiting = list(range(len(f.rosters)))
    while waiting:
        coach = yield Draw([str(seat) for seat in waiting], "draft-order", "the next coach", "TG-4.4")
        f.order.append(int(coach))
        waiting.remove(int(coach))
    while not f.done:
        for seat in f.order:
            legal = [who for who in f.unsold if add_refused(f, seat, who) is None]
            menu = _menu(f, seat, legal, "TG-4.6")
            key = yield Choose(seat, "draft-pick", menu, "Pick a player", rule="TG-4.5")
            f.rosters[seat].append(_who(f, key))


def _who(f: Forming, key: str) -> int:
    return next(n for n, offered in enumerate(f.pool) if offered.key == key)


# The auction


def auction(f: Forming) -> Rules:
    """Five cards face up, then nominations and bids until every coach has fifteen (TG-4.8 to TG-4.21)."""
    f.money = [START_MONEY] * len(f.rosters)
    f.pile = list(range(len(f.pool)))
    for _ in range(FACE_UP):
        yield from turn_up(f)
    first = yield Draw([str(seat) for seat in range(len(f.rosters))], "nominator", "who begins", "TG-4.10")
    turn = int(first)
    while not f.done:
        yield from find_nominator(f, turn)
        yield from nominate(f)
        yield from bidding(f)
        sell(f)
        if f.done:
            return
        turn = next_with_room(f, f.bidder + 1)  # TG-4.15: the buyer's left
        yield from turn_up(f)


def turn_up(f: Forming) -> Rules:
    """The top card of the pile, if there is one: uniform over those not yet seen (TG-4.9, TG-4.20)."""
    if f.pile:
        key = yield Draw([f.pool[who].key for who in f.pile], "auction", "the top card", "TG-4.9")
        f.pile.remove(_who(f, key))
        f.face_up.append(_who(f, key))


def next_with_room(f: Forming, start: int) -> Seat:
    """The first coach clockwise from there with an empty place (TG-4.16, TG-4.24)."""
    seats = len(f.rosters)
    return next(seat % seats for seat in range(start, start + seats) if len(f.rosters[seat % seats]) < ROSTER)


def find_nominator(f: Forming, turn: Seat) -> Rules:
    """Whoever on from `turn` can take a face-up card; if nobody can, one more is turned up (TG-4.19)."""
    seats = len(f.rosters)
    while True:
        for seat in range(turn, turn + seats):
            if choices(f, seat % seats):
                f.nominator = seat % seats
                return
        yield from turn_up(f)


def choices(f: Forming, coach: Seat) -> list[int]:
    """The face-up players he may add (TG-4.18)."""
    return [who for who in f.face_up if add_refused(f, coach, who) is None]


def limit(f: Forming, coach: Seat) -> int:
    """His highest bid: a dollar stays for every other empty place (TG-4.17)."""
    return f.money[coach] - (ROSTER - len(f.rosters[coach]) - 1)


def nominate(f: Forming) -> Rules:
    """One face-up card and an opening bid of at least a dollar (TG-4.11)."""
    seat = f.nominator
    menu = _menu(f, seat, choices(f, seat), "TG-4.11")
    key = yield Choose(seat, "nominate", menu, "Nominate a player", rule="TG-4.11")
    f.on_offer = _who(f, key)
    opening = yield Choose(seat, "opening-bid", _bids(1, limit(f, seat)), "Open the bidding", rule="TG-4.11")
    f.bid, f.bidder = int(opening), seat


def _bids(low: int, high: int, *, may_pass: bool = False) -> LazyMenu:
    keys = [*(["pass"] if may_pass else []), *map(str, range(low, high + 1))]

    def describe(key: str) -> Option:
        return Option(key, "Pass" if key == "pass" else f"${key}", "TG-4.12")

    def refuse(key: str) -> Refusal:
        return Refusal(key, f"bid a whole number of dollars from {low} to {high}", "TG-4.17")

    return LazyMenu(keys, describe, refuse)


def bidding(f: Forming) -> Rules:
    """Clockwise, raise or be out for this player, until one is left (TG-4.12, TG-4.13)."""
    seats = len(f.rosters)
    still_in = [(f.nominator + step) % seats for step in range(seats)]
    turn = 1
    while len(still_in) > 1:
        seat = still_in[turn % len(still_in)]
        raised = yield from one_bid(f, seat)
        if raised:
            f.bid, f.bidder = raised, seat
            turn = still_in.index(seat) + 1
        else:
            turn = still_in.index(seat)
            still_in.remove(seat)


def one_bid(f: Forming, seat: Seat) -> Generator[Request, Answer, int]:
    """The new bid, or 0 for a pass; who cannot raise passes without being asked (TG-4.16 to TG-4.18)."""
    if add_refused(f, seat, f.on_offer) is not None or limit(f, seat) <= f.bid:
        return 0
    menu = _bids(f.bid + 1, limit(f, seat), may_pass=True)
    answer = yield Choose(seat, "bid", menu, "Raise or pass", rule="TG-4.12")
    return 0 if answer == "pass" else int(answer)


def sell(f: Forming) -> None:
    """The last coach left pays and takes the player (TG-4.14)."""
    f.money[f.bidder] -= f.bid
    f.rosters[f.bidder].append(f.on_offer)
    f.face_up.remove(f.on_offer)


# The result


def formed_team(f: Forming, coach: Seat, name: str, code: str, country: str) -> Team:
    """The coach's roster as a team with the automatic lineup; rosters are closed now (TG-4.27)."""
    chosen = sorted((f.pool[who].player for who in f.rosters[coach]), key=lambda p: TYPES.index(p.type))
    ids = card_ids([player.number for player in chosen])
    players = tuple(msgspec.structs.replace(p, card=card) for p, card in zip(chosen, ids, strict=True))
    return Team(name, code, country, players, automatic_lineup(players))
