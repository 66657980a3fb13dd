"""Card Bowl's own events, and the functions that build what box score and play-by-play read."""

from __future__ import annotations

from typing import ClassVar

from fieldhouse.football.box_score import STATISTICS
from fieldhouse.football.events import (
    FieldGoalTried,
    FirstDown,
    Flag,
    Kicked,
    KickKind,
    Played,
    PlayKind,
    Possession,
    Scored,
    ScoreKind,
    TryFailed,
    Turnover,
    TurnoverKind,
)
from fieldhouse.games.cardbowl.rules.cards import card_label
from fieldhouse.games.cardbowl.rules.place_names import slot_words
from fieldhouse.games.cardbowl.rules.state import END, SEATS, Bowl, Due, Result
from fieldhouse.kernel.events import Event
from fieldhouse.kernel.requests import Seat

COUNTS = tuple(name for name in STATISTICS if name != "seconds")
"""The statistics that are counted: the box score without time of possession."""


def purpose_words(purpose: str) -> str:
    """What a card was drawn for, as people read it; the purpose itself is the name of its chance."""
    return purpose.replace("on-side", "onside").replace("-", " ")


class Drew(Event, frozen=True, kw_only=True):
    """A card turned from the deck; `purpose` was fixed before it was turned (CB-1.11, CB-41.3)."""

    card: str
    purpose: str
    against: str = ""

    def text(self) -> str:
        tail = f" against {self.against}" if self.against else ""
        return f"{purpose_words(self.purpose).capitalize()} draw: {card_label(self.card)}{tail}."


class Dealt(Event, frozen=True, kw_only=True):
    """Both sides have their hands (CB-16.1)."""

    offense: int
    defense: int

    def text(self) -> str:
        return f"{self.offense} cards dealt to the offense, {self.defense} to the defense."


class Moved(Event, frozen=True, kw_only=True):
    """Something a side did on the table that both can see."""

    side: str
    what: str

    def text(self) -> str:
        return f"{self.side}{':' if self.what.startswith('the ') else ''} {self.what}."


class Revealed(Event, frozen=True, kw_only=True):
    """A card turned face up."""

    name: str
    card: str
    side: str
    why: str = ""

    def text(self) -> str:
        why = f", {self.why}" if self.why else ""
        return f"{self.side} reveals the {slot_words(self.name)}: {card_label(self.card)}{why}."


class Summed(Event, frozen=True, kw_only=True):
    """A match-up added up, offense against defense; the sum, which ends in the outcome, is in `sum`."""

    what: str
    offense: int
    defense: int
    outcome: str

    def text(self) -> str:
        return f"{self.what.capitalize()}: offense {self.offense}, defense {self.defense}."

    def whole(self) -> str:
        """Both sides and what came of it, where no sum stands beside the words."""
        return f"{self.text().rstrip('.')}: {self.outcome}"


class PlayOver(Event, frozen=True, kw_only=True):
    """The note of a finished play: down and distance @ yard line, what happened, the score if it changed.

    `side` had the ball, `head` is the left column of the book's notes, `line` the right one (CB-41.1).
    """

    closes: ClassVar[bool] = True
    side: str
    head: str
    line: str
    score: str = ""

    @property
    def quiet(self) -> bool:
        return True  # the play, the kick, the points have been told

    def text(self) -> str:
        return note_line(self.side, self.head, self.line, self.score)


def note_line(side: str, head: str, line: str, score: str) -> str:
    """One line of the notes."""
    return f"{side} {head}: {line}{score}" if head else f"{side}: {line}{score}"


KICKS: dict[str, KickKind] = {
    "kickoff": "kickoff",
    "squib": "squib kick",
    "onside": "onside kick",
    "punt": "punt",
    "free-punt": "free kick",
    "free-kickoff": "free kick",
}


def tell_play(s: Bowl, r: Result, played: Result) -> None:
    """Everything the play was, told while the state still shows down and distance before it.

    `played` is what it came to before the penalties: with a foul added at its end its yards stand.
    """
    if s.tell is None or r.end in ("dead-foul", "retry", "rekick"):
        return
    p = s.play
    foul = p.foul
    if foul is not None and foul.status in ("accepted", "declined"):
        kept = foul.status == "accepted"
        name = foul.what.partition(" by the ")[0]  # whose foul it was the flag says itself
        s.tell(Flag(side=foul.by, team=SEATS[foul.by], name=name, yards=foul.yards, accepted=kept))
        if kept and r.down in ("repeat", "first"):
            if foul.basis == END and p.kind == "scrimmage" and played.team == s.off:
                tell_scrimmage(s, played)
            return
    if p.kind in ("scrimmage", "spike"):
        tell_scrimmage(s, r)
    elif p.kind == "field-goal":
        s.tell(FieldGoalTried(side=s.off, team=SEATS[s.off], yards=118 - s.x))
        if r.end != "field-goal":
            s.tell(TryFailed(side=s.off, team=SEATS[s.off], what="field goal"))
    elif p.kind in KICKS:
        tell_kick(s, r)
    elif r.end == "try-failed":
        what: ScoreKind = "extra point" if p.kind == "extra-point" else "two-point conversion"
        s.tell(TryFailed(side=s.off, team=SEATS[s.off], what=what))


