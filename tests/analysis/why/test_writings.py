"""Other writings of a text: typed by a person, or said before it; with a pattern that finds both."""

from __future__ import annotations

import pytest

import inspector
from inspector.analysis.why.facts import text_fact
from inspector.analysis.why.sightings import sightings
from inspector.analysis.why.writings import other_writing
from inspector.transcript.model import Transcript


def said(*texts: str) -> Transcript:
    """Texts in turn by the user and by the model."""
    roles = ("user", "assistant")
    return inspector.load_messages([{"role": roles[at % 2], "content": text} for at, text in enumerate(texts)])


@pytest.mark.parametrize(
    ("texts", "asked", "message", "written", "pattern"),
    [
        (("Rules: READ ONLY.", "So read only it is."), "read only", 1, "READ ONLY", "/read only/i"),
        (("go", "I stay read only", "Read Only, yes"), "read only", 3, "Read Only", "/read only/i"),
        (("go", "Read Only", "go on", "read only"), "read only", 2, "Read Only", "/read only/i"),
        (("it is read\nonly", "read only"), "read only", 1, "read\nonly", r"/read\s+only/i"),
        (("take the 1.5 (MM) one", "1.5 (mm)"), "1.5 (mm)", 1, "1.5 (MM)", r"/1\.5 \(mm\)/i"),
    ],
)
def test_the_writing_that_counts(texts: tuple[str, ...], asked: str, message: int, written: str, pattern: str) -> None:
    transcript = said(*texts)
    found = sightings(transcript, text_fact(asked))
    assert not found.fact.loose
    other = other_writing(transcript, found)
    assert other is not None
    assert (transcript.structure.owner[other.block] + 1, other.text, other.pattern) == (message, written, pattern)
    blocks = sightings(transcript, text_fact(pattern)).blocks
    assert {other.block, *found.blocks} <= set(blocks)


@pytest.mark.parametrize(
    ("texts", "asked"),
    [
        (("read only", "Read Only"), "read only"),  # what the model makes of it later
        (("READ ONLY", "fine"), "read only"),  # found loosely as it is: that is said already
        (("nothing", "of it"), "read only"),
        (("read only", "x"), "/read only/"),
    ],
)
def test_no_other_writing(texts: tuple[str, ...], asked: str) -> None:
    transcript = said(*texts)
    assert other_writing(transcript, sightings(transcript, text_fact(asked))) is None
