"""The learning room: first games on a page, with and without script."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from datetime import date, timedelta
from typing import Any

import pytest
from litestar.exceptions import NotFoundException
from markupsafe import escape
from playwright.sync_api import expect
from tests.web.conftest import Server
from tests.web.forms import Page
from tests.web.playing import PHONE, SIZES, Visitors
from tests.web.test_access import small_letters

from fieldhouse.kernel import record, registry
from fieldhouse.kernel.tutorials.drill import drills_of
from fieldhouse.kernel.tutorials.lesson import READ, QuizQuestion, lesson_of, play_lesson
from fieldhouse.web.filters import with_rule_links
from fieldhouse.web.learn.drills import FIRST, Streak, drill_of_day, read_streak
from fieldhouse.web.learn.drills import build_daily_drill as drill_page
from fieldhouse.web.learn.how_to_play import draw_picture
from fieldhouse.web.learn.lessons import build_lesson_page, find_lesson, lesson_address
from fieldhouse.web.learn.rule_links import rule_chapters
from fieldhouse.web.learn.rules import rules_html, search_rules
from fieldhouse.web.lobby.games import playable_games

GAMES = ("redboar", "squares", "thegrid", "cardbowl", "fastdrive")


def test_the_lobby_and_the_learning_room_lead_to_every_first_game(server: Server) -> None:
    with server.client() as client:
        for where in ("/", "/learn"):
            found = client.get(where)
            assert len(found.content) < 150_000
            for game in GAMES:
                assert f'href="/learn/{game}/lesson"' in found.text
        assert "/learn/sandlot/lesson" not in client.get("/").text, "it brings none"
        assert client.get("/learn/sandlot/lesson").status_code == 404


def test_a_solved_drill_shows_the_board_on_which_it_was_solved() -> None:
    days = (FIRST + timedelta(days=n) for n in range(99))
    day = next(
        day
        for day in days
        if drill_of_day(day)[1].goal == "touchdown" and len(drill_of_day(day)[1].right) > 1
    )
    line = list(drill_of_day(day)[1].right)
    found, before = drill_page(day, "", line), drill_page(day, "", line[:-1])
    assert found.solved and found.table.ask is None and found.table.status == before.table.status
    assert [part.svg for part in found.table.parts] == [part.svg for part in before.table.parts]
    assert len(found.line) == len(line)


def test_a_first_game_is_played_to_its_end_without_script(server: Server) -> None:
    """Every step is a link or a form; a wrong answer gets a word and changes nothing."""
    _, script = find_lesson("redboar")
    with server.client() as client:
        here = Page(client.get("/learn/redboar/lesson"))
        for number, step in enumerate(script.step, start=1):
            assert str(escape(step.title)) in here.text and f"{number} of {len(script.step)}" in here.text
            if not step.do:
                onward = re.search(r'class="onward" href="([^"]+)"', here.text)
                assert onward is not None
                here = Page(client.get(onward.group(1).replace("&amp;", "&")))
                continue
            form = here.form("/lesson")
            assert form is not None
            fields = {**form.fields, "did": re.findall(r'name="did" value="([^"]*)"', here.text)}
            wrong = Page(client.post(form.action, data={**fields, "key": "punt"}))
            assert 'class="instead"' in wrong.text and str(escape(step.title)) in wrong.text
            here = Page(client.post(form.action, data={**fields, "key": step.do.split()}))
            assert len(here.reply.content) < 150_000
        assert "Tutorial complete!" in here.text and "Play a short game" in here.text
        kept = record.parse_record(client.get("/learn/redboar/lesson.json").text)
        assert record.replay_record(kept).outcome is not None
        strange = client.get("/learn/redboar/lesson", params={"did": ["<b>", "x" * 9999]})
        assert strange.status_code == 200 and "<b>" not in strange.text.replace('<b class="name">', "")


@pytest.mark.parametrize("game", GAMES)
def test_what_a_step_points_at_is_on_the_board_and_in_the_tray(game: str) -> None:
    folder, script = find_lesson(game)
    done = [step.do or READ for step in script.step]
    for number, step in enumerate(script.step):
        shown = build_lesson_page(folder, script, done[:number])
        drawn = "".join(str(part.svg) for part in shown.table.parts)
        for name in step.at.split():
            assert f'data-square="{name}" data-pointed' in drawn, f"{step.title}: {name}"
        assert (shown.table.ask is None) == (not step.do)
        if step.do:  # in the very words that its button sends
            asked = play_lesson(folder, script, done[:number]).table.request_for(script.seat)
            assert asked is not None and step.do.split()[0] in asked.keys, step.title


def test_a_rule_number_in_words_is_a_link_and_the_words_are_escaped() -> None:
    found = with_rule_links("no <b>room</b> (SQ-8.4), see TG-D.3", "squares")
    assert 'href="/rules/squares#SQ-8.4">SQ-8.4</a>' in found and "#TG-D.3" in found
    assert "&lt;b&gt;" in found


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_have_contents_and_every_number_leads_to_its_place(game: str) -> None:
    folder = registry.find(game)
    found = rules_html(folder)
    anchors = set(re.findall(r' id="([^"]+)"', "".join(found.pages)))
    assert len(found.contents) > 8 and {anchor for anchor, _ in found.contents} <= anchors
    assert set(folder.rule_ids) <= anchors, "every rule of the catalogue can be linked to"
    targets = set(re.findall(r'href="[^"#]*#([^"]+)"', "".join(found.pages)))
    assert targets and targets <= anchors
    bare = re.sub(r"<a .*?</a>|<b class=\"rule\".*?</b>|<[^>]+>", "", "".join(found.pages))
    left = set(re.findall(rf"\b{folder.meta.rule_prefix}-(?:\d+|[A-Z]+)\.\d+[a-z]?", bare))
    assert not left & anchors, "no number of a rule that is no link"


def test_the_rules_are_searched_by_words_and_by_number(server: Server) -> None:
    squares = registry.find("squares")
    assert [rule.id for rule in search_rules(squares, "9.3")] == ["SQ-9.3"]
    assert all("tackle" in f"{rule.id} {rule.words}".lower() for rule in search_rules(squares, "tackle qb"))
    with server.client() as client:
        found = client.get("/rules/squares", params={"q": "pass always succeeds"})
        assert 'href="/rules/squares#SQ-9.3"' in found.text and "1 rule found" in found.text
        odd = client.get("/rules/squares", params={"q": "<script>" * 40})
        assert odd.status_code == 200 and "<script>" * 2 not in odd.text and "No rules found" in odd.text


@pytest.mark.parametrize("game", GAMES)
def test_chapters_for_programmers_are_on_the_last_page_of_the_rules(server: Server, game: str) -> None:
    folder = registry.find(game)
    chapters = rule_chapters(folder)
    last = max(one.page for one in chapters)
    assert {one.page for one in chapters if one.for_programmers} == {last}
    assert last not in {one.page for one in chapters if not one.for_programmers}
    with server.client() as client:
        first = client.get(f"/rules/{game}").text
        assert f'href="/rules/{game}/{last}">For programmers</a>' in first and "data model</h2>" not in first


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_told_in_five_pictures_drawn_from_its_board(game: str) -> None:
    folder, script = find_lesson(game)
    assert len(script.picture) == 5
    for number, one in enumerate(script.picture, start=1):
        assert one.title and len(one.words) < 200
        assert ET.fromstring(draw_picture(folder, number)).tag.endswith("svg")
    with pytest.raises(NotFoundException):
        draw_picture(folder, 6)


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_short_guide_with_pictures(server: Server, game: str) -> None:
    """Two screens: worked examples of a run and a pass (a drive), then scoring and the clock."""
    folder, script = find_lesson(game)
    words = folder.how_to_play
    assert 400 < len(words.split()) < 840
    first, second = words.split("\n---\n")
    assert len(re.findall(r"^## .*worked out", first, re.MULTILINE)) >= 2
    for heading in ("Scoring|scoring", "What to think about"):
        assert re.search(rf"^## .*({heading})", second, re.MULTILINE), heading
    place = f"/learn/{game}/how-to-play"
    with server.client() as client:
        pages = [client.get(place), client.get(f"{place}/2")]
        assert [page.status_code for page in pages] == [200, 200]
        assert client.get(f"{place}/3").status_code == client.get(f"{place}/0").status_code == 404
        shown = re.findall(rf'src="/learn/{game}/picture/(\d)"', "".join(page.text for page in pages))
        assert sorted(map(int, shown)) == list(range(1, len(script.picture) + 1)), "each picture once"
        assert f'href="{place}/2"' in pages[0].text and f'href="{place}"' in pages[1].text
        assert f"/learn/{game}/quiz" in pages[1].text and f"/rules/{game}" in pages[1].text
        assert place in client.get(f"/rules/{game}").text


def test_a_game_without_a_guide_says_so(server: Server) -> None:
    with server.client() as client:
        assert client.get("/learn/sandlot/how-to-play").status_code == 404
        assert client.get("/learn/sandlot/quiz").status_code == 404


@pytest.mark.parametrize("game", GAMES)
def test_a_quiz_of_five_counts_the_right_answers_and_explains_them(server: Server, game: str) -> None:
    _, script = find_lesson(game)
    assert len(script.quiz) == 5
    assert all(len(set(one.answers)) == len(one.answers) >= 3 and one.why for one in script.quiz)
    right = {f"q{n}": str(one.right) for n, one in enumerate(script.quiz, start=1)}
    with server.client() as client:
        asked = client.get(f"/learn/{game}/quiz").text
        assert asked.count('type="radio"') == sum(len(one.answers) for one in script.quiz)
        assert escape(script.quiz[0].why) not in asked
        done = client.get(f"/learn/{game}/quiz", params=right).text
        assert "5 of 5 correct" in done and str(escape(script.quiz[0].why)) in done
        odd = client.get(f"/learn/{game}/quiz", params=right | {"q1": "99", "q2": "<b>"}).text
        assert "3 of 5 correct" in odd


def test_a_quiz_with_a_wrong_number_is_refused() -> None:
    with pytest.raises(ValueError, match="`right` is 3, but the answers go from 0 to 1"):
        QuizQuestion("Who?", ("me", "you"), 3, "because")


TODAY = date(2026, 11, 17)


def test_the_first_answer_of_a_day_counts_and_a_missed_day_begins_anew() -> None:
    streak = Streak().after(TODAY, right=True)
    assert streak == Streak(TODAY, 1) and streak.after(TODAY, right=False) == streak
    assert streak.after(TODAY + timedelta(days=1), right=True).days == 2
    assert streak.after(TODAY + timedelta(days=1), right=False).days == 0
    assert streak.after(TODAY + timedelta(days=2), right=True).days == 1


@pytest.mark.parametrize("forged", ["", "2026-13-40.5", "x.1", "2026-11-17.99999", "2026-11-17.-1"])
def test_an_odd_cookie_is_no_streak(forged: str) -> None:
    assert read_streak(forged) == Streak()


def test_a_drill_of_every_game_comes_up_and_is_answered_without_script(server: Server) -> None:
    """One to choose and one to play; the day's own answer is kept in a cookie."""
    week = [FIRST + timedelta(days=n) for n in range(8)]
    assert {drill_of_day(day)[0].name for day in week} == {
        folder.name for folder in playable_games() if drills_of(folder)
    }
    choose = next(day for day in week if drill_of_day(day)[1].answers)
    play = next(day for day in week if drill_of_day(day)[1].goal)
    with server.client() as client:
        _, drill = drill_of_day(choose)
        asked = client.get(f"/learn/drill/{choose}")
        assert drill.ask in asked.text and f"{drill.answers[0].chance}%" not in asked.text
        right = client.get(f"/learn/drill/{choose}", params={"answer": drill.right[0]})
        assert "Correct!" in right.text and f"{drill.answers[0].chance}%" in right.text
        assert "set-cookie" not in right.headers, "only the day's own drill counts"
        wrong = next(one for one in drill.answers if one.key not in drill.right)
        assert "There is a better answer" in client.get(f"/learn/drill/{choose}?answer={wrong.key}").text
        _, drill = drill_of_day(play)
        here = client.get(f"/learn/drill/{play}")
        for number, key in enumerate(drill.right):
            done = list(drill.right[:number])
            here = client.post(f"/learn/drill/{play}", data={"did": done, "key": key})
        assert "Correct!" in here.text
        ended = client.post(f"/learn/drill/{play}", data={"key": "end-turn"})
        assert "Not this time" in ended.text and "One solution:" in ended.text
        refused = client.get(f"/learn/drill/{play}", params={"did": "a1-a9"})
        assert refused.status_code == 200 and "alert" in refused.text
        for day in ("2999-01-01", "2001-01-01", "yesterday"):
            assert client.get(f"/learn/drill/{day}").status_code == 404
        now = client.get("/learn/drill")
        _, drill = drill_of_day(date.fromisoformat(now.url.path.rpartition("/")[2]))
        given: dict[str, Any] = {"did": list(drill.right)} if drill.goal else {"answer": drill.right[0]}
        kept = client.get(now.url.path, params=given)
        assert read_streak(kept.cookies["drills"]).days == 1 and "1 day</b> in a row" in kept.text
        assert len(kept.content) < 150_000 and "Drill of the day" in client.get("/learn").text


