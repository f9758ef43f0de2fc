"""The words around a fact: the block that a line leads to, with the fact marked in it. No Textual here."""

from __future__ import annotations

from collections.abc import Sequence

from inspector.analysis.why.facts import Fact
from inspector.analysis.why.sightings import said
from inspector.transcript.model import Transcript
from inspector.tui.summaries.paper import Paper, Passage
from inspector.tui.why.lines import WHO
from inspector.tui.why.story import Story
from inspector.tui.widgets.runs import Mark

MOST = 200
"""Places of a fact that are marked in one block."""


def context(transcript: Transcript, block: int) -> Paper:
    """A block as a paper of one passage, under its name."""
    shape = transcript.structure
    owner = shape.owner[block]
    author = transcript.messages[owner].author
    kind = {"tool_use": f"calls {shape.blocks[block].tool}", "tool_result": "a result", "thinking": "thinking"}
    what = kind.get(shape.blocks[block].kind, "text")
    title = f"{shape.name(block)}  {WHO.get(author, author)}, {what} · message {owner + 1:,}"
    return Paper((Passage(shape.name(block), title, said(shape.blocks[block])),))


def places(story: Story | None, fact: Fact | None, block: int) -> Sequence[Mark]:
    """Where the fact is in a block; nowhere in particular for what is followed whole."""
    told = story.told if story is not None else None
    if told is None or fact is None or fact.whole:
        return ()
    found = [Mark(each.start, each.stop, "hit") for each in told.found.all if each.block == block][:MOST]
    near = [Mark(each.start, each.stop, "hit") for each in (story.near if story else ()) if each.block == block]
    return found or near
