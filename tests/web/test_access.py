"""Everybody can play: axe-core finds no fault on any page, light or dark, phone or wide."""

from __future__ import annotations

import re
import subprocess
import tarfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.conftest import IN_CI
from tests.web.conftest import Server
from tests.web.playing import choose, keys, my_turn, sit
from tests.web.seating import first_answers, seated

from fieldhouse import web
from fieldhouse.kernel import registry
from fieldhouse.lab.report import Report, make_report
from fieldhouse.store.store import Store
from fieldhouse.web.chart_editor.trials import save_trial, trial_key
from fieldhouse.web.engine.table_loader import SetupCache

pytestmark = pytest.mark.needs_chromium

AXE = "4.14.0"
CACHE = Path.home() / ".cache" / "fieldhouse"


@pytest.fixture(scope="module")
def axe() -> str:
    """axe-core from the npm registry, kept for the next run."""
    place = CACHE / f"axe-{AXE}.min.js"
    if not place.exists():
        CACHE.mkdir(parents=True, exist_ok=True)
        packed = CACHE / f"axe-core-{AXE}.tgz"
        try:
            subprocess.run(
                ["npm", "pack", f"axe-core@{AXE}", "--silent"],
                cwd=CACHE,
                check=True,
                timeout=120,
                capture_output=True,
            )
        except (OSError, subprocess.SubprocessError) as error:
            if IN_CI:
                pytest.fail(f"axe-core cannot be fetched from npm: {error}")
            pytest.skip("axe-core cannot be fetched from npm")
        with tarfile.open(packed) as archive:
            source = archive.extractfile("package/axe.min.js")
            assert source is not None
            place.write_bytes(source.read())
        packed.unlink()
    return place.read_text(encoding="utf-8")


@contextmanager
def holding(browser: Browser, server: Server, axe: str, width: int = 1280) -> Iterator[Page]:
    """A page that holds axe, and hands it the window of the page that it opens (`opened`).

    Loaded into every page axe would be read, compiled and warmed up anew for each, which cost as much again
    as its looking.
    """
    context = browser.new_context(
        viewport={"width": width, "height": 844}, reduced_motion="reduce", bypass_csp=True
    )
    context.set_default_timeout(60_000)
    found = context.new_page()
    found.goto(f"{server.url}/healthz")  # of the same origin
    found.evaluate("axe => { window.axeOf = new Function('window', `${axe}; return window.axe;`); }", axe)
    yield found
    context.close()


def opened(holder: Page) -> Page:
    """One page for both schemes and widths: see `ways`."""
    with holder.context.expect_page() as info:
        holder.evaluate("() => { window.seen = window.open('about:blank'); }")
    return info.value


@pytest.fixture(scope="module")
def holder(browser: Browser, server: Server, axe: str) -> Iterator[Page]:
    """On the server that all tests share."""
    with holding(browser, server, axe) as found:
        yield found


@pytest.fixture
def page(holder: Page) -> Iterator[Page]:
    """A page of somebody who has not been here before."""
    holder.context.clear_cookies()
    holder.evaluate("() => localStorage.clear()")
    found = opened(holder)
    yield found
    found.close()


def ways(page: Page) -> Iterator[int]:
    """The page that is there, light and wide and then dark on a phone: the widths.

    What is shown at a width follows from the style sheets alone (`test_no_script_asks_for_the_width`), so a
    page that is made narrow is the page that a phone loads.
    """
    for scheme, width in (("light", 1280), ("dark", 390)):
        page.set_viewport_size({"width": width, "height": 844})
        page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
        yield width


def both_ways(page: Page) -> list[str]:
    """What axe finds on the page that is there, both ways; and it fits both."""
    found: list[str] = []
    for width in ways(page):
        found += [f"{width}: {one}" for one in faults(page)]
        assert fits(page), (page.url, width)
    return found


def test_no_script_asks_for_the_width() -> None:
    asking = re.compile(r"(inner|outer|client|offset|screen\.)\w*Width|width\s*[:<>]\s*\d|ResizeObserver")
    static = Path(web.__file__).parent / "static"
    scripts = {path.name: path.read_text(encoding="utf-8") for path in static.glob("*.mjs")}
    assert scripts and not [name for name, text in scripts.items() if asking.search(text)]
    assert asking.search("matchMedia('(max-width: 600px)')")


FAULTS = """async (options) => {
  const found = await (seen.axe ?? axeOf(seen)).run(seen.document, options);
  return found.violations;
}"""
"""Nothing else is handed over: all that passed is a hundred times as long."""


