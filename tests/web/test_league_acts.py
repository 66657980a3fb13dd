"""What members and clumsy commissioners do on a league's pages, without any script."""

from __future__ import annotations

import re
from collections.abc import Iterator

import httpx
import pytest
from tests.web.conftest import Server, until

INVITED = re.compile(r'value="([^"]+/leagues/join/[^"]+)"')
GAME = re.compile(r'href="(/l/[^"]+/g/[0-9a-f]+)"')


class Room:
    """A league of Ann, who commands, and Bob; the other teams are coaches'."""

    def __init__(self, ann: httpx.Client, bob: httpx.Client, **form: str) -> None:
        self.ann, self.bob = ann, bob
        given = {"title": "Acts", "name": "Ann", "game": "redboar", "form": "robin", "length": "tiny"}
        page = ann.post("/leagues/new", data={**given, "teams": "Ducks\nGeese", "mine": "0", **form})
        assert page.status_code == 200, page.text
        self.path = page.url.path
        invited = ann.post(f"{self.path}/desk/invite", data={"name": "Bob", "team": "1", "role": "manager"})
        link = INVITED.search(invited.text)
        assert link is not None
        bob.post(link[1])

    def games(self) -> list[str]:
        """Addresses of the games, in the order of the schedule."""
        return list(dict.fromkeys(GAME.findall(self.ann.get(f"{self.path}/schedule").text)))

    def service(self, verb: str, **form: str) -> httpx.Response:
        return self.ann.post(f"{self.path}/desk/{verb}", data=form)

    def simulate(self) -> None:
        """All games of the first week, to their end."""
        assert self.service("simulate", which="all").status_code == 200
        desk = f"{self.path}/desk"
        until("the games are simulated", lambda: "Stop simulation" not in self.ann.get(desk).text)


@pytest.fixture
def pair(server: Server) -> Iterator[tuple[httpx.Client, httpx.Client]]:
    with server.client() as ann, server.client() as bob:
        yield ann, bob


def test_a_game_is_conceded_on_its_page(pair: tuple[httpx.Client, httpx.Client]) -> None:
    """Before it began with the league's score for a forfeit, whatever the form says."""
    room = Room(*pair)
    (game,) = room.games()
    assert 'id="concede"' in room.bob.get(game).text
    with httpx.Client(base_url=room.ann.base_url, headers={"origin": str(room.ann.base_url)}) as stranger:
        refused = stranger.post(f"{game}/concede", data={"team": "1", "home": "0", "visitor": "0"})
    assert refused.status_code == 403
    theirs = room.bob.post(f"{game}/concede", data={"team": "0", "home": "0", "visitor": "0"})
    assert theirs.status_code == 403, "cannot concede for the other side"
    page = room.bob.post(f"{game}/concede", data={"team": "1", "home": "3", "visitor": "7"})
    assert page.status_code == 200 and "Ducks win" in page.text and "conceded" in page.text
    assert re.search(r'<b class="num">2</b>', page.text), "2-0, not the 7-3 of the form"
    again = room.bob.post(f"{game}/concede", data={"team": "1", "home": "3", "visitor": "7"})
    assert again.status_code == 400 and "This season is over" in again.text


def test_a_game_under_way_is_conceded_with_the_score_of_its_table(
    pair: tuple[httpx.Client, httpx.Client],
) -> None:
    room = Room(*pair)
    (game,) = room.games()
    table = room.ann.post(f"{game}/play").url.path
    room.bob.post(f"{game}/play")
    page = room.bob.post(f"{game}/concede", data={"team": "1"})
    assert page.status_code == 200 and "Ducks win" in page.text
    assert 'data-state="over"' in room.ann.get(table).text
    film = room.ann.get(f"{game}/film?at=0")
    assert film.status_code == 200 and "data-replay" in film.text and f'href="{game}"' in film.text


