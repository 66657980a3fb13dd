"""The auction: five cards face up, nominations and bids until every coach has fifteen (TG-4.8 to TG-4.21).

One sale is one play. Clockwise is the order of the league's list (TG-4.24).
"""

from __future__ import annotations

from collections.abc import Generator

from fieldhouse.games.thegrid.auction.meta import META
from fieldhouse.games.thegrid.team_building.events import Begins, Nominated, Raised, Sold, TurnedUp
from fieldhouse.games.thegrid.team_building.game import TeamBuildingGame
from fieldhouse.games.thegrid.team_building.rosters import RosterState, add_refused
from fieldhouse.games.thegrid.teams.players import ROSTER
from fieldhouse.kernel.game import View
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

PASS = "pass"
NOBODY = -1


class AuctionState(RosterState):
    """Budgets, players up for nomination, and the player being auctioned; `prices` go with `rosters`."""

    money: list[int]
    prices: list[list[int]]
    pile: list[int]
    face_up: list[int] = []
    turn: Seat = NOBODY
    """Whose turn it is to nominate; it passes on if no player fits (TG-4.19)."""
    nominator: Seat = NOBODY
    on_offer: int = NOBODY
    bid: int = 0
    bidder: Seat = NOBODY
    still_in: list[Seat] = []
    bids: list[tuple[Seat, int]] = []
    """The bids for this player so far."""


