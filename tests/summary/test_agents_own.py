"""The agent's own summaries: given for the cut that they were made for, and for no other."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

import inspector
from inspector.analysis.cuts import cuts
from inspector.engine.summariser import SummaryFailed, SummaryPart, SummaryRequest
from inspector.summary.recorded import Recorded, recordings, spoken
from inspector.summary.registry import UnknownSummariser, summariser
from inspector.transcript.model import Block, Compaction, Held, Message, Transcript


def _message(number: int, kind: str = "text", role: str = "user") -> Message:
    text = f"text of {number}"
    block = Block(kind, Held(text, {"type": "text", "text": text}))  # type: ignore[arg-type]
    return Message(number, role, (block,), model="model-1" if kind == "summary" else "")  # type: ignore[arg-type]


def _transcript() -> Transcript:
    """Two compactions: before the 7th message, which keeps the 5th and 6th, and before the 12th."""
    kinds = {7: "summary", 12: "summary"}
    messages = [_message(1, role="system"), *(_message(n, kinds.get(n, "text")) for n in range(2, 16))]
    first = Compaction("full", 6, summary=6, preserved=(4, 5))
    micro = Compaction("micro", 9, cleared=frozenset(["t1"]))
    return Transcript("claude-code", tuple(messages), compactions=(first, micro, Compaction("full", 11, summary=11)))


TRANSCRIPT = _transcript()


def _request(numbers: Sequence[int], **more: object) -> SummaryRequest:
    blocks = [TRANSCRIPT.messages[number - 1].blocks[0] for number in numbers]
    parts = [
        SummaryPart("user", "human", f"{n}.1", block.text, block) for n, block in zip(numbers, blocks, strict=True)
    ]
    return SummaryRequest(tuple(parts), **more)  # type: ignore[arg-type]


def test_each_compaction_with_a_summary_is_a_recording() -> None:
    first, second = recordings(TRANSCRIPT)
    assert (sorted(first.all), sorted(first.seen)) == ([2, 3, 4], [2, 3, 4])
    assert sorted(second.all) == list(range(2, 12))
    assert sorted(second.seen) == [5, 6, 7, 8, 9, 10, 11]


@pytest.mark.parametrize(
    ("numbers", "more", "given"),
    [
        ([2, 3, 4], {}, 7),
        ([2, 3, 4, 5, 6], {}, 7),
        (range(2, 12), {}, 12),
        ([5, 6, 7, 8, 9, 10, 11], {}, 12),
        ([7, 8, 9, 10, 11], {"previous": "the earlier one"}, 12),
        ([8, 9, 10, 11], {"omitted": 900}, 12),
        ([4], {"previous": "the earlier one"}, 7),
    ],
    ids=[
        "first",
        "with what was kept",
        "whole",
        "as the agent saw it",
        "update",
        "oldest left out",
        "update of little",
    ],
)
def test_the_cut_that_it_was_made_for(numbers: Sequence[int], more: dict[str, object], given: int) -> None:
    answer = Recorded(TRANSCRIPT).answer(_request(numbers, **more))
    assert (answer.text, answer.model) == (f"text of {given}", "model-1")


def test_redistilled_with_an_earlier_summary_that_was_made() -> None:
    made = Block("summary", Held("earlier", {"type": "text", "text": "earlier"}))
    request = _request([8, 9, 10, 11], mode="redistil")
    with_it = SummaryRequest((SummaryPart("user", "client", "earlier", "earlier", made), *request.parts))
    assert Recorded(TRANSCRIPT).summarise(with_it) == "text of 12"
    with pytest.raises(SummaryFailed):
        Recorded(TRANSCRIPT).summarise(request)


@pytest.mark.real
def test_the_cuts_that_agents_made(recorded_sessions: Path) -> None:
    """Of every cut of the recorded view whose summary was recorded, it is that summary."""
    asked = 0
    for path in sorted((recorded_sessions / "claude-code").glob("*compact*.jsonl")):
        transcript = inspector.load(path)
        for cut in cuts(inspector.replay(transcript)):
            if cut.text:
                asked += 1
                assert Recorded(transcript).summarise(cut.request) == cut.text.strip(), (path.name, cut.number)
    assert asked


@pytest.mark.parametrize(
    ("numbers", "more"),
    [
        ([2, 3], {}),
        ([2, 3, 4, 5], {}),
        ([3, 4], {}),
        ([3, 4], {"omitted": 5, "omitted_end": "newest"}),
        ([2, 4], {"previous": "the earlier one"}),
        ([], {}),
        ([], {"previous": "the earlier one"}),
    ],
)
def test_another_cut_is_refused_and_the_ones_there_are_named(numbers: Sequence[int], more: dict[str, object]) -> None:
    with pytest.raises(SummaryFailed) as caught:
        Recorded(TRANSCRIPT).summarise(_request(numbers, **more))
    assert spoken(frozenset(numbers)) in str(caught.value)
    assert str(caught.value).endswith("the agent's own stand for messages 2–4, messages 2–11")


def test_a_record_without_one_says_so() -> None:
    bare = Transcript("anthropic", TRANSCRIPT.messages)
    with pytest.raises(SummaryFailed, match="holds no summary by the agent"):
        Recorded(bare).summarise(_request([2, 3, 4]))


def test_messages_in_words() -> None:
    assert spoken(frozenset()) == "no message of the record"
    assert spoken(frozenset([3])) == "message 3"
    assert spoken(frozenset([1, 2, 3, 5, 7, 8])) == "messages 1–3, 5, 7–8"
    assert spoken(frozenset(range(1, 40, 2))) == "messages 1, 3, 5, 7, …"


def test_by_name_it_needs_a_session() -> None:
    assert summariser("recorded", transcript=TRANSCRIPT).summarise(_request([2, 3, 4])) == "text of 7"
    with pytest.raises(UnknownSummariser, match="needs a session"):
        summariser("recorded")
