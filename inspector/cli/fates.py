"""The signs and colours of fates. A sign always stands beside the colour, which may be missing."""

from __future__ import annotations

from inspector.engine.view import Fate

SIGNS = {
    Fate.VERBATIM: "=",
    Fate.TRUNCATED: "✂",
    Fate.CLEARED: "◌",
    Fate.FOLDED: "…",
    Fate.DEDUPLICATED: "⧉",
    Fate.DROPPED: "╌",
    Fate.SUMMARISED: "Σ",
    Fate.INJECTED: "＋",
}

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
