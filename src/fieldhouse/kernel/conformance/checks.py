"""What every game must obey, as checks anyone can run on a game folder of their own.

Each check plays random games of the shortest length and raises AssertionError with what went wrong.
`CHECKS` lists them by name; the house's test suite runs all of them on every registered game.
"""

from __future__ import annotations

from collections.abc import Callable

from fieldhouse.kernel.conformance.coaches_and_boards import (
    boards_draw_every_view,
    coaches_answer_alike_on_a_busy_machine,
    coaches_take_over_anywhere,
    every_level_plays,
    walks_at_random,
)
from fieldhouse.kernel.conformance.persistence import (
    copies_are_independent,
    events_carry_their_moment,
    events_cost_nothing_but_words,
    materials_round_trip,
    positions_round_trip,
    replay_equals_play,
    same_seed_same_game,
    saves_resume_at_any_point,
    states_are_plain_data,
)
from fieldhouse.kernel.conformance.questions import menus_are_sound, undo_until_dice_or_secrets
from fieldhouse.kernel.conformance.secrets import (
    answers_without_a_choice_tell_no_secret,
    secret_outcomes_stay_secret,
    secrets_do_not_leak,
)
from fieldhouse.kernel.conformance.worlds import coaches_get_another_world, walkers_walk_as_tables_do
from fieldhouse.kernel.registry import Folder

CHECKS: dict[str, Callable[[Folder, int], None]] = {
    check.__name__: check
    for check in (
        same_seed_same_game,
        replay_equals_play,
        saves_resume_at_any_point,
        copies_are_independent,
        states_are_plain_data,
        positions_round_trip,
        menus_are_sound,
        undo_until_dice_or_secrets,
        secrets_do_not_leak,
        secret_outcomes_stay_secret,
        answers_without_a_choice_tell_no_secret,
        events_cost_nothing_but_words,
        events_carry_their_moment,
        walkers_walk_as_tables_do,
        coaches_get_another_world,
        every_level_plays,
        coaches_take_over_anywhere,
        coaches_answer_alike_on_a_busy_machine,
        boards_draw_every_view,
        walks_at_random,
        materials_round_trip,
    )
}
