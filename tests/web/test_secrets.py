"""The proof through a real server: what a seat may not know changes nothing behind any door it can open.

Every game on the shelf is played through the HTTP interface. Wherever an answer is secret (a part of a
simultaneous choice, a line-up, a card laid face down) it is given in several ways, each taken back; what the
rival and a spectator get from every address must be the same, byte for byte, and after the taking back it
must be what it was before, receipts and tags too. The server's own store says what is really on the table.

Every table has a deadline, and its people sit at a second table: neither the clock nor the order of their
lists may tell that somebody changed his mind. The rival takes a hint. With people's own cards and dice two
tables are played alike but for what was drawn in secret.
"""

from __future__ import annotations

import re
import signal
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import httpx
import msgspec
import pytest
from tests.web.conftest import Server
from tests.web.forms import start
from tests.web.wire import Looker

from fieldhouse.kernel import record
from fieldhouse.kernel.game import Setup
from fieldhouse.kernel.registry import find, list_all_games
from fieldhouse.kernel.requests import Chance, Seat
from fieldhouse.kernel.session.redacted_log import effective_entries
from fieldhouse.kernel.table import Table
from fieldhouse.store.store import Store
from fieldhouse.web.engine.seat_snapshot import MAX_PLACES

ANSWERS = 60
"""Answers of a game: enough for kickoff, line-ups, calls and a few plays."""
TWICE = 2
"""So often each kind of question is tried."""
RECEIPT = re.compile(r"[0-9a-f]{64}")
FRESH = re.compile(
    r'data-stamp="\d+"|name="token" value="[^"]+"|data-commitment="[^"]+"|· (just now|\d+ \w+ ago)<'
)
"""New on every look, or for every table."""


class Truth:
    """The table as it really stands, from the server's store: read again when somebody has answered."""

    def __init__(self, server: Server, people: People) -> None:
        self._store = Store(server.database)
        self._people = people
        self._id = people.id
        self._read = -1
        kept = self._store.tables.load(people.id)
        assert kept is not None
        _, setup = msgspec.json.decode(self._store.records.setup(kept.row.setup), type=tuple[str, Setup])
        game = find(kept.row.game).open(setup.options, setup.materials, edition=setup.edition)
        self.table: Table[Any] = Table(game)
        self._revision = -1

    def close(self) -> None:
        self._store.close()

    def now(self) -> Table[Any]:
        """Brought up to date."""
        if self._read == self._people.answers:
            return self.table
        self._read = self._people.answers
        kept = self._store.tables.load_newer(self._id, self._revision, len(self.table.entries))
        if kept is not None:
            record.apply_entries(self.table, kept.entries)
            self._revision = kept.row.revision
        return self.table


class People:
    """Two players and a spectator at one table, each with the addresses they can open."""

    def __init__(self, server: Server, game: str, dice: str = "fair") -> None:
        ann, eve = server.client(), server.client()
        wishes = {"length": find(game).meta.tiny, "name": "Ann", "deadline": "1440", "dice": dice}
        short = find(game).meta
        wishes |= {f"o.{name}": str(value) for name, value in short.lengths[short.tiny].items()}
        page = start(ann, game, **wishes, **{"plan.0": "me", "plan.1": "link"}).text
        self.id = re.findall(r'href="/t/([\w-]+)"', page)[0]
        invite = re.findall(r"/join/([\w-]+)", page)[0]
        other = eve.post(f"/api/join/{invite}", json={"name": "Bob"}).json()
        bob = server.client(authorization=f"Bearer {other['token']}")
        self.clients: dict[Seat | None, httpx.Client] = {0: ann, 1: bob, None: eve}
        self._lookers = {seat: Looker(client) for seat, client in self.clients.items()}
        for seat, client in ((0, ann), (1, bob)):  # hints and chances are open doors where both want them
            assert client.post(f"/t/{self.id}/bar", data={"seat": str(seat), "bar": "on"}).status_code == 200
        self.answers = 0
        """How often somebody has answered, or typed in a roll."""
        self.ids = [self.id]
        """This table, and those at which they sit besides."""
        for seat in (0, 1) if dice == "fair" else ():
            second = {"game": "sandlot", "opponent": "both", "length": "tiny"}
            self.ids.append(self.clients[seat].post("/api/tables", json=second).json()["table"])

    def answer(self, seat: Seat, key: str, sequence: int) -> None:
        body = {"seat": seat, "key": key, "sequence": sequence}
        reply = self.clients[seat].post(f"/api/tables/{self.id}/answers", json=body)
        assert reply.status_code == 201, reply.text
        self.answers += 1

    def roll(self, seat: Seat, key: str) -> None:
        """Type in what one's own dice or cards gave."""
        tag = self.clients[seat].get(f"/api/tables/{self.id}?seat={seat}").json()["tag"]
        data = {"seat": str(seat), "key": key, "tag": tag}
        reply = self.clients[seat].post(f"/t/{self.id}/roll", data=data)
        assert reply.status_code == 200, reply.text
        self.answers += 1

    def hint(self, seat: Seat) -> str:
        """What a coach would do in this seat."""
        reply = self.clients[seat].post(f"/t/{self.id}/hint", data={"seat": str(seat)})
        assert "both have to ask" not in reply.text
        return reply.text

    def leave(self) -> None:
        for seat, client in self.clients.items():
            self._lookers[seat].close()
            client.close()

    def doors(self, seat: Seat | None) -> dict[str, str]:
        """Everything this seat can get from the server about the table, refusals too."""
        client, place = self.clients[seat], f"/t/{self.id}"
        looks = [place, f"{place}?log=all", f"{place}?seat=0", f"{place}?seat=1", f"{place}/record.json"]
        looks += [f"{place}/replay", f"{place}/verify", "/", "/mine", "/api/tables"]
        looks += [f"/api/tables/{self.id}", f"/api/tables/{self.id}?seat=0", f"/api/tables/{self.id}?seat=1"]
        looks += [
            f"/api/tables/{self.id}/{part}" for part in ("summary", "room", "room?seat=0", "room?seat=1")
        ]
        found = self._lookers[seat].texts(looks)
        body = {"seat": seat or 0, "key": "no such thing", "sequence": 10_000_000}
        found["refusal"] = client.post(f"/api/tables/{self.id}/answers", json=body).text
        with client.stream("GET", f"{place}/live" + (f"?seat={seat}" if seat is not None else "")) as stream:
            found["stream"] = next(line for line in stream.iter_lines() if line.startswith("data"))
        return found


