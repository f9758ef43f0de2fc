"""The agent's own summaries, where the record has them: given for a cut that stands for the same messages, and for no other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from inspector.engine.summariser import SummaryFailed, SummaryPart, SummaryRequest
from inspector.summary.answer import Answer
from inspector.transcript.model import Compaction, Transcript

SHOWN = 6
"""How many cuts are named where none fits."""


class Recording(NamedTuple):
    """A summary that the agent made: its text, and the numbers of the messages that it stands for.

    `all` is everything before it that it did not keep, `seen` only what the agent itself still had before its eyes then.
    The messages that were `kept` besides the summary were read for it, too: a cut may have them or not.
    """

    text: str
    model: str
    all: frozenset[int]
    seen: frozenset[int]
    kept: frozenset[int] = frozenset()


class Recorded:
    """Answers with what the agent itself wrote at this cut."""

    def __init__(self, transcript: Transcript) -> None:
        self._recordings = tuple(recordings(transcript))

    @property
    def name(self) -> str:
        return "recorded"

    def summarise(self, request: SummaryRequest) -> str:
        return self.answer(request).text

    def answer(self, request: SummaryRequest) -> Answer:
        """The agent's summary of the same messages. Raises SummaryFailed that says which cuts the record has one for."""
        found = next((each for each in self._recordings if _fits(each, request)), None)
        if found is None:
            raise SummaryFailed(self._other(request))
        return Answer(found.text, found.model, kept=True)

    def _other(self, request: SummaryRequest) -> str:
        if not self._recordings:
            return "the record holds no summary by the agent itself"
        cuts = [spoken(each.all) for each in self._recordings]
        more = f" and {len(cuts) - SHOWN} more" if len(cuts) > SHOWN else ""
        return (
            f"the record holds no summary of {spoken(_numbers(request.parts))}; "
            f"the agent's own stand for {', '.join(cuts[:SHOWN])}{more}"
        )


def recordings(transcript: Transcript) -> Iterator[Recording]:
    """Every summary that the record holds, the oldest first."""
    system = set(transcript.structure.system)
    earlier: Compaction | None = None
    for compaction in transcript.compactions:
        if compaction.kind != "full":
            continue
        if recording := _recording(transcript, compaction, earlier, system):
            yield recording
        earlier = compaction


def _recording(
    transcript: Transcript, compaction: Compaction, earlier: Compaction | None, system: set[int]
) -> Recording | None:
    if compaction.summary is None:
        return None
    message = transcript.messages[compaction.summary]
    text = "\n\n".join(block.text for block in message.blocks if block.kind == "summary").strip()
    kept = set(compaction.preserved)
    gone = set(range(compaction.before)) - system - kept
    before_eyes = gone if earlier is None else gone & {*range(earlier.before, compaction.before), *earlier.preserved}
    if not text or not gone:
        return None
    named = (_named(transcript, positions) for positions in (gone, before_eyes, kept))
    return Recording(text, message.model, *named)


def _named(transcript: Transcript, positions: set[int]) -> frozenset[int]:
    return frozenset(transcript.messages[position].number for position in positions)


def _fits(recording: Recording, request: SummaryRequest) -> bool:
    """Whether a cut stands for the same messages.

    What an earlier summary stands for, or was left out at the old end to respect a limit, is not among the parts: then the
    parts must be all that is newer than that.
    """
    asked = _numbers(request.parts)
    if not asked:
        return False
    wholes = (recording.all, recording.all | recording.kept)
    if asked in (*wholes, recording.seen, recording.seen | recording.kept):
        return True
    cut = request.omitted > 0 and request.omitted_end == "oldest"
    partial = cut or bool(request.previous) or _has_earlier(request.parts)
    return partial and any(asked == {number for number in whole if number >= min(asked)} for whole in wholes)


def _numbers(parts: tuple[SummaryPart, ...]) -> frozenset[int]:
    """The messages of the record that the parts come from."""
    heads = (part.name.partition(".")[0] for part in parts)
    return frozenset(int(head) for head in heads if head.isascii() and head.isdecimal())


def _has_earlier(parts: tuple[SummaryPart, ...]) -> bool:
    """Whether an earlier summary is one of the parts; it comes from no message."""
    return any(not part.name[:1].isdecimal() for part in parts)


def spoken(numbers: frozenset[int]) -> str:
    """Messages in words: `messages 1–40, 44`."""
    if not numbers:
        return "no message of the record"
    ordered, runs = sorted(numbers), list[list[int]]()
    for number in ordered:
        if runs and number == runs[-1][-1] + 1:
            runs[-1] = [runs[-1][0], number]
        else:
            runs.append([number, number])
    shown = ", ".join(f"{lo}–{hi}" if lo < hi else str(lo) for lo, hi in runs[:4])
    noun = "message" if len(ordered) == 1 else "messages"
    return f"{noun} {shown}{', …' if len(runs) > 4 else ''}"
