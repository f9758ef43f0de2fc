"""What the artifact of an externalised text is called: by its block (`6.1.txt`), in the folder of its session."""

from __future__ import annotations

import hashlib
from collections.abc import Callable

from inspector.transcript.artifacts import session_name
from inspector.transcript.model import Transcript
from inspector.transcript.pointers import ArtifactPointer

Naming = Callable[[str, bytes, str], str]
"""From session, full text and the block's name to the name of the artifact's file."""


def encoded(text: str) -> bytes:
    """The bytes of an artifact; half characters survive."""
    return text.encode("utf-8", "surrogatepass")


def by_block(session: str, data: bytes, block: str) -> str:
    """The name that a replay gives."""
    return f"{block}.txt"


def artifact_pointer(transcript: Transcript, block: int, naming: Naming = by_block) -> str:
    """`artifact:<session>:<file>:<first 12 hex digits of the full text's SHA-256>`."""
    data = encoded(transcript.structure.blocks[block].text)
    session = session_name(transcript)
    file = naming(session, data, transcript.structure.name(block))
    return str(ArtifactPointer(session, file, hashlib.sha256(data).hexdigest()[:12]))
