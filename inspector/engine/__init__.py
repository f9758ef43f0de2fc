"""Making it happen: from a transcript and a policy to Prompt Views. No clock, no randomness, no network."""

from inspector.engine.compact import CompactionResult, compact
from inspector.engine.plan import Plan, Stretch
from inspector.engine.replay import Replay
from inspector.engine.steps import CompactionState, Outcome, Steps
from inspector.engine.summariser import Summariser, SummaryFailed, SummaryPart, SummaryRequest
from inspector.engine.view import (
    BlockState,
    Certificate,
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
    "EngineError",
    "Fate",
    "Gone",
    "Made",
    "MessageViewLimitExceeded",
    "Outcome",
    "Plan",
    "Problem",
    "Replay",
    "Required",
    "Row",
    "Steps",
    "Stretch",
    "Summariser",
    "SummaryFailed",
    "SummaryPart",
    "SummaryRequest",
    "ToolProtocolError",
    "View",
    "ViewBlock",
    "ViewMessage",
    "compact",
]
