"""What several conversations report together: the same reply, met in two of them, is counted once.

A session that was resumed, forked or copied holds replies of another one, and a subagent's file may hold its parent's
(ccusage, LifeOS: the sums were too high for that). Inside one Prompt View nothing is ever left out for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from inspector.transcript import TranscriptError, load
from inspector.transcript.formats.choice import path_of
from inspector.transcript.model import Message, Sidechain, Transcript, Usage


class Reported(NamedTuple):
    """Sums of usage, in the provider's tokens. `copies` are replies that an earlier conversation held already."""

    conversations: int
    replies: int
    usage: Usage
    copies: int = 0


class Together(NamedTuple):
    """The sums of a session: its own, its subagents', both; and subagents that could not be read (id, reason)."""

    own: Reported
    subagents: Reported
    both: Reported
    unread: tuple[tuple[str, str], ...] = ()


def reported_of(transcripts: Iterable[Transcript]) -> Reported:
    """What conversations report together. Replies without an id are all different."""
    seen: set[str] = set()
    sums = [0] * len(Usage._fields)
    conversations = replies = copies = 0
    for transcript in transcripts:
        conversations += 1
        for message in _charged(transcript):
            if message.id and message.id in seen:
                copies += 1
                continue
            seen.add(message.id)
            replies += 1
            assert message.usage is not None
            sums = [one + other for one, other in zip(sums, message.usage, strict=True)]
    return Reported(conversations, replies, Usage(*sums), copies)


def together(transcript: Transcript, progress: Callable[[int, int], None] | None = None) -> Together:
    """A session with and without its subagents, each of which is loaded."""
    found, unread = [], []
    for number, each in enumerate(transcript.sidechains, 1):
        try:
            found.append(_loaded(transcript, each))
        except TranscriptError as error:
            unread.append((each.id, str(error)))
        if progress is not None:
            progress(number, len(transcript.sidechains))
    own = reported_of([transcript])
    return Together(own, reported_of(found), reported_of([transcript, *found]), tuple(unread))


def _loaded(transcript: Transcript, each: Sidechain) -> Transcript:
    file = path_of(transcript.path)
    return load(each.path) if each.path and path_of(each.path) != file else load(file, sidechain=each.id)


def _charged(transcript: Transcript) -> Iterable[Message]:
    """The replies of all the conversation with usage; a reply in a transcript is one message."""
    return (message for message in transcript.messages if message.role == "assistant" and message.usage is not None)
