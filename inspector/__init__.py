"""See what an agent's harness really sent to the model, why something was forgotten, and what would have kept it.

Everything here is loaded at its first use: importing the package loads neither Textual nor a tokenizer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from inspector.engine import (
        Durable,
        DurableContextState,
        DurableFact,
        DurableStateError,
        PendingItem,
        Replay,
        RetrievalEvidence,
        capture_retrieval_evidence,
        render_durable_context,
        resolve_durable_sources,
    )
    from inspector.engine.checkpoint import Checkpoint, CheckpointDamaged
    from inspector.engine.view import EngineError, Fate, MessageViewLimitExceeded, ToolProtocolError, View
    from inspector.engine.whole_file import NotWritten
    from inspector.library import (
        compact,
        durable,
        load,
        load_checkpoint,
        load_durable,
        load_messages,
        load_policy,
        replay,
        resume,
        save_durable,
        summariser,
    )
    from inspector.policy import PolicyError
    from inspector.policy.model import Policy
    from inspector.summary.registry import UnknownSummariser
    from inspector.transcript import TranscriptError
    from inspector.transcript.model import Transcript

__version__ = "0.1.0"

_HOMES = {
    "compact": "inspector.library",
    "durable": "inspector.library",
    "load": "inspector.library",
    "load_checkpoint": "inspector.library",
    "load_durable": "inspector.library",
    "load_messages": "inspector.library",
    "load_policy": "inspector.library",
    "replay": "inspector.library",
    "resume": "inspector.library",
    "save_durable": "inspector.library",
    "summariser": "inspector.library",
    "UnknownSummariser": "inspector.summary.registry",
    "Transcript": "inspector.transcript.model",
    "TranscriptError": "inspector.transcript",
    "Policy": "inspector.policy.model",
    "PolicyError": "inspector.policy",
    "Checkpoint": "inspector.engine.checkpoint",
    "CheckpointDamaged": "inspector.engine.checkpoint",
    "NotWritten": "inspector.engine.whole_file",
    "Durable": "inspector.engine",
    "DurableContextState": "inspector.engine",
    "DurableFact": "inspector.engine",
    "DurableStateError": "inspector.engine",
    "PendingItem": "inspector.engine",
    "Replay": "inspector.engine",
    "RetrievalEvidence": "inspector.engine",
    "capture_retrieval_evidence": "inspector.engine",
    "render_durable_context": "inspector.engine",
    "resolve_durable_sources": "inspector.engine",
    "View": "inspector.engine.view",
    "Fate": "inspector.engine.view",
    "EngineError": "inspector.engine.view",
    "MessageViewLimitExceeded": "inspector.engine.view",
    "ToolProtocolError": "inspector.engine.view",
}
"""Public name → the module that has it."""

__all__ = [
    "Checkpoint",
    "CheckpointDamaged",
    "Durable",
    "DurableContextState",
    "DurableFact",
    "DurableStateError",
    "EngineError",
    "Fate",
    "MessageViewLimitExceeded",
    "NotWritten",
    "PendingItem",
    "Policy",
    "PolicyError",
    "Replay",
    "RetrievalEvidence",
    "ToolProtocolError",
    "Transcript",
    "TranscriptError",
    "UnknownSummariser",
    "View",
    "__version__",
    "capture_retrieval_evidence",
    "compact",
    "durable",
    "load",
    "load_checkpoint",
    "load_durable",
    "load_messages",
    "load_policy",
    "render_durable_context",
    "replay",
    "resolve_durable_sources",
    "resume",
    "save_durable",
    "summariser",
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
