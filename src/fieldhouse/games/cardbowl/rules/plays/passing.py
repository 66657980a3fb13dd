"""The passing play (section 33): coverage, four tests, yards, interceptions."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from fieldhouse.football.events import yards_words
from fieldhouse.games.cardbowl.rules.card_actions import (
    Ask,
    Words,
    draw_from_deck,
    say,
    team_spot_words,
    tell_match_up,
    turn_up,
)
from fieldhouse.games.cardbowl.rules.cards import BLACK_JOKER, RED_JOKER, SUIT, VALUE, card_label
from fieldhouse.games.cardbowl.rules.lines.formations import INSIDE
from fieldhouse.games.cardbowl.rules.lines.ranges import extra_for_receivers, is_free
from fieldhouse.games.cardbowl.rules.place_names import slot_words
from fieldhouse.games.cardbowl.rules.plays.answers import te_faced
from fieldhouse.games.cardbowl.rules.plays.fumble import loose_ball
from fieldhouse.games.cardbowl.rules.plays.open_field import open_run
from fieldhouse.games.cardbowl.rules.plays.protection import protection_round, threats, yardage_risk_words
from fieldhouse.games.cardbowl.rules.plays.rush import extra_card, extra_words, offense_down, sum_terms
from fieldhouse.games.cardbowl.rules.state import (
    DPI,
    PREV,
    SEATS,
    Asks,
    Bowl,
    Foul,
    Piece,
    Result,
    find_piece,
)
from fieldhouse.kernel.requests import Choose, Menu, Option, Rules, Seat

THROW_AWAY = Menu([Option("keep", "Keep the catch", "CB-33.26"), Option("away", "Throw it away", "CB-33.26")])
HOME = Menu([Option("touchback", "Touchback", "CB-33.23"), Option("run", "Run it out", "CB-33.23")])


class Throw:
    """The cards of one pass. Locals of the play; what is public is in the drawn cards."""

    __slots__ = (
        "cards",
        "cover",
        "draws",
        "extra",
        "given_up",
        "intercepted",
        "receiver",
        "reception",
        "status",
    )

    def __init__(self, receiver: Piece) -> None:
        self.receiver = receiver
        self.cards: list[tuple[str, str]] = []
        self.reception = ""
        self.cover: list[tuple[str, int]] = []
        self.extra: list[tuple[str, int]] = []
        self.draws: list[tuple[str, int]] = []
        self.given_up: set[str] = set()
        self.intercepted = False
        self.status = "alive"


def passer(s: Bowl) -> int:
    """CB-33.5: the QB, +1 in shotgun (CB-17.6)."""
    return s.play.offense[0].value + (s.play.stance == "G")


def offense_terms(s: Bowl, t: Throw) -> list[tuple[str, int]]:
    """CB-33.24: QB, receiver and the drawn cards not given up."""
    drawn = [(purpose, VALUE[card]) for card, purpose in t.cards if card not in t.given_up]
    return [("QB", passer(s)), (t.receiver.name, t.receiver.value), *drawn]


def defense_terms(t: Throw) -> list[tuple[str, int]]:
    """CB-33.24: covering cards, extra card, two draws."""
    return [*t.cover, *t.extra, *t.draws]


def pass_play(s: Bowl, name: str, side: str, timing: str) -> Rules:
    """CB-33.28: cover and extra, P, yardage, C, D1, D2, then the outcome. `timing`: quick, start or end."""
    p = s.play
    receiver = find_piece(p.offense, name)
    if receiver.kind == "RB" and not receiver.released:
        release(receiver, side)
    turn_up(s, s.off, receiver)
    p.carrier = name
    p.way = receiver.side if receiver.kind == "WR" else "middle"
    t = Throw(receiver)
    yield from coverage(s, t)
    if not (yield from pass_draw(s, t)):
        return
    if t.status == "alive":
        yield from draw_yardage(s, t, timing)
        if p.result is not None:
            return
    if t.status != "suit":
        yield from reception(s, t)
    if t.status == "alive" and not t.intercepted:
        yield from ask_give_up(s, t)
    yield from final_draws(s, t)
    yield from pass_outcome(s, t)


def release(back: Piece, side: str) -> None:
    """A back goes to the LoS on his side as a receiver (CB-33.1, CB-28.3)."""
    back.released = True
    if side:
        back.side = side


def coverage(s: Bowl, t: Throw) -> Rules:
    """CB-33.2 to 33.4: assigned cards, the automatic card on a back, at most one extra card."""
    p = s.play
    r = t.receiver
    if r.kind == "TE" and not p.lined:
        for d in p.defense:
            if te_faced(s, d) is r:
                d.lane, d.at, d.cover, d.side = -1, "cover", r.name, r.side
    assigned = [d for d in p.defense if d.cover == r.name]
    if r.kind == "RB" and not assigned:
        assigned = yield from automatic_cover(s, r)
    turn_up(s, s.defense_seat, *assigned)
    t.cover = [(f"cover {d.name}", d.value) for d in assigned]
    t.extra = yield from extra_card(
        s, extra_for_receivers(s, (r,)), "CB-33.4", lambda: throw_phrase(r, t.cover)
    )


def throw_phrase(r: Piece, cover: list[tuple[str, int]]) -> str:
    """To whom the pass goes, and what covers him."""
    covered = f"{sum_terms(cover)} in coverage" if cover else "open"
    return f"A pass to the {slot_words(r.name)}, {covered}"


def automatic_cover(s: Bowl, r: Piece) -> Asks[list[Piece]]:
    """CB-33.3: one face-down card on a back nobody covers."""
    names = [d.name for d in s.play.defense if not d.up and may_cover_back(s, d, r.side)]
    if not names:
        return []
    keys = ["none", *names]
    answer = yield Ask(
        s.defense_seat,
        "cover-back",
        keys,
        f"Who covers the {slot_words(r.name)}?",
        "CB-33.3",
        extra_words,
        binding=keys,
    )
    if answer == "none":
        return []
    d = find_piece(s.play.defense, answer)
    d.lane, d.at, d.cover, d.side = -1, "cover", r.name, r.side
    return [d]


def may_cover_back(s: Bowl, d: Piece, side: str) -> bool:
    """Inside LBs, the OLB, a CB or a face-down DE of that side."""
    if is_free(d):
        return d.reach in INSIDE or d.reach == "O" + side
    if not d.cover:
        return d.end == side and d.lane >= 0 and not s.play.lined
    man = find_piece(s.play.offense, d.cover)
    return man.side == side and (man.kind == "WR" or d.end == side)


def pass_draw(s: Bowl, t: Throw) -> Asks[bool]:
    """Test 1, CB-33.5 to 33.8. False if the QB lost the ball."""
    p = s.play
    qb = passer(s)

    def against() -> str:
        return f"quarterback {qb}" + (f", pressure {p.pressure}" if p.pressure else "")

    card = yield from draw_from_deck(s, "pass", "CB-33.5", against)
    while card == BLACK_JOKER:
        p.foul = Foul(ball=s.off, by=s.off, yards=5, basis=PREV, what="illegal pass")
        say(s, "Foul on the offense, 5 yards. Play continues.", "CB-33.8")
        card = yield from draw_from_deck(s, "pass", "CB-33.8", against)
    if card == RED_JOKER:
        p.parts = ["pass, fumble"]
        p.result = yield from loose_ball(s, s.off, s.x - 5)  # CB-33.7
        return False
    t.cards.append((card, "pass"))
    if VALUE[card] + p.pressure >= qb:
        t.status = "poor"
        sum_ = VALUE[card] + p.pressure
        terms: list[tuple[str, int | str]] = [("pass", VALUE[card]), ("pressure", p.pressure), ("", sum_)]
        say(s, f"A poor throw against a quarterback of {qb}: incomplete.", "CB-33.6", terms=terms)
    return True


def most_yardage(s: Bowl, r: Piece, timing: str) -> int:
    """CB-33.13: how many yardage cards may be drawn at all."""
    if timing == "quick":
        return 0
    limit = 99
    if r.kind == "RB" or (r.kind == "TE" and r.lane >= 0):
        limit = 1
    if timing == "start" and s.play.k == 1 and threats(s):
        limit = 1
    return limit


def draw_yardage(s: Bowl, t: Throw, timing: str) -> Rules:
    """Test 2, CB-33.9 to 33.14: cards one by one or in a batch, with protection rounds where due."""
    limit = most_yardage(s, t.receiver, timing)
    threatened = bool(threats(s))
    drawn = 0
    while drawn < limit and t.status == "alive" and not t.intercepted:
        free = max(0, s.play.passed - drawn) if threatened else 99
        keys = ["stop", "draw", *(f"batch:{n}" for n in range(2, min(free, limit - drawn, 12) + 1))]
        o, d = sum_terms(offense_terms(s, t)), sum_terms(defense_terms(t))
        facts = {"offense": o, "defense": d, "free": free}
        prompt, words = yardage_words(s, t.receiver, facts, drawn)
        answer = yield Ask(s.off, "yardage", keys, prompt, "CB-33.9", words, binding=keys[1:], facts=facts)
        if answer == "stop":
            return
        count = 1 if answer == "draw" else int(answer.split(":")[1])
        if free < 1:
            yield from protection_round(s)  # CB-33.14; CB-26.4: pressure is not altered
            if s.play.result is not None:
                return
        yield from yardage_cards(s, t, count)
        drawn += count


def yardage_words(
    s: Bowl, receiver: Piece, facts: Mapping[str, int], drawn: int
) -> tuple[Words, Callable[[str], str | Option]]:
    """The prompt and the labels of the question for one more card, made when somebody looks."""

    def prompt() -> str:
        so_far = f"Yardage card? {facts['offense']} against {facts['defense']} so far"
        return so_far + ("" if facts["free"] else ", after a protection round")

    def label(key: str) -> str | Option:
        if key == "stop":
            return "No more" if drawn else "No yardage card"
        risk = yardage_risk_words(s, receiver.card, is_free=bool(facts["free"]))
        one = Option("draw", "Draw a yardage card", "CB-33.9", help=risk)
        return one if key == "draw" else f"Draw {key[6:]} cards at once"

    return prompt, label


def yardage_cards(s: Bowl, t: Throw, count: int) -> Rules:
    """CB-33.10 to 33.12: a batch is drawn to its end whatever comes."""
    suit = SUIT[t.receiver.card]
    for _ in range(count):
        card = yield from draw_from_deck(
            s, "yardage", "CB-33.9", lambda: f"{slot_words(t.receiver.name)} {card_label(t.receiver.card)}"
        )
        while card == BLACK_JOKER:
            s.play.foul = Foul(ball=s.off, due="yardage")
            card = yield from draw_from_deck(s, "yardage", "CB-33.12")
        if card == RED_JOKER:
            t.intercepted = True
            continue
        t.cards.append((card, "yardage"))
        if SUIT[card] == suit:
            t.status = "suit"
    if t.intercepted and t.status == "suit":
        t.status = "alive"  # CB-47.95: the interception beats the suit match
    if t.status == "suit":
        say(s, "The card matches the receiver's suit: incomplete.", "CB-33.10")


def reception(s: Bowl, t: Throw) -> Rules:
    """Test 3, CB-33.15 to 33.17."""
    r = t.receiver

    def against() -> str:
        return f"{slot_words(r.name)} {r.value}"

    card = yield from draw_from_deck(s, "reception", "CB-33.15", against)
    while card in (RED_JOKER, BLACK_JOKER):
        if card == RED_JOKER:
            t.intercepted = True
        else:
            s.play.foul = Foul(ball=s.off, by=s.off, yards=10, basis=PREV, what="pass interference")
            say(s, "Offensive pass interference, 10 yards. Play continues.", "CB-33.17")
        card = yield from draw_from_deck(s, "reception", "CB-33.16", against)
    t.reception = card
    t.cards.append((card, "reception"))
    s.play.suit_out = SUIT[card] == SUIT[r.card]  # CB-6.17
    if t.status == "alive" and not t.intercepted and VALUE[card] >= r.value:
        t.status = "dropped"
        say(s, "Dropped: incomplete.", "CB-33.15")


def ask_give_up(s: Bowl, t: Throw) -> Rules:
    """CB-33.18: drawn cards may be given up for yardage; asked only where the end line is near."""
    while s.x + sum_terms(offense_terms(s, t)) - sum_terms(defense_terms(t)) > 100:
        cards = [card for card, _ in t.cards if card not in t.given_up]
        if not cards:
            return
        o, d = sum_terms(offense_terms(s, t)), sum_terms(defense_terms(t))
        labels = {"done": "Keep all", **{card: f"Give up {card_label(card)}" for card in cards}}
        prompt = f"{o} against {d} and two draws. Give up a card?"
        facts = {"offense": o, "defense": d}
        answer = yield Ask(s.off, "give-up", ["done", *cards], prompt, "CB-33.18", labels, facts=facts)
        if answer == "done":
            return
        t.given_up.add(answer)
        say(s, f"{SEATS[s.off]} gives up the {card_label(answer)} for yardage.", "CB-33.18")


def final_draws(s: Bowl, t: Throw) -> Rules:
    """Test 4, CB-33.19 to 33.22: D1 and D2, always drawn."""
    r = t.receiver
    best = max([value for _, value in t.cover], default=0)

    def against() -> str:
        return f"offense {sum_terms(offense_terms(s, t))}"

    for n in (1, 2):
        card = yield from draw_from_deck(s, "coverage", "CB-33.19", against)
        while card in (RED_JOKER, BLACK_JOKER):
            if card == RED_JOKER:
                t.intercepted = True
            else:
                s.play.foul = Foul(ball=s.off, by=s.defense_seat, basis=DPI, what="pass interference")
            card = yield from draw_from_deck(s, "coverage", "CB-33.21", against)
        t.draws.append((f"draw {n}", VALUE[card]))
        tested = n == 1 and t.status == "alive" and not t.intercepted and best >= r.value
        if tested and best + VALUE[card] > r.value + VALUE[t.reception]:  # CB-33.20
            t.status = "broken"
            terms = [
                ("cover", best),
                ("draw 1", VALUE[card]),
                (r.name, -r.value),
                ("reception", -VALUE[t.reception]),
                ("", best + VALUE[card] - r.value - VALUE[t.reception]),
            ]
            say(s, "Broken up: incomplete.", "CB-33.20", terms=terms)


def pass_outcome(s: Bowl, t: Throw) -> Rules:
    """Settle the pass: interference, interception, incompletion or catch (CB-33.22 to 33.27)."""
    ours, theirs = offense_terms(s, t), defense_terms(t)
    o, d = sum_terms(ours), sum_terms(theirs)
    interference(s, o - d)
    if s.tell:
        terms = [*ours, *((name, -value) for name, value in theirs)]
        dead = t.status != "alive" or s.x + o - d > 110
        result = "intercepted" if t.intercepted else "incomplete" if dead else yards_words(o - d)
        tell_match_up(s, "pass", o, d, result, terms, "CB-33.24")
    if t.intercepted:
        yield from interception(s, s.x + max(o - d, -5))
    elif t.status != "alive" or s.x + o - d > 110:
        incomplete_pass(s)
    else:
        yield from complete_pass(s, o - d)


def incomplete_pass(s: Bowl) -> None:
    """CB-2.16: back to the LoS, next down."""
    s.play.parts = [*s.play.parts, "pass inc."]
    s.play.result = Result("incomplete", s.off, s.x)


def interference(s: Bowl, yards: int) -> None:
    """CB-33.22: the spot of defensive pass interference, or 5 yards, or nothing past the end line."""
    foul = s.play.foul
    if foul is None or foul.basis != DPI:
        return
    spot = s.x + yards
    if spot > 110:
        s.play.foul = None
        return
    if yards < 0:
        foul.basis, foul.yards, foul.what = PREV, 5, "tackling a receiver"
    else:
        foul.spot, foul.afd = 99 if spot >= 100 else spot, True
        foul.yards = foul.spot - s.x
    say(s, "Defensive pass interference.", "CB-33.22")


def complete_pass(s: Bowl, gain: int) -> Rules:
    """CB-33.25 to 33.27, then the automatic run draw of section 34."""
    p = s.play
    if gain < 0:
        prompt, facts = f"{yards_words(gain)}. Keep the catch?", {"gain": gain}
        answer = yield Choose(s.off, "throw-away", THROW_AWAY, prompt, rule="CB-33.26", facts=facts)
        if answer == "away":
            incomplete_pass(s)
            return
    x = s.x + gain
    p.parts = [f"pass {gain}"]
    if x >= 100:
        p.result = Result("touchdown", s.off, 100)
        return
    end, how = yield from open_run(s, s.off, x, 1, number=1, catch=True)
    if end > x:
        p.parts.append(f"+{end - x}")
    yield from offense_down(s, end, how)


def interception(s: Bowl, spot: int) -> Rules:
    """CB-33.23, 34.6: the interceptors' ball at `spot` (the offense's yards); they may run it back."""
    p = s.play
    if spot > 110:
        incomplete_pass(s)
        return
    team: Seat = s.defense_seat
    p.changed = True
    p.lost_by, p.lost_at = s.off, spot
    p.long = p.long or spot - s.x > 25
    x = 100 - spot
    p.safe = x <= 0  # CB-2.17
    p.parts = ["pass intercepted"]
    if s.tell:
        say(s, f"Intercepted {team_spot_words(s.off, spot)}!", "CB-33.23")
    if p.kind == "two-point":
        p.result = Result("try-failed", s.off, s.x)  # CB-14.4
        return
    if x >= 100:
        p.result = Result("touchdown", team, 100)
        return
    if x <= 0:
        answer = yield Choose(team, "end-zone", HOME, "Intercepted in the end zone", rule="CB-33.23")
        if answer == "touchback":
            p.result = Result("touchback", team)
            return
    end, how = yield from open_run(s, team, x, 1, catch=True)
    yield from end_return(s, team, x, end, how)


def end_return(s: Bowl, team: Seat, x: int, end: int, how: str) -> Rules:
    """The end of a return: touchdown, fumble, or down somewhere."""
    p = s.play
    p.parts.append(f"{end - x:+d} return")
    p.long = p.long or end - x > 25
    if how == "fumble":
        p.parts.append("fumble")
        p.result = yield from loose_ball(s, team, end)
    elif end >= 100:
        p.result = Result("touchdown", team, 100)
    elif end <= 0:
        p.result = Result("touchback", team)
    else:
        p.result = Result("ball", team, end)