def test_players_see_at_their_table_why_the_commissioner_stopped_it(
    pair: tuple[httpx.Client, httpx.Client],
) -> None:
    room = Room(*pair)
    (game,) = room.games()
    table = room.bob.post(f"{game}/play").url.path
    room.ann.post(f"{game}/play")
    typed = room.ann.post(f"{game}/typed", data={"home": "3", "visitor": "0"})
    assert typed.status_code == 422 and "discard that game first" in typed.text
    stopped = room.ann.post(f"{game}/replay", data={"reason": "power cut at Bob's", "sure": "yes"})
    assert stopped.status_code == 200 and "power cut at Bob" in stopped.text, (
        "the game's page shows its history"
    )
    seen = room.bob.get(table).text
    assert "The commissioner discarded this game" in seen and "power cut at Bob" in seen
    for player in (room.ann, room.bob):
        page = player.get(table).text
        seat = re.search(r'name="seat" value="(\d)"', page)
        key = re.search(r'name="key" value="([^"]+)"', page)
        if seat and key:
            data = {"seat": seat[1], "sequence": "0", "key": key[1]}
            assert player.post(f"{table}/answer", data=data).status_code == 409


def test_who_reported_a_score_does_not_confirm_it(pair: tuple[httpx.Client, httpx.Client]) -> None:
    room = Room(*pair)
    (game,) = room.games()
    room.bob.post(f"{game}/typed", data={"home": "3", "visitor": "7"})
    assert "Confirm score" not in room.bob.get(game).text
    assert "Confirm score" in room.ann.get(game).text


def test_every_recorded_game_can_be_watched(pair: tuple[httpx.Client, httpx.Client]) -> None:
    """A simulated game has no table: its film is made of its record, for spectators and for either side."""
    room = Room(*pair, teams="Ducks\nGeese\nSwans\nTerns")
    room.simulate()
    watched = 0
    for game in room.games():
        page = room.ann.get(game)
        if f"{game}/film" not in page.text:
            assert room.ann.get(f"{game}/film").status_code == 404, "nothing was recorded"
            continue
        watched += 1
        first = room.ann.get(f"{game}/film", params={"at": 0})
        size = re.search(r'data-size="(\d+)"', first.text)
        assert size is not None and int(size[1]) > 20
        for seat in ("", "0", "1"):
            last = room.ann.get(f"{game}/film", params={"at": size[1], "seat": seat})
            assert last.status_code == 200 and "<h2" in last.text
    assert watched == 2


def test_a_leagues_game_is_verified_and_branched_like_any_other(
    pair: tuple[httpx.Client, httpx.Client],
) -> None:
    """From its record, with no table of its own: a branch is a table that the league hears nothing of."""
    room = Room(*pair)
    room.simulate()
    (game,) = room.games()
    film = room.bob.get(f"{game}/film?at=9").text
    assert f'action="{game}/branch"' in film and f'href="{game}/verify"' in film
    proof = room.bob.get(f"{game}/verify").text
    assert "No problems found" in proof and f'href="{game}"' in proof
    before = room.ann.get(f"{room.path}/audit").text.count("<li>")
    other = room.bob.post(f"{game}/branch", data={"at": "9", "opponent": "coach:starter"})
    assert other.status_code == 200 and other.url.path.startswith("/t/")
    assert 'data-seat="1"' in other.text, "who manages the visitors plays on for the visitors"
    assert room.ann.get(f"{room.path}/audit").text.count("<li>") == before


def test_a_manager_leaves_a_line_up_that_nobody_else_reads(
    pair: tuple[httpx.Client, httpx.Client],
) -> None:
    room = Room(*pair, game="thegrid", teams="canton\nbremen")
    mine = room.bob.get(f"{room.path}/team/1").text
    assert "Your lineup" in mine
    assert "Your lineup" not in room.ann.get(f"{room.path}/team/1").text
    ends = re.search(r'name="LE">(.*?)</select>', mine, re.DOTALL)
    assert ends is not None
    other, stands = re.search(r'value="([^"]+)">', ends[1]), re.search(r'value="([^"]+)" selected', ends[1])
    assert other is not None and stands is not None
    places = dict(re.findall(r'name="([A-Z]{1,2})">.*?value="([^"]+)" selected', mine, re.DOTALL))
    taken = next((place for place, card in places.items() if card == other[1]), None)
    wished = places | {"LE": other[1]} | ({taken: stands[1]} if taken else {})
    page = room.bob.post(f"{room.path}/team/1/line-up", data=wished)
    assert page.status_code == 200, page.text
    assert f'value="{other[1]}" selected' in page.text and "This is your current lineup" in page.text
    twice = room.bob.post(f"{room.path}/team/1/line-up", data=wished | {"RE": other[1]})
    assert twice.status_code == 400 and "is in the lineup twice" in twice.text
    assert room.ann.post(f"{room.path}/team/7/line-up").status_code in (400, 404)
    audit = room.ann.get(f"{room.path}/audit").text
    assert "set a lineup" in audit and f"LE:{other[1]}" not in audit


