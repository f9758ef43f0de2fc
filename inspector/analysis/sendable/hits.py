"""What a rule found, before it is put into words that name a provider."""

from __future__ import annotations

from typing import NamedTuple

from inspector.analysis.sendable.breach import Severity
from inspector.analysis.sendable.sent import MADE, Part, Sent
from inspector.analysis.sendable.turns import Given


class Hit(NamedTuple):
    """A place where a rule is broken: blocks of the transcript, messages of the view."""

    text: str
    blocks: tuple[int, ...]
    messages: tuple[int, ...]
    severity: Severity = "error"


def hit(text: str, *places: tuple[Sent, Part], severity: Severity = "error") -> Hit:
    """A hit at some blocks, the one at fault first."""
    blocks = tuple(part.block for _, part in places if part.block != MADE)
    return Hit(text, blocks, tuple(dict.fromkeys(message.at for message, _ in places)), severity)


def called(given: Given, part: Part) -> str:
    """A block as it is spoken of: by its name, a made-up one as what it is."""
    return "a message that the policy made" if part.block == MADE else given.name(part.block)
