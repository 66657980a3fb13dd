"""A second reading of The Grid, made from the rulebook and the catalogue before the rules' code was read.

`Referee.play` is a generator like the rules themselves: it says what must be asked next (`Want`) and is sent
the same answers. `test_referee.py` lets both follow the same games and compares them at every step. Nothing
here imports the game.
"""

from __future__ import annotations

import random
from collections.abc import Generator
from typing import Any, NamedTuple

PLACES = ("QB", "HB", "LE", "RE", "LG", "C", "RG", "DS")
CARRIERS, LINE = ("HB", "LE", "RE"), ("LG", "C", "RG")
TAKES = (
    {"QB": ("QB",), "DS": ("HBE", "LN")} | dict.fromkeys(CARRIERS, ("HBE",)) | dict.fromkeys(LINE, ("LN",))
)
NOBODY = "emergency"
EMERGENCY: dict[str, dict[str, Any]] = {
    "QB": {"type": "QB", "flat": -2, "short": -2, "long": -2, "pass_yards": 4, "interception": 4},
    "HBE": {"type": "HBE", "run_yards": 4, "pass_yards": 4, "run_defense": 0, "pass_defense": 0}
    | {"kicking": 4, "fumble": 4},
    "LN": {"type": "LN", "run_block": 0, "pass_block": 0, "run_defense": 0, "pass_defense": 0},
}

# DC-1: the lowest modified roll of each row after the first
CARDS = {
    "RI-HB": ("NG", (6, "5 Yds"), (16, "Dice"), (22, "Dice +5")),
    "RO-HB": ("NG", (9, "5 Yds"), (12, "Dice"), (20, "Dice +5")),
    "RO": ("NG", (11, "5 Yds"), (14, "Dice"), (17, "Dice +5"), (20, "Dice +15")),
    "FP-HB": ("Inc", (4, "NG"), (6, "5 Yds"), (14, "Dice")),
    "FP": ("Inc", (9, "5 Yds"), (14, "Dice"), (19, "Dice +5")),
    "SP-HB": ("Inc", (9, "5 Yds"), (12, "Dice"), (20, "Dice +5")),
    "SP": ("Inc", (11, "5 Yds"), (14, "Dice"), (17, "Dice +5")),
    "LP": ("Inc", (14, "Dice"), (16, "Dice +5"), (19, "Dice +15")),
}
LEGAL = {"RI": ("HB",), "RO": CARRIERS, "FP": CARRIERS, "SP": CARRIERS, "LP": ("LE", "RE")}
OFFENSE = [f"{play}-{carrier}" for play, carriers in LEGAL.items() for carrier in carriers]
DEFENSE = {f"{play}-{key}" for play in ("RI", "RO", "FP", "SP", "LP") for key in (*CARRIERS, "NK")}
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
PACK = {rank + suit for suit in "HDCS" for rank in RANKS}
HEARTS = {"2": "LG", "3": "LG", "4": "C", "5": "C", "6": "RG", "7": "RG", "8": "HB", "9": "RE", "10": "LE"}
DICE = (4, 6, 8, 10, 12)


class Want(NamedTuple):
    """What must come next: a roll of a die, a draw from these cards, or a choice of these keys by seat."""

    kind: str
    name: str
    keys: Any = None
    seat: int = -1


Asks = Generator[Want, Any, Any]

# DC-5: the last 2d6 total of each row, and what the rows give
COLUMNS = {
    "N": ((3, 5, 8, 10, 12), (-2, -1, 0, 1, 2)),
    "S": ((4, 7, 9, 11, 12), DICE),
    "I": ((7, 10, 11, 12), DICE),
    "H": ((3, 6, 8, 10, 12), DICE),
    "K": ((5, 8, 10, 11, 12), DICE),
    "F": ((5, 8, 12), (0, 1, 2)),
    "B": ((5, 8, 11, 12), (0, 1, 2, 3)),
}
RATINGS = {
    "QB": "flat:N short:N long:N pass_yards:S interception:I injury:H",
    "HBE": "run_yards:S pass_yards:S run_defense:F pass_defense:F kicking:K fumble:H injury:H",
    "LN": "run_block:B pass_block:B run_defense:F pass_defense:F injury:H",
}