@pytest.mark.needs_chromium
def test_on_a_phone_a_lesson_and_a_drill_are_answered_on_the_board(
    visitors: Visitors, server: Server
) -> None:
    tab = visitors.come(PHONE)
    script = lesson_of(registry.find("squares"))
    assert script is not None
    tab.goto(server.url + "/learn/squares/lesson")
    tab.click("text=Continue")
    expect(tab.locator("#say-h")).to_have_text(script.step[1].title)
    board = '#board [data-square="{}"]'
    tab.locator("#table:not([data-held])").wait_for()
    tab.locator(board.format("b8")).last.click()
    tab.locator(board.format("b11")).last.click()
    expect(tab.locator("#say-h")).to_have_text("Block")
    tab.locator("#table:not([data-held])").wait_for()
    tab.locator(board.format("f8")).last.click()
    tab.locator(board.format("f9")).last.click()  # of many blocks the one that is asked for
    expect(tab.locator("#say-h")).not_to_have_text("Block")
    done = [step.do or READ for step in script.step[:3]]
    tab.goto(server.url + lesson_address("squares", done))
    say, ask = (tab.locator(one).bounding_box() for one in ("#say", "#ask"))
    assert say is not None and ask is not None and say["y"] + say["height"] <= ask["y"]
    expect(tab.locator(".choice.pointed button")).to_have_text("End turn")
    for one in ("#say", ".choice.pointed button"):
        expect(tab.locator(one)).to_be_in_viewport(ratio=0.99)
    assert small_letters(tab) == []
    assert tab.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    day = next(day for day in (FIRST + timedelta(days=n) for n in range(9)) if drill_of_day(day)[1].answers)
    tab.goto(f"{server.url}/learn/drill/{day}")
    tab.click(f'button[value="{drill_of_day(day)[1].right[0]}"]')
    expect(tab.locator("#ask-h")).to_have_text("Correct!")
    expect(tab.locator(".dopt.best meter")).to_be_visible()
    assert small_letters(tab) == []


