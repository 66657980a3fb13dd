"""Field goals and extra points (sections 13 and 14)."""

from __future__ import annotations

from fieldhouse.games.cardbowl.rules.card_actions import draw_from_deck, foul_card, say
from fieldhouse.games.cardbowl.rules.cards import BLACK_JOKER, RED_JOKER, VALUE, half_value
from fieldhouse.games.cardbowl.rules.plays.fumble import loose_ball
from fieldhouse.games.cardbowl.rules.state import PREV, Asks, Bowl, Foul, Result
from fieldhouse.kernel.requests import Rules

SLOTS = 6


def field_goal_distance(s: Bowl) -> int:
    """CB-13.1: yards to the goal line + 18."""
    return 100 - s.x + 18


def block_slots(yards: int) -> int:
    """CB-13.2: RJ in the first 1 to 6 slots blocks, the farther the more."""
    return min(6, max(1, yards // 10))


def play_field_goal(s: Bowl) -> Rules:
    """CB-13.1: six cards, good if they reach the distance."""
    p = s.play
    need = field_goal_distance(s)
    p.parts = [f"{need} yd FG"]
    total = yield from kick_slots(s, need, block_slots(need))
    if total is None:
        return
    good = total >= need
    say(
        s,
        f"The {need}-yard field goal is {'good' if good else 'no good'}.",
        "CB-13.1",
        terms=_short(total, need),
    )
    p.parts.append("good" if good else "no good")
    if good:
        p.result = Result("field-goal", s.off, s.x)
    else:
        p.result = missed_field_goal(s)


def missed_field_goal(s: Bowl) -> Result:
    """CB-2.11: their ball at the spot of the kick or their 20; kicked from the own end zone, on the 1."""
    s.play.changed = True
    return Result("ball", s.defense_seat, min(99, max(20, 108 - s.x)), note="missed")


def kick_slots(s: Bowl, need: int, blockable: int) -> Asks[int | None]:
    """CB-13.2 to 13.7: the six slots; None when the play is already settled."""
    cards: list[int] = []
    while len(cards) < SLOTS:
        slot = len(cards) + 1
        card = yield from draw_from_deck(s, "field goal", "CB-13.1", f"{need} yards, card {slot} of {SLOTS}")
        if card == RED_JOKER:
            if slot <= blockable:
                yield from blocked_field_goal(s, cards)
                return None
        elif card == BLACK_JOKER:
            stopped = yield from kick_foul(s, slot)
            if stopped:
                return None
        else:
            cards.append(VALUE[card])
    return sum(cards)


def _short(total: int, need: int) -> list[tuple[str, int | str]]:
    return [("cards", total), ("needed", -need), ("", total - need)]


def blocked_field_goal(s: Bowl, cards: list[int]) -> Rules:
    """CB-13.4: loose 8 behind the LoS plus half the first card; on an extra point just no good (CB-14.2)."""
    say(s, "Blocked!", "CB-13.2")
    s.play.parts.append("blocked")
    if s.play.kind == "extra-point":
        s.play.result = Result("try-failed", s.off, s.x)
        return
    spot = s.x - 8 + (half_value(cards[0]) if cards else 0)
    s.play.result = yield from loose_ball(s, s.off, spot)


def kick_foul(s: Bowl, slot: int) -> Asks[bool]:
    """CB-13.5 to 13.7. True if the play stops."""
    tried = s.play.kind == "extra-point"
    if slot > 2 or (tried and slot > 1):
        return False
    red, row = yield from foul_card(s, "CB-13.5")
    if slot == 2:
        rough = row == 3
        what = "roughing the kicker" if rough else "running into the kicker"
        s.play.foul = Foul(
            ball=s.off, by=s.defense_seat, yards=15 if rough else 5, basis=PREV, afd=rough, what=what
        )
        say(s, f"{what.capitalize()}.", "CB-13.6")
        return False
    if not red:
        s.play.foul = Foul(ball=s.off, by=s.defense_seat, yards=5, basis=PREV, what="offside")
        say(s, "Offside, defense: 5 yards.", "CB-13.5")
        return False
    say(s, "False start, offense: 5 yards. The play is dead.", "CB-13.5", "CB-40.2")
    s.play.result = Result("dead-foul", s.off, s.x - min(5, s.x // 2))
    return True


def play_extra_point(s: Bowl) -> Rules:
    """CB-14.2: as a 20-yard try, jokers count in slot 1 only."""
    need = field_goal_distance(s)
    total = yield from kick_slots(s, need, 1)
    if total is None:
        return
    good = total >= need
    say(s, f"The extra point is {'good' if good else 'no good'}.", "CB-14.2", terms=_short(total, need))
    s.play.parts = ["extra point " + ("good" if good else "no good")]
    s.play.result = Result("try-good" if good else "try-failed", s.off, s.x)
