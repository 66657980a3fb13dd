"""Loose balls (section 39): declarations, recovery draws, bounces, the run after a recovery."""

from __future__ import annotations

from fieldhouse.games.cardbowl.rules.card_actions import draw_from_deck, foul_card, say, team_spot_words
from fieldhouse.games.cardbowl.rules.cards import BLACK_JOKER, JOKERS, OPEN, SUIT, VALUE, is_face
from fieldhouse.games.cardbowl.rules.plays.open_field import open_run
from fieldhouse.games.cardbowl.rules.state import LOOSE, SEATS, Asks, Bowl, Foul, Result
from fieldhouse.kernel.requests import Choose, Menu, Option, Seat, Together

DECLARE = Menu(
    [
        Option("nothing", "Play it straight", "CB-39.4"),
        Option("fall1", "Fall on it", "CB-39.4", "1 better to recover, 1 worse to run"),
        Option("fall2", "Dive on it", "CB-39.4", "2 better to recover, 2 worse to run"),
        Option("pick1", "Pick it up", "CB-39.4", "1 worse to recover, 1 better to run"),
        Option("pick2", "Scoop it up", "CB-39.4", "2 worse to recover, 2 better to run"),
    ]
)
DECLARED = {
    "nothing": "plays it straight",
    "fall1": "falls on it",
    "fall2": "dives on it",
    "pick1": "picks it up",
    "pick2": "scoops it up",
}
POINTS = {"nothing": 0, "fall1": 1, "fall2": 2, "pick1": -1, "pick2": -2}
BOUNCE = {1: -4, 2: -3, 3: -2, 4: -1, 10: 1, 11: 2, 12: 3, 13: 4}  # CB-39.7
RUN = Menu([Option("run", "Run with it", "CB-39.14"), Option("stay", "Stay down", "CB-39.14")])


class _Pair:
    """One pair of recovery draws."""

    __slots__ = ("cards", "points")

    def __init__(self) -> None:
        self.cards: dict[Seat, str] = {}
        self.points: dict[Seat, int] = {}


def loose_ball(
    s: Bowl, role: Seat, x: int, *, bonus: int = 0, blocked: bool = False, no_run: Seat = -1
) -> Asks[Result]:
    """CB-39: `role` is the offense role's team, `x` its own yard line; the play's result comes back.

    `bonus` is the other team's on the first pair (CB-10.6), `blocked` gives it two cards there
    (CB-39.9), `no_run` may not advance (CB-39.14). `s.play.safe` says that a ball dead in the
    role team's own end zone is a touchback (CB-39.12).
    """
    p = s.play
    p.lost_by, p.lost_at = role, x
    if s.tell:
        say(s, f"The ball is loose {team_spot_words(role, x)}!", "CB-39.1")
    first = True
    while True:
        off_field = over_the_end(s, role, x)
        if off_field is not None:
            return off_field
        pair = yield from recovery_draws(s, role, x, two=blocked and first)
        other = 1 - role
        extra = bonus if first else 0  # CB-39.6
        mine = VALUE[pair.cards[role]] + pair.points[role]
        theirs = VALUE[pair.cards[other]] + pair.points[other] + extra
        terms: list[tuple[str, int | str]] = [
            (SEATS[role], mine),
            (SEATS[other], -theirs),
            ("", mine - theirs),
        ]
        if mine != theirs:
            winner = role if mine > theirs else other
            say(s, f"{SEATS[winner]} recovers.", "CB-39.5", terms=terms)
            result = yield from recover_ball(s, role, winner, x, pair, no_run)
            return result
        say(s, "Nobody has it. The ball bounces.", "CB-39.6", terms=terms)
        card = yield from recovery_draw(s, role, x, "bounce")
        x += BOUNCE.get(VALUE[card], 0)
        first = False


def over_the_end(s: Bowl, role: Seat, x: int) -> Result | None:
    """CB-39.3: over the own end line a safety (or touchback), over the far one a touchback."""
    if x <= -10:
        return Result("touchback" if s.play.safe else "safety", role, x)
    if x >= 110:
        s.play.changed = True
        return Result("touchback", 1 - role)
    return None


