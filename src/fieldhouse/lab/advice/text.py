"""Advice in football words: what to do, against what, and why."""

from __future__ import annotations

from fieldhouse.lab.advice.sampled import Advice, OptionAdvice, Prospect

SELDOM = 0.03
"""Calls that make up less of a mix are not named."""
SAME = 0.005
"""Two options are worth the same to the reader if they differ by less."""
CERTAIN = 0.995
"""An outcome that is told as 100 %."""


def percent(share: float) -> str:
    """58 %; never 0 or 100 where it is not certain."""
    if 0 < share < 0.01:
        return "under 1 %"
    if 0.99 < share < 1:
        return "over 99 %"
    return f"{share:.0%}".replace("%", " %")


def whole_turn(key: str) -> bool:
    """Is this an answer of several actions, better drawn than said in the middle of a sentence?"""
    return " " in key


def called(advice: Advice) -> list[OptionAdvice]:
    """The options to draw: the best one, those of the mix, or those that may as well be the best."""
    if advice.mixed:
        return [option for option in advice.options if (option.share or 0.0) >= SELDOM]
    if advice.clear:
        return [advice.best]
    best = advice.best
    return [
        option for option in advice.options if best.equity - option.equity <= max(best.error, option.error)
    ][:4]


def hint(advice: Advice) -> str:
    """One or two sentences: the answer and its reason."""
    best = advice.best
    if len(advice.options) == 1:
        return f"{best.label}: there is nothing else to choose."
    if advice.mixed:
        return _mix(advice)
    if not advice.clear:
        named = ", ".join(f"{_named(one)} {percent(one.equity)}" for one in called(advice))
        return f"Too close to tell: {named}."
    second = advice.options[1]
    drawn = whole_turn(best.key)
    first = "The turn that is drawn on the board" if drawn else best.label
    other = _small(_named(second))
    words = f"{first}: {_apart(best.equity, second.equity)} for {other}."
    good = _telling(best, second)
    bad = _telling(second, best)
    if good is not None:
        words += f" {percent(good.chance)} of the time: {good.words}, then you win {percent(good.equity)}."
    if bad is not None:
        after = f"{bad.words}, then {percent(bad.equity)}"
        words += f" With {other}, {percent(bad.chance)} of the time: {after}."
    return f"{words} It goes: {_small(best.label)}." if drawn else words


def _apart(one: float, two: float) -> str:
    """`58 % against 51 %`; with a decimal where they would read the same."""
    if percent(one) != percent(two):
        return f"{percent(one)} against {percent(two)}"
    return f"{100 * one:.1f} % against {100 * two:.1f} %"


def _named(option: OptionAdvice) -> str:
    return "Another turn" if whole_turn(option.key) else option.label


def _mix(advice: Advice) -> str:
    used = called(advice)
    named = ", ".join(f"{_small(option.label)} {percent(option.share or 0.0)}" for option in used)
    if len(used) == 1:
        return f"{used[0].label}, every time: {percent(used[0].equity)}, and it does not matter if they know."
    first = used[0]
    words = (
        f"Mix your calls, so that nobody can read you: {named}. Each is worth about {percent(first.equity)}."
    )
    if first.equity - first.known > SAME:
        words += f" If they knew that {_small(first.label)} comes, it would be {percent(first.known)}."
    return words


def _telling(option: OptionAdvice, other: OptionAdvice) -> Prospect | None:
    """The outcome that makes most of the difference to the other option: its chance times the distance.

    Measured from the option's own worth it would be a rare accident wherever the usual outcome is nearly all
    that the option is worth. What happens in any case is no reason.
    """
    sign = 1 if option.equity >= other.equity else -1
    told = [x for x in option.why if x.words and x.chance < CERTAIN]
    found = [(sign * (x.equity - other.equity) * x.chance, x) for x in told]
    best = max(found, key=lambda item: item[0], default=(0.0, None))
    return best[1] if best[0] > SAME / 2 else None


def _small(words: str) -> str:
    """Inside a sentence: a small letter, unless the word is a name in capitals (FG)."""
    return words[:1].lower() + words[1:] if words[1:2].islower() else words
