"""Numbers inside sentences, written the way the screen writes numbers. No Textual here."""

from __future__ import annotations

import re

_LONG = re.compile(r"(?<![\w.,])\d{4,}(?![\w.,]*\w)")


def commas(text: str) -> str:
    """`not reached: 67862 < 80000` becomes `not reached: 67,862 < 80,000`."""
    return _LONG.sub(lambda found: f"{int(found[0]):,}", text)
