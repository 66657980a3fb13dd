"""Coaches: `rookie` errs, `starter` is the sensible coach of section 21, `allpro` tries its options out."""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from random import Random
from time import perf_counter

from fieldhouse.games.fastdrive.book import Book
from fieldhouse.games.fastdrive.rules import FastDrive
from fieldhouse.games.fastdrive.state import OVERTIME, Sheet
from fieldhouse.games.fastdrive.viewing import sheet_of
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.errors import BadOptions
from fieldhouse.kernel.players import Coach, Policy, Seen
from fieldhouse.kernel.playout import playout
from fieldhouse.kernel.requests import Choose, Seat

TWO_POINT_LEADS = frozenset({1, 5, 12, -2, -5, -10, -16, -18})  # FD-21.2, after the six points


def lead_of(s: Sheet, seat: Seat) -> int:
    """Points the seat is ahead by; negative: behind."""
    return s.scores[seat] - s.scores[1 - seat]


def _toss(b: Book, s: Sheet, seat: Seat) -> str:
    """FD-21.1: kick off in regulation; in overtime kick if both sides are sure of a possession."""
    return "kick" if s.half == 1 or b.overtime == "both" else "receive"


def _try(b: Book, s: Sheet, seat: Seat) -> str:
    """FD-21.2: two points late, at the leads where they help."""
    if not b.two_point:
        return "kick"
    lead = lead_of(s, seat)
    if s.final:  # the game ends with this try in any case
        return "two" if lead == -2 else "kick"
    return "two" if s.half > 1 and s.left <= 12 and lead in TWO_POINT_LEADS else "kick"


def _kickoff(b: Book, s: Sheet, seat: Seat) -> str:
    """FD-21.3: onside when behind late, squib to protect a small lead."""
    lead = lead_of(s, seat)
    behind = -b.reach <= lead <= -1
    if (behind and s.left <= 1) or lead < -b.reach:
        return "onside"
    return "squib" if 1 <= lead <= b.reach and s.left <= 1 else "deep"


def _clock(b: Book, s: Sheet, seat: Seat) -> str:
    """FD-21.4a: use up the clock when that helps, save it when it does not."""
    e, base, left, lead = b.endings[s.ending], s.base, s.left, lead_of(s, seat)
    scoring = e.touchdown or e.field_goal
    if s.half > 1 and lead > 0:
        return "+1"
    if s.half > 1 and lead < 0:
        if not scoring or lead + (7 if e.touchdown else 3) < 0:
            return "-1"
        return "-1" if base == left + 1 else "0" if base == left else "+1"
    if scoring and base == left + 1:
        return "-1"
    if base + 1 <= left and (scoring or (e.punt and s.half == 1)):
        return "+1"
    return "0"


def _fourth_down(b: Book, s: Sheet, seat: Seat) -> str:
    """FD-21.5: go for it when a kick would not be enough."""
    behind = -lead_of(s, seat)
    e = b.endings[s.ending]
    if e.field_goal and (behind <= 3 or (b.reach < behind <= b.reach + 3 and s.half == 2)):
        return "kick"
    if s.half == OVERTIME:
        return "go"
    if e.field_goal:
        return "go" if s.left <= (3 if behind <= b.reach else 5) else "kick"
    return "go" if s.left <= 3 or behind > b.reach else "kick"


def _settle(b: Book, s: Sheet, seat: Seat) -> str:
    """FD-21.6: three points if they are enough, or bring the game within one score."""
    behind = -lead_of(s, seat)
    return "kick" if behind <= 3 or b.reach < behind <= b.reach + 3 else "give-up"


def _last_play(b: Book, s: Sheet, seat: Seat) -> str:
    """FD-21.8; level, FD-21.9: the Desperation Play unless it is likelier to be returned."""
    if lead_of(s, seat) < 0:
        return "desperation"
    return "desperation" if hope(b, s, seat, "TD") >= hope(b, s, seat, "DEF-TD") else "kneel"


def hope(b: Book, s: Sheet, seat: Seat, word: str) -> float:
    """FD-21.9: how many codes of the desperation table say this; one half where it hangs on a die."""
    total = 0.0
    for found in b.tables[s.half]["desperation"][seat * 3 + s.start]:
        said = {end.word for _, end in found.steps} if found.asked else {found.word}
        total += 0 if word not in said else 1 if len(said) == 1 else 0.5
    return total


STARTER: dict[str, Callable[[Book, Sheet, Seat], str]] = {
    "toss": _toss,
    "try": _try,
    "kickoff": _kickoff,
    "clock": _clock,
    "fourth-down": _fourth_down,
    "settle": _settle,
    "replace": lambda _b, _s, _seat: "desperation",  # FD-21.7
    "last-play": _last_play,
    "last-onside": lambda _b, _s, _seat: "onside",  # FD-21.10
}


