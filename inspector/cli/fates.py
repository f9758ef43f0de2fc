"""The signs and colours of fates. A sign always stands beside the colour, which may be missing."""

from __future__ import annotations

from inspector.engine.view import SIGNS, Fate

__all__ = ["SIGNS", "STYLES"]

STYLES = {
    Fate.VERBATIM: "",
    Fate.TRUNCATED: "yellow",
    Fate.CLEARED: "cyan",
    Fate.FOLDED: "cyan",
    Fate.DEDUPLICATED: "blue",
    Fate.DROPPED: "red",
    Fate.SUMMARISED: "magenta",
    Fate.INJECTED: "green",
}
