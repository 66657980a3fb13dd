"""One play, from the declaration to the clock, in the order of TG-9.4 (sections 9 to 11, 17, 18 and 22)."""

from __future__ import annotations

from collections.abc import Iterator

from fieldhouse.football.events import FirstDown
from fieldhouse.games.thegrid.charts.cards import (
    BONUS,
    CALLED,
    CODES,
    DECK,
    FIVE,
    RATING,
    ZONE,
    PlayCard,
)
from fieldhouse.games.thegrid.charts.reader import HIGH, LOW
from fieldhouse.games.thegrid.rules.charts import BoundCharts
from fieldhouse.games.thegrid.rules.drives import end_drive, flip, start_drive, tell_situation
from fieldhouse.games.thegrid.rules.events import FIELD, Called, ClockRuns, PlayRolled, ReRolled, TimeOut
from fieldhouse.games.thegrid.rules.requests import (
    CALLS,
    DECLARE,
    PASS_YARDS,
    PLAY,
    QB_YARDS,
    REROLL,
    RUN_BLOCK,
    RUN_YARDS,
    clock_choice,
    clock_reply,
    late_cards,
)
from fieldhouse.games.thegrid.rules.scoring import field_goal, safety, touchdown
from fieldhouse.games.thegrid.rules.state import Grid, player_at, spot
from fieldhouse.games.thegrid.rules.timing_cards import (
    log_play,
    possible_injuries,
    possible_loss,
    possible_turnover,
    tell_turnover,
)
from fieldhouse.games.thegrid.teams.players import PLACES, QB, Player
from fieldhouse.kernel.events import Term
from fieldhouse.kernel.requests import Rules, Seat


def play(game: BoundCharts, s: Grid) -> Rules:
    """Declaration, then a field goal or a regular play (TG-9.4, TG-10.1, TG-20.1)."""
    s.step = ""  # the last cards and dice lie there until the next are turned up
    declared = yield DECLARE[s.offense][s.box]
    if declared == "play":
        yield from regular_play(game, s)
    else:
        s.calls, s.roll, s.card, s.step = [], [], "", declared
        yield from field_goal(game, s, PLACES.index(declared.removeprefix("kick:")))
    tell_situation(game, s)


def regular_play(game: BoundCharts, s: Grid) -> Rules:
    """Secret cards, three dice, the re-roll, the gain, the first timing card, the downs and the clock."""
    s.step = "cards"
    calls = yield CALLS[s.offense][s.box]  # TG-10.2
    s.calls, s.roll, s.card, s.caller = list(calls), [], "", s.offense
    s.step = "dice"
    if s.tell:
        s.tell(
            Called(
                side=s.offense,
                team=game.teams[s.offense].name,
                card=calls[0],
                against=calls[1],
                rules=("TG-10.2",),
            )
        )
    card = DECK[calls[0]]
    yield from play_dice(game, s, card)
    yield from re_roll(game, s, card)
    if s.box + s.gain >= 12:  # TG-11.17
        log_play(game, s, s.gain, touchdown=True, first_down=True)
        yield from touchdown(game, s, card.who)
    else:
        yield from first_card(game, s)


def play_dice(game: BoundCharts, s: Grid, card: PlayCard) -> Rules:
    """d20 and the two yardage dice (TG-11.1, TG-11.2); then the card's table (TG-11.9)."""
    carrier = player_at(game, s, s.offense, card.who)
    d20 = yield PLAY
    if card.run:
        first = yield RUN_YARDS[carrier.run_yards]
        second = yield RUN_BLOCK[s.sides[s.offense].run_block]
    else:
        first = yield QB_YARDS[player_at(game, s, s.offense, QB).pass_yards]
        second = yield PASS_YARDS[carrier.pass_yards]
    s.roll = [d20, first, second]
    s.total = d20 + modifier(game, s, card)
    s.result = game.tables[card.key][max(LOW, min(s.total, HIGH)) - LOW]
    s.gain = gain(s.result, first, second)
    if s.tell:
        s.tell(play_roll(game, s, card))


def gain(code: int, first: int, second: int) -> int:
    """Boxes forward: one for 5 Yds, the lower die and its bonus for Dice (TG-11.10 to TG-11.15)."""
    if code < FIVE:
        return 0
    return 1 if code == FIVE else min(first, second) + BONUS[code]


def modifier(game: BoundCharts, s: Grid, card: PlayCard) -> int:
    """What is added to the d20 (TG-11.3)."""
    defense = s.sides[1 - s.offense]
    call, key = CALLED[s.calls[0], s.calls[1]]
    team = defense.run_defense if card.run else defense.pass_defense  # TG-11.4
    return team + call + key + pass_rating(player_at(game, s, s.offense, QB), card) + ZONE[s.box]


def pass_rating(quarterback: Player, card: PlayCard) -> int:
    """The pass rating of the pass's own name; nothing on runs (TG-11.7)."""
    return 0 if card.run else int(getattr(quarterback, RATING[card.play]))


