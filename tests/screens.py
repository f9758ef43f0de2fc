"""The picture in the README, made anew: `python -m tests.screens` writes `.assets/inspector.svg` (`make screens`)."""

from __future__ import annotations

import asyncio
import os
import re
from pathlib import Path
from tempfile import TemporaryDirectory

os.environ.setdefault("TEXTUAL_ANIMATIONS", "none")

ROOT = Path(__file__).resolve().parents[1]
TARGET = ROOT / ".assets" / "inspector.svg"
SAMPLE, POLICY, REQUEST, LAYER = "re-reads.jsonl", "workbuddy-s14", 70, "3"
SIZE = (140, 42)
_FONT = re.compile(r"@font-face \{.*?\}", re.DOTALL)
"""Fonts are named by address in the picture; without them it falls back to the reader's own, and asks nobody."""


async def picture() -> str:
    """The main screen on a sample, at the request where a rule has just left the view."""
    from inspector.tui.app import InspectorApp
    from tests.tui.drive import ready

    app = InspectorApp(str(ROOT / "sample_transcripts" / SAMPLE), POLICY)
    async with app.run_test(size=SIZE) as pilot:
        session = await ready(pilot)
        await pilot.press("g", *str(min(REQUEST, session.requests)), "enter")
        await pilot.press(LAYER)
        await ready(pilot)
        await pilot.pause()
        return _FONT.sub("", app.export_screenshot(title="inspector"))


def main() -> None:
    """Write the picture."""
    with TemporaryDirectory() as folder:
        os.environ["INSPECTOR_HOME"] = folder
        svg = asyncio.run(picture())
    TARGET.parent.mkdir(exist_ok=True)
    TARGET.write_text(svg, encoding="utf-8")
    print(f"{TARGET.relative_to(ROOT)}: {len(svg):,} characters")


if __name__ == "__main__":
    main()
