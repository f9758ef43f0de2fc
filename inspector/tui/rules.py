"""The rule of a layer in words, with the knobs that its numbers come from. No Textual here."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from inspector.engine import Outcome, Plan
from inspector.policy.model import Clear, Dedupe, Drop, Fold, Keep, Layer, Limit, Policy, Region, Summarise, Truncate

KEYS = {"path": "file", "call": "call", "content": "text"}
"""What a deduplication goes by → the word for it."""


def rule(policy: Policy, outcome: Outcome) -> str:
    """What the layer of an outcome keeps and what it took, and by which knobs: for one that fired."""
    if not 0 <= outcome.index < len(policy.layers):
        return ""
    layer = policy.layers[outcome.index]
    return f"{_kept(layer, outcome)}{knob_names(policy, layer)}"


def rule_at_rest(policy: Policy, layer: Layer) -> str:
    """What a layer would keep, before it meets any history: for a list of the layers."""
    operation = layer.operation
    if isinstance(operation, Drop):
        words = f"everything{_held(operation.keep)} is dropped"
    elif isinstance(operation, Summarise):
        words = f"a summary replaces everything{_held(operation.keep)}"
    else:
        words = _item(layer, operation)
    return f"{words}{knob_names(policy, layer)}"


def knob_names(policy: Policy, layer: Layer) -> str:
    """` (keep recent messages)`: the knobs behind the numbers of a layer's rule; empty when there are none."""
    names = [name.replace("_", " ") for name in _knobs(policy, layer)]
    return f" ({', '.join(names)})" if names else ""


def gate_knob(policy: Policy, outcome: Outcome) -> str:
    """The knob that the gate of a layer compares with, in words; empty when the number stands in the policy itself."""
    if not 0 <= outcome.index < len(policy.layers) or policy.document is None:
        return ""
    return gate_name(policy, policy.layers[outcome.index])


def gate_name(policy: Policy, layer: Layer) -> str:
    """The same for a layer that did not run yet."""
    if policy.document is None:
        return ""
    own = isinstance(layer.when, Limit)
    gate = _written(policy, layer).get("when") if own else policy.document.tree.data.get("start")
    names = list(_references(gate))
    return names[0].replace("_", " ") if names else ""


def gone_messages(plan: Plan) -> int:
    """How many messages of the history a plan does not hold. Costs as much as the plan has parts."""
    return sum(stretch.stop - stretch.first for stretch in plan.stretches() if stretch.gone)


def _kept(layer: Layer, outcome: Outcome) -> str:
    """One phrase for each operation."""
    operation = layer.operation
    return _cut(operation, outcome) if isinstance(operation, Drop | Summarise) else _item(layer, operation)


def _item(layer: Layer, operation: Truncate | Clear | Fold | Dedupe) -> str:
    """What becomes of single items."""
    if isinstance(operation, Truncate):
        item = "tool result" if layer.select.kinds == ("tool_result",) else "block"
        return f"{_ends(operation)} kept of each {item}{_over(layer.over)}{_where(layer.region)}"
    if isinstance(operation, Clear):
        return f"tool results{_over(layer.over)}{_where(layer.region)} cleared"
    if isinstance(operation, Fold):
        return f"assistant texts{_over(layer.over)}{_where(layer.region)} folded"
    return f"of each {KEYS[operation.key]} only the {operation.keep} result stays"


def _cut(operation: Drop | Summarise, outcome: Outcome) -> str:
    """`kept the first 1 and the last 6 of 138 messages, 131 dropped`."""
    before, after = gone_messages(outcome.plan_before), gone_messages(outcome.plan_after)
    structure = outcome.plan_before.ledger.structure
    held = (structure.owner[outcome.plan_before.end - 1] + 1 if outcome.plan_before.end else 0) - before
    verb = "dropped" if isinstance(operation, Drop) else "summarised"
    return f"kept {_tail(operation.keep)} of {held:,} messages, {after - before:,} {verb}"


def _tail(keep: Keep) -> str:
    turns = keep.unit == "turns"
    if keep.unit == "tokens":
        return f"the last {keep.last:,} tokens"
    ends = [f"the first {keep.first:,}"] if keep.first else []
    if keep.last:
        ends.append(f"the last {keep.last:,}{(' turn' if keep.last == 1 else ' turns') if turns else ''}")
    return " and ".join(ends) or "none"


def _held(keep: Keep) -> str:
    """` but the last 4 messages`; empty when nothing stays."""
    words = _tail(keep)
    if words == "none":
        return ""
    return f" but {words}" if keep.unit != "messages" else f" but {words} {'message' if _single(keep) else 'messages'}"


def _single(keep: Keep) -> bool:
    return (keep.last or keep.first) == 1


def _ends(operation: Truncate) -> str:
    amount = f"{operation.size:,} {operation.unit}"
    if operation.head in (0, 1):
        return f"the {'first' if operation.head else 'last'} {amount}"
    return f"the two ends, {amount} together,"


def _where(region: Region) -> str:
    if region.results is not None:
        return f" but the newest {region.results:,}" + (" and the last batch" if region.last_batch else "")
    if region.messages is None or region.where == "all":
        return ""
    return f" {'before' if region.where == 'outside' else 'in'} the last {region.messages:,} messages"


def _over(limit: Limit | None) -> str:
    return f" {'over' if limit.op == '>' else 'from'} {limit.value:,} {limit.unit}" if limit else ""


def _knobs(policy: Policy, layer: Layer) -> Iterator[str]:
    """The knobs that a layer's own fields refer to, its gate aside."""
    fields = {name: value for name, value in _written(policy, layer).items() if name != "when"}
    yield from dict.fromkeys(_references(fields))


def _written(policy: Policy, layer: Layer) -> dict[str, Any]:
    """A layer as the document has it: by its id, for the policy may have it in another place."""
    data = policy.document.tree.data["layers"] if policy.document is not None else ()
    return next((one for one in data if one["id"] == layer.id), {})


def _references(value: Any) -> Iterator[str]:
    """The names behind `$` in a part of a policy document."""
    if isinstance(value, str):
        if value.startswith("$"):
            yield value[1:]
    elif isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _references(item)
