"""The rules of Sandlot: a generator that asks for dice, cards and choices in the order of the catalogue."""

from __future__ import annotations

import tomllib
from pathlib import Path
from random import Random
from typing import Any, ClassVar

from fieldhouse.games.sandlot.meta import META

from fieldhouse.kernel.errors import BadChart
from fieldhouse.kernel.events import Event, Note, Term
from fieldhouse.kernel.game import Game, GivenAnswer, Materials, Outcome, State, View
from fieldhouse.kernel.meta import Options
from fieldhouse.kernel.requests import (
    COIN,
    D6,
    Choose,
    Draw,
    Menu,
    Option,
    Refusal,
    Roll,
    Rules,
    Seat,
    Together,
)
from fieldhouse.kernel.scoreboard import Scoreboard

CARDS = ("RUN", "PASS", "TRICK")
DECK = tuple(card for card in CARDS for _ in range(4))  # SL-2.1
FIELD = 30
TOSS = Roll(COIN, "toss", "the coin", "SL-1.2")
YARDS = Roll(D6, "play", "the play die", "SL-3.2")
KICK = Roll(D6, "kick", "the kick", "SL-4.2")
PLAY_ON = Option("play", "Run a play", "SL-3.1")
SETTLE = Option("kick", "Kick a field goal (3 points on 4 or more)", "SL-4.2")
KICK_OR_PLAY = Menu([PLAY_ON, SETTLE])
PLAY_ONLY = Menu([PLAY_ON], [Refusal("kick", "the goal is more than 15 yards away", "SL-4.2")])


class Sandlot(State):
    """Where the game stands."""

    scores: list[int]
    drives_left: list[int]
    hands: list[list[str]]
    offense: Seat = -1
    to_go: int = 0
    plays_left: int = 0
    pile: list[str] = []
    shown: list[str] = []


class Gained(Event, frozen=True, kw_only=True):
    """A play and its yards."""

    says: ClassVar[str] = "{side} plays {card} against {guess}: {yards} yards, {to_go} to go."
    side: str
    card: str
    guess: str
    yards: int
    to_go: int


