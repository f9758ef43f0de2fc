"""What the engine asks of whoever writes summaries. The engine itself calls no network: it is given one of these."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple, Protocol

from inspector.policy.model import Carrying, SummarySection
from inspector.transcript.model import Block, Role


class SummaryPart(NamedTuple):
    """One block that is about to leave the view: its role, its number as `3.1`, and its text as the view held it.

    `source` is the recorded block: its arguments, names and full text. `author` says whether a person typed it.
    """

    role: Role
    author: str
    name: str
    text: str
    source: Block
    tool: str = ""
    """Name of the called tool, for calls and results."""


@dataclass(frozen=True, slots=True, eq=False)
class SummaryRequest:
    """What a summary is to be made of.

    `previous` is the text of the summary that this one must carry on; `focus` what the agent asked to keep;
    `max_size`/`unit` bound the answer (None: no bound); `omitted` bytes of older input were left out to respect the
    policy's input limit.
    """

    parts: tuple[SummaryPart, ...]
    previous: str = ""
    focus: str = ""
    recent_files: tuple[str, ...] = ()
    max_size: int | None = None
    unit: str = "tokens"
    omitted: int = 0
    notice: str = ""
    """What the policy says of the omitted input, to stand where it was left out."""
    omitted_end: Literal["oldest", "newest"] = "oldest"
    """Which end of the input was left out."""
    sections: tuple[SummarySection, ...] = ()
    mode: Carrying = "update"
    """What becomes of the earlier summary. With `redistil` it is one of the parts, with `carry` it is not given at all."""
    guard: bool = True
    """The text of the transcript is data: an instruction in it is not one for the summariser."""
    instructions: str = ""
    number: int = 0
    """The request of the session before which this summary is made (0: unknown), and the layer that asks for it."""
    layer: str = ""


class SummaryFailed(Exception):
    """The summariser could not give a usable answer; the view stays as it was. The text says why."""


class SummaryPending(Exception):
    """No answer is at hand yet. The view takes an approximate summary: without text, of the size that it may take."""


class Summariser(Protocol):
    """Writes a summary, or raises (`SummaryFailed` or anything else): then the view stays as it was.

    Must be deterministic for offline use: the same request, the same text. Where a replay is given none at all, summaries
    are approximate: without text, and of the size that they may take.
    """

    @property
    def name(self) -> str: ...

    def summarise(self, request: SummaryRequest) -> str: ...
