"""`inspector why`: the lineage of facts as text and as JSON."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.histories import call, result, says, user, write
from tests.cli.running import run

STORY = [
    user("Find the port."),
    *(call("a", "read_file", path="conf.ini"), result("a", "the port is 7431")),
    *(m for at in "bcd" for m in (call(at, "bash", command=f"echo {at}"), result(at, f"out {at}"))),
    *(call("e", "read_file", path="conf.ini"), result("e", "the port is 7431")),
    says("It is 7431."),
]


@pytest.fixture
def session(tmp_path: Path) -> Path:
    return write(tmp_path, STORY)


def test_the_whole_story_as_json(session: Path) -> None:
    """Result 1 is cleared when the fourth result comes (evo-agent keeps three): at request 5, whose reply reads it again."""
    ran = run("why", session, "7431", "--policy", "evo-agent", "--json")
    assert ran.code == 0
    (fact,) = ran.json["facts"]
    assert fact["first"] == {"message": 3, "block": "3.1", "by": "tool", "turn": 1, "request": 2}
    assert fact["lanes"] == [
        {"from": 2, "to": 4, "state": "verbatim"},
        {"from": 5, "to": 5, "state": "cleared"},
        {"from": 6, "to": 6, "state": "verbatim"},
    ]
    (lost,) = fact["lost"]
    assert (lost["request"], lost["layer"], lost["knob"]) == (5, "micro", "keep_recent_results")
    (back,) = fact["returned"]
    assert (back["how"], back["request"], back["by"], back["path"]) == ("re-read", 5, "read_file", "conf.ini")
    assert fact["needed"] == 5
    assert {"knob": "keep_recent_results", "from": 3, "to": 4}.items() <= fact["fixes"][0].items()
    assert fact["fixes"][0]["proven"]
    assert ran.json["together"] is None
    assert ran.json["certificate"]["kind"] == "bounded"


@pytest.mark.parametrize("width", ["40", "80", "160"])
def test_the_whole_story_in_words(session: Path, width: str) -> None:
    ran = run("why", session, "7431", "--policy", "evo-agent", env={"COLUMNS": width})
    for words in ("fact", "cleared", "request 5", "re-read", "keep_recent_results", "durable"):
        assert words in ran.out.replace("\n", " ")
    assert max(map(len, ran.out.splitlines())) <= int(width)


def test_several_facts_are_told_together(session: Path) -> None:
    ran = run("why", session, "7431", "/out [bc]/", "--message", "1", "--policy", "evo-agent", "--json")
    assert [fact["form"] for fact in ran.json["facts"]] == ["text", "pattern", "message"]
    assert ran.json["together"]["fixes"]


def test_a_fact_that_is_nowhere_fails(session: Path) -> None:
    ran = run("why", session, "zanzibar", "--json")
    assert ran.code == 1
    assert ran.json["facts"][0]["first"] is None
    assert "does not hold" in run("why", session, "zanzibar").out


def test_the_nearest_texts_stand_in_for_one_that_is_nowhere(session: Path) -> None:
    ran = run("why", session, "the prt is 7431", "--json")
    assert ran.code == 1
    assert ran.json["facts"][0]["nearest"][0] == {"message": 3, "block": "3.1", "text": "the port is 7431"}
    assert "nearest     message 3: the port is 7431" in run("why", session, "the prt is 7431").out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "what was forgotten"),
        (["/(/"], "/(/"),
        (["--message", "99"], "message 99 does not exist"),
        (["7431", "--need", "77"], "request 77 does not exist"),
        ([" "], "empty"),
    ],
)
def test_bad_use_says_what_to_do(session: Path, arguments: list[str], words: str) -> None:
    ran = run("why", session, *arguments)
    assert ran.code == 2
    assert words in ran.err


def test_hostile_text_reaches_the_terminal_as_text(tmp_path: Path) -> None:
    path = write(tmp_path, [user("\x1b]0;owned\x07 [red]x[/red]"), says("ok")])
    ran = run("why", path, "[red]x[/red]")
    assert "\x1b" not in ran.out
    assert "[red]x[/red]" in ran.out


def test_without_fixes_nothing_is_tried(session: Path) -> None:
    ran = run("why", session, "7431", "--policy", "evo-agent", "--no-fixes", "--json")
    assert "fixes" not in ran.json["facts"][0]
