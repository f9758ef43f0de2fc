"""Files of agents that are known by sight and cannot be read (yet)."""

from __future__ import annotations

from collections.abc import Callable

from inspector.transcript.formats.format import Format, Record


def has(*keys: str) -> Callable[[Record], bool]:
    """A test: the record has all these fields."""
    return lambda record: all(key in record for key in keys)


FORMATS = (
    Format("hermes-trace", "a Hermes event trace", has("atof_version")),
    Format(
        "checkpoint",
        "a reduced checkpoint transcript",
        lambda r: "v" in r and "agent" in r and "type" in r and "uuid" not in r,
        advice="it leaves out most of the session; open full.jsonl beside it, which is the agent's own file",
    ),
    Format("claude-code-history", "a Claude Code prompt history", has("display", "project")),
)
