"""Summaries that clients put into a user's mouth, in lists of messages that do not mark them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import inspector
from inspector.transcript.formats.openings import SUMMARIES


def messages(text: Any) -> list[dict[str, Any]]:
    return [
        {"role": "user", "content": text},
        {"role": "assistant", "content": "yes"},
        {"role": "user", "content": "go on"},
    ]


@pytest.mark.parametrize("opening", SUMMARIES)
def test_a_summary_is_a_block_of_its_own_kind(opening: str) -> None:
    """NousResearch/hermes-agent#86234, slopus/happy#1339: the summary looked like something that was typed."""
    found = inspector.load_messages(messages(f"{opening} They look for a port."))
    assert (found.messages[0].blocks[0].kind, found.messages[0].author) == ("summary", "client")
    assert found.messages[0].blocks[0].text == f"{opening} They look for a port.", "the full text is there"
    assert found.messages[2].author == "human"


@pytest.mark.parametrize("opening", SUMMARIES)
def test_the_same_words_quoted_by_a_person_are_the_persons(opening: str) -> None:
    found = inspector.load_messages(messages(f"What does '{opening}' mean?"))
    assert (found.messages[0].blocks[0].kind, found.messages[0].author) == ("text", "human")


def test_what_a_person_adds_to_a_summary_is_typed() -> None:
    parts = [{"type": "text", "text": f"{SUMMARIES[0]}."}, {"type": "text", "text": "and now the host"}]
    found = inspector.load_messages(messages(parts))
    assert [block.kind for block in found.messages[0].blocks] == ["summary", "text"]
    assert found.messages[0].author == "human"


def test_a_reply_that_begins_so_is_a_reply() -> None:
    found = inspector.load_messages(
        [{"role": "user", "content": "a"}, {"role": "assistant", "content": f"{SUMMARIES[1]}]"}]
    )
    assert found.messages[1].blocks[0].kind == "text"


def test_in_lines_and_in_openais_form(tmp_path: Path) -> None:
    listed = [*messages(f"{SUMMARIES[2]} a"), {"role": "assistant", "content": None, "tool_calls": []}]
    (tmp_path / "a.jsonl").write_text("".join(json.dumps(each) + "\n" for each in listed))
    assert inspector.load(tmp_path / "a.jsonl").messages[0].blocks[0].kind == "summary"
