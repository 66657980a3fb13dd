"""A program in a seat: what it is told, what it may answer, and what happens when it fails."""

import json
import sys
from pathlib import Path

from click.testing import Result
from tests.cli.shared import Fieldhouse

from fieldhouse.kernel import record as records
from fieldhouse.kernel.entries import Chosen

LAST = """
import json, sys
for line in sys.stdin:
    question = json.loads(line)
    with open("heard.jsonl", "a") as file:
        file.write(line)
    print(question["options"][-1]["key"], flush=True)
"""


def play(fieldhouse: Fieldhouse, bot: str) -> Result:
    Path("bot.py").write_text(bot)
    seat = f"Skins=command:{sys.executable} bot.py"
    return fieldhouse(
        "play",
        "sandlot",
        "--dice",
        "5",
        "--length",
        "tiny",
        "--seat",
        seat,
        "--save",
        "g.json",
        typed="1\n" * 99,
    )


def test_a_program_plays_a_whole_game_and_hears_only_what_its_seat_may(fieldhouse: Fieldhouse) -> None:
    assert play(fieldhouse, LAST).exit_code == 0
    record = records.parse_record(Path("g.json").read_text())
    assert record.outcome is not None
    assert record.seats[1].kind.startswith("program:command:")
    heard = [json.loads(line) for line in Path("heard.jsonl").read_text().splitlines()]
    answers = [entry.key for entry in record.entries if isinstance(entry, Chosen) and entry.seat == 1]
    assert answers == [question["options"][-1]["key"] for question in heard]
    assert all(question["seat"] == "Skins" for question in heard)
    told = [line for question in heard for line in question["events"]]
    assert len(told) == len(set(told)), "each line is told once"
    for question in heard:
        if question["what"] == "card":
            assert {option["key"] for option in question["options"]} == set(question["view"]["hand"])


def test_a_program_may_answer_for_the_next_decisions_too(fieldhouse: Fieldhouse) -> None:
    bot = LAST.replace(
        'print(question["options"][-1]["key"], flush=True)',
        'key = question["options"][0]["key"]\n'
        '    keys = [key, sorted(question["view"]["hand"])[0]] if question["what"] == "declare" else [key]\n'
        "    print(json.dumps(keys), flush=True)",
    )
    assert play(fieldhouse, bot).exit_code == 0
    heard = [json.loads(line)["what"] for line in Path("heard.jsonl").read_text().splitlines()]
    record = records.parse_record(Path("g.json").read_text())
    whats = [entry.what for entry in record.entries if isinstance(entry, Chosen) and entry.seat == 1]
    assert whats.count("declare") == heard.count("declare") == 1
    assert whats.count("card") == heard.count("card") + 1, "one card came with the declaration"


def test_a_program_that_ends_answers_nonsense_or_is_not_there(fieldhouse: Fieldhouse) -> None:
    ended = play(fieldhouse, "import sys\nsys.stdin.readline()\nsys.exit(3)\n")
    assert ended.exit_code == 2
    assert "ended (exit code 3) instead of answering" in ended.stderr
    assert "Your game is saved in g.json" in " ".join(ended.output.split())
    Path("g.json").unlink()
    nonsense = play(
        fieldhouse, "print('a field goal from the moon', flush=True)\nimport sys; sys.stdin.read()\n"
    )
    assert nonsense.exit_code == 2
    assert "'a field goal from the moon' refused" in nonsense.stderr
    Path("g.json").unlink()
    broken = play(fieldhouse, "print('[1, 2', flush=True)\nimport sys; sys.stdin.read()\n")
    assert broken.exit_code == 2
    assert "answered '[1, 2'" in broken.stderr
    missing = fieldhouse("play", "sandlot", "--seat", "Skins=command:./no-such-bot", typed="1\n")
    assert missing.exit_code == 2
    assert missing.stderr == "fieldhouse: cannot start './no-such-bot': No such file or directory\n"
    nothing = fieldhouse("play", "sandlot", "--seat", "Skins=command:", typed="1\n")
    assert nothing.exit_code == 2
    assert "needs a program, such as command:./mybot" in nothing.stderr
    quoted = fieldhouse("play", "sandlot", "--seat", "Skins=command:./bot 'x", typed="1\n")
    assert quoted.exit_code == 2
    assert "No closing quotation" in quoted.stderr
