"""Lineups at the start and at breaks, and who comes in for an injured player (sections 5, 13 and 24)."""

from __future__ import annotations

from fieldhouse.games.thegrid.rules.charts import BoundCharts
from fieldhouse.games.thegrid.rules.events import Injured, Lineup, Replaced
from fieldhouse.games.thegrid.rules.state import (
    Grid,
    Side,
    emit,
    line_up,
    lineup_words,
    player_at,
    reserves,
    side_values,
)
from fieldhouse.games.thegrid.teams.players import (
    CARRIERS,
    DS,
    ELIGIBLE,
    EMERGENCY,
    LINE,
    PLACE_WORDS,
    PLACES,
    Team,
    all_ratings_text,
    eligible,
)
from fieldhouse.kernel.requests import Choose, LazyMenu, Option, Refusal, Rules, Seat

MOST_CHANGES = 16
"""Changes one coach may make before being ready; eight are enough for any lineup."""

READY = "ready"


def set_lineups(game: BoundCharts, s: Grid) -> Rules:
    """Both coaches choose in secret and show together (TG-5.5, TG-24.4). Changing nothing keeps the lineup.

    The home coach finishes before the visitor is asked; nothing is shown until both are ready.
    """
    s.step = "lineups"
    s.pending = [list(side.lineup) for side in s.sides]
    for seat in (0, 1):
        yield from change_lineup(game, s, seat)
    show_lineups(game, s)


def change_lineup(game: BoundCharts, s: Grid, seat: Seat) -> Rules:
    """Small changes until the coach is ready; every step leaves a legal lineup."""
    changes = 0
    while True:
        menu = lineup_menu(game.teams[seat], s.sides[seat], s.pending[seat], done=changes >= MOST_CHANGES)
        answer = yield Choose(
            seat,
            "lineup",
            menu,
            "Set your lineup",
            rule="TG-5.1" if s.phase == "lineups" else "TG-24.1",
            help="A player already in the lineup swaps places with the one you replace.",
            sees=(seat,),
        )
        if answer == READY:
            return
        s.pending[seat] = apply_change(game.teams[seat], s.pending[seat], answer)
        changes += 1


def apply_change(team: Team, lineup: list[int], key: str) -> list[int]:
    """The lineup after one change such as "HB:22": the player comes in, or swaps with the one there."""
    place_name, card = key.split(":", 1)
    place = PLACES.index(place_name)
    who = next(n for n, player in enumerate(team.players) if player.card == card)
    after = list(lineup)
    if who in after:
        after[after.index(who)] = after[place]
    after[place] = who
    return after


def lineup_menu(team: Team, side: Side, lineup: list[int], *, done: bool = False) -> LazyMenu:
    """Ready, and every change that leaves a legal lineup (TG-D.5, TG-D.16); when `done`, only ready."""
    gone = {*side.injured, *side.taken_out}

    def keys() -> list[str]:
        able = [(who, player) for who, player in enumerate(team.players) if who not in gone]
        return [READY] + [
            f"{name}:{player.card}"
            for place, name in (() if done else enumerate(PLACES))
            for who, player in able
            if player.type in ELIGIBLE[place] and change_refused(team, side, lineup, place, who) is None
        ]

    def describe(key: str) -> Option:
        if key == READY:
            return Option(READY, "Lineup is set", "TG-5.5")
        place, card = key.split(":", 1)
        player = next(player for player in team.players if player.card == card)
        where = PLACE_WORDS[PLACES.index(place)]
        return Option(key, f"{player.label} to {where}", "TG-5.1", all_ratings_text(player))

    def refuse(key: str) -> Refusal:
        place, _, card = key.partition(":")
        who = next((n for n, player in enumerate(team.players) if player.card == card), None)
        if place not in PLACES or who is None:
            return Refusal(
                key, 'type "ready", or a position and a card from your roster such as "HB:22"', "TG-5.1"
            )
        too_many = f"that's {MOST_CHANGES} changes, the most you can make; type ready"
        reason, rule = change_refused(team, side, lineup, PLACES.index(place), who) or (too_many, "TG-5.1")
        return Refusal(key, reason, rule)

    return LazyMenu(keys, describe, refuse, binding=(READY,))


def change_refused(team: Team, side: Side, lineup: list[int], place: int, who: int) -> tuple[str, str] | None:
    """Why this player may not take this place now, with the rule; None if allowed."""
    player, name = team.players[who], PLACES[place]
    if who == lineup[place]:
        return f"{player.label} is already there", "TG-5.1"
    if who in side.injured:
        return f"{player.label} is injured", "TG-13.5"
    if who in side.taken_out:
        return f"{player.label} was taken out and can't return", "TG-24.2"
    if not eligible(player, place):
        right = " or ".join(ELIGIBLE[place])
        return (
            f"{player.label} is a {player.type}; {name} must be a {right}",
            "TG-5.3" if place == DS else "TG-5.2",
        )
    if who in lineup:
        return swap_refused(team, lineup, place, lineup.index(who))
    return None