def test_what_hangs_on_a_replay_or_a_void_game_is_shown_before(
    pair: tuple[httpx.Client, httpx.Client],
) -> None:
    """The feeder of a final: pairing and result fall only when the commissioner says so again."""
    room = Room(*pair, form="double")
    first, second = room.games()[:2]
    for game, home, visitor in ((first, 7, 0), (second, 3, 0)):
        room.ann.post(f"{game}/typed", data={"home": str(home), "visitor": str(visitor)})
    final = room.games()[2]
    shown = room.ann.post(f"{first}/replay", data={"reason": "the clock was broken"})
    assert "What this changes" in shown.text and "is undecided again" in shown.text
    assert "7" in room.ann.get(first).text, "nothing was changed yet"
    done = room.ann.post(f"{first}/replay", data={"reason": "the clock was broken", "sure": "yes"})
    assert done.status_code == 200 and room.ann.get(final).status_code == 404
    room.ann.post(f"{first}/typed", data={"home": "0", "visitor": "9"})
    room.ann.post(f"{room.games()[2]}/typed", data={"home": "1", "visitor": "2"})
    champions = room.ann.get(room.path).text
    assert "Champions" in champions
    void = room.ann.post(f"{second}/void", data={"reason": "two men too many", "sure": "yes"})
    assert void.status_code == 200 and "Void" in void.text
    again = room.ann.post(f"{second}/void", data={"reason": "two men too many", "sure": "yes"})
    assert again.status_code == 422 and "already void" in again.text
    back = room.ann.post(
        f"{second}/correct", data={"home": "0", "visitor": "0", "reason": "it was one", "sure": "yes"}
    )
    assert back.status_code == 200, "a void game can be given its score, 0-0 too"


def test_a_founding_form_sent_twice_founds_one_league(server: Server) -> None:
    """The page shows the seal before the browser throws in its share; its token serves once."""
    with server.client() as ann:
        page = ann.get("/leagues/new?game=redboar").text
        token, seal = (
            re.search(pattern, page)
            for pattern in (r'name="token" value="([^"]+)"', r'class="hash">([0-9a-f]{64})')
        )
        assert token is not None and seal is not None
        form = {
            "title": "Twice",
            "name": "Ann",
            "game": "redboar",
            "teams": "Ducks\nGeese",
            "token": token[1],
        }
        pages = [ann.post("/leagues/new", data={**form, "nonce": "thrown-in-by-ann"}) for _ in range(2)]
        assert pages[0].url == pages[1].url
        rules = ann.get(f"{pages[0].url.path}/rules").text
        assert seal[1] in rules and "thrown-in-by-ann" in rules
        stale = ann.post("/leagues/new", data={**form, "token": "1.0"})
        assert stale.status_code == 400 and "too old" in stale.text


