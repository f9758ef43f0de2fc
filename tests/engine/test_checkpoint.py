"""Checkpoints: written and confirmed, loaded or refused, and gone on from (seed 004)."""

from __future__ import annotations

import hashlib
import json
import os
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.engine import compact
from inspector.engine.checkpoint import Checkpoint, CheckpointDamaged, load_checkpoint, resume, write_checkpoint
from inspector.engine.dump import dump_transcript
from inspector.engine.summariser import SummaryRequest
from inspector.engine.whole_file import NotWritten
from inspector.policy import load_policy
from inspector.transcript import load
from tests.engine.checkpoints import checkpoint
from tests.engine.messages import Api, assistant, call, result, step, system, user
from tests.engine.telling import Telling

ENGINEERING = load_policy("agent-engineering").with_knobs(
    window=260, fixed_input=10, output_reserve=10, safety_margin=0, result_limit=60, result_tail_lines=2
)
EVO = load_policy("evo-agent").with_knobs(context_limit=600)
WORKBUDDY = load_policy("workbuddy-s14").with_knobs(soft_threshold=100, hard_limit=1000, keep_recent_messages=6)


# ── the file ────────────────────────────────────────────────────────────────────────────────────────────────


def test_what_is_written_is_what_is_loaded(tmp_path: Path) -> None:
    kept = checkpoint(recent_files=("a.go",), lead=(system("rules"),), dump="transcript-0123456789ab.jsonl")
    path = write_checkpoint(tmp_path / "kept", kept)
    assert path == tmp_path / "kept" / "checkpoint-000001.json"
    found = load_checkpoint(tmp_path / "kept")
    assert found == kept
    assert found is not None
    raw = path.read_bytes()
    body = re.fullmatch(rb'\{"format":"compaction-checkpoint/1","sha256":"([0-9a-f]{64})","checkpoint":(.*)\}\n', raw)
    assert body is not None
    assert hashlib.sha256(body[2]).hexdigest() == body[1].decode() == found.sha256
    assert json.loads(raw)["checkpoint"]["knobs"] == {"window": 32000, "retain_turns": 1}
    assert "日志里有什么异常" in raw.decode()
    assert path.stat().st_mode & 0o077 == 0, "a transcript is its owner's"


def test_one_of_an_earlier_version_has_one_list_of_files(tmp_path: Path) -> None:
    path = write_checkpoint(tmp_path, checkpoint(recent_files=("a.go",), changed_files=("b.go",)))
    assert b'"changed_files":["b.go"]' in path.read_bytes()
    found = re.sub(rb'"changed_files":\["b.go"\],?', b"", path.read_bytes())
    body = re.search(rb'"checkpoint":(.*)\}\n', found)
    assert body is not None
    path.write_bytes(
        re.sub(rb'"sha256":"[0-9a-f]{64}"', b'"sha256":"' + hashlib.sha256(body[1]).hexdigest().encode() + b'"', found)
    )
    earlier = load_checkpoint(tmp_path)
    assert earlier is not None
    assert (earlier.recent_files, earlier.changed_files) == (("a.go",), ())


def test_the_newest_counts_and_none_is_written_over(tmp_path: Path) -> None:
    assert load_checkpoint(tmp_path) is None
    assert load_checkpoint(tmp_path / "nowhere") is None
    paths = [write_checkpoint(tmp_path, checkpoint(f"number {n}")) for n in range(1, 12)]
    assert [path.name for path in paths][:2] == ["checkpoint-000001.json", "checkpoint-000002.json"]
    assert load_checkpoint(tmp_path) == checkpoint("number 11")
    assert len(list(tmp_path.iterdir())) == 11
    (tmp_path / "checkpoint-one.json").write_text("not ours")
    (tmp_path / ".checkpoint-000012.json.1-1.part").write_text('{"format"')
    assert load_checkpoint(tmp_path) == checkpoint("number 11")


@given(
    text=st.text(st.characters(), max_size=30),
    value=st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=10),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
        max_leaves=10,
    ),
)
def test_any_text_and_any_message_survive(tmp_path_factory: pytest.TempPathFactory, text: str, value: Any) -> None:
    """Half characters, control characters, line separators, deep arguments: as they were given."""
    folder = tmp_path_factory.mktemp("any")
    kept = checkpoint(text, retained_tail=({"role": "assistant", "content": [call("a", "t", given=value)]},))
    write_checkpoint(folder, kept)
    assert load_checkpoint(folder) == kept


def test_half_characters_that_meet_are_one(tmp_path: Path) -> None:
    write_checkpoint(tmp_path, checkpoint("\ud83d" + "\ude00" + " \udc00"))
    found = load_checkpoint(tmp_path)
    assert found is not None
    assert found.summary == "😀 \udc00"


