"""The agent's own summaries, as its compaction records tell: what each was made of, and what it says."""

from __future__ import annotations

from collections.abc import Iterator

from inspector.analysis.cut import Cut
from inspector.engine import Replay
from inspector.engine.layers.asking import Asker, call_for
from inspector.engine.layers.drop import Middle
from inspector.engine.layers.file_lists import NO_FILES
from inspector.engine.recorded import LAYER, recorded_plan
from inspector.policy.model import Keep, Summarise
from inspector.summary.answer import Answer
from inspector.transcript.model import Compaction, Transcript

SEALED = "this summary is encrypted: only its provider can read it"
UNKNOWN = "the record does not hold the text of this summary"
"""Why the words of a recorded summary are not at hand. It was made all the same, and stood in the prompts."""

RULE = Summarise(Keep(0, 0, "messages"), "user", "{summary}")
"""Asks for a summary of everything, and for nothing else: what an agent asked its own model is not in its records."""


def recorded_cuts(replay: Replay) -> Iterator[Cut]:
    """Every full compaction of the record. One whose summary the record does not hold says so as its reason."""
    generation = 0
    for compaction in replay.transcript.compactions:
        if compaction.kind == "full":
            generation += 1
            yield _cut(replay, compaction, generation)


def _cut(replay: Replay, compaction: Compaction, generation: int) -> Cut:
    ledger, structure = replay.ledger, replay.transcript.structure
    end = structure.first[compaction.before]
    before = recorded_plan(ledger, end)
    number = min(structure.request_of(compaction.before), structure.requests)
    asked = call_for(before, Asker(RULE, LAYER, number, ledger.focus), Middle(0, end, ()), NO_FILES, "").request
    text = summary_text(replay.transcript, compaction)
    reason = "" if text else SEALED if is_sealed(replay.transcript, compaction) else UNKNOWN
    follows = (compaction.before if compaction.summary is None else compaction.summary) + 1
    after = recorded_plan(ledger, structure.first[min(follows, len(replay.transcript.messages))])
    answer = Answer(text) if text else None
    told = compaction.tokens_before
    return Cut(number, LAYER, asked, answer, reason, before.size, after.size, generation, told)


def summary_text(transcript: Transcript, compaction: Compaction) -> str:
    """The words of a recorded summary; "" when there is none."""
    if compaction.summary is None:
        return ""
    return "\n\n".join(block.text for block in transcript.messages[compaction.summary].blocks if block.text.strip())


def is_sealed(transcript: Transcript, compaction: Compaction) -> bool:
    """Whether what stands for the older messages is encrypted (Codex, where the provider compacts)."""
    brought = [at for at in compaction.order or () if at >= compaction.before]
    places = brought if compaction.summary is None else [compaction.summary]
    blocks = (block for at in places for block in transcript.messages[at].blocks)
    return any(block.kind == "opaque" and "encrypted_bytes" in block.api for block in blocks)
