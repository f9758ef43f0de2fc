"""`inspector recall`: the needs of a session that a policy kept and lost, as text and as JSON."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.histories import call, result, says, user, write
from tests.cli.running import run

STORY = [
    user("Find the port."),
    *(call("a", "read_file", path="etc/conf.ini"), result("a", "the port is 74311, the host db_primary")),
    *(m for at in "bcd" for m in (call(at, "bash", command=f"echo {at}"), result(at, f"out of {at}"))),
    *(call("e", "read_file", path="etc/conf.ini"), result("e", "the port is 74311, the host db_primary")),
    says("db_primary listens on 74311."),
]
"""Result a is cleared when the fourth result comes (evo-agent keeps three); the reply to request 5 reads it again."""


@pytest.fixture
def session(tmp_path: Path) -> Path:
    return write(tmp_path, STORY)


def test_a_session_as_json(session: Path) -> None:
    """Needs: the path at request 5 (held: the first call stays), host and port at request 6 (held: just read again)."""
    ran = run("recall", session, "--policy", "evo-agent", "--json")
    assert ran.code == 0
    found = ran.json
    assert found["recall"] == {"needed": 3, "held": 3, "share": 1.0, "bound": 1.0, "bound_whole": 1.0}
    assert [row["needed"] for row in found["rows"]] == [0, 0, 0, 0, 1, 2]
    (again,) = found["rereads"]
    assert (again["message"], again["request"], again["earlier"], again["caused"]) == (11, 5, 3, True)
    assert again["why"] == "the view no longer held it"
    assert found["misses"] == []
    assert found["certificate"]["kind"] == "bounded"


def test_the_recorded_view_lost_nothing(session: Path) -> None:
    ran = run("recall", session, "--json")
    assert [again["why"] for again in ran.json["rereads"]] == ["the view still held it"]


def test_one_request(tmp_path: Path) -> None:
    """Without the second read the answer needs what the view of request 5 has lost."""
    session = write(tmp_path, [*STORY[:9], says("db_primary listens on 74311.")])
    ran = run("recall", session, "--policy", "evo-agent", "--request", "5", "--json")
    assert (ran.json["request"], ran.json["needed"], ran.json["held"]) == (5, 2, 0)
    needs = {need["text"]: need for need in ran.json["needs"]}
    assert needs["74311"] == {
        "kind": "number",
        "text": "74311",
        "typed": False,
        "first": {"message": 3, "block": "3.1", "by": "tool"},
        "held": False,
        "returned": None,
    }
    assert "no  message 3" in run("recall", session, "--policy", "evo-agent", "--request", "5").out


@pytest.mark.parametrize("width", ["40", "80", "160"])
def test_a_session_in_words(session: Path, width: str) -> None:
    ran = run("recall", session, "--policy", "evo-agent", env={"COLUMNS": width})
    for words in ("recall", "3 needs", "at most", "no longer held", "evidence"):
        assert words in " ".join(ran.out.lower().split())
    assert max(map(len, ran.out.splitlines())) <= int(width)


def test_a_request_that_does_not_exist(session: Path) -> None:
    ran = run("recall", session, "--request", "99")
    assert ran.code == 2
    assert "requests 1 to 6" in ran.err


@pytest.mark.parametrize("messages", [[], [user("hello")], [says("hello")], [call("a", path="x/y.py")]])
def test_next_to_nothing(tmp_path: Path, messages: list[dict[str, object]]) -> None:
    session = write(tmp_path, messages)
    for extra in ((), ("--json",), ("--policy", "evo-agent")):
        assert run("recall", session, *extra).code in (0, 2)


def test_what_a_miss_costs_is_said(tmp_path: Path) -> None:
    """Beneath the numbers: what they are of, and how soon."""
    story = [*STORY[:-3], says("It must be 74311."), user("sure?"), *STORY[-3:]]
    ran = run("recall", write(tmp_path, story), "--policy", "evo-agent", env={"COLUMNS": "80"})
    words = " ".join(ran.out.split())
    assert "1 missed" in words
    assert "cost: the later call and its answer, or the typed text, that shows it again within 8 requests" in words


def test_a_reading_that_failed_is_told_as_such(tmp_path: Path) -> None:
    story = [*STORY[:3], call("x", "read_file", path="etc/conf.ini"), result("x", "Error: file is locked")]
    words = run("recall", write(tmp_path, story), "--policy", "evo-agent").out
    assert "the reading failed: 1 time" in words
    assert "had changed" not in words