def recovery_draws(s: Bowl, role: Seat, x: int, *, two: bool) -> Asks[_Pair]:
    """CB-39.4, 39.5: both declare unseen, then each draws, offense role first."""
    other = 1 - role
    asks = [
        Choose(seat, "declare", DECLARE, "Loose ball! How do you go for it?", rule="CB-39.4")
        for seat in (role, other)
    ]
    answers = yield Together(*asks)
    pair = _Pair()
    pair.points = {role: POINTS[answers[0]], other: POINTS[answers[1]]}
    say(s, f"{SEATS[role]} {DECLARED[answers[0]]}, {SEATS[other]} {DECLARED[answers[1]]}.", "CB-39.4")
    pair.cards[role] = yield from recovery_draw(s, role, x, "recovery")
    pair.cards[other] = yield from recovery_draw(s, role, x, "recovery")
    if two:  # CB-39.9: the higher of two counts
        second = yield from recovery_draw(s, role, x, "recovery")
        pair.cards[other] = max(pair.cards[other], second, key=VALUE.__getitem__)
    return pair


def recovery_draw(s: Bowl, role: Seat, x: int, purpose: str) -> Asks[str]:
    """CB-39.8: BJ is a foul, by color against the offense role or the other team; jokers are replaced."""
    card = yield from draw_from_deck(s, purpose, "CB-39.5" if purpose == "recovery" else "CB-39.7")
    while card in JOKERS:
        if card == BLACK_JOKER:
            red, row = yield from foul_card(s, "CB-39.8")
            yards = (5, 10, 15)[row - 1]
            by = role if red else 1 - role
            s.play.foul = Foul(
                ball=role, by=by, yards=yards, basis=LOOSE, spot=x, what="foul at the loose ball"
            )
            say(s, f"Foul by {SEATS[by]} at the loose ball, {yards} yards.", "CB-39.8")
        card = yield from draw_from_deck(s, purpose, "CB-39.8")
    return card


def run_draws(pair: _Pair, winner: Seat) -> int:
    """CB-39.13: only a face card runs; fallen-on points come off, picked-up points go on, within 0 to 3."""
    mine, theirs = pair.cards[winner], pair.cards[1 - winner]
    if not is_face(mine):
        return 0
    high = min(3, max(0, OPEN[mine] - pair.points[winner]))
    low = min(3, max(0, OPEN[theirs] - pair.points[1 - winner])) if is_face(theirs) else 0
    return max(0, high - low)


def recover_ball(s: Bowl, role: Seat, winner: Seat, x: int, pair: _Pair, no_run: Seat) -> Asks[Result]:
    """CB-39.11 to 39.14: whose ball it is, the end zones, the optional run."""
    p = s.play
    if winner != s.off:
        p.changed = True
    mine = x if winner == role else 100 - x
    p.recovered_by, p.recovered_at = winner, mine
    if p.kind == "two-point":
        return (yield from recovered_in_try(s, winner, mine, pair))
    if mine >= 100:
        return Result("touchdown", winner, 100)
    draws = run_draws(pair, winner)
    if draws and winner != no_run:
        answer = yield Choose(winner, "fumble-run", RUN, "Run after the recovery?", rule="CB-39.14")
        if answer == "run":
            start = mine
            mine, how = yield from open_run(s, winner, mine, draws)
            p.parts.append(f"{mine - start:+d} return")
            if mine - start > 25:
                p.long = True  # CB-6.3
            if how == "fumble":  # CB-37.5: after a lateral or an onside kick the red joker may still come
                p.safe = (p.safe or winner != role) and start <= 0
                return (yield from loose_ball(s, winner, mine))
    return recovered_at(s, role, winner, mine)


def recovered_at(s: Bowl, role: Seat, winner: Seat, mine: int) -> Result:
    """CB-39.12: dead in the own end zone is a touchback, or a safety for the team that lost it there."""
    if mine >= 100:
        return Result("touchdown", winner, 100)
    if mine > 0:
        return Result("ball", winner, mine)
    if winner == role and not s.play.safe:
        return Result("safety", winner, mine)
    return Result("touchback", winner)


def recovered_in_try(s: Bowl, winner: Seat, mine: int, pair: _Pair) -> Asks[Result]:
    """CB-14.4, 14.5: only the offense may advance, with a face card of the defense's suit."""
    if winner != s.off:
        return Result("try-failed", s.off, mine)
    ours, theirs = pair.cards[winner], pair.cards[1 - winner]
    if is_face(ours) and not is_face(theirs) and SUIT[ours] == SUIT[theirs]:
        draws = run_draws(pair, winner)
        if draws:
            answer = yield Choose(winner, "fumble-run", RUN, "Run after the recovery?", rule="CB-14.5")
            if answer == "run":
                mine, how = yield from open_run(s, winner, mine, draws)
                if how == "fumble":  # CB-37.5
                    return (yield from loose_ball(s, winner, mine))
                return Result("try-good" if mine >= 100 else "try-failed", winner, mine)
    say(s, "The ball is dead. The try is no good.", "CB-14.5")
    return Result("try-failed", winner, mine)
