"""Sections 41 and 43 to 46: notes, presentation, whole games, secrecy, invariants."""

from __future__ import annotations

import re
from itertools import combinations
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.games.cardbowl.kit import Course, blank, game, one, scene

from fieldhouse.games.cardbowl import board
from fieldhouse.games.cardbowl.board import last_play
from fieldhouse.games.cardbowl.board.layout import LEAST, card_positions, with_empty_slots
from fieldhouse.games.cardbowl.coaches import policy
from fieldhouse.games.cardbowl.rules.cards import DECK, HIDDEN
from fieldhouse.games.cardbowl.rules.clock import play_time
from fieldhouse.games.cardbowl.rules.events import Drew, PlayOver, Revealed, Summed
from fieldhouse.games.cardbowl.rules.lines.formations import LINEMEN
from fieldhouse.games.cardbowl.rules.lines.lineup import offensive_piece, place_cards
from fieldhouse.games.cardbowl.rules.place_names import slot_words
from fieldhouse.games.cardbowl.rules.plays.development import execute_play
from fieldhouse.games.cardbowl.rules.plays.protection import yardage_risk_words
from fieldhouse.games.cardbowl.rules.state import Bowl, Due, Lane, Phase, Piece, Result
from fieldhouse.kernel.coaches import ask_coach, coach_view
from fieldhouse.kernel.dice import FastDice
from fieldhouse.kernel.events import Event, Note, Term
from fieldhouse.kernel.observation import observe
from fieldhouse.kernel.playout import playout, run_play
from fieldhouse.kernel.registry import coach, find
from fieldhouse.kernel.table import Table
from fieldhouse.kernel.tutorials.lesson import READ, lesson_of, play_lesson


def test_a_log_line_per_play() -> None:
    """CB-41.1, CB-48.40: 2nd down at midfield, run 5 and 8 in the open field: 13."""
    s = scene(
        cards={"BT": "QH", "RG": "8H", "D+2": "7H"}, lanes={"RG": 2}, call="rush:BT:lane3@quick", x=50, down=2
    )
    Course(s, "JC 8D 9D 9C 8C").run(game().play(s))  # 43 against 33: 5, one card: 8
    assert s.notes[-1] == "Red 2 & 10 @ 50: run 5, +8" and (s.x, s.down) == (63, 1)


def test_the_arithmetic_of_the_log_rules() -> None:
    """CB-47.15: 7 yards on 1st and 10 leave 2nd and 3."""
    s = blank(x=43, ltg=53)
    s.play.kind = "scrimmage"
    s.play.result = Result("ball", 0, 50)
    from fieldhouse.games.cardbowl.rules.end_of_play import close_play

    Course(s).run(close_play(game().book, s))
    assert (s.down, s.ltg - s.x) == (2, 3)


def test_drawn_cards_are_shown_by_purpose() -> None:
    """CB-41.2, CB-41.3: in the text and in the picture."""
    s = scene()
    s.drawn = [("9S", "snap"), ("5C", "pass"), ("KH", "open-field"), ("2H", "open-field")]
    view = game().view(s, 0)
    assert "drawn: snap 9♠, pass 5♣, open-field K♥ 2♥" in board.text(view)
    svg = board.svg(view)
    assert all(f">{purpose}<" in svg for purpose in ("snap", "pass", "open field"))


def test_names_of_places_are_only_names() -> None:
    """CB-41.4: IL, M and IR have one range; strong and free safety are SL and SR."""
    from fieldhouse.games.cardbowl.rules.lines.ranges import reaches_lane

    assert all(reaches_lane(slot, col) for slot in ("IL", "M", "IR") for col in (-7, 7))


def test_the_text_board_shows_who_faces_whom() -> None:
    """CB-41.2, CB-42.9: lanes side by side, covers beside their receivers, hidden cards covered."""
    s = scene(lanes={"LT": 0, "LG": 1})
    text = board.text(game().view(s, 0))
    assert "off left tackle" in text and re.search(r"left wideout \(\S+\) covered by ▒▒", text)
    assert max(map(len, text.splitlines())) <= 80


