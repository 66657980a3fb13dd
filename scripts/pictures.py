"""The pictures of the README and the social picture, from the product itself: `python scripts/pictures.py`.

A server and headless Chromium on loopback; the games are played by clicks. Screenshots and a short moving
picture of one play go to docs/img, the social picture beside the pages; `table` or `league` takes only
those. Needs Pillow and Chromium.
"""

from __future__ import annotations

import base64
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).parents[1]
IMAGES = ROOT / "docs" / "img"
SOCIAL = ROOT / "src" / "fieldhouse" / "web" / "static" / "social.png"
PHONE, DESK = {"width": 390, "height": 844}, {"width": 1280, "height": 860}
MINE = '#table[data-turn="yes"]'
LARGEST = 600_000
"""Bytes that the moving picture may take."""
HURRY = (
    "from fieldhouse.web.engine import job_queue as jobs; "
    "jobs.LANES = {name: jobs.JobLane(lane.workers, 0, lane.most_per_person) "
    "for name, lane in jobs.LANES.items()}"
)
"""Nobody else waits: odds and simulations do not stand back for other programs of the machine."""
CLUBS = ("Austin Outlaws", "Boston Beacons", "Denver Miners", "Omaha Bison", "Portland Pilots", "Tampa Gulls")
"""The teams of the pictured league."""
TITLE = """() => {
  const sign = document.createElement('div');
  const name = Object.assign(document.createElement('b'), { textContent: 'Fieldhouse' });
  sign.append(name, 'Five tabletop football games, played exactly as the rulebooks say');
  sign.style.cssText = 'position:fixed;inset:auto 0 0 0;z-index:99;padding:26px 48px;background:#12140f;'
    + 'color:#ecebe0;display:flex;align-items:baseline;gap:28px;font:26px/1.3 system-ui,sans-serif';
  name.style.cssText = 'font-size:52px;color:#ffd84a';
  document.body.append(sign);
}"""


