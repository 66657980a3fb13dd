"""The sounds, rendered in the page: audible, short, never clipped."""

from __future__ import annotations

from playwright.sync_api import Browser
from tests.web.conftest import Server

RENDER = """async () => {
  localStorage.setItem('sound', 'on');
  const home = document.querySelector('script[type=module]').src.replace(/app[^/]*$/, 'sound.mjs');
  const found = {};
  for (const name of ['snap', 'card', 'dice', 'whistle', 'crowd', 'touchdown', 'turn']) {
    const room = new OfflineAudioContext(1, 44100 * 3, 44100);
    window.AudioContext = function () { return room; };
    (await import(`${home}?${name}`)).play(name);
    const heard = (await room.startRendering()).getChannelData(0).map(Math.abs);
    found[name] = [Math.max(...heard.subarray(0, 100000)), heard.findLastIndex((one) => one > 0.004) / 44100];
  }
  return found;
}"""


def test_every_sound_is_heard_is_short_and_is_not_clipped(server: Server, browser: Browser) -> None:
    page = browser.new_page()
    page.goto(server.url)
    for name, (peak, seconds) in page.evaluate(RENDER).items():
        assert 0.1 < peak < 0.9, f"{name} peaks at {peak:.2f}"
        assert 0.05 < seconds < 1, f"{name} takes {seconds:.2f} seconds"
    page.close()
