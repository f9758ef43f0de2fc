"""`externalise`: the view holds preview and pointer; the whole text is written by `compact()` only, never by a replay."""

from __future__ import annotations

import hashlib
import json
import os
import re
import stat
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from inspector.engine import Fate, MessageViewLimitExceeded, Replay, compact
from inspector.engine.externalise import Shelf
from inspector.engine.whole_file import NotWritten
from inspector.policy import load_policy
from inspector.policy.model import Limit, Policy, Select, Truncate
from inspector.transcript import load, load_messages
from inspector.transcript.model import Transcript
from inspector.transcript.pointers import ArtifactPointer, parse_pointer
from tests.engine.checkpoints import Step, Watched
from tests.engine.messages import Api, assistant, step, system, user
from tests.engine.telling import Telling

NOTICE = "[{lines} of {total_lines} lines are left out; {pointer}; read on from line {next_line}]\n"
LOG = "".join(f"line {number} of the log 日志\n" for number in range(1, 201))
POINTER = re.compile(r"artifact:[^\s;:]+:[^\s;:]+:[0-9a-f]+")


def externalising(name: str = "go-tiny-claw", **changes: Any) -> Policy:
    """A preset whose truncate layer externalises and whose other layers are off."""
    preset = load_policy(name)
    layers = []
    for layer in preset.layers:
        if isinstance(layer.operation, Truncate):
            operation = Truncate(2, "lines", 0, NOTICE, externalise=True)
            layers.append(
                replace(layer, operation=operation, when="always", over=Limit(">", 300, "bytes"), select=RESULTS)
            )
        elif layer.id in changes.get("on", ()):
            layers.append(layer)
    return replace(preset, layers=tuple(layers), document=None, start=changes.get("start", preset.start))


RESULTS = Select(kinds=("tool_result",))


def session(log: str = LOG) -> list[Api]:
    return [
        user("why?"),
        *step("toolu_1", log),
        assistant("seen"),
        user("and?"),
        *step("toolu_2", "short"),
        user("so?"),
    ]


def pointers(messages: list[Api]) -> list[str]:
    return POINTER.findall(json.dumps(messages, ensure_ascii=False))


def named(name: str, log: str = LOG) -> Transcript:
    return replace(load_messages(session(log)), session=name)


def test_the_view_holds_preview_and_pointer() -> None:
    replay = Replay(named("s1"), externalising())
    view = replay.view(replay.requests)
    block = view.messages[2].blocks[0]
    digest = hashlib.sha256(LOG.encode()).hexdigest()
    assert block.fate is Fate.TRUNCATED
    assert block.text == (
        f"[198 of 200 lines are left out; artifact:s1:3.1.txt:{digest[:12]}; read on from line 1]\n"
        "line 199 of the log 日志\nline 200 of the log 日志\n"
    )
    assert parse_pointer(pointers([{"content": block.text}])[0]) == ArtifactPointer("s1", "3.1.txt", digest[:12])


def test_without_externalise_the_pointer_is_the_message() -> None:
    policy = externalising()
    cut = replace(policy.layers[0], operation=Truncate(2, "lines", 0, NOTICE))
    replay = Replay(named("s1"), replace(policy, layers=(cut,)))
    assert "transcript:s1:3; read on" in replay.view(replay.requests).messages[2].blocks[0].text


@pytest.mark.parametrize(
    ("name", "path", "expected"),
    [
        ("s1", "/x/y.jsonl", "s1"),
        ("", "/x/my session.jsonl", "my session"),
        ("", "", "session"),
        ("../up", "/x/y.jsonl", "y"),
        ("a:b", "", "session"),
    ],
)
def test_the_session_of_a_pointer_is_a_name(name: str, path: str, expected: str) -> None:
    replay = Replay(replace(load_messages(session()), session=name, path=path), externalising())
    assert f"; artifact:{expected}:3.1.txt:" in replay.view(replay.requests).messages[2].blocks[0].text


def test_compact_writes_the_whole_text_before_it_answers(tmp_path: Path) -> None:
    done = compact(session(), externalising(), session="s1", artifacts=tmp_path)
    path = tmp_path / "s1" / "3.1.txt"
    assert done.artifacts == (path,)
    assert path.read_text("utf-8") == LOG
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    (pointer,) = pointers(done.messages)
    found = parse_pointer(pointer)
    assert isinstance(found, ArtifactPointer)
    assert (tmp_path / found.session / found.file) == path
    assert hashlib.sha256(path.read_bytes()).hexdigest().startswith(found.digest)
    assert [p.name for p in tmp_path.rglob("*")] == ["s1", "3.1.txt"]


