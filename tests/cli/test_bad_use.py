"""Bad use and bad input: exit code 2, one or two lines on stderr that say what to do, nothing on stdout."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from inspector.cli.errors import BROKEN_PIPE, FAULT
from inspector.cli.main import INTERRUPTED
from tests.cli.histories import call, long_talk, result, system, user, write
from tests.cli.running import run


@pytest.fixture
def session(tmp_path: Path) -> Path:
    return write(tmp_path, long_talk(8))


CASES: list[tuple[list[str], list[str]]] = [
    (["view", "{session}", "--policy", "go-tiny-clav"], ["go-tiny-clav", "Did you mean 'go-tiny-claw'?"]),
    (["view", "{session}", "--policy", "nothing-like-it"], ["recorded, go-tiny-claw"]),
    (["view", "{session}", "--policy", "go-tiny-claw", "--set", "max_char=1"], ["max_char", "did you mean max_chars?"]),
    (["view", "{session}", "--policy", "go-tiny-claw", "--set", "max_chars=-5"], ["max_chars", "out of range"]),
    (["view", "{session}", "--policy", "go-tiny-claw", "--set", "max_chars=many"], ["many", "KNOB=VALUE"]),
    (["view", "{session}", "--policy", "go-tiny-claw", "--set", "max_chars"], ["KNOB=VALUE"]),
    (["view", "{session}", "--set", "max_chars=5"], ["recorded", "--policy"]),
    (["view", "{session}", "--request", "99"], ["requests 1 to 4"]),
    (["view", "{session}", "--request", "0"], ["requests 1 to 4"]),
    (["view", "{session}", "--request", "next"], ["'last'"]),
    (["view", "{folder}/absent.jsonl"], ["absent.jsonl", "no such file"]),
    (["view", "{folder}"], ["folder"]),
    (["view", "{folder}/empty"], ["empty"]),
    (["view", "{folder}/noise"], ["noise"]),
    (["view", "{folder}/object.json"], ["object.json"]),
    (["view", "{session}", "--leaf", "x"], ["branches"]),
    (["view", "{session}", "--tools", "{folder}/noise"], ["--tools", "UTF-8"]),
    (["view", "{session}", "--tools", "{folder}/object.json"], ["JSON array"]),
    (["view", "{session}", "--tools", "{folder}/absent"], ["--tools", "no such file"]),
    (["view", "{session}", "--system", "{folder}/noise"], ["UTF-8"]),
    (["view", "{session}", "--summariser", "poet"], ["poet", "extractive", "none, policy."]),
    (["view", "{session}", "--summariser", "Policy"], ["Did you mean 'policy'?"]),
    (["view"], ["PATH"]),
    (["view", ""], ["PATH is empty"]),
    (["view", "{session}", "--policy", ""], ["--policy is empty", "preset"]),
    (["view", "{session}", "--leaf", ""], ["--leaf is empty"]),
    (["view", "{session}", "--sidechain", ""], ["--sidechain is empty"]),
    (["view", "{session}", "--system", ""], ["--system is empty"]),
    (["view", "{session}", "--tools", ""], ["--tools is empty"]),
    (["view", "{session}", "--set", ""], ["KNOB=VALUE"]),
    (["view", "{session}", "--request", ""], ["'last'"]),
    (["view", "{session}", "--polcy", "x"], ["--polcy", "--policy", "--help"]),
    (["replay", "{session}", "--policy", "{folder}/noise"], ["noise"]),
    (["replay", "{session}", "--policy", "{folder}/bad.yaml"], ["bad.yaml"]),
    (["check", "{folder}/absent.jsonl"], ["absent.jsonl"]),
    (["export", "{session}"], ["recorded", "--policy"]),
    (["export", "{session}", "--policy", "go-tiny-claw", "-o", "{folder}/no/such/x.yaml"], ["-o", "no such file"]),
    (["export", "{session}", "--policy", "go-tiny-claw", "-o", "{folder}"], ["directory"]),
    (["export", "{session}", "--policy", "go-tiny-claw", "-o", "{session}"], ["never changed"]),
    (["export", "{session}", "--policy", "go-tiny-claw", "-o", "{session}", "--force"], ["never changed"]),
    (["export", "{session}", "--policy", "go-tiny-claw", "-o", ""], ["-o is empty"]),
    (["policies", "show", "go-tiny"], ["go-tiny"]),
    (["policies", "show", ""], ["NAME is empty"]),
    (["policies", "validate", ""], ["FILES is empty"]),
    (["policies", "validate", "{folder}/absent.yaml"], ["absent.yaml"]),
    (["policies", "frobnicate"], ["frobnicate"]),
    (["completion", "tcsh"], ["tcsh", "bash"]),
    (["demo", "no-such-sample"], ["sample"]),
    (["vew"], ["vew", "Did you mean 'view'?"]),
    (["{session}", "{session}"], ["one session at a time"]),
    (["{session}"], ["terminal"]),
    (["{folder}"], ["needs a terminal"]),
    ([""], ["PATH is empty"]),
    ([], ["terminal"]),
]


@pytest.mark.parametrize(("arguments", "told"), CASES, ids=[" ".join(case[0]) or "nothing" for case in CASES])
def test_bad_use_says_what_to_do(arguments: list[str], told: list[str], session: Path, tmp_path: Path) -> None:
    (tmp_path / "empty").write_bytes(b"")
    (tmp_path / "noise").write_bytes(bytes(range(256)) * 20)
    (tmp_path / "object.json").write_text('{"a": 1}\n')
    (tmp_path / "bad.yaml").write_text("schema: compaction-policy/1\nname: x\nlayers: 5\nfoo: 1\nstate: never\n")
    ran = run(*(argument.format(session=session, folder=tmp_path) for argument in arguments))
    assert ran.code == 2, ran
    assert ran.out == ""
    assert 1 <= len(ran.err.splitlines()) <= 2, ran.err
    for words in told:
        assert words in ran.err


def test_only_what_has_a_yaml_is_offered_where_yaml_is_asked_for(session: Path) -> None:
    for name in ("recorded", "nothing-like-it"):
        for ran in (run("policies", "show", name), run("export", session, "--policy", name)):
            assert ran.code == 2
            assert "go-tiny-claw" in ran.err
            assert "is recorded" not in ran.err
    assert "--policy" not in run("policies", "show", "recorded").err
    assert "--policy" in run("export", session).err


def test_last_may_be_written_as_the_help_writes_it(session: Path) -> None:
    assert run("view", session, "--request", "LAST").out == run("view", session).out


def test_a_supplied_system_prompt_does_not_replace_a_recorded_one(tmp_path: Path) -> None:
    path = write(tmp_path, [system("mine"), user("hello")])
    other = tmp_path / "other.md"
    other.write_text("yours")
    ran = run("view", path, "--system", other)
    assert (ran.code, ran.out) == (2, "")
    assert "of its own" in ran.err


def test_the_last_of_two_settings_of_a_knob_wins(session: Path) -> None:
    ran = run(
        "view", session, "--policy", "go-tiny-claw", "--set", "max_chars=5", "--set", "max_chars=70_000", "--json"
    )
    assert ran.json["policy"]["knobs"]["max_chars"] == 70_000


def test_an_unreadable_file(session: Path) -> None:
    session.chmod(0)
    if os.access(session, os.R_OK):
        pytest.skip("this user may read everything")
    assert run("view", session).code == 2


def test_ctrl_c_ends_with_130_and_a_reader_that_left_quietly(session: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    def left(*_: object) -> None:
        raise BrokenPipeError

    monkeypatch.setattr("inspector.cli.view.open_replay", interrupted)
    ran = run("view", session)
    assert (ran.code, ran.err.strip()) == (INTERRUPTED, "")
    monkeypatch.setattr("inspector.cli.view.open_replay", left)
    monkeypatch.setattr("inspector.cli.program.silence_stdout", lambda: None)
    ran = run("view", session)
    assert (ran.code, ran.out, ran.err) == (BROKEN_PIPE, "", "")


def test_a_fault_of_the_program_is_no_traceback(session: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fault(*_: object) -> None:
        raise ZeroDivisionError("one\ntwo")

    monkeypatch.setattr("inspector.cli.view.open_replay", fault)
    ran = run("view", session)
    assert ran.code == FAULT
    assert "ZeroDivisionError" in ran.err


def test_a_command_named_like_a_file_is_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, [user("a"), call("c", x=1), result("c", "b")], "view")
    monkeypatch.chdir(tmp_path)
    assert run("view", "view", "--json").json["transcript"]["messages"] == 3
