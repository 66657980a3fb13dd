"""Games for programs that learn: PettingZoo, Gymnasium and OpenSpiel faces over the kernel's walker.

    from fieldhouse.gyms import aec_env
    env = aec_env("redboar", length="short")

`aec_env` and `single_env` need PettingZoo and Gymnasium, `load_spiel` needs OpenSpiel: the extra [gym].
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fieldhouse.gyms.aec import GameEnv, aec_env
    from fieldhouse.gyms.episode import Episode
    from fieldhouse.gyms.parallel import TogetherEnv, parallel_env
    from fieldhouse.gyms.single import SingleEnv, single_env
    from fieldhouse.gyms.spiel import load_spiel, register_all
    from fieldhouse.gyms.vector import VectorEnv

__all__ = [
    "Episode",
    "GameEnv",
    "SingleEnv",
    "TogetherEnv",
    "VectorEnv",
    "aec_env",
    "load_spiel",
    "parallel_env",
    "register_all",
    "single_env",
]

_WHERE = {
    "Episode": "episode",
    "GameEnv": "aec",
    "aec_env": "aec",
    "SingleEnv": "single",
    "single_env": "single",
    "TogetherEnv": "parallel",
    "parallel_env": "parallel",
    "load_spiel": "spiel",
    "register_all": "spiel",
    "VectorEnv": "vector",
}


def __getattr__(name: str) -> Any:
    """Import each environment on first use, so that the libraries of the others need not be installed."""
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{_WHERE[name]}"), name)