class SandlotGame(Game[Sandlot]):
    """The rules with the yards chart bound."""

    meta = META
    state_type = Sandlot

    @classmethod
    def default_materials(cls, options: Options) -> Materials:
        return {"yards": cls.read_material("yards", cls.material_text("yards"))}

    @classmethod
    def material_text(cls, name: str) -> str:
        return (Path(__file__).parent / "charts" / f"{name}.toml").read_text(encoding="utf-8")

    @classmethod
    def read_material(cls, name: str, text: str) -> Any:
        try:
            chart = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise BadChart([f"{name}: {error}"]) from None
        cls.check_materials({name: chart})
        return chart

    @classmethod
    def check_materials(cls, materials: Materials) -> None:
        chart = materials["yards"]
        faults = [f"yards: no row {card}" for card in CARDS if card not in chart]
        faults += [f"yards: unknown row {row}" for row in chart if row not in CARDS]
        for row in set(CARDS) & set(chart):
            if sorted(chart[row]) != ["guessed", "per_pip"] or not all(
                type(n) is int for n in chart[row].values()
            ):
                faults.append(f"yards, row {row}: needs whole numbers per_pip and guessed, nothing else")
        if faults:
            raise BadChart(faults)

    def start(self) -> Sandlot:
        drives = int(self.options["drives"])
        return Sandlot(scores=[0, 0], drives_left=[drives, drives], hands=[[], []])

    def outcome(self, s: Sandlot) -> Outcome | None:
        if any(s.drives_left):
            return None
        a, b = s.scores
        if a == b:
            return Outcome(None, "tie", f"A tie at {a}", (a, b), "SL-4.3")
        winner = 0 if a > b else 1
        return Outcome(winner, "points", f"{META.seats[winner]} win {a}-{b}", (a, b), "SL-4.3")

    def view(self, s: Sandlot, seat: Seat | None) -> View:
        return {
            "scores": list(s.scores),
            "drives_left": list(s.drives_left),
            "offense": s.offense,
            "to_go": s.to_go,
            "plays_left": s.plays_left,
            "hand": list(s.hands[seat]) if seat is not None else [],
            "hand_sizes": [len(hand) for hand in s.hands],
            "shown": list(s.shown),
        }

    def scoreboard(self, s: Sandlot, seat: Seat | None) -> Scoreboard:
        drives = sum(s.drives_left)
        left = f"{drives} drive{'' if drives == 1 else 's'} left"
        playing = s.offense >= 0 and drives > 0
        down = f"{s.plays_left} plays to go {s.to_go} yards" if playing else ""
        return Scoreboard(
            teams=META.seats,
            scores=tuple(s.scores),
            status=f"{left}, {META.seats[s.offense]}: {down}" if playing else left,
            ball=s.offense if playing else None,
            clock=left,
            down=down,
            hand=tuple(s.hands[seat]) if seat is not None else (),
        )

    def determinize(
        self, s: Sandlot, now: Sandlot, given: list[GivenAnswer], seat: Seat, rng: Random
    ) -> tuple[Sandlot, list[GivenAnswer]]:
        """The other hand and the pile are shuffled together; hidden answers are sampled anew."""
        other = 1 - seat
        unseen = sorted(s.hands[other] + s.pile)  # the deal must not depend on who holds what
        rng.shuffle(unseen)
        size = len(s.hands[other])
        s.hands[other], s.pile = sorted(unseen[:size]), sorted(unseen[size:])
        return super().determinize(s, now, given, seat, rng)

    # One play, from line-up to whistle

    def play(self, s: Sandlot) -> Rules:
        if s.plays_left == 0:
            yield from self.start_drive(s)
        if s.plays_left == 1:  # SL-4.2
            menu = KICK_OR_PLAY if s.to_go <= 15 else PLAY_ONLY
            what = yield Choose(s.offense, "declare", menu, "Play on or kick?", rule="SL-4.2")
            if what == "kick":
                yield from self.kick(s)
                return
        yield from self.scrimmage(s)

    def start_drive(self, s: Sandlot) -> Rules:
        if s.offense < 0:
            coin = yield TOSS
            s.offense = 0 if coin == "heads" else 1
        else:
            s.offense = 1 - s.offense
        s.to_go, s.plays_left, s.shown = FIELD, 4, []  # SL-1.1, SL-3.1
        s.pile, s.hands = sorted(DECK), [[], []]
        if s.tell:
            s.tell(
                Note(line=f"{META.seats[s.offense]} have the ball, {FIELD} yards to go.", rules=("SL-1.1",))
            )
        for seat in (s.offense, 1 - s.offense):
            yield from self.fill(s, seat)

    def fill(self, s: Sandlot, seat: Seat) -> Rules:
        while len(s.hands[seat]) < 3:  # SL-2.2, SL-2.4
            card = yield Draw(tuple(s.pile), "deal", f"a card for {META.seats[seat]}", "SL-2.2", (seat,))
            s.pile.remove(card)
            s.hands[seat] = sorted([*s.hands[seat], card])

    def scrimmage(self, s: Sandlot) -> Rules:
        attack, defend = s.offense, 1 - s.offense
        card, guess = yield Together(self.pick(s, attack), self.pick(s, defend))  # SL-2.3
        s.hands[attack].remove(card)
        s.hands[defend].remove(guess)
        s.shown = [card, guess]
        pips = yield YARDS
        row = self.setup.materials["yards"][card]
        yards = row["per_pip"] * pips + (row["guessed"] if card == guess else 0)
        yards = max(yards, s.to_go - FIELD)  # SL-3.4
        s.to_go = max(0, s.to_go - yards)
        s.plays_left -= 1
        if s.tell:
            s.tell(self.gained(s, card, guess, pips, yards))
        if s.to_go == 0:
            self.score(s, 7, "Touchdown", "SL-4.1")
        elif s.plays_left:
            for seat in (attack, defend):
                yield from self.fill(s, seat)
        else:
            s.drives_left[attack] -= 1

    def pick(self, s: Sandlot, seat: Seat) -> Choose:
        menu = Menu(Option(card, card.title(), "SL-2.3") for card in dict.fromkeys(s.hands[seat]))
        return Choose(seat, "card", menu, "Play a card face down", rule="SL-2.3", sees=(seat,))

    def kick(self, s: Sandlot) -> Rules:
        pips = yield KICK
        if pips >= 4:
            self.score(s, 3, "The kick is good", "SL-4.2")
        else:
            s.plays_left = 0
            s.drives_left[s.offense] -= 1
            if s.tell:
                s.tell(Note(line="The kick is no good.", rules=("SL-4.2",), sum=(Term("die", pips),)))

    def score(self, s: Sandlot, points: int, how: str, rule: str) -> None:
        s.scores[s.offense] += points
        s.plays_left = 0
        s.drives_left[s.offense] -= 1
        if s.tell:
            side = META.seats[s.offense]
            s.tell(
                Note(line=f"{how}: {points} points for {side} ({s.scores[0]}-{s.scores[1]}).", rules=(rule,))
            )

    def gained(self, s: Sandlot, card: str, guess: str, pips: int, yards: int) -> Gained:
        row = self.setup.materials["yards"][card]
        terms = [Term(f"die {pips} at {row['per_pip']} a pip:", pips * row["per_pip"])]
        rules = ["SL-3.2"]
        if card == guess:
            terms.append(Term("guessed", row["guessed"]))
            rules.append("SL-3.3")
        held = yards - sum(int(term.value) for term in terms)
        if held:
            terms.append(Term("no further back than the start", held))
            rules.append("SL-3.4")
        terms.append(Term("", yards))
        return Gained(
            side=META.seats[s.offense],
            card=card,
            guess=guess,
            yards=yards,
            to_go=s.to_go,
            sum=tuple(terms),
            rules=tuple(rules),
        )


GAME = SandlotGame