def damage(raw: bytes, at: int) -> bytes:
    return raw[:at] + bytes([raw[at] ^ 1]) + raw[at + 1 :]


def test_every_flipped_bit_is_an_error(tmp_path: Path) -> None:
    write_checkpoint(tmp_path, checkpoint("old"))
    path = write_checkpoint(tmp_path, checkpoint("new"))
    raw = path.read_bytes()
    for at in range(len(raw)):
        path.write_bytes(damage(raw, at))
        with pytest.raises(CheckpointDamaged, match=r"checkpoint-000002\.json: damaged checkpoint: "):
            load_checkpoint(tmp_path)


def test_every_cut_is_an_error(tmp_path: Path) -> None:
    path = write_checkpoint(tmp_path, checkpoint())
    raw = path.read_bytes()
    for size in range(len(raw)):
        path.write_bytes(raw[:size])
        with pytest.raises(CheckpointDamaged):
            load_checkpoint(tmp_path)
    path.write_bytes(raw + b" ")
    with pytest.raises(CheckpointDamaged, match="its end is missing"):
        load_checkpoint(tmp_path)


def signed(body: str, form: str = "compaction-checkpoint/1") -> str:
    digest = hashlib.sha256(body.encode()).hexdigest()
    return f'{{"format":"{form}","sha256":"{digest}","checkpoint":{body}}}\n'


def content(**changes: Any) -> str:
    kept = checkpoint()
    names = [f for f in Checkpoint.__dataclass_fields__ if f != "sha256"]
    return json.dumps({name: getattr(kept, name) for name in names} | changes)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "it is empty"),
        ('{"role": "user"}', "it does not begin as a checkpoint does"),
        (signed(content(), "compaction-checkpoint/2"), "its format is compaction-checkpoint/2"),
        (signed("[1]"), "its content is no checkpoint: it is no object"),
        (signed("{"), "its content is no checkpoint: Expecting"),
        (signed("[" * 100_000), "its content is no checkpoint"),
        (signed('{"policy": "p"}'), "its fields differ: count, covers"),
        (signed(content(more=1)), "its fields differ: more"),
        (signed(content(covers=["1"])), "covers is wrong"),
        (signed(content(retained_tail=["text"])), "retained_tail is wrong"),
        (signed(content(knobs={"window": "big"})), "knobs is wrong"),
        (signed(content(count=-1)), "count is wrong"),
        (signed(content(summary=None)), "summary is wrong"),
    ],
)
def test_what_is_no_checkpoint_says_why(tmp_path: Path, text: str, reason: str) -> None:
    write_checkpoint(tmp_path, checkpoint("an older one never takes its place"))
    (tmp_path / "checkpoint-000002.json").write_text(text)
    with pytest.raises(CheckpointDamaged) as raised:
        load_checkpoint(tmp_path)
    assert reason in str(raised.value)
    assert raised.value.path == tmp_path / "checkpoint-000002.json"


def test_what_cannot_be_read_is_an_error(tmp_path: Path) -> None:
    outside = write_checkpoint(tmp_path / "outside", checkpoint("outside"))
    home = tmp_path / "home"
    home.mkdir()
    (home / "checkpoint-000001.json").symlink_to(outside)
    with pytest.raises(CheckpointDamaged, match="it cannot be read"):
        load_checkpoint(home)
    (home / "checkpoint-000002.json").mkdir()
    with pytest.raises(CheckpointDamaged, match="it cannot be read: it is no ordinary file"):
        load_checkpoint(home)
    os.mkfifo(home / "checkpoint-000003.json")
    with pytest.raises(CheckpointDamaged, match="it cannot be read: it is no ordinary file"):
        load_checkpoint(home)
    (tmp_path / "file").write_text("")
    with pytest.raises(CheckpointDamaged, match="the folder cannot be read"):
        load_checkpoint(tmp_path / "file")


def test_what_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(NotWritten, match="file"):
        write_checkpoint(tmp_path / "file", checkpoint())
    with pytest.raises(NotWritten):
        write_checkpoint(tmp_path / "file" / "below", checkpoint())
    with pytest.raises(NotWritten, match="a object cannot be written as JSON"):
        write_checkpoint(tmp_path, checkpoint(summarised=({"role": "user", "content": object()},)))
    deep: Any = []
    for _ in range(10_000):
        deep = [deep]
    with pytest.raises(NotWritten, match="nested too deeply"):
        write_checkpoint(tmp_path, checkpoint(summarised=({"role": "user", "content": deep},)))
    assert load_checkpoint(tmp_path) is None


