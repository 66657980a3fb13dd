"""Cards on the board: dragged to slots, clicked, and without script by their buttons."""

from __future__ import annotations

from urllib.parse import parse_qs

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from tests.web import forms
from tests.web.conftest import Server
from tests.web.playing import PHONE, Visitors, choose, keys, press, unfold, watched
from tests.web.seating import first_of, seated

from fieldhouse.games.cardbowl.rules.cards import card_label
from fieldhouse.games.cardbowl.rules.place_names import slot_words

pytestmark = pytest.mark.needs_chromium


@pytest.fixture
def fresh(visitors: Visitors) -> Page:
    """A page that shows nothing yet."""
    return visitors.come()


@pytest.fixture
def page(fresh: Page, server: Server) -> Page:
    """A Card Bowl table at the offense's first card: eleven empty slots, eleven cards in hand."""
    usual = first_of("scrimmage", "i_form")
    seated(fresh, server, "cardbowl", "both", ahead=lambda at: None if "data-slot=" in at.text else usual(at))
    assert slots(fresh)[:6] == ["QB", "LT", "LG", "C", "RG", "RT"]
    assert len(slots(fresh)) == len(hand(fresh)) == 11
    return fresh


def slots(page: Page) -> list[str]:
    """The empty slots, in the order in which the game asks for them."""
    return page.locator("#board [data-slot]").evaluate_all("all => all.map(one => one.dataset.slot)")


def hand(page: Page) -> list[str]:
    """The cards of the hand that can be laid: buttons in the tray."""
    return page.locator('#ask button.pcard[name="key"]').evaluate_all("all => all.map(one => one.value)")


def card_of(page: Page, card: str) -> Locator:
    """A card of the hand."""
    return page.locator(f'#ask button.pcard[value="{card}"]')


def drag(page: Page, card: str, slot: str) -> None:
    """By the mouse, in steps, as people do."""
    ends = []
    card_of(page, card).scroll_into_view_if_needed()
    for what in (card_of(page, card), page.locator(f'#board [data-slot="{slot}"] rect')):
        box = what.bounding_box()
        assert box is not None
        ends.append((box["x"] + box["width"] / 2, box["y"] + box["height"] / 2))
    page.mouse.move(*ends[0])
    page.mouse.down()
    page.mouse.move(*ends[1], steps=6)
    page.mouse.up()


def answers(page: Page, count: int) -> None:
    """Wait until the page has shown this many answers more than at its start."""
    page.locator(f'#table[data-answers="{count}"]').wait_for()


def answered(page: Page) -> int:
    return int(page.locator("#table").get_attribute("data-answers") or 0)


def lies_on(page: Page, slot: str) -> str:
    """The value of the card that the picture shows on a place."""
    title = page.locator(f'#board title:text-matches("^{slot_words(slot)} .+ face down$")')
    return (title.text_content() or "").removeprefix(slot_words(slot)).split()[0]


def test_a_card_is_dragged_to_the_slot_that_is_asked_for(page: Page) -> None:
    expect(page.locator("#board .slot.aim")).to_have_attribute("data-slot", "QB")
    card, before = hand(page)[3], answered(page)
    drag(page, card, "QB")
    answers(page, before + 1)
    assert lies_on(page, "QB") == card_label(card)
    assert slots(page)[0] == "LT" and card not in hand(page)
    expect(page.locator("#ask-h")).to_contain_text("left tackle")
    assert page.faults == []  # type: ignore[attr-defined]


def test_a_clicked_card_goes_to_the_lit_slot(page: Page) -> None:
    card, before = hand(page)[5], answered(page)
    card_of(page, card).click()
    answers(page, before + 1)
    assert lies_on(page, "QB") == card_label(card)
    assert page.faults == []  # type: ignore[attr-defined]


def test_cards_laid_ahead_wait_and_go_together_in_the_order_of_the_slots(page: Page) -> None:
    """LG by a drag, LT by two clicks, then the QB: one answer of three keys."""
    first, second, third, before = *hand(page)[:3], answered(page)
    drag(page, second, "LG")
    page.click('#board [data-slot="LT"]')
    expect(page.locator("#board .slot.aim")).to_have_attribute("data-slot", "LT")
    card_of(page, third).click()
    assert page.locator("#ask .pcard.laid").count() == 2
    assert answered(page) == before, "nothing is sent before the slot that is asked for has its card"
    card_of(page, first).click()
    answers(page, before + 1)
    assert [lies_on(page, slot) for slot in ("QB", "LT", "LG")] == [
        card_label(c) for c in (first, third, second)
    ]
    assert slots(page)[0] == "C"
    assert page.faults == []  # type: ignore[attr-defined]


