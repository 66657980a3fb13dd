"""Advice in plain football English: what to do, compared to what, and why."""

from __future__ import annotations

from fieldhouse.lab.advice.result import Advice, OptionAdvice, Prospect
from fieldhouse.lab.win_probability.estimator import NOT_ENOUGH

RARE_CALL = 0.03
"""Calls that make up less of a mix are not named."""
SAME = 0.005
"""Two options are equal to the reader if their win probabilities differ by less."""
CERTAIN = 0.995
"""An outcome that reads as 100%."""


def percent_text(share: float) -> str:
    """`58%`; never 0% or 100% where it is not certain."""
    if 0 < share < 0.01:
        return "<1%"
    if 0.99 < share < 1:
        return ">99%"
    return f"{share:.0%}"


def is_whole_turn(key: str) -> bool:
    """Is this an answer of several actions, better drawn on the board than said in a sentence?"""
    return " " in key


def recommended_options(advice: Advice) -> list[OptionAdvice]:
    """The options to show: the best one, those of the mix, or all that may be the best."""
    if advice.is_mixed:
        return [option for option in advice.options if (option.share or 0.0) >= RARE_CALL]
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
    if advice.reason:
        first = "The turn drawn on the board" if is_whole_turn(best.key) else best.label
        turn = f" The turn: {_inside_sentence(best.label)}." if is_whole_turn(best.key) else ""
        return f"{first}. {advice.reason}{turn}"
    if len(advice.options) == 1:
        return f"{best.label} is your only option."
    if advice.is_mixed:
        return _mix_text(advice)
    if not advice.reliable:
        first = "The turn drawn on the board" if is_whole_turn(best.key) else best.label
        return f"{first} looks best. {NOT_ENOUGH}" if advice.clear else f"Too close to call. {NOT_ENOUGH}"
    if not advice.clear:
        close = ", ".join(
            f"{_name(one)} {percent_text(one.win_probability)}" for one in recommended_options(advice)
        )
        return f"Too close to call: {close}."
    second = advice.options[1]
    whole_turn = is_whole_turn(best.key)
    first = "The turn drawn on the board" if whole_turn else best.label
    other = _inside_sentence(_name(second))
    text = f"{first}: {_comparison(best.win_probability, second.win_probability)} for {other}."
    good, bad = _main_reason(best, second), _main_reason(second, best)
    if good is not None:
        text += f" {percent_text(good.chance)} of the time: {_prospect_text(good)}."
    if bad is not None:
        text += f" With {other}, {percent_text(bad.chance)} of the time: {_prospect_text(bad)}."
    return f"{text} The turn: {_inside_sentence(best.label)}." if whole_turn else text


def _prospect_text(prospect: Prospect) -> str:
    return f"{prospect.words} (then {percent_text(prospect.win_probability)} to win)"


def _comparison(one: float, two: float) -> str:
    """`58% to win vs. 51%`; with a decimal where they would read the same."""
    if percent_text(one) != percent_text(two):
        return f"{percent_text(one)} to win vs. {percent_text(two)}"
    return f"{one:.1%} to win vs. {two:.1%}"


def _name(option: OptionAdvice) -> str:
    return "Another turn" if is_whole_turn(option.key) else option.label


def _mix_text(advice: Advice) -> str:
    used = recommended_options(advice)
    first = used[0]
    value = percent_text(first.win_probability)
    if len(used) == 1:
        return f"{first.label} every time: {value} to win, even if they know it's coming."
    calls = ", ".join(
        f"{_inside_sentence(option.label)} {percent_text(option.share or 0.0)}" for option in used
    )
    text = f"Mix your calls to stay unpredictable: {calls}. Each gives you about {value} to win."
    if first.win_probability - first.known > SAME:
        label = _inside_sentence(first.label)
        text += f" If they knew {label} was coming, it would be {percent_text(first.known)}."
    return text


def _main_reason(option: OptionAdvice, other: OptionAdvice) -> Prospect | None:
    """The outcome that makes most of the difference to the other option: its chance times the distance.

    Measured from the option's own win probability it would be a rare accident wherever the usual outcome
    makes up nearly all of that. What happens in any case is no reason.
    """
    sign = 1 if option.win_probability >= other.win_probability else -1
    possible = [prospect for prospect in option.why if prospect.words and prospect.chance < CERTAIN]
    weighed = [(sign * (one.win_probability - other.win_probability) * one.chance, one) for one in possible]
    best = max(weighed, key=lambda item: item[0], default=(0.0, None))
    return best[1] if best[0] > SAME / 2 else None


def _inside_sentence(words: str) -> str:
    """The words with a small first letter, unless they begin with an abbreviation (FG)."""
    return words[:1].lower() + words[1:] if words[1:2].islower() else words
