"""Contact sheets of the questions of every game: `python scripts/contact_sheet.py [GAME ...] [--to FOLDER]`.

A server and headless Chromium on loopback. A seeded walk stops at every kind of question that it meets and
takes a picture at four sizes, light and dark; one PNG a game, size and theme shows them all, with the
question above each. Run it by hand after a change of layout and look at them. Needs Pillow and Chromium.
"""

from __future__ import annotations

import argparse
import io
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import httpx
from PIL import Image, ImageDraw
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.conftest import find_chromium  # noqa: E402  (not installed)
from tests.web.questions import Met, new_questions  # noqa: E402  (not installed)

SIZES = {"390x844": (390, 844), "390x664": (390, 664), "844x390": (844, 390), "1280x800": (1280, 800)}
GAMES = ("thegrid", "redboar", "cardbowl", "squares", "fastdrive")
ACROSS = {390: 8, 844: 4, 1280: 3}
CAPTION = 26


def serve(folder: str) -> tuple[subprocess.Popen[str], str]:
    """A server of its own, on a free port."""
    run = "from fieldhouse.cli import main; main()"
    command = [
        sys.executable,
        "-c",
        run,
        "serve",
        "--port",
        "0",
        "--database",
        f"sqlite:///{folder}/tables.db",
    ]
    settings = {"FIELDHOUSE_RATE": "100000", "FIELDHOUSE_BURST": "100000", "FIELDHOUSE_WORKERS": "1"}
    settings |= {"FIELDHOUSE_TABLES_AN_HOUR": "100000", "FIELDHOUSE_LAB_SECONDS": "0"}
    process = subprocess.Popen(command, env={**os.environ, **settings}, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    found = re.search(r"http://\S+?(?=/ )", process.stdout.readline())
    assert found is not None
    return process, found.group(0)


def shots(page: Page, sizes: list[str], themes: list[str]) -> dict[tuple[str, str], Image.Image]:
    """The page at every size, light and dark."""
    found = {}
    for name in sizes:
        width, height = SIZES[name]
        page.set_viewport_size({"width": width, "height": height})
        for theme in themes:
            page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
            page.evaluate("scrollTo(0, 0)")
            found[name, theme] = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    return found


def sheet(pictures: list[tuple[Met, Image.Image]]) -> Image.Image:
    """All pictures of a size on one sheet, each under its question."""
    width, height = pictures[0][1].size
    across = min(ACROSS[width], len(pictures))
    down = -(-len(pictures) // across)
    made = Image.new("RGB", (across * (width + 8), down * (height + CAPTION + 8)), "white")
    draw = ImageDraw.Draw(made)
    for place, (met, picture) in enumerate(pictures):
        x, y = place % across * (width + 8), place // across * (height + CAPTION + 8)
        draw.text((x + 4, y + 6), f"{place + 1}. {met.kind}"[: width // 7], fill="black")
        made.paste(picture, (x, y + CAPTION))
    return made


def cookies(context: BrowserContext, client: httpx.Client, url: str) -> None:
    """The browser sits where the client sat down."""
    context.add_cookies(
        [{"name": one.name, "value": one.value or "", "url": url} for one in client.cookies.jar]
    )


def take(
    browser: Browser,
    url: str,
    sizes: list[str],
    themes: list[str],
    walk: Callable[[httpx.Client], Iterator[Met]],
) -> dict[tuple[str, str], list[tuple[Met, Image.Image]]]:
    """Pictures of every question that the walk meets, by size and theme."""
    taken: dict[tuple[str, str], list[tuple[Met, Image.Image]]] = {}
    context = browser.new_context(reduced_motion="reduce")
    page = context.new_page()
    with httpx.Client(base_url=url, headers={"origin": url}, follow_redirects=True, timeout=60) as client:
        for met in walk(client):
            cookies(context, client, url)
            page.goto(url + met.path)
            for where, picture in shots(page, sizes, themes).items():
                taken.setdefault(where, []).append((met, picture))
    context.close()
    return taken


def main() -> None:
    """Walk through the games and write their sheets."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--to", type=Path, default=Path("build/sheets"))
    parser.add_argument("--answers", type=int, default=250)
    parser.add_argument("--option", action="append", default=[], help="NAME=VALUE of the setup form")
    parser.add_argument("--size", action="append", choices=SIZES)
    parser.add_argument("--theme", action="append", choices=["light", "dark"])
    parser.add_argument("--opponent", default="both")
    wanted = parser.parse_args()
    sizes, themes = wanted.size or list(SIZES), wanted.theme or ["light", "dark"]
    options = dict(one.split("=", 1) for one in wanted.option)
    wanted.to.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        process, url = serve(folder)
        try:
            with sync_playwright() as play:
                flags = ["--no-sandbox", "--disable-gpu"]
                browser = play.chromium.launch(executable_path=find_chromium(), args=flags)
                for game in wanted.games:
                    most, opponent = wanted.answers, wanted.opponent
                    walk = partial(new_questions, game=game, most=most, opponent=opponent, **options)
                    taken = take(browser, url, sizes, themes, walk)
                    for (size, theme), pictures in taken.items():
                        path = wanted.to / f"{game}-{size}-{theme}.png"
                        sheet(pictures).save(path)
                        print(path, len(pictures), "questions", flush=True)
                browser.close()
        finally:
            process.terminate()
            process.wait()


if __name__ == "__main__":
    main()
