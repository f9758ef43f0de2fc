"""Usage of OpenHands: of a response in the response itself, or counted up from event to event."""

from __future__ import annotations

from typing import Any

from inspector.transcript.formats.usage import usage_of_litellm
from inspector.transcript.model import Usage


def counted_up(metrics: Any, last: Usage) -> tuple[Usage, Usage | None]:
    """The new count of `llm_metrics`, which is cumulative, and what was added since; None where nothing was, or it fell."""
    told = metrics.get("accumulated_token_usage") if isinstance(metrics, dict) else None
    now = usage_of_litellm(told)
    if now is None or now == last:
        return last, None
    added = Usage(*[new - old for new, old in zip(now, last, strict=True)])
    return now, added if min(added) >= 0 else None


def usages_of_state(state: Any) -> dict[str, Usage]:
    """Usage by response of the SDK's `base_state.json`: `stats.usage_to_metrics.<role>.token_usages`."""
    found: dict[str, Usage] = {}
    stats = state.get("stats") if isinstance(state, dict) else None
    roles = stats.get("usage_to_metrics") if isinstance(stats, dict) else None
    for metrics in roles.values() if isinstance(roles, dict) else ():
        listed = metrics.get("token_usages") if isinstance(metrics, dict) else None
        for each in listed if isinstance(listed, list) else ():
            usage = usage_of_litellm(each)
            if usage is not None and isinstance(each.get("response_id"), str):
                found[each["response_id"]] = usage
    return found
