"""Open-field runs and tackles, the run after a catch (sections 34, 37 and 38)."""

from __future__ import annotations

from collections.abc import Callable

from fieldhouse.football.events import yards_words
from fieldhouse.games.cardbowl.rules.card_actions import Ask, draw_from_deck, say, turn_up
from fieldhouse.games.cardbowl.rules.cards import BLACK_JOKER, OPEN, RED_JOKER, VALUE, half_value
from fieldhouse.games.cardbowl.rules.lines.formations import SAFETIES
from fieldhouse.games.cardbowl.rules.place_names import capitalize_first, slot_words
from fieldhouse.games.cardbowl.rules.state import SEATS, Asks, Bowl, Foul, Piece, find_piece
from fieldhouse.kernel.requests import Choose, Menu, Option, Seat

DRAW_OR_OUT = Menu(
    [Option("draw", "Keep running", "CB-37.2"), Option("out", "Go out of bounds", "CB-6.18")],
    binding=("draw",),
)


class _Set:
    """The cards of one set as they are drawn."""

    __slots__ = ("faces", "fumble", "out", "total")

    def __init__(self) -> None:
        self.total = 0
        self.faces = 0
        self.fumble = False
        self.out = False


def open_run(
    s: Bowl, team: Seat, x: int, draws: int, *, less: int = 0, number: int = 0, catch: bool = False
) -> Asks[tuple[int, str]]:
    """CB-37: sets of cards until one has no face card or gains nothing.

    Returns where the run ended in the own yards of `team` and how: dead, fumble, out or touchdown.
    `number` is the set number for tackles (0: nobody tackles), `less` weakens face cards (CB-9.3),
    `catch` marks the automatic first draw after a catch or interception (CB-34.1).
    """
    while draws > 0:
        one = yield from draw_set(s, team, x, draws, less, number, catch)
        if one.fumble:
            x += one.total
            return (x, "touchdown") if x >= 100 else (x, "fumble")  # CB-37.5
        stopped = yield from tackle_points(s, one.total, number)
        gain = max(0, one.total - stopped)
        say_run(s, team, one.total, stopped, gain, catch)
        x += gain
        if x >= 100:
            return x, "touchdown"  # CB-37.8
        if one.out:
            s.play.out = True
            return x, "out"
        draws = one.faces if gain else 0  # CB-37.3
        number += number > 0
        catch = False
    return x, "dead"


def say_run(s: Bowl, team: Seat, total: int, stopped: int, gain: int, catch: bool) -> None:
    """The yards of one set; a set that the tacklers outweigh gains nothing (CB-38.3)."""
    if s.tell is None:
        return
    what = "in the open field" if not catch else f"after the {'catch' if team == s.off else 'interception'}"
    rule = "CB-34.2" if catch else "CB-37.4"
    terms: list[tuple[str, int | str]] = [("cards", total)]
    if stopped:
        terms += [("tacklers minus blockers", -stopped), ("", gain if gain else "stopped")]
    say(s, f"{SEATS[team]} {what}: {yards_words(gain)}.", rule, terms=terms)


def draw_set(s: Bowl, team: Seat, x: int, draws: int, less: int, number: int, catch: bool) -> Asks[_Set]:
    """CB-37.2: the cards of a set one by one, with both jokers and the way out of bounds."""
    one = _Set()
    purpose = "run after catch" if catch else "open-field"
    for _ in range(draws):
        if may_go_out(s, team):
            answer = yield Choose(
                team, "open-field", DRAW_OR_OUT, "Keep running or go out of bounds?", rule="CB-6.18"
            )
            if answer == "out":
                one.out = True
                return one
        card = yield from draw_from_deck(s, purpose, "CB-34.1" if catch else "CB-37.2")
        while card == BLACK_JOKER:  # CB-34.5, CB-37.6
            s.play.foul = Foul(ball=team, spot=x + one.total, due="open", changed=s.play.changed)
            card = yield from draw_from_deck(s, purpose, "CB-37.6")
        if not catch:
            s.play.ofr = True  # CB-6.2
        if card == RED_JOKER:
            one.fumble = True
            return one
        one.total += VALUE[card]
        one.faces += max(0, OPEN[card] - less)
        if x + one.total >= 100 and not eligible_tacklers(s, number):  # CB-37.8
            return one
    return one


