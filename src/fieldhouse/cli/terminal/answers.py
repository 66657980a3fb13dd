"""From what a person typed to answers: keys of options (numbers, starts, batches), or own dice and cards."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from fieldhouse.cli.terminal.menus import CARD, number_prefix, option_cell, use_numbers
from fieldhouse.kernel.errors import BatchRefused, FieldhouseError, IllegalAnswer
from fieldhouse.kernel.requests import Chance, Choose, no_such_option
from fieldhouse.kernel.scoreboard import team_with_verb
from fieldhouse.kernel.table import Table
from fieldhouse.kernel.typed_rolls import cards_due, dice_faces

NOT_HERE = "not an option here; type {} of an option"
LEAST_LETTERS = 4
"""Of a word alone that lists what it fits."""


class AmbiguousAnswer(Exception):
    """Several options begin like that; `fits` are their keys, `words` what they say."""

    def __init__(self, typed: str, fits: list[str], words: Sequence[str] = ()) -> None:
        self.typed = typed
        self.fits = fits
        self.words = words or fits
        super().__init__(f"{typed!r} fits {len(fits)} options")


def find_key(asked: Choose, typed: str) -> str:
    """The key that was meant; Unclear if several could be, IllegalAnswer with the game's reason if none."""
    if typed in asked.menu:  # also keys that a menu takes without listing them: whole turns of `squares`
        return typed
    keys = list(asked.keys)
    if typed.isdecimal() and use_numbers(keys) and 1 <= int(typed) <= len(keys):
        return keys[int(typed) - 1]
    low = (number_prefix(keys) + typed).lower() if typed.isdecimal() else typed.lower()
    same = [key for key in keys if key.lower() == low]
    fits = same or [key for key in keys if key.lower().startswith(low) and not typed.isdecimal()]
    fits = fits or [key for key in keys if CARD.fullmatch(key) and key[:-1].lower() == low]
    fits = fits or keys_by_parts(keys, low) or _by_label(asked, keys, low) or keys_by_words(asked, keys, low)
    if len(fits) == 1:
        return fits[0]
    if fits:
        places = {key: n for n, key in enumerate(keys, start=1)} if use_numbers(keys) else {}
        raise AmbiguousAnswer(typed, fits, [_told(asked, key, places.get(key)) for key in fits])
    refused = next((r.key for r in asked.menu.refusals() if r.key.lower() == low), typed)
    refusal = asked.menu.refusal(refused)
    plain = refusal == no_such_option(refused, asked.keys)  # it names keys, which nobody here has seen
    raise IllegalAnswer(refused, not_an_option(asked) if plain else refusal.reason, refusal.rule)


def not_an_option(asked: Choose) -> str:
    """What to type instead of what is no option."""
    return NOT_HERE.format("the number or the words" if use_numbers(list(asked.keys)) else "the words")


def _told(asked: Choose, key: str, number: int | None) -> str:
    """An option with what there is to know about it."""
    option = asked.menu.option(key)
    return f"{option_cell(option, number).strip()}  {option.help}".rstrip()


def keys_by_parts(keys: Sequence[str], typed: str) -> list[str]:
    """Keys whose parts the words name in turn, by their beginning or number: `rush BT 2` is `rush:BT:lane2`.

    Where some are named in full, only those.
    """
    words = re.split(r"[\s:>]+", typed.lower())
    if len(words) < 2:
        return []
    parted = [(key, re.split("[:>]", key.lower())) for key in keys]
    pairs = [(key, list(zip(parts, words, strict=True))) for key, parts in parted if len(parts) == len(words)]
    full = [key for key, both in pairs if all(word in (part, _number(part)) for part, word in both)]
    return full or [key for key, both in pairs if all(_begins(part, word) for part, word in both)]


def _begins(part: str, word: str) -> bool:
    """Does the word begin the part? A number is always a whole number."""
    return _number(part) == word or (part.startswith(word) and not word.isdecimal())


def _number(part: str) -> str:
    """The number that a key ends in: `2-3` of `lane2-3`."""
    return part.lstrip("abcdefghijklmnopqrstuvwxyz")


def _by_label(asked: Choose, keys: list[str], low: str) -> list[str]:
    if len(low) < 2:
        return []
    return [key for key in keys if asked.menu.option(key).label.lower().startswith(low)]


def keys_by_words(asked: Choose, keys: Sequence[str], low: str) -> list[str]:
    """Keys whose labels have these words in this order: `88 d1` is `Tight end 88 runs to d1`.

    A word alone counts only with a figure in it, so that no stray word is an answer; or where it
    fits several, which are then listed.
    """
    wanted = low.split()
    if all(word.isdecimal() for word in wanted):
        return []

    def fits(label: str) -> bool:
        have = iter(re.findall(r"[\w'+-]+", label.lower()))
        return all(any(_meant(word, one) for one in have) for word in wanted)

    found = [key for key in keys if fits(asked.menu.option(key).label)]
    stray = len(wanted) == 1 and not any(map(str.isdecimal, low))
    return [] if stray and (len(found) == 1 or len(low) < LEAST_LETTERS) else found


def _meant(typed: str, word: str) -> bool:
    """A word, or its first letters; a figure is a whole figure."""
    return typed == word or (typed.isalpha() and len(typed) > 1 and word.startswith(typed))