def serve(folder: str) -> tuple[subprocess.Popen[str], str]:
    """A server of its own, on a free port."""
    run = f"{HURRY}; from fieldhouse.cli import main; main()"
    where = f"sqlite:///{folder}/tables.db"
    command = [sys.executable, "-c", run, "serve", "--port", "0", "--database", where]
    settings = {"FIELDHOUSE_RATE": "1000", "FIELDHOUSE_BURST": "1000", "FIELDHOUSE_WORKERS": "1"}
    process = subprocess.Popen(command, env={**os.environ, **settings}, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    found = re.search(r"http://\S+?(?=/ )", process.stdout.readline())
    assert found is not None
    return process, found.group(0)


def sit(browser: Browser, url: str, game: str, size: Any, scheme: Any = "light") -> Page:
    """Play now, in a window of that size."""
    context = browser.new_context(
        viewport=size,
        color_scheme=scheme,
        device_scale_factor=1.5 if size is PHONE else 1,
        bypass_csp=True,
    )
    context.set_default_timeout(60_000)
    page = context.new_page()
    page.goto(url)
    page.locator(f'form[action="/play/{game}"] button').click()
    page.locator(MINE).wait_for()
    return page


def answer(page: Page, rng: Random, wanted: tuple[str, ...] = ()) -> None:
    """Give one answer, if it can be one that is wanted, and wait for the next question."""
    page.locator(MINE).wait_for()
    tag = page.locator("#table").get_attribute("data-tag")
    if page.locator('#ask input[name="half-1"]').count() and not page.locator(".apart button").count():
        for name in ("half-1", "half-2"):
            row = page.locator(f'#ask input[name="{name}"]:not([disabled])')
            row.nth(rng.randrange(row.count())).check(force=True)
        button = page.locator("#ask [data-halves]")
    else:
        buttons = page.locator('#ask .options :is(button[name="key"], button[name="batch"])')
        keys = [str(key) for key in buttons.evaluate_all("all => all.map((one) => one.value)")]
        cards = [key for key in keys if key.startswith("[")]  # a card that declares its play as well
        liked = [key for key in wanted if key in keys] or rng.sample(cards, len(cards))
        button = buttons.nth(keys.index(liked[0]) if liked else rng.randrange(len(keys)))
    button.evaluate("one => one.form.requestSubmit(one)")
    page.locator(f'#table:not([data-tag="{tag}"])').wait_for()
    page.locator(MINE).wait_for()


def settle(page: Page) -> None:
    """No beat is playing and nothing moves."""
    page.keyboard.press("Escape")
    page.wait_for_function("!document.getAnimations().some((one) => one.playState === 'running')")
    page.evaluate("scrollTo(0, 0)")


def shot(page: Page, name: str) -> None:
    """A picture of what is in sight, in few colors."""
    settle(page)
    taken = Image.open(io.BytesIO(page.screenshot()))
    taken.convert("RGB").quantize(192).save(IMAGES / name, optimize=True)
    print(name, (IMAGES / name).stat().st_size, "bytes")


def film(page: Page, rng: Random) -> list[tuple[float, bytes]]:
    """One play as the page plays it: the card is laid, both are turned up, the die falls, the ball goes."""
    frames: list[tuple[float, bytes]] = []
    session = page.context.new_cdp_session(page)

    def keep(frame: dict[str, Any]) -> None:
        frames.append((float(frame["metadata"]["timestamp"]), base64.b64decode(frame["data"])))
        session.send("Page.screencastFrameAck", {"sessionId": frame["sessionId"]})

    session.on("Page.screencastFrame", keep)
    session.send("Page.startScreencast", {"format": "jpeg", "quality": 90})
    page.wait_for_timeout(500)
    answer(page, rng)
    page.wait_for_function("document.documentElement.dataset.beats === undefined")
    page.wait_for_timeout(600)
    session.send("Page.stopScreencast")
    session.detach()
    return frames


def write(frames: list[tuple[float, bytes]]) -> None:
    """The frames as one moving picture, at most twelve a second, no larger than it may be."""
    kept = [frames[0]]
    for frame in frames[1:]:
        if frame[0] - kept[-1][0] >= 1 / 12:
            kept.append(frame)
    times = [round(1000 * (after[0] - before[0])) for before, after in pairwise(kept)]
    pictures = [Image.open(io.BytesIO(data)).convert("RGB") for _, data in kept]
    path = IMAGES / "play.webp"
    for quality in (70, 55, 40, 25):
        durations = [min(max(one, 40), 900) for one in times] + [1600]
        pictures[0].save(
            path,
            save_all=True,
            append_images=pictures[1:],
            duration=durations,
            loop=0,
            quality=quality,
            method=6,
        )
        if path.stat().st_size < LARGEST:
            break
    print(path.name, path.stat().st_size, "bytes,", len(pictures), "frames")


def league(browser: Browser, url: str) -> None:
    """A league of Gridiron after four rounds: home, a box score, the odds with a game supposed."""
    context = browser.new_context(viewport=DESK)
    context.set_default_timeout(600_000)
    page = context.new_page()
    page.goto(f"{url}/leagues/new?game=redboar")
    page.fill('[name="title"]', "Harbor League")
    page.fill('[name="name"]', "Mira")
    rows = page.locator('[name="club"]')
    for row in range(rows.count()):
        rows.nth(row).fill(CLUBS[row] if row < len(CLUBS) else "")
    page.click("button:text-is('Create league')")
    home = page.url
    for _ in range(4):
        page.goto(f"{home}/desk")
        page.select_option('[name="which"]', "all")
        page.click("button:text-is('Simulate')")
        page.locator('[role="status"]').wait_for()
        page.locator('[name="which"]').wait_for()  # it is there again when the games are over
        print(page.locator('[role="status"]').inner_text())
    page.goto(f"{home}/odds")
    page.locator(".whatif").wait_for()  # the odds have been worked out
    page.goto(home)
    page.locator(".odh").wait_for()
    shot(page, "league.png")
    page.locator(".fx .final").first.click()
    page.locator("#dc").wait_for()
    shot(page, "league-box.png")
    page.goto(f"{home}/odds")
    page.locator(".whatif").wait_for()
    page.locator(".whatif .seg3 label").first.click()
    page.click("button:text-is('Show odds')")
    while page.locator('[role="alert"]').count():  # a busy machine took too long
        page.click("button:text-is('Show odds')")
    shot(page, "league-odds.png")


def lobby(browser: Browser, url: str) -> None:
    """The games, a first one for the newcomer, the day's drill and drive."""
    context = browser.new_context(viewport=DESK)
    context.set_default_timeout(60_000)
    page = context.new_page()
    page.goto(url)
    page.wait_for_load_state("networkidle")
    shot(page, "lobby.png")


def table(browser: Browser, url: str) -> None:
    """The games as they are played."""
    rng = Random(11)
    page = sit(browser, url, "redboar", DESK)
    for _ in range(5):
        answer(page, rng)
    shot(page, "redboar.png")
    page.set_viewport_size({"width": 1200, "height": 630})
    settle(page)
    page.evaluate(TITLE)
    Image.open(io.BytesIO(page.screenshot())).convert("RGB").quantize(192).save(SOCIAL, optimize=True)
    print(SOCIAL.name, SOCIAL.stat().st_size, "bytes")
    page = sit(browser, url, "squares", PHONE)
    for _ in range(2):
        answer(page, rng, ("player-1", "d5-d9", "h5-h9"))
    shot(page, "squares.png")
    page = sit(browser, url, "thegrid", PHONE, "dark")
    for _ in range(6):
        answer(page, rng, ("ready", "play", "one", "run-on"))
    shot(page, "thegrid.png")
    page = sit(browser, url, "fastdrive", PHONE)
    settle(page)
    for _ in range(3):
        answer(page, rng, ("receive", "kick", "0", "deep"))
        settle(page)
    shot(page, "fastdrive.png")
    page = sit(browser, url, "redboar", dict(PHONE))
    for _ in range(3):
        answer(page, rng, ("play",))
    for _ in range(16):  # not every answer is one play with cards and a die that gains
        settle(page)
        told = newest(page)
        frames = film(page, rng)
        plays = [beat for beat in played(page) if beat["n"] > told and "play" in beat]
        if len(frames) > 40 and len(plays) == 1 and "gain" in plays[0].get("words", ""):
            break
        answer(page, rng, ("play",))
    write(frames)


def played(page: Page) -> list[dict[str, Any]]:
    """The beats that the server sent."""
    found: list[dict[str, Any]] = json.loads(page.locator("#table").get_attribute("data-beats") or "[]")
    return found


def newest(page: Page) -> int:
    """The number of the last of them."""
    return max((int(beat["n"]) for beat in played(page)), default=-1)


TAKEN = {"league": (league,), "table": (lobby, table)}


def main() -> None:
    """Start a server and a browser and take the pictures."""
    IMAGES.mkdir(exist_ok=True)
    names = ("chromium-headless-shell", "chromium", "chromium-browser")
    chromium = next((path for path in map(shutil.which, names) if path), None)
    begun = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        server, url = serve(folder)
        try:
            with sync_playwright() as play:
                browser = play.chromium.launch(
                    executable_path=chromium, args=["--no-sandbox", "--disable-gpu"]
                )
                for wanted in sys.argv[1:] or TAKEN:
                    for take in TAKEN[wanted]:
                        take(browser, url)
                browser.close()
        finally:
            server.terminate()
            server.wait(15)
    print(f"{time.monotonic() - begun:.0f} seconds")


if __name__ == "__main__":
    main()
