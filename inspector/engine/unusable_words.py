"""Answers in words that are no summary: an error and nothing else, a refusal, a question for the conversation."""

from __future__ import annotations

import re

from inspector.engine.unusable_phrases import ASKING, BRACKETED, ERROR, GOES_ON, REFUSAL, STRUCTURE, TRACEBACK, WORK

_SHORT = 800
"""Characters above which a text says more than a refusal."""
_OBJECT = re.compile(r"\{\s*['\"].*\}", re.DOTALL)
_END = re.compile(r"(?<=[.!?;])\s+|\n+|\s+[-–—·|]\s+")


def error_words(text: str) -> bool:
    """Whether a text is the words of an error and nothing else: each of its sentences is, or only says more of it."""
    if TRACEBACK.fullmatch(text) or BRACKETED.fullmatch(text):
        return True
    if _tells(text):
        return False
    said = [part for part in _END.split(_OBJECT.sub("", text)) if any(map(str.isalnum, part))]
    if not (ERROR.match(said[0] if said else text) or BRACKETED.match(text)):
        return False
    return all(ERROR.match(part) or GOES_ON.match(part) for part in said[1:])


def is_refusal(text: str) -> bool:
    """Whether a text is a refusal and nothing else."""
    return len(text) <= _SHORT and REFUSAL.match(text) is not None and not _tells(text)


def is_asking(text: str) -> bool:
    """Whether a text asks for what it should have summarised."""
    return len(text) <= _SHORT and ASKING.match(text) is not None and not _tells(text)


def _tells(text: str) -> bool:
    """Whether a text has the form, or the words, of somebody who tells of work."""
    return STRUCTURE.search(text) is not None or WORK.search(_OBJECT.sub("", text)) is not None
