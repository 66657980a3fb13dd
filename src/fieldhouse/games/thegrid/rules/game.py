"""The Grid: the game from lineups to the last card, and the materials it is played with."""

from __future__ import annotations

from random import Random
from typing import Any

from fieldhouse.football.charts import read_toml
from fieldhouse.games.thegrid.chart_files import chart_text
from fieldhouse.games.thegrid.charts.reader import read_boxes, read_play_tables
from fieldhouse.games.thegrid.rules.charts import BoundCharts
from fieldhouse.games.thegrid.rules.drives import end_period, kickoff, kickoff_to
from fieldhouse.games.thegrid.rules.events import PeriodBegan, Tossed
from fieldhouse.games.thegrid.rules.lineups import (
    READY,
    apply_change,
    lineup_menu,
    set_lineups,
    show_lineups,
)
from fieldhouse.games.thegrid.rules.position_check import MOST_PERIODS, check_position
from fieldhouse.games.thegrid.rules.requests import OVERTIME_CHOICE, STANDING, TOSS, TOSS_CALL, TOSS_CHOICE
from fieldhouse.games.thegrid.rules.scrimmage import play as scrimmage
from fieldhouse.games.thegrid.rules.state import Grid, Phase, Side, line_up, new_deck, period_name, unseen
from fieldhouse.games.thegrid.rules.views import moment, scoreboard, view
from fieldhouse.games.thegrid.teams.creation import named_team
from fieldhouse.games.thegrid.teams.players import read_team, team_data, team_text
from fieldhouse.kernel.errors import BadChart
from fieldhouse.kernel.events import PlayMoment
from fieldhouse.kernel.game import GivenAnswer, Materials, Outcome, Setup, View
from fieldhouse.kernel.meta import Options
from fieldhouse.kernel.position_check import PositionCheck
from fieldhouse.kernel.requests import Option, Rules, Seat
from fieldhouse.kernel.scoreboard import Scoreboard, team_with_verb

HOME, VISITOR = 0, 1
REST = "rest"
"""The pool of a position's text where it is what was not flipped."""


