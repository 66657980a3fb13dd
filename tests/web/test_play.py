"""Playing by real forms, as a browser without script does; what a table offers beside answering."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import httpx
import pytest
from tests.web.conftest import Server
from tests.web.forms import Page, after, press, start, table_id


def play_out(client: httpx.Client, page: Page, limit: int = 300) -> Page:
    """Press the first button until the game is over."""
    for _ in range(limit):
        page = after(client, page)
        if page.state == "over":
            return page
        page = press(client, page, page.keys[0])
        assert page.reply.status_code == 200
    raise AssertionError("the game does not end")


def record_of(client: httpx.Client, page: Page) -> dict[str, object]:
    found = client.get(f"/t/{table_id(page)}/record.json").json()
    assert isinstance(found, dict)
    return found


def test_a_whole_game_against_a_coach_needs_no_script(server: Server) -> None:
    with server.client() as client:
        page = start(client, opponent="coach:starter", length="tiny", name="Ann")
        page = play_out(client, page)
        assert re.search(r"Shirts win|Skins win|A tie", page.text)
        found = record_of(client, page)
        assert found["outcome"] and found["dice"]["secrets"]  # type: ignore[index]


def test_the_record_of_a_finished_game_verifies(server: Server) -> None:
    from fieldhouse.kernel import record, verify

    with server.client() as client:
        page = play_out(client, start(client, opponent="coach:rookie", length="tiny", nonce="f" * 32))
        text = client.get(f"/t/{table_id(page)}/record.json").text
        receipt = re.search(r"Receipt so far: <code class=\"hash\">([0-9a-f]{64})", page.text)
        assert receipt
        verdict = verify.verify(record.parse_record(text), [receipt.group(1)])
        assert verdict.ok, verdict.faults
        assert "No problems found" in client.get(f"/t/{table_id(page)}/verify").text
        false = client.get(f"/t/{table_id(page)}/verify?receipts={'0' * 64}").text
        assert "Something doesn't match" in false


def test_the_nonce_of_the_person_is_in_the_dice(server: Server) -> None:
    with server.client() as client:
        page = start(client, opponent="coach:rookie", length="tiny", nonce="a1b2c3d4e5f6a7b8")
        assert record_of(client, page)["dice"]["nonces"]["0"] == "a1b2c3d4e5f6a7b8"  # type: ignore[index]
        assert "their own browser" in page.text
        page = start(client, opponent="coach:rookie", length="tiny")
        assert "the server (no JavaScript), so it can&#39;t be verified" in page.text


def test_the_commitment_is_shown_before_the_nonce_arrives_and_serves_once(server: Server) -> None:
    from fieldhouse.kernel.fair import commitment

    with server.client() as client:
        setup = Page(client.get("/play/sandlot"))
        shown = re.search(r'class="hash">([0-9a-f]{64})', setup.text)
        form = setup.form("/play/sandlot")
        assert shown and form is not None
        data = {**form.fields, "opponent": "coach:rookie", "length": "tiny"}
        first = Page(client.post(form.action, data=data))
        again = Page(client.post(form.action, data=data))
        assert table_id(first) == table_id(again), "a double click makes one table"
        over = play_out(client, first)
        secret = record_of(client, over)["dice"]["secrets"][0]  # type: ignore[index]
        assert commitment(secret) == shown.group(1)
        assert "too old" in client.post(form.action, data={**data, "token": "0.0"}).text


def test_hot_seat_shows_nothing_until_the_curtain_opens(server: Server) -> None:
    with server.client() as client:
        page = start(client, opponent="hotseat", length="tiny")
        assert "show my turn" in page.text and not page.keys
        mine = Page(client.get(f"/t/{table_id(page)}?seat=0"))
        assert mine.keys
        after = press(client, mine, mine.keys[0])
        assert "I'm Skins: show my turn" in after.text, "the same address does not show the other side"
        assert not after.keys and "as-cards" not in after.text
        other = Page(client.get(f"/t/{table_id(page)}?seat=1"))
        assert other.keys


def test_one_person_for_both_sides_plays_without_a_curtain(server: Server) -> None:
    with server.client() as client:
        page = play_out(client, start(client, opponent="both", length="tiny"))
        assert page.state == "over"


def test_typed_dice_are_asked_for_and_checked(server: Server) -> None:
    with server.client() as client:
        page = start(client, opponent="both", length="tiny", dice="typed")
        assert "Flip: the coin" in page.text
        page = press(client, page, "heads", "/roll")
        stale = page.form("/roll")
        assert stale is not None and "a card for Shirts" in page.text
        page = press(client, page, "RUN", "/roll")
        refused = Page(client.post(stale.action, data={**stale.fields, "key": "RUN"}))
        assert refused.reply.status_code == 409
        form = page.form("/roll")
        assert form is not None
        wrong = client.post(form.action, data={**form.fields, "key": "ACE"})
        assert wrong.status_code == 422 and "gives one of" in wrong.text
        assert record_of(client, page)["dice"]["kind"] == "typed"  # type: ignore[index]


def test_undo_is_offered_until_somebody_learned_something(server: Server) -> None:
    with server.client() as client:
        page = start(client, opponent="both", length="tiny")
        first = page.keys[0]
        page = press(client, page, first)
        assert any(("key", "undo") in form.buttons for form in page.forms)
        page = press(client, page, "undo")
        assert page.keys[0] == first
        page = press(client, page, first)
        page = press(client, page, page.keys[0])
        assert not any(("key", "undo") in form.buttons for form in page.forms), "the cards were shown"


def test_conceding_ends_the_game_and_a_rematch_begins_another(server: Server) -> None:
    with server.client() as client:
        page = start(client, opponent="coach:rookie", length="tiny")
        page = press(client, page, "concede")
        assert "Shirts concede" in page.text and "Shirts concedes" not in page.text and page.state == "over"
        form = page.form("/rematch")
        assert form is not None
        again = Page(client.post(form.action, data=form.fields))
        assert again.state == "live" and table_id(again) != table_id(page)
        same = Page(client.post(form.action, data={"dice": "same"}))
        assert same.state == "live"
        ours = [e for e in record_of(client, page)["entries"] if e["t"] == "roll"]  # type: ignore[attr-defined]
        theirs = [e for e in record_of(client, same)["entries"] if e["t"] == "roll"]  # type: ignore[attr-defined]
        mine = [e for e in theirs if e["key"] != "?"]
        assert mine and [e for e in ours if (e.get("sees") or [0]) == [0]][: len(mine)] == mine


def test_a_tie_is_declined_by_a_coach(server: Server) -> None:
    with server.client() as client:
        page = start(client, opponent="coach:starter", length="tiny")
        page = press(client, page, "offer-tie")
        page = after(client, page, lambda found: "declines the tie" in found.text)
        assert page.state == "live"


def test_a_hint_names_an_option(server: Server) -> None:
    with server.client() as client:
        page = start(client, opponent="coach:starter", length="tiny")
        form = page.form("/hint")
        assert form is not None
        hinted = client.post(form.action, data=form.fields)
        said = re.search(r'<div class="hint" role="status"><p>([^<]*)', hinted.text)
        assert said and re.search(r"\b([Rr]un|[Pp]ass|[Tt]rick|[Ss]ettle)", said[1]), hinted.text


def test_the_lab_gives_win_chances(serve: Callable[..., Server]) -> None:
    """On a server with patience: a busy machine takes long to wake the lab."""
    with serve(think_seconds="15", patience_seconds="120").client() as client:
        page = start(client, opponent="coach:starter", length="tiny")
        form = page.form("/hint")
        assert form is not None
        told = client.post(form.action, data={**form.fields, "what": "chances"}).text
        assert "Win probability of each option" in told and re.search(r"[Ee]xact|[Pp]layouts", told), (
            "it says how"
        )
        rows = re.findall(r"<li><b>(\w+)</b><em>([\d.]+)%", told)
        assert sorted(label.upper() for label, _ in rows) == sorted(page.keys)
        assert all(0 <= float(win) <= 100 for _, win in rows)


def test_replay_steps_branches_and_exports(server: Server) -> None:
    with server.client() as client:
        page = play_out(client, start(client, opponent="both", length="tiny"))
        where = f"/t/{table_id(page)}/replay"
        size = len(record_of(client, page)["entries"])  # type: ignore[arg-type]
        for at in (0, 1, size // 2, size, size + 99):
            assert client.get(f"{where}?at={at}").status_code == 200
        first = client.get(f"{where}?at=1").text
        assert re.search(r'<h2 id="ask-h">The coin: (heads|tails)</h2>', first)
        part = client.get(f"{where}?at=1", headers={"x-fieldhouse": "part"}).text
        assert part.lstrip().startswith("<div") and "data-following" in part
        branch = Page(client.post(f"/t/{table_id(page)}/branch", data={"at": "9", "opponent": "both"}))
        assert branch.state == "live" and "can't be verified" in branch.text
        over = play_out(client, branch)
        assert over.state == "over"
        ours, theirs = record_of(client, over)["entries"], record_of(client, page)["entries"]
        assert ours[:9] == theirs[:9]  # type: ignore[index]


def test_a_running_game_has_no_replay_and_no_branch(server: Server) -> None:
    with server.client() as client:
        page = start(client, opponent="both", length="tiny")
        assert client.get(f"/t/{table_id(page)}/replay").status_code == 409
        assert client.get(f"/t/{table_id(page)}/verify").status_code == 409
        assert client.post(f"/t/{table_id(page)}/branch", data={"at": "0"}).status_code == 409


def test_a_record_comes_back_by_import(server: Server) -> None:
    with server.client() as client:
        page = play_out(client, start(client, opponent="both", length="tiny"))
        text = client.get(f"/t/{table_id(page)}/record.json").content
        brought = client.post("/import", files={"file": ("game.json", text, "application/json")})
        assert brought.status_code == 200 and "/replay" in str(brought.url)
        refused = client.post(
            "/import", files={"file": ("game.json", b'{"fieldhouse": 1}', "application/json")}
        )
        assert refused.status_code == 400 and "missing required field" in refused.text


def test_my_tables_lists_and_delete_removes(server: Server) -> None:
    with server.client() as client:
        page = start(client, opponent="coach:rookie", length="tiny")
        assert table_id(page) in client.get("/mine").text
        with server.client() as stranger:
            assert table_id(page) not in stranger.get("/mine").text
            assert stranger.post(f"/t/{table_id(page)}/delete").status_code == 403
        client.post(f"/t/{table_id(page)}/delete")
        assert table_id(page) not in client.get("/mine").text
        assert client.get(f"/t/{table_id(page)}").status_code == 404


def test_own_charts_are_read_and_faults_are_named(server: Server) -> None:
    with server.client() as client:
        chart = client.get("/chart/sandlot/yards").text
        more = re.sub(r"per_pip = \d+", "per_pip = 30", chart)
        page = start(client, opponent="both", length="tiny", **{"chart.yards": more})
        over = play_out(client, page)
        assert json.dumps(record_of(client, over)["materials"]).count("30") >= 3
        wrong = start(client, opponent="both", **{"chart.yards": chart.replace("RUN", "RAN")})
        assert wrong.reply.status_code == 400 and "unknown row RAN" in wrong.text


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("opponent", "coach:god", "has no coach"),
        ("opponent", "", "is not one of"),
        ("length", "eternal", "has no length"),
        ("o.drives", "99", "a whole number from 1 to 20"),
        ("o.color", "red", "has no option"),
        ("seat", "7", "is not one of 0 to 1"),
        ("deadline", "soon", "number of minutes"),
    ],
)
def test_bad_wishes_are_explained(server: Server, field: str, value: str, words: str) -> None:
    with server.client() as client:
        page = start(client, **{"opponent": "both", field: value})
        assert page.reply.status_code == 400 and words in page.text


def new_lines(page: Page) -> list[int]:
    return [int(n) for n in re.findall(r'class="ev [^"]*\bnew" data-n="(\d+)"', page.text)]


def test_what_happened_since_my_last_answer_is_marked(server: Server) -> None:
    """Also when the page is loaded again, and by the server that reads the table from its store."""
    with server.client() as client:
        page = start(client, opponent="coach:starter", length="tiny")
        marked = 0
        while page.state != "over":
            before = len(re.findall('data-n="', page.text))
            page = after(client, press(client, page, page.keys[0]))
            told = len(re.findall('data-n="', page.text))
            if told > before:
                assert new_lines(page) == list(reversed(range(before, told)))
                assert new_lines(Page(client.get(str(page.reply.url)))) == new_lines(page)
                marked += 1
        assert marked > 3


def test_dice_of_long_ago_are_not_shown(server: Server) -> None:
    with server.client() as client:
        page = start(client, "squares", opponent="both", length="tiny")
        assert "flip" in page.text.partition('class="dice"')[2].partition("</ul>")[0]
        while 'class="dice"' in page.text and page.state == "live":
            page = press(client, page, page.keys[0])
        assert page.state == "live", "the toss is forgotten after the first answers"


def test_the_lobby_offers_to_go_on_with_what_is_not_over(server: Server) -> None:
    with server.client() as client:
        page = start(client, opponent="both", length="tiny")
        assert f"/t/{table_id(page)}" in client.get("/").text
        press(client, page, "concede")
        assert f"/t/{table_id(page)}" not in client.get("/").text
        assert f"/t/{table_id(page)}" in client.get("/mine").text


def test_lost_pages_are_clear(server: Server) -> None:
    with server.client() as client:
        for address in (
            "/nothing",
            "/t/nothing",
            "/play/chess",
            "/join/nothing",
            "/seat/nothing",
            "/rules/chess",
        ):
            reply = client.get(address)
            assert reply.status_code == 404 and "<h1>" in reply.text and "All games" in reply.text
        assert "SL-4.2" in client.get("/rules/sandlot").text
        assert 'id="SL-4.2"' in client.get("/rules/sandlot").text
