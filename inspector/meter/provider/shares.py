"""A number of tokens shared among parts, in whole tokens that sum to it: the largest remainder method."""

from __future__ import annotations

from collections.abc import Sequence


def shares(total: int, weights: Sequence[float]) -> list[int]:
    """`total` in proportion to the weights, which are not negative; to equal parts where all are 0.

    Each share is the exact one rounded down or up, so no two parts of the same weight differ by more than one token; the
    ones with the largest remainders are rounded up, the earlier first among equals. Raises ValueError for no parts.
    """
    if len(weights) == 1:
        return [total]
    if not weights:
        raise ValueError("no parts to share among")
    whole = sum(weights)
    if len(weights) == 2 and whole:  # the common case, by the same rule
        one = int(total * weights[0] / whole + 0.5)
        return [one, total - one]
    exact = [total * weight / whole for weight in weights] if whole else [total / len(weights)] * len(weights)
    found = [int(each // 1) for each in exact]
    left = total - sum(found)
    order = sorted(range(len(exact)), key=lambda at: (round(found[at] - exact[at], 9), at))
    for at in order[:left] if left >= 0 else reversed(order[left:]):
        found[at] += 1 if left > 0 else -1
    return found


def beside(total: int, own: Sequence[int], weights: Sequence[float]) -> list[int]:
    """`total` where parts have a size of their `own` (pictures) and the rest goes by weight.

    Where the own sizes do not fit, they are weights like the others.
    """
    kept = sum(own)
    if not kept:
        return shares(total, weights)
    if kept > total or (not any(weights) and kept < total):
        return shares(total, [one + weight for one, weight in zip(own, weights, strict=True)])
    return [one + more for one, more in zip(own, shares(total - kept, weights), strict=True)]