def test_what_a_replay_shows_is_what_compact_sends(tmp_path: Path) -> None:
    replay = Replay(named("s1"), externalising())
    done = compact(session(), externalising(), session="s1", artifacts=tmp_path)
    shown = [[block.text for block in message.blocks] for message in replay.view(replay.requests).messages]
    assert [[block.text for block in message.blocks] for message in done.view] == shown
    assert done.after == replay.view(replay.requests).size


def test_without_a_folder_the_pointers_would_lead_to_nothing() -> None:
    with pytest.raises(ValueError, match="the layer truncate externalises: say where to with artifacts=FOLDER"):
        compact(session(), externalising())
    off = replace(externalising(), layers=tuple(replace(layer, enabled=False) for layer in externalising().layers))
    assert compact(session(), off).artifacts == ()


@pytest.mark.parametrize("name", ["..", "a/b", "a:b", ".hidden", "nul"])
def test_a_session_that_no_pointer_may_carry_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(ValueError, match="the session "):
        compact(session(), externalising(), session=name, artifacts=tmp_path)
    assert not list(tmp_path.iterdir())


def test_an_identical_file_is_kept_as_it_is(tmp_path: Path) -> None:
    first = compact(session(), externalising(), session="s1", artifacts=tmp_path)
    before = first.artifacts[0].stat()
    again = compact(session(), externalising(), session="s1", artifacts=tmp_path)
    assert again.artifacts == first.artifacts
    assert again.messages == first.messages
    after = first.artifacts[0].stat()
    assert (after.st_ino, after.st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


def test_a_name_that_another_text_holds_gets_the_digest(tmp_path: Path) -> None:
    """Message 3 is another one after every rewrite: neither text is lost, and each pointer leads to its own."""
    one = compact(session(), externalising(), session="s1", artifacts=tmp_path)
    other = LOG.replace("log", "LOG")
    two = compact(session(other), externalising(), session="s1", artifacts=tmp_path)
    digest = hashlib.sha256(other.encode()).hexdigest()
    assert two.artifacts == (tmp_path / "s1" / f"3.1-{digest[:12]}.txt",)
    assert pointers(two.messages) == [f"artifact:s1:3.1-{digest[:12]}.txt:{digest[:12]}"]
    assert two.artifacts[0].read_text("utf-8") == other
    assert one.artifacts[0].read_text("utf-8") == LOG
    assert two.after == sum(message.size for message in two.view)
    two.artifacts[0].write_text("damaged")
    three = compact(session(other), externalising(), session="s1", artifacts=tmp_path)
    assert three.artifacts == (tmp_path / "s1" / f"3.1-{digest}.txt",)
    three.artifacts[0].write_text("damaged too")
    with pytest.raises(NotWritten, match="there is another file of that name"):
        compact(session(other), externalising(), session="s1", artifacts=tmp_path)


@pytest.mark.parametrize("what", ["link to a file", "link to nothing", "folder", "pipe"])
def test_what_is_no_ordinary_file_is_no_artifact(tmp_path: Path, what: str) -> None:
    outside = tmp_path / "outside"
    outside.write_text(LOG, "utf-8")
    place = tmp_path / "art" / "s1" / "3.1.txt"
    place.parent.mkdir(parents=True)
    {
        "link to a file": lambda: place.symlink_to(outside),
        "link to nothing": lambda: place.symlink_to(tmp_path / "nothing"),
        "folder": place.mkdir,
        "pipe": lambda: os.mkfifo(place),
    }[what]()
    done = compact(session(), externalising(), session="s1", artifacts=tmp_path / "art")
    assert done.artifacts[0].name.startswith("3.1-")
    assert done.artifacts[0].read_text("utf-8") == LOG
    assert not (tmp_path / "nothing").exists()


def test_a_folder_of_a_session_that_is_a_link_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "outside").mkdir()
    (tmp_path / "art").mkdir()
    (tmp_path / "art" / "s1").symlink_to(tmp_path / "outside")
    with pytest.raises(NotWritten, match="a link is not followed"):
        compact(session(), externalising(), session="s1", artifacts=tmp_path / "art")
    assert not list((tmp_path / "outside").iterdir())


