"""What loading says when it cannot go on: always one line, never a traceback for the person who reads it."""

from __future__ import annotations


class TranscriptError(ValueError):
    """The file is no transcript that can be loaded. The message is one line: what the file is, or what to do."""


class TranscriptUnsupported(TranscriptError):
    """The format is known, and not one that is read."""


class TranscriptChanged(TranscriptError):
    """The file behind bodies that are read on demand was shortened or rewritten after it was opened."""
