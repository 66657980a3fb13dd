"""The proof through a real server: what a seat may not know changes nothing behind any door it can open.

Every game on the shelf is played through the HTTP interface. Wherever an answer is secret (a part of a
simultaneous choice, a line-up, a card laid face down) it is given in several ways, each taken back; what the
rival and a spectator get from every address must be the same, byte for byte, and after the taking back it
must be what it was before, receipts and tags too. The server's own store says what is really on the table.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from tests.web.conftest import Server

from fieldhouse.kernel import record
from fieldhouse.kernel.registry import add_shelf, find, games
from fieldhouse.kernel.requests import Seat
from fieldhouse.kernel.table import Table
from fieldhouse.store.tables import Store

add_shelf(Path(__file__).parents[2] / "examples" / "games")
ANSWERS = 60
"""Answers of a game: enough for kickoff, line-ups, calls and a few plays."""
TWICE = 2
"""So often each kind of question is tried."""
RECEIPT = re.compile(r"[0-9a-f]{64}")
STAMP = re.compile(r'data-stamp="\d+"')


class Truth:
    """The table as it really stands, from the server's store."""

    def __init__(self, server: Server, table: str) -> None:
        self._store = Store(server.database)
        self._id = table
        kept = self._store.load(table)
        assert kept is not None
        self.table: Table[Any] = Table(find(kept.row.game).open(length=find(kept.row.game).meta.tiny))

    def close(self) -> None:
        self._store.close()

    def now(self) -> Table[Any]:
        """Brought up to date."""
        kept = self._store.load(self._id)
        assert kept is not None
        record.apply_all(self.table, kept.entries[len(self.table.entries) :])
        return self.table


class People:
    """Two players and a spectator at one table, each with the addresses they can open."""

    def __init__(self, server: Server, game: str) -> None:
        wishes = {"game": game, "length": find(game).meta.tiny, "name": "Ann"}
        eve = self._client(server)
        made = eve.post("/api/tables", json=wishes).json()
        other = eve.post(f"/api/join/{made['invites']['1']}", json={"name": "Bob"}).json()
        self.id = made["table"]
        self.clients: dict[Seat | None, httpx.Client] = {
            0: self._client(server, made["token"]),
            1: self._client(server, other["token"]),
            None: eve,
        }

    @staticmethod
    def _client(server: Server, token: str = "") -> httpx.Client:
        return server.client(**({"authorization": f"Bearer {token}"} if token else {}))

    def answer(self, seat: Seat, key: str, sequence: int) -> None:
        body = {"seat": seat, "key": key, "sequence": sequence}
        reply = self.clients[seat].post(f"/api/tables/{self.id}/answers", json=body)
        assert reply.status_code == 201, reply.text

    def leave(self) -> None:
        for client in self.clients.values():
            client.close()

    def doors(self, seat: Seat | None) -> dict[str, str]:
        """Everything this seat can get from the server about the table, refusals too."""
        client, place = self.clients[seat], f"/t/{self.id}"
        looks = [place, f"{place}?log=all", f"{place}?seat=0", f"{place}?seat=1", f"{place}/record.json"]
        looks += [f"{place}/replay", f"{place}/verify", "/mine", "/api/tables"]
        looks += [f"/api/tables/{self.id}", f"/api/tables/{self.id}?seat=0", f"/api/tables/{self.id}?seat=1"]
        looks += [f"/api/tables/{self.id}/summary"]
        found = {look: client.get(look).text for look in looks}
        body = {"seat": seat or 0, "key": "no such thing", "sequence": 10_000_000}
        found["refusal"] = client.post(f"/api/tables/{self.id}/answers", json=body).text
        with client.stream("GET", f"{place}/live" + (f"?seat={seat}" if seat is not None else "")) as stream:
            found["stream"] = next(line for line in stream.iter_lines() if line.startswith("data"))
        return found


def unsigned(doors: dict[str, str]) -> dict[str, str]:
    """Without receipts: they cover what is secret and are blinded, so they differ and tell nothing."""
    return {door: RECEIPT.sub("receipt", text) for door, text in doors.items()}


def undated(doors: dict[str, str]) -> dict[str, str]:
    """Without the time at which what the visitor sees last changed."""
    return {door: STAMP.sub("", text) for door, text in doors.items()}


def _apart(one: str, other: str) -> str:
    """The places where two lines begin to differ."""
    place = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), 0)
    return f"{one[max(0, place - 80) : place + 120]!r} against {other[max(0, place - 80) : place + 120]!r}"


def differences(one: dict[str, str], other: dict[str, str]) -> Iterator[str]:
    for door, text in one.items():
        if text != other[door]:
            lines = zip(text.splitlines(), other[door].splitlines(), strict=False)
            first = next(((a, b) for a, b in lines if a != b), ("", ""))
            yield f"{door}: {_apart(*first)}"


@pytest.mark.slow
@pytest.mark.parametrize("game", sorted(name for name in games() if len(find(name).meta.seats) == 2))
def test_nobody_learns_a_secret_by_any_door(server: Server, game: str) -> None:
    people = People(server, game)
    truth = Truth(server, people.id)
    try:
        _play(people, truth, game)
    finally:
        people.leave()
        truth.close()


def _play(people: People, truth: Truth, game: str) -> None:
    rng, tried = Random(7), Counter[tuple[str, bool, Seat]]()
    for _ in range(ANSWERS):
        table = truth.now()
        if table.outcome is not None:
            break
        seat = rng.choice(table.waiting)
        asked = table.asked(seat)
        assert asked is not None
        together = table.together and len(table.waiting) > 1
        kind = asked.what, together, seat
        if (together or asked.sees == (seat,)) and tried[kind] < TWICE and len(asked.keys) > 1:
            tried[kind] += _tried(people, truth.now, seat)
            asked = truth.now().asked(seat)
        if asked is not None:  # else an answer that could not be taken back was given on trial
            people.answer(seat, rng.choice(asked.keys), truth.now().sequence(seat))
    if find(game).meta.hidden:
        assert tried, f"{game} has secrets, but none was tried"


def _tried(people: People, now: Callable[[], Table[Any]], seat: Seat) -> bool:
    """Give a secret answer in up to three ways, each taken back; False where it could not be."""
    asked = now().asked(seat)
    assert asked is not None
    quiet = [key for key in asked.keys if not asked.menu.binds(key)]
    watchers = [1 - seat, None]
    before = {who: undated(people.doors(who)) for who in watchers}
    sights = {who: now().sight(who) for who in watchers}
    given = 0
    seen: dict[tuple[Seat | None, tuple[Seat, ...]], dict[str, str]] = {}
    for key in dict.fromkeys([quiet[0], quiet[-1], quiet[len(quiet) // 2]] if quiet else []):
        people.answer(seat, key, now().sequence(seat))
        if not now().can_undo(seat):
            return bool(given)
        given += 1
        for who in watchers:  # who is asked next is for all to see
            doors = undated(people.doors(who))
            plain = unsigned(doors)
            first = seen.setdefault((who, now().waiting), plain)
            assert not list(differences(first, plain)), list(differences(first, plain))
            if now().sight(who) == sights[who]:  # else it was seen that, though not what, was answered
                assert not list(differences(before[who], doors)), list(differences(before[who], doors))
        people.answer(seat, "undo", now().sequence(seat))
        for who in watchers:
            if now().sight(who) != sights[who]:  # another's answer closed what was to be taken back
                continue
            after = undated(people.doors(who))
            assert not list(differences(before[who], after)), list(differences(before[who], after))
    return bool(given)
