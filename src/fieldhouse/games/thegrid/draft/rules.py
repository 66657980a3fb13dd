"""The draft: an order by lot, one player a turn (TG-4.4 to TG-4.7). One pick is one play."""

from __future__ import annotations

from fieldhouse.games.thegrid.draft.meta import META
from fieldhouse.games.thegrid.team_building.events import OrderDrawn, Picked
from fieldhouse.games.thegrid.team_building.game import TeamBuildingGame
from fieldhouse.games.thegrid.team_building.rosters import RosterState
from fieldhouse.kernel.game import View
from fieldhouse.kernel.requests import Choose, Draw, Rules, Seat


class DraftState(RosterState):
    """The order drawn so far, and the rosters."""

    order: list[Seat] = []


class Draft(TeamBuildingGame[DraftState]):
    """The draft with its pool."""

    meta = META
    state_type = DraftState
    end_rule = "TG-4.7"

    def start(self) -> DraftState:
        return DraftState([[] for _ in range(self.coaches)])

    def play(self, s: DraftState) -> Rules:
        if not s.order:
            yield from self.draw_order(s)
        else:
            yield from self.pick(s)

    def draw_order(self, s: DraftState) -> Rules:
        """By lot; the coach who is left over comes last (TG-4.4)."""
        while len(s.order) < self.coaches - 1:
            waiting = [str(seat) for seat in range(self.coaches) if seat not in s.order]
            lot = yield Draw(waiting, "draft-order", "the next coach in the order", "TG-4.4")
            s.order.append(int(lot))
        s.order += [seat for seat in range(self.coaches) if seat not in s.order]
        if s.tell:
            s.tell(OrderDrawn(order=tuple(self.seats[seat] for seat in s.order), rules=("TG-4.4",)))

    def on_the_clock(self, s: DraftState) -> Seat:
        """Whose pick it is (TG-4.5; snake by TG-4.28)."""
        round_, turn = divmod(s.players_taken, self.coaches)
        back = self.options["order"] == "snake" and round_ % 2 == 1
        return s.order[self.coaches - 1 - turn if back else turn]

    def pick(self, s: DraftState) -> Rules:
        """One player (TG-4.5, TG-4.6)."""
        seat = self.on_the_clock(s)
        legal = self.choices(s, seat, self.free(s))
        menu = self.menu(s, seat, legal, "TG-4.5", "available")
        key = yield Choose(
            seat,
            "draft-pick",
            menu,
            f"Round {len(s.rosters[seat]) + 1}, pick {s.players_taken + 1}: draft a player",
            rule="TG-4.5",
            help="A roster needs 2 quarterbacks, 5 backs and ends, 5 linemen and any 3 others.",
        )
        who = self.place_of[key]
        if s.tell:
            s.tell(
                Picked(
                    side=seat,
                    team=self.seats[seat],
                    id=key,
                    who=self.words(who),
                    pick=s.players_taken + 1,
                    round=len(s.rosters[seat]) + 1,
                    rules=("TG-4.5",),
                )
            )
        self.add(s, seat, who)
        self.tell_end(s)

    def view(self, s: DraftState, seat: Seat | None) -> View:
        at = self.on_the_clock(s) if s.order and not s.complete else -1
        return {**super().view(s, seat), "on_the_clock": at}

    def status(self, s: DraftState) -> str:
        if not s.order:
            return "Drawing the draft order"
        if s.complete:
            return "The draft is over"
        round_, turn = divmod(s.players_taken, self.coaches)
        return f"Round {round_ + 1}, pick {turn + 1} of {self.coaches}: {self.seats[self.on_the_clock(s)]}"


GAME = Draft