def grade(player: dict[str, Any]) -> int:
    """DC-4: numbers, and dice as steps, without the Injury die."""
    total = 0
    for rating in RATINGS[player["type"]].split():
        name, column = rating.split(":")
        if name != "injury":
            total += player[name] if column in "NFB" else DICE.index(player[name])
    return total


def world_team(seed: int, index: int) -> list[dict[str, Any]]:
    """DC-10: the first attempt of that seed and index with a grade from 74 to 82."""
    attempt = 0
    while True:
        rng = random.Random(f"thegrid:{seed}:{index}:{attempt}")
        players: list[dict[str, Any]] = []
        for kind, count, number in (("QB", 3, 10), ("HBE", 6, 20), ("LN", 6, 60)):
            for n in range(count):
                player: dict[str, Any] = {"card": str(number + n), "type": kind}
                for rating in RATINGS[kind].split():
                    name, column = rating.split(":")
                    total = rng.randint(1, 6) + rng.randint(1, 6)
                    tops, values = COLUMNS[column]
                    player[name] = next(v for top, v in zip(tops, values, strict=False) if total <= top)
                players.append(player)
        if 74 <= sum(map(grade, players)) <= 82:
            return players
        attempt += 1


class Team:
    """One side's roster, lineup and what it has left."""

    def __init__(self, players: list[dict[str, Any]], lineup: dict[str, str], time_outs: int) -> None:
        self.players = {player["card"]: player for player in players}
        self.lineup = dict(lineup)
        self.injured: list[str] = []
        self.out: list[str] = []
        self.time_outs = time_outs
        self.points = [0]
        self.first_downs = 0

    def at(self, place: str) -> dict[str, Any]:
        """The man in that place."""
        card = self.lineup[place]
        kind = "LN" if place == "DS" else TAKES[place][0]
        return EMERGENCY[kind] if card == NOBODY else self.players[card]

    def available(self) -> list[str]:
        """Neither injured nor taken out."""
        return [card for card in self.players if card not in self.injured and card not in self.out]

    def reserves(self, kinds: tuple[str, ...]) -> list[str]:
        """Available, of these types, and not on the field."""
        on = self.lineup.values()
        return [c for c in self.available() if c not in on and self.players[c]["type"] in kinds]

    def values(self) -> tuple[int, int, int, int]:
        """Run and pass blocking die, run and pass defense modifier (TG-6.1 to TG-6.5)."""
        blocks = [sum(self.at(place)[kind + "_block"] for place in LINE) for kind in ("run", "pass")]
        totals = [sum(self.at(p)[kind + "_defense"] for p in PLACES[1:]) for kind in ("run", "pass")]
        return DICE[blocks[0] // 2], DICE[blocks[1] // 2], 2 - totals[0] // 3, 2 - totals[1] // 3

    def legal(self, lineup: dict[str, str]) -> bool:
        """TG-5.1 to TG-5.3 and TG-24.5."""
        men = {place: card for place, card in lineup.items() if card != NOBODY}
        if len(set(men.values())) < len(men):
            return False
        if any(self.players[card]["type"] not in TAKES[place] for place, card in men.items()):
            return False
        kinds = [self.players[card]["type"] for card in self.available()]
        qbs, hbes, lns = (kinds.count(kind) for kind in ("QB", "HBE", "LN"))
        missing = [sum(p not in men for p in group) for group in (("QB",), CARRIERS, LINE, ("DS",))]
        spare = max(0, hbes - 3) + max(0, lns - 3)
        return missing == [int(qbs == 0), max(0, 3 - hbes), max(0, 3 - lns), int(spare == 0)]

    def changes(self, lineup: dict[str, str]) -> dict[str, dict[str, str]]:
        """Every single change, with what it leads to: somebody comes in, or two change places."""
        found = {}
        for place in PLACES:
            for card in self.available():
                if card != lineup[place]:
                    after = {p: lineup[place] if c == card else c for p, c in lineup.items()}
                    after[place] = card
                    if self.legal(after):
                        found[f"{place}:{card}"] = after
        return found


class Referee:
    """One game, followed answer by answer."""

    def __init__(self, teams: list[Team], half: int, overtime: int, *, winner: bool, lineups: bool) -> None:
        self.teams, self.half, self.overtime = teams, half, overtime
        self.winner_needed, self.ask_lineups = winner, lineups
        self.scores = [0, 0]
        self.period, self.left = 1, half
        self.flipped: list[str] = []
        self.right = -1
        self.offense = self.box = self.down = self.marker = 0
        self.in_play = False
        self.seen: set[str] = set()

    def play(self) -> Asks:
        """The whole game."""
        yield from self.lineups(at_break=False)
        receiver = yield from self.toss("toss-choice", ("first-half", "second-half"))
        yield from self.run_period(receiver)
        yield from self.lineups(at_break=True)
        self.new_period(self.half)
        yield from self.run_period(1 - receiver)
        last = -1
        while self.scores[0] == self.scores[1] and (last < 0 or self.winner_needed):
            yield from self.lineups(at_break=True)
            if last < 0:
                last = yield from self.toss("overtime-choice", ("receive", "kick"))
            else:
                last = 1 - last
                self.seen.add("second overtime")
            self.new_period(self.overtime)
            for team in self.teams:
                team.time_outs = 2
            yield from self.run_period(last)

    def lineups(self, *, at_break: bool) -> Asks:
        """Home, then visitor; shown when both are ready. Who leaves at a break is out (TG-24.2)."""
        if not self.ask_lineups:
            return
        chosen = [dict(team.lineup) for team in self.teams]
        for seat, team in enumerate(self.teams):
            for made in range(17):
                options = team.changes(chosen[seat]) if made < 16 else {}
                key = yield Want("choose", "lineup", {"ready", *options}, seat)
                if key == "ready":
                    break
                chosen[seat] = options[key]
        for team, lineup in zip(self.teams, chosen, strict=True):
            if at_break:
                gone = [c for c in team.lineup.values() if c != NOBODY and c not in lineup.values()]
                team.out += gone
            team.lineup = lineup

    def toss(self, name: str, choices: tuple[str, str]) -> Asks:
        """Who receives first."""
        call = yield Want("choose", "toss-call", {"heads", "tails"}, 1)
        coin = yield Want("roll", "toss", 2)
        winner = 1 if call == coin else 0
        choice = yield Want("choose", name, set(choices), winner)
        return winner if choice == choices[0] else 1 - winner

    def new_period(self, cards: int) -> None:
        """A fresh deck."""
        self.period += 1
        self.left, self.flipped = cards, []
        for team in self.teams:
            team.points.append(0)

    def run_period(self, receiver: int) -> Asks:
        """Kickoffs and plays until the last card has been flipped and resolved."""
        self.right = -1
        while self.left:
            if receiver >= 0:
                pair = yield Want("roll", "kickoff", 36)
                yield from self.flip()
                self.take(receiver, min(pair))
                receiver = -1
            else:
                self.in_play = True
                receiver = yield from self.one_play()
                self.in_play = False
        self.right = -1

    def flip(self) -> Asks:
        """One timing card."""
        card = yield Want("draw", "deck", PACK - set(self.flipped))
        self.flipped.append(card)
        self.left -= 1
        return card

    def take(self, seat: int, box: int) -> int:
        """A new drive; no kickoff is due."""
        self.offense, self.box, self.down, self.marker = seat, box, 1, min(box + 4, 12)
        return -1

    def score(self, seat: int, points: int) -> None:
        """Points in this period."""
        self.scores[seat] += points
        self.teams[seat].points[-1] += points

    def one_play(self) -> Asks:
        """Returns who receives a kickoff, or -1."""
        offense, box, right = self.offense, self.box, self.right
        declared = yield Want("choose", "declare", {"play", "kick:HB", "kick:LE", "kick:RE"}, offense)
        if declared != "play":
            self.right = -1
            return (yield from self.field_goal(declared[5:]))
        mine = {c for c in OFFENSE if not (c[:2] == "LP" and box > 8) and not (c[:2] == "SP" and box > 10)}
        called, against = yield Want("together", "cards", (mine, DEFENSE), offense)
        code, boxes = yield from self.dice(called, against)
        if right >= 0:
            answer = yield Want("choose", "re-roll", {"keep", "re-roll"}, right)
            if answer == "re-roll":
                code, boxes = yield from self.dice(called, against)
        self.right = -1
        card = yield from self.flip()
        if box + boxes >= 12:
            self.score(offense, 6)
            yield from self.extra_point(offense, called[3:])
            return 1 - offense
        return (yield from self.effect(called, code, boxes, card[:-1], card[-1]))

    def dice(self, called: str, against: str) -> Asks:
        """Result code and boxes gained (section 11)."""
        team, other = self.teams[self.offense], self.teams[1 - self.offense]
        play, carrier, run = called[:2], called[3:], called[0] == "R"
        d20 = yield Want("roll", "play", 20)
        passer, man = team.at("QB"), team.at(carrier)
        one = yield Want("roll", "play", man["run_yards"] if run else passer["pass_yards"])
        two = yield Want("roll", "play", team.values()[0] if run else man["pass_yards"])
        total = d20 + other.values()[2 if run else 3]
        total += -5 if against[:2] == play else 0 if (against[0] == "R") == run else 2
        total += {"NK": 0, carrier: -2}.get(against[3:], 1)
        total += 0 if run else passer[{"FP": "flat", "SP": "short", "LP": "long"}[play]]
        total -= (self.box >= 8) + (self.box >= 10)
        first, *rows = CARDS.get(called) or CARDS[play]
        code = [first, *(result for low, result in rows if total >= low)][-1]  # type: ignore[str-unpack]
        bonus = {"Dice": 0, "Dice +5": 1, "Dice +15": 3}
        return code, min(one, two) + bonus[code] if code in bonus else int(code == "5 Yds")

    def effect(self, called: str, code: str, boxes: int, rank: str, suit: str) -> Asks:
        """The first timing card, then the downs (sections 12 to 18, 21)."""
        offense, box, run = self.offense, self.box, called[0] == "R"
        team = self.teams[offense]
        if suit == "H":
            yield from self.hearts(rank, called[3:])
        elif suit == "C" and (code == "Inc" or (run and code == "NG")):
            block = yield Want("roll", "club", team.values()[0 if run else 1])
            boxes = 0 if block > 1 else -1 if run else -2
            if box + boxes <= 0:
                self.score(1 - offense, 2)
                self.seen.add("safety")
                return 1 - offense
        elif suit == "S" and code == "Inc":
            thrown = yield Want("roll", "interception", team.at("QB")["interception"])
            if thrown == 1:
                return (yield from self.intercepted(box + {"FP": 1, "SP": 2, "LP": 4}[called[:2]]))
        elif suit == "S":
            dropped = yield Want("roll", "fumble", team.at(called[3:])["fumble"])
            if dropped == 1:
                mine = yield Want("roll", "recovery", 20)
                theirs = yield Want("roll", "recovery", 20)
                if theirs > mine:
                    self.seen.add("fumble lost")
                    return self.take(1 - offense, 12 - box - boxes)
        return (yield from self.downs(box + boxes))

    def intercepted(self, spot: int) -> Asks:
        """Touchback, return touchdown, or the defense's ball."""
        scorer = 1 - self.offense
        if spot == 12:
            self.seen.add("touchback")
            return self.take(scorer, 4)
        pair = yield Want("roll", "return", 36)
        if spot - min(pair) > 0:
            return self.take(scorer, 12 - spot + min(pair))
        self.score(scorer, 6)
        self.seen.add("return touchdown")
        ds = {"DS"} if self.teams[scorer].at("DS")["type"] == "HBE" else set()
        kicker = yield Want("choose", "return-kicker", {*CARRIERS, *ds}, scorer)
        yield from self.extra_point(scorer, kicker)
        return 1 - scorer

    def downs(self, box: int) -> Asks:
        """First, next or failed fourth down; then the clock."""
        self.box = box
        if box >= self.marker:
            self.down, self.marker = 1, min(box + 4, 12)
            self.teams[self.offense].first_downs += 1
        elif self.down == 4:
            return self.take(1 - self.offense, 12 - box)
        else:
            self.down += 1
        if self.left:
            yield from self.clock()
        return -1

    def clock(self) -> Asks:
        """Extra cards or a time out."""
        mine, theirs = self.teams[self.offense], self.teams[1 - self.offense]
        stop = {"time-out"} if mine.time_outs else set()
        number = yield Want("choose", "clock", {"one", "two", *stop}, self.offense)
        caller = self.offense if number == "time-out" else -1
        if caller < 0 and theirs.time_outs:
            reply = yield Want("choose", "clock-reply", {"run-on", "time-out"}, 1 - self.offense)
            caller = 1 - self.offense if reply == "time-out" else -1
        if caller >= 0:
            self.teams[caller].time_outs -= 1
            self.right = caller
            return
        for _ in range(min(self.left, 1 if number == "one" else 2)):
            yield from self.flip()

    def extra_point(self, seat: int, place: str) -> Asks:
        """A 1 fails."""
        roll = yield Want("roll", "extra-point", self.teams[seat].at(place)["kicking"])
        self.score(seat, int(roll > 1))

    def field_goal(self, place: str) -> Asks:
        """One roll per box, all of them; one card."""
        good = True
        for _ in range(12 - self.box):
            roll = yield Want("roll", "field-goal", self.teams[self.offense].at(place)["kicking"])
            good = good and roll > 1
        yield from self.flip()
        if good:
            self.score(self.offense, 3)
            return 1 - self.offense
        return self.take(1 - self.offense, 12 - self.box)

    def hearts(self, rank: str, carrier: str) -> Asks:
        """Offense first, then defense; pictures test the carrier alone."""
        offense = self.offense
        tests = [(offense, HEARTS.get(rank, "QB")), (1 - offense, HEARTS.get(rank, "DS"))]
        for seat, place in [(offense, carrier)] if rank in ("J", "Q", "K") else tests:
            team = self.teams[seat]
            if team.lineup[place] != NOBODY:
                roll = yield Want("roll", "injury", team.at(place)["injury"])
                if roll == 1:
                    team.injured.append(team.lineup[place])
                    yield from self.replace(seat, place)

    def replace(self, seat: int, place: str) -> Asks:
        """A reserve, the DS, or an emergency player (TG-13.7 to TG-13.9)."""
        team = self.teams[seat]
        bench = team.reserves(TAKES[place])
        if bench:
            key = bench[0]
            if len(bench) > 1:
                key = yield Want("choose", "replacement", set(bench), seat)
            team.lineup[place] = key
        elif (
            place not in ("QB", "DS")
            and team.lineup["DS"] != NOBODY
            and team.at("DS")["type"] in TAKES[place]
        ):
            team.lineup[place], team.lineup["DS"] = team.lineup["DS"], NOBODY
            self.seen.add("DS steps in")
            yield from self.replace(seat, "DS")
        else:
            team.lineup[place] = NOBODY
            self.seen.add("emergency player")
