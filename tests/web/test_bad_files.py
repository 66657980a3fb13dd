"""Files and bodies that strangers send: refused with a reason, in little time and memory."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import httpx
import pytest
from tests.web.conftest import Server

from fieldhouse.football.charts import read_toml
from fieldhouse.kernel import registry
from fieldhouse.kernel.errors import BadChart

BOMBS = {
    "dotted": "a." * 19_000 + "a = 1",
    "dotted in a table": "x = {" + "a." * 900 + "a = 1}",
    "quoted and dotted": "x = {" + '"a".' * 900 + "a = 1}",
    "many dotted": "\n".join("a." * 40 + f"k{n} = 1" for n in range(700)),
    "heading": "[" + ".".join("a" * 900) + "]",
    "arrays": "x = " + "[" * 3_000,
    "inline tables": "x = " + "{a = " * 700,
    "digits": "x = " + "9" * 3_900,
    "hexadecimal": "x = 0x" + "f" * 3_900,
    "one long line": "# " + "x" * 30_000,
    "unclosed": "x = '''" + "a\n" * 20_000,
}


@pytest.mark.parametrize("bomb", BOMBS)
def test_a_text_that_costs_a_parser_dearly_is_refused_by_its_shape(bomb: str) -> None:
    with pytest.raises(BadChart) as refused:
        read_toml("chart", BOMBS[bomb])
    assert str(refused.value).startswith("chart: ") and len(str(refused.value)) < 200


def test_strings_and_comments_do_not_count_as_keys_or_nesting() -> None:
    text = "[a.b]\nx = '" + "." * 50 + "[" * 50 + "'  # " + "a." * 30 + "\ny = [1.5, 2.25, 3.125]\n"
    assert read_toml("chart", text)["a"]["b"]["y"] == [1.5, 2.25, 3.125]


REASON = re.compile(r"at most|more than|levels deep")


def doors(client: httpx.Client, text: str) -> Iterator[httpx.Response]:
    """Every address at which a stranger can hand in a chart or team file."""
    for folder in registry.list_games().values():
        for name in folder.meta.materials:
            fields = {"opponent": "coach:rookie", "length": "tiny", f"chart.{name}": text}
            yield client.post(f"/play/{folder.name}", data={**fields, f"title.{name}": "Bears"})
            yield client.post(f"/design/{folder.name}/{name}", data={"text": text, "do": "check"})
        if folder.has("clubs"):
            league = {"title": "Bombs", "name": "Mallory", "game": folder.name, "own": f"{text}\n---\nx = 1"}
            yield client.post("/leagues/new", data=league)


@pytest.mark.parametrize("bomb", ["dotted", "arrays", "digits", "inline tables"])
def test_no_door_opens_to_a_file_that_breaks_the_reader(server: Server, bomb: str) -> None:
    with server.client() as mallory:
        for reply in doors(mallory, BOMBS[bomb]):
            assert reply.status_code == 400, (reply.url, reply.text[:300])
            assert REASON.search(reply.text), (reply.url, reply.text[:300])


NAMES = {
    "right to left": "Bears \u202e sraeB",
    "combining": "B" + "\u0301" * 5_000,
    "long": "B" * 30_000,
    "nothing": "Be\x00ars",
    "zero width": "Be\u200bars",
}


@pytest.mark.parametrize("name", NAMES)
def test_names_in_own_team_files_obey_the_rules_of_names(name: str) -> None:
    folder = registry.find("fastdrive")
    card = {"team": NAMES[name], "season": 1985, "fg": "11-61", "xp": "11-64"}
    with pytest.raises(BadChart, match=r"control character|at most|accents"):
        folder.open(materials={"home": card})


def test_every_text_of_every_material_is_checked_wherever_it_comes_from() -> None:
    for folder in registry.list_games().values():
        usual = folder.open().setup.materials
        for name in folder.meta.materials:
            if name not in usual:
                continue
            spoiled = _spoil(usual[name])
            if spoiled == usual[name]:
                continue
            with pytest.raises(BadChart, match="control character"):
                folder.open(materials={name: spoiled})


def _spoil(data: object) -> object:
    """The same data with U+202E in its first text."""
    if isinstance(data, str):
        return f"{data}\u202e"
    if isinstance(data, dict):
        for key, value in data.items():
            if (changed := _spoil(value)) != value:
                return {**data, key: changed}
    if isinstance(data, list | tuple):
        for place, value in enumerate(data):
            if (changed := _spoil(value)) != value:
                return [*data[:place], changed, *data[place + 1 :]]
    return data


KINDS = [
    "application/json",
    "application/x-www-form-urlencoded",
    "application/x-www-form-urlencoded; charset=utf-16",
    "application/x-www-form-urlencoded; charset=nothing",
    "application/json; charset=nothing",
    "multipart/form-data; boundary=x",
    "multipart/form-data",
    "multipart/form-data; boundary=\u00e9",
    "text/plain",
    "application/octet-stream",
    "application/msgpack",
    "application/x-msgpack",
    "",
]
BODIES = [
    b"\xff\xfe\x00",
    b"seat=%FF%FE&key=%80",
    b"key=\x80\xff",
    b'--x\r\nContent-Disposition: form-data; name="key"\r\n\r\n\xff\xfe\r\n--x--\r\n',
    b'--x\r\nContent-Disposition: form-data; name="\xff"; filename="\xfe"\r\n\r\nab\r\n--x--\r\n',
    b"\x81\xa3key\xc4\x01\xff",
    b'{"game": "\xed\xa0\x80"}',
]


def test_bytes_that_are_no_text_are_refused_under_any_content_type(serve: Callable[..., Server]) -> None:
    server = serve(rate="1e6", burst="1000000")
    with server.client() as mallory:
        mallory.get("/")
        for path in ("/play/sandlot", "/api/tables", "/import", "/t/none/answer", "/leagues/new"):
            for kind in KINDS:
                for body in BODIES:
                    headers = [(b"content-type", kind.encode("latin-1"))] if kind else []
                    reply = mallory.post(path, content=body, headers=headers)
                    assert 400 <= reply.status_code < 500 or b"%" in body, (
                        path,
                        kind,
                        body,
                        reply.status_code,
                    )
                    assert reply.status_code < 500, (path, kind, body)
