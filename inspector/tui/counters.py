"""What a policy may be measured by, and how large the history of the present request is then. No Textual here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from inspector.engine import Replay
from inspector.policy import meters, with_meter, written_meter
from inspector.policy.model import Policy
from inspector.transcript.model import Transcript
from inspector.tui import replays

ABOUT: Mapping[str, str] = MappingProxyType(
    {
        "bytes": "bytes of the texts in UTF-8",
        "chars": "characters of the texts",
        "chars/4": "a quarter of the characters",
        "json-chars": "characters of the messages' JSON",
        "json-chars/4": "a quarter of the JSON characters",
        "o200k_base": "the tokenizer of GPT-4o and later",
        "cl100k_base": "the tokenizer of GPT-4",
        "provider": "what the provider charged",
    }
)
"""Counter → what it counts."""


class Way(NamedTuple):
    """One counter. `now`: the policy is measured by it; `written`: its document says so."""

    name: str
    now: bool
    written: bool

    @property
    def about(self) -> str:
        return ABOUT.get(self.name, "")


def ways(policy: Policy) -> list[Way]:
    """The counters that answer in the policy's unit, the session's own provider first, then tokenizers, then quarters."""
    written = written_meter(policy)
    return [Way(name, name == policy.meter.count, name == written) for name in reversed(meters(policy))]


def history(transcript: Transcript, policy: Policy, count: str, request: int, unwanted: Callable[[], bool]) -> int:
    """The size of the whole history of a request by a counter; counts where nobody did, or raises `Cancelled`."""
    measured = with_meter(policy, count)
    replays.count(transcript, measured, unwanted)
    ledger = Replay(transcript, measured).ledger
    return ledger.base + ledger.supplied + ledger.prefix[ledger.structure.end(request)]


def against(size: int, now: int) -> str:
    """How much more or less than by the present counter: `−20 %`; "" where that is nothing to speak of."""
    if not now or size == now:
        return ""
    part = 100 * (size - now) / now
    sign = "+" if part > 0 else "−"
    return f"{sign}{abs(part):,.0f} %" if abs(part) >= 0.5 else f"{sign}<1 %"