def test_fourth_down_fumbles_may_be_advanced_by_anybody() -> None:
    """CB-39.16, CB-47.119: the NFL's restriction is not used."""
    s = scene(cards={"BT": "2H"}, call="rush:BT:lane1@quick", down=4, ltg=33)
    course = Course(s, "RJ 7C 8C 9C KH 4S 2C 2D 3D", {"fumble-run": "run"}).run(game().play(s))
    assert "fumble-run" in course.whats and (s.off, s.down, s.x) == (0, 1, 37)


def test_time_of_a_screen_with_its_automatic_run() -> None:
    """CB-47.134, CB-6.2: 2 when the card is drawn, 1 when it is thrown away."""
    cards = {"QB": "JD", "BT": "KH", "LG": "9H", "D-2": "10H"}
    s = scene(cards=cards, lanes={"LG": 1}, call="screen:BT:lane2@end")
    course = Course(s, "6C 8C 5C JC 3C 7C").run(execute_play(s))
    assert play_time(s, course.result) == 2
    s = scene(cards={**cards, "BT": "3H"}, lanes={"LG": 1}, call="screen:BT:lane2@end")
    course = Course(s, "6C 2C 10C KC QC", {"throw-away": "away"}).run(execute_play(s))
    assert play_time(s, course.result) == 1


# Whole games


def cards_of(s: Bowl) -> list[str]:
    p = s.play
    laid = [q.card for q in (*p.offense, *p.defense)]
    return [
        *s.pool,
        *laid,
        *p.hands[0],
        *p.hands[1],
        *p.discards[0],
        *p.discards[1],
        *(c for c, _ in s.drawn),
    ]


@settings(max_examples=12, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from(["simple1", "simple1-all", "simple2", "complex"]))
def test_cards_points_and_time_are_conserved(seed: int, timing: str) -> None:
    """CB-1.10, CB-2.5, CB-3.3: every card is somewhere once, points rise by what they can, time never
    rises.
    """
    g = game(timing=timing, quarter=3 if timing.startswith("simple1") else 24)
    rng = Random(seed)
    s = g.start()

    def decide(request: Any, state: Bowl) -> str:
        if state.play.kind and state.pool and len(state.drawn) < 15:
            found = cards_of(state)
            assert sorted(found) == sorted(DECK), "a card is lost or doubled"
        return str(rng.choice(request.keys))

    for _ in range(600):
        if g.outcome(s) is not None:
            break
        before = (s.quarter, 999 if s.next == "toss" else s.left, list(s.scores))
        run_play(g.play(s), s, FastDice(rng.randrange(10**9)), decide)
        assert s.quarter > before[0] or s.left <= before[1]
        gained = [after - was for after, was in zip(s.scores, before[2], strict=True)]
        assert sorted(gained)[0] == 0 and sorted(gained)[1] in (0, 1, 2, 3, 6)
        assert 0 < s.x < 100 or s.next != "down"
        assert s.next != "down" or (1 <= s.down <= 4 and s.x < s.ltg <= 100)
    else:
        pytest.fail("the game does not end")


@pytest.mark.parametrize("level", ["rookie", "starter"])
def test_policies_play_whole_games(level: str) -> None:
    """CB-2.4, CB-2.13: coach games end with a winner or a tie."""
    g = find("cardbowl").open(length="short")
    for seed in range(3):
        s = g.start()
        assert playout(g, s, FastDice(seed), policy(level, g, seed)) is not None


def test_the_starter_never_reads_a_hidden_card() -> None:
    """CB-1.15, CB-42.4: it decides the same on the masked state as on the real one."""
    import msgspec

    g = find("cardbowl").open(length="tiny")
    table = Table(g, FastDice(11))
    rng = Random(4)
    compared = 0
    while table.outcome is None:
        seat = table.pending_seats[0]
        asked = table.request_for(seat)
        assert asked is not None
        masked = msgspec.convert(table.view(seat)["state"], Bowl)
        if table.state.play.phase:
            mine, real = policy("starter", g, 7)(asked, masked), policy("starter", g, 7)(asked, table.state)
            assert mine == real
            compared += 1
        table.answer(seat, rng.choice(list(asked.keys)))
    assert compared > 20


