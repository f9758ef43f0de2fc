"""What the app answers: where a text was lost, why, what a compaction changed; and that no answer stands in the way."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from inspector import settings
from inspector.engine import Fate
from inspector.policy import load_policy
from inspector.tui.app import InspectorApp, described
from inspector.tui.screens.main import MainScreen
from inspector.tui.screens.open import Open
from inspector.tui.screens.policies import Policies
from inspector.tui.screens.reader import Reader
from inspector.tui.session import Session
from inspector.tui.widgets.budget_bar import BudgetBar
from inspector.tui.widgets.foot_line import FootLine
from inspector.tui.widgets.layer_strip import LayerStrip
from inspector.tui.widgets.line import Line
from inspector.tui.widgets.timeline import Timeline
from tests.tui.drive import Recorder, main_screen, opened, ready, text_of, until

pytestmark = pytest.mark.timeout(60)


def status_of(main: MainScreen) -> str:
    return text_of(main.query_one("#status", Line))


async def test_a_lost_typed_text_is_dated_and_reached_by_key_and_by_click(samples: dict[str, Path]) -> None:
    async with opened(samples["re-reads"]) as (pilot, main, session):
        assert "3.1 “No, the columns stay" in status_of(main)
        assert "dropped by prune at request 70" in status_of(main)
        await pilot.press("t")
        await ready(pilot)
        assert (session.request, session.step) == (70, 3)
        assert main.panes.rows is not None
        assert main.panes.rows.refs[main.panes.cursor] == 2 == session.typed_losses()[0].block
        await pilot.press("t")
        await ready(pilot)
        assert main.panes.rows.refs[main.panes.cursor] == session.typed_losses()[1].block
        await pilot.press("greater_than_sign", "escape")
        await ready(pilot)
        await pilot.click("#status", offset=(6, 0))
        await ready(pilot)
        assert session.request == 70


async def test_nothing_lost_is_said(samples: dict[str, Path]) -> None:
    async with opened(samples["re-reads"]) as (pilot, main, _):
        await pilot.press("less_than_sign", "t")
        assert "everything typed is in this view" in status_of(main)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_the_reason_names_rule_and_knobs_at_every_size(samples: dict[str, Path], size: tuple[int, int]) -> None:
    async with opened(samples["re-reads"], size=size) as (pilot, main, session):
        session.go(70)
        main.moved()
        await pilot.press("3")
        await ready(pilot)
        strip = main.query_one(LayerStrip)
        assert strip.reason == (
            "3 prune: 80,135 ≥ 80,000 (soft threshold) · kept the first 1 and the last 6 of 111 messages, 104 dropped "
            "(keep recent messages)"
        )
        assert "3 prune: 80,135 ≥ 80,000 (soft threshold)" in text_of(strip)


async def test_the_next_compaction_shows_what_it_changed(samples: dict[str, Path]) -> None:
    async with opened(samples["re-reads"]) as (pilot, main, session):
        await pilot.press("less_than_sign")
        for _ in range(3):
            await pilot.press("n")
            await ready(pilot)
            first = session.seen().first_change
            assert first is not None
            assert _fates(session)[first] is not Fate.VERBATIM
            assert main.panes.rows is not None
            assert main.panes._in_sight(main.panes.rows.row_of[first])


async def test_a_click_on_a_mark_shows_what_was_changed(samples: dict[str, Path]) -> None:
    async with opened(samples["re-reads"]) as (pilot, main, session):
        line = text_of(main.query_one(Timeline)).splitlines()[-1]
        await pilot.click(Timeline, offset=(line.index("prune") - 1, 3))
        await ready(pilot)
        assert session.request == 70
        assert "dropped by prune" in text_of(main.panes)


async def test_changes_are_searched_round_and_round(samples: dict[str, Path]) -> None:
    async with opened(samples["re-reads"]) as (pilot, main, _):
        rows = main.panes.rows
        assert rows is not None
        await pilot.press("x")
        assert "round again" in status_of(main)
        first = main.panes.cursor
        await pilot.press("X")
        await pilot.press("x")
        assert main.panes.cursor == first
        await pilot.press("less_than_sign", "x")
        assert "as it was recorded" in status_of(main)


async def test_answers_stand_in_the_status_line_until_the_next_key(samples: dict[str, Path]) -> None:
    async with opened(samples["re-reads"], size=(80, 24)) as (pilot, main, _):
        for _ in range(3):
            await pilot.press("n")
        assert "no compaction or refusal after request 139" in status_of(main)
        assert not pilot.app._notifications
        await pilot.press("less_than_sign")
        assert "no compaction" not in text_of(main)


async def test_a_step_past_the_end_goes_round(samples: dict[str, Path]) -> None:
    async with opened(samples["re-reads"]) as (pilot, _, session):
        steps = []
        for _ in range(6):
            await pilot.press("full_stop")
            steps.append(session.step)
        assert steps == [0, 1, 2, 3, 4, None]
        await pilot.press("comma")
        assert session.step == 4


async def test_the_keys_of_the_panes_work_after_a_click_elsewhere(samples: dict[str, Path]) -> None:
    async with opened(samples["re-reads"]) as (pilot, main, _):
        await pilot.click(Timeline, offset=(40, 3))
        assert main.panes.has_focus
        await pilot.press("a")
        assert main.knobs.has_focus
        cursor = main.panes.cursor
        await pilot.press("K")
        assert main.panes.cursor < cursor
        await pilot.press("space")
        assert isinstance(pilot.app.screen, Reader)


async def test_the_last_line_offers_help_and_quit_at_any_width_and_obeys_clicks(samples: dict[str, Path]) -> None:
    async with opened(samples["re-reads"], size=(80, 24)) as (pilot, main, session):
        foot = main.query_one(FootLine)
        line = text_of(foot)
        assert "? help" in line
        assert "q quit" in line
        await pilot.click(FootLine, offset=(line.index("←"), 0))
        assert session.request == 138
        await pilot.click(FootLine, offset=(line.index("→"), 0))
        assert session.request == 139
        await pilot.press("a")
        await pilot.pause()
        assert "type" in text_of(foot)
        assert "esc back" in text_of(foot)


async def test_a_cut_block_is_read_as_recorded_and_as_in_the_view(samples: dict[str, Path]) -> None:
    async with opened(samples["re-reads"]) as (pilot, main, session):
        session.go(40)
        main.moved()
        session.turn("soft_threshold", 1_000)
        session.turn("max_tool_result_tokens", 100)
        main.changed()
        await ready(pilot)
        plan = session.plan()
        assert plan is not None
        block = next(b for b in range(plan.end) if plan.state(b).fate is Fate.TRUNCATED)
        assert main.panes.rows is not None
        main.panes.go_to_row(main.panes.rows.row_of[block])
        await pilot.press("space")
        await pilot.pause()
        shown = text_of(pilot.app.screen)
        assert "as recorded" in shown
        assert "in the view, ✂ truncated by" in shown
        await pilot.press("escape")


async def test_a_short_text_opens_a_small_box(samples: dict[str, Path]) -> None:
    async with opened(samples["re-reads"]) as (pilot, _, _session):
        await pilot.press("less_than_sign", "space")
        await pilot.pause()
        assert pilot.app.screen.query_one(".box").size.height < 12


async def test_the_recorded_summary_is_read(samples: dict[str, Path]) -> None:
    async with opened(samples["lost-rule"], "recorded") as (pilot, _, session):
        await pilot.press("s", "space")
        await until(pilot, lambda: isinstance(pilot.app.screen, Reader))
        assert session.request > 1
        assert "recorded" in text_of(pilot.app.screen)


async def test_the_budget_is_told_in_numbers(samples: dict[str, Path]) -> None:
    async with opened(samples["re-reads"]) as (pilot, main, session):
        await pilot.click(BudgetBar, offset=(5, 0))
        await pilot.pause()
        plan = session.plan()
        assert plan is not None
        assert f"{plan.size:,} tokens" in text_of(pilot.app.screen)
        assert "left out" in text_of(pilot.app.screen)
        assert main.query_one(BudgetBar).data.total == plan.size


async def test_the_session_tells_about_itself(samples: dict[str, Path], tmp_path: Path) -> None:
    broken = tmp_path / "broken.jsonl"
    broken.write_text(samples["re-reads"].read_text("utf-8") + "{not json\n", "utf-8")
    async with opened(broken) as (pilot, _, _session):
        await pilot.press("i")
        await pilot.pause()
        shown = text_of(pilot.app.screen)
        assert "1 line not as expected" in shown
        assert "bounded at request" in shown


async def test_a_copy_of_a_sample_keeps_its_policy(samples: dict[str, Path], tmp_path: Path) -> None:
    sample = settings.samples()[0]
    copy = tmp_path / sample.path.name
    copy.write_bytes(sample.path.read_bytes())
    async with opened(copy.name, None) as (_, _main, session):
        assert (session.name, session.origin) == (sample.policy, "of the sample")


async def test_the_policy_that_is_in_use_keeps_its_knobs(samples: dict[str, Path]) -> None:
    async with opened(samples["re-reads"]) as (pilot, main, session):
        await pilot.press("right_square_bracket", "p")
        await pilot.pause()
        assert isinstance(pilot.app.screen, Policies)
        await pilot.press("enter")
        await ready(pilot)
        assert session.modified
        assert "is the policy already" in status_of(main)
        session.choose(load_policy("evo-agent"))
        main.changed()
        await ready(pilot)
        await pilot.press("u")
        await ready(pilot)
        assert (session.name, session.modified) == ("workbuddy-s14", True)


async def test_a_view_that_does_not_exist_is_not_praised(tmp_path: Path) -> None:
    path = tmp_path / "odd.jsonl"
    result = {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t", "content": "x"}]}
    lines = [{"role": "user", "content": "do it"}, {"role": "assistant", "content": "yes"}, result]
    path.write_text("\n".join(map(json.dumps, lines)), "utf-8")
    async with opened(path) as (_, main, _session):
        assert "refused" in status_of(main)
        assert "✓" not in status_of(main)


@pytest.mark.parametrize("content", [[], "", None, [{"type": "text", "text": ""}]])
async def test_empty_messages_are_rows_like_others(tmp_path: Path, content: Any) -> None:
    path = tmp_path / "empty.jsonl"
    lines = [
        {"role": "user", "content": "a"},
        {"role": "assistant", "content": content},
        {"role": "user", "content": "b"},
    ]
    path.write_text("\n".join(map(json.dumps, [*lines, *lines])), "utf-8")
    async with opened(path, size=(80, 24)) as (pilot, main, session):
        for size, policy in (((80, 24), "workbuddy-s14"), ((120, 40), "go-tiny-claw"), ((120, 40), "")):
            session.choose(load_policy(policy) if policy else None)
            main.changed()
            await pilot.resize_terminal(*size)
            await ready(pilot)
            for key in ("less_than_sign", "j", "J", "x", "space", "escape", "enter", "greater_than_sign"):
                await pilot.press(key)
            assert "empty" in text_of(main.panes), policy


async def test_a_request_before_what_is_in_sight_is_shown(samples: dict[str, Path]) -> None:
    async with opened(samples["oom-log"], "go-tiny-claw") as (pilot, main, _):
        await pilot.press("k", "j", "less_than_sign")
        await pilot.pause()
        assert "request 1" in text_of(main.panes)


async def test_without_a_session_the_screen_says_what_to_do() -> None:
    app = InspectorApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("escape")
        await pilot.pause()
        assert "no session is open" in text_of(app.screen)
        await pilot.press("t", "n", "x", "b", "i", "s", "full_stop", "space", "u")
        await pilot.press("o")
        await pilot.pause()
        assert isinstance(app.screen, Open)


async def test_a_file_that_cannot_be_used_keeps_its_path_and_is_not_being_read(tmp_path: Path) -> None:
    path = tmp_path / "note.bin"
    path.write_bytes(b"\x7fELF" + bytes(100))
    app = InspectorApp(str(path))
    async with app.run_test(size=(100, 30)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, Open))
        await pilot.pause()
        assert "note.bin" in text_of(app.screen.query_one("Input"))
        await pilot.press("escape")
        await pilot.pause()
        assert "reading" not in text_of(app.screen)


async def test_a_folder_lists_its_sessions(samples: dict[str, Path]) -> None:
    app = InspectorApp()
    async with app.run_test(size=(100, 40)) as pilot:
        await pilot.pause()
        await pilot.press(*str(samples["re-reads"].parent), "enter")
        await until(pilot, lambda: "re-reads.jsonl" in text_of(app.screen))
        await pilot.press("escape")


@pytest.mark.parametrize(
    "kept", [{"recent files": 5}, {"theme": ["a"]}, {"policy": 3}, {"recent files": [1, None, "\0"]}]
)
async def test_damaged_choices_are_as_good_as_none(kept: dict[str, Any], samples: dict[str, Path]) -> None:
    settings.write_whole(settings.state_dir() / "choices.json", json.dumps(kept))
    app = InspectorApp(str(samples["oom-log"]))
    async with app.run_test() as pilot:
        await ready(pilot)
        await pilot.press("o")
        await pilot.pause()
        assert isinstance(app.screen, Open)


def test_an_error_of_the_program_is_told_without_what_it_was_about() -> None:
    try:
        dict[str, int]()["a secret of the transcript"]
    except KeyError as error:
        text = described(error)
    assert "secret" not in text
    assert "KeyError in test_app_answers.py, line" in text


@pytest.mark.parametrize("size", [(40, 12), (20, 5), (80, 15)])
async def test_a_small_terminal_shows_the_view_first(samples: dict[str, Path], size: tuple[int, int]) -> None:
    async with opened(samples["re-reads"], size=size) as (_, main, _session):
        assert main.panes.size.height >= size[1] - 4


async def test_ctrl_c_twice_leaves(samples: dict[str, Path]) -> None:
    async with opened(samples["re-reads"]) as (pilot, main, _):
        await pilot.press("ctrl+c")
        assert "once more quits" in status_of(main)
        assert pilot.app.is_running
        await pilot.press("ctrl+c")
        await pilot.pause()
        assert pilot.app._exit


async def test_the_headline_tells_the_size_of_the_view_that_is_shown(samples: dict[str, Path]) -> None:
    async with opened(samples["re-reads"]) as (_, main, session):
        old = main.query_one(Timeline).data.view[-1]
        session.turn("soft_threshold", 20_000)
        main._show()
        plan = session.plan()
        assert plan is not None
        assert plan.size != old
        assert f"view {plan.size:,}" in text_of(main.query_one(Timeline))


async def test_housekeeping_is_marked_where_it_begins(samples: dict[str, Path]) -> None:
    async with opened(samples["screenshot"], "evo-agent") as (pilot, _, session):
        await pilot.press("less_than_sign", "n")
        assert session.steps()
        assert any(fate is not Fate.VERBATIM for fate in _fates(session))
        first = session.request
        assert first > 1
        session.go(first - 1)
        assert all(fate is Fate.VERBATIM for fate in _fates(session))


async def test_without_colours_everything_is_still_told(
    samples: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in {"NO_COLOR": "1", "COLORTERM": "truecolor", "TERM": "xterm-256color"}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(Recorder, "written", [])
    app = InspectorApp(str(samples["re-reads"]), "workbuddy-s14")
    app.driver_class = Recorder
    found: list[str] = []

    async def drive(pilot: Pilot[Any]) -> None:
        await ready(pilot)
        await pilot.press("t")
        await ready(pilot)
        found.append(text_of(main_screen(app)))
        session = main_screen(app).session
        assert session is not None
        session.go(20)
        session.turn("max_tool_result_tokens", 100)
        session.turn("soft_threshold", 1_000)
        main_screen(app).changed()
        await ready(pilot)
        await pilot.press("1")
        await ready(pilot)
        assert main_screen(app).panes.style("removed").strike
        assert main_screen(app).panes.style("cut-out").strike
        assert main_screen(app).panes.style("put-in").underline
        app.exit()

    await app.run_async(headless=False, size=(120, 40), auto_pilot=drive)
    colours = re.findall(r"[34]8;2;(\d+);(\d+);(\d+)", "".join(Recorder.written))
    assert colours
    assert all(red == green == blue for red, green, blue in colours)
    for told in ("╌", "▏", "⚠" if "⚠" in found[0] else "typed text lost", "not fired", "3 prune", "▌soft threshold"):
        assert told in found[0], told


def _fates(session: Session) -> list[Fate]:
    plan = session.plan()
    assert plan is not None
    return [plan.state(block).fate for block in range(plan.end)]


async def test_a_click_outside_leaves_a_dialog(samples: dict[str, Path]) -> None:
    async with opened(samples["re-reads"]) as (pilot, main, _):
        for key in ("question_mark", "p", "o", "e", "g", "b"):
            await pilot.press(key)
            await pilot.pause()
            assert pilot.app.screen is not main
            await pilot.click(offset=(0, 0))
            await pilot.pause()
            assert pilot.app.screen is main, key


async def test_what_is_wrong_with_a_policy_is_seen_on_a_small_screen(samples: dict[str, Path], tmp_path: Path) -> None:
    async with opened(samples["re-reads"], size=(80, 24)) as (pilot, _, _session):
        await pilot.press("p", "tab", *"/nope.yaml", "enter")
        await pilot.pause()
        assert "nope.yaml" in text_of(pilot.app.screen).replace("/nope.yaml ▊", "")
        trouble = pilot.app.screen.query_one(".trouble")
        assert trouble.region.bottom <= 24
        assert pilot.app.screen.query_one(".box").region.contains_region(trouble.region)


def test_messages_of_results_are_the_tools() -> None:
    from inspector.transcript import load_messages
    from inspector.tui.body import speaker

    transcript = load_messages(
        [
            {"role": "user", "content": "do it"},
            {"role": "assistant", "content": [{"type": "tool_use", "id": "t", "name": "x", "input": {}}]},
            {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t", "content": "done"}]},
        ]
    )
    assert [speaker(message) for message in transcript.messages] == ["user", "assistant", "tool"]


async def test_export_asks_before_it_makes_a_folder(samples: dict[str, Path], tmp_path: Path) -> None:
    async with opened(samples["re-reads"]) as (pilot, _, _session):
        await pilot.press("e")
        await pilot.pause()
        field = pilot.app.screen.query_one(Input)
        field.value = str(tmp_path / "new" / "policy.yaml")
        await pilot.press("enter")
        assert "There is no folder" in text_of(pilot.app.screen)
        assert not (tmp_path / "new").exists()
        await pilot.press("enter")
        await pilot.pause()
        assert (tmp_path / "new" / "policy.yaml").is_file()


async def test_no_figure_of_a_gone_stretch_is_cut(samples: dict[str, Path]) -> None:
    lost = r"2–9 dropped( by prune)?( · 8 (messages|msgs))? · −(10,779( tokens)?|10\.8k) ╌*"
    gone = r"2–132 dropped( by prune)?( · 131 (messages|msgs))? · (111,665( tokens)?|112k) ╌*"
    async with opened(samples["re-reads"], size=(100, 40)) as (pilot, main, _):
        for keys, words, figures in ((("t", "home"), "dropped", lost), (("escape", "home"), "132 dropped", gone)):
            await pilot.press(*keys)
            for width in (100, 110, 120, 140, 200):
                await pilot.resize_terminal(width, 40)
                await ready(pilot)
                await pilot.press("home")
                await until(pilot, lambda words=words: words in text_of(main.panes))  # type: ignore[misc]
                line = next(line for line in text_of(main.panes).splitlines() if words in line)
                assert re.search(figures, line), (width, line)


async def test_a_pane_alone_names_a_gone_stretch_without_covering_its_text(samples: dict[str, Path]) -> None:
    async with opened(samples["lost-rule"], "recorded", (80, 24)) as (pilot, main, _):
        await pilot.press("less_than_sign", "n", "home")
        await ready(pilot)
        lines = text_of(main.panes).splitlines()
        assert lines[0].startswith("Σ 1–88 summarised by the agent")
        assert "user harbour reads eight log formats" in lines[1]
        ghost = main.panes.render_line(1)
        later = main.panes.style("later").color
        assert any("harbour" in segment.text and segment.style and segment.style.color == later for segment in ghost)
