"""By which words Hermes' own messages are known (`agent/context_compressor.py`): summaries and what goes with them.

Only the beginning of a message counts: the same words quoted in the middle of what a person wrote are that person's
(NousResearch/hermes-agent#86234).
"""

from __future__ import annotations

import re
from typing import NamedTuple

from inspector.transcript.formats.blocks import text_block
from inspector.transcript.model import Block

CLEARED = "[Old tool output cleared to save context space]"

_SUMMARY = re.compile(r"\s*\[CONTEXT (?:COMPACTION[^\]\n]{0,80}\]|SUMMARY\]:)")
_PRIOR = re.compile(r"\s*\[PRIOR CONTEXT[^\]\n]{0,80}\]")
_DELIMITER = re.compile(r"\[END OF PRIOR CONTEXT[^\]\n]{0,80}\]")
_END = re.compile(r"^-{2,} ?END OF CONTEXT SUMMARY[^\n]*$", re.MULTILINE)
_CLIENT = (
    "Continue from the compressed conversation context above. This marker exists because",
    "[Your active task list was preserved across context compression]",
)


class Divided(NamedTuple):
    """A message that holds a summary: what stood before it, the summary, what a person wrote after it; any may be empty."""

    before: str
    summary: str
    after: str

    @property
    def blocks(self) -> tuple[Block, ...]:
        made = [(self.before, text_block(self.before)), (self.after, text_block(self.after))]
        first, last = [[block] if text else [] for text, block in made]
        return (*first, text_block(self.summary, "summary"), *last)


def divided(text: str) -> Divided | None:
    """The text of a message that begins with a summary, or with earlier words that the client put before it; else None."""
    if _SUMMARY.match(text):
        return _after("", text)
    prior = _PRIOR.match(text)
    delimiter = _DELIMITER.search(text) if prior else None
    if prior and delimiter and _SUMMARY.match(text, delimiter.end()):
        return _after(text[prior.end() : delimiter.start()].strip(), text[delimiter.end() :])
    return None


def _after(before: str, text: str) -> Divided:
    end = _END.search(text)
    if end is None:
        return Divided(before, text, "")
    return Divided(before, text[: end.end()], text[end.end() :].strip())


def is_clients(text: str) -> bool:
    """Whether the client wrote a user message that goes with a compaction."""
    return text.startswith(_CLIENT)
