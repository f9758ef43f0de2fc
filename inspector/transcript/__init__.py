"""What was recorded: transcripts of any known format, read and never changed."""

from inspector.transcript.errors import TranscriptChanged, TranscriptError
from inspector.transcript.load import load, load_messages
from inspector.transcript.model import (
    Author,
    Block,
    BlockKind,
    Body,
    Branch,
    Compaction,
    Held,
    ImageRef,
    Json,
    LoadProblem,
    LoadReport,
    Message,
    Role,
    Sidechain,
    Transcript,
    Usage,
)

__all__ = [
    "Author",
    "Block",
    "BlockKind",
    "Body",
    "Branch",
    "Compaction",
    "Held",
    "ImageRef",
    "Json",
    "LoadProblem",
    "LoadReport",
    "Message",
    "Role",
    "Sidechain",
    "Transcript",
    "TranscriptChanged",
    "TranscriptError",
    "Usage",
    "load",
    "load_messages",
]
