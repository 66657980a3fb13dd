"""The charts of one game bound to the rules: play tables, blocking and defense boxes, both teams."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fieldhouse.games.thegrid.charts.reader import box_value, read_boxes, read_play_tables
from fieldhouse.games.thegrid.meta import META
from fieldhouse.games.thegrid.teams.players import LINE, QB, Player, Team, player_data, read_team
from fieldhouse.kernel.game import Game, Setup


class BoundCharts(Game[Any]):
    """A game with its materials read and checked: play tables, boxes and both teams.

    It is the base class of the game, so that the rules of each chapter can take it as `game`.
    """

    meta = META

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        materials = setup.materials
        self.tables = read_play_tables(materials["plays"])
        self.blocking, self.defense = read_boxes(materials["boxes"])
        self.teams: tuple[Team, Team] = (
            read_team(materials["home"], "home"),
            read_team(materials["visitor"], "visitor"),
        )
        self.rosters = tuple(
            [{"card": player.card, "type": player.type, **player_data(player)} for player in team.players]
            for team in self.teams
        )
        """The players of both teams as every view shows them; shared, so never changed."""
        self.winner_needed = bool(setup.options["winner_needed"])
        self.half_cards = int(setup.options["half_cards"])
        self.overtime_cards = int(setup.options["overtime_cards"])

    def period_cards(self, period: int) -> int:
        """The timing cards of a half, or of an overtime."""
        return self.half_cards if period <= 2 else self.overtime_cards

    def player(self, seat: int, lineup: Sequence[int], place: int) -> Player:
        """The player in a place of the lineup."""
        return self.teams[seat].at(lineup, place)

    def team_values(self, seat: int, lineup: Sequence[int]) -> tuple[int, int, int, int]:
        """Run and pass blocking dice, run and pass defense modifiers (TG-6.1 to TG-6.5)."""
        team = self.teams[seat]
        line = [team.at(lineup, place) for place in LINE]
        players = [team.at(lineup, place) for place in range(QB + 1, 8)]
        return (
            box_value(self.blocking, sum(player.run_block for player in line)),
            box_value(self.blocking, sum(player.pass_block for player in line)),
            box_value(self.defense, sum(player.run_defense for player in players)),
            box_value(self.defense, sum(player.pass_defense for player in players)),
        )
