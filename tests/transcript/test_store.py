"""Large files: bodies are read on demand, and say the same as when they are held."""

from __future__ import annotations

import gc
import os
import threading
from pathlib import Path
from typing import Any

import pytest

from inspector.transcript import Transcript, TranscriptChanged, TranscriptError, load
from inspector.transcript.store import CACHE_LINES, Stored
from tests.pace import within
from tests.transcript.cc import Writer, call, text, write_lines
from tests.transcript.test_images import SOURCE


@pytest.fixture
def on_demand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every file counts as large."""
    monkeypatch.setattr("inspector.transcript.store.HOLD_BELOW", 0)


def session(folder: Path, turns: int = 30) -> Path:
    writer = Writer()
    for number in range(turns):
        writer.user(f"u{number}", f"prompt {number} \u2028 end")
        writer.reply(f"a{number}", f"m{number}", text(f"reply {number}"))
        writer.reply(f"b{number}", f"m{number}", call(f"A{number}", path="x"), call(f"B{number}"))
        writer.result(f"rb{number}", f"B{number}", [{"type": "image", "source": SOURCE}, text("seen")])
        writer.result(f"ra{number}", f"A{number}", f"result {number}")
        writer.attach(f"q{number}", "queued_command", prompt="meanwhile")
    writer.raw('{"broken": "')
    writer.user("last", "ok \ud83d")
    writer.boundary("b", "last")
    writer.summary("s", "the summary")
    return writer.write(folder)


def messages(folder: Path) -> Path:
    lines: list[dict[str, Any]] = [{"role": "user", "content": f"prompt {number}"} for number in range(40)]
    calls = [{"id": "c", "type": "function", "function": {"name": "f", "arguments": "{}"}}]
    lines += [
        {"role": "assistant", "content": "x", "tool_calls": calls},
        {"role": "tool", "tool_call_id": "c", "content": "y"},
    ]
    lines += [{"role": "assistant", "content": None, "function_call": {"name": "f", "arguments": "{}"}}]
    lines += [{"role": "function", "name": "f", "content": "z"}]
    return write_lines(folder / "messages.jsonl", lines)


def everything(transcript: Transcript) -> list[Any]:
    def block(each: Any) -> Any:
        return each.kind, each.text, dict(each.api), each.tool_id, each.tool, each.images, dict(each.input)

    return [
        (
            m.number,
            m.role,
            m.plain,
            m.author,
            m.line,
            m.id,
            m.usage,
            dict(m.extra),
            m.uncertain,
            list(map(block, m.blocks)),
        )
        for m in transcript.messages
    ]


@pytest.mark.parametrize("write", [session, messages])
def test_bodies_on_demand_say_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, write: Any) -> None:
    path = write(tmp_path)
    held = load(path)
    monkeypatch.setattr("inspector.transcript.store.HOLD_BELOW", 0)
    stored = load(path)
    bodies = {type(block.body).__name__ for message in stored.messages for block in message.blocks}
    assert "Stored" in bodies
    assert bodies <= {"Held", "Said", "Stored"}
    assert everything(stored) == everything(held)
    assert (stored.compactions, stored.report, stored.branch) == (held.compactions, held.report, held.branch)


@pytest.mark.usefixtures("on_demand")
@pytest.mark.parametrize("change", ["shorter", "rewritten", "other"])
def test_a_file_that_changed_is_said_to_have_changed(tmp_path: Path, change: str) -> None:
    path = session(tmp_path)
    transcript = load(path)
    with path.open("r+b") as file:
        if change == "shorter":
            file.truncate(100)
        elif change == "rewritten":
            file.write(b"x" * path.stat().st_size)
        else:
            file.write(b'{"type":"user"}'.ljust(path.stat().st_size))
    wanted = next(block for block in transcript.messages[20].blocks if isinstance(block.body, Stored))
    with pytest.raises(TranscriptChanged, match="open it again"):
        _ = wanted.text
    assert issubclass(TranscriptChanged, TranscriptError)


@pytest.mark.usefixtures("on_demand")
def test_a_deleted_file_can_still_be_read(tmp_path: Path) -> None:
    path = session(tmp_path)
    transcript = load(path)
    path.unlink()
    assert transcript.messages[0].blocks[0].text.startswith("prompt 0")


@pytest.mark.usefixtures("on_demand")
def test_the_cache_is_bounded_and_the_handle_is_closed(tmp_path: Path) -> None:
    path = write_lines(tmp_path / "m", [{"role": "user", "content": f"prompt {number}"} for number in range(2000)])
    before = len(os.listdir("/proc/self/fd")) if os.path.isdir("/proc/self/fd") else 0
    transcript = load(path)
    assert [m.blocks[0].text for m in transcript.messages] == [f"prompt {number}" for number in range(2000)]
    body: Any = transcript.messages[0].blocks[0].body
    assert len(body._store._cache) == CACHE_LINES
    del transcript, body
    gc.collect()
    if before:
        assert len(os.listdir("/proc/self/fd")) == before


@pytest.mark.usefixtures("on_demand")
def test_several_threads_read_at_once(tmp_path: Path) -> None:
    path = write_lines(tmp_path / "m", [{"role": "user", "content": f"prompt {number}"} for number in range(1200)])
    transcript = load(path)
    wrong: list[int] = []

    def read(step: int) -> None:
        for number in range(0, 1200, step):
            if transcript.messages[number].blocks[0].text != f"prompt {number}":
                wrong.append(number)

    threads = [threading.Thread(target=read, args=(step,)) for step in (1, 2, 3, 5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_a_large_file_opens_quickly_and_holds_little(tmp_path: Path) -> None:
    """60 MB, one line of 13 MB among them: nothing but positions stays in memory."""
    import tracemalloc

    path = tmp_path / "large.jsonl"
    with path.open("wb") as file:
        line = b'{"role":"user","content":"' + b"some words, " * 1000 + b'"}\n'
        file.write(b'{"role":"user","content":"' + b"x" * 13_000_000 + b'"}\n')
        for _ in range(4000):
            file.write(line)
    with within(3):
        transcript = load(path)
    del transcript
    tracemalloc.start()
    transcript = load(path)
    kept = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert kept < 0.1 * path.stat().st_size
    assert len(transcript.messages[0].blocks[0].text) == 13_000_000
    assert len(transcript.messages) == 4001


def test_the_collector_is_on_again_after_loading(tmp_path: Path) -> None:
    path = write_lines(tmp_path / "m", [{"role": "user", "content": "x"}])
    load(path)
    assert gc.isenabled()
    gc.disable()
    try:
        load(path)
        assert not gc.isenabled()
    finally:
        gc.enable()
