"""The last play shown is the last play, for every game, on a low phone in a real browser that moves.

While several plays are shown each has its own dice and cards; afterwards there lies what a fresh page shows.
"""

from __future__ import annotations

from random import Random

import pytest
from tests.web.conftest import Server
from tests.web.playing import SIZES, Visitors, choose, keys, my_turn, sensible
from tests.web.seating import seated

from fieldhouse.kernel import registry

pytestmark = pytest.mark.needs_chromium

WATCH = """
localStorage.setItem('pace', 'draws');
window.rolls = [];
window.wide = 0;
const pips = (n) => document.querySelector(`#part-last #last-die-${n} path`)?.getAttribute('d') ?? '';
const face = (n) => pips(n).split('h0').length - 1;
new MutationObserver(() => {
  window.wide = Math.max(window.wide, document.documentElement.scrollWidth - innerWidth);
  const said = document.querySelector('#event')?.textContent.match(/ rolls? (\\d-\\d-\\d)/)?.[1];
  if (!said || !document.documentElement.dataset.beats || said === window.rolls.at(-1)?.[0]) return;
  window.rolls.push([said, [0, 1, 2].map(face).join('-')]);
}).observe(document, { childList: true, characterData: true, subtree: true });
"""
"""Notes the roll that is told and the dice that lie there meanwhile, and how far the page is too wide."""
LAST = "(root) => [...root.querySelectorAll('#last svg')].map((one) => one.textContent)"
BOTH = f"""async () => {{
  const last = {LAST};
  const text = await (await fetch(location.href)).text();
  return [last(document), last(new DOMParser().parseFromString(text, 'text/html'))];
}}"""
SHOWN = "html:not([data-beats]) #table:not([data-held])"
ANSWERS = {"thegrid": 14, "redboar": 30, "cardbowl": 30, "squares": 16, "fastdrive": 40}


@pytest.mark.parametrize("game", sorted({*registry.list_games()} - {"sandlot"}))
def test_what_lies_there_is_the_last_play(visitors: Visitors, server: Server, game: str) -> None:
    """FD-10.1: each drive with its three dice, also where many drives came at once."""
    page = visitors.come(SIZES[0], moving=True, script=WATCH)
    seated(page, server, game, "coach:rookie", "full" if game == "fastdrive" else "tiny")
    rng, looked = Random(4), 0
    for _ in range(ANSWERS[game]):
        if not my_turn(page):
            break
        choose(page, sensible(rng, keys(page)))
        page.locator(SHOWN).wait_for(state="attached")
        if not my_turn(page):
            break
        shown, fresh = page.evaluate(BOTH)
        assert shown == fresh
        looked += bool(fresh)
    rolls = page.evaluate("window.rolls")
    assert [told for told, _ in rolls] == [dice for _, dice in rolls]
    assert len(rolls) > 6 if game == "fastdrive" else looked > 2 or game == "squares"
    assert page.evaluate("window.wide") <= 1, "the page scrolls sideways while a play is shown"
    assert page.faults == []  # type: ignore[attr-defined]
