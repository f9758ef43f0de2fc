"""Which script writes which sample, and the index that the program reads."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import NamedTuple

from tests.samples import durable_facts, lost_rule, oom_log, order_404, parallel_zh, re_reads, research, screenshot


def nothing() -> dict[str, bytes]:
    return {}


class Entry(NamedTuple):
    """A sample: its file, what makes its bytes, what it is, the policy that shows its story, and the story.

    `beside` makes what lies beside it and is no sample: a durable state, artifacts. Path inside the folder → bytes.
    """

    file: str
    build: Callable[[], bytes]
    title: str
    policy: str
    story: str
    beside: Callable[[], dict[str, bytes]] = nothing


CATALOGUE = (
    Entry(
        "oom-log.jsonl",
        oom_log.build,
        "A log of 8 kB against a budget of 3,000 bytes",
        "go-tiny-claw",
        "the line that explains the crash stands in the middle of the log, and the middle is what the truncation cuts out.",
    ),
    Entry(
        "re-reads.jsonl",
        re_reads.build,
        "Seven modules, and the same files read again and again",
        "workbuddy-s14",
        "“never touch migrations/” is typed in the third message, pruned with everything before the last six, and broken.",
    ),
    Entry(
        "research.jsonl",
        research.build,
        "Twenty web pages for one recommendation",
        "evo-agent",
        "the agent compacts with a focus on prices, forgets the height it noted on page 3, and recommends what does not fit.",
    ),
    Entry(
        "order-404.json",
        order_404.build,
        "Read-only debugging over three turns, the third unfinished",
        "agent-engineering",
        "the stack trace is not among the last 40 lines of the log that are shown, and turn 1 with its rules leaves for a summary.",
    ),
    Entry(
        "lost-rule.jsonl",
        lost_rule.build,
        "A Claude Code-style session with a recorded compaction",
        "recorded",
        "the one rule of the first message, Python 3.9, is missing in the recorded summary and is broken right after it.",
    ),
    Entry(
        "screenshot.json",
        screenshot.build,
        "A request body with a picture",
        "evo-agent",
        "which bar is red stands only in a screenshot, and the screenshot is cleared before anybody asks.",
    ),
    Entry(
        "parallel-zh.jsonl",
        parallel_zh.build,
        "Nicknames with emoji, up to four calls at once, full outputs as artifacts",
        "evo-agent",
        "why rows vanish stands only in the middle of an artifact, and the preview that says where to read on is cleared.",
        parallel_zh.artifacts,
    ),
    Entry(
        "durable-facts.jsonl",
        durable_facts.build,
        "A summary that says JSON files, a durable state that says SQLite",
        "evo-agent",
        "the ticket with the decision is cleared, the summary says that everything is done; the durable state knows better.",
        durable_facts.beside,
    ),
)
"""In the order in which they are offered."""


def index() -> bytes:
    """The index of the samples that the program reads."""
    rows = [
        {"name": entry.file.rsplit(".", 1)[0], "file": entry.file, "title": entry.title}
        | {"policy": entry.policy, "story": entry.story}
        for entry in CATALOGUE
    ]
    return (json.dumps(rows, ensure_ascii=False, indent=1) + "\n").encode()
