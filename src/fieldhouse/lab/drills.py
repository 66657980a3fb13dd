"""Making drills: a game's own (a part `drills`), or decisions of played games whose answer is exact."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.errors import BadOptions
from fieldhouse.kernel.learning.drill import Drill, Weighed
from fieldhouse.kernel.players import PolicyCoach, ask, go_alone
from fieldhouse.kernel.registry import Folder
from fieldhouse.kernel.table import Table
from fieldhouse.lab.advice import Advice, OptionAdvice, asked_of, exact_advice
from fieldhouse.lab.exact import Exact

WORTH_ASKING = (0.012, 0.2)
"""How much the best answer gains over the second: less is no lesson, more is no question."""
OPTIONS: dict[str, dict[str, Any]] = {"redboar": {"mode": "dice", "minutes": 4}}
"""The options with which a game has exact tables, where its own are not such."""
LATE = "Q4"
"""When a decision is plain to see: what is left can be told in a sentence."""
WHAT = {"redboar": ("declare", "try"), "fastdrive": ("try", "kickoff", "clock")}
"""The questions that make a drill."""


def made(folder: Folder, count: int, seed: int = 0) -> list[Drill]:
    """So many drills of this game."""
    part = folder.part("drills")
    if part is not None:
        found: list[Drill] = part.made(count, seed)
        return found
    if folder.name not in WHAT:
        raise BadOptions(f"{folder.meta.title} has no drills: neither exact values nor a part `drills`")
    drills: list[Drill] = []
    bests: Counter[tuple[str, str]] = Counter()
    for table in decisions(folder, seed):
        advice = exact_advice(table, asked_of(table, None), 2, exact_of(folder))
        kind = (advice.what, advice.best.key)
        if not worth_asking(advice) or bests[kind] > len(drills) // 3:
            continue
        bests[kind] += 1
        drills.append(exact_drill(folder, table, advice, len(drills) + 1))
        if len(drills) == count:
            break
    return drills


def proved(folder: Folder, drill: Drill) -> bool:
    """Is what the drill claims so? Worked out again."""
    part = folder.part("drills")
    if part is not None:
        return bool(part.proved(drill))
    table = drill.table()
    advice = exact_advice(table, asked_of(table, drill.seat), 0, exact_of(folder))
    again = {option.key: round(100 * option.equity, 1) for option in advice.options}
    claimed = {answer.key: answer.chance for answer in drill.answers}
    return again == claimed and drill.right == (advice.best.key,)


@lru_cache(maxsize=4)
def exact_of(folder: Folder) -> Exact:
    """The tables that the drills of this game are made from, opened once."""
    return Exact(folder.open(OPTIONS.get(folder.name, {})))


def worth_asking(advice: Advice) -> bool:
    """Two answers at least that a person could hold for the best."""
    if len(advice.options) < 2:
        return False
    gain = advice.options[0].equity - advice.options[1].equity
    return WORTH_ASKING[0] <= gain <= WORTH_ASKING[1] and 0.04 < advice.best.equity < 0.96


def decisions(folder: Folder, seed: int) -> Iterator[Table[Any]]:
    """Tables that stand at a question worth a drill, from games between two sensible coaches."""
    game = folder.open(OPTIONS.get(folder.name, {}))
    policy = folder.coaches.policy("starter", game, seed)
    while True:
        seed += 1
        table: Table[Any] = Table(game, FastDice(seed))
        taken = False
        while table.outcome is None:
            if go_alone(table):
                continue
            seat = table.waiting[0]
            asked = table.asked(seat)
            assert asked is not None
            late = table.head().period == LATE and (asked.what != "declare" or "4th" in table.head().down)
            if late and not taken and asked.what in WHAT[folder.name]:
                yield table.copy()
                taken = seed % 3 > 0  # mostly one of a game, so that they differ
            ask(table, seat, PolicyCoach(policy, seed))


def exact_drill(folder: Folder, table: Table[Any], advice: Advice, number: int) -> Drill:
    """The decision as a drill, with the outcomes that make the difference."""
    best, second = advice.options[0], advice.options[1]
    gain = 100 * (best.equity - second.equity)
    return Drill(
        name=f"{folder.name}-{number}",
        ask="Fourth down: what would you do?" if advice.what == "declare" else advice.prompt,
        position=table.position.text,
        seat=advice.seat,
        how=advice.how,
        right=(best.key,),
        why=f"{best.label}: that wins {gain:.1f} games in 100 more than the next best, {second.label}.",
        answers=tuple(weighed(option) for option in advice.options),
    )


def in_words(line: str) -> str:
    """A line of play-by-play without its sum and its rules."""
    return re.sub(r"\s*(?:\[[^]]*\]|\([A-Z]{2}-[\d., A-Z-]+\))", "", line).rstrip(". ")


def weighed(option: OptionAdvice) -> Weighed:
    """An option with its chance and the two outcomes that matter most."""
    told = [
        f"{100 * prospect.chance:.0f} in 100: {in_words(prospect.story[-1])}"
        f" ({100 * prospect.equity:.0f} % to win)"
        for prospect in option.why
        if prospect.story and prospect.chance >= 0.01
    ]
    return Weighed(option.key, option.label, round(100 * option.equity, 1), ". ".join(told))
