"""Workers are named: without a description Textual writes out all arguments, a whole transcript among them."""

from __future__ import annotations

import re
from pathlib import Path


def test_every_worker_has_a_description(root: Path) -> None:
    found = [
        line for file in (root / "inspector" / "tui").rglob("*.py") for line in re.findall(r"@work.*", file.read_text())
    ]
    assert len(found) > 15
    assert [line for line in found if "description=" not in line] == []
