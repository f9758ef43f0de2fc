"""`inspector check` as a gate: findings, facts that must be kept, exit codes, and what it prints."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.histories import Message, call, result, says, user, write
from tests.cli.running import run

STORY: list[Message] = [
    user("Find the port. Never push."),
    *(m for at in "abcd" for m in (call(at, "bash", command=f"echo {at}"), result(at, f"out {at}"))),
    says("Done."),
]
LARGE = [user("u" * 4_000), call("a"), result("a", "out"), says("ok"), user("more")]
"""With go-tiny-claw the prompt of 4,000 bytes stays whatever it does: it starts at 3,000."""


@pytest.fixture
def session(tmp_path: Path) -> Path:
    return write(tmp_path, STORY)


def facts(folder: Path, text: str) -> Path:
    path = folder / "facts.yaml"
    path.write_text(text, "utf-8")
    return path


def test_a_sound_session_passes_and_says_what_was_looked_for(session: Path) -> None:
    ran = run("check", session, "--json")
    assert (ran.code, ran.json["ok"], ran.json["findings"], ran.json["must_keep"]) == (0, True, [], [])
    assert {"broken-pairs", "fixed-input", "tail", "stale-meter", "summary-too-big"} <= set(ran.json["families"])
    assert ran.json["fail_on"] == ["error"]
    assert ran.json["certificate"]["kind"] == "reconstructed"


def test_an_error_fails_unless_nothing_shall(session: Path) -> None:
    """35,000 tokens without a history, and a window of 32,000."""
    full = ["check", session, "--policy", "agent-engineering", "--set", "fixed_input=30000"]
    ran = run(*full, "--json")
    assert (ran.code, ran.json["ok"]) == (1, False)
    (found,) = (each for each in ran.json["findings"] if each["family"] == "fixed-input")
    assert (found["severity"], found["failed"], found["requests"]) == ("error", True, [{"from": 1, "to": 5}])
    assert found["evidence"]["limit"] == 32_000
    assert run(*full, "--fail-on", "never").code == 0
    assert run(*full, "--fail-on", "tail").code == 0
    assert run(*full, "--fail-on", "fixed-input").code == 1
    never = run(*full, "--fail-on", "never", "--json").json
    assert (never["ok"], never["fail_on"]) == (True, ["never"])
    assert not any(each["failed"] for each in never["findings"])


def test_warnings_fail_where_they_are_asked_for(tmp_path: Path) -> None:
    arguments = ["check", write(tmp_path, LARGE), "--policy", "go-tiny-claw"]
    ran = run(*arguments)
    assert ran.code == 0
    assert "! tail" in ran.out
    assert "certificate" in ran.out
    assert "sound · 1 warning" in ran.out
    for word in ("warning", "note", "tail"):
        assert run(*arguments, "--fail-on", word).code == 1
    assert run(*arguments, "--fail-on", "stale-meter", "--fail-on", "error").code == 0


@pytest.mark.parametrize("width", [40, 80, 120])
def test_a_finding_is_what_evidence_and_change(tmp_path: Path, width: int) -> None:
    out = run("check", write(tmp_path, LARGE), "--policy", "go-tiny-claw", env={"COLUMNS": str(width)}).out
    assert max(map(len, out.splitlines())) <= width
    words = " ".join(out.split())
    assert words.index("tail: requests 1–3") < words.index("the limit is 3,000") < words.index("→ max_chars 3,000 → ")


def test_facts_that_are_kept_pass(session: Path, tmp_path: Path) -> None:
    path = facts(tmp_path, "facts:\n  - text: Never push\n  - pattern: out [abcd]\n  - message: 1\n")
    ran = run("check", session, "--must-keep", path)
    assert ran.code == 0
    assert "3 of 3 facts kept" in ran.out


def test_a_fact_that_is_lost_fails_with_its_layer_and_knob(session: Path, tmp_path: Path) -> None:
    """evo-agent keeps three results: the first one is cleared at request 5."""
    path = facts(tmp_path, "facts:\n  - text: Never push\n  - text: out a\n    from: request 3\n")
    ran = run("check", session, "--policy", "evo-agent", "--must-keep", path, "--fail-on", "never", "--json")
    assert (ran.code, ran.json["ok"]) == (1, False)
    kept, lost = ran.json["must_keep"]
    assert (kept["kept"], kept["breach"]) == (True, None)
    assert {
        "fact": "out a",
        "from": "request 3",
        "in": "view",
        "first": 3,
        "kept": False,
        "line": 3,
    }.items() <= lost.items()
    wanted = {"request": 5, "requests": 1, "state": "cleared", "layer": "micro", "knob": "keep_recent_results"}
    assert wanted.items() <= lost["breach"].items()
    assert lost["breach"]["block"] == "3.1"
    words = " ".join(
        run("check", session, "--policy", "evo-agent", "--must-keep", path, env={"COLUMNS": "80"}).out.split()
    )
    for part in (
        "missing from request 5 on",
        "layer micro",
        "keep_recent_results",
        "1 of 2 facts kept",
        "1 fact not kept",
    ):
        assert part in words


def test_a_fact_that_was_never_said_fails(session: Path, tmp_path: Path) -> None:
    path = facts(tmp_path, "facts:\n  - text: the moon\n")
    ran = run("check", session, "--must-keep", path)
    assert ran.code == 1
    assert "does not hold it" in ran.out


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("facts:\n  - txt: a\n", ["facts.yaml:2: facts[1].txt", "did you mean text?"]),
        ("facts:\n  - message: 99\n", ["message 99 does not exist"]),
        ("facts:\n  - text: a\n    from: turn 7\n", ["turn 7 does not exist"]),
        ("", ["facts.yaml:1", "empty"]),
    ],
)
def test_bad_facts_are_bad_use(session: Path, tmp_path: Path, text: str, words: list[str]) -> None:
    ran = run("check", session, "--must-keep", facts(tmp_path, text), "--json")
    assert (ran.code, ran.out) == (2, "")
    assert all(word in ran.err for word in words)


def test_bad_words_are_bad_use(session: Path, tmp_path: Path) -> None:
    ran = run("check", session, "--fail-on", "warnings")
    assert (ran.code, "Did you mean 'warning'?" in ran.err) == (2, True)
    assert run("check", session, "--must-keep", tmp_path / "absent.yaml").code == 2
    assert run("check", session, "--must-keep", tmp_path).code == 2


def test_texts_of_the_session_do_not_act_upon_the_terminal(tmp_path: Path) -> None:
    path = write(tmp_path, [user("a \x1b[31mred\x1b[0m fact"), says("ok"), user("on")])
    listed = facts(tmp_path, 'facts:\n  - text: "\\e[31mred"\n  - text: "\\e]0;title\\a"\n')
    ran = run("check", path, "--must-keep", listed)
    assert ran.code == 1
    assert "\x1b" not in ran.out + ran.err


@pytest.mark.parametrize("messages", [[], [user("one")], [call("a")], [says("first")]])
@pytest.mark.parametrize("policy", ["recorded", "go-tiny-claw", "workbuddy-s14", "evo-agent", "agent-engineering"])
def test_hardly_any_session(tmp_path: Path, messages: list[Message], policy: str) -> None:
    path = facts(tmp_path, "facts:\n  - text: one\n")
    ran = run("check", write(tmp_path, messages), "--policy", policy, "--must-keep", path, "--json")
    assert ran.code in (0, 1, 2)
