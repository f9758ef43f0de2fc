"""Other threads of a rollout: which of its subagents have a rollout beside it, and reading one of them."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import BinaryIO

from inspector.transcript.errors import TranscriptError
from inspector.transcript.formats.codex.children import Named, Place, named_in, sidechain_of
from inspector.transcript.formats.codex.nodes import Node
from inspector.transcript.model import Sidechain, Transcript

Read = Callable[[BinaryIO, str], Transcript]
"""Reads an open rollout that lies at a path."""


class Threads:
    """Looks for subagents; what was found is kept as long as the same ones are named."""

    def __init__(self, path: str, read: Read) -> None:
        self._place = Place(path) if path else None
        self._read = read
        self._known: dict[Named, Sidechain | None] = {}

    def listed(self, nodes: Sequence[Node]) -> tuple[Sidechain, ...]:
        """The subagents whose rollouts are there."""
        if self._place is None:
            return ()
        for named in (found := named_in(nodes)):
            if self._known.get(named) is None:
                self._known[named] = sidechain_of(self._place, named)
        return tuple([each for named in found if (each := self._known[named]) is not None])

    def load(self, nodes: Sequence[Node], thread: str) -> Transcript:
        """A subagent's transcript. Raises `TranscriptError` when there is none."""
        listed = self.listed(nodes)
        found = next((each for each in listed if each.id == thread), None)
        if found is None or self._place is None:
            raise TranscriptError(f"there is no rollout of a subagent {thread!r} beside this one")
        parts = self._place.find(thread)
        try:
            with os.fdopen(self._place.open(parts or ()), "rb", buffering=1 << 20) as file:
                return replace(self._read(file, found.path), path=found.path)
        except OSError as error:
            raise TranscriptError(f"{found.path!r} cannot be opened: {error.strerror or error}") from error