def may_go_out(s: Bowl, team: Seat) -> bool:
    """CB-5.5, CB-6.18: the offense on a scrimmage play inside the late windows."""
    return s.play.late and team == s.off and s.play.kind == "scrimmage" and not s.play.changed


def group_of(s: Bowl, d: Piece) -> tuple[str, str]:
    """Where a face-down defensive card counts for tackles: (CB, OLB, ILB, M or S; side) (CB-38.6)."""
    if d.cover:
        receiver = find_piece(s.play.offense, d.cover)
        return ("OLB", d.end) if d.end and receiver.kind == "TE" else ("CB", receiver.side)
    if d.at in SAFETIES:
        return "S", d.at[-1]
    if d.at == "M":
        return "M", "C"
    return "OLB" if d.at in ("OL", "OR") else "ILB", d.at[-1]


def eligible_tacklers(s: Bowl, number: int) -> list[Piece]:
    """CB-38.2 to 38.7: face-down cards outside the lanes that may meet this set."""
    p = s.play
    if number not in (1, 2) or not p.way:
        return []
    down = [d for d in p.defense if not d.up and d.lane < 0]
    return [d for d in down if meets_set(p.way, number, group_of(s, d))]


def meets_set(way: str, number: int, group: tuple[str, str]) -> bool:
    """Does a card of this group meet set `number` of a play that went this way?"""
    kind, side = group
    if way == "middle":  # CB-38.5
        return kind in ("OLB", "ILB", "M") if number == 1 else kind == "S"
    if number == 1:  # CB-38.4
        return kind == "M" or side == way
    return kind in ("OLB", "ILB", "S") and side not in (way, "C")


def eligible_blockers(s: Bowl, number: int) -> list[Piece]:
    """CB-38.8: face-down offensive cards not in the play."""
    way = s.play.way
    down = [o for o in s.play.offense if not o.up and o.lane < 0 and o.name != s.play.carrier]
    if number == 1:
        return [o for o in down if o.kind in ("TE", "RB") or (o.kind == "WR" and o.side == way)]
    return [o for o in down if o.kind == "WR" and o.side != way]


def tackle_points(s: Bowl, total: int, number: int) -> Asks[int]:
    """CB-38.1, 38.3: tacklers less downfield blockers, not below 0."""
    if not total:
        return 0
    tacklers = yield from pick_cards(
        s,
        s.defense_seat,
        "tackle",
        eligible_tacklers(s, number),
        lambda: f"{total} yard{plural_ending(total)} of open field. Who makes the tackle?",
        "CB-38.1",
    )
    if not tacklers:
        return 0
    stop = sum(d.value for d in tacklers)
    helpers = yield from pick_cards(
        s,
        s.off,
        "downfield",
        eligible_blockers(s, number),
        lambda: f"{total} yard{plural_ending(total)}, tacklers {stop}. Who blocks downfield?",
        "CB-38.8",
    )
    freed = sum(half_value(o.value) if o.kind == "RB" else o.value for o in helpers)
    return max(0, stop - freed)


def plural_ending(count: int) -> str:
    """`s`, but not for one."""
    return "" if count == 1 else "s"


def pick_cards(
    s: Bowl, seat: Seat, what: str, eligible: list[Piece], prompt: Callable[[], str], rule: str
) -> Asks[list[Piece]]:
    """Turn up any number of eligible cards, one by one."""
    picked: list[Piece] = []
    while eligible:
        names = [card.name for card in eligible]
        nobody = "No more" if picked else "Nobody"

        def words(key: str, nobody: str = nobody) -> str:
            return nobody if key == "done" else capitalize_first(slot_words(key))

        answer = yield Ask(seat, what, ["done", *names], prompt, rule, words, binding=names)
        if answer == "done":
            break
        card = eligible.pop(names.index(answer))
        turn_up(s, seat, card, why="a tackler" if what == "tackle" else "a downfield blocker")
        picked.append(card)
    return picked
