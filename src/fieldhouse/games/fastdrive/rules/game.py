"""Fast Drive Football: the phases of a game, and the contract with the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fieldhouse.games.fastdrive.cards import card as cards
from fieldhouse.games.fastdrive.charts import reader as charts
from fieldhouse.games.fastdrive.meta import META
from fieldhouse.games.fastdrive.rules.charts import BoundCharts
from fieldhouse.games.fastdrive.rules.dice_lookup import DiceCharts
from fieldhouse.games.fastdrive.rules.drive import (
    clock_choice,
    fourth_down_choice,
    play_drive,
    settle_choice,
)
from fieldhouse.games.fastdrive.rules.end_of_half import last_play_choice, replace_kick_choice
from fieldhouse.games.fastdrive.rules.kicks import kickoff, toss, toss_choice, try_after
from fieldhouse.games.fastdrive.rules.position_check import check_position
from fieldhouse.games.fastdrive.rules.state import (
    AGAIN,
    CALL,
    CLOCK,
    DRIVE,
    FOURTH,
    KICKOFF,
    LAST,
    OVER,
    REPLACE,
    SETTLE,
    TOSS,
    TRY,
    Sheet,
)
from fieldhouse.games.fastdrive.rules.views import head_of, moment, view_of
from fieldhouse.kernel.errors import BadChart
from fieldhouse.kernel.events import PlayMoment
from fieldhouse.kernel.game import Materials, Outcome, View
from fieldhouse.kernel.meta import Options
from fieldhouse.kernel.position_check import PositionCheck
from fieldhouse.kernel.requests import Rules, Seat
from fieldhouse.kernel.scoreboard import Scoreboard, team_with_verb

PHASES: dict[str, Callable[[BoundCharts, Sheet], Rules]] = {  # FD-23.3
    TOSS: toss,
    CALL: toss_choice,
    KICKOFF: kickoff,
    DRIVE: play_drive,
    AGAIN: play_drive,
    CLOCK: clock_choice,
    FOURTH: fourth_down_choice,
    SETTLE: settle_choice,
    REPLACE: replace_kick_choice,
    TRY: try_after,
    LAST: last_play_choice,
}


class FastDrive(DiceCharts):
    """The rules with charts, cards and options bound (see `BoundCharts`)."""

    @classmethod
    def default_materials(cls, options: Options) -> Materials:
        found = {seat: cards.find_card(str(options[seat]))[1] for seat in ("away", "home")}
        return {
            "charts": charts.default_data(),
            **{seat: cards.to_data(card) for seat, card in found.items()},
        }

    @classmethod
    def material_text(cls, name: str) -> str:
        if name == "charts":
            return charts.default_text()
        if name in ("away", "home"):
            return cls.chosen_text(name, {name: META.spec(name).default})
        return super().material_text(name)

    @classmethod
    def chosen_text(cls, name: str, options: Options) -> str:
        if name not in ("away", "home"):
            return cls.material_text(name)
        return cards.to_text(cards.find_card(str(options[name]))[1])

    @classmethod
    def read_material(cls, name: str, text: str) -> Any:
        if name == "charts":
            return charts.read_chart_text(text)
        if name in ("away", "home"):
            return cards.read_card_text(text, name)
        return super().read_material(name, text)

    @classmethod
    def check_materials(cls, materials: Materials) -> None:
        faults: list[str] = []
        for name, check in (
            ("charts", charts.read_data),
            ("away", cards.read_card),
            ("home", cards.read_card),
        ):
            if name not in materials:
                faults.append(f"no {name}: {META.materials[name]}")
                continue
            try:
                check(materials[name])
            except BadChart as bad:
                faults += bad.faults
        if faults:
            raise BadChart(faults)

    def start(self) -> Sheet:
        return Sheet(left=self.half_ticks)

    def play(self, s: Sheet) -> Rules:
        return PHASES[s.phase](self, s)

    def outcome(self, s: Sheet) -> Outcome | None:
        if s.phase != OVER:
            return None
        away, home = s.scores
        if away == home:
            return Outcome(None, "tie", f"Tie, {away}-{home}", (away, home), "FD-24.61")
        winner = 0 if away > home else 1
        when = " in overtime" if s.why == "overtime" else ""
        wins = team_with_verb(self.cards[winner].title, "wins", "win")
        text = f"The {wins} {max(s.scores)}-{min(s.scores)}{when}"
        return Outcome(winner, s.why, text, (away, home), "FD-24.83" if when else "FD-5.1")

    def check_position(self, s: Sheet, check: PositionCheck) -> None:
        check_position(self, s, check)

    def view(self, s: Sheet, seat: Seat | None) -> View:
        return view_of(self, s)

    def scoreboard(self, s: Sheet, seat: Seat | None) -> Scoreboard:
        return head_of(self, s)

    def moment(self, s: Sheet) -> PlayMoment:
        return moment(self, s)


GAME = FastDrive
