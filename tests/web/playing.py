"""Somebody at a table in a real browser: looks at the question and presses what answers it.

Most of what the browser tests cost is this, so a look is one question to the page, and so is a wait: the page
says when it is so, and nobody asks it again and again.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize

if TYPE_CHECKING:
    from tests.web.conftest import Server

ANSWERS = '#ask .options :is(button[name="key"], button[name="batch"], option:not([value=""]))'
FIRST = '#ask .options button[name="key"]'
MINE = '#table:is([data-turn="yes"], [data-state="over"]):not([data-held])'
DESK: ViewportSize = {"width": 1280, "height": 900}


PHONE: ViewportSize = {"width": 390, "height": 844}
SIZES: list[ViewportSize] = [
    {"width": 390, "height": 664},
    PHONE,
    {"width": 844, "height": 390},
    {"width": 1280, "height": 800},
]
"""A phone with its browser's bars, without them and on its side, and a desk."""


class Visitors:
    """People with browsers of their own, who have not been here before; those who left lend theirs to others.

    A new context of a browser, with a new process and nothing read yet, costs more than the table that is
    then shown in it.
    """

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self._free: dict[tuple[bool, str], list[Page]] = {}
        self._here: dict[Page, tuple[bool, str]] = {}

    def come(self, size: ViewportSize = DESK, *, moving: bool = False, script: str = "") -> Page:
        """One more; `moving` wants to see things move, `script` runs at the beginning of each page."""
        kind = moving, script
        free = self._free.setdefault(kind, [])
        page = free.pop() if free else self._new(*kind)
        page.set_viewport_size(size)
        self._here[page] = kind
        return page

    def _new(self, moving: bool, script: str) -> Page:
        context = self.browser.new_context(reduced_motion="no-preference" if moving else "reduce")
        context.set_default_timeout(60_000)
        if script:
            context.add_init_script(script)
        return watched(context)

    def leave(self) -> list[str]:
        """All who are here go, and nothing is left of them but what their pages complained of."""
        faults: list[str] = []
        for page, kind in self._here.items():
            faults += page.faults  # type: ignore[attr-defined]
            page.unroute_all(behavior="ignoreErrors")
            if page.url != "about:blank":
                page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
            page.goto("about:blank")
            page.context.clear_cookies()
            page.emulate_media(color_scheme=None)
            page.mouse.move(0, 0)
            page.faults.clear()  # type: ignore[attr-defined]
            self._free[kind].append(page)
        self._here.clear()
        return faults


def watched(context: BrowserContext) -> Page:
    """A page that notes what its script and the content policy complain of."""
    found = context.new_page()
    faults: list[str] = []
    found.on("pageerror", lambda error: faults.append(str(error)))
    found.on(
        "console",
        lambda message: (
            faults.append(message.text)
            if (message.type == "error" and not message.text.startswith("Failed to load resource"))
            or "keyframe" in message.text
            else None
        ),
    )
    found.faults = faults  # type: ignore[attr-defined]
    return found


def sit(page: Page, server: Server, game: str, opponent: str, length: str = "tiny", name: str = "") -> None:
    page.goto(f"{server.url}/play/{game}")
    page.check(f'input[name="opponent"][value="{opponent}"]')
    page.check(f'input[name="length"][value="{length}"]')
    if name:
        page.fill('input[name="name"]', name)
    page.click("button.main.big")


def state(page: Page) -> str:
    return page.locator("#table").get_attribute("data-state") or ""


SO = """(so) => {
  const table = document.querySelector('#table');
  return table && new Promise((done, fail) => {
    const watch = new MutationObserver(() => look());
    const late = setTimeout(fail, 60_000, Error(`never so: ${so}`));
    const look = () => {
      if (document.readyState !== 'complete' || !table.matches(so)) return;
      watch.disconnect();
      clearTimeout(late);
      done(table.dataset.state);
    };
    watch.observe(table, { attributes: true });
    addEventListener('load', look);
    look();
  });
}"""


def when(page: Page, so: str) -> str:
    """Wait until the script is there and the table is so, as it writes on it; the game's state then."""
    state = page.evaluate(SO, so)
    if state is None:  # another page is there still
        page.locator("#table").wait_for(state="attached")
        state = page.evaluate(SO, so)
    return str(state)


def my_turn(page: Page) -> bool:
    """Wait until somebody at this page is asked, or the game is over: is there a question?"""
    return when(page, MINE) != "over"


