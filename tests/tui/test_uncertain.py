"""What is uncertain in a recorded view is marked in the panes."""

from __future__ import annotations

from pathlib import Path

from inspector.tui.app import InspectorApp
from tests.transcript.cc import Writer
from tests.tui.drive import ready, text_of


async def test_what_is_uncertain_has_a_question_mark_behind_its_number(tmp_path: Path) -> None:
    """An attachment of which the record does not say whether it was sent; the typed text beside it has none."""
    writer = Writer()
    writer.user("u", "go on")
    writer.attach("x", "file", content="perhaps sent")
    writer.reply("a", "m1", {"type": "text", "text": "done"})
    app = InspectorApp(str(writer.write(tmp_path)), "recorded")
    async with app.run_test(size=(120, 40)) as pilot:
        await ready(pilot)
        shown = [line for line in text_of(app.screen).splitlines() if "perhaps sent" in line]
        assert shown
        assert all(line.count("2?") == 2 for line in shown)
        assert "1?" not in text_of(app.screen)
