"""The figures of a table page, measured in headless Chromium that plays each game by clicks.

    python benchmarks/bench_page.py [--answers 30] [--games redboar squares] [--shots FOLDER]

For a phone (390x844) and a desk (1280x900): how many questions had the whole box of their first answer in
sight without scrolling; how many questions of at most six answers had all of them in sight, in the tray or on
the board (a hand may be swiped); the smallest letter in the pictures, the bytes of the page, the milliseconds
from a click to its echo (the chosen card or button lifts) and to the settled state; how many questions had
one answer only.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

SIZES = {"phone": (390, 844), "desk": (1280, 900)}
MINE = '#table[data-turn="yes"], #table[data-state="over"]'
ANSWERS = '#ask .options button[name="key"], #ask .options button[name="batch"], #ask .options option'
QUICK = ("fill", "ready", "end-turn")

LOOK = """() => {
  const upright = (box, frame) => box.top >= frame.top - 1 && box.bottom <= frame.bottom + 1;
  const seen = (one) => {
    const box = one.getBoundingClientRect(), hand = one.closest('.hand'), tray = one.closest('#ask');
    if (!one.checkVisibility() || box.width === 0) return false;
    const across = Boolean(hand) || (box.left >= -1 && box.right <= innerWidth + 1);
    const frame = tray ? tray.getBoundingClientRect() : { top: 0, bottom: innerHeight };
    return across && upright(box, { top: 0, bottom: innerHeight }) && upright(box, frame);
  };
  const asked = '#ask .options :is(button[name="key"], button[name="batch"], select, label.pcard)';
  const listed = [...document.querySelectorAll(asked)], drawn = [...document.querySelectorAll('#board .can')];
  const first = (listed[0] && seen(listed[0])) || drawn.some(seen);
  const few = listed.length + drawn.length <= 6 && !listed.some((one) => one.matches('select, label'));
  const words = [...document.querySelectorAll('#table text')].filter((one) => one.checkVisibility());
  const sizes = words.map((text) => {
    const k = text.getScreenCTM();
    return parseFloat(getComputedStyle(text).fontSize) * Math.hypot(k.a, k.b);
  });
  const all = [...listed, ...drawn].every(seen);
  const said = document.querySelector('#ask-h').textContent;
  return { first, few, all, said, least: Math.min(99, ...sizes) };
}"""

CLICK = """(button) => new Promise((done) => {
  const begun = performance.now(), before = document.querySelector('#table').dataset.answers ?? '0';
  let echo = 0;
  const watch = new MutationObserver(() => {
    const now = performance.now() - begun, table = document.querySelector('#table');
    if (!echo && button.classList.contains('sent')) echo = now;
    if ((table.dataset.answers ?? '0') !== before) { watch.disconnect(); done([echo || now, now]); }
  });
  watch.observe(document.body, { subtree: true, attributes: true, childList: true });
  const list = button.closest('select');
  if (list) { list.value = button.value; list.form.requestSubmit(); } else button.form.requestSubmit(button);
})"""


def start(folder: str) -> tuple[subprocess.Popen[str], str]:
    """A server of its own, on a free port."""
    settings = {"FIELDHOUSE_RATE": "100000", "FIELDHOUSE_BURST": "100000", "FIELDHOUSE_WORKERS": "1"}
    run = "from fieldhouse.cli import main; main()"
    where = f"sqlite:///{folder}/tables.db"
    command = [sys.executable, "-c", run, "serve", "--port", "0", "--database", where]
    process = subprocess.Popen(command, env={**os.environ, **settings}, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    found = re.search(r"http://\S+?(?=/ )", process.stdout.readline())
    assert found is not None
    return process, found.group(0)


def sit(page: Page, url: str, game: str) -> None:
    """A short game against the rookie."""
    page.goto(f"{url}/play/{game}")
    page.check('input[name="opponent"][value="coach:rookie"]')
    page.check('input[name="length"][value="short"]')
    page.click("button.main.big")
    page.locator(MINE).first.wait_for()


def halved(page: Page, rng: Random) -> None:
    """An answer of two cards: choose one of each row."""
    for name in ("half-1", "half-2"):
        row = page.locator(f'#ask input[name="{name}"]:not([disabled])')
        if row.count():
            row.nth(rng.randrange(row.count())).check(force=True)


def measure(page: Page, url: str, game: str, answers: int, shot: str) -> dict[str, Any]:
    """Play and count."""
    rng = Random(5)
    sit(page, url, game)
    looks, echoes, settled, one = [], [], [], 0
    for turn in range(answers):
        page.locator(MINE).first.wait_for()
        while page.locator("#table").get_attribute("data-state") == "over":
            sit(page, url, game)  # a short game has few questions: one more
        page.evaluate("scrollTo(0, 0)")
        looks.append(page.evaluate(LOOK))
        if shot and turn == answers // 2:
            page.screenshot(path=shot)
        buttons = page.locator(ANSWERS)
        keys = [str(key) for key in buttons.evaluate_all("all => all.map((one) => one.value)")]
        if page.locator('#ask input[name="half-1"]').count() and not page.locator("#change").count():
            halved(page, rng)
            button = page.locator("#ask [data-halves]")
        else:
            one += len(keys) == 1 and not page.locator("#change").count()
            quick = [key for key in QUICK if key in keys]
            key = quick[0] if quick and rng.random() < 0.5 else rng.choice(keys)
            button = buttons.nth(keys.index(key))
        echo, end = button.evaluate(CLICK)
        echoes.append(echo)
        settled.append(end)
    return {
        "asked": len(looks),
        "sight": sum(look["first"] for look in looks) / len(looks),
        "few": sum(look["few"] for look in looks),
        "whole": sum(look["few"] and look["all"] for look in looks),
        "hidden": sorted({" ".join(look["said"].split()) for look in looks if not look["first"]}),
        "least": min(look["least"] for look in looks),
        "bytes": len(page.content().encode()),
        "echo": statistics.median(echoes),
        "settled": statistics.median(settled),
        "one": one,
    }


def table(browser: Browser, url: str, given: argparse.Namespace) -> None:
    """One line a game and width."""
    heads = "asked  first in sight  all of few  smallest letter    bytes  echo ms  settled ms  one answer"
    print(f"{'game':10} {'width':6} {heads}")
    for game in given.games:
        for name, (width, height) in SIZES.items():
            context = browser.new_context(
                viewport={"width": width, "height": height}, reduced_motion="reduce"
            )
            context.set_default_timeout(60_000)
            shot = f"{given.shots}/{game}-{name}.png" if given.shots else ""
            found = measure(context.new_page(), url, game, given.answers, shot)
            print(
                f"{game:10} {name:6} {found['asked']:5}  {found['sight']:13.0%}  "
                f"{found['whole']:4} of {found['few']:2}  {found['least']:12.1f} px "
                f"{found['bytes']:8}  {found['echo']:7.0f}  {found['settled']:10.0f}  {found['one']:10}",
                flush=True,
            )
            for question in found["hidden"]:
                print(f"           out of sight: {question}")
            context.close()


def main() -> None:
    """Start a server and a browser, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--answers", type=int, default=30)
    parser.add_argument(
        "--games", nargs="*", default=["cardbowl", "fastdrive", "redboar", "squares", "thegrid"]
    )
    parser.add_argument("--shots", default="")
    given = parser.parse_args()
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if given.shots:
        Path(given.shots).mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        server, url = start(folder)
        try:
            with sync_playwright() as play:
                browser = play.chromium.launch(
                    executable_path=chromium, args=["--no-sandbox", "--disable-gpu"]
                )
                table(browser, url, given)
                browser.close()
        finally:
            server.terminate()
            server.wait(15)


if __name__ == "__main__":
    main()
