"""A session that is being written: its messages arrive, the cursor follows or stays, no key is lost, what happens is told."""

from __future__ import annotations

import json
import os
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from inspector.tui import arrivals, replays
from inspector.tui import session as sessions
from inspector.tui.screens import following
from inspector.tui.screens.main import MainScreen
from inspector.tui.session import Session
from inspector.tui.widgets import row_view
from inspector.tui.widgets.line import Line
from tests.tui import drive
from tests.tui.drive import ready, text_of, until

pytestmark = pytest.mark.timeout(180)
POLICY = "workbuddy-s14"


def exchange(number: int, words: str = "") -> list[dict[str, Any]]:
    """A prompt, a call, its result and a reply."""
    call = {"type": "tool_use", "id": f"t{number}", "name": "read", "input": {"path": f"f{number}.py"}}
    result = {"type": "tool_result", "tool_use_id": f"t{number}", "content": f"result {number} {words}"}
    return [
        {"role": "user", "content": f"prompt {number}"},
        {"role": "assistant", "content": [call]},
        {"role": "user", "content": [result]},
        {"role": "assistant", "content": f"reply {number}"},
    ]


def lines(messages: list[dict[str, Any]]) -> bytes:
    return b"".join(json.dumps(message).encode() + b"\n" for message in messages)


def append(path: Path, raw: bytes) -> None:
    with path.open("ab") as file:
        file.write(raw)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    found = tmp_path / "live.jsonl"
    found.write_bytes(lines([message for number in range(20) for message in exchange(number)]))
    return found


opened = partial(drive.opened, policy=POLICY, size=(140, 40))


def count(session: Session) -> int:
    return len(session.transcript.messages)


def header(main: MainScreen) -> str:
    return text_of(main.query_one("#header", Line))


def status(main: MainScreen) -> str:
    return text_of(main.query_one("#status", Line))


async def arrived(pilot: Pilot[Any], session: Session, messages: int) -> None:
    await until(pilot, lambda: count(session) == messages)
    await ready(pilot)


async def test_new_messages_appear_and_the_last_request_follows(path: Path) -> None:
    async with opened(path) as (pilot, main, session):
        assert "● live" in header(main)
        before = session.requests
        append(path, lines(exchange(20)))
        await arrived(pilot, session, 84)
        assert session.request == session.requests > before
        assert "result 20" in text_of(main.panes)
        assert len(main.totals) == session.requests
        assert "84 messages" in header(main)
        assert "new" not in header(main)


async def test_elsewhere_the_cursor_stays_on_its_message_and_what_came_is_counted(path: Path) -> None:
    async with opened(path) as (pilot, main, session):
        await pilot.press("less_than_sign", "right", "right", "k", "k")
        await ready(pilot)
        rows = main.panes.rows
        assert rows is not None
        block, request, top = rows.refs[main.panes.cursor], session.request, main.panes.scroll_y
        shown = text_of(main.panes)
        append(path, lines(exchange(20)))
        await arrived(pilot, session, 84)
        assert main.panes.rows is not rows
        assert main.panes.rows is not None
        assert (main.panes.rows.refs[main.panes.cursor], session.request) == (block, request)
        assert main.panes.scroll_y == top
        assert text_of(main.panes).splitlines()[:10] == shown.splitlines()[:10]
        assert "4 new" in header(main)
        append(path, lines(exchange(21)))
        await arrived(pilot, session, 88)
        assert "8 new" in header(main)
        await pilot.press("greater_than_sign")
        await ready(pilot)
        append(path, lines(exchange(22)))
        await arrived(pilot, session, 92)
        assert "new" not in header(main)


async def test_reading_in_the_panes_goes_on_while_the_request_follows(path: Path) -> None:
    async with opened(path) as (pilot, main, session):
        await pilot.press("home", "j", "j", "enter")
        await ready(pilot)
        shown, cursor = text_of(main.panes), main.panes.cursor
        append(path, lines(exchange(20)))
        await arrived(pilot, session, 84)
        assert session.request == session.requests
        assert main.panes.cursor == cursor
        assert text_of(main.panes).splitlines()[:6] == shown.splitlines()[:6]


async def test_policy_knobs_undo_and_step_survive(path: Path) -> None:
    async with opened(path) as (pilot, main, session):
        await pilot.press("right_square_bracket", "right_square_bracket", "1")
        await ready(pilot)
        policy, step = session.policy, session.step
        append(path, lines(exchange(20)))
        await arrived(pilot, session, 84)
        assert session.policy is policy
        assert session.step == step == 1
        assert session.modified
        await pilot.press("u")
        await ready(pilot)
        assert not session.modified
        assert main.session is session


