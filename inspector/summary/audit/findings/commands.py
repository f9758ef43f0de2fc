"""Commands that nobody ran or wrote. A shortened command has its ground in the longer one of the source."""

from __future__ import annotations

import re
from collections.abc import Iterator

from inspector.summary.audit.claims import Summary
from inspector.summary.audit.near import near
from inspector.summary.audit.shapes import Finding
from inspector.summary.audit.source import Source

_SPACE = re.compile(r"\s+")
_GAP = re.compile(r"…|\.\.\.|<[^>\s]*>|\[[^\]\s]*\]")
_AROUND = 400
_MOST_PLACES = 60


def find(source: Source, summary: Summary) -> Iterator[Finding]:
    """Every command of the summary of which the source has no one that holds all of its words."""
    for atom in summary.of("command"):
        if not sourced(source, atom.text):
            rare = max(atom.text.split(), key=len)
            yield Finding("unsourced command", f"the source has no command {atom.text}", atom.span, near(source, rare))


def sourced(source: Source, command: str) -> bool:
    """Whether it stands in the source, or all its words do, near each other."""
    wanted = _SPACE.sub(" ", command.strip()).lower()
    if source.find(wanted, left=False, right=False):
        return True
    parts = [part.strip("\"'`()") for part in _GAP.sub(" ", wanted).split()]
    parts = [part for part in parts if part and part not in ("&&", "|", ";", "||", "\\")]
    if not parts:
        return True
    rare = max(parts, key=len)
    for count, at in enumerate(source.occurrences(rare, left=False)):
        around = source.low[max(at - _AROUND, 0) : at + _AROUND]
        if all(_holds(around, part) for part in parts):
            return True
        if count > _MOST_PLACES:
            break
    return False


def _holds(text: str, part: str) -> bool:
    return re.search(rf"(?<![\w.-]){re.escape(part)}(?![\w])", text) is not None