def test_what_a_form_cannot_mean_is_refused_in_words(pair: tuple[httpx.Client, httpx.Client]) -> None:
    """Numbers that are none, teams that are none, a paused league: never a broken page."""
    room = Room(*pair)
    (game,) = room.games()
    for address, data in (
        (f"{game}/forfeit", {"team": "abc", "reason": "x"}),
        (f"{game}/forfeit", {"team": "7", "reason": "x"}),
        (f"{game}/typed", {"home": "1e3", "visitor": "7"}),
        (f"{game}/typed", {"home": "-1", "visitor": "7"}),
        (f"{room.path}/desk/away", {"team": "999", "away": "yes", "reason": "x"}),
        (f"{room.path}/desk/away", {"team": "-1", "away": "yes", "reason": "x"}),
        (f"{room.path}/desk/chair", {"team": "0", "who": "coach:nobody"}),
        (f"{room.path}/desk/deadline", {"of": "week 1", "at": "9999-12-31 23:59"}),
        (f"{room.path}/desk/deadline", {"of": "nonsense", "at": "2026-12-31 23:59"}),
        (f"{room.path}/desk/hand-over", {"member": "Nobody"}),
    ):
        refused = room.ann.post(address, data=data)
        assert refused.status_code in (400, 409, 422), (address, data, refused.status_code)
        alert = re.search(r'role="alert">(.)', refused.text)
        assert alert is not None and not alert[1].islower(), (address, data, "a sentence on its own")
    room.service("pause", reason="holidays")
    for verb, data in (("simulate", {}), ("typed", {"home": "1", "visitor": "0"}), ("play", {})):
        paused = room.ann.post(f"{game}/{verb}", data=data)
        assert paused.status_code == 400 and "paused" in paused.text, verb


def test_every_link_of_a_leagues_pages_leads_somewhere(pair: tuple[httpx.Client, httpx.Client]) -> None:
    """From its home on, feeds and sheets included, for the commissioner and for a stranger."""
    room = Room(*pair, game="thegrid", teams="canton\nbremen\nleeds")
    room.simulate()
    seen, waiting = {room.path}, [room.path]
    while waiting:
        page = room.ann.get(waiting.pop())
        assert page.status_code == 200, page.url
        if "text/html" not in page.headers["content-type"]:
            continue
        for found in re.findall(r'(?:href|action)="(/l/[^"#?]+)', page.text):
            if found not in seen and f'action="{found}"' not in page.text:
                seen.add(found)
                if "/player/" not in found or sum("/player/" in one for one in seen) < 4:
                    waiting.append(found)
    for ending in ("plays.csv", "lines.csv", "results.atom", "print", "odds"):
        assert f"{room.path}/{ending}" in seen, ending
    header = room.ann.get(f"{room.path}/plays.csv").text.partition("\r\n")[0]
    assert {"game_id", "play_id", "posteam", "desc", "home_wp"} <= set(header.split(","))
    assert room.bob.get(f"{room.path}/plays.parquet").content[:4] == b"PAR1"


def test_score_sheets_to_print_are_those_of_the_rulebook(pair: tuple[httpx.Client, httpx.Client]) -> None:
    """FD-4.1: twelve circles a quarter and a row for each drive, with the names of both teams."""
    room = Room(*pair, game="fastdrive", teams="chicago-1985\nmiami-1985\nbuffalo-1990\ndallas-1985")
    page = room.ann.get(f"{room.path}/print").text
    games = page.count('<section class="sheet scores">')
    assert games == 2 and page.count("<circle") == games * 4 * 12
    for words in ("Field position", "Drive time", "Result", "Chicago", "Miami"):
        assert words in page
    assert "<circle" not in room.ann.get(f"{room.path}/print?what=teams").text


@pytest.mark.parametrize(
    ("game", "clubs", "mine", "names"),
    [
        ("thegrid", ["world-leeds", "world-bari"], "key:world-bari", ("Leeds Ironclads", "Bari Corsairs")),
        (
            "fastdrive",
            ["Chicago Bears 1985", "", "Miami Dolphins 1984"],
            "1",
            ("Chicago Bears", "Miami Dolphins"),
        ),
        ("redboar", ["Ducks", "Geese", ""], "1", ("Ducks", "Geese")),
    ],
)
def test_teams_are_picked_on_the_page(
    server: Server, game: str, clubs: list[str], mine: str, names: tuple[str, str]
) -> None:
    """A list to check, rows that complete a name, or any names; the founder has the second team."""
    form = {"title": "Picked", "name": "Ann", "game": game, "form": "robin", "club": clubs, "mine": mine}
    with server.client() as ann:
        page = ann.get(f"/leagues/new?game={game}").text
        assert 'name="club"' in page and "Create league" in page
        made = ann.post("/leagues/new", data=form)
        assert made.status_code == 200, made.text
        rules = ann.get(f"{made.url.path}/rules").text
        assert f"Commissioner, {names[1]}" in " ".join(rules.split())
        assert all(name in made.text for name in names)