class TheGrid(BoundCharts):
    """The rules with both teams, the play cards and the boxes bound."""

    state_type = Grid

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self.ask_lineups = setup.options["lineups"] == "set"

    # Materials

    @classmethod
    def default_materials(cls, options: Options) -> Materials:
        seed = int(options["world_seed"])
        return {
            "home": team_data(named_team(str(options["home"]), seed)),
            "visitor": team_data(named_team(str(options["visitor"]), seed)),
            "plays": read_toml("plays", chart_text("plays")),
            "boxes": read_toml("boxes", chart_text("boxes")),
        }

    @classmethod
    def material_text(cls, name: str) -> str:
        files = {"home": "founders", "visitor": "tidewolves", "plays": "plays", "boxes": "boxes"}
        return chart_text(files[name]) if name in files else super().material_text(name)

    @classmethod
    def chosen_text(cls, name: str, options: Options) -> str:
        if name not in ("home", "visitor"):
            return cls.material_text(name)
        chosen = str(options[name])
        if chosen.startswith("world-"):
            return team_text(team_data(named_team(chosen, int(options["world_seed"]))))
        return chart_text(chosen)

    @classmethod
    def read_material(cls, name: str, text: str) -> Any:
        if name not in cls.meta.materials:
            return super().read_material(name, text)
        data = read_toml(name, text)
        cls._check(name, data)
        return data

    @classmethod
    def check_materials(cls, materials: Materials) -> None:
        faults: list[str] = []
        for name in cls.meta.materials:
            try:
                cls._check(name, materials[name])
            except BadChart as bad:
                faults += bad.faults
        if faults:
            raise BadChart(faults)

    @staticmethod
    def _check(name: str, data: Any) -> None:
        if name == "plays":
            read_play_tables(data)
        elif name == "boxes":
            read_boxes(data)
        else:
            read_team(data, name)

    # The contract

    def start(self) -> Grid:
        time_outs = int(self.options["time_outs"])
        sides = [Side(list(team.lineup), [], [], time_outs, [0]) for team in self.teams]
        s = Grid(sides=sides, scores=[0, 0])
        for seat, side in enumerate(sides):
            line_up(self, s, seat, side.lineup)
        new_deck(s, self.half_cards)  # TG-5.7
        return s

    def outcome(self, s: Grid) -> Outcome | None:
        if s.phase != "over":
            return None
        home, visitor = s.scores
        if home == visitor:
            return Outcome(None, "draw", f"Tie, {home}-{visitor}", (home, visitor), "TG-23.8")
        winner = HOME if home > visitor else VISITOR
        why, rule = ("points", "TG-23.3") if s.period == 2 else ("overtime", "TG-23.7")
        late = "" if s.period == 2 else " in overtime"
        wins = team_with_verb(self.teams[winner].name, "wins", "win")
        text = f"{wins} {max(s.scores)}-{min(s.scores)}{late}"
        return Outcome(winner, why, text, (home, visitor), rule)

    def standing_options(self, s: Grid, seat: Seat) -> tuple[Option, ...]:
        """The defense's timeout at the end of this play (TG-22.3)."""
        return (STANDING,) if s.phase == "play" and seat != s.offense and s.sides[seat].time_outs else ()

    def view(self, s: Grid, seat: Seat | None) -> View:
        return view(self, s, seat)

    def scoreboard(self, s: Grid, seat: Seat | None) -> Scoreboard:
        return scoreboard(self, s)

    def moment(self, s: Grid) -> PlayMoment:
        return moment(s)

    def position_text(self, plain: dict[str, Any]) -> dict[str, Any]:
        """The timing cards not yet seen are the pack without those flipped (TG-ST.5)."""
        if plain["pool"] == unseen(plain["flipped"]):
            plain["pool"] = REST
        return plain

    def parse_position_text(self, text: dict[str, Any]) -> dict[str, Any]:
        """Restore the pool of unseen timing cards, and points by period where only the scores are given."""
        for side, points in zip(text["sides"], text["scores"], strict=True):
            if not any(side["points"]):
                side["points"] = [points] + [0] * (min(int(text["period"]), MOST_PERIODS) - 1)
        return {**text, "pool": unseen(text["flipped"])} if text["pool"] == REST else text

    def check_position(self, s: Grid, check: PositionCheck) -> None:
        """Ranges, lineups, deck, and who may have the ball."""
        check_position(self, s, check)

    def play(self, s: Grid) -> Rules:
        if s.phase == "play":
            yield from scrimmage(self, s)
        elif s.phase == "kickoff":
            yield from kickoff(self, s)
        elif s.phase == "lineups":
            yield from self.lineups(s, "toss")
        elif s.phase == "toss":
            yield from self.toss(s)
        elif s.phase == "break":
            yield from self.lineups(s, "overtime-toss" if s.period == 2 else "next")
        else:
            yield from self.overtime_toss(s)
        if s.phase == "next":
            self.next_period(s)
        if s.left == 0 and s.phase in ("play", "kickoff"):
            end_period(self, s)

    # Before, between and after the halves

    def lineups(self, s: Grid, then: Phase) -> Rules:
        """Lineups come before the toss, at the start as at a break (TG-5.5, TG-24.6)."""
        if self.ask_lineups:
            yield from set_lineups(self, s)
        else:
            show_lineups(self, s)
        s.phase = then

    def toss(self, s: Grid) -> Rules:
        """The visitor calls, the winner chooses a half (TG-7.1 to TG-7.3)."""
        call = yield TOSS_CALL[VISITOR]
        coin = yield TOSS
        winner = VISITOR if call == coin else HOME
        self.tell_toss(s, winner, call, coin)
        choice = yield TOSS_CHOICE[winner]
        s.receiver = winner if choice == "first-half" else 1 - winner
        self.tell_period(s)
        kickoff_to(s, s.receiver)

    def overtime_toss(self, s: Grid) -> Rules:
        """A new toss before the first overtime (TG-23.5)."""
        call = yield TOSS_CALL[VISITOR]
        coin = yield TOSS
        winner = VISITOR if call == coin else HOME
        self.tell_toss(s, winner, call, coin)
        choice = yield OVERTIME_CHOICE[winner]
        # next_period swaps it, as before every later overtime
        s.overtime_receiver = 1 - winner if choice == "receive" else winner
        s.phase = "next"

    def next_period(self, s: Grid) -> None:
        """Deck, timeouts and kickoff (TG-23.1, TG-23.2, TG-23.4, TG-23.6, TG-23.9)."""
        s.period += 1
        for side in s.sides:
            side.points.append(0)
        if s.period == 2:
            new_deck(s, self.half_cards)
            kickoff_to(s, 1 - s.receiver)
        else:
            new_deck(s, self.overtime_cards)
            for side in s.sides:
                side.time_outs = 2
            s.overtime_receiver = 1 - s.overtime_receiver
            kickoff_to(s, s.overtime_receiver)
        self.tell_period(s)

    def tell_toss(self, s: Grid, winner: Seat, call: str, coin: str) -> None:
        if s.tell:
            team = self.teams[winner].name
            s.tell(Tossed(side=winner, team=team, call=call, coin=coin, rules=("TG-7.1",)))

    def tell_period(self, s: Grid) -> None:
        if s.tell:
            s.tell(PeriodBegan(name=period_name(s.period), period=s.period, cards=s.left, rules=("TG-23.1",)))

    # Secrets

    def determinize(
        self, s: Grid, now: Grid, given: list[GivenAnswer], seat: Seat, rng: Random
    ) -> tuple[Grid, list[GivenAnswer]]:
        """Propose another unfinished lineup for the opponent, the only secret that outlives a request."""
        mine = [answer for answer in given if seat not in answer.hidden_from]
        theirs = [answer for answer in given if seat in answer.hidden_from and answer.seat is not None]
        if not theirs or s.phase not in ("lineups", "break"):
            return super().determinize(s, now, given, seat, rng)
        other = 1 - seat
        made = self._random_changes(s, other, rng)
        hidden = [GivenAnswer(other, key, (seat,)) for key in made]
        if any(answer.key == READY for answer in theirs):
            hidden.append(GivenAnswer(other, READY, (seat,)))
        return s, ([*hidden, *mine] if other == HOME else [*mine, *hidden])

    def _random_changes(self, s: Grid, seat: Seat, rng: Random) -> list[str]:
        team, side = self.teams[seat], s.sides[seat]
        lineup = list(side.lineup)
        made = []
        for _ in range(rng.randrange(4)):
            key = rng.choice([key for key in lineup_menu(team, side, lineup).keys if key != READY])
            lineup = apply_change(team, lineup, key)
            made.append(key)
        return made


GAME = TheGrid
