"""What typed text and the assistant's own words offer: prompts, constraints, findings, open items."""

from __future__ import annotations

import re
from collections.abc import Iterator
from heapq import nlargest
from itertools import islice

from inspector.summary import cues
from inspector.summary.cues import Sentence
from inspector.summary.extract import CLOSED, Extract, Span
from inspector.summary.sections import Section
from inspector.summary.text import clip, sentences, unmarked, unwrapped, windows

LONGEST = 600
"""Characters of one quote before any space is shared."""
PROMPT_LINES = 12
MOST_SPANS = 40
MOST_STATEMENTS = 10
"""Statements that one reply can offer."""
BARE_LABEL = 60
LONG_PROMPT, OWN_LINES = 40, 12
SHORTEST = 9
"""Bytes of a sentence below which it binds nobody to anything."""

_BOX = re.compile(r"(?:[-*+]|\d{1,3}[.)])\s+\[([ xX])\]\s+(.{1,600})")
_ATTACHED = re.compile(r"(?:\[(?:Image|Pasted|Attached)[^\]]{0,80}\]\s*)+")
_REPORT = re.compile(r"(?:error|failed|failure|warning|exception|traceback)\b|\w*(?:Error|Exception):", re.I)
_REMINDER = re.compile(r"<(system-reminder|ide_[a-z_]{1,30})>.*?(?:</\1>|\Z)", re.DOTALL)
_CODE_START = re.compile(r"\s*(?:at |File \"|\d{4}-\d\d-\d\dT?|\{\"|[|+]|<[a-z/])")
_CODE_CALL = re.compile(r"\w\(\w*\)\s*:$")
_TECHNICAL = re.compile(r"\w[_.]\w|\d")


def typed(text: str) -> Extract:
    """A typed prompt: its lines, and the sentences of it that bind the agent."""
    kept = [_REMINDER.sub("\n", window) for window in windows(text)]
    prompt = [line for window in kept for line in unwrapped(window)]
    prompt = [line for line in prompt if not _ATTACHED.fullmatch(line)]
    prose = list(_prose(prompt))
    spans = [span for at, line in enumerate(prose) for span in _constraints(line, _pasted(at, len(prose)))]
    spans += [span for line in prompt if (span := _box(line))]
    shown = prompt[: PROMPT_LINES - 2] + prompt[-2:] if len(prompt) > PROMPT_LINES else prompt
    return Extract(spans=tuple(spans[:MOST_SPANS]), prompt=tuple(clip(unmarked(line), LONGEST) for line in shown))


def _prose(found: list[str]) -> Iterator[str]:
    """The lines that are prose: no fenced code, no pasted log or data."""
    fenced = False
    for line in found:
        if line.startswith(("```", "~~~")):
            fenced = not fenced
        elif not fenced and not _code_like(line[:400]):
            yield line


def _code_like(start: str) -> bool:
    """Whether a line looks like code, a log or data. Asked of every line, so mostly without a pattern."""
    return (
        start.rstrip().endswith(("{", "}", ";"))
        or "=>" in start
        or "\\n" in start
        or "\\t" in start
        or _CODE_START.match(start) is not None
        or (start.endswith(":") and _CODE_CALL.search(start) is not None)
    )


def _pasted(at: int, count: int) -> bool:
    """Whether a line of a very long prompt is likely pasted: a person's own words come first or last."""
    return count > LONG_PROMPT and OWN_LINES <= at < count - OWN_LINES


def _constraints(line: str, pasted: bool) -> Iterator[Span]:
    bare = unmarked(line)
    if _is_label(line, bare):
        return
    for text in sentences(bare):
        cue = cues.constraint(Sentence(text))
        if cue.score and not _REPORT.match(text) and len(text.encode("utf-8", "replace")) >= SHORTEST:
            yield Span(Section.CONSTRAINTS, text, cue.score - (2 if pasted else 0), cue.anchor)


def said(text: str) -> Extract:
    """The assistant's words: what it found and decided, what it says is still open, and how it ended."""
    found = [line for window in windows(text) for line in unwrapped(window)]
    prose = list(_prose(found))
    spans = list(islice(_statements(prose), MOST_SPANS))
    if len(spans) > MOST_STATEMENTS:
        kept = set(nlargest(MOST_STATEMENTS, range(len(spans)), key=lambda at: (spans[at].score, at)))
        spans = [span for at, span in enumerate(spans) if at in kept or _closes(span)]
    return Extract(spans=tuple(spans), reply=_reply(prose))


def _statements(prose: list[str]) -> Iterator[Span]:
    label = 0
    for line in prose:
        if box := _box(line):
            yield box
            if not _closes(box):
                continue
        if not label and not cues.telling(line):
            continue
        bare = unmarked(line)
        if _is_label(line, bare):
            label = cues.finding(Sentence(bare)).score
            continue
        for text in sentences(bare):
            if text.rstrip("*").endswith((":", "：")):
                label = cues.finding(Sentence(text)).score
            else:
                yield from _statement(text, label)
                label = 0


def _is_label(line: str, bare: str) -> bool:
    """A heading or a bold label: it announces what follows, and says nothing alone."""
    if len(bare) > BARE_LABEL:
        return False
    return (
        line.startswith("#")
        or bare.rstrip("*").endswith((":", "："))
        or (bare.startswith("**") and bare.endswith("**"))
    )


def _statement(text: str, label: int) -> Iterator[Span]:
    """What one sentence offers. What is open stays open: a sentence that says so is never also a finding."""
    sentence = Sentence(text)
    if len(text) < 4 or len(text) > 2 * LONGEST:
        return
    found, ahead = cues.finding(sentence), cues.unfinished(sentence)
    if ahead.score == 0 and found.score == 0:
        ahead = cues.plan(sentence)
    if ahead.score:
        yield Span(Section.OPEN, text, ahead.score, ahead.anchor)
    elif found.score or label:
        yield Span(Section.FINDINGS, text, max(found.score, label) + _weight(text), found.anchor)


def _weight(text: str) -> int:
    """Sentences that name things are worth more; very short ones and hedged ones less."""
    technical = "`" in text or "/" in text or _TECHNICAL.search(text)
    return (1 if technical else -1) - (1 if len(text) < (30 if text.isascii() else 10) else 0)


def _box(line: str) -> Span | None:
    """A box of a list: an unchecked one is open, a checked one closes what an earlier list left open."""
    match = _BOX.match(line)
    return None if match is None else Span(Section.OPEN, match[2], cues.STRONG if match[1] == " " else CLOSED)


def _closes(span: Span) -> bool:
    return span.section is Section.OPEN and span.score == CLOSED


def _reply(prose: list[str]) -> tuple[str, ...]:
    """The first and the last lines of a reply: where things stood."""
    bare = [text for line in prose if (text := unmarked(line)) and not _is_label(line, text)]
    shown = bare if len(bare) <= 4 else [bare[0], *bare[-3:]]
    return tuple(clip(line, LONGEST // 2) for line in shown)
