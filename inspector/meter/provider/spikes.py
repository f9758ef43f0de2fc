"""Reports that add up several passes over one prompt: tools that the provider runs, calls that were tried again."""

from __future__ import annotations

from collections.abc import Sequence

_SPIKE, _BACK, _AHEAD = 1.5, 1.3, 4
"""A prompt so many times the one before, with one of the next few back near it, is the sum of several passes."""


def spikes(prompts: Sequence[int]) -> frozenset[int]:
    """The positions of such sums among the prompts of one run; the one before is the last that is none."""
    found, last = set(), 0
    for at, prompt in enumerate(prompts):
        if last and prompt > _SPIKE * last and any(later < _BACK * last for later in prompts[at + 1 : at + 1 + _AHEAD]):
            found.add(at)
        else:
            last = prompt
    return frozenset(found)
