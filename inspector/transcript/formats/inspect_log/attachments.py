"""Long texts and pictures of a sample stand once, under `attachments`; everywhere else is `attachment://<hash>`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from inspector.transcript.depth import prune

SIGN = "attachment://"


class Attachments:
    """What is attached to a sample. `missing` counts references to what is not there."""

    def __init__(self, found: Any) -> None:
        self._found: Mapping[str, Any] = found if isinstance(found, dict) else {}
        self.missing: set[str] = set()

    def resolved(self, value: Any) -> Any:
        """A copy with the attached texts in their places."""
        prune(value)
        return self._resolved(value)

    def _resolved(self, value: Any) -> Any:
        if isinstance(value, str):
            return self._text(value) if value.startswith(SIGN) else value
        if isinstance(value, dict):
            return {key: self._resolved(each) for key, each in value.items()}
        if isinstance(value, list):
            return [self._resolved(each) for each in value]
        return value

    def _text(self, reference: str) -> str:
        found = self._found.get(reference[len(SIGN) :])
        if isinstance(found, str):
            return found
        self.missing.add(reference)
        return reference