def unsigned(doors: dict[str, str]) -> dict[str, str]:
    """Without receipts: they cover what is secret and are blinded, so they differ and tell nothing."""
    return {door: RECEIPT.sub("receipt", text) for door, text in doors.items()}


def undated(doors: dict[str, str]) -> dict[str, str]:
    """Without the time at which what the visitor sees last changed, and the dice of games to come."""
    return {door: FRESH.sub("", text) for door, text in doors.items()}


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


def alike(one: dict[str, str], other: dict[str, str]) -> None:
    """Nobody could tell these apart."""
    assert not list(differences(one, other)), "\n".join(differences(one, other))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Its coaches think for a tenth of a second; its lab plays the same few games however fast it is."""
    store = f"sqlite:///{tmp_path_factory.mktemp('store') / 'tables.db'}"
    found = Server(store, think_seconds="0.1", advice_seconds="0.001", hint_clock="60")
    yield found
    found.kill(signal.SIGTERM)


def pairs() -> list[str]:
    """The games that two play when they are short; the draft and the auction, too."""
    return sorted(
        name for name, one in list_all_games().items() if len(one.open(length=one.meta.tiny).seats) == 2
    )


@pytest.mark.slow
@pytest.mark.parametrize("game", pairs())
def test_nobody_learns_a_secret_by_any_door(server: Server, game: str) -> None:
    people = People(server, game)
    truth = Truth(server, people)
    try:
        _play(people, truth, game)
    finally:
        people.leave()
        truth.close()


def _play(people: People, truth: Truth, game: str) -> None:
    rng, tried = Random(7), Counter[tuple[str, bool, Seat]]()
    if find(game).draft_queue is not None:
        wishes_are_nobody_elses(people, truth.now())
    for _ in range(ANSWERS):
        table = truth.now()
        if table.outcome is not None:
            break
        seat = rng.choice(table.pending_seats)
        asked = table.request_for(seat)
        assert asked is not None
        together = table.together and len(table.pending_seats) > 1
        kind = asked.what, together, seat
        if (together or asked.sees == (seat,)) and tried[kind] < TWICE and len(asked.keys) > 1:
            tried[kind] += _tried(people, truth.now, seat, often=not tried[kind])
            asked = truth.now().request_for(seat)
        if asked is not None:  # else an answer that could not be taken back was given on trial
            people.answer(seat, rng.choice(asked.keys), truth.now().sequence(seat))
    if find(game).meta.hidden:
        assert tried, f"{game} has secrets, but none was tried"
    else:
        everybody_has_the_whole_log(people, truth.now())


def wishes_are_nobody_elses(people: People, table: Table[Any]) -> None:
    """A list of wishes, another one, and who answers for oneself: the others see nothing of it."""
    part = find(table.game.meta.name).draft_queue
    assert part is not None
    seat = next(seat for seat in table.seats if seat not in table.pending_seats)
    keys = [one.key for one in part.available_players(table.view(seat))]
    before = {who: undated(people.doors(who)) for who in (1 - seat, None)}
    for said in (
        {"wishes": [{"key": keys[0]}]},
        {"wishes": [{"key": key} for key in keys[3:9]]},
        {"autopick": "on"},
    ):
        where = f"/api/tables/{people.id}/room"
        assert people.clients[seat].post(where, json={**said, "seat": seat}).status_code == 201
        for who, doors in before.items():
            alike(doors, undated(people.doors(who)))
    people.clients[seat].post(where, json={"autopick": "off", "seat": seat})


def everybody_has_the_whole_log(people: People, table: Table[Any]) -> None:
    """Nothing is hidden in this game: rival and spectator are handed out what stands, line for line."""
    laid = table.face_down_seats if table.outcome is None else ()
    whole = [msgspec.to_builtins(entry) for entry in effective_entries(table.entries, laid)]
    records = [client.get(f"/t/{people.id}/record.json").json() for client in people.clients.values()]
    shown = [[{k: v for k, v in line.items() if k != "t"} for line in one["entries"]] for one in records]
    plain = [{k: v for k, v in line.items() if k != "t" and v is not None} for line in whole]
    assert all(one == plain for one in shown[2:]), "a spectator's copy lacks something"
    assert "?" not in {line.get("key") for one in shown for line in one}


def _tried(people: People, now: Callable[[], Table[Any]], seat: Seat, often: bool) -> bool:
    """Give a secret answer in up to three ways, each taken back; False where it could not be."""
    asked = now().request_for(seat)
    assert asked is not None
    quiet = [key for key in asked.keys if not asked.menu.binds(key)]
    watchers = [1 - seat, None]
    before = {who: undated(people.doors(who)) for who in watchers}
    sights = {who: now().observation(who) for who in watchers}
    given = 0
    hints: dict[tuple[Seat, ...], str] = {}
    seen: dict[tuple[Seat | None, tuple[Seat, ...]], dict[str, str]] = {}
    for key in dict.fromkeys([quiet[0], quiet[-1], quiet[len(quiet) // 2]] if quiet else []):
        people.answer(seat, key, now().sequence(seat))
        if not now().can_undo(seat):
            return bool(given)
        given += 1
        if often and given <= 2:
            told = FRESH.sub("", RECEIPT.sub("receipt", people.hint(1 - seat)))
            first_hint = hints.setdefault(now().pending_seats, told)
            assert told == first_hint, _apart(told, first_hint)
        for who in watchers:  # who is asked next is for all to see
            doors = undated(people.doors(who))
            plain = unsigned(doors)
            first = seen.setdefault((who, now().pending_seats), plain)
            alike(first, plain)
            if now().observation(who) == sights[who]:  # else it was seen that, though not what, was answered
                alike(before[who], doors)
        people.answer(seat, "undo", now().sequence(seat))
        if often and given == 1 and all(now().observation(who) == sights[who] for who in watchers):
            for _ in range(MAX_PLACES + 1):  # more often than anybody remembers
                people.answer(seat, key, now().sequence(seat))
                people.answer(seat, "undo", now().sequence(seat))
        for who in watchers:
            if now().observation(who) != sights[who]:  # another's answer closed what was to be taken back
                continue
            after = undated(people.doors(who))
            alike(before[who], after)
    return bool(given)


DRAWS = 40
"""So many rolls and draws of a game are typed in."""


def secretive(name: str) -> bool:
    """Does the game deal something to one side alone?"""
    return find(name).meta.hidden and bool(_secret_draws(name))


def _secret_draws(name: str) -> int:
    table: Table[Any] = Table(find(name).open(length=find(name).meta.tiny))
    rng, found = Random(7), 0
    for _ in range(DRAWS):
        if table.chance is None:
            break
        found += table.chance.sees is not None
        table.roll(rng.choice(table.chance.keys))
    return found


@pytest.mark.slow
@pytest.mark.parametrize("game", [name for name in pairs() if secretive(name)])
def test_what_somebody_draws_from_his_own_pack_is_his_secret(server: Server, game: str) -> None:
    """Two tables with people's own cards, alike but for the secret draws: the others see no difference."""
    both = [People(server, game, dice="typed") for _ in range(2)]
    truths = [Truth(server, people) for people in both]
    try:
        _deal(both, truths)
    finally:
        for people in both:
            people.leave()
        for truth in truths:
            truth.close()