@pytest.mark.needs_chromium
def test_a_step_of_a_lesson_is_played_in_place_before_its_pointer_speaks(
    visitors: Visitors, server: Server
) -> None:
    """The cards turn and the die falls as at a table; Escape skips; the browser's Back goes a step back."""
    tab = visitors.come(PHONE, moving=True)
    script = lesson_of(registry.find("redboar"))
    assert script is not None
    asked = next(number for number, step in enumerate(script.step) if step.do)
    tab.goto(server.url + lesson_address("redboar", [READ] * asked))
    tab.evaluate("window.stays = true")
    tab.locator(".pcard.pointed").click()
    expect(tab.locator("#table[data-plays] #say")).to_be_hidden()
    expect(tab.locator("#table[data-plays] #event")).not_to_have_text(re.compile(r"for \d+ yards"))
    tab.keyboard.press("Escape")
    expect(tab.locator("#say-h")).to_be_visible()
    expect(tab.locator("#say-h")).to_have_text(script.step[asked + 1].title)
    expect(tab.locator("#event")).to_have_text(re.compile(r"for \d+ yards"))
    tab.go_back()
    expect(tab.locator("#say-h")).to_have_text(script.step[asked].title)
    assert tab.evaluate("window.stays"), "no page was loaded"


@pytest.mark.needs_chromium
@pytest.mark.parametrize("game", GAMES)
def test_every_step_of_a_lesson_is_read_and_answered_on_one_small_screen(
    visitors: Visitors, server: Server, game: str
) -> None:
    """The text is in sight with the answer it asks for."""
    tab = visitors.come(SIZES[0])
    _, script = find_lesson(game)
    done: list[str] = []
    for step in script.step:
        tab.goto(server.url + lesson_address(game, done))
        tab.locator("#table:not([data-held])").wait_for()
        expect(tab.locator("#say-h")).to_have_text(step.title)
        expect(tab.locator("#say h2")).to_be_in_viewport(ratio=0.99)
        if step.do and not step.at and step.points == "tray":
            expect(tab.locator("#ask .pointed").first).to_be_in_viewport(ratio=0.3)
        elif step.at:
            expect(tab.locator("#board [data-pointed]").first).to_be_in_viewport(ratio=0.3)
        done.append(step.do or READ)
