"""See what an agent's harness really sent to the model, why something was forgotten, and what would have kept it.

Everything here is loaded at its first use: importing the package loads neither Textual nor a tokenizer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from inspector.engine import Replay
    from inspector.engine.view import EngineError, Fate, MessageViewLimitExceeded, ToolProtocolError, View
    from inspector.library import compact, load, load_messages, load_policy, replay
    from inspector.policy import PolicyError
    from inspector.policy.model import Policy
    from inspector.transcript import TranscriptError
    from inspector.transcript.model import Transcript

__version__ = "0.1.0"

_HOMES = {
    "compact": "inspector.library",
    "load": "inspector.library",
    "load_messages": "inspector.library",
    "load_policy": "inspector.library",
    "replay": "inspector.library",
    "Transcript": "inspector.transcript.model",
    "TranscriptError": "inspector.transcript",
    "Policy": "inspector.policy.model",
    "PolicyError": "inspector.policy",
    "Replay": "inspector.engine",
    "View": "inspector.engine.view",
    "Fate": "inspector.engine.view",
    "EngineError": "inspector.engine.view",
    "MessageViewLimitExceeded": "inspector.engine.view",
    "ToolProtocolError": "inspector.engine.view",
}
"""Public name → the module that has it."""

__all__ = [
    "EngineError",
    "Fate",
    "MessageViewLimitExceeded",
    "Policy",
    "PolicyError",
    "Replay",
    "ToolProtocolError",
    "Transcript",
    "TranscriptError",
    "View",
    "__version__",
    "compact",
    "load",
    "load_messages",
    "load_policy",
    "replay",
]


def __getattr__(name: str) -> Any:
    """Import what was asked for, once (PEP 562)."""
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value = globals()[name] = getattr(import_module(home), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