def starter(b: Book) -> Policy:
    """The automatic coach of section 21 for both seats."""

    def choose(request: Choose, s: Sheet) -> str:
        key = STARTER[request.what](b, s, request.seat)
        return key if key in request.menu.keys else request.menu.keys[0]

    return choose


def rookie(b: Book, rng: Random) -> Policy:
    """Plays like the starter, but errs: every second decision is a guess."""
    sensible = starter(b)

    def choose(request: Choose, s: Sheet) -> str:
        return rng.choice(request.menu.keys) if rng.random() < 0.5 else sensible(request, s)

    return choose


def policy(level: str, game: FastDrive, seed: int) -> Policy:
    """A fast policy for playouts. `allpro` is only a coach: in bulk it is the starter it searches from."""
    if level == "rookie":
        return rookie(game, Random(seed))
    if level in ("starter", "allpro"):
        return starter(game)
    raise BadOptions(f"no policy {level!r}; there are rookie, starter, allpro")


class Sensible:
    """A policy in a coach's chair: it rebuilds the sheet from what the seat sees."""

    def __init__(self, choose: Policy) -> None:
        self._choose = choose

    def answer(self, request: Choose, seen: Seen) -> str:
        return self._choose(request, sheet_of(seen.view))


class Gain:
    """What an option won more than the usual one, game by game."""

    def __init__(self) -> None:
        self.games = 0
        self.total = 0.0
        self.square = 0.0

    def add(self, gain: float) -> None:
        """One more pair of games."""
        self.games += 1
        self.total += gain
        self.square += gain * gain

    @property
    def errors(self) -> float:
        """The mean gain in standard errors; far below zero when both are always the same."""
        spread = sqrt(max(0.0, self.square - self.total**2 / self.games))
        return self.total / spread if spread else -99.0 if self.total <= 0 else 99.0


class AllPro:
    """Tries every option out: games played on from here by the starter, the same dice for each option.

    It leaves the starter's choice only for one that has proved better by more than two standard errors,
    and stops when its time is up, after `games` games per option, or when nothing can come of it any more.
    """

    def __init__(self, game: FastDrive, seed: int, seconds: float | None, games: int = 4000) -> None:
        self._game = game
        self._rng = Random(seed)
        self._seconds = 1.0 if seconds is None else seconds
        self._games = games
        self._policy = starter(game)

    def answer(self, request: Choose, seen: Seen) -> str:
        sheet = sheet_of(seen.view)
        usual = self._policy(request, sheet)
        gains = {key: Gain() for key in request.menu.keys if key != usual}
        until = perf_counter() + self._seconds
        played = 0
        while gains and played < self._games and perf_counter() < until:
            for _ in range(20):
                seed = self._rng.getrandbits(48)
                as_usual = self._try_out(sheet, request, usual, seed)
                for key, gain in gains.items():
                    gain.add(self._try_out(sheet, request, key, seed) - as_usual)
            played += 20
            if played >= 200 and all(gain.errors < -3 for gain in gains.values()):
                break
        better = {key: gain.total for key, gain in gains.items() if gain.errors > 2}
        return max(better, key=lambda key: better[key]) if better else usual

    def compare(self, sheet: Sheet, request: Choose, key: str, other: str) -> float:
        """What `key` wins more than `other` in one game from here with the same dice."""
        seed = self._rng.getrandbits(48)
        return self._try_out(sheet, request, key, seed) - self._try_out(sheet, request, other, seed)

    def _try_out(self, sheet: Sheet, request: Choose, key: str, seed: int) -> float:
        """1 for a win, a half for a tie: the decision, then the starter on both sides."""
        s = sheet_of_copy(sheet)
        dice = FastDice(seed)
        first = True

        def choose(asked: Choose, now: Sheet) -> str:
            nonlocal first
            if first and asked.what == request.what and asked.seat == request.seat:
                first = False
                return key
            return self._policy(asked, now)

        end = playout(self._game, s, dice, choose)
        return 0.5 if end.winner is None else float(end.winner == request.seat)


def sheet_of_copy(s: Sheet) -> Sheet:
    """A fresh sheet to play on, without the log."""
    return Sheet(
        left=s.left,
        scores=s.scores[:],
        phase=s.phase,
        half=s.half,
        period=s.period,
        ball=s.ball,
        start=s.start,
        kicker=s.kicker,
        opener=s.opener,
        ticks=s.ticks,
        second=s.second,
        ending=s.ending,
        base=s.base,
        final=s.final,
        had=s.had[:],
        first=s.first,
    )


def coach(level: str, game: FastDrive, seat: Seat, seed: int, seconds: float | None = None) -> Coach:
    """A coach of that level; only `allpro` needs time (a second a decision unless told)."""
    if level == "allpro":
        return AllPro(game, seed, seconds)
    return Sensible(policy(level, game, seed))
