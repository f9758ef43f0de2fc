"""An earlier summary that arrives as one of the parts is carried on as one that is given beside them."""

from __future__ import annotations

import pytest

import inspector
from inspector.engine import Replay, SummaryPart, SummaryRequest
from inspector.policy import load_policy
from inspector.policy.model import Carrying
from inspector.summary import Extractive
from inspector.transcript.model import Block, Held
from tests.engine.generations import with_mode
from tests.summary.talk import Talk, debugging, entries

SMALL = {
    "evo-agent": {"context_limit": 9_000},
    "workbuddy-s14": {"soft_threshold": 3_000, "max_tool_result_tokens": 400},
    "agent-engineering": {"window": 12_000},
}

TOO_LITTLE = ("would not be smaller", "leaves room for no line")
"""Why a summary of very little may fail."""


def as_part(text: str) -> SummaryPart:
    block = Block("summary", Held(text, {"type": "text", "text": text}))
    return SummaryPart("user", "client", "earlier", text, block)


def both_ways(first: str, talk: Talk, **more: int) -> tuple[str, str]:
    """The summary of a talk after an earlier one, given beside the parts and as one of them."""
    parts = tuple(talk.parts)
    beside = Extractive().summarise(SummaryRequest(parts, previous=first, **more))  # type: ignore[arg-type]
    inside = SummaryRequest((as_part(first), *parts), mode="redistil", **more)  # type: ignore[arg-type]
    return beside, Extractive().summarise(inside)


@pytest.mark.parametrize("size", [None, 200, 600, 2000])
def test_it_says_the_same(size: int | None) -> None:
    talk = (
        Talk(first=40).user("Do not touch the database schema. Also add a test.").says("Added test_idempotent in a.py.")
    )
    beside, inside = both_ways(debugging().summarised(), talk, **({} if size is None else {"max_size": size}))
    assert inside == beside


def test_a_text_from_elsewhere_is_quoted_as_earlier() -> None:
    talk = Talk(first=40).user("Go on with the importer, please").says("Going on.")
    beside, inside = both_ways("Goal: a stable importer.\nNever touch prod.db.", talk)
    assert inside == beside
    assert "- [earlier] Never touch prod.db." in [entry.line for entry in entries(inside, "Earlier summary")]


@pytest.mark.parametrize("sample", ["durable-facts.jsonl", "re-reads.jsonl"])
@pytest.mark.parametrize("name", SMALL)
def test_no_summary_of_the_presets_fails_in_any_mode(name: str, sample: str) -> None:
    """Over many generations on the samples; what fires is much the same in each mode."""
    transcript = inspector.load(f"sample_transcripts/{sample}")
    fired: dict[Carrying, int] = {}
    modes: tuple[Carrying, ...] = ("update", "redistil", "carry")
    for mode in modes:
        rules = with_mode(load_policy(name).with_knobs(**SMALL[name]), mode)
        replay = Replay(transcript, rules, Extractive())
        rows = replay.rows()
        fired[mode] = sum("summary" in row.fired for row in rows)
        problems = [problem for row in rows for problem in replay.problems(row.request)]
        failed = [problem.text for problem in problems if problem.kind == "summary_failed"]
        assert [text for text in failed if not any(word in text for word in TOO_LITTLE)] == []
    assert abs(fired["update"] - fired["redistil"]) <= 2