class AuctionGame(TeamBuildingGame[AuctionState]):
    """The auction with its pool."""

    meta = META
    state_type = AuctionState
    end_rule = "TG-4.21"

    def start(self) -> AuctionState:
        coaches = range(self.coaches)
        money = [int(self.options["money"])] * self.coaches  # TG-4.8
        return AuctionState([[] for _ in coaches], money, [[] for _ in coaches], list(range(len(self.pool))))

    def play(self, s: AuctionState) -> Rules:
        if s.turn == NOBODY:
            yield from self.begin(s)
        else:
            yield from self.sale(s)

    def begin(self, s: AuctionState) -> Rules:
        """The first cards, and who nominates first (TG-4.9, TG-4.10)."""
        for _ in range(int(self.options["face_up"])):
            yield from self.turn_up(s)
        lot = yield Draw(
            [str(seat) for seat in range(self.coaches)], "nominator", "who nominates first", "TG-4.10"
        )
        s.turn = int(lot)
        if s.tell:
            s.tell(Begins(side=s.turn, team=self.seats[s.turn], rules=("TG-4.10",)))

    def sale(self, s: AuctionState) -> Rules:
        """One player, from the nomination to the next card (TG-4.11 to TG-4.20)."""
        yield from self.find_nominator(s)
        yield from self.nominate(s)
        yield from self.run_bidding(s)
        self.sell(s)
        if s.complete:
            self.tell_end(s)
            return
        s.turn = self.next_with_room(s, s.bidder + 1)  # TG-4.15: the buyer's left
        yield from self.turn_up(s)

    def turn_up(self, s: AuctionState) -> Rules:
        """The top card of the pile, if there is one: uniform over those not yet seen (TG-4.9, TG-4.20)."""
        if not s.pile:
            return
        key = yield Draw([self.pool[who].id for who in s.pile], "auction", "the top card", "TG-4.9")
        who = self.place_of[key]
        s.pile.remove(who)
        s.face_up.append(who)
        if s.tell:
            s.tell(TurnedUp(id=key, who=self.words(who), rules=("TG-4.9",)))

    def next_with_room(self, s: AuctionState, start: Seat) -> Seat:
        """The first coach clockwise from there with an empty place (TG-4.16, TG-4.24)."""
        round_ = (seat % self.coaches for seat in range(start, start + self.coaches))
        return next(seat for seat in round_ if len(s.rosters[seat]) < ROSTER)

    def find_nominator(self, s: AuctionState) -> Rules:
        """Find the next coach from `turn` who can take a player shown; if none can, turn up one more
        (TG-4.19)."""
        while True:
            for step in range(self.coaches):
                seat = (s.turn + step) % self.coaches
                if self.choices(s, seat, s.face_up):  # TG-4.18
                    s.nominator = seat
                    return
            yield from self.turn_up(s)

    def limit(self, s: AuctionState, coach: Seat) -> int:
        """The coach's highest bid, keeping a dollar for every other open spot (TG-4.17)."""
        empty = ROSTER - len(s.rosters[coach])
        return s.money[coach] - (empty - 1) if empty else 0

    def nominate(self, s: AuctionState) -> Rules:
        """One face-up card and an opening bid of at least a dollar (TG-4.11)."""
        seat = s.nominator
        may = self.choices(s, seat, s.face_up)
        menu = self.menu(s, seat, may, "TG-4.11", "not up for nomination", s.face_up)
        key = yield Choose(
            seat,
            "nominate",
            menu,
            "Nominate a player",
            rule="TG-4.11",
            help="Pick one of the players shown; you open the bidding with at least $1.",
        )
        s.on_offer = self.place_of[key]
        opening = yield self.asks_bid(s, seat, "opening-bid", "TG-4.11")
        s.bid, s.bidder = int(opening), seat
        s.bids = [(seat, s.bid)]
        if s.tell:
            team, who = self.seats[seat], self.words(s.on_offer)
            s.tell(Nominated(side=seat, team=team, id=key, who=who, bid=s.bid, rules=("TG-4.11",)))

    def asks_bid(self, s: AuctionState, seat: Seat, what: str, rule: str) -> Choose:
        """The question for a bid; only a raise may also be a pass."""
        low, high = s.bid + 1, self.limit(s, seat)
        name = self.pool[s.on_offer].name
        opens = what == "opening-bid"
        return Choose(
            seat,
            what,
            self.bid_menu(s, seat, may_pass=not opens),
            f"Open the bidding for {name}" if opens else f"{name} is at ${s.bid}: raise or pass?",
            rule=rule,
            help=f"Up to ${high}, keeping $1 for each of your other open spots.",
            facts={"low": low, "high": high},
        )

    def bid_menu(self, s: AuctionState, seat: Seat, *, may_pass: bool) -> LazyMenu:
        """Whole dollars up to the limit."""
        low, high = s.bid + 1, self.limit(s, seat)
        others = ROSTER - len(s.rosters[seat]) - 1
        money = s.money[seat]

        def describe(key: str) -> Option:
            return Option(key, "Pass" if key == PASS else f"${key}", "TG-4.12")

        def refuse(key: str) -> Refusal:
            try:
                bid = int(key)
            except ValueError:
                return Refusal(key, f"bid a whole number from {low} to {high}", "TG-4.12")
            if bid > high:
                why = (
                    f"you can bid up to ${high}: ${money} less $1 for each of your {others} other open spots"
                )
                return Refusal(key, why, "TG-4.17")
            return Refusal(key, f"bid at least ${low}", "TG-4.12")

        return LazyMenu([*([PASS] if may_pass else []), *map(str, range(low, high + 1))], describe, refuse)

    def run_bidding(self, s: AuctionState) -> Rules:
        """Clockwise, raise or be out for this player, until one is left (TG-4.12, TG-4.13)."""
        s.still_in = [(s.nominator + step) % self.coaches for step in range(self.coaches)]
        turn = 1
        while len(s.still_in) > 1:
            seat = s.still_in[turn % len(s.still_in)]
            raised = yield from self.one_bid(s, seat)
            turn = s.still_in.index(seat)
            if raised:
                s.bid, s.bidder = raised, seat
                s.bids.append((seat, raised))
                turn += 1
                if s.tell:
                    s.tell(Raised(side=seat, team=self.seats[seat], bid=raised, rules=("TG-4.12",)))
            else:
                s.still_in.remove(seat)

    def one_bid(self, s: AuctionState, seat: Seat) -> Generator[Request, Answer, int]:
        """The new bid, or 0 for a pass; who cannot raise passes without being asked (TG-4.16 to TG-4.18)."""
        if self.limit(s, seat) <= s.bid or add_refused(self.pool, s, seat, s.on_offer) is not None:
            return 0
        answer = yield self.asks_bid(s, seat, "bid", "TG-4.12")
        return 0 if answer == PASS else int(answer)

    def sell(self, s: AuctionState) -> None:
        """The last coach left pays and takes the player (TG-4.14)."""
        if s.tell:
            s.tell(
                Sold(
                    side=s.bidder,
                    team=self.seats[s.bidder],
                    id=self.pool[s.on_offer].id,
                    who=self.words(s.on_offer),
                    lot=s.players_taken + 1,
                    price=s.bid,
                    rules=("TG-4.14",),
                )
            )
        s.money[s.bidder] -= s.bid
        self.add(s, s.bidder, s.on_offer)
        s.prices[s.bidder].append(s.bid)
        s.face_up.remove(s.on_offer)
        s.nominator = s.on_offer = NOBODY
        s.bid, s.bids, s.still_in = 0, [], []

    def view(self, s: AuctionState, seat: Seat | None) -> View:
        limits = [self.limit(s, coach) for coach in range(self.coaches)]
        return {**super().view(s, seat), "limits": limits}

    def status(self, s: AuctionState) -> str:
        if s.complete:
            return "The auction is over"
        if s.turn == NOBODY:
            return "The auction is about to start"
        lot = f"Player {s.players_taken + 1} of {ROSTER * self.coaches}"
        if s.on_offer == NOBODY:
            seat = s.turn if s.nominator == NOBODY else s.nominator
            return f"{lot}: {self.seats[seat]} nominates a player"
        name = self.pool[s.on_offer].name
        return f"{lot}: {name}, ${s.bid} by {self.seats[s.bidder]}" if s.bid else f"{lot}: {name}"


GAME = AuctionGame