def test_filling_the_rest_leaves_the_cards_already_placed(page: Page) -> None:
    """CB-17.1: a low card placed ahead on a slot that would get a high one stays there."""
    low, other, before = hand(page)[-1], hand(page)[-2], answered(page)
    drag(page, low, "C")
    drag(page, other, "RT")
    with page.expect_request("**/answer") as sent:
        press(page, '#ask [value="fill"]')
    answers(page, before + 1)
    given = parse_qs(sent.value.post_data or "")
    assert sorted(given["placed"]) == sorted([f"C={low}", f"RT={other}"]) and given["key"] == ["fill"]
    assert slots(page)[:1] != ["QB"], "the team is lined up"
    assert page.faults == []  # type: ignore[attr-defined]


def test_a_card_laid_ahead_outlives_an_answer_and_can_be_taken_up_again(page: Page) -> None:
    cards, before = hand(page), answered(page)
    drag(page, cards[0], "RT")
    drag(page, cards[1], "RG")
    choose(page, cards[2])  # the button: the keyboard's way
    answers(page, before + 1)
    assert page.locator("#ask .pcard.laid").count() == 2
    card_of(page, cards[1]).click()
    assert page.locator("#ask .pcard.laid").count() == 1
    for card in cards[3:6]:
        card_of(page, card).click()
        before += 1
        answers(page, before + 1)
    card_of(page, cards[1]).click()
    answers(page, before + 2)
    assert (lies_on(page, "RG"), lies_on(page, "RT")) == (card_label(cards[1]), card_label(cards[0]))
    assert page.faults == []  # type: ignore[attr-defined]


def test_a_whole_line_up_is_laid_and_the_last_card_goes_by_itself(page: Page) -> None:
    cards, places, before = hand(page), slots(page), answered(page)
    for card, slot in zip(cards[1:], places[1:], strict=True):
        drag(page, card, slot)
    drag(page, cards[0], places[0])
    answers(page, before + 1)
    page.locator('#ask-h:has-text("defensive")').wait_for()
    assert page.faults == []  # type: ignore[attr-defined]


def test_a_card_let_go_beside_the_slots_returns_to_the_hand(page: Page) -> None:
    card, before = hand(page)[0], answered(page)
    box = card_of(page, card).bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 10, box["y"] + 10)
    page.mouse.down()
    page.mouse.move(box["x"] + 10, box["y"] - 30, steps=4)
    page.mouse.up()
    assert "dragged" not in (card_of(page, card).get_attribute("class") or "")
    assert "laid" not in (card_of(page, card).get_attribute("class") or "")
    assert answered(page) == before and len(slots(page)) == 11


def test_without_script_the_buttons_place_cards(server: Server) -> None:
    with server.client() as client:
        page = forms.start(client, "cardbowl", opponent="both", length="tiny")
        for _ in range(40):
            if "data-slot=" in page.text:
                break
            options = page.keys
            key = next((key for key in ("scrimmage", "i_form") if key in options), options[0])
            page = forms.press(client, page, key)
        assert page.text.count("data-slot=") == 11
        page = forms.press(client, page, next(key for key in page.keys if key != "fill"))
        assert page.text.count("data-slot=") == 10
        page = forms.press(client, page, "fill")
        assert "data-slot=" not in page.text


def test_a_form_with_one_bad_key_among_several_changes_nothing(server: Server) -> None:
    with server.client() as client:
        page = forms.start(client, "sandlot", opponent="both", length="tiny")
        form = page.form("/answer")
        assert form is not None
        bad = {**form.fields, "key": [page.keys[0], "no such thing"]}
        reply = client.post(form.action, data=bad)
        assert reply.status_code == 422
        assert forms.Page(reply).form("/answer") == form, "the same question, with the same sequence number"


def test_a_phone_keeps_the_place_to_which_the_board_was_scrolled(page: Page) -> None:
    """A picture wider than the phone scrolls inside its part; one that fits has nothing to keep."""
    page.set_viewport_size({"width": 390, "height": 844})
    room = page.locator("#board .part").evaluate("one => one.scrollWidth - one.clientWidth")
    far = min(150, int(room))
    page.evaluate("far => { document.querySelector('#board .part').scrollLeft = far; }", far)
    choose(page, hand(page)[2])
    assert page.evaluate("document.querySelector('#board .part').scrollLeft") >= far - 1
    for left in (11, 0):  # back to the choice of a line-up; the hand of the first one begins at its beginning
        page.locator('[data-shortcut="u"]').click()
        expect(page.locator("#board [data-slot]")).to_have_count(left)
    page.locator("#ask button.pcard").first.click()
    expect(page.locator("#board [data-slot]")).to_have_count(11)
    assert page.evaluate("document.querySelector('#ask .hand').scrollLeft") == 0


HELD = 'value="[&#34;play'
"""Stands in a page where a card of the hand declares the play."""


def tray(page: Page) -> list[str]:
    """The cards in the tray that can be laid."""
    return page.locator("#ask button.pcard").evaluate_all("all => all.map(one => one.value)")


