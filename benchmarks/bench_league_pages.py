"""A league's page, and how soon a result or a bid is on the other's screen (plain HTTP)."""

from __future__ import annotations

import re
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import httpx

TEAMS = [f"Team {n}" for n in range(1, 13)]


def started(folder: str) -> tuple[subprocess.Popen[str], str]:
    """A server on a free port, and its address."""
    database = f"sqlite:///{Path(folder) / 'bench.db'}"
    command = [sys.executable, "-m", "fieldhouse", "serve", "--port", "0", "--database", database]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert process.stdout is not None
    found = re.search(r"http://\S+?(?=/ )", process.stdout.readline())
    assert found is not None
    return process, found.group(0)


def listen(url: str, league: str, seen: list[float], times: int) -> None:
    """The other's browser: hears that something changed, fetches the page."""
    with httpx.Client(base_url=url, timeout=60) as other, other.stream("GET", f"{league}/live") as line:
        for said in line.iter_lines():
            if said.startswith("data:"):
                other_page = httpx.get(f"{url}{league}")
                assert other_page.status_code == 200
                seen.append(time.perf_counter())
                if len(seen) > times:
                    return


def main(times: int = 60) -> None:
    with tempfile.TemporaryDirectory() as folder:
        process, url = started(folder)
        try:
            measure(url, times)
            said("bid on the other's screen", bids(url, times))
        finally:
            process.terminate()
            process.wait(30)


def measure(url: str, times: int) -> None:
    with httpx.Client(base_url=url, headers={"origin": url}, follow_redirects=True, timeout=60) as ann:
        form = {
            "title": "Bench",
            "name": "Ann",
            "game": "redboar",
            "teams": "\n".join(TEAMS),
            "form": "double",
        }
        league = httpx.URL(str(ann.post("/leagues/new", data=form).url)).path
        games = re.findall(
            r'action="(/l/[^"]+/g/[0-9a-f]+)/play"|href="(/l/[^"]+/g/[0-9a-f]+)"',
            ann.get(f"{league}/schedule").text,
        )
        keys = list(dict.fromkeys(one or other for one, other in games))[: times + 1]
        seen: list[float] = []
        thread = threading.Thread(target=listen, args=(url, league, seen, len(keys)))
        thread.start()
        while not seen:
            time.sleep(0.01)
        sent = []
        for number, game in enumerate(keys):
            sent.append(time.perf_counter())
            ann.post(f"{game}/typed", data={"home": str(number % 40), "visitor": "7"}, follow_redirects=False)
            while len(seen) < number + 2:
                time.sleep(0.001)
        thread.join()
        delays = sorted(1000 * (after - before) for before, after in zip(sent, seen[1:], strict=False))
        pages = []
        for _ in range(times):
            began = time.perf_counter()
            ann.get(league)
            pages.append(1000 * (time.perf_counter() - began))
        print(f"{len(TEAMS)} teams, {len(keys)} results, {times} looks")
        said("result on the other's screen", delays)
        said("league page", pages)


def said(name: str, found: list[float]) -> None:
    """Median and 95th of a hundred, in milliseconds."""
    p95 = sorted(found)[int(0.95 * (len(found) - 1))]
    print(f"{name}: median {statistics.median(found):.0f} ms, p95 {p95:.0f} ms")


def bids(url: str, times: int) -> list[float]:
    """An auction of two: from the sending of an answer until the other hears of it and has the page."""
    with httpx.Client(base_url=url, timeout=60) as ann, httpx.Client(base_url=url, timeout=60) as bob:
        wish = {"game": "thegrid-auction", "options": {"coaches": 2}, "plan": ["me", "link"]}
        made = ann.post("/api/tables", json=wish).json()
        ann.headers["authorization"] = f"Bearer {made['token']}"
        joined = bob.post(f"/api/join/{made['invites']['1']}", json={}).json()
        bob.headers["authorization"] = f"Bearer {joined['token']}"
        table = f"/api/tables/{made['table']}"
        found: list[float] = []

        def hear(other: httpx.Client, tag: str, at: list[float]) -> None:
            other.get(table, params={"unless": tag, "wait": 20})
            assert other.get(f"/t/{made['table']}").status_code == 200
            at.append(time.perf_counter())

        while len(found) < times:
            sees = {one: one.get(table).json() for one in (ann, bob)}
            one = next(who for who, state in sees.items() if state["request"] is not None)
            other = bob if one is ann else ann
            asked, at = sees[one]["request"], list[float]()
            thread = threading.Thread(target=hear, args=(other, sees[other]["tag"], at))
            thread.start()
            time.sleep(0.05)  # the other waits already, as a page does
            sent = time.perf_counter()
            answer = {"sequence": asked["sequence"], "key": asked["options"][0]["key"]}
            one.post(f"{table}/answers", json=answer).raise_for_status()
            thread.join()
            found.append(1000 * (at[0] - sent))
        return found


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
