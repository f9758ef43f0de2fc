"""The pictures in the README, made anew: `python -m tests.screens` writes them into `.assets` (`make screens`)."""

from __future__ import annotations

import asyncio
import os
import re
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

os.environ.setdefault("TEXTUAL_ANIMATIONS", "none")

ROOT = Path(__file__).resolve().parents[1]
TARGET = ROOT / ".assets"
SIZE = (140, 42)
_FONT = re.compile(r"@font-face \{.*?\}", re.DOTALL)
"""Fonts are named by address in the picture; without them it falls back to the reader's own, and asks nobody."""


class Shown(NamedTuple):
    """A picture: the app on a sample under a policy, after these keys."""

    name: str
    sample: str
    policy: str
    keys: tuple[str, ...]


PICTURES = (
    Shown("inspector.svg", "re-reads.jsonl", "workbuddy-s14", ("g", "7", "0", "enter", "3")),
    Shown("summary.svg", "lost-rule.jsonl", "recorded", ("s", "j", "j")),
)
"""The request where a rule has just left the view; the summary beside what it replaced."""


async def picture(shown: Shown) -> str:
    """What the app looks like then."""
    from inspector.tui.app import InspectorApp
    from tests.tui.drive import ready, still

    app = InspectorApp(str(ROOT / "sample_transcripts" / shown.sample), shown.policy)
    async with app.run_test(size=SIZE) as pilot:
        await ready(pilot)
        for key in shown.keys:
            await pilot.press(key)
            await ready(pilot)
        await still(pilot)
        return _FONT.sub("", app.export_screenshot(title="inspector"))


def main() -> None:
    """Write the pictures."""
    TARGET.mkdir(exist_ok=True)
    for shown in PICTURES:
        with TemporaryDirectory() as folder:
            os.environ["INSPECTOR_HOME"] = folder
            svg = asyncio.run(picture(shown))
        (TARGET / shown.name).write_text(svg, encoding="utf-8")
        print(f".assets/{shown.name}: {len(svg):,} characters")


if __name__ == "__main__":
    main()
