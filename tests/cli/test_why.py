"""`inspector why`: the lineage of facts as text and as JSON."""

from __future__ import annotations

import re
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from inspector.analysis.fixes import find
from inspector.analysis.fixes.budget import Budget
from inspector.analysis.fixes.shapes import Fixes
from tests.ample import AMPLE
from tests.cli.histories import call, result, says, user, write
from tests.cli.running import Ran, run

SAMPLES = Path(__file__).parents[2] / "sample_transcripts"
STORY = [
    user("Find the port."),
    *(call("a", "read_file", path="conf.ini"), result("a", "the port is 7431")),
    *(m for at in "bcd" for m in (call(at, "bash", command=f"echo {at}"), result(at, f"out {at}"))),
    *(call("e", "read_file", path="conf.ini"), result("e", "the port is 7431")),
    says("It is 7431."),
]


def why(*arguments: object, env: dict[str, str] | None = None) -> Ran:
    """`inspector why` with time for every value."""
    return run("why", *arguments, "--fix-seconds", AMPLE, env=env)


@pytest.fixture
def looked_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is found for the first of several runs with the same question is told by the others in their own way."""
    found, look = list[Fixes](), find.fixes

    def once(*asked: Any, **options: Any) -> Fixes:
        found.append(found[0] if found else look(*asked, **options))
        return found[0]

    monkeypatch.setattr(find, "fixes", once)


@pytest.fixture
def session(tmp_path: Path) -> Path:
    return write(tmp_path, STORY)


def test_the_whole_story_as_json(session: Path) -> None:
    """Result 1 is cleared when the fourth result comes (evo-agent keeps three): at request 5, whose reply reads it again."""
    ran = why(session, "7431", "--policy", "evo-agent", "--json")
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
    ran = why(session, "7431", "--policy", "evo-agent", env={"COLUMNS": width})
    for words in ("fact", "cleared", "request 5", "re-read", "keep_recent_results", "durable"):
        assert words in ran.out.replace("\n", " ")
    assert max(map(len, ran.out.splitlines())) <= int(width)


def test_fixes_are_told_by_the_names_of_the_screen(session: Path) -> None:
    ran = why(session, "7431", "--policy", "evo-agent", env={"COLUMNS": "120"})
    (head,) = [line.split() for line in ran.out.splitlines() if "knob " in line and " to " in line and "from" in line]
    assert head == ["knob", "from", "to", "largest", "view", "all", "views"]
    assert "+0" not in ran.out


def test_several_facts_are_told_together(session: Path) -> None:
    ran = why(session, "7431", "/out [bc]/", "--message", "1", "--policy", "evo-agent", "--json")
    assert [fact["form"] for fact in ran.json["facts"]] == ["text", "pattern", "message"]
    assert ran.json["together"]["fixes"]


def test_a_fact_that_is_nowhere_fails(session: Path) -> None:
    ran = why(session, "zanzibar", "--json")
    assert ran.code == 1
    assert ran.json["facts"][0]["first"] is None
    assert "does not hold" in why(session, "zanzibar").out


def test_the_nearest_texts_stand_in_for_one_that_is_nowhere(session: Path) -> None:
    ran = why(session, "the prt is 7431", "--json")
    assert ran.code == 1
    assert ran.json["facts"][0]["nearest"][0] == {"message": 3, "block": "3.1", "text": "the port is 7431"}
    assert "nearest     message 3: the port is 7431" in why(session, "the prt is 7431").out


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
    ran = why(session, *arguments)
    assert ran.code == 2
    assert words in ran.err


def test_hostile_text_reaches_the_terminal_as_text(tmp_path: Path) -> None:
    path = write(tmp_path, [user("\x1b]0;owned\x07 [red]x[/red]"), says("ok")])
    ran = why(path, "[red]x[/red]")
    assert "\x1b" not in ran.out
    assert "[red]x[/red]" in ran.out


def test_without_fixes_nothing_is_tried(session: Path) -> None:
    ran = why(session, "7431", "--policy", "evo-agent", "--no-fixes", "--json")
    assert "fixes" not in ran.json["facts"][0]


RESEARCH = SAMPLES / "research.jsonl"
HEIGHT = (RESEARCH, "1920 mm high", "--policy", "evo-agent")


def test_the_agents_own_compaction_is_no_knobs_doing() -> None:
    (fact,) = why(*HEIGHT, "--no-fixes", "--json").json["facts"]
    (lost,) = fact["lost"]
    assert (lost["request"], lost["layer"], lost["knob"], lost["knobs"]) == (24, "summary", None, [])
    assert "no knob decides" in why(*HEIGHT, "--no-fixes").out


@pytest.mark.usefixtures("looked_for_once")
def test_what_does_not_count_is_said_and_nothing_is_said_of_every_value() -> None:
    ran = why(*HEIGHT)
    assert "values tried keeps it" in ran.out
    assert "not counted: summary_input_limit 0" in ran.out
    assert "no single knob" not in ran.out
    tried = {each["knob"]: each for each in why(*HEIGHT, "--json").json["facts"][0]["tried"]}
    assert tried["summary_max_tokens"]["not_counted"][0] == 0
    assert tried["context_limit"]["values"] > 20
    assert not tried["context_limit"]["only_larger"]


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (("--summariser", "none"), "no summariser"),
        (("--summariser", "anthropic:some-model", "--replay-only"), "no kept answer"),
        (("--summariser", "command:false"), "exit code 1"),
    ],
)
def test_summaries_that_nobody_could_make_are_told(options: tuple[str, ...], reason: str) -> None:
    """The agent asks for a summary before request 24: it is the first that is missing, and the height stays."""
    ran = why(*HEIGHT, *options, "--json")
    failed = ran.json["summaries"]["failed"]
    assert (failed[0]["request"], failed[0]["layer"]) == (24, "summary")
    assert reason in failed[0]["reason"]
    assert ran.json["facts"][0]["kept"]
    out = why(*HEIGHT, *options).out.replace("\n            ", " ")
    assert "no summary could be made at" in out
    assert "while summaries failed" in out
    assert why(*HEIGHT, "--no-fixes", "--json").json["summaries"] == {"failed": [], "pending": []}


def test_what_there_is_no_time_for_names_the_option_that_allows_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """A second of work is over when it begins."""
    ticks = count(0, 3)
    monkeypatch.setattr(find, "Budget", lambda seconds: Budget(seconds, lambda: next(ticks)))
    out = " ".join(run("why", *HEIGHT, "--fix-seconds", 1).out.split())
    assert "nothing is known of what keeps it: no value was tried" in out
    assert re.search(r"not tried, for want of time: .* of summary_max_tokens.*; --fix-seconds N allows more", out)


@pytest.mark.parametrize("seconds", ["0", "-4", "nan", "inf", "1e3", "9" * 400, "1.5"])
def test_how_long_is_a_number_of_seconds_from_one(session: Path, seconds: str) -> None:
    ran = run("why", session, "7431", "--fix-seconds", seconds)
    assert ran.code == 2
    assert "--fix-seconds" in ran.err


def test_a_placeholder_paraphrases_nothing() -> None:
    states = [
        {lane["state"] for lane in why(*HEIGHT, "--no-fixes", "--json", *by).json["facts"][0]["lanes"]}
        for by in ((), ("--summariser", "stub:100"))
    ]
    assert states == [{"verbatim", "perhaps paraphrased"}, {"verbatim", "gone"}]


def test_of_several_facts_the_one_that_is_nowhere_is_named(session: Path) -> None:
    asked = (session, "7431", "zanzibar", "--policy", "evo-agent")
    out = why(*asked).out
    assert "those that the record holds" in out
    assert "“zanzibar”: nowhere in the record" in out
    together = why(*asked, "--json").json["together"]
    assert together["left_out"] == [{"text": "zanzibar", "why": "nowhere in the record"}]
    assert together["fixes"]


def test_all_facts_nowhere_need_no_fix_and_have_none(session: Path) -> None:
    out = why(session, "zanzibar", "quagga", "--policy", "evo-agent").out
    assert "none is needed" not in out
    assert "“quagga”: nowhere in the record" in out


@pytest.mark.usefixtures("looked_for_once")
def test_a_fix_that_does_not_last_says_until_when() -> None:
    ran = why(SAMPLES / "re-reads.jsonl", "from ledger.money import ZERO, cents", "--policy", "evo-agent", "--json")
    (fact,) = ran.json["facts"]
    again = [fix["again"] for fix in fact["fixes"]]
    assert any(again)
    assert all(request > fact["needed"] for request in again if request)
    asked = (SAMPLES / "re-reads.jsonl", "from ledger.money import ZERO, cents", "--policy", "evo-agent")
    assert "gone again" in why(*asked, env={"COLUMNS": "160"}).out


def test_what_the_person_wrote_in_capitals_is_pointed_at() -> None:
    asked = (SAMPLES / "order-404.json", "read only", "--policy", "agent-engineering", "--no-fixes")
    words = "also written READ ONLY in message 1, by the user: ask for that or /read only/i"
    assert words in why(*asked, env={"COLUMNS": "160"}).out
    also = why(*asked, "--json").json["facts"][0]["also"]
    assert also == {"text": "READ ONLY", "message": 1, "block": "1.1", "by": "human", "pattern": "/read only/i"}
