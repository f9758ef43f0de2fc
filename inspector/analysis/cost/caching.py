"""How prompts are cached: where a request marks its prompt, how long an entry lives, what is too short to be kept.

Anthropic, prompt caching: an entry is a prefix of tools, system and messages that ends at a mark; a request reads the longest
entry that is a byte-identical prefix of its own and ends at one of its marks or at most 20 blocks before one; an entry lives
five minutes or an hour, and every read begins that time anew. OpenAI, prompt caching: no marks, every prefix of an earlier
request can be read, in steps of 128 tokens. Google, Gemini API, context caching: implicit, of every prefix likewise. Of other
servers nobody knows; those that keep anything keep prefixes without marks.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from inspector.meter.apis import api_of, of_model
from inspector.transcript.model import Transcript

LOOKBACK = 20
"""Blocks before a mark in which an older entry is found (Anthropic, prompt caching)."""
STEP = 128
"""Tokens by which a prefix that is cached without marks grows (OpenAI, prompt caching)."""
LIVES: dict[str, int | None] = {"5m": 300, "1h": 3600, "none": None}
"""Times to live by name, in seconds; None: entries never expire."""
MARKED = "fixed,last"
"""What Claude Code does: the end of tools and system prompt, and the last message (on real sessions, replies that brought more
than 20 blocks broke the cache and shorter ones did not: one mark at the end)."""
_LAST = re.compile(r"last(?::([1-3]))?")
_LONG = re.compile(r"claude-(?:opus-4-[56]|haiku-4-5)")
_HAIKU = re.compile(r"claude-3(?:-5)?-haiku")
_GEMINI = re.compile(r"gemini-(\d+)")


class BadMarks(ValueError):
    """Marks that nobody can set."""


@dataclass(frozen=True, slots=True)
class Marks:
    """Where a request marks its prompt: behind tools and system prompt (`fixed`), and behind each of the `last` N messages
    that are no replies. `every`: no marks are needed, the provider keeps every prefix.
    """

    fixed: bool = True
    last: int = 1
    every: bool = False

    @property
    def text(self) -> str:
        """As `marks` reads it."""
        if self.every:
            return "every"
        last = {0: [], 1: ["last"]}.get(self.last, [f"last:{self.last}"])
        return ",".join([*(["fixed"] if self.fixed else []), *last]) or "none"


def marks(text: str) -> Marks:
    """`fixed`, `last`, `last:N` (N up to 3) with commas between, `every`, or `none`. Raises `BadMarks`."""
    words = [word.strip() for word in text.lower().split(",") if word.strip()]
    if words in (["every"], ["none"]):
        return Marks(False, 0, words == ["every"])
    found = [_LAST.fullmatch(word) for word in words if word != "fixed"]
    if not words or len(found) > 1 or None in found or len(words) - len(found) > 1:
        raise BadMarks(f"{text!r}: write fixed, last, last:2, last:3, both with a comma between, every, or none")
    last = int(found[0][1] or 1) if found and found[0] else 0
    return Marks("fixed" in words, last)


@dataclass(frozen=True, slots=True)
class Caching:
    """The rules of one twin. `ttl` in seconds, None: entries never expire. `minimum` tokens, None: as the model has it."""

    marks: Marks = Marks()
    ttl: int | None = 300
    minimum: int | None = None

    def least(self, model: str) -> int:
        """Tokens that a prefix has at the least to be kept."""
        return least(model) if self.minimum is None else self.minimum


def least(model: str) -> int:
    """The shortest prefix that is cached, in tokens: 4,096 for Opus 4.5, 4.6, Haiku 4.5 and Gemini 3, 2,048 for older Haikus
    and Geminis, else 1,024 (Anthropic, prompt caching, "cache limitations", as quoted in anthropic-sdk-python#1194; OpenAI,
    prompt caching; Gemini API, context caching, of June 2026).
    """
    name = model.lower()
    if gemini := _GEMINI.search(name):
        return 2048 if int(gemini[1]) < 3 else 4096
    return 4096 if _LONG.search(name) else 2048 if _HAIKU.search(name) else 1024


def recorded_ttl(transcript: Transcript) -> str:
    """How long the agent asked for entries to be kept, by most of its replies: "5m", "1h", or "" where that is not recorded."""
    said = [message.extra["caching"].get("ttl", "") for message in transcript.messages if "caching" in message.extra]
    known = [each for each in said if each in LIVES]
    return max(sorted(set(known)), key=known.count, default="")


def default(transcript: Transcript) -> Caching:
    """The rules that the agent itself had, as far as that is known: five minutes, and marks where Anthropic was asked."""
    marked = marks_are_set(transcript)
    return Caching(Marks() if marked else Marks(False, 0, True), LIVES[recorded_ttl(transcript) or "5m"])


def marks_are_set(transcript: Transcript) -> bool:
    """Whether the cache is one with marks: Anthropic's, by the session's model, else by its API."""
    return (of_model(transcript.model) or api_of(transcript)) == "messages"


def is_guessed(transcript: Transcript) -> bool:
    """Whether nothing tells whose cache it was."""
    return not (of_model(transcript.model) or api_of(transcript))
