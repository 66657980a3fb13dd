"""What a program plays for: the game, or the points."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from fieldhouse.gyms.episode import Episode
from fieldhouse.kernel.requests import Seat

Reward: TypeAlias = Callable[[Episode, Seat], float]
"""The return of a seat so far; a step's reward is its change."""


def win_reward(episode: Episode, seat: Seat) -> float:
    """+1, 0 or -1 at the end."""
    return float(episode.result(seat))


def points_reward(episode: Episode, seat: Seat) -> float:
    """The lead: its change is the reward of every score."""
    return float(episode.points(seat))


SHARE = 1 / 28
"""What a point of the lead pays beside the result, where learning is to be sped up."""


def mixed_reward(episode: Episode, seat: Seat) -> float:
    """The result, and a share of every change of the lead on the way."""
    return win_reward(episode, seat) + SHARE * points_reward(episode, seat)


REWARDS: dict[str, Reward] = {"win": win_reward, "points": points_reward, "mixed": mixed_reward}


def reward_named(name: str) -> Reward:
    """`win`: +1, 0 or -1 at the end. `points`: the change of the lead with every score. `mixed`: both."""
    if name not in REWARDS:
        raise ValueError(f"reward {name!r} is not one of {', '.join(REWARDS)}")
    return REWARDS[name]
