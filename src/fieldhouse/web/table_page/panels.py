"""The parts of a table page, as its templates read them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from fieldhouse.kernel.requests import Seat
from fieldhouse.lab.advice.result import Advice
from fieldhouse.web.engine.daily_drive import DailyStatus
from fieldhouse.web.table_page.answer_form import AnswerForm, CardRow
from fieldhouse.web.table_page.board import ShownPart
from fieldhouse.web.table_page.play_by_play import PlayByPlayLine, RuleLink, ShownRoll
from fieldhouse.web.table_page.question import QuestionForm
from fieldhouse.web.table_page.roll_form import RollForm


class BoardPanel(msgspec.Struct, kw_only=True):
    """The board by its areas."""

    field: list[ShownPart] = []
    last: list[ShownPart] = []
    """What the last play turned up."""
    hand: list[ShownPart] = []
    beside: list[ShownPart] = []
    """Drawers that change with the game."""
    fixed: list[ShownPart] = []
    """Drawers that stay the same for a whole game."""
    facts: list[tuple[str, str]] = []
    """Of a game without a picture."""
    scene: str = ""
    """The game whose picture stands there until everybody has come."""
    tall: bool = False
    """The board has a shape of its own: it is not stretched to the width of the page."""

    @property
    def layout(self) -> str:
        """The class that arranges the page: the same for every question that shows this board."""
        return "has-shape" if self.tall else "has-hand" if any(part.held for part in self.hand) else ""


def board_panel(parts: Sequence[ShownPart], view: dict[str, Any] | None = None) -> BoardPanel:
    """Sort the parts by area; a view without any is shown as a list of facts."""
    panel = BoardPanel(facts=view_facts(view) if view is not None and not parts else [])
    for part in parts:
        match part.area:
            case "field":
                panel.field.append(part)
            case "last":
                panel.last.append(part)
            case "hand":
                panel.hand.append(part)
            case "beside":
                (panel.fixed if part.fixed else panel.beside).append(part)
    panel.tall = any(not part.stretch for part in panel.field)
    return panel


def view_facts(view: dict[str, Any]) -> list[tuple[str, str]]:
    """The small facts of a view, for games without a picture."""
    skip = {"scores", "status", "game", "seat"}
    found = []
    for name, value in view.items():
        if name not in skip and isinstance(value, int | str) and not isinstance(value, bool) and value != "":
            found.append((name.replace("_", " "), str(value)))
        elif name == "hand" and isinstance(value, list) and value:
            found.append(("hand", ", ".join(map(str, value))))
    return found


class LogPanel(msgspec.Struct):
    """The play-by-play, newest first."""

    lines: list[PlayByPlayLine]
    event: str
    """The last play as one sentence."""
    earlier: int
    """Lines that are left out."""
    address: str
    """Where all of them are."""
    rolls: list[ShownRoll] = []
    rolls_label: str = ""


class WaitingRoom(msgspec.Struct):
    """A table at which somebody is missing."""

    headline: str
    ready_seat: Seat | None
    """A seat that was kept for this person."""
    can_invite: bool


class FinalPanel(msgspec.Struct, kw_only=True):
    """What can be done when the game is over."""

    headline: str
    rule: RuleLink | None
    league: str
    """The id of the league that the game belongs to."""
    new_league: bool
    """A draft or an auction: a league can be created with its teams."""
    daily: DailyStatus | None
    successor: str
    rematch: bool
    token: str
    share: bool
    same_dice: bool
    verify: bool
    watching: bool


class HintPanel(msgspec.Struct):
    """A hint in words, or the value of every option."""

    text: str
    advice: Advice | None = None
    then: Advice | None = None
    """Of the question after it, where a card answers both."""


class Tray(msgspec.Struct, kw_only=True):
    """What the person at this page is asked, or whom everybody waits for."""

    fault: str = ""
    curtain: Seat | None = None
    """The seat that the device is passed to."""
    curtain_team: str = ""
    shared: Seat | None = None
    """The seat that is asked in the open at a screen of two players."""
    waiting: WaitingRoom | None = None
    final: FinalPanel | None = None
    ask: QuestionForm | None = None
    answers: AnswerForm | None = None
    answer_for: str = ""
    """The team that is answered for, where one person plays several."""
    roll: RollForm | None = None
    waits: str = ""
    watching: bool = False
    hand: list[CardRow] = []
    """Cards to look at while somebody else answers."""
    deadline_at: float | None = None
    hint: HintPanel | None = None


class VerbButton(msgspec.Struct, frozen=True):
    """A button for something that may be done at any time."""

    key: str
    label: str
    question: str = ""
    """Asked before it is done, where it cannot be undone."""


class StandingButton(msgspec.Struct, frozen=True):
    """A button for an answer given ahead, such as a timeout; pressed again it is taken back."""

    seat: Seat
    sequence: int
    key: str
    label: str
    help: str
    pressed: bool
    answers: bool
    """It answers the question of the moment, and others like it."""


class Controls(msgspec.Struct, kw_only=True):
    """The buttons below the question."""

    seat: Seat
    undo: Seat | None
    undo_sequence: int
    undo_label: str
    sequence: int
    hint: bool
    values: bool
    """May the win probability of every option be asked for?"""
    daily: bool
    """A daily drive that counts: there are no hints."""
    verbs: list[VerbButton]
    standing: list[StandingButton]
    shortcuts: list[StandingButton]
    claim: bool
    charts: bool
    """The charts in use lie below."""
    facing: str
    """`on` or `off` where the board may turn with the team that is asked."""


class DiceShare(msgspec.Struct, frozen=True):
    """Who gave a person's share in the dice."""

    side: str
    own_browser: bool


class GameInfo(msgspec.Struct, kw_only=True):
    """The drawer `Game info`: keys, links, dice, receipt."""

    watch: str
    """The address to send to people who want to watch; empty while nobody may."""
    notify_seat: Seat | None
    """A seat of this person."""
    export: bool
    over: bool
    moves_players: bool
    """Keys choose a player and then a move."""
    commitment: str
    league_dice: bool
    daily_day: str
    shares: list[DiceShare]
    next_commitment: str
    branched_from: str
    """The address of the moment of another game that this one began with."""
    imported: bool
    """The game began with moves from another one: it cannot be verified."""
    receipt: str


class BarSide(msgspec.Struct, frozen=True):
    """One side of the win-probability bar."""

    name: str
    you: bool
    percent: int
    moved: int = 0
    """What the last play did, in percentage points for who looks; 0 on the side that does not say it."""


class BarToggle(msgspec.Struct, frozen=True):
    """The button that shows or hides win probability, with a remark beside it."""

    value: str
    label: str
    note: str = ""


class BarPanel(msgspec.Struct, kw_only=True):
    """The win-probability bar, or why it is not there."""

    left: BarSide | None = None
    right: BarSide | None = None
    moved_for: str = ""
    """For whom `moved` counts."""
    about: str = ""
    percent_done: int | None = None
    """How much is calculated, while the values for these charts are being worked out."""
    note: str = ""
    """Why there is no figure."""
    offered: bool = False
    """The opponent would like both to see it."""
    toggle: BarToggle | None = None

    @property
    def empty(self) -> bool:
        """Is there nothing to see above the board?"""
        return self.left is None and self.percent_done is None and not (self.note or self.offered)
