"""Results with a key joined to the one before and the one after with the same key: dedupe as a matter of positions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from inspector.engine.effects import remember
from inspector.engine.layers.dedupe import keyed_results
from inspector.engine.ledger import Applied, Ledger
from inspector.policy.model import Dedupe

NEVER = 1 << 60


class Links(NamedTuple):
    """`positions` of the keyed results; by index the `before` and `after` one of the same key (-1, NEVER: none).

    `pair` answers for a result and for its call. `worked` and `plain` are the sizes of each pair, with the policy's local
    layer applied and as recorded.
    """

    layer: str
    positions: Sequence[int]
    before: Sequence[int]
    after: Sequence[int]
    pair: dict[int, int]
    worked: Sequence[int]
    plain: Sequence[int]


def links(ledger: Ledger, rule: Dedupe, layer: str, applied: Applied) -> Links:
    """The links of a rule, with sizes; positions and links are worked out once a transcript."""
    key = (rule.key, rule.tools, rule.arguments)
    joined = remember(ledger.transcript, ("links", *key), lambda: _joined(ledger, rule))
    plain = remember(ledger.transcript, ("pairs", *key, ledger.settings(())), lambda: _sizes(ledger, joined[0], ()))
    worked = plain
    if applied:
        settings = ("pairs", *key, ledger.settings(applied))
        worked = remember(ledger.transcript, settings, lambda: _sizes(ledger, joined[0], applied))
    return Links(layer, *joined, worked, plain)


def _joined(ledger: Ledger, rule: Dedupe) -> tuple[Sequence[int], list[int], list[int], dict[int, int]]:
    positions, keys = keyed_results(ledger.transcript, rule)
    before, after = [-1] * len(keys), [NEVER] * len(keys)
    last: dict[str, int] = {}
    for at, key in enumerate(keys):
        earlier = last.get(key, -1)
        before[at] = earlier
        if earlier >= 0:
            after[earlier] = at
        last[key] = at
    partner = ledger.structure.partner
    index = {position: at for at, position in enumerate(positions)}
    index |= {partner[position]: at for at, position in enumerate(positions)}
    return positions, before, after, index


def _sizes(ledger: Ledger, positions: Sequence[int], applied: Applied) -> list[int]:
    sums, partner = ledger.summed(applied) if applied else ledger.prefix, ledger.structure.partner
    return [sums[r + 1] - sums[r] + sums[partner[r] + 1] - sums[partner[r]] for r in positions]
