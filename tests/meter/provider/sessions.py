"""Sessions whose true charges are known: a factor by kind and some noise, hidden thinking, pictures, tools that come later."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from random import Random
from typing import Literal

from inspector.meter import counter
from inspector.meter.media import image_tokens
from inspector.transcript.model import Block, Compaction, Message, Transcript, Usage
from tests.meter.histories import call, image, message, result, text, thinking
from tests.meter.histories import summary as summary_block

FACTORS = {"text": 1.35, "thinking": 1.3, "tool_use": 1.7, "tool_result": 1.2}
WORDS = (
    "the",
    "parser",
    "reads",
    "each",
    "line",
    "of",
    "src/log.py",
    "and",
    "keeps",
    "404",
    "errors;",
    "def",
    "main():",
    "return",
)


@dataclass
class Truth:
    """A session, and what its provider charged: `tokens[m]` of each message, `fixed[r - 1]` of each request."""

    messages: list[Message] = field(default_factory=list)
    tokens: list[int] = field(default_factory=list)
    fixed: list[int] = field(default_factory=list)
    compactions: list[Compaction] = field(default_factory=list)

    @cached_property
    def transcript(self) -> Transcript:
        return Transcript("test", tuple(self.messages), compactions=tuple(self.compactions))


@dataclass(frozen=True)
class Kind:
    """What a session is like. `outputs`: reported as they are, or as snapshots of the stream (1 to 8 tokens)."""

    turns: int = 6
    calls: int = 4
    outputs: Literal["sound", "snapshot"] = "sound"
    hidden: float = 0.0
    images: float = 0.0
    fixed: int = 20_000
    more_tools: tuple[int, int] = (0, 0)
    """Before which request tools are added, and how many tokens they have."""
    compact_at: int = 0
    """Before which turn (from 1) the agent compacts and keeps the last four messages; 0: it does not."""
    noise: float = 0.08
    leaves: bool = False
    """Thinking is in the prompts of its own turn alone."""


def session(seed: int, kind: Kind) -> Truth:
    """The session of that seed."""
    return _Writer(Random(seed), kind).write()


class _Writer:
    def __init__(self, random: Random, kind: Kind) -> None:
        self.random, self.kind, self.truth = random, kind, Truth()
        self.held: list[int] = []
        self.hidden: dict[int, int] = {}
        self.left: set[int] = set()
        """Messages whose thinking is not sent any more."""
        self.fixed, self.requests, self.calls = kind.fixed, 0, 0

    def write(self) -> Truth:
        for turn in range(1, self.kind.turns + 1):
            if turn == self.kind.compact_at:
                self.compact()
            self.add("user", [text(self.words(8, 120))])
            if self.kind.leaves:
                self.left |= self.hidden.keys()
            for _ in range(self.random.randint(1, self.kind.calls)):
                self.reply(True)
                self.add("user", [self.answer()])
            self.reply(False)
        return self.truth

    def words(self, least: int, most: int) -> str:
        return " ".join(self.random.choice(WORDS) for _ in range(self.random.randint(least, most)))

    def answer(self) -> Block:
        if self.random.random() < self.kind.images:
            picture = image(800, 600)
            return replace(result(self.words(20, 60), f"t{self.calls}"), images=picture.images)
        return result(self.words(20, 1500), f"t{self.calls}")

    def reply(self, calls: bool) -> None:
        self.requests += 1
        if self.requests == self.kind.more_tools[0]:
            self.fixed += self.kind.more_tools[1]
        blocks, hidden = [], 0
        if self.random.random() < self.kind.hidden:
            blocks.append(thinking(""))
            hidden = self.random.randint(300, 4000)
        blocks.append(text(self.words(5, 60)))
        if calls:
            self.calls += 1
            blocks.append(call("Write", {"path": "src/log.py", "content": self.words(5, 200)}, f"t{self.calls}"))
        prompt = self.fixed + sum(self.truth.tokens[at] for at in self.held)
        prompt -= sum(self.hidden[at] for at in self.left if at in self.held)
        self.truth.fixed.append(self.fixed)
        at = self.add("assistant", blocks, hidden)
        if hidden:
            self.hidden[at] = hidden
        output = self.truth.tokens[at] if self.kind.outputs == "sound" else self.random.randint(1, 8)
        usage = Usage(uncached_input=3, cache_read=prompt - 3, output=output)
        self.truth.messages[at] = replace(self.truth.messages[at], usage=usage, model="claude-test", author="model")

    def add(self, role: str, blocks: list[Block], hidden: int = 0) -> int:
        at = len(self.truth.messages)
        self.truth.messages.append(message(*blocks, role=role, number=at + 1))
        self.truth.tokens.append(sum(map(self.charge, blocks)) + hidden + 3)
        self.held.append(at)
        return at

    def charge(self, block: Block) -> int:
        bare = counter("o200k_base").block(replace(block, images=()), message(block), True)
        noise = 1 + self.random.uniform(-self.kind.noise, self.kind.noise)
        pictures = sum(image_tokens(each.width, each.height) for each in block.images)
        return round(FACTORS.get(block.kind, 1.3) * bare * noise) + pictures

    def compact(self) -> None:
        kept, before = self.held[-4:], len(self.truth.messages)
        self.held = []
        at = self.add("user", [summary_block(self.words(100, 300))])
        self.truth.messages[at] = replace(self.truth.messages[at], author="client")
        self.held += kept
        self.truth.compactions.append(Compaction("full", before, summary=at, preserved=tuple(kept)))
