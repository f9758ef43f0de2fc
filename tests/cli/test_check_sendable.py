"""`check` asks a provider's rules of every view; `view` and `export --body` of one."""

from __future__ import annotations

from pathlib import Path

from tests.cli.histories import write
from tests.cli.running import Ran, run
from tests.engine.messages import assistant, call, result, system, user

TALK = [each for i in range(6) for each in (user(f"question {i} " * 60), assistant("answer " * 60))]
ENGINEERING = (
    "--policy", "agent-engineering", "--set", "window=700", "--set", "fixed_input=0", "--set", "output_reserve=0",
    "--set", "safety_margin=0",
)  # fmt: skip


def talk(tmp_path: Path) -> Path:
    return write(tmp_path, [*TALK, user("and now?")])


def checked(tmp_path: Path, *more: str) -> Ran:
    return run("check", talk(tmp_path), *ENGINEERING, *more)


def test_what_a_provider_refuses_is_told_by_rule(tmp_path: Path) -> None:
    """The summary of agent-engineering is a message of the assistant, and stands first."""
    ran = checked(tmp_path, "--json")
    found = ran.json
    assert (ran.code, found["ok"]) == (1, False)
    assert (found["sendable"]["provider"], found["sendable"]["views"]) == ("anthropic", 7)
    (runs,) = found["sendable"]["requests"]
    assert found["sendable"]["refused"] == runs["to"] - runs["from"] + 1
    assert runs["to"] == 7
    assert found["sendable"]["certificate"]["kind"] == "bounded"
    (breach,) = [each for each in found["breaches"] if each["severity"] == "error"]
    assert breach["rule"] == "first-user"
    assert (breach["first"], breach["views"]) == (runs["from"], found["sendable"]["refused"])
    assert breach["cause"] == "summary puts its summary there, as the assistant's"
    assert [(each["position"], each["role"]) for each in breach["messages"]] == [(1, "assistant")]
    assert breach["messages"][0]["origin"][0] == 1
    assert breach["source"].startswith("Messages API")


def test_the_heading_speaks_of_what_is_told_beneath_it(tmp_path: Path) -> None:
    """Whoever is told of request 7 is told how far request 7 may be believed."""
    found = checked(tmp_path, "--fail-on", "sendable", "--json").json
    assert found["certificate"] == found["sendable"]["certificate"]
    request = found["certificate"]["request"]
    assert f"bounded at request {request}" in checked(tmp_path, "--fail-on", "sendable").out


def test_which_of_them_fail(tmp_path: Path) -> None:
    assert checked(tmp_path).code == 1
    assert checked(tmp_path, "--fail-on", "sendable").code == 1
    assert checked(tmp_path, "--fail-on", "never").code == 0
    assert checked(tmp_path, "--fail-on", "tail").code == 0
    assert checked(tmp_path, "--fail-on", "sendable", "--provider", "openai").code == 0


def test_a_note_does_not_fail(tmp_path: Path) -> None:
    """Chat templates want roles in turn; the Messages API joins neighbours, and has nothing to say to recorded ones."""
    path = write(tmp_path, [user("go"), user("on"), assistant("yes"), user("thanks")])
    plain = run("check", path, "--json")
    assert (plain.code, plain.json["breaches"]) == (0, [])
    strict = run("check", path, "--provider", "template", "--json")
    assert (strict.code, [each["rule"] for each in strict.json["breaches"]]) == (1, ["alternation"])


def test_people_read_the_rule_the_cause_and_the_messages(tmp_path: Path) -> None:
    ran = run("check", talk(tmp_path), *ENGINEERING, env={"COLUMNS": "80"})
    assert "the Messages API refuses" in ran.out
    assert "first-user" in ran.out
    assert "alone show it" in ran.out
    assert " errors · " in ran.out
    assert all(len(line) <= 80 for line in ran.out.splitlines())
    fine = run("check", write(tmp_path, [user("go"), assistant("yes"), user("thanks")]))
    assert "the Messages API takes every view" in fine.out


def test_a_system_message_alone_is_nothing_to_send(tmp_path: Path) -> None:
    only = run("check", write(tmp_path, [system("you")]), "--json").json
    assert [each["rule"] for each in only["breaches"]] == ["no-messages"]


def test_a_view_names_its_own_breaches(tmp_path: Path) -> None:
    path = write(tmp_path, [user("go"), assistant(call("a")), user("typed", result("a", "1"))])
    (breach,) = run("view", path, "--json").json["breaches"]
    assert (breach["rule"], breach["severity"], breach["blocks"]) == ("results-first", "error", ["3.2", "3.1"])
    assert breach["messages"] == [3]
    assert "results-first" in run("view", path).out


def test_a_problem_is_not_told_twice(tmp_path: Path) -> None:
    path = write(tmp_path, [user("go"), assistant(call("a")), user("well?")])
    ran = run("view", path)
    assert "missing" in ran.out
    assert "answered" not in ran.out
    assert [each["rule"] for each in run("view", path, "--json").json["breaches"]] == ["answered"]


def test_export_warns_of_thinking_that_lost_what_it_was_bound_to(tmp_path: Path) -> None:
    thought = {"type": "thinking", "thinking": "hm", "signature": "s"}
    step = [assistant(thought, call("a")), user(result("a", "x" * 900))]
    second = [assistant(thought, call("b")), user(result("b", "y" * 900))]
    path = write(tmp_path, [user("go"), *step, *second, assistant("done"), user("thanks")])
    ran = run(
        "export",
        path,
        "--body",
        "--policy",
        "go-tiny-claw",
        "--set",
        "max_chars=100",
        "--set",
        "retain_last_messages=1",
    )
    assert ran.code == 0
    assert "note: thinking-prefix: what stood before the thinking 4.1 has changed" in ran.err
    assert ran.json["messages"]
