"""Three compactions of one session by the extractive summariser, for each way of carrying the earlier summary on."""

from __future__ import annotations

from typing import Any

import pytest

from inspector.engine import Replay
from inspector.policy import load_text
from inspector.policy.model import Carrying
from inspector.summary import Extractive
from inspector.summary.sections import HEADER
from inspector.transcript import load_messages
from tests.summary.talk import quotes

MODES: tuple[Carrying, ...] = ("update", "redistil", "carry")
STATES = ("rewrite", "overlay")
YAML = """
schema: compaction-policy/1
name: three
state: {state}
meter: {{count: chars, unit: chars}}
start: {{">": 12000, unit: chars}}
layers:
  - id: sum
    do: summarise
    keep: {{last: 1, unit: turns}}
    previous: {mode}
    sections: {sections}
    output: {{max: 700, unit: tokens}}
    assemble: {{role: user, summary: "{{summary}}"}}
"""
GOAL = "Find out why order_404 is charged twice and mend it."
CONSTRAINTS = ("Do not touch the database schema.", "Never run migrations.", "Only change files under src/pay/.")
CAUSE = "The root cause is that `retry_charge()` in src/pay/retry.py calls the gateway again."
DECISION = "I decided to pass an idempotency key instead of locking the row."
UNVERIFIED = "The refund path is not yet verified."
FILL = "Nothing of note happened in this long stretch of plain words. " * 60


class Session:
    """Messages of the Anthropic API, turn by turn."""

    def __init__(self) -> None:
        self.messages: list[dict[str, Any]] = []
        self.calls = 0

    def typed(self, text: str) -> Session:
        self.messages.append({"role": "user", "content": text})
        return self

    def said(self, text: str) -> Session:
        self.messages.append({"role": "assistant", "content": text})
        return self

    def ran(self, tool: str, output: str = "ok", **arguments: Any) -> Session:
        self.calls += 1
        use = {"type": "tool_use", "id": f"c{self.calls}", "name": tool, "input": arguments}
        result = {"type": "tool_result", "tool_use_id": f"c{self.calls}", "content": output}
        self.messages.append({"role": "assistant", "content": [use]})
        self.messages.append({"role": "user", "content": [result]})
        return self

    def todos(self, *statuses: str) -> Session:
        items = ("Find the double charge", "Add the idempotency key", "Measure p95 latency")
        listed = [{"content": item, "status": status} for item, status in zip(items, statuses, strict=True)]
        return self.ran("TodoWrite", todos=listed)

    def filled(self) -> Session:
        return self.ran("Bash", FILL, command="tail -n 60 plain.log").said("Read it all.")


def session() -> list[dict[str, Any]]:
    story = Session().typed(f"{GOAL} Do not touch the database schema. Never run migrations.")
    story.todos("in_progress", "pending", "pending").ran("Read", file_path="src/pay/retry.py").said(CAUSE)
    story.said(UNVERIFIED).filled().typed("Show me the plain log as well").filled()
    story.typed("Only change files under src/pay/. Then go on with the key.").todos(
        "completed", "in_progress", "pending"
    )
    story.ran("Edit", file_path="src/pay/retry.py", old_string="a", new_string="b").said(DECISION).filled()
    for part in range(8):
        story.typed(f"And look into part {part} of the plain log").filled()
        if part == 4:
            story.todos("completed", "completed", "in_progress")
    return story.typed("Thanks, what is left?").messages


def summaries(mode: Carrying, state: str, sections: str) -> list[str]:
    """The summaries of the session as its policy makes them."""
    rules = load_text(YAML.format(mode=mode, state=state, sections=sections))
    replay = Replay(load_messages(session()), rules, Extractive())
    at = [row.request for row in replay.rows() if row.fired]
    return [replay.steps(request).state.last_summary for request in at]


@pytest.mark.parametrize("sections", ["agent-engineering", "evo-agent", "[]"])
@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("mode", MODES)
def test_what_was_kept_once_stands_in_every_later_summary(mode: Carrying, state: str, sections: str) -> None:
    found = summaries(mode, state, sections)
    assert len(found) >= 4
    for text in found:
        assert any(line.startswith(GOAL) for line in quotes(text, "Goal"))
        assert set(CONSTRAINTS[:2]) <= set(quotes(text, "Constraints"))
        assert CAUSE in quotes(text, "Decisions and findings")
        assert UNVERIFIED in quotes(text, "Open items")
        assert "Measure p95 latency" in quotes(text, "To-do list")
    for text in found[2:]:
        assert CONSTRAINTS[2] in quotes(text, "Constraints")
        assert DECISION in quotes(text, "Decisions and findings")


@pytest.mark.parametrize("mode", MODES)
def test_what_is_done_leaves_the_list(mode: Carrying) -> None:
    first, *_, last = summaries(mode, "rewrite", "agent-engineering")
    assert "Find the double charge" in quotes(first, "To-do list")
    newest = last[last.rfind(HEADER) :]
    assert "Find the double charge" not in quotes(newest, "To-do list")
    assert "Add the idempotency key" not in quotes(newest, "To-do list")


def test_carry_says_only_what_is_new() -> None:
    first, second, *_ = summaries("carry", "rewrite", "[]")
    assert second.startswith(first + "\n\n")
    new = second[len(first) :]
    assert quotes(new, "Goal") == []
    assert CAUSE not in new
    assert CONSTRAINTS[0] not in new