def what_it_was(s: Bowl, r: Result) -> PlayKind:
    """Run, pass, sack, incomplete pass or spike."""
    verb = s.play.call.split(":")[0]
    if s.play.kind == "spike":
        return "spike"
    if r.end == "incomplete":
        return "incomplete"
    if s.play.parts and s.play.parts[0].startswith("sack"):
        return "sack"
    if verb in ("pass", "screen"):
        return "incomplete" if "pass intercepted" in s.play.parts else "pass"
    return "run"


def yards_gained(s: Bowl, r: Result) -> int:
    """The offense's yards from the LoS to where it was down or lost the ball."""
    p = s.play
    if r.end == "incomplete" or "pass intercepted" in p.parts:
        return 0
    if p.lost_by == s.off and r.team != s.off:
        return p.lost_at - s.x
    if r.team == s.off and r.end in ("ball", "touchdown", "safety"):
        return r.x - s.x
    return 0


def tell_scrimmage(s: Bowl, r: Result) -> None:
    """One scrimmage play, and a turnover if it was one."""
    assert s.tell is not None
    p = s.play
    yards = yards_gained(s, r)
    lost = r.team != s.off and r.end in ("ball", "touchdown", "touchback")
    first = not lost and (r.end == "touchdown" or (r.end == "ball" and r.x >= s.ltg))
    s.tell(
        Played(
            side=s.off,
            team=SEATS[s.off],
            rival=SEATS[1 - s.off],
            what=what_it_was(s, r),
            yards=yards,
            name=p.call.split(":")[0],
            down=s.down,
            to_go=s.ltg - s.x,
            spot=100 - s.x,
            goal=s.ltg >= 100,
            first_down=first,
            lost=lost,
        )
    )
    if first and r.end != "touchdown":
        spot = max(0, 100 - s.x - yards)
        s.tell(FirstDown(side=s.off, team=SEATS[s.off], rival=SEATS[1 - s.off], spot=spot))
    how: TurnoverKind | None = None
    if lost:
        how = "interception" if "pass intercepted" in p.parts else "fumble"
    elif s.down == 4 and r.end in ("ball", "incomplete") and r.down == "next" and r.x < s.ltg:
        how = "downs"
    if how:
        where = p.lost_at if lost and p.lost_by == s.off else s.x + yards
        spot = max(1, min(99, 100 - where))
        s.tell(Turnover(side=s.off, team=SEATS[s.off], rival=SEATS[1 - s.off], what=how, spot=spot))


def tell_kick(s: Bowl, r: Result) -> None:
    """A kickoff, free kick or punt: net yards to where the other side starts."""
    assert s.tell is not None
    p = s.play
    start = s.x if p.kind == "punt" else s.kick_spot
    end = 20 if r.end == "touchback" else r.x
    net = 100 - end - start if r.team != s.off and "blocked" not in p.parts else 0
    s.tell(
        Kicked(
            side=s.off,
            team=SEATS[s.off],
            what=KICKS[p.kind],
            net=net,
            touchback=r.end == "touchback",
            out_of_bounds=p.out,
        )
    )


def tell_score(s: Bowl, team: Seat, points: int) -> None:
    """Points, with the score after them."""
    if s.tell is None:
        return
    two: ScoreKind = "two-point conversion" if s.play.kind == "two-point" else "safety"
    kinds: dict[int, ScoreKind] = {6: "touchdown", 3: "field goal", 1: "extra point", 2: two}
    score = (s.scores[0], s.scores[1])
    s.tell(
        Scored(
            side=team, team=SEATS[team], what=kinds[points], points=points, scores=score, rules=("CB-2.5",)
        )
    )


def tell_possession(s: Bowl, before: Seat) -> None:
    """A new drive: another team with the ball, or the ball after a kickoff; not a punt that is repeated."""
    if (
        s.tell
        and s.next == Due.DOWN
        and (s.off != before or (s.play.kind in KICKS and s.play.kind != "punt"))
    ):
        team, rival = SEATS[s.off], SEATS[1 - s.off]
        how, spot = s.play.kind, 100 - s.x
        s.tell(Possession(side=s.off, team=team, rival=rival, spot=spot, how=how, period=s.quarter))