def test_redealt_worlds_are_different_and_look_the_same() -> None:
    """CB-1.15, CB-16.4: the other hand is permuted, its discards stay the lowest."""
    g = find("cardbowl").open(length="short")
    rng = Random(1)
    tried = different = 0
    for seed in range(6):
        table = Table(g, FastDice(seed))
        while table.outcome is None and not (table.state.play.lanes and table.pending_seats):
            seat = table.pending_seats[0]
            asked = table.request_for(seat)
            assert asked is not None
            table.answer(seat, policy("starter", g, seed)(asked, table.state))
        if table.outcome is not None:
            continue
        for seat in (0, 1):
            world = table.determinize(seat, rng)
            tried += 1
            different += world.state != table.state
            assert world.observation(seat) == table.observation(seat)
    assert tried >= 6 and different >= tried - 1


def test_a_spectator_sees_no_face_down_card() -> None:
    """CB-1.15, CB-20.5"""
    s = scene(up=["LT", "D-5"])
    play = game().view(s, None)["state"]["play"]
    shown = {p["name"] for p in (*play["offense"], *play["defense"]) if p["card"] != HIDDEN}
    assert shown == {"QB", "LT", "D-5"} and one(s, "LT").up


def test_plays_resume_from_the_state_alone() -> None:
    """CB-29.1: the state of section 46 is enough to go on in the middle of a play."""
    g = game()
    s = scene(phase=Phase.CHECK, cards={"QB": "KS"})
    s.play.k = 1
    again = g.load(g.save(s))
    assert Course(again).run(g.play(again)).menus["check"] == Course(s).run(g.play(s)).menus["check"]


def test_no_secret_shows_at_any_point_of_a_play() -> None:
    """CB-1.15, CB-42.4, CB-39.4: at every decision seats and spectators perceive re-dealt worlds alike."""
    g = find("cardbowl").open(length="tiny")
    rng = Random(3)
    table = Table(g, FastDice(21))
    dealt = different = 0
    while table.outcome is None:
        for seat in (0, 1):
            world = table.determinize(seat, rng, tries=2)
            assert observe(world, seat).without_undo() == observe(table, seat).without_undo()
            assert world.observation(None) == table.observation(None)
            if table.state.play.hands[1 - seat] or table.state.play.lanes:
                dealt += 1
                different += world.state != table.state
        asking = rng.choice(table.pending_seats)
        asked = table.request_for(asking)
        assert asked is not None
        table.answer(asking, rng.choice(list(asked.keys)))
    assert dealt > 50 and different > 0.9 * dealt


def test_the_picture_shows_backs_of_cards_and_the_ball() -> None:
    """CB-17.1, CB-22.1, CB-42.9: hidden cards have no value in the SVG; cards of a lane lie side by side."""
    s = scene(lanes={"LG": 1, "C": 1}, cards={"D-2": "KD", "LG": "9H"})
    mine, theirs = board.svg(game().view(s, 0)), board.svg(game().view(s, 1))
    assert "left guard 9♥ face down" in mine and "9♥" not in theirs
    assert "left tackle K♦ face down" in theirs and "K♦" not in mine
    assert mine.count("<ellipse") == 1  # on the QB


def test_the_picture_of_a_line_up_shows_empty_slots_and_the_hand_to_its_owner_alone() -> None:
    """CB-1.15, CB-17.1: eleven named outlines; the other side never sees how many are filled."""
    s = blank()
    s.play.phase, s.play.slots = Phase.OFFENSE_LINES_UP, ["QB", *LINEMEN, "TER", "WL1", "WR1", "BF", "BT"]
    s.play.kind, s.play.hands = "scrimmage", [list(DECK[:11]), list(DECK[11:22])]
    seen = []
    for laid in range(3):
        mine, theirs = board.svg(game().view(s, 0)), board.svg(game().view(s, 1))
        assert mine.count("data-slot=") == 11 - laid == mine.count('class="held"')
        assert mine.count('class="slot aim"') == 1
        assert f'class="slot aim" data-slot="{s.play.slots[laid]}"' in mine
        assert "data-slot=" not in theirs and theirs.count(", empty") == 11
        assert not any(f'data-key="{card}"' in theirs for card in DECK[:11])
        seen.append(theirs)
        place_cards(s, 0, s.play.hands[0][:1])
    assert len(set(seen)) == 1


def test_formations_are_dots_with_a_name_and_one_line() -> None:
    """CB-17.7: eleven dots each; a card that may be chosen is its own button."""
    view = game().view(blank(), 0)
    (formed,) = [part for part in board.parts(view, ("i_heavy", "4-3")) if part.id == "formations"]
    assert [face.key for face in formed.faces] == ["i_heavy", "4-3"]
    assert all(face.svg.count("<circle") == 11 for face in formed.faces)
    assert formed.faces[1].label == "4-3: balanced, four linemen"


