"""The `Game` on squares: order, quarters, downs and turns; `turn.py` has the actions."""

from __future__ import annotations

from typing import Any

from fieldhouse.football.events import PeriodEnded
from fieldhouse.games.squares.meta import META
from fieldhouse.games.squares.rules import views
from fieldhouse.games.squares.rules.events import (
    Flipped,
    action_event,
    lineup_event,
    stop_event,
    tackle_event,
    touchdown_event,
    turn_event,
)
from fieldhouse.games.squares.rules.formations import (
    DEFAULT,
    check_formation,
    formation_position,
    formation_text,
    read_formation,
)
from fieldhouse.games.squares.rules.jerseys import assign_jerseys, move_jerseys
from fieldhouse.games.squares.rules.menu import RULE, TurnMenu, action_words
from fieldhouse.games.squares.rules.notation import END_TURN, NONE, split_turn, write_action
from fieldhouse.games.squares.rules.position import BoardPosition, position_of
from fieldhouse.games.squares.rules.position_check import check_position
from fieldhouse.games.squares.rules.position_text import parse_position_text, position_text
from fieldhouse.games.squares.rules.state import Squares, read_turn, write_squares
from fieldhouse.games.squares.rules.turn import (
    OFFENSE_ONLY,
    PASSER_BLOCKS,
    PATH_IGNORED,
    QB_PUSHED,
    Action,
    Turn,
)
from fieldhouse.kernel.errors import BadChart
from fieldhouse.kernel.game import Game, Materials, Outcome, Setup, View
from fieldhouse.kernel.meta import Options
from fieldhouse.kernel.position_check import PositionCheck
from fieldhouse.kernel.requests import COIN, Choose, Menu, Option, Refusal, Roll, Rules, Seat
from fieldhouse.kernel.scoreboard import Scoreboard, team_with_verb

FLIP = Roll(COIN, "flip", "the coin", "SQ-2.1")
ORDER = Menu(
    [
        Option("player-1", "First half and overtime", "SQ-2.2"),
        Option("player-2", "Second half", "SQ-2.2"),
    ]
)
ONE_TIE_OFFER_A_TURN = 2
"""SQ-11.8: the edition that brought it; before, a tie could be offered at each decision of a turn."""

PATH_SCORES = 3
"""SQ-6.4: the edition that brought it; before, the QB could run through the end zone and out again."""

TOUCHDOWN = 7
DOWNS = 4


