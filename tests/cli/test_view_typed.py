"""A typed text that a view lost is cut with a sign that it is cut."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from inspector.cli.view_text import print_losses
from inspector.engine import Replay
from inspector.policy import load_policy
from inspector.summary import Extractive
from inspector.transcript import load_messages


@pytest.mark.parametrize("words", [3, 200])
def test_a_long_typed_text_ends_with_a_sign(words: int) -> None:
    text = "keep this " * words
    turns = [[{"role": "user", "content": text}, {"role": "assistant", "content": "x" * 400_000}] for _ in range(12)]
    transcript = load_messages([message for turn in turns for message in turn])
    view = Replay(transcript, load_policy("agent-engineering"), Extractive()).view(transcript.structure.requests)
    assert view.lost
    console = Console(file=io.StringIO(), width=80)
    print_losses(console, view, transcript.structure)
    said = console.file.getvalue()  # type: ignore[attr-defined]
    assert ("…" in said) == (words > 3)
