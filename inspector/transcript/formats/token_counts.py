"""Numbers of a usage record that are no counts of tokens: text, fractions, negative or endless ones. Nothing is known then."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from inspector.transcript.model import UnreadableUsage, Usage

MOST = 10**12
"""No request has so many tokens."""
LONGEST = 10**8
"""No reply has so many."""
_NAMES = frozenset(
    (
        *("input_tokens", "cache_read_input_tokens", "cache_creation_input_tokens", "output_tokens"),
        *("prompt_tokens", "completion_tokens", "cached_tokens", "cached_input_tokens", "cache_write_input_tokens"),
        *("reasoning_output_tokens", "reasoning_tokens", "input_tokens_cache_read", "input_tokens_cache_write"),
        *(
            "cache_read_tokens",
            "cache_write_tokens",
            "input",
            "output",
            "cacheRead",
            "cacheWrite",
            "reasoning",
            "cached",
        ),
        *("thoughts", "tool", "inputTokens", "outputTokens", "cacheReadTokens", "cacheWriteTokens", "reasoningTokens"),
        *("tokensIn", "tokensOut", "cacheReads", "cacheWrites"),
    )
)
"""Under these names the formats keep a count of tokens."""
_Read = Callable[[Any], Usage | None]


def number(value: Any) -> int:
    """A count of tokens, also where it was written with a point (`18000.0`); 0 for anything else."""
    if type(value) is int:
        return value if 0 < value < MOST else 0
    return int(value) if type(value) is float and 0 < value < MOST and value.is_integer() else 0


def checked(read: _Read) -> _Read:
    """What `read` makes of a usage record; an `UnreadableUsage` where the record holds something that is no count."""

    @wraps(read)
    def usage(value: Any) -> Usage | None:
        found = read(value)
        spoken = found is None or found.output < LONGEST
        if value is None or (isinstance(value, dict) and spoken and _are_counts(value)):
            return found
        return UnreadableUsage(*map(number, found or ()))

    return usage


def _are_counts(usage: dict[str, Any]) -> bool:
    """Whether what has the name of a count is one, or null. Every reply comes here: most values are counts, and quickly so."""
    for name, value in usage.items():
        if type(value) is int and 0 <= value < MOST:
            continue
        if value is not None and name in _NAMES and not _is_whole(value):
            return False
    return True


def _is_whole(value: Any) -> bool:
    return type(value) is float and (value == 0 or number(value) > 0)