def faults(page: Page) -> list[str]:
    """What axe finds by WCAG 2.2 AA, in words."""
    wanted = {
        "resultTypes": ["violations"],
        "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    }
    holder = page.opener()
    assert holder
    found = holder.evaluate(FAULTS, wanted)
    return [
        f"{page.url} {fault['id']}: {fault['help']}: {[node['html'][:160] for node in fault['nodes'][:4]]}"
        for fault in found
    ]


PLANTED = """() => {
  document.querySelector('main').insertAdjacentHTML('beforeend', `
    <p class="planted-day">By day too pale.</p><p class="planted-night">By night too dark.</p>
    <input class="planted-narrow" type="text">
    <style>
      @media (prefers-color-scheme: light) { .planted-day { color: #ddd; background: #fff; } }
      @media (prefers-color-scheme: dark) { .planted-night { color: #222; background: #000; } }
      .planted-narrow { display: none; }
      @media (max-width: 600px) { .planted-narrow { display: block; } }
    </style>`);
}"""


def test_a_fault_is_found_by_day_by_night_and_on_a_phone(page: Page, server: Server) -> None:
    """Else no fault would mean nothing."""
    page.goto(f"{server.url}/nothing")
    assert both_ways(page) == []
    page.evaluate(PLANTED)
    day, *night = both_ways(page)
    assert day.startswith("1280: ") and "color-contrast" in day and "planted-day" in day
    assert len(night) == 2 and all(fault.startswith("390: ") for fault in night)
    assert "color-contrast" in night[0] and "planted-night" in night[0]
    assert " label:" in night[1] and "planted-narrow" in night[1]


def fits(page: Page) -> bool:
    """No page scrolls sideways."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"))


def has_report(game: str, folder: Path) -> None:
    """The report of a few games lies in the cache, as the lab would have made it of thousands."""
    bound = SetupCache(Store(f"sqlite:///{folder / 'none.db'}")).open(registry.find(game), {}, {}, None)
    save_trial(trial_key(Report, bound), make_report(bound.game, games=6))


def test_no_page_has_a_fault(page: Page, server: Server, tmp_path: Path) -> None:
    seen: list[str] = []
    has_report("redboar", tmp_path)

    def look() -> None:
        seen.extend(both_ways(page))

    page.goto(f"{server.url}/")
    look()
    page.set_viewport_size({"width": 320, "height": 640})
    assert fits(page), "the narrowest phones"
    page.goto(f"{server.url}/play/sandlot")
    page.evaluate("for (const one of document.querySelectorAll('form details')) one.open = true")
    look()
    page.goto(f"{server.url}/rules/sandlot")
    look()
    sit(page, server, "sandlot", "both", name="Ann")
    my_turn(page)
    page.click("text=Game info")
    page.click("#more summary")
    look()
    while my_turn(page):
        choose(page, keys(page)[0])
    look()
    table = page.locator("#table").get_attribute("data-table")
    for ending in ("/replay?at=3", "/verify", "/ledger"):
        page.goto(f"{server.url}/t/{table}{ending}")
        look()
    learned = ("/learn", "/learn/redboar/lesson?did=.&did=.", "/learn/drill", "/daily")
    charts = ("/design/redboar/defense_cards", "/design/thegrid/plays", "/design/fastdrive/away")
    designed = ("/design/redboar", *charts, "/design/redboar/coaches", "/design/redboar/figures")
    for address in ("/mine", "/nothing", "/rules/squares", *learned, *designed):
        page.goto(f"{server.url}{address}")
        look()
    assert page.locator(".figure").count(), "the report itself, and no word that it is being made"
    sit(page, server, "sandlot", "hotseat")
    look()
    sit(page, server, "sandlot", "link")
    look()
    assert not seen, "\n".join(seen)


@pytest.mark.parametrize("game", ["redboar", "squares", "cardbowl", "thegrid", "fastdrive"])
def test_no_table_of_a_game_has_a_fault(page: Page, server: Server, game: str) -> None:
    over = True
    while over:  # the dice may end a short game early: begin another
        seated(page, server, game, "both", ahead=first_answers(2))
        if not (over := not my_turn(page)):
            choose(page, keys(page)[0])  # so that the page is one that was changed in its place
            over = not my_turn(page)
    found: list[str] = []
    for width in ways(page):
        found += [f"{width}: {one}" for one in faults(page)]
        assert fits(page), (page.url, width)
        (on_a_phone if width < 600 else on_a_wide_screen)(page)
    page.goto(f"{server.url}/rules/{game}")
    for width in ways(page):
        assert fits(page), (page.url, width)
        assert page.evaluate(MISSING) == []
    assert not found, "\n".join(found)


MISSING = """async () => {
  const all = [...document.images];
  for (const one of all) one.loading = 'eager';  // those further down are fetched when they come into sight
  const there = await Promise.all(all.map(one => one.decode().then(() => true, () => false)));
  return all.filter((_, nth) => !there[nth]).map(one => one.src);
}"""
"""The pictures of a page that cannot be shown."""


def on_a_phone(page: Page) -> None:
    """The score and the first answer are in sight, and nothing is narrower than it can be read."""
    page.evaluate("scrollTo(0, 0)")
    expect(page.locator("#score")).to_be_in_viewport()
    expect(page.locator("#ask-h")).to_be_in_viewport()
    expect(page.locator("#ask .options button, #ask .options summary").first).to_be_in_viewport()
    assert page.locator("#ask").evaluate("one => one.getBoundingClientRect().bottom") <= 845
    assert small_letters(page) == []


def on_a_wide_screen(page: Page) -> None:
    """What happened stands on the first screen, and every word of the picture can be read in it."""
    page.evaluate("scrollTo(0, 0)")
    expect(page.locator("#event")).to_be_in_viewport()
    expect(page.locator("#ask-h")).to_be_in_viewport()
    assert small_letters(page) == []
    faults = page.evaluate(
        """() => {
          const svg = document.querySelector('#board svg'), edge = svg.getBoundingClientRect(), found = [];
          for (const text of svg.querySelectorAll('text')) {
            const box = text.getBoundingClientRect();
            const out = box.left < edge.left - 1 || box.right > edge.right + 1;
            if (out) found.push(`cut off: ${text.textContent}`);
          }
          return found;
        }"""
    )
    assert faults == []


SMALL = """least => [...document.querySelectorAll('#table text')].map((text) => {
  if (!text.checkVisibility()) return '';
  const k = text.getScreenCTM()?.a || 1;
  const size = parseFloat(getComputedStyle(text).fontSize) * Math.hypot(k, text.getScreenCTM()?.b || 0);
  return size < least ? `${size.toFixed(1)} px: ${text.textContent}` : '';
}).filter(Boolean)"""


def small_letters(page: Page) -> list[str]:
    """Letters under eleven pixels in the pictures of games whose boards give parts."""
    if page.locator("#part-board").count():  # one picture for all widths
        return []
    found: list[str] = page.evaluate(SMALL, 10.9)
    return found


@pytest.mark.parametrize("game", ["thegrid-draft", "thegrid-auction"])
def test_no_room_has_a_fault(page: Page, server: Server, game: str) -> None:
    """The set-up with a select for each chair, then the room with its list of wishes."""
    page.goto(f"{server.url}/play/{game}")
    page.evaluate("for (const one of document.querySelectorAll('form details')) one.open = true")
    found = both_ways(page)
    page.click("button.main.big")
    my_turn(page)
    page.evaluate("for (const one of document.querySelectorAll('main details')) one.open = true")
    found += both_ways(page)
    assert not found, "\n".join(found)


def test_no_page_of_a_league_has_a_fault(browser: Browser, serve: Callable[..., Server], axe: str) -> None:
    """Founded, one week simulated, every room looked at.

    On a server of its own, the odds last: it ends before it has played thousands of games for them.
    """
    server = serve()
    with holding(browser, server, axe) as holder:
        seen = league_faults(opened(holder), server)
    assert not seen, "\n".join(seen)


def league_faults(page: Page, server: Server) -> list[str]:
    """What axe finds in the rooms of a league."""
    seen: list[str] = []
    page.goto(f"{server.url}/leagues/new?game=thegrid")
    seen += both_ways(page)
    page.fill('[name="title"]', "Harbour League")
    page.fill('[name="name"]', "Ann")
    page.select_option('[name="length"]', "tiny")
    page.click("text=Create league")
    league = page.url
    page.goto(f"{league}/desk")
    expect(page.locator('form[action$="/invite"] [name="name"]')).to_have_value("")  # not one's own
    page.select_option('[name="which"]', "all")
    with page.expect_navigation():
        page.click("button:text-is('Simulate')")
    expect(page.locator("button:text-is('Simulate')")).to_be_visible(timeout=300_000)  # it is done
    page.goto(f"{league}/schedule")
    game = page.locator(".fx .final").first.get_attribute("href")
    waiting = page.locator(".fx.mine .pair").first.get_attribute("href")
    page.goto(f"{server.url}{game}")
    man = page.locator('a[href*="/player/"]').first.get_attribute("href")
    rooms = [
        "",
        "/schedule",
        "/teams",
        "/team/0",
        "/leaders",
        "/records",
        "/audit",
        "/rules",
        "/desk",
    ]
    sheets = [f"/print?what={what}" for what in ("scores", "log", "players")]
    addresses = [f"{league}{room}" for room in (*rooms, *sheets)]
    games = (game, f"{game}/film?at=9", f"{game}/verify", waiting)
    others = (f"{server.url}{one}" for one in (*games, man, "/leagues"))
    for address in (*addresses, *others, f"{league}/odds"):
        page.goto(address)
        seen += both_ways(page)
    return seen