async def test_a_held_policy_and_a_search_go_on(path: Path) -> None:
    async with opened(path) as (pilot, main, session):
        await pilot.press("c", "right_square_bracket", "slash", *"prompt 3")
        await until(pilot, lambda: main.search_panel.list.hits)
        append(path, lines(exchange(20)))
        await until(pilot, lambda: count(session) == 84)
        await until(pilot, lambda: session.held is not None and session.held.replay.transcript is session.transcript)
        await pilot.press("4", "backspace", "enter", "escape", "escape")
        await ready(pilot)
        assert main.panes.has_focus


async def test_pausing_leaves_the_file_alone_and_going_on_catches_up(path: Path) -> None:
    async with opened(path) as (pilot, main, session):
        await pilot.press("W")
        assert "paused" in header(main)
        append(path, lines(exchange(20)))
        await pilot.press("k", "j")
        assert count(session) == 80
        await pilot.press("W")
        await arrived(pilot, session, 84)
        assert "● live" in header(main)


async def test_old_files_and_samples_are_not_followed_until_asked(path: Path, samples: dict[str, Path]) -> None:
    os.utime(path, (1_000_000_000, 1_000_000_000))
    async with opened(path) as (pilot, main, session):
        assert "live" not in header(main).replace("live.jsonl", "")
        await pilot.press("W")
        assert "● live" in header(main)
        append(path, lines(exchange(20)))
        await arrived(pilot, session, 84)
        append(path, lines(exchange(21)))
        await arrived(pilot, session, 88)
    async with opened(samples["oom-log"]) as (_, main, _session):
        assert "live" not in header(main)


# ---------------------------------------------------------------- what happens to the file


async def test_truncation_is_announced_and_the_file_loaded_anew(path: Path) -> None:
    async with opened(path) as (pilot, main, session):
        await pilot.press("right_square_bracket")
        policy = session.policy
        path.write_bytes(lines(exchange(0)))
        await until(pilot, lambda: "became shorter" in status(main))
        assert "loaded anew: 4 messages" in status(main)
        await arrived(pilot, session, 4)
        assert session.policy is policy
        assert session.request == session.requests
        assert "result 0" in text_of(main.panes)


async def test_replacement_is_announced_and_the_file_loaded_anew(path: Path) -> None:
    async with opened(path) as (pilot, main, session):
        await pilot.press("home")
        other = path.with_name("other")
        other.write_bytes(lines([message for number in range(30, 33) for message in exchange(number)]))
        os.replace(other, path)
        await until(pilot, lambda: "replaced by another file" in status(main))
        await arrived(pilot, session, 12)
        append(path, lines(exchange(33)))
        await arrived(pilot, session, 16)


async def test_a_deleted_file_stays_shown(path: Path) -> None:
    async with opened(path) as (pilot, main, session):
        path.unlink()
        await until(pilot, lambda: "was deleted" in status(main))
        assert "file gone" in header(main)
        await pilot.press("left", "left", "right_square_bracket", "k")
        await ready(pilot)
        assert count(session) == 80
        path.write_bytes(lines(exchange(0)))
        await arrived(pilot, session, 4)
        assert "● live" in header(main)


async def test_garbage_does_not_end_it(path: Path) -> None:
    async with opened(path) as (pilot, main, session):
        append(path, b"\xff\xfe{garbage\n\0\0\0\n[1]\n")
        append(path, lines(exchange(20)))
        await arrived(pilot, session, 84)
        assert "not as expected" in header(main) or session.transcript.report.problems


async def test_another_session_is_followed_alone(path: Path, samples: dict[str, Path]) -> None:
    async with opened(path) as (pilot, main, _):
        main.load(str(samples["oom-log"]), "go-tiny-claw")
        await until(pilot, lambda: main.session is not None and "oom" in main.session.transcript.path)
        await ready(pilot)
        append(path, lines(exchange(20)))
        await pilot.press("k", "j")
        assert main.session is not None
        assert "oom" in main.session.transcript.path
        await until(pilot, lambda: len([each for each in pilot.app.workers if each.group == "follow"]) == 0)


# ---------------------------------------------------------------- while keys are pressed


class Writer(threading.Thread):
    """Appends an exchange ten times a second, by the clock on the wall."""

    def __init__(self, path: Path, seconds: float, first: int = 20) -> None:
        super().__init__(daemon=True)
        self.path, self.seconds, self.written = path, seconds, first

    def run(self) -> None:
        end = time.monotonic() + self.seconds
        while time.monotonic() < end:
            raw = lines(exchange(self.written, "häuser 😀 " * 5))
            half = len(raw) // 2 + self.written % 7  # in the middle of a line, perhaps of a character
            append(self.path, raw[:half])
            append(self.path, raw[half:])
            self.written += 1
            time.sleep(0.1)


KEYS = ("left", "right", "k", "j", "right_square_bracket", "left_square_bracket", "1", "escape", "K", "J")


