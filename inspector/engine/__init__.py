"""Making it happen: from a transcript and a policy to Prompt Views. No clock, no randomness, no network."""

from inspector.engine.compact import CompactionResult, compact
from inspector.engine.durable import DurableContextState, DurableFact, PendingItem, RetrievalEvidence
from inspector.engine.durable_checks import DurableStateError
from inspector.engine.durable_evidence import capture_retrieval_evidence
from inspector.engine.durable_json import durable_beside, load_durable, save_durable
from inspector.engine.durable_part import Durable, resolve_durable_sources
from inspector.engine.durable_render import render_durable_context
from inspector.engine.plan import Plan, Stretch
from inspector.engine.replay import Replay
from inspector.engine.steps import CompactionState, Outcome, Steps
from inspector.engine.summariser import Summariser, SummaryFailed, SummaryPart, SummaryPending, SummaryRequest
from inspector.engine.view import (
    BlockState,
    Certificate,
    DurableView,
    EngineError,
    Fate,
    Gone,
    Made,
    MessageViewLimitExceeded,
    Problem,
    Required,
    Row,
    ToolProtocolError,
    View,
    ViewBlock,
    ViewMessage,
)

__all__ = [
    "BlockState",
    "Certificate",
    "CompactionResult",
    "CompactionState",
    "Durable",
    "DurableContextState",
    "DurableFact",
    "DurableStateError",
    "DurableView",
    "EngineError",
    "Fate",
    "Gone",
    "Made",
    "MessageViewLimitExceeded",
    "Outcome",
    "PendingItem",
    "Plan",
    "Problem",
    "Replay",
    "Required",
    "RetrievalEvidence",
    "Row",
    "Steps",
    "Stretch",
    "Summariser",
    "SummaryFailed",
    "SummaryPart",
    "SummaryPending",
    "SummaryRequest",
    "ToolProtocolError",
    "View",
    "ViewBlock",
    "ViewMessage",
    "capture_retrieval_evidence",
    "compact",
    "durable_beside",
    "load_durable",
    "render_durable_context",
    "resolve_durable_sources",
    "save_durable",
]