# ── a harness ───────────────────────────────────────────────────────────────────────────────────────────────


def turn(number: int, words: int = 40) -> list[Api]:
    return [user(f"task {number} " + "please " * words), assistant(f"done {number} " + "indeed " * words)]


def test_resuming_is_latest_checkpoint_and_what_came_after(tmp_path: Path) -> None:
    """The seed's example: summary of the first turn, the second as it was, then the new message."""
    messages = [*turn(1, 100), *turn(2), user("third")]
    done = compact(messages, ENGINEERING, Telling(), checkpoints=tmp_path, created_at="2026-03-01T10:00:00Z")
    assert done.checkpoint == tmp_path / "checkpoint-000001.json"
    found = load_checkpoint(tmp_path)
    assert found is not None
    assert (found.policy, found.knobs["window"], found.created_at) == ("agent-engineering", 260, "2026-03-01T10:00:00Z")
    assert (found.covers, found.given, found.lead) == ((1, 2), 5, ())
    assert list(found.retained_tail) == messages[2:]
    assert list(found.summarised) == done.messages[:1]
    assert found.summarised[0]["role"] == "assistant"
    assert found.summary == done.state.last_summary
    assert found.state == done.state
    new = [assistant("third done"), user("fourth")]
    again = resume(found, new)
    assert again == [*done.messages, *new]
    again[1]["content"] = "changed by the caller"
    assert resume(found, new) == [*done.messages, *new]


def test_never_two_summaries(tmp_path: Path) -> None:
    """Every next summary is made of the one before and what leaves now; a view holds one, and one checkpoint counts."""
    summariser = Telling()
    history = [system("be good"), *turn(1, 100)]
    state = None
    seen = 0
    for number in range(2, 9):
        history = [*history, *turn(number, 60)[:1]]
        done = compact(history, ENGINEERING, summariser, state=state, checkpoints=tmp_path)
        found = load_checkpoint(tmp_path)
        if done.checkpoint is not None:
            assert found is not None
            seen += 1
            assert found.count == seen
            history, state = resume(found, []), found.state
            if seen > 1:
                assert summariser.requests[-1].previous
        said = json.dumps(history)
        assert said.count("Summary of the conversation so far") == min(1, seen)
        assert history[0] == system("be good")
        history = [*history, turn(number, 60)[1]]
    assert seen >= 3
    assert len(list(tmp_path.iterdir())) == seen


def test_under_overlay_the_tail_is_kept_as_recorded(tmp_path: Path) -> None:
    """A preview is for one request; what a checkpoint keeps is the text itself."""
    lines = "\n".join(f"line {number} of the log" for number in range(30))
    tail = [user("second"), *step("b", lines), assistant("seen"), user("third")]
    done = compact([*turn(1, 150), *tail], ENGINEERING, Telling(), checkpoints=tmp_path)
    assert done.fired == ("preview", "summary")
    assert "lines are left out here" in json.dumps(done.messages)
    found = load_checkpoint(tmp_path)
    assert found is not None
    assert list(found.retained_tail) == tail


def test_under_rewrite_the_messages_are_the_history(tmp_path: Path) -> None:
    """workbuddy-s14: the summary, its acknowledgement, and the tail as the layers left it."""
    messages = [user("task " * 100), *step("a", "r" * 4000), assistant("s" * 400), user("go on"), assistant("t" * 400)]
    messages += [user("u" * 400), assistant("v" * 100), user("w")]
    done = compact(messages, WORKBUDDY, Telling(), checkpoints=tmp_path)
    assert "summary" in done.fired
    found = load_checkpoint(tmp_path)
    assert found is not None
    assert [message["role"] for message in found.summarised] == ["user", "assistant"]
    assert resume(found, []) == done.messages


def test_recent_files_outlive_the_process(tmp_path: Path) -> None:
    first = [user("task " * 150), *step("a", "x", "read_file", path="a.go")]
    compact(first, EVO, Telling(), checkpoints=tmp_path)
    found = load_checkpoint(tmp_path)
    assert found is not None
    assert found.recent_files == ("a.go",)
    new = [assistant("work " * 150), *step("b", "y", "read_file", path="b.go"), user("more")]
    done = compact(resume(found, new), EVO, Telling(), state=found.state, checkpoints=tmp_path)
    assert done.messages[0]["content"].endswith("- a.go\n- b.go")
    assert load_checkpoint(tmp_path) != found