def _deal(both: list[People], truths: list[Truth]) -> None:
    rng, differed = Random(7), Counter[Seat]()
    for _ in range(DRAWS):
        chances = [truth.now().chance for truth in truths]
        if not all(isinstance(chance, Chance) for chance in chances):
            break
        one, other = (chance for chance in chances if chance is not None)
        assert (one.stream, one.sees) == (other.stream, other.sees)
        seat = one.sees[0] if one.sees else 0
        key = rng.choice([key for key in one.keys if key in other.keys])
        keys = [key, rng.choice(other.keys) if one.sees else key]
        for people, typed in zip(both, keys, strict=True):
            people.roll(seat, typed)
        differed[seat] += keys[0] != keys[1]
        for who in (0, 1, None):
            if differed[who] if who is not None else 0:
                continue  # what this seat itself drew is different
            seen = [_nameless(people, who) for people in both]
            alike(*seen)
    assert differed.total(), "no secret draw was different"


def _nameless(people: People, who: Seat | None) -> dict[str, str]:
    """The doors of one of two tables, without what is always a table's own."""
    marks = r'data-tag="[0-9a-f]+"|"tag":"[0-9a-f]+"|data: [0-9a-f]+|name="tag" value="[^"]*"'
    times = r'"deadline_at":[0-9.]+|<time datetime.*?</time>'
    own = re.compile("|".join([*people.ids, marks, times]))
    doors = undated(unsigned(people.doors(who)))
    return {door.replace(people.id, ""): own.sub("", text) for door, text in doors.items()}
