"""Recorded sessions: every line of their summaries stands in the record, over generations, within the size."""

from __future__ import annotations

from pathlib import Path

import pytest

from inspector.engine.summariser import SummaryPart, SummaryRequest
from inspector.summary import Extractive
from inspector.summary.sections import parse
from inspector.summary.size import estimate
from inspector.summary.text import clean
from inspector.transcript import Transcript, TranscriptError, load
from tests.summary.talk import quoted, strings

SIZE = 800
GENERATIONS = 3


def _parts(transcript: Transcript) -> list[SummaryPart]:
    structure = transcript.structure
    tools = {block.tool_id: block.tool for block in structure.blocks if block.kind == "tool_use"}
    return [
        SummaryPart(
            message.role, message.author, f"{message.number}.{at}", block.text, block, tools.get(block.tool_id, "")
        )
        for message in transcript.messages
        for at, block in enumerate(message.blocks, start=1)
    ]


@pytest.mark.real
def test_every_line_stands_in_the_record(recorded_sessions: Path) -> None:
    files = sorted((recorded_sessions / "claude-code").glob("*.jsonl"))
    assert [line for path in files for line in _unsupported(path)] == []


def _unsupported(path: Path) -> list[str]:
    """The lines of the third of three summaries that stand nowhere in the record."""
    try:
        parts = _parts(load(path))
    except TranscriptError:
        return []
    sources = [clean(part.text) for part in parts]
    sources += [clean(text) for part in parts for text in strings(part.source.input)]
    text, step = "", len(parts) // GENERATIONS + 1
    for start in range(0, len(parts), step):
        request = SummaryRequest(tuple(parts[start : start + step]), previous=text, max_size=SIZE)
        text = Extractive().summarise(request)
        assert estimate(text) <= SIZE
    sources += [" ".join(source.split()) for source in sources]
    quotes = [(quote, entry.line) for entry in parse(text).entries for quote in quoted(entry)]
    return [f"{path.name}: {line}" for quote, line in quotes if not any(quote in source for source in sources)]