def find_keys(table: Table[Any], seat: int, typed: str) -> list[str]:
    """The keys of one answer or of several, separated by spaces or commas.

    Each word is read against what the rules would ask after the answers before it; that is tried on
    a copy without dice, so nothing is learned by it.
    """
    asked = table.request_for(seat)
    assert asked is not None
    comma = any("," in key for key in asked.keys)  # then a comma belongs to the key
    words = [word for word in re.split(r"\s+" if comma else r"[\s,]+", typed) if word]
    keys = list(asked.keys)
    if len(words) <= 1 or typed in asked.menu or keys_by_parts(keys, typed):
        return [find_key(asked, typed)]
    if not comma and keys_by_words(asked, keys, typed.lower()):
        return [find_key(asked, typed)]
    return _walk(table.copy(), seat, words)


def _walk(ahead: Table[Any], seat: int, words: list[str]) -> list[str]:
    keys: list[str] = []
    for place, word in enumerate(words, start=1):
        keys += _forced(ahead, seat, word)
        asked = ahead.request_for(seat)
        if asked is None:
            good = " ".join(words[: place - 1])
            raise BatchRefused(place, word, f"you have nothing more to decide for now after {good!r}")
        try:
            key = find_key(asked, word)
        except IllegalAnswer as refused:
            if place == 1:  # not one of several answers, but words that fit none
                reason = not_an_option(asked) if word.isdecimal() else refused.reason
                raise IllegalAnswer(" ".join(words), reason, refused.rule) from None
            raise BatchRefused(place, refused.key, refused.reason, refused.rule) from None
        ahead.answer(seat, key)
        keys.append(key)
    return keys


def _forced(ahead: Table[Any], seat: int, word: str) -> list[str]:
    """Answers that nobody needs to type: questions with one option, unless the word is that option."""
    keys: list[str] = []
    while (asked := ahead.request_for(seat)) is not None and len(asked.keys) == 1:
        key = asked.keys[0]
        if word == "1" or key.lower().startswith(word.lower()):
            break
        ahead.answer(seat, key)
        keys.append(key)
    return keys


def find_roll(chance: Chance, typed: str) -> str:
    """The key of a roll or card typed in: itself, the start of a card, or dice added up as `3+4`."""
    keys = list(chance.keys)
    if re.fullmatch(r"\d+(\+\d+)+", typed):
        typed = str(sum(map(int, typed.split("+"))))
    low = typed.lower()
    same = [key for key in keys if key.lower() == low]
    fits = same or [key for key in keys if key.lower().startswith(low) and not key.isdecimal()]
    if len(fits) == 1 and (same or not chance.veiled):
        return fits[0]
    if chance.veiled:  # a list, or a completed card, would tell what is left in the pack
        raise IllegalAnswer(typed, f"{chance.label} gives a card not yet seen, written in full", chance.rule)
    if fits:
        raise AmbiguousAnswer(typed, fits)
    raise IllegalAnswer(typed, f"{chance.label} gives one of {', '.join(keys)}", chance.rule)


FEW = 8


def roll_prompt(table: Table[Any], chance: Chance, seat: int) -> str:
    """What is due, who has the ball, and what to type: `the drive (Bears have the ball; 1 to 6)> `."""
    head = table.scoreboard()
    dice = dice_faces(chance)
    label = chance.label if dice is None else chance.label.partition(":")[0]
    hints = []
    if chance.sees is None and head.ball is not None:
        hints.append(f"{team_with_verb(head.teams[head.ball], 'has', 'have')} the ball")
    if dice is not None:
        hints.append(f"{', '.join(dice.names)}: 1 to {dice.faces[-1]} each")
    elif (due := cards_due(table, seat)) > 1:
        hints.append(f"{due} cards, all in one line if you like")
    else:
        hints.append(_range(chance))
    return f"{label} ({'; '.join(hints)})> "


def roll_help(chance: Chance) -> str:
    """What can be typed here."""
    gives = f"one of {', '.join(chance.shown_keys)}" if chance.shown_keys else "the card"
    if dice_faces(chance) is not None:
        gives = "the face of each die"
    return f"{chance.label}: roll or draw, then type {gives}. `undo` takes the last roll back."


def read_rolls(table: Table[Any], seat: int, line: str) -> list[str]:
    """The keys that a line enters: the faces of the dice of one roll, or one result after the other.

    Each word is read against what is due after the words before it, as far as that is open.
    """
    chance = table.chance
    assert chance is not None
    words = [word for word in re.split(r"[\s,]+", line) if word]
    dice = dice_faces(chance)
    if dice is not None and len(words) == len(dice.names) and all(word in dice.faces for word in words):
        return [dice.key(words)]
    if len(words) == 1 or chance.sees is not None:
        return [find_roll(chance, word) for word in words]
    ahead, keys = table.copy(), []
    for word in words:
        if ahead.chance is None:
            raise FieldhouseError(f"nothing to roll for {word!r}; nothing was entered")
        keys.append(find_roll(ahead.chance, word))
        ahead.roll(keys[-1])
    return keys


def _range(chance: Chance) -> str:
    keys = list(chance.shown_keys)
    if not keys:
        return "a card"
    if len(keys) > FEW or all(key.isdecimal() for key in keys):
        return f"{keys[0]} to {keys[-1]}" if all(key.isdecimal() for key in keys) else f"{len(keys)} outcomes"
    return ", ".join(keys)
