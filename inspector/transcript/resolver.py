"""What a source pointer is worth: five answers, as data. Leave is asked for before anything is looked up."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import chain

from inspector.transcript.event_search import find_events
from inspector.transcript.evidence_lines import chunks, first_stretch, holds_events, lines
from inspector.transcript.findings import Finding, Status, found_fault
from inspector.transcript.message_search import find_messages
from inspector.transcript.pointers import ArtifactPointer, Pointer, PointerFault, TranscriptPointer, parse_pointer
from inspector.transcript.storefaults import StoreFault, fault_of
from inspector.transcript.stores import Opened, Store

__all__ = ["Resolution", "SourcePointerResolver", "Status"]


@dataclass(frozen=True, slots=True)
class Resolution:
    """The answer for one pointer. `sha256` is there only when it is available; so is the excerpt, which enters no view.

    `reason` says in words why it is not available, without a path, an address or a key.
    """

    pointer: str
    status: Status
    sha256: str | None
    reason: str
    excerpt: str = ""

    def __post_init__(self) -> None:
        available = self.status == "available"
        if available != bool(self.sha256) or (self.excerpt and not available):
            raise ValueError("a hash is there exactly when the source is available, an excerpt only then")


@dataclass(frozen=True, slots=True)
class SourcePointerResolver:
    """Looks pointers up in trusted stores. `authorise` must return True itself; what it raises, too, is a refusal.

    `excerpt` is how many characters of the source an audit may show; 0, the default, for none.
    """

    transcripts: Store
    artifacts: Store
    authorise: Callable[[Pointer], bool] = lambda pointer: True
    excerpt: int = 0

    def resolve(self, text: str) -> Resolution:
        """The answer for one pointer. Never raises for what the pointer is or the file holds."""
        admitted = self._admitted(text)
        if isinstance(admitted, Finding):
            return _bound(text, admitted)
        if isinstance(admitted, ArtifactPointer):
            return _bound(text, self._artifact(admitted))
        return _bound(text, self._events(admitted.session, frozenset({admitted.sequence}))[admitted.sequence])

    def resolve_all(self, texts: Iterable[str]) -> tuple[Resolution, ...]:
        """The answers for many, each pointer once, in the order first seen. A transcript is read once for all its events."""
        admitted = {text: self._admitted(text) for text in dict.fromkeys(texts)}
        wanted: dict[str, set[int]] = {}
        for pointer in admitted.values():
            if isinstance(pointer, TranscriptPointer):
                wanted.setdefault(pointer.session, set()).add(pointer.sequence)
        events = {session: self._events(session, frozenset(asked)) for session, asked in wanted.items()}
        return tuple(_bound(text, self._answer(pointer, events)) for text, pointer in admitted.items())

    def _answer(self, pointer: Pointer | Finding, events: dict[str, dict[int, Finding]]) -> Finding:
        if isinstance(pointer, Finding):
            return pointer
        if isinstance(pointer, ArtifactPointer):
            return self._artifact(pointer)
        return events[pointer.session][pointer.sequence]

    def _admitted(self, text: str) -> Pointer | Finding:
        """The pointer, if it is one and may be looked up. Touches no store."""
        try:
            pointer = parse_pointer(text)
        except PointerFault as fault:
            return Finding(fault.status, fault.reason)
        try:
            allowed = self.authorise(pointer) is True  # a truthy answer that is not yes (a coroutine) is no leave
        except Exception:
            return Finding("denied", "the question for leave failed")
        return pointer if allowed else Finding("denied", "no leave to look this source up")

    def _artifact(self, pointer: ArtifactPointer) -> Finding:
        try:
            with self.artifacts.open(pointer.session, pointer.file) as opened:
                return _verified(opened, pointer.digest, self.excerpt)
        except StoreFault as fault:
            return found_fault(fault)
        except OSError as error:
            return found_fault(fault_of(error))

    def _events(self, session: str, wanted: frozenset[int]) -> dict[int, Finding]:
        try:
            with self.transcripts.open(session, "") as opened:
                found = _searched(opened, session, wanted, self.excerpt)
                opened.confirm()
                return found
        except StoreFault as fault:
            return dict.fromkeys(wanted, found_fault(fault))
        except OSError as error:
            return dict.fromkeys(wanted, found_fault(fault_of(error)))


def _searched(opened: Opened, session: str, wanted: frozenset[int], excerpt: int) -> dict[int, Finding]:
    data = chunks(opened.read)
    head = first_stretch(data)
    if holds_events(b"".join(head)):
        return find_events(lines(chain(head, data)), session, wanted, excerpt)
    return find_messages(opened, head, session, wanted, excerpt)


def _verified(opened: Opened, digest: str, excerpt: int) -> Finding:
    """The SHA-256 of everything there is, a stretch at a time, against the digest of the pointer."""
    sha256 = hashlib.sha256()
    kept = bytearray()
    for chunk in chunks(opened.read):
        sha256.update(chunk)
        if len(kept) < 4 * excerpt:
            kept += chunk[: 4 * excerpt - len(kept)]
    opened.confirm()
    actual = sha256.hexdigest()
    if not actual.startswith(digest):
        return Finding("corrupt", "the digest is not that of the file")
    return Finding("available", "", actual, kept.decode("utf-8", "replace")[:excerpt] if excerpt > 0 else "")


def _bound(text: str, finding: Finding) -> Resolution:
    return Resolution(text, finding.status, finding.sha256 or None, finding.reason, finding.excerpt)