@pytest.mark.dice("no flag before the snap")  # RB-9.6: no card would be turned up
def test_a_card_of_the_hand_is_its_own_button_in_red_boar(fresh: Page, server: Server) -> None:
    """A card laid at the declaration declares the play too; the other side then lays one of its own."""
    seated(fresh, server, "redboar", "both", ahead=lambda at: None if HELD in at.text else at.keys[0])
    assert len(tray(fresh)) == 6 and all(value.startswith('["play"') for value in tray(fresh))
    assert {"punt"} <= set(keys(fresh)) and "play" not in keys(fresh), "the hand is the question"
    before, seat = answered(fresh), fresh.locator("#table").get_attribute("data-seat")
    fresh.click("#ask button.pcard >> nth=-1")
    answers(fresh, before + 1)
    fresh.locator(f'#table:not([data-seat="{seat}"])').wait_for()
    assert len(tray(fresh)) == 6 and sorted(set(tray(fresh))) == sorted(set(keys(fresh)))
    fresh.click("#ask button.pcard >> nth=0")
    answers(fresh, before + 2)
    expect(fresh.locator("#log")).to_contain_text("against the")
    expect(fresh.locator("#last svg").first).to_be_visible()
    assert fresh.faults == []  # type: ignore[attr-defined]


def test_with_a_finger_the_first_tap_lifts_a_card_and_the_second_lays_it(
    browser: Browser, server: Server
) -> None:
    context = browser.new_context(viewport=PHONE, has_touch=True, reduced_motion="reduce")
    page = watched(context)
    seated(page, server, "redboar", "both", ahead=lambda at: None if HELD in at.text else at.keys[0])
    before = answered(page)
    page.locator("#ask button.pcard").nth(1).tap()
    expect(page.locator("#ask .pcard.lifted")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator("#ask .pcard.lifted")).to_have_count(0)
    page.locator("#ask button.pcard").nth(1).tap()
    expect(page.locator("#ask .pcard.lifted .lay")).to_be_visible()
    assert answered(page) == before, "nothing is laid by one tap"
    page.locator("#ask .pcard.lifted").tap()
    answers(page, before + 1)
    assert page.faults == []  # type: ignore[attr-defined]
    context.close()


RUN = "play-ri"
"""The card of a run inside."""


def test_a_call_in_the_grid_is_a_play_and_a_man(fresh: Page, server: Server) -> None:
    """Five plays and the men as two rows of cards; the second row offers only what goes with the first."""
    usual = first_of("ready", "play")
    seated(fresh, server, "thegrid", "both", ahead=lambda at: None if RUN in at.attributes else usual(at))
    plays, men = (fresh.locator(f'#ask input[name="half-{nth}"]') for nth in (1, 2))
    assert (plays.count(), men.count()) == (5, 3)
    fresh.click(f"#{RUN}")
    expect(fresh.locator('#ask input[name="half-2"]:disabled')).to_have_count(2)
    expect(fresh.locator("#man-hb input")).to_be_checked()  # the only one who may
    before = answered(fresh)
    choose(fresh, "RO-LE")
    answers(fresh, before + 1)
    assert (plays.count(), men.count()) == (5, 4), "the defense may lay any card, and key nobody"
    choose(fresh, "RO-NK")
    answers(fresh, before + 2)
    expect(fresh.locator("#log")).to_contain_text(
        "call run outside with the left end. The defense calls run outside, no key"
    )
    assert fresh.faults == []  # type: ignore[attr-defined]


def test_a_line_up_is_a_place_and_a_man(fresh: Page, server: Server) -> None:
    """Only men who may play there are offered, with ratings; the team's values follow (TG-5.1, TG-6.6)."""
    seated(fresh, server, "thegrid", "both")
    expect(fresh.locator('#ask button[value="ready"]')).to_be_visible()
    unfold(fresh)
    fresh.locator("#place-c").click()
    expect(fresh.locator('#ask input[name="half-2"]:enabled')).to_have_count(5)
    expect(fresh.locator("#ask fieldset").first).to_contain_text("Blocking: run d8, pass d6")
    choose(fresh, "C:60")
    expect(fresh.locator("#place-c")).to_contain_text("Kilbride")
    expect(fresh.locator("#ask fieldset").first).to_contain_text("Blocking: run d8, pass d8")
    assert fresh.faults == []  # type: ignore[attr-defined]


def test_a_call_needs_no_script(server: Server) -> None:
    """Two radio groups and one button; a pair that is no call is refused with its rule (TG-10.5)."""
    with server.client() as client:
        page = forms.start(client, "thegrid", opponent="both", length="tiny")
        for _ in range(40):
            form = page.form("/answer")
            assert form is not None
            if "SP-LE" in form.halves:
                break
            page = forms.press(
                client, page, next((k for k in ("ready", "play") if k in page.keys), page.keys[0])
            )
        assert form is not None
        assert len(form.halves) == 12
        refused = client.post(form.action, data={**form.fields, "half-1": "RI", "half-2": "LE"})
        assert refused.status_code == 422
        assert "an end can&#39;t run inside" in refused.text
        page = forms.press(client, page, "SP-LE")
        again = page.form("/answer")
        assert again is not None
        assert len(again.halves) == 20
