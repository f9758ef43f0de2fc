"""Numbers of a policy that cannot work together: a budget that leaves nothing, a start that is never reached."""

from __future__ import annotations

from collections.abc import Iterator

from inspector.policy.model import Drop, Limit, Policy, Summarise

_TOKENS = "tokens"


def hopeless(policy: Policy, window: int = 0) -> tuple[str, ...]:
    """Each in words, without a sentence's end; none where nothing of it is so.

    `window`: what the session's model holds, in tokens (0: not known). A policy whose limits are switched off by a value of
    their own is none of these: somebody wanted that.
    """
    return tuple(_found(policy, window))


def _found(policy: Policy, window: int) -> Iterator[str]:
    if nothing := _nothing_left(policy):
        yield nothing
        return
    starts = [*([policy.start] if policy.start else []), *_own(policy)]
    if not starts:
        return
    least = min(starts, key=lambda limit: limit.value)
    aside = _aside(policy) if least.of != "size" else 0
    unit = policy.meter.unit
    if policy.refuse is not None and _beyond(least, policy.refuse):
        yield f"compaction starts at {least.value:,} {unit}, requests are refused at {policy.refuse.value:,} already"
    elif window and least.unit == _TOKENS and least.value - aside > window:
        yield f"compaction starts at {least.value - aside:,} tokens, more than the {window:,} that the model holds"
    kept = max(_kept(policy), default=0)
    if least.unit == _TOKENS and kept >= least.value - aside:
        yield f"the newest {kept:,} tokens stay, and compaction starts at {least.value - aside:,}: it cannot help"


def _own(policy: Policy) -> list[Limit]:
    """The limits that layers have for their own."""
    return [layer.when for layer in policy.layers if layer.enabled and isinstance(layer.when, Limit)]


def _kept(policy: Policy) -> list[int]:
    """The newest tokens that layers leave as they are."""
    rules = [layer.operation for layer in policy.layers if layer.enabled]
    keeps = [rule.keep for rule in rules if isinstance(rule, Drop | Summarise)]
    return [keep.last for keep in keeps if keep.unit == _TOKENS]


def _beyond(start: Limit, refuse: Limit) -> bool:
    """Whether a view is refused before it starts anything. Limits on different things are not held against each other."""
    if start.of != refuse.of or start.unit != refuse.unit:
        return False
    return start.value > refuse.value


def _aside(policy: Policy) -> int:
    budget = policy.budget
    return budget.fixed + budget.reserve + budget.margin if budget else 0


def _nothing_left(policy: Policy) -> str:
    """A budget whose parts take the whole window."""
    budget, unit = policy.budget, policy.meter.unit
    if budget is None or _aside(policy) < budget.window:
        return ""
    parts = (("fixed input", budget.fixed), ("reserve", budget.reserve), ("margin", budget.margin))
    told = " + ".join(f"{name} {size:,}" for name, size in parts if size)
    return f"nothing is left for messages: {told} of a window of {budget.window:,} {unit}"
