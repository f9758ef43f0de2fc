"""A knob that is held: totals come now and then, and those of the last value in the end."""

from __future__ import annotations

from pathlib import Path

import orjson
import pytest

from inspector.tui.app import InspectorApp
from inspector.tui.screens import renewing
from tests.benchmarks.synthetic import messages
from tests.tui.drive import main_screen, ready, until


@pytest.mark.parametrize("seconds", [0.0, 60.0])
async def test_totals_follow_when_the_key_is_let_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seconds: float
) -> None:
    monkeypatch.setattr(renewing, "HELD", 60.0)
    monkeypatch.setattr(renewing, "NOW_AND_THEN", seconds)
    path = tmp_path / "long.jsonl"
    path.write_bytes(b"\n".join(orjson.dumps(message) for message in messages(1_200, mean_chars=200)))
    app = InspectorApp(str(path), "workbuddy-s14")
    async with app.run_test(size=(100, 30)) as pilot:
        session = await ready(pilot)
        main = main_screen(app)
        for _ in range(4):
            await pilot.press("right_square_bracket")
        await until(pilot, lambda: session.revision == 4 and main.totals_known)
        assert len(main.totals) == session.requests
        assert [*main.totals] == [*session.replay.rows()]