def test_places_are_said_in_words() -> None:
    """CB-41.4: nobody says D and 7."""
    names = {"D+7": "wide right end", "D+5": "right end", "D-2": "left tackle", "D0": "nose tackle"}
    names |= {"M": "middle linebacker", "D-1": "left nose tackle", "SLb": "second left safety"}
    names |= {"CB-WL1": "corner on the left wideout", "TER": "right tight end", "BT": "tailback"}
    assert {name: slot_words(name) for name in names} == names


def test_yard_lines_and_plays_are_told_in_words() -> None:
    """CB-41.1: whose yard line it is; keys of plays as people say them."""
    from fieldhouse.games.cardbowl.rules.card_actions import key_words, team_spot_words
    from fieldhouse.games.cardbowl.rules.plays.blocking import back_words

    assert [team_spot_words(0, x) for x in (20, 50, 80)] == ["on Red's 20", "on the 50", "on Blue's 20"]
    assert team_spot_words(1, -3) == "3 deep in Blue's end zone"
    assert team_spot_words(1, 104) == "4 deep in Red's end zone"
    assert team_spot_words(1, 100) == "on Red's goal line"
    assert key_words("rush:BT:lane2-3") == "Rush by the tailback through lanes 2 and 3"
    assert key_words("pass:BF:L") == "Pass to the fullback on the left"
    assert (
        key_words("screen:BR:WL1+WL2")
        == "Screen to the right back behind the left wideout and the left slot receiver"
    )
    assert back_words("BT>lane4") == "Tailback into lane 4"


def test_the_line_ups_stand_over_against_each_other() -> None:
    """CB-17.7, CB-18.8: every card stands at its place, empty places show, the hand by value."""
    s = game().start()
    s.next, s.quarter, s.off, s.x, s.down, s.ltg = Due.DOWN, 1, 0, 30, 1, 40
    p = s.play
    p.kind, p.phase, p.stance, p.formation = "scrimmage", Phase.OFFENSE_LINES_UP, "U", "ace"
    p.slots = ["QB", "LT", "LG", "C", "RG", "RT", "TEL", "TER", "WL1", "WR1", "BT"]
    p.hands[0] = ["3S", "KD", "RJ"]
    p.offense = [
        offensive_piece(slot, card) for slot, card in zip(p.slots[:3], ("QH", "2H", "9C"), strict=True)
    ]
    rows = [row for row in board.text(game().view(s, 0)).splitlines() if row]
    cards, names, quarterback, back, hand = rows[3:8]
    assert names.split() == ["wide", "end", "tackle", "guard", "center", "guard", "tackle", "end", "wide"]
    assert cards.split() == ["__", "__", "(2♥)", "(9♣)", "[?]", "__", "__", "__", "__"]
    faced = (("tackle", "(2♥)"), ("center", "[?]"))
    assert all(abs(names.index(name) - cards.index(card)) < 3 for name, card in faced)
    assert quarterback.strip() == "QB (Q♥)" and back.strip() == "tail __"
    assert hand == "hand: red joker K♦ 3♠"
    narrow = board.text(game().view(s, 0), width=60)
    assert "offense: quarterback (Q♥), left tackle" in narrow and "center [?]" in narrow


def test_lanes_name_their_place_and_add_up_what_is_seen() -> None:
    """CB-42.3, CB-27.1: off the left tackle, on the left guard; a side with a covered card has no sum."""
    s = scene(lanes={"LT": 0, "LG": 1})
    mine, theirs = (board.text(game().view(s, seat)).splitlines() for seat in (0, 1))
    place = next(n for n, row in enumerate(mine) if row.startswith("lane 1"))
    assert mine[place].split() == ["lane", "1", "lane", "2", "lane", "3", "lane", "4"]
    assert re.split(r"\s{2,}", mine[place + 1])[:2] == ["off left tackle", "left guard"]
    ours = sum(o.value for o in s.play.offense if o.lane == 0)
    sums = next(row for row in mine if row.startswith("-- "))
    assert sums.startswith(f"-- ? v {ours} -")
    assert next(row for row in theirs if row.startswith("-- ")).split()[3] == "?"