ASKED = """(answers) => {
  const made = document.querySelector('#ask [data-halves]');
  const keys = [...document.querySelectorAll(answers)].map((one) => one.value);
  return [...keys, ...(made?.dataset.halves ?? '').split(' ').filter(Boolean)];
}"""


def keys(page: Page) -> list[str]:
    """What may be answered; an answer of two halves is both, with what stands between them."""
    found: list[str] = page.evaluate(ASKED, ANSWERS)
    return found


AIM = """const aim = (one) => {
  if (!one?.checkVisibility({ visibilityProperty: true }) || one.matches(':disabled')) return null;
  one.scrollIntoViewIfNeeded();
  if (document.getAnimations().some((move) => move.effect.target.contains(one))) return null;
  const box = one.getBoundingClientRect(), x = box.x + box.width / 2, y = box.y + box.height / 2;
  return one.contains(document.elementFromPoint(x, y)) ? [x, y] : null;
};"""
"""Where the pointer has to go: the middle of it, if nothing lies over that and it stays there."""
AIMED = f"([what, nth]) => {{ {AIM} return aim(document.querySelectorAll(what)[nth]); }}"
CHOSEN = f"""([answers, key]) => {{
  {AIM}
  const made = document.querySelector('#ask [data-halves]'), halves = (made?.dataset.halves ?? '').split(' ');
  const place = [...document.querySelectorAll(answers)].findIndex((one) => one.value === key);
  const answer = document.querySelectorAll(answers)[place], listed = answer?.closest('#pickone');
  const folds = (one) => (one ? [...folds(one.parentElement.closest('details')), one] : []);
  const folded = folds(answer?.closest('details')).find((one) => !one.open);
  return {{
    answers: Number(document.querySelector('#table').dataset.answers ?? 0),
    between: halves.includes(key) ? made.value || '-' : '',
    quick: made?.dataset.quick !== undefined,
    listed: Boolean(listed),
    confirmed: Boolean(answer?.matches('.pcard') && document.querySelector('#ask [data-confirm]')),
    place,
    folded: Boolean(folded),
    at: halves.includes(key) || listed ? null : aim(folded ? folded.querySelector('summary') : answer),
  }};
}}"""
"""All that an answer needs to know of its button, in one look."""


def press(page: Page, what: str, nth: int = 0) -> None:
    """The pointer goes there and clicks, as somebody's does.

    Where it is covered, or not there yet, Playwright's own click waits for it, or says what is wrong with it.
    It asks the page a dozen times and waits for two frames: that costs more than what a click brings about.
    """
    if at := page.evaluate(AIMED, [what, nth]):
        page.mouse.click(*at)
    else:
        page.locator(what).nth(nth).click()


def choose(page: Page, key: str) -> None:
    """Press the button and wait until the answer is taken and the page shows it."""
    found = page.evaluate(CHOSEN, [ANSWERS, key])
    after = f'#table[data-answers="{found["answers"] + 1}"]'
    if found["between"]:
        unfold(page)
        for nth, half in enumerate(key.split(found["between"], 1), start=1):
            press(page, f'#ask label:has(input[name="half-{nth}"][value="{half}"])')
        if not found["quick"]:  # there the tap on the second card answers
            press(page, "#ask [data-halves]")
    elif found["listed"]:
        page.select_option("#pickone", key)
        press(page, "#ask .pickone button")
    else:
        while found["folded"] and found["at"]:
            page.mouse.click(*found["at"])
            found = page.evaluate(CHOSEN, [ANSWERS, key])
        if found["at"]:
            page.mouse.click(*found["at"])
        else:
            page.locator(ANSWERS).nth(found["place"]).click()
        if found["confirmed"]:
            press(page, "#ask [data-confirm]")
    when(page, after)


def unfold(page: Page) -> None:
    """A line-up that stands already is changed behind a fold."""
    if page.locator("#change:not([open])").count():
        page.click("#change > summary")


def sensible(rng: random.Random, options: list[str]) -> str:
    """A quick way through long set-ups, chance elsewhere."""
    for shortcut in ("ready", "fill", "done", "end-turn"):
        if shortcut in options and rng.random() < 0.7:
            return shortcut
    return rng.choice(options)


def tab_to(page: Page, what: str) -> None:
    """By the keyboard alone."""
    wanted = page.locator(what).first
    for _ in range(200):
        if wanted.evaluate("one => one === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"the keyboard does not reach {what}")
