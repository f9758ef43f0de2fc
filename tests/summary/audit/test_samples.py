"""The samples: a summary made of quotes says nothing that its source does not, and holds much of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from inspector.engine.summariser import SummaryPart, SummaryRequest
from inspector.library import load
from inspector.summary import Extractive
from inspector.summary.audit import Source, audit
from inspector.summary.audit.pieces import call_text

SAMPLES = Path(__file__).resolve().parents[3] / "sample_transcripts"
NAMES = sorted(path.name for path in SAMPLES.glob("*.json*") if path.stem not in ("index", "durable-facts.durable"))


def request(name: str) -> SummaryRequest:
    """Everything that was recorded, to be summarised."""
    blocks = [(m, i, block) for m in load(SAMPLES / name).messages for i, block in enumerate(m.blocks, 1)]
    parts = (
        SummaryPart(m.role, m.author, f"{m.number}.{i}", block.text or call_text(block), block, block.tool)
        for m, i, block in blocks
    )
    return SummaryRequest(parts=tuple(parts), max_size=2_000)


@pytest.mark.parametrize("name", NAMES)
def test_quotes_have_their_ground(name: str) -> None:
    asked = request(name)
    found = audit(Source.of(asked), Extractive().summarise(asked))
    assert found.findings == ()
    assert found.score > 0.5


def test_a_source_is_read_once_for_several_summaries() -> None:
    source = Source.of(request("order-404.json"))
    first, again = audit(source, "Read only."), audit(source, "Read only.")
    assert first.coverage == again.coverage
    assert first.findings == again.findings
