"""What typed text and the assistant's own words offer: prompts, constraints, findings, open items."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from inspector.summary import cues
from inspector.summary.cues import Sentence
from inspector.summary.extract import Extract, Span
from inspector.summary.sections import Section
from inspector.summary.text import clip, lines, sentences, unmarked, windows

LONGEST = 600
"""Characters of one quote before any space is shared."""
PROMPT_LINES = 12
MOST_SPANS = 40
BARE_LABEL = 60

_BOX = re.compile(r"(?:[-*+]|\d{1,3}[.)])\s+\[([ xX])\]\s+(.{1,600})")
_REMINDER = re.compile(r"<(system-reminder|ide_[a-z_]{1,30})>.*?</\1>", re.DOTALL)
_CODE_LIKE = re.compile(
    r"[{};]\s*$|^\s*(?:at |File \"|\d{4}-\d\d-\d\dT?|\{\"|[|+]|<[a-z/])|=>|\w+\(\w*\)\s*[{:]$|\\[nt]"
)
_TECHNICAL = re.compile(r"[`/]|\w_\w|\w\.\w|\d")


def typed(text: str) -> Extract:
    """A typed prompt: its lines, and the sentences of it that bind the agent."""
    kept = [_REMINDER.sub("\n", window) for window in windows(text)]
    prompt = [line for window in kept for line in lines(window)]
    spans = [span for line in _prose(prompt) for span in _constraints(line)]
    spans += [span for line in prompt if (span := _box(line))]
    shown = prompt[: PROMPT_LINES - 2] + prompt[-2:] if len(prompt) > PROMPT_LINES else prompt
    return Extract(spans=tuple(spans[:MOST_SPANS]), prompt=tuple(clip(unmarked(line), LONGEST) for line in shown))


def _prose(found: list[str]) -> Iterator[str]:
    """The lines that are prose: no fenced code, no pasted log or data."""
    fenced = False
    for line in found:
        if line.startswith(("```", "~~~")):
            fenced = not fenced
        elif not fenced and not _CODE_LIKE.search(line[:400]):
            yield line


def _constraints(line: str) -> Iterator[Span]:
    for text in sentences(unmarked(line)):
        cue = cues.constraint(Sentence(text))
        if cue.score:
            yield Span(Section.CONSTRAINTS, text, cue.score, cue.anchor)


def said(text: str) -> Extract:
    """The assistant's words: what it found and decided, what it says is still open, and how it ended."""
    found = [line for window in windows(text) for line in lines(window)]
    prose = list(_prose(found))
    spans = list(islice(_statements(prose), MOST_SPANS))
    return Extract(spans=tuple(spans), reply=_reply(prose))


def _statements(prose: list[str]) -> Iterator[Span]:
    label = 0
    for line in prose:
        if box := _box(line):
            yield box
            continue
        bare = unmarked(line)
        if _is_label(line, bare):
            label = cues.finding(Sentence(bare)).score
            continue
        for text in sentences(bare):
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
    return (1 if _TECHNICAL.search(text) else -1) - (1 if len(text) < 30 and text.isascii() else 0)


def _box(line: str) -> Span | None:
    """An unchecked box of a list."""
    match = _BOX.match(line)
    if match is None or match[1] != " ":
        return None
    return Span(Section.OPEN, match[2], cues.STRONG)


def _reply(prose: list[str]) -> tuple[str, ...]:
    """The first and the last lines of a reply: where things stood."""
    shown = [unmarked(line) for line in (prose if len(prose) <= 4 else [prose[0], *prose[-3:]])]
    return tuple(clip(line, LONGEST) for line in shown if line)