class SquaresGame(Game[Squares]):
    """The rules with formation and options bound."""

    meta = META
    state_type = Squares

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self.quarters = int(self.options["quarters"])
        self.limit = int(self.options["overtime_limit"])
        self.ruleset = self.choose_ruleset()
        text = str(self.options["position"])
        self.study = BoardPosition.read(text) if text else None
        if self.study is not None:
            self.study.turn(attack=self.options["to_act"] == "offense")  # refuses a defense on fourth down

    def choose_ruleset(self) -> int:
        """Return the flags of `turn.py` for these options and this edition."""
        flags = {
            OFFENSE_ONLY: self.options["blocking"] == "offense",
            PASSER_BLOCKS: bool(self.options["passer_blocks"]),
            QB_PUSHED: bool(self.options["push_qb"]),
            PATH_IGNORED: self.setup.edition < PATH_SCORES,
        }
        return sum(flag for flag, differs in flags.items() if differs)

    @classmethod
    def default_materials(cls, options: Options) -> Materials:
        return {"formation": read_formation(formation_text(str(options["formation"])))}

    @classmethod
    def material_text(cls, name: str) -> str:
        return formation_text(DEFAULT) if name == "formation" else super().material_text(name)

    @classmethod
    def chosen_text(cls, name: str, options: Options) -> str:
        return (
            formation_text(str(options[name])) if name == "formation" else super().chosen_text(name, options)
        )

    @classmethod
    def read_material(cls, name: str, text: str) -> Any:
        return read_formation(text) if name == "formation" else super().read_material(name, text)

    @classmethod
    def check_materials(cls, materials: Materials) -> None:
        if "formation" not in materials:
            raise BadChart(["formation: missing"])
        check_formation(materials["formation"])

    def start(self) -> Squares:
        named = {"first": 0, "second": 1}.get(str(self.options["player_1"]), -1)  # SQ-2.3
        s = Squares(scores=[0, 0], player_1=named)
        if self.study is not None:
            s.player_1 = max(0, named)
            self.set_up(s, self.study, s.player_1 if self.study.up else 1 - s.player_1)
            s.attack = self.options["to_act"] == "offense"
        return s

    @property
    def one_tie_offer_a_play(self) -> bool:
        return self.setup.edition >= ONE_TIE_OFFER_A_TURN

    # One turn, from the lineup to its end

    def play(self, s: Squares) -> Rules:
        if s.player_1 < 0:
            yield from self.decide_order(s)
        if s.changing:
            self.change_possession(s)
        yield from self.take_turn(s)

    def decide_order(self, s: Squares) -> Rules:
        """SQ-2.1, 2.4: heads is the first seat's flip; its winner chooses."""
        coin = yield FLIP
        winner = 0 if coin == "heads" else 1
        if s.tell:
            s.tell(Flipped(coin=coin, team=META.seats[winner], rules=("SQ-2.1", "SQ-2.4")))
        prompt = "You won the toss. When do you want the ball first?"
        order = yield Choose(winner, "order", ORDER, prompt, rule="SQ-2.1")
        s.player_1 = winner if order == "player-1" else 1 - winner

    def change_possession(self, s: Squares) -> None:
        """SQ-3.5: all pieces are lined up anew for the side now in possession."""
        player_1_first = self.player_1_first(s.quarter)
        has_ball = player_1_first if s.series == 0 else not player_1_first
        formation = self.setup.materials["formation"]
        self.set_up(s, formation_position(formation, has_ball), s.player_1 if has_ball else 1 - s.player_1)
        if s.tell:
            s.tell(lineup_event(s, self.when(s), repr(self.position(s))))

    def player_1_first(self, quarter: int) -> bool:
        """SQ-3.2, 10.2: Player 1 in the first half, Player 2 in the second, then in turns."""
        if quarter <= self.quarters:
            return quarter <= (self.quarters + 1) // 2
        return (quarter - self.quarters) % 2 == 1

    def set_up(self, s: Squares, position: BoardPosition, offense: Seat) -> None:
        s.offense_seat, s.up, s.down, s.attack = offense, position.up, position.down, True
        s.changing = False
        write_squares(s, position.turn())
        s.men = assign_jerseys(position.turn())
        s.turn = []

    def take_turn(self, s: Squares) -> Rules:
        """SQ-4.2, 4.5: as many actions as the side wishes, until it ends the turn or the series ends."""
        s.turn, s.said = [], []
        spot = s.to_goal
        turn = self.turn(s)
        while True:
            menu = TurnMenu(turn, s.men)
            key = yield Choose(s.seat, "action", menu, self.prompt(s), rule="SQ-4.2")
            turn = self.act(s, turn, menu.actions_for(key))
            if turn.over:
                self.end_turn(s, spot)
                self.end_series(s, turn.over)
                return
            if key == END_TURN or split_turn(key) is not None:
                self.end_turn(s, spot)
                self.next_turn(s)
                return

    def act(self, s: Squares, turn: Turn, played: list[Action] | Refusal) -> Turn:
        """Play checked actions one by one; the board after them."""
        if isinstance(played, Refusal):
            raise ValueError(f"{played.key}: {played.reason} ({played.rule})")
        for action in played:
            text, told = write_action(turn, action), action_words(turn, action, s.men)
            if s.tell:
                s.tell(action_event(s, text, told, RULE[action.kind]))
            turn = turn.after(action)
            s.turn, s.said, s.men = [*s.turn, text], [*s.said, told], move_jerseys(s.men, action)
        write_squares(s, turn)
        return turn

    def next_turn(self, s: Squares) -> None:
        """SQ-4.1, 4.6, 4.7: the defense after the offense; no defense on fourth down."""
        if s.attack and s.down == DOWNS:
            if s.tell:
                s.tell(stop_event(s))
            self.end_series(s, "downs")
        elif s.attack:
            s.attack = False
        else:
            s.attack = True
            s.down += 1
        s.acted, s.blocked, s.passer, s.received = [], [], "", ""

    def end_turn(self, s: Squares, spot: int) -> None:
        s.last_turn, s.last_said, s.last_seat = " ".join(s.turn) or NONE, s.said, s.seat
        if s.tell:
            s.tell(turn_event(s, spot, repr(self.position(s))))

    def end_series(self, s: Squares, how: str) -> None:
        """SQ-6.2, 7.2, 3.1: possession changes; two series make a quarter."""
        if how == "touchdown":
            self.score(s)
        elif how == "tackle" and s.tell:
            s.tell(tackle_event(s))
        s.changing = True
        if self.study is not None:
            s.over = how
        elif how == "touchdown" and s.quarter > self.quarters:
            s.over = "overtime"  # SQ-10.3
        else:
            s.series += 1
            if s.series == 2:
                self.end_quarter(s)

    def score(self, s: Squares) -> None:
        """SQ-6.1: seven points, no kick."""
        s.scores = list(s.scores)
        s.scores[s.offense_seat] += TOUCHDOWN
        if s.tell:
            s.tell(touchdown_event(s, TOUCHDOWN))

    def end_quarter(self, s: Squares) -> None:
        """Go to the next quarter, overtime, or the end (SQ-10.1, 10.2, 10.4)."""
        if s.tell:
            s.tell(PeriodEnded(name=self.period(s.quarter), scores=(s.scores[0], s.scores[1])))
        s.series = 0
        if s.quarter >= self.quarters and s.scores[0] != s.scores[1]:
            s.over = "regulation"
        elif self.limit and s.quarter == self.quarters + self.limit:
            s.over = "overtime-limit"
        else:
            s.quarter += 1

    def outcome(self, s: Squares) -> Outcome | None:
        if not s.over:
            return None
        a, b = s.scores
        if self.study is not None:
            return self.study_outcome(s)
        if a == b:
            text = f"A tie at {a} after {self.limit} overtime quarter{'s' if self.limit > 1 else ''}"
            return Outcome(None, s.over, text, (a, b), "SQ-10.4")
        winner = 0 if a > b else 1
        late = " in overtime" if s.over == "overtime" else ""
        rule = "SQ-10.3" if s.over == "overtime" else "SQ-10.1"
        wins = team_with_verb(META.seats[winner], "wins", "win")
        return Outcome(winner, s.over, f"{wins} {max(a, b)}-{min(a, b)}{late}", (a, b), rule)

    def study_outcome(self, s: Squares) -> Outcome:
        """The one series of a position to study: a touchdown is the offense's, anything else is not."""
        scored = s.over == "touchdown"
        winner = s.offense_seat if scored else 1 - s.offense_seat
        verbs, rest, rule = {
            "touchdown": (("scores", "score"), "", "SQ-6.1"),
            "tackle": (("tackles", "tackle"), " the QB", "SQ-7.2"),
            "downs": (("holds", "hold"), " for four downs", "SQ-4.6"),
        }[s.over]
        text = team_with_verb(META.seats[winner], *verbs) + rest
        return Outcome(winner, s.over, text, (s.scores[0], s.scores[1]), rule)

    # What people and programs see

    def turn(self, s: Squares) -> Turn:
        """The state's squares as a turn of bitboards."""
        return read_turn(s, self.ruleset)

    def position(self, s: Squares) -> BoardPosition:
        """SQ-12.4: the squares, direction and down."""
        return position_of(self.turn(s), s.down)

    def position_text(self, plain: dict[str, Any]) -> dict[str, Any]:
        """SQ-12.4: who stands where as one text."""
        return position_text(plain)

    def parse_position_text(self, text: dict[str, Any]) -> dict[str, Any]:
        """The fields back from that text."""
        return parse_position_text(text)

    def check_position(self, s: Squares, check: PositionCheck) -> None:
        """Ranges, squares, and whose turn it may be."""
        check_position(s, self.quarters, self.limit, check, study=self.study is not None)

    def view(self, s: Squares, seat: Seat | None) -> View:  # SQ-11.4: nothing is hidden
        position = repr(self.position(s)) if s.qb else ""
        return views.view(
            s,
            seat,
            status=self.status(s),
            quarters=self.quarters,
            ruleset=self.ruleset,
            position=position,
        )

    def scoreboard(self, s: Squares, seat: Seat | None) -> Scoreboard:
        return views.scoreboard(s, self.status(s), self.when(s))

    def status(self, s: Squares) -> str:
        """One line: `Q2, 3rd down: Gold to move on offense`."""
        return views.status(s, self.when(s))

    def when(self, s: Squares) -> str:
        return "Practice" if self.study is not None else self.period(s.quarter)

    def period(self, quarter: int) -> str:
        late = quarter - self.quarters
        return f"Q{quarter}" if late <= 0 else f"Overtime {late}"

    def prompt(self, s: Squares) -> str:
        return f"Move, block, {'pass' if s.attack else 'tackle'} or end your turn"