async def follow_a_writer(path: Path, seconds: float, check: Callable[[], None] = lambda: None) -> int:
    """Keys are pressed while a writer writes; every key and every line is accounted for. Answers the keys."""
    async with opened(path) as (pilot, main, session):
        pressed = 0
        moves: list[int] = []
        counted = session.go

        def counting(request: int) -> bool:
            moves.append(request)
            return counted(request)

        session.go = counting  # type: ignore[method-assign]
        writer = Writer(path, seconds)
        writer.start()
        while writer.is_alive():
            await pilot.press(KEYS[pressed % len(KEYS)])
            pressed += 1
            check()
        writer.join()
        await until(pilot, lambda: count(session) == 4 * writer.written)
        await ready(pilot)
        whole, rest = divmod(pressed, len(KEYS))
        assert len(moves) == 2 * whole + min(rest, 2), "every key for a request came through"
        texts = [message.blocks[0].text for message in session.transcript.messages]
        assert texts[3::4] == [f"reply {number}" for number in range(writer.written)]
        await pilot.press("greater_than_sign", "end")
        await ready(pilot)
        assert len(main.totals) == session.requests
        assert f"result {writer.written - 1}" in text_of(main.panes)
        return pressed


async def test_a_file_written_ten_times_a_second_is_followed_without_losing_a_line_or_a_key(path: Path) -> None:
    assert await follow_a_writer(path, 5.0) > 0


@pytest.mark.slow
@pytest.mark.timeout(400)
async def test_a_minute_of_writing_is_followed(path: Path) -> None:
    assert await follow_a_writer(path, 60.0) > 0


@pytest.mark.parametrize("policy", [POLICY, "recorded"])
async def test_a_large_session_is_followed_in_threads(path: Path, monkeypatch: pytest.MonkeyPatch, policy: str) -> None:
    monkeypatch.setattr(replays, "SMALL", 0)
    monkeypatch.setattr(sessions, "INLINE", 0)
    monkeypatch.setattr(sessions, "PATIENCE", -1.0)
    monkeypatch.setattr(row_view, "INLINE", 10)
    async with opened(path, policy=policy) as (pilot, main, session):
        for number in range(20, 24):
            append(path, lines(exchange(number)))
            await pilot.press("left", "right_square_bracket", "greater_than_sign")
        await arrived(pilot, session, 96)
        await until(pilot, lambda: "result 23" in text_of(main.panes))
        rows = main.panes.rows
        assert rows is not None
        await until(pilot, lambda: rows.whole == rows.measure(main.panes.pane_width))


