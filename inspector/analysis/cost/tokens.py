"""From sizes of visible text to the provider's tokens, by what the provider reported in the same session.

No public tokenizer exists for current Claude models (DESIGN §6). The prompt of a recorded view is what was reported for it;
another view at the same request has so much less as it has less text, times what a token of text costs in this session.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from json import dumps

from inspector.analysis.measured import Measured
from inspector.engine import Replay
from inspector.meter.provider.scale import plain, slope
from inspector.meter.provider.sound import reported
from inspector.transcript.model import Transcript


@dataclass(frozen=True, slots=True, eq=False)
class Tokens:
    """`scale`: the provider's tokens for one o200k token of visible text. `beside[r - 1]`: what the prompt of request r holds
    beside that, told from the usage of it or of a request near it. `fixed`: what every prompt begins with (tools, a system
    prompt that is not recorded). `calibrated`: the scale is this session's own. `known[r - 1]`: usage of r itself tells.
    """

    scale: float
    fixed: int
    calibrated: bool
    beside: Sequence[float]
    known: Sequence[bool]

    def prompt(self, request: int, size: int) -> int:
        """The provider's tokens for a view of a request that has so many o200k tokens."""
        return max(round(self.beside[request - 1] + self.scale * size), 0)

    def with_more(self, tokens: int) -> Tokens:
        """The same where so many tokens more stand behind the system prompt of every request (a durable state)."""
        return replace(self, fixed=self.fixed + tokens, beside=[each + tokens for each in self.beside])

    def text(self, size: int) -> int:
        """The provider's tokens for a text of so many o200k tokens."""
        return round(self.scale * size)


def calibrated(measured: Measured) -> Tokens:
    """What the usage of a session says about its tokens."""
    transcript = measured.transcript
    visible = measured.sizes(Replay(transcript))
    prompts = [each[0] if each else None for each in reported(transcript)]
    scale = _scale(prompts, visible)
    used = plain(transcript) if scale is None else scale
    sums = {r: prompt - used * visible[r] for r, prompt in enumerate(prompts) if prompt}
    fixed = round(used * _tools(measured))
    if sums:
        fixed = max(0, round(min(sums[r] for r in _beginnings(transcript, sums))))
    beside = list(_nearest([sums.get(r) for r in range(len(prompts))], fixed))
    return Tokens(used, fixed, scale is not None, beside, [prompt is not None for prompt in prompts])


def _beginnings(transcript: Transcript, sums: Mapping[int, float]) -> Iterator[int]:
    """Requests (from 0) whose views have just begun: of little text little is guessed, and after a full compaction nothing is
    left of what came before the record began.
    """
    for since in (0, *(c.since for c in transcript.compactions if c.kind == "full")):
        first = next((r for r in sums if transcript.structure.histories[r] >= since), None)
        if first is not None:
            yield first


def _nearest(found: Sequence[float | None], otherwise: float) -> Iterator[float]:
    """Each number, or where there is none the one before it (at the start: the first, `otherwise` where there is none)."""
    last = next((each for each in found if each is not None), otherwise)
    for each in found:
        last = last if each is None else each
        yield last


def _scale(prompts: Sequence[int | None], visible: Sequence[int]) -> float | None:
    """Tokens reported for each visible one, of what was added between two requests; None where too little tells it."""
    return slope(
        [
            (there - here, seen - before)
            for (here, before), (there, seen) in pairwise(zip(prompts, visible, strict=True))
            if here and there
        ]
    )


def _tools(measured: Measured) -> int:
    """Size of the tool definitions that the record holds, in o200k tokens."""
    tools = measured.transcript.tools
    return measured.counter.text(dumps(list(tools), ensure_ascii=False, default=str)) if tools else 0
