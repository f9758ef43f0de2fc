"""Whether an answer may replace anything. One that may not is no summary at all."""

from __future__ import annotations


def unusable(text: str, stop: str = "end") -> str | None:
    """Why a text may not take the place of history; None for one that may. `stop` says why the answer ended."""
    if not text.strip():
        return "the answer was blank"
    return None