def swap_refused(team: Team, lineup: list[int], place: int, other: int) -> tuple[str, str] | None:
    """Why the players in two places may not change with each other (TG-24.3, TG-24.5)."""
    there = lineup[place]
    if there == EMERGENCY:
        # TG-24.5: emergency players stay among the places of their own kind.
        alike = any(place in kind and other in kind for kind in (CARRIERS, LINE))
        return None if alike else (f"the emergency player can't move to {PLACES[other]}", "TG-24.5")
    if not eligible(team.players[there], other):
        return f"{team.players[there].label} can't play {PLACES[other]} in exchange", "TG-24.3"
    return None


def show_lineups(game: BoundCharts, s: Grid) -> None:
    """Reveal both lineups; a player who left the lineup has been taken out (TG-24.2)."""
    for seat, side in enumerate(s.sides):
        lineup = s.pending[seat] if s.pending else list(side.lineup)
        if s.phase != "lineups":
            side.taken_out += [who for who in side.lineup if who != EMERGENCY and who not in lineup]
        line_up(game, s, seat, lineup)
        if s.tell:
            s.tell(
                Lineup(
                    side=seat,
                    team=game.teams[seat].name,
                    men=lineup_words(game, seat, lineup),
                    values=side_values(side),
                    rules=("TG-5.5" if s.phase == "lineups" else "TG-24.4",),
                )
            )
    s.pending, s.step = [], ""


# Injuries


def injure(game: BoundCharts, s: Grid, seat: Seat, place: int) -> Rules:
    """The player in the place leaves for good, and the place is filled at once (TG-13.4 to TG-13.9)."""
    side = s.sides[seat]
    who = side.lineup[place]
    side.injured.append(who)
    emit(
        s,
        Injured(
            side=seat,
            team=game.teams[seat].name,
            place=PLACES[place],
            who=who,
            player=player_at(game, s, seat, place).label,
            rules=("TG-13.4", "TG-13.5"),
        ),
    )
    if can_fill(game, side, seat, place):
        yield from fill_place(game, s, seat, place)
    elif place in CARRIERS + LINE and ds_can_move(game, side, seat, place):
        # TG-13.8: a specialist of the right type must step in, and the DS place is refilled.
        put_in_place(game, s, seat, place, side.lineup[DS], moved=True)
        yield from fill_place(game, s, seat, DS)
    else:
        put_in_place(game, s, seat, place, EMERGENCY)  # TG-13.9


def can_fill(game: BoundCharts, side: Side, seat: Seat, place: int) -> bool:
    """Is there an eligible reserve for the place?"""
    players = game.teams[seat].players
    return any(eligible(players[who], place) for who in reserves(side))


def ds_can_move(game: BoundCharts, side: Side, seat: Seat, place: int) -> bool:
    """Is the DS a real player of the type the place needs?"""
    who = side.lineup[DS]
    return who != EMERGENCY and eligible(game.teams[seat].players[who], place)


def fill_place(game: BoundCharts, s: Grid, seat: Seat, place: int) -> Rules:
    """The owner names the reserve; without one an emergency player takes the place (TG-13.7, TG-13.9)."""
    team, side = game.teams[seat], s.sides[seat]
    fit = [who for who in reserves(side) if eligible(team.players[who], place)]
    if not fit:
        put_in_place(game, s, seat, place, EMERGENCY)
        return
    chosen = fit[0]
    if len(fit) > 1:
        s.step = f"replacement:{PLACES[place]}"
        by_card = {team.players[who].card: who for who in fit}

        def describe(card: str) -> Option:
            player = team.players[by_card[card]]
            return Option(
                card, f"{player.label} to {PLACE_WORDS[place]}", "TG-13.7", all_ratings_text(player)
            )

        card = yield Choose(
            seat,
            "replacement",
            LazyMenu(list(by_card), describe),
            f"Who comes in at {PLACE_WORDS[place]}?",
            rule="TG-13.7",
        )
        chosen = by_card[card]
        s.step = ""
    put_in_place(game, s, seat, place, chosen)


def put_in_place(
    game: BoundCharts, s: Grid, seat: Seat, place: int, who: int, *, moved: bool = False
) -> None:
    """Put a player in a place; the team values follow (TG-13.11)."""
    lineup = list(s.sides[seat].lineup)
    if moved:
        lineup[DS] = EMERGENCY  # until it is refilled, in the same breath
    lineup[place] = who
    line_up(game, s, seat, lineup)
    if s.tell:
        s.tell(
            Replaced(
                side=seat,
                team=game.teams[seat].name,
                place=PLACES[place],
                who=who,
                player=player_at(game, s, seat, place).label,
                moved=moved,
                values=side_values(s.sides[seat]),
                rules=("TG-13.8" if moved else "TG-13.9" if who == EMERGENCY else "TG-13.7", "TG-6.6"),
            )
        )
