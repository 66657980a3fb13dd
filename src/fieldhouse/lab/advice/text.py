"""Advice in football words: what to do, against what, and why."""

from __future__ import annotations

from fieldhouse.lab.advice.samples import Advice, OptionAdvice, Prospect

SELDOM = 0.03
"""Calls that make up less of a mix are not named."""
SAME = 0.005
"""Two options are worth the same to the reader if they differ by less."""
CERTAIN = 0.995
"""An outcome that is told as 100 %."""


def percent_text(share: float) -> str:
    """58 %; never 0 or 100 where it is not certain."""
    if 0 < share < 0.01:
        return "under 1 %"
    if 0.99 < share < 1:
        return "over 99 %"
    return f"{share:.0%}".replace("%", " %")


def is_whole_turn(key: str) -> bool:
    """Is this an answer of several actions, better drawn than said in the middle of a sentence?"""
    return " " in key


def recommended_options(advice: Advice) -> list[OptionAdvice]:
    """The options to draw: the best one, those of the mix, or those that may as well be the best."""
    if advice.mixed:
        return [option for option in advice.options if (option.share or 0.0) >= SELDOM]
    if advice.clear:
        return [advice.best]
    best = advice.best
    return [
        option
        for option in advice.options
        if best.win_probability - option.win_probability <= max(best.error, option.error)
    ][:4]


def hint_text(advice: Advice) -> str:
    """One or two sentences: the answer and its reason."""
    best = advice.best
    if len(advice.options) == 1:
        return f"{best.label}: there is nothing else to choose."
    if advice.mixed:
        return _mix(advice)
    if not advice.clear:
        named = ", ".join(
            f"{_named(one)} {percent_text(one.win_probability)}" for one in recommended_options(advice)
        )
        return f"Too close to tell: {named}."
    second = advice.options[1]
    drawn = is_whole_turn(best.key)
    first = "The turn that is drawn on the board" if drawn else best.label
    other = _small(_named(second))
    words = f"{first}: {_apart(best.win_probability, second.win_probability)} for {other}."
    good = _telling(best, second)
    bad = _telling(second, best)
    if good is not None:
        after = f"{good.words}, then you win {percent_text(good.win_probability)}"
        words += f" {percent_text(good.chance)} of the time: {after}."
    if bad is not None:
        after = f"{bad.words}, then {percent_text(bad.win_probability)}"
        words += f" With {other}, {percent_text(bad.chance)} of the time: {after}."
    return f"{words} It goes: {_small(best.label)}." if drawn else words


def _apart(one: float, two: float) -> str:
    """`58 % against 51 %`; with a decimal where they would read the same."""
    if percent_text(one) != percent_text(two):
        return f"{percent_text(one)} against {percent_text(two)}"
    return f"{100 * one:.1f} % against {100 * two:.1f} %"


def _named(option: OptionAdvice) -> str:
    return "Another turn" if is_whole_turn(option.key) else option.label


def _mix(advice: Advice) -> str:
    used = recommended_options(advice)
    named = ", ".join(f"{_small(option.label)} {percent_text(option.share or 0.0)}" for option in used)
    if len(used) == 1:
        value = percent_text(used[0].win_probability)
        return f"{used[0].label}, every time: {value}, and it does not matter if they know."
    first = used[0]
    value = percent_text(first.win_probability)
    words = f"Mix your calls, so that nobody can read you: {named}. Each is worth about {value}."
    if first.win_probability - first.known > SAME:
        words += f" If they knew that {_small(first.label)} comes, it would be {percent_text(first.known)}."
    return words


def _telling(option: OptionAdvice, other: OptionAdvice) -> Prospect | None:
    """The outcome that makes most of the difference to the other option: its chance times the distance.

    Measured from the option's own worth it would be a rare accident wherever the usual outcome is nearly all
    that the option is worth. What happens in any case is no reason.
    """
    sign = 1 if option.win_probability >= other.win_probability else -1
    told = [x for x in option.why if x.words and x.chance < CERTAIN]
    found = [(sign * (x.win_probability - other.win_probability) * x.chance, x) for x in told]
    best = max(found, key=lambda item: item[0], default=(0.0, None))
    return best[1] if best[0] > SAME / 2 else None


def _small(words: str) -> str:
    """Inside a sentence: a small letter, unless the word is a name in capitals (FG)."""
    return words[:1].lower() + words[1:] if words[1:2].islower() else words
