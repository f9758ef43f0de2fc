"""Acceptance on the largest recorded Claude Code session: look, scrub, turn, step, export, quit; at two sizes."""

from __future__ import annotations

from pathlib import Path

import pytest

from inspector.policy import load_policy
from inspector.tui.app import InspectorApp
from inspector.tui.session import Session
from tests.tui.drive import main_screen, ready, text_of

pytestmark = [pytest.mark.real, pytest.mark.timeout(120)]


@pytest.fixture(scope="module")
def largest(recorded_sessions: Path) -> Path:
    """The largest Claude Code file there is."""
    files = list((recorded_sessions / "claude-code").glob("*.jsonl"))
    if not files:
        pytest.skip("no Claude Code sessions")
    return max(files, key=lambda path: path.stat().st_size)


@pytest.mark.parametrize("size", [(80, 24), pytest.param((200, 60), marks=pytest.mark.slow)])
async def test_the_whole_job(largest: Path, tmp_path: Path, size: tuple[int, int]) -> None:
    app = InspectorApp(str(largest))
    async with app.run_test(size=size) as pilot:
        session = await ready(pilot)
        main = main_screen(app)
        assert session.name == "recorded"
        assert largest.name[:20] in text_of(main)
        await pilot.press("less_than_sign")
        for _ in range(session.requests // 10 + 1):
            await pilot.press("shift+right")
        assert session.request == session.requests
        assert "is made here" in text_of(main) or f"request {session.requests}" in text_of(main)

        await pilot.press("p")
        await pilot.press("home", "down", "down", "enter")
        await ready(pilot)
        assert session.name == "workbuddy-s14"
        for _ in range(20):
            await pilot.press("left_square_bracket")
        await ready(pilot)
        assert session.policy is not None
        assert session.policy.values["soft_threshold"] < 80_000

        await pilot.press("less_than_sign", "n")
        for key in ("0", "1", "2", "3", "4", "full_stop", "comma", "escape"):
            await pilot.press(key)
        assert session.step is None

        await pilot.press("e")
        for _ in range(30):
            await pilot.press("backspace")
        target = tmp_path / "exported.yaml"
        await pilot.press(*str(target), "enter")
        await pilot.pause()
        exported = load_policy(target)
        assert exported.values == session.policy.values
        again = Session(session.transcript, exported)
        again.go(session.request)
        assert again.plan().size == session.plan().size  # type: ignore[union-attr]
        await pilot.press("q")
        await pilot.pause()
    assert app.return_code == 0


async def test_every_recorded_session_opens_or_is_refused_in_one_line(recorded_sessions: Path) -> None:
    for path in sorted((recorded_sessions / "claude-code").glob("*.jsonl"))[:6]:
        app = InspectorApp(str(path))
        async with app.run_test(size=(100, 30)) as pilot:
            session = await ready(pilot)
            await pilot.press("left", "home", "j", "enter")
            assert session.requests >= 1