def test_yards_before_a_foul_that_is_added_at_the_end_stand() -> None:
    """CB-40.5, CB-30.9: 38 against 33 is 3; black joker and 10S: 5 yards and first down, the 58."""
    s = scene(
        cards={"BT": "QH", "RG": "8H", "D+2": "7H"}, lanes={"RG": 2}, call="rush:BT:lane3@quick", x=50, down=2
    )
    course = Course(s, "6C 8D BJ 9D 9C 10S", {"penalty": "accept"}).run(game().play(s))
    assert (s.x, s.down) == (58, 1)
    assert "Red, 2nd & 10 at midfield: rush, 3-yard gain." in course.lines
    assert any(
        line.startswith("Red accepts the penalty: Red, 1st down on Blue's 42.") for line in course.lines
    )


def test_an_interception_is_told_where_it_was() -> None:
    """CB-33.23: QB 12, WL1 13, pass 5, reception 6 less cover 9, draws 8 and 7: 12 beyond the 30."""
    s = scene(cards={"QB": "QH", "WL1": "KH", "CB-WL1": "9H"}, call="pass:WL1@quick", x=30)
    course = Course(s, "5C 6C 8D RJ 7D 4C").run(game().play(s))
    assert "Intercepted on Red's 42! (CB-33.23)" in course.lines
    assert "Red throws an interception at Red's 42." in course.lines
    assert (s.off, s.x) == (1, 62)


def test_a_blocked_punt_has_no_net_yards() -> None:
    """CB-11.4, CB-39.9: blocked on the 30, loose 9 + 5 behind it; Blue recovers on Red's 16."""
    s = blank(x=30, down=4, ltg=40)
    course = Course(s, "RJ 9C 2C 8D 3D", {"call": "punt", "punt": "cards:4"}).run(game().play(s))
    assert (s.off, s.x) == (1, 84)
    assert "The ball is loose on Red's 16! (CB-39.1)" in course.lines
    assert "Red punt: 0 yards." in course.lines


def test_the_cards_of_the_last_play_stay_until_the_next_lines_up_or_draws() -> None:
    """CB-41.2: what was turned up and drawn last, of that play alone, by every seat's own events."""
    g = game()
    table = Table(g, FastDice(3))
    coaches = {seat: coach("starter", g, seat, 1) for seat in (0, 1)}
    stayed = 0
    while sum(isinstance(event, PlayOver) for event in table.events) < 6:
        seat = table.pending_seats[0]
        ask_coach(table, seat, coaches[seat])
        told = table.events_for(None)
        parts = board.event_parts(table.view(None), told)
        if not parts:
            continue
        assert not table.state.drawn or not table.state.play.kind, "a card was drawn for the next play"
        assert not table.state.play.slots, "the next play has lined up"
        ends = [n for n, event in enumerate(told) if isinstance(event, PlayOver)]
        begins = ends[-2] if len(ends) > 1 else 0
        up = [event.card for event in told[begins : ends[-1]] if isinstance(event, Drew | Revealed)]
        shown_last = re.findall(r'id="(?:last|drawn)-\d+-(\w+)"', parts[0].svg)
        assert shown_last and set(shown_last) <= set(up) and up[-1] in shown_last
        stayed += 1
    assert stayed > 5


def test_every_card_on_the_table_shows_its_value() -> None:
    """CB-41.2: wherever cards are sent, none lies so far under another that its value is hidden."""
    for seed in (1, 4):
        rng = Random(seed)
        table = Table(game(), FastDice(seed))
        for _ in range(150):
            seat = table.pending_seats[0]
            asked = table.request_for(seat)
            assert asked is not None
            play = with_empty_slots(table.view(seat)["state"]["play"])
            for (x, y), (other, below) in combinations(card_positions(play).values(), 2):
                assert abs(x - other) > LEAST - 1 or abs(y - below) > 24, asked.prompt
            quick = [key for key in ("fill", "scrimmage") if key in asked.menu]
            table.answer(seat, quick[0] if quick and rng.random() < 0.6 else rng.choice(asked.keys))