@pytest.mark.parametrize("call", ["make_folder", "create", "write", "sync", "close", "place", "sync_folder", "read"])
def test_written_whole_or_not_at_all(tmp_path: Path, call: str) -> None:
    def on(at: Step) -> None:
        if at.name == call:
            raise OSError(28, "No space left on device")

    shelf = Shelf(tmp_path, Watched(on))
    with pytest.raises(NotWritten, match="No space left on device"):
        shelf.put(named("s1"), 2)
    left = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert left in ([], [tmp_path / "s1" / "3.1.txt"])
    assert all(path.read_text("utf-8") == LOG for path in left)


def test_a_failure_stops_the_compaction(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(NotWritten, match="file"):
        compact(session(), externalising(), session="s1", artifacts=tmp_path / "file")


def test_half_characters_are_kept(tmp_path: Path) -> None:
    """What a library of a harness may hold: the loader mends it, and the artifact is what the loader has."""
    log = "\ud800 half\n" * 100
    done = compact(session(log), externalising(), session="s1", artifacts=tmp_path)
    assert done.artifacts[0].read_bytes().decode("utf-8").startswith("\ufffd half\n")


def test_what_a_summary_stands_for_is_written_too(tmp_path: Path) -> None:
    """The summariser saw the pointer; its words may lead there."""
    policy = externalising("workbuddy-s14", on=("summary",), start=Limit(">=", 50, "tokens"))
    messages = [
        system("s"),
        user("task"),
        *step("a", LOG),
        *[m for n in range(4) for m in (assistant("x" * 400), user("go"))],
    ]
    summariser = Telling()
    done = compact(messages, policy, summariser, session="s1", artifacts=tmp_path)
    assert done.fired == ("truncate", "summary")
    assert pointers(done.messages) == []
    assert any("artifact:s1:4.1.txt:" in part.text for part in summariser.requests[0].parts)
    assert (tmp_path / "s1" / "4.1.txt").read_text("utf-8") == LOG


def test_a_refused_view_writes_nothing(tmp_path: Path) -> None:
    policy = replace(externalising(), refuse=Limit(">=", 10, "bytes"))
    with pytest.raises(MessageViewLimitExceeded):
        compact(session(), policy, session="s1", artifacts=tmp_path)
    assert not list(tmp_path.iterdir())


WATCHED = """
import json, os, sys
from dataclasses import replace
os.chdir(sys.argv[2])
from tests.engine.test_externalise import externalising
from inspector.engine import Replay
from inspector.transcript import load
from inspector.summary import Extractive
import inspector.meter, inspector.export.json_view
WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
seen = []
def watch(event, args):
    if event == "open" and (args[2] or 0) & WRITES or event in (
        "os.mkdir", "os.rename", "os.link", "os.symlink", "os.remove", "os.truncate", "os.rmdir", "os.chmod", "os.utime"
    ):
        seen.append([event, repr(args)])
sys.addaudithook(watch)
transcript = load(sys.argv[1])
cut = 0
for policy in (externalising(), externalising("workbuddy-s14"), externalising("agent-engineering", on=("summary",))):
    replay = Replay(transcript, policy, Extractive())
    replay.rows()
    for request in range(1, replay.requests + 1):
        cut += sum("artifact:" in block.text for message in replay.view(request).messages for block in message.blocks)
print(json.dumps({"seen": seen, "cut": cut}))
"""


def test_a_replay_writes_nothing(tmp_path: Path, root: Path) -> None:
    """Every opening for writing, new folder and rename of the process is watched; the folder cannot be written to either."""
    home = tmp_path / "home"
    home.mkdir()
    record = home / "s1.jsonl"
    record.write_text("".join(json.dumps(message) + "\n" for message in session()), "utf-8")
    before = record.read_bytes(), record.stat().st_mtime_ns
    home.chmod(0o500)
    try:
        run = subprocess.run(
            [sys.executable, "-B", "-c", WATCHED, str(record), str(home)],
            cwd=root,
            capture_output=True,
            text=True,
            timeout=100,
            check=False,
            env={**os.environ, "PYTHONPATH": str(root)},
        )
    finally:
        home.chmod(0o700)
    assert run.returncode == 0, run.stderr
    found = json.loads(run.stdout)
    assert found["seen"] == []
    assert found["cut"] >= 3, "there was something to externalise"
    assert [path.name for path in home.iterdir()] == ["s1.jsonl"]
    assert (record.read_bytes(), record.stat().st_mtime_ns) == before
    assert len(load(record).messages) == len(session())
