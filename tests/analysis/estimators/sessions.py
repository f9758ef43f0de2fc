"""A session whose charges are known by hand.

The prompts are 1,000, 1,300 and 1,650; the outputs 100, 50 and 40. So the call (message 2) is charged 100 and its result 200,
the answer 50 and the question after it 300, the last answer 40: 690 in all. Of the first message nothing tells.
"""

from __future__ import annotations

from dataclasses import replace

from inspector.transcript.model import Message, Transcript, Usage
from tests.meter.histories import call, message, result, text

ENGLISH = "word " * 80
"""400 characters and bytes."""
RUSSIAN = "слово" * 40
"""200 characters, 400 bytes."""
PATH = "src/" + "a" * 71 + ".py"
"""With it the call is `Read{"path":"…"}`: 4 + 78 + 11 = 93 characters."""


def _reply(number: int, prompt: int, output: int, *blocks: object) -> Message:
    made = message(*blocks, role="assistant", number=number)  # type: ignore[arg-type]
    usage = Usage(uncached_input=10, cache_read=prompt - 10, output=output)
    return replace(made, usage=usage, model="claude-test", author="model")


def known() -> Transcript:
    """Six messages, three requests."""
    return Transcript(
        "test",
        (
            message(text("Go on. " * 10), number=1),
            _reply(2, 1_000, 100, call("Read", {"path": PATH})),
            message(result(ENGLISH), number=3),
            _reply(4, 1_300, 50, text("x" * 160)),
            message(text(RUSSIAN), number=5),
            _reply(6, 1_650, 40, text("y" * 120)),
        ),
    )


def untold() -> Transcript:
    """The same without usage."""
    return Transcript("test", tuple(replace(each, usage=None) for each in known().messages))