def test_all_cards_of_a_sum_lie_on_the_table_with_their_owners() -> None:
    """CB-41.2: as many cards as the last match-up has terms, each of a side, until the next lineup."""
    folder, checked = find("cardbowl"), 0
    for seed in range(6):
        table = Table(folder.open(length="tiny"), FastDice(seed))
        coaches = [folder.coach("starter", table.game, seat, 1, 0.01) for seat in table.seats]
        while table.outcome is None:
            seat = table.pending_seats[0]
            asked = table.request_for(seat)
            assert asked is not None
            if asked.what in ("call", "discard", "formation", "kickoff") and table.events:
                play, offense = last_play.events_of_last_play(table.events_for(None))
                sums = [event for event in play if isinstance(event, Summed)]
                laid = last_play.laid_cards(play, offense)
                if laid and table.state.play.kind == "scrimmage" and not table.state.drawn:
                    assert last_play.event_parts(table.view(None), table.events_for(None)), "kept until then"
                if sums:
                    ended = play.index(sums[-1])
                    own = [card for card in laid if play.index(card.event) < ended]
                    assert len(own) >= len(sums[-1].sum) - 1, (sums[-1], own)
                    assert {0, 1} <= {card.seat for card in own}
                    checked += 1
            reply = coaches[seat].answer(asked, coach_view(table, seat))
            table.answer(seat, reply if isinstance(reply, str) else reply[0])
    assert checked > 20


def test_a_long_sum_of_the_last_play_is_broken_into_lines() -> None:
    """CB-25.7: the whole sum of a sack is in sight, also on a phone."""
    folder = find("cardbowl")
    script = lesson_of(folder)
    assert script is not None
    table = play_lesson(folder, script, [step.do or READ for step in script.step]).table
    (part,) = board.event_parts(table.view(0), table.events_for(0))
    assert "sack draw \N{MINUS SIGN}3, always +3</text>" in part.svg and "= 5</text>" in part.svg


def test_every_draw_lies_with_the_side_that_drew_it() -> None:
    """CB-41.2, CB-15.1: the kicks of a field goal, and the handoff of a play that never came to a sum."""
    owners = {
        purpose: last_play.card_owner(purpose, 1, kick=True) for purpose in ("field goal", "handoff", "kick")
    }
    assert set(owners.values()) == {1}
    assert last_play.card_owner("return", 1, kick=True) == 0
    assert [last_play.card_owner("coverage", 1, kick=kick) for kick in (True, False)] == [1, 0]
    assert last_play.card_owner("recovery", 1, kick=False) is None
    drawn = [
        ["9S", "kick"],
        ["8S", "kick"],
        ["8D", "coverage"],
        *([card, "return"] for card in ("QC", "KS", "2S", "3D")),
    ]
    shown = last_play.drawn_part({"off": 0, "play": {"kind": "kickoff"}, "drawn": drawn})
    assert re.findall(r'id="drawn-\d-(\w+)"', shown.svg) == [card for card, _ in drawn], "none is left out"


def test_the_table_says_why_a_pass_was_incomplete() -> None:
    """CB-33.6: a pass card of 11 against a quarterback of 8 is a poor throw, whatever the sums say."""
    said = Summed(
        what="pass", offense=25, defense=22, outcome="incomplete", sum=(Term("", "+3: incomplete"),)
    )
    told: list[Event] = [
        Drew(card="JD", purpose="pass", against="quarterback 8", rules=("CB-33.5",)),
        Note(line="A poor throw against a quarterback of 8: incomplete.", rules=("CB-33.6",)),
        Drew(card="2C", purpose="reception", rules=("CB-33.15",)),
        said,
        PlayOver(side="Blue", head="1-10", line="pass, incomplete"),
    ]
    [part] = last_play.event_parts(Table(game(), FastDice(1)).view(None), told)
    assert part.label.endswith("Pass: offense 25, defense 22: a poor throw")


def test_the_question_for_a_yardage_card_says_what_it_risks() -> None:
    """CB-33.10, CB-33.14: the receiver's suit, and before it the sack draws of a protection round."""
    s = blank()
    s.play.lanes = [Lane(0)]
    s.play.offense = [Piece("QB", "5S", "QB", "QB"), Piece("C", "4S", "OL", "C", lane=0)]
    s.play.defense = [Piece("D0", "KS", "D", "line", lane=0)]
    assert yardage_risk_words(s, "QH", is_free=True) == "a heart is incomplete, one card in four"
    risk = yardage_risk_words(s, "QH", is_free=False)
    assert risk == "a sack on a 4 or lower (lane 1), then a heart is incomplete, one card in four"
