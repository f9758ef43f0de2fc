"""The picker: sessions of this machine, filtered as one types; paths typed, pasted and dropped."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path
from typing import Any

import pytest
from textual import events
from textual.pilot import Pilot
from textual.widgets import OptionList, Static

from inspector.transcript.discover import Details, Found
from inspector.tui import picking
from inspector.tui.app import InspectorApp
from inspector.tui.picking import HERE, SAMPLES, Entry, Shelf, ago, bytes_of, columns, header, line
from inspector.tui.screens import finding
from inspector.tui.screens.main import MainScreen
from inspector.tui.screens.open import Open, PathField
from inspector.tui.screens.policies import Policies
from inspector.tui.widgets.session_list import SessionList
from tests.tui.drive import main_screen, ready, text_of, until

pytestmark = pytest.mark.timeout(120)


@pytest.fixture(autouse=True)
def calm(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("textual.constants.TEXTUAL_ANIMATIONS", "none")
    monkeypatch.setattr(finding, "_told", {})
    monkeypatch.chdir(tmp_path)


def session(home: Path, name: str, prompt: str, age: float = 60.0, project: str = "-home-ann-harbour") -> Path:
    common = {"parentUuid": None, "sessionId": name, "cwd": "/home/ann/harbour", "timestamp": "2026-01-01T00:00:00Z"}
    said = {"role": "assistant", "model": "claude-opus-4", "content": [{"type": "text", "text": "done"}]}
    lines = [
        {**common, "type": "user", "uuid": "u", "message": {"role": "user", "content": prompt}},
        {**common, "type": "assistant", "uuid": "a", "parentUuid": "u", "message": said},
    ]
    path = home / ".claude" / "projects" / project / f"{name}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(each) + "\n" for each in lines), "utf-8")
    os.utime(path, (time.time() - age, time.time() - age))
    return path


def picker(pilot: Pilot[Any]) -> Open:
    assert isinstance(pilot.app.screen, Open)
    return pilot.app.screen


async def listed(pilot: Pilot[Any]) -> str:
    """What the picker shows, once everything is found and told."""
    await until(pilot, lambda: isinstance(pilot.app.screen, Open))
    dialog = picker(pilot)
    await until(pilot, lambda: dialog.settled)
    return text_of(dialog)


async def test_sessions_of_this_machine_are_listed_newest_first(home: Path) -> None:
    session(home, "old", "Paint the harbour", 90_000)
    session(home, "new", "Mend the crane", 30)
    app = InspectorApp()
    async with app.run_test(size=(140, 40)) as pilot:
        shown = await listed(pilot)
        assert shown.index("Mend the crane") < shown.index("Paint the harbour") < shown.index("samples")
        row = next(each for each in shown.splitlines() if "Mend the crane" in each)
        for told in ("just now", "claude-opus-4", "Claude Code", "/home/ann/harbour"):
            assert told in row
        assert "25 h" in next(each for each in shown.splitlines() if "Paint the harbour" in each)


async def test_typing_filters_and_enter_opens(home: Path) -> None:
    session(home, "one", "Paint the harbour", 90)
    wanted = session(home, "two", "Mend the crane", 900)
    app = InspectorApp()
    async with app.run_test(size=(120, 40)) as pilot:
        await listed(pilot)
        await pilot.press(*"CRANE mend")
        await until(pilot, lambda: "Paint the harbour" not in text_of(app.screen))
        assert "1 of 2" in text_of(app.screen)
        await pilot.press("enter")
        opened = await ready(pilot)
        assert opened.transcript.path == str(wanted)


async def test_the_arrows_choose_while_the_line_has_the_keys(home: Path) -> None:
    for number in range(60):
        session(home, f"s{number:02}", f"prompt number {number:02}", 60 + 60 * number)
    app = InspectorApp()
    async with app.run_test(size=(100, 30)) as pilot:
        await listed(pilot)
        await pilot.press("down", "down", "up")
        found = picker(pilot).sessions.selected
        assert found is not None
        assert "s01" in found.path
        await pilot.press("pagedown", "pagedown")
        found = picker(pilot).sessions.selected
        assert found is not None
        title = f"prompt number {Path(found.path).stem[1:]}"
        await until(pilot, lambda: title in text_of(app.screen))
        await pilot.press("pageup", "pageup", "pageup", "enter")
        opened = await ready(pilot)
        assert "s00" in opened.transcript.path


async def test_a_click_opens(home: Path) -> None:
    session(home, "one", "Paint the harbour", 90)
    wanted = session(home, "two", "Mend the crane", 900)
    app = InspectorApp()
    async with app.run_test(size=(100, 30)) as pilot:
        await listed(pilot)
        lines = text_of(picker(pilot).sessions).splitlines()
        await pilot.click(SessionList, offset=(12, next(at for at, row in enumerate(lines) if "crane" in row)))
        opened = await ready(pilot)
        assert opened.transcript.path == str(wanted)


async def test_a_format_that_is_not_read_says_so(home: Path) -> None:
    path = home / ".gemini" / "tmp" / "p" / "chats" / "session-1.json"
    path.parent.mkdir(parents=True)
    path.write_text(json.dumps({"sessionId": "1", "projectHash": "2", "messages": [{"type": "user", "content": "Hi"}]}))
    app = InspectorApp()
    async with app.run_test(size=(100, 30)) as pilot:
        assert "Gemini CLI" in await listed(pilot)
        entry = picker(pilot).sessions.selected
        assert entry is not None
        if entry.readable(Details()):
            pytest.skip("this format can be read by now")
        await pilot.press("enter")
        await pilot.pause()
        assert "not read yet" in text_of(app.screen.query_one(".trouble"))


async def test_files_that_come_late_appear_where_they_belong(home: Path) -> None:
    app = InspectorApp()
    async with app.run_test(size=(100, 30)) as pilot:
        await listed(pilot)
        dialog = picker(pilot)
        await pilot.press("down")
        kept = dialog.sessions.selected
        late = Found(str(session(home, "late", "A late one")), "claude-code", time.time(), 10)
        dialog.post_message(Open.Met([late], done=True))
        await until(pilot, lambda: "A late one" in text_of(app.screen))
        assert dialog.sessions.selected == kept, "the selected one stays selected"


async def test_escape_leaves_while_files_are_looked_for(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(*args: Any, **more: Any) -> Any:
        unwanted = args[1]
        while not unwanted():
            yield [Found("/x.jsonl", "claude-code", 1.0, 1)]
            time.sleep(0.01)

    monkeypatch.setattr(finding, "find", endless)
    app = InspectorApp()
    async with app.run_test(size=(100, 30)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, Open) and picker(pilot).sessions.lines)
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, MainScreen))
        await until(pilot, lambda: not [each for each in app.workers if each.group == "find"])


# ---------------------------------------------------------------- paths


async def drop(pilot: Pilot[Any], text: str) -> None:
    """What a terminal sends when something is pasted or dropped."""
    target = (
        pilot.app.screen.query_one(PathField) if isinstance(pilot.app.screen, Open) else main_screen(pilot.app).panes
    )  # type: ignore[arg-type]
    target.post_message(events.Paste(text))
    await pilot.pause()


async def test_a_dropped_file_is_opened(samples: dict[str, Path]) -> None:
    app = InspectorApp()
    async with app.run_test(size=(100, 30)) as pilot:
        await listed(pilot)
        await drop(pilot, f"'{samples['oom-log']}' ")
        assert (await ready(pilot)).transcript.path == str(samples["oom-log"])
        await drop(pilot, f"file://{samples['research']}\r\n")
        await until(pilot, lambda: main_screen(app).session and "research" in main_screen(app).session.transcript.path)  # type: ignore[union-attr]


async def test_a_dropped_path_that_is_not_there_is_told_at_once(tmp_path: Path, samples: dict[str, Path]) -> None:
    app = InspectorApp(str(samples["oom-log"]))
    async with app.run_test(size=(100, 30)) as pilot:
        await ready(pilot)
        await drop(pilot, f"{tmp_path}/nowhere.jsonl")
        await until(pilot, lambda: isinstance(app.screen, Open) and "does not" in text_of(app.screen))
        assert "nowhere.jsonl" in text_of(app.screen)


async def test_several_dropped_files_are_offered(tmp_path: Path, samples: dict[str, Path]) -> None:
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    for path in (one, two):
        path.write_bytes(samples["oom-log"].read_bytes())
    os.utime(two, (1_000_000_000, 1_000_000_000))
    app = InspectorApp()
    async with app.run_test(size=(120, 30)) as pilot:
        await listed(pilot)
        await drop(pilot, f"{one} {two}")
        await until(pilot, lambda: "two.jsonl" in text_of(app.screen))
        await pilot.press("down", "enter")
        assert (await ready(pilot)).transcript.path == str(two)


async def test_pasted_words_are_words() -> None:
    app = InspectorApp()
    async with app.run_test(size=(100, 30)) as pilot:
        await listed(pilot)
        await drop(pilot, "harbour")
        await until(pilot, lambda: picker(pilot).query_one(PathField).value == "harbour")


async def test_a_typed_folder_lists_its_files_and_a_wrong_path_is_told(
    tmp_path: Path, samples: dict[str, Path]
) -> None:
    app = InspectorApp()
    async with app.run_test(size=(120, 40)) as pilot:
        await listed(pilot)
        picker(pilot).query_one(PathField).value = f"{tmp_path}/n"
        await pilot.press("o", "enter")
        await until(pilot, lambda: "does not" in text_of(app.screen))
        picker(pilot).query_one(PathField).value = str(samples["re-reads"].parent)
        await pilot.press("enter")
        await until(pilot, lambda: "in this folder" in text_of(app.screen) and "re-reads.jsonl" in text_of(app.screen))
        await pilot.press(*"re-r")  # and typing filters again
        field = picker(pilot).query_one(PathField)
        assert field.value == "re-r"
        await until(pilot, lambda: "order-404" not in text_of(picker(pilot).sessions))
        picker(pilot).sessions.focus()
        await pilot.press("backspace")
        picker(pilot).sessions.focus()
        await pilot.press("j", "k")
        assert field.value == "re-jk"
        assert field.has_focus


async def test_a_path_can_be_typed_while_the_list_of_policies_has_the_keys() -> None:
    app = InspectorApp()
    async with app.run_test(size=(100, 30)) as pilot:
        await listed(pilot)
        app.push_screen(Policies("recorded", 0))
        await until(pilot, lambda: isinstance(app.screen, Policies) and isinstance(app.focused, OptionList))
        await pilot.press("slash", "n", "backspace", "m")
        assert app.screen.query_one(PathField).value == "/m"


async def test_nothing_that_is_listed_reaches_the_terminal_raw(home: Path) -> None:
    session(home, "evil", "\x1b]0;owned\x07 [red]x[/red] \u202e", 30, project="-\x1b[2J-")
    app = InspectorApp()
    async with app.run_test(size=(140, 30)) as pilot:
        shown = await listed(pilot)
        assert "\x1b" not in shown
        assert "\u202e" not in shown
        assert "[red]x[/red]" in shown


# ---------------------------------------------------------------- lines


def entry(**fields: Any) -> Entry:
    return Entry(Found(**{"path": "/x/y.jsonl", "agent": "codex", "modified": 0.0, "size": 1, **fields}))


def test_times_read_as_people_say_them() -> None:
    now = 1_800_000_000.0
    spans = {5: "just now", 240: "4 min", 3599: "59 min", 7200: "2 h", 3600 * 47: "47 h", 86400 * 3: "3 d"}
    assert {seconds: ago(now - seconds, now) for seconds in spans} == spans
    assert ago(now - 86400 * 700, now)[-4:].isdigit()
    assert ago(now + 50, now) == "just now"


def test_sizes_read_as_people_say_them() -> None:
    assert [bytes_of(size) for size in (0, 987, 84_123, 999_600, 1_234_567, 5_000_000_000)] == [
        "0 B",
        "987 B",
        "84.1 kB",
        "1.0 MB",
        "1.2 MB",
        "5.0 GB",
    ]


@pytest.mark.parametrize("width", [20, 40, 60, 72, 80, 100, 120, 200])
def test_lines_have_one_width(width: int) -> None:
    place = columns(width)
    rows = [
        header(place),
        line(entry(), Details("長い" * 90, "m" * 90, 12, True, "/a" * 90), True, place, 0.0),
        line(entry(project="p\x1b" * 60), Details(), False, place, 0.0),
    ]
    from inspector.terminal_text import cells

    assert len({cells(row) for row in rows}) == 1
    assert cells(rows[0]) <= max(width, 28)


def test_a_filter_looks_at_everything_that_is_known() -> None:
    shelf = Shelf()
    shelf.put(HERE, [entry(path="/a/one.jsonl"), entry(path="/a/two.jsonl", modified=5.0)])
    shelf.put(SAMPLES, [entry(path="/s/x.jsonl")._replace(title="A sample", about="of a story")])
    assert not [each for each in shelf.lines("gpt") if isinstance(each, Entry)]
    shelf.learn("/a/one.jsonl", Details("Paint", "gpt-9", project="/home/harbour"))
    names = [[each.path for each in shelf.lines(text) if isinstance(each, Entry)] for text in ("", "GPT", "codex two")]
    assert names == [["/a/two.jsonl", "/a/one.jsonl", "/s/x.jsonl"], ["/a/one.jsonl"], ["/a/two.jsonl"]]
    assert [each for each in shelf.lines("harbour") if isinstance(each, str)] == [f"{picking.HERE} · 1 of 2"]
    assert shelf.lines("no such thing") == []


# ---------------------------------------------------------------- how it begins


async def test_a_folder_on_the_command_line_lists_its_sessions(tmp_path: Path, samples: dict[str, Path]) -> None:
    (tmp_path / "some where").mkdir()
    copy = tmp_path / "some where" / "mine.jsonl"
    copy.write_bytes(samples["oom-log"].read_bytes())
    app = InspectorApp(str(copy.parent), "evo-agent")
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: "in this folder" in text_of(app.screen) and "mine.jsonl" in text_of(app.screen))
        await pilot.press("enter")
        opened = await ready(pilot)
        assert (opened.transcript.path, opened.name) == (str(copy), "evo-agent")


async def test_a_folder_without_sessions_is_told_above_what_there_is(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    app = InspectorApp(str(tmp_path / "empty"))
    async with app.run_test(size=(160, 40)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, Open) and "without a session" in text_of(app.screen))
        await until(pilot, lambda: "samples" in text_of(app.screen))


async def test_a_file_that_cannot_be_used_filters_nothing(tmp_path: Path) -> None:
    (tmp_path / "noise").write_bytes(b"\x7fELF\0\1\2\3" * 50)
    app = InspectorApp("noise")
    async with app.run_test(size=(140, 40)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, Open) and "samples" in text_of(app.screen))
        assert "binary data" in text_of(app.screen) or "not supported" in text_of(app.screen)


async def test_keys_before_the_picker_is_drawn_do_nothing(home: Path) -> None:
    app = InspectorApp()
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: not app._starting)
        theme = app.theme
        app._starting = True
        for key in ("T", "down", "e", "p", "enter", "W", "slash"):
            app.post_message(events.Key(key, key if len(key) == 1 else None))
        await pilot.pause()
        app._starting = False
        await listed(pilot)
        assert isinstance(app.screen, Open)
        assert (app.theme, picker(pilot).query_one(PathField).value) == (theme, "")


async def test_every_dropped_path_that_cannot_be_used_is_told(tmp_path: Path, samples: dict[str, Path]) -> None:
    (tmp_path / "hollow").mkdir()
    app = InspectorApp()
    async with app.run_test(size=(140, 40)) as pilot:
        await listed(pilot)
        await drop(pilot, f"{samples['oom-log']} {tmp_path}/hollow {tmp_path}/absent.jsonl")
        await until(pilot, lambda: "in this folder" in text_of(app.screen))
        told = picker(pilot).query_one(".trouble", Static).content
        assert "is a folder without a session in it" in str(told)
        assert "absent.jsonl does not exist" in str(told)
        await drop(pilot, f"{tmp_path}/nowhere.jsonl")
        await until(pilot, lambda: "nowhere.jsonl does not exist" in text_of(app.screen).replace("\n", ""))
        await drop(pilot, "/" + "x" * 300)
        await until(pilot, lambda: "xxx does not exist" in str(picker(pilot).query_one(".trouble", Static).content))