@pytest.mark.parametrize("mode", ["raise", "break", "blank", "long"])
def test_a_failed_summary_writes_no_checkpoint(tmp_path: Path, mode: str) -> None:
    messages = [user("task " * 150), assistant("x")]
    done = compact(messages, EVO, Telling(mode), checkpoints=tmp_path)
    assert done.messages == messages
    assert [problem.kind for problem in done.problems] == ["summary_failed"]
    assert done.checkpoint is None
    assert not list(tmp_path.iterdir())


def test_without_a_summary_there_is_no_checkpoint(tmp_path: Path) -> None:
    assert compact(turn(1, 5), EVO, Telling(), checkpoints=tmp_path).checkpoint is None
    assert compact([user("task " * 150)], EVO, None, checkpoints=tmp_path).checkpoint is None, "no summariser, no words"
    assert not list(tmp_path.iterdir())


def test_a_checkpoint_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(NotWritten, match="file"):
        compact([user("task " * 150), assistant("x")], EVO, Telling("short"), checkpoints=tmp_path / "file")


def test_objects_of_a_library_are_kept_as_they_are_sent(tmp_path: Path) -> None:
    class Part:
        def model_dump(self, **_: Any) -> Api:
            return result("b", "seen")

    messages = [*turn(1, 150), user("second"), assistant(call("b")), {"role": "user", "content": [Part()]}]
    compact(messages, ENGINEERING.with_knobs(retain_turns=0), Telling(), checkpoints=tmp_path)
    found = load_checkpoint(tmp_path)
    assert found is not None
    assert found.retained_tail[-1] == user(result("b", "seen"))


# ── the dump before a summary (seed 002) ────────────────────────────────────────────────────────────────────


class Looking:
    """A summariser that looks at the folder when it is asked."""

    name = "looking"

    def __init__(self, folder: Path, mode: str = "short") -> None:
        self.folder, self.inner = folder, Telling(mode)
        self.seen: list[list[Api]] = []

    def summarise(self, request: SummaryRequest) -> str:
        for path in self.folder.glob("*.jsonl"):
            self.seen.append([json.loads(line) for line in path.read_text().splitlines()])
        return self.inner.summarise(request)


def test_everything_is_on_the_disk_before_the_summariser_is_asked(tmp_path: Path) -> None:
    """All messages, those that the micro layer clears among them, as they were given."""
    results = [message for n in range(5) for message in step(f"t{n}", f"result {n} 输出 \ud800" * 20)]
    messages = [system("s"), user("task"), *results]
    summariser = Looking(tmp_path)
    done = compact(messages, EVO, summariser, dump=tmp_path)
    assert "summary" in done.fired
    assert summariser.seen == [messages]
    assert done.dump is not None
    assert re.fullmatch(r"transcript-[0-9a-f]{12}\.jsonl", done.dump.name)
    assert done.dump.name[11:23] == hashlib.sha256(done.dump.read_bytes()).hexdigest()[:12]
    assert len(load(done.dump).messages) == len(messages)


def test_a_dump_that_fails_stops_the_compaction(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    summariser = Telling("short")
    with pytest.raises(NotWritten, match="file"):
        compact([user("task " * 150), assistant("x")], EVO, summariser, dump=tmp_path / "file")
    assert not summariser.requests


def test_no_summary_no_dump(tmp_path: Path) -> None:
    assert compact(turn(1, 5), EVO, Telling(), dump=tmp_path).dump is None
    assert not list(tmp_path.iterdir())


def test_a_second_try_finds_the_first_dump(tmp_path: Path) -> None:
    messages = turn(1)
    first = dump_transcript(tmp_path, messages)
    assert dump_transcript(tmp_path, messages) == first
    first.write_text("damaged")
    second = dump_transcript(tmp_path, messages)
    assert second != first
    assert second.name[11:-6] == hashlib.sha256(second.read_bytes()).hexdigest()
    second.write_text("damaged too")
    with pytest.raises(NotWritten, match="there is another file of that name"):
        dump_transcript(tmp_path, messages)


def test_a_checkpoint_names_its_dump(tmp_path: Path) -> None:
    """`covers` are then lines of that file."""
    messages = [*turn(1, 100), *turn(2), user("third")]
    done = compact(messages, ENGINEERING, Telling(), dump=tmp_path / "dumps", checkpoints=tmp_path / "points")
    found = load_checkpoint(tmp_path / "points")
    assert found is not None
    assert done.dump is not None
    assert found.dump == done.dump.name
    lines = done.dump.read_text().splitlines()
    assert [json.loads(lines[number - 1]) for number in found.covers] == messages[:2]


def test_a_checkpoint_is_data(tmp_path: Path) -> None:
    one = checkpoint()
    assert replace(one, sha256="f" * 64) == one
    with pytest.raises(AttributeError):
        one.summary = "other"  # type: ignore[misc]