def play_roll(game: BoundCharts, s: Grid, card: PlayCard) -> PlayRolled:
    """The roll with its sum: defense, call, key, rating, zone."""
    return PlayRolled(
        side=s.offense,
        team=game.teams[s.offense].name,
        total=s.total,
        result=CODES[s.result],
        low=min(s.roll[1:]),
        dice=(s.roll[1], s.roll[2]),
        gain=s.gain,
        sum=tuple(terms(game, s, card)),
        rules=("TG-11.3", f"TG-11.{10 + (1, 0, 2, 3, 4, 5)[s.result]}"),
    )


def terms(game: BoundCharts, s: Grid, card: PlayCard) -> Iterator[Term]:
    """The parts that count, and the total."""
    defense = s.sides[1 - s.offense]
    call, key = CALLED[s.calls[0], s.calls[1]]
    parts = (
        (
            "run defense" if card.run else "pass defense",
            defense.run_defense if card.run else defense.pass_defense,
        ),
        ("same play" if call < 0 else "other kind of play", call),
        ("keyed" if key < 0 else "wrong key", key),
        ("passer", pass_rating(player_at(game, s, s.offense, QB), card)),
        ("zone", ZONE[s.box]),
    )
    yield Term("d20", s.roll[0])
    yield from (Term(name, value) for name, value in parts if value)
    yield Term("", s.total)


def re_roll(game: BoundCharts, s: Grid, card: PlayCard) -> Rules:
    """The team that called the last timeout may re-roll all three dice once (TG-22.6 to TG-22.9)."""
    holder = s.reroll
    if holder < 0:
        return
    s.step = "re-roll"
    answer = yield REROLL[holder]
    s.reroll, s.step = -1, "dice"
    if answer == "re-roll":
        if s.tell:
            s.tell(ReRolled(side=holder, team=game.teams[holder].name, rules=("TG-22.6", "TG-22.7")))
        yield from play_dice(game, s, card)


def first_card(game: BoundCharts, s: Grid) -> Rules:
    """The card after a play that did not score, and what its suit does (TG-12.1 to TG-12.4)."""
    s.step = "card"
    s.card = yield from flip(game, s, "play")
    suit = s.card[-1]
    boxes, turned = s.gain, ""
    if suit == "S":
        turned = yield from possible_turnover(game, s)
        if turned == "lost":
            return
    elif suit == "C":
        loss = yield from possible_loss(game, s)
        boxes -= loss  # TG-14.4: only a play without gain can lose ground
    ends = s.box + boxes
    log_play(game, s, boxes, fumbled=turned == "kept", first_down=ends >= s.marker)
    if ends <= 0:
        safety(game, s)  # TG-21.4: before any fourth-down ruling
        return
    if suit == "H":
        yield from possible_injuries(game, s, s.card)
    yield from downs(game, s, ends)


def downs(game: BoundCharts, s: Grid, ends: int) -> Rules:
    """First down at or past the marker, the next down, or the ball goes over (TG-17.1 to TG-17.5)."""
    s.box = ends
    if ends >= s.marker:
        s.down, s.marker = 1, min(ends + 4, 12)
        if s.tell:
            s.tell(
                FirstDown(
                    side=s.offense,
                    team=game.teams[s.offense].name,
                    rival=game.teams[1 - s.offense].name,
                    field=FIELD,
                    spot=spot(ends),
                    rules=("TG-17.1",),
                )
            )
    elif s.down == 4:
        tell_turnover(game, s, "downs", ends, "TG-17.4")
        end_drive(game, s, "downs")
        start_drive(game, s, 1 - s.offense, 12 - ends, "downs")
        return  # TG-18.2: no extra cards
    else:
        s.down += 1
    if s.left:  # TG-9.5
        yield from run_clock(game, s)


def run_clock(game: BoundCharts, s: Grid) -> Rules:
    """One or two extra cards, or a timeout by either side (TG-18.1 to TG-18.5, TG-22.2 to TG-22.5)."""
    offense, defense = s.offense, 1 - s.offense
    s.step = "clock"
    answer = yield clock_choice(offense, s.sides[offense].time_outs)
    if answer == "time-out":
        time_out(game, s, offense)
        return
    cards = 1 if answer == "one" else 2
    s.step = f"clock-reply:{cards}"
    if s.sides[defense].time_outs:
        left = s.sides[defense].time_outs
        early = s.left > late_cards(game.period_cards(s.period))
        reply = yield clock_reply(defense, cards, left, early=early)
        if reply == "time-out":
            time_out(game, s, defense)
            return
    if s.tell:
        s.tell(
            ClockRuns(
                side=offense, team=game.teams[offense].name, cards=min(cards, s.left), rules=("TG-18.1",)
            )
        )
    for _ in range(min(cards, s.left)):  # TG-18.5
        yield from flip(game, s, "extra")


def time_out(game: BoundCharts, s: Grid, seat: Seat) -> None:
    """No extra cards, and the re-roll right for the next play (TG-22.2, TG-22.6)."""
    s.sides[seat].time_outs -= 1
    s.reroll = seat
    if s.tell:
        left = s.sides[seat].time_outs
        s.tell(TimeOut(side=seat, team=game.teams[seat].name, left=left, rules=("TG-22.2", "TG-22.6")))