async def test_a_knob_that_turns_all_the_time_does_not_stop_what_arrives(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(path) as (pilot, main, session):
        made: list[bool] = []

        def turned(*given: Any) -> Any:
            found = arrivals.arrival(*given)
            session.turn("soft_threshold", 70_000 + len(made))
            made.append(found.answers(session))
            return found

        monkeypatch.setattr(following, "arrival", turned)
        append(path, lines(exchange(20)))
        await arrived(pilot, session, 84)
        assert made == [False] * following.TRIES
        assert "result 20" in text_of(main.panes)
        monkeypatch.setattr(replays, "SMALL", 0)
        monkeypatch.setattr(sessions, "PATIENCE", -1.0)
        session.slow = True
        append(path, lines(exchange(21)))
        await arrived(pilot, session, 88)
        await until(pilot, lambda: "result 21" in text_of(main.panes))


async def test_the_screen_may_change_its_size_while_messages_arrive(path: Path) -> None:
    async with opened(path) as (pilot, main, session):
        for number, size in enumerate(((90, 24), (200, 60), (60, 20), (120, 40)), start=20):
            append(path, lines(exchange(number)))
            await pilot.resize_terminal(*size)
        await arrived(pilot, session, 96)
        rows = main.panes.rows
        assert rows is not None
        await until(pilot, lambda: rows.whole == rows.measure(main.panes.pane_width))


async def test_a_dialog_stays_open_while_messages_arrive(path: Path) -> None:
    async with opened(path) as (pilot, main, session):
        await pilot.press("question_mark")
        append(path, lines(exchange(20)))
        await until(pilot, lambda: count(session) == 84)
        assert pilot.app.screen is not main
        await pilot.press("escape")
        await ready(pilot)
        assert "result 20" in text_of(main.panes)


async def test_a_claude_code_session_is_followed(samples: dict[str, Path], tmp_path: Path) -> None:
    path = tmp_path / "cc.jsonl"
    raw = samples["lost-rule"].read_bytes().splitlines(keepends=True)
    half = len(raw) // 2
    path.write_bytes(b"".join(raw[:half]))
    async with opened(path, policy="recorded") as (pilot, main, session):
        for at in range(half, len(raw), 40):
            append(path, b"".join(raw[at : at + 40]))
            await pilot.press("k")
        await until(pilot, lambda: session.transcript.report.lines == len(raw))
        await ready(pilot)
        fresh = replays.final(session.transcript, session.policy, session.summariser)
        assert [row.view for row in main.totals] == [row.view for row in fresh.rows()]


@pytest.mark.slow
@pytest.mark.timeout(400)
async def test_memory_stays_flat_over_many_arrivals(path: Path) -> None:
    import gc

    import psutil

    process = psutil.Process()
    async with opened(path) as (pilot, _, session):
        for number in range(20, 40):
            append(path, lines(exchange(number)[:1]))
            await until(pilot, lambda wanted=number: count(session) == 80 + wanted - 19)  # type: ignore[misc]
        await ready(pilot)
        gc.collect()
        before = process.memory_info().rss
        for number in range(40, 160):
            append(path, lines([{"role": "user", "content": f"{number}"}]))
            await until(pilot, lambda wanted=number: count(session) == 100 + wanted - 39)  # type: ignore[misc]
        await ready(pilot)
        gc.collect()
        grown = (process.memory_info().rss - before) / 1e6
        print(f"120 arrivals: {grown:.1f} MB more")
        assert grown < 15


# ---------------------------------------------------------------- what is said of it


async def test_a_reload_sets_the_count_of_new_messages_to_nought(path: Path) -> None:
    async with opened(path) as (pilot, main, session):
        await pilot.press("less_than_sign")
        append(path, lines(exchange(20)))
        await arrived(pilot, session, 84)
        assert "4 new" in header(main)
        path.write_bytes(lines([message for number in range(5) for message in exchange(number)]))
        await until(pilot, lambda: "loaded anew: 20 messages" in status(main))
        await arrived(pilot, session, 20)
        assert "new" not in header(main)
        append(path, lines(exchange(5)))
        await arrived(pilot, session, 24)
        assert "4 new" in header(main)
        path.unlink()
        await until(pilot, lambda: "file gone" in header(main))
        path.write_bytes(lines(exchange(0) + exchange(1)))
        await until(pilot, lambda: "loaded anew: 8 messages" in status(main))
        assert "new" not in header(main)


async def test_going_to_the_last_request_clears_the_count(path: Path) -> None:
    async with opened(path) as (pilot, main, session):
        await pilot.press("less_than_sign")
        append(path, lines(exchange(20)))
        await arrived(pilot, session, 84)
        assert "4 new" in header(main)
        await pilot.press("greater_than_sign")
        await until(pilot, lambda: "new" not in header(main))
        await pilot.press("less_than_sign")
        await ready(pilot)
        assert "new" not in header(main), "what was seen once is not new any more"


@pytest.mark.parametrize(
    ("kind", "said"), [("empty", "file empty"), ("pipe", "file unreadable"), ("zeros", "file unr")]
)
async def test_the_header_says_what_became_of_the_file(path: Path, kind: str, said: str) -> None:
    async with opened(path) as (pilot, main, session):
        if kind == "pipe":
            path.unlink()
            os.mkfifo(path)
        else:
            path.write_bytes(b"" if kind == "empty" else b"\x7fELF\0\1\2\3" * 9)
        await until(pilot, lambda: said in header(main))
        await pilot.press("i")
        await until(pilot, lambda: f"following    {said}" in text_of(pilot.app.screen))
        await pilot.press("escape")
        path.unlink()
        path.write_bytes(lines(exchange(0)))
        await until(pilot, lambda: "● live" in header(main) and count(session) == 4)


async def test_a_last_line_that_is_not_complete_is_told(path: Path) -> None:
    async with opened(path) as (pilot, main, session):
        append(path, b'{"role": "us')
        await until(pilot, lambda: main.report.problems)
        assert "not as expected" not in header(main)
        await pilot.press("i")
        await until(pilot, lambda: "line 81, the last one, is not complete yet" in text_of(pilot.app.screen))
        await pilot.press("escape")
        append(path, b'er", "content": "whole"}\n')
        await arrived(pilot, session, 81)
        assert not main.report.problems


async def test_a_last_line_that_cannot_be_used_is_counted_before_the_next_one_comes(path: Path) -> None:
    async with opened(path) as (pilot, main, session):
        revision = session.revision
        append(path, b"rubbish\n")
        await until(pilot, lambda: "1 line not as expected" in header(main))
        assert session.revision == revision, "no view depends on it"
        await pilot.press("i")
        await until(pilot, lambda: "line 81: not valid JSON (the last line" in text_of(pilot.app.screen))
        await pilot.press("escape")
        append(path, lines(exchange(20)))
        await arrived(pilot, session, 84)
        assert "1 line not as expected" in header(main)
