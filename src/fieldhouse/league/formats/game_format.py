"""Forms and tie-breakers that a game brings itself, in the part `league` of its folder: `FORMS` (by a word:
what people read of it, and its class) and `TIE_BREAKERS` (the order of its standings where the
format leaves it open). A game without that part has the standard formats and order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from fieldhouse.football.competition.format import Format, SeasonProgress, Steps
from fieldhouse.football.competition.tie_breakers import DEFAULT_TIE_BREAKERS, TieBreakers
from fieldhouse.kernel import registry
from fieldhouse.kernel.errors import BadOptions


def game_formats(game: str) -> Mapping[str, tuple[str, type[Format]]]:
    """The forms of this game, by their word: what people read, and the class."""
    part = registry.find(game).part("league")
    found: Mapping[str, tuple[str, type[Format]]] = getattr(part, "FORMS", {})
    return found


def game_tie_breakers(game: str) -> TieBreakers:
    """The order of this game's tables."""
    part = registry.find(game).part("league")
    found: TieBreakers = getattr(part, "TIE_BREAKERS", DEFAULT_TIE_BREAKERS)
    return found


class GameFormat(Format, frozen=True, tag="OwnForm", kw_only=True):
    """A form of the game's own: a league keeps its game and its word."""

    game: str
    kind: str

    def __post_init__(self) -> None:
        _ = self.form  # refuses what cannot be

    @property
    def form(self) -> Format:
        """The format that the game declares under this word."""
        return _made(self.game, self.kind, self.names)

    @property
    def title(self) -> str:
        return self.form.title

    @property
    def division(self) -> tuple[int, ...]:
        return self.form.division

    @property
    def conference(self) -> tuple[int, ...]:
        return self.form.conference

    def steps(self, c: SeasonProgress) -> Steps:
        return self.form.steps(c)

    def sure(self, low: Sequence[float], high: Sequence[float]) -> dict[str, list[bool | None]]:
        return self.form.sure(low, high)


@lru_cache(maxsize=64)
def _made(game: str, kind: str, names: tuple[str, ...]) -> Format:
    own = game_formats(game)
    if kind not in own:
        raise BadOptions(f"{registry.find(game).meta.title} has no format {kind!r}")
    return own[kind][1](names)
