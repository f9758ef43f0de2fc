"""`--summariser` on every command, and `summaries`: what is kept, shown and cleared."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import click
import pytest

from inspector.cli.cassette import show
from inspector.cli.view import command as view
from inspector.summary.answer import Answer, Usage
from inspector.summary.cassette import Cassette, key
from inspector.summary.registry import SPECS
from tests.cli.running import Ran, run
from tests.cli.test_hostile import EVIL, assert_safe
from tests.summary.programs import gone, python, until

KEYS = [key("anthropic", "model-1", {"n": n}) for n in range(3)]
WRITES = "import sys; open(sys.argv[1], 'a').write('x'); print('## Goal\\nfind a battery that fits')"


@pytest.fixture
def session(samples: dict[str, Path]) -> Path:
    return samples["research"]


@pytest.fixture
def writer(tmp_path: Path) -> str:
    """A program that writes summaries; every run leaves a letter in the file `runs`."""
    return "command:" + python(WRITES, str(tmp_path / "runs"))


def _kept() -> None:
    Cassette().put(
        KEYS[0],
        Answer("## Goal\nfind it", "model-1-20260101", Usage(1_200, 340, 7, 0), 2.5),
        {
            "kind": "anthropic",
            "model": "model-1",
            "request": 7,
            "layer": "s",
            "first": "1.1",
            "last": "9.2",
            "price": 0.0123,
        },
    )


def test_a_program_is_asked_once_and_told_about(session: Path, writer: str, tmp_path: Path) -> None:
    first = run("replay", session, "--policy", "evo-agent", "--summariser", writer, "--json")
    runs = (tmp_path / "runs").read_text()
    assert first.code == 0
    assert runs
    said = first.err.splitlines()
    assert len([line for line in said if line.startswith("inspector: asking command:")]) == len(runs)
    assert len([line for line in said if " answered in " in line]) == len(runs)
    assert "tokens to read" in first.err
    again = run("replay", session, "--policy", "evo-agent", "--summariser", writer, "--json", "--replay-only")
    assert again.raw == first.raw
    assert again.err == ""
    assert (tmp_path / "runs").read_text() == runs


@pytest.mark.parametrize("command", ["view", "replay", "check", "export"])
def test_replay_only_asks_nobody(session: Path, writer: str, tmp_path: Path, command: str) -> None:
    more = ["--body"] if command == "export" else []
    ran = run(command, session, "--policy", "evo-agent", "--summariser", writer, "--replay-only", *more)
    assert ran.code == 0
    assert not (tmp_path / "runs").exists()


def test_replay_only_says_what_is_missing(session: Path, writer: str) -> None:
    ran = run("view", session, "--policy", "evo-agent", "--summariser", writer, "--replay-only", "--json")
    problems = [each["text"] for each in ran.json["problems"]]
    assert [text for text in problems if "no kept answer of command:" in text and "blocks 2.1 to" in text]


def test_one_that_fails_is_not_asked_at_every_request(session: Path) -> None:
    ran = run("view", session, "--policy", "evo-agent", "--summariser", "command:no-such-program", "--json")
    assert ran.code == 0
    assert "asking" not in ran.err
    assert "is not asked any more" in ran.err
    assert "no program 'no-such-program'" in ran.err


def test_summarisers_that_ask_nobody_say_nothing(session: Path) -> None:
    for spec in ("extractive", "none", "stub:300", "recorded"):
        ran = run("replay", session, "--policy", "evo-agent", "--summariser", spec)
        assert (ran.code, ran.err) == (0, ""), spec


def test_a_placeholder_has_its_size(session: Path) -> None:
    sizes = {}
    for size in (100, 400):
        ran = run("replay", session, "--policy", "evo-agent", "--summariser", f"stub:{size}", "--json")
        rows = ran.json["rows"]
        sizes[size] = next(row["view"] for row in rows if row["compacted"])
    assert sizes[400] - sizes[100] == 300


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("extractiv", "Did you mean 'extractive'?"),
        ("", "no summariser ''"),
        ("stub:x", "stub:1500"),
        ("command:", "Write command:PROGRAM"),
        ("command:'open", "no closing quotation"),
    ],
)
def test_a_wrong_name_is_told_before_anything_is_read(spec: str, said: str) -> None:
    ran = run("view", "no-such-file.jsonl", "--summariser", spec)
    assert ran.code == 2
    assert said in ran.err


def test_the_help_names_every_summariser() -> None:
    shown = run("summaries", "--help").out
    for spec in SPECS:
        assert f"  {spec.form}  " in shown
        assert spec.help in shown


def test_names_are_completed() -> None:
    _kept()
    option = next(each for each in view.params if each.name == "summariser")
    offered = {item.value for item in option.shell_complete(click.Context(view), "")}
    assert offered == {"extractive", "recorded", "anthropic:", "command:", "stub:", "none", "policy"}
    argument = next(each for each in show.params if each.name == "key")
    assert [item.value for item in argument.shell_complete(click.Context(show), KEYS[0][:2])] == [KEYS[0][:12]]


def test_nothing_is_kept(home: Path) -> None:
    assert "No summaries are kept" in run("summaries", "list").out
    assert run("summaries", "list", "--json").json["summaries"] == []
    assert run("summaries", "clear", "--all").out.startswith("0 answers removed")


def test_the_list() -> None:
    _kept()
    ran = run("summaries", "list")
    for text in (KEYS[0][:12], "1.1–9.2", "340 tokens", "$0.0123", "anthropic:model-1"):
        assert text in ran.out
    (found,) = run("summaries", "list", "--json").json["summaries"]
    assert found.pop("bytes") > 100
    assert found.pop("made").endswith("Z")
    assert found == {
        "key": KEYS[0],
        "summariser": "anthropic:model-1",
        "request": 7,
        "layer": "s",
        "first": "1.1",
        "last": "9.2",
        "limit": None,
        "unit": None,
        "mode": None,
        "model": "model-1-20260101",
        "stop": "end",
        "seconds": 2.5,
        "usage": {"input": 1200, "output": 340, "cache_read": 7, "cache_write": 0},
        "price": 0.0123,
        "damage": None,
    }


def test_one_of_them() -> None:
    _kept()
    ran = run("summaries", "show", KEYS[0][:6])
    assert ran.out.endswith("\n\n## Goal\nfind it\n")
    assert "1,207 tokens read (7 from the cache), 340 written, $0.0123; blocks 1.1–9.2" in ran.out
    assert run("summaries", "show", KEYS[0].upper(), "--json").json["text"] == "## Goal\nfind it"


@pytest.mark.parametrize("name", ["", "12", "zzzz", "../..", "0" * 64])
def test_one_that_is_not_there(name: str) -> None:
    _kept()
    ran = run("summaries", "show", name)
    assert ran.code == 2
    assert "no kept summary has a key that begins with" in ran.err
    assert run("summaries", "clear", name).code == 2


def test_a_name_of_several() -> None:
    for digit in "ab":
        Cassette().put("0123" + digit * 60, Answer("x"), {})
    ran = run("summaries", "show", "0123")
    assert ran.code == 2
    assert "begins 2 keys" in ran.err


def test_clear_wants_to_know_what() -> None:
    _kept()
    Cassette().put(KEYS[1], Answer("x"), {})
    assert run("summaries", "clear").code == 2
    assert run("summaries", "clear", "--all", KEYS[0]).code == 2
    assert len(Cassette().entries()) == 2
    assert run("summaries", "clear", KEYS[0][:12]).out.startswith("1 answer removed")
    assert [entry.key for entry in Cassette().entries()] == [KEYS[1]]
    assert run("summaries", "clear", "--all").out.startswith("1 answer removed")


def test_a_damaged_one_is_named_and_can_be_removed() -> None:
    _kept()
    file = Cassette().folder / f"{KEYS[0]}.json"
    file.write_text(file.read_text()[:-30])
    assert "damaged: it is not whole" in run("summaries", "list").out
    (found,) = run("summaries", "list", "--json").json["summaries"]
    assert (set(found), found["damage"]) == ({"key", "bytes", "damage"}, "it is not whole")
    ran = run("summaries", "show", KEYS[0])
    assert ran.code == 2
    assert "summaries clear" in ran.err
    assert run("summaries", "clear", KEYS[0][:8]).code == 0
    assert Cassette().entries() == ()


def test_hostile_text_is_only_text() -> None:
    answer = Answer(EVIL.replace("\ud83d", "") * 3, EVIL.replace("\ud83d", ""))
    Cassette().put(
        KEYS[0], answer, dict.fromkeys(("kind", "model", "first", "last", "layer"), EVIL.replace("\ud83d", ""))
    )
    for words in (["list"], ["list", "--json"], ["show", KEYS[0]], ["show", KEYS[0], "--json"]):
        assert_safe(run("summaries", *words))


def _shell(*args: object, env: dict[str, str]) -> subprocess.Popen[str]:
    words = [sys.executable, "-m", "inspector", *map(str, args)]
    return subprocess.Popen(
        words,
        env={**os.environ, **env},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def test_ctrl_c_ends_the_program_too(session: Path, tmp_path: Path, root: Path) -> None:
    code = "import os, sys, time\nopen(sys.argv[1] + '.part', 'w').write(str(os.getpid()))\n"
    code += "os.rename(sys.argv[1] + '.part', sys.argv[1])\nwhile True: time.sleep(9)"
    spec = "command:" + python(code, str(tmp_path / "pid"))
    ran = _shell("view", session, "--policy", "evo-agent", "--summariser", spec, env={"PYTHONPATH": str(root)})
    until((tmp_path / "pid").exists, 60)
    ran.send_signal(signal.SIGINT)
    _, err = ran.communicate(timeout=60)
    assert ran.returncode == 130
    assert "Traceback" not in err
    until(lambda: gone(int((tmp_path / "pid").read_text())))


def test_no_key_in_any_output_or_file(session: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    secret = "s3cr3t-000111222333"
    monkeypatch.setenv("ANTHROPIC_API_KEY", secret)
    says = python("import os; print('## Goal', os.environ['ANTHROPIC_API_KEY'], 'is it')")
    fails = python("import os, sys; sys.exit('refused: ' + os.environ['ANTHROPIC_API_KEY'])")
    found: list[Ran] = []
    for line in (says, fails, f"{says} {secret}"):
        for command in ("view", "replay"):
            found.append(run(command, session, "--policy", "evo-agent", "--summariser", f"command:{line}", "--json"))
    found += [run("summaries", "list"), run("summaries", "list", "--json")]
    assert "refused: [secret removed]" in found[2].err
    for ran in found:
        assert secret not in ran.err + ran.out
    files = list(Cassette().folder.iterdir())
    assert files
    assert all(secret not in file.read_text() for file in files)
    assert json.loads(files[0].read_text())
