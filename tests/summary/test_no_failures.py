"""The extractive summariser gives a summary wherever a preset asks for one: it fails for want of room alone."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from inspector.analysis.cuts import cuts
from inspector.engine import Replay
from inspector.policy import load_policy
from inspector.policy.model import Carrying, Policy, Summarise
from inspector.summary import Extractive
from inspector.transcript import load

SMALLER = {
    "evo-agent": {"context_limit": 20_000},
    "agent-engineering": {"window": 16_000},
    "workbuddy-s14": {"soft_threshold": 9_000},
}
"""Limits at which the samples are summarised several times."""


@pytest.mark.parametrize("previous", ["update", "redistil", "carry"])
@pytest.mark.parametrize("name", SMALLER)
def test_every_cut_of_every_sample(samples: dict[str, Path], name: str, previous: Carrying) -> None:
    policy = carrying(load_policy(name).with_knobs(**SMALLER[name]), previous)
    found = [cut for path in samples.values() for cut in cuts(Replay(load(str(path)), policy, Extractive()))]
    assert sum(cut.generation > 1 for cut in found) > 3
    assert {cut.reason for cut in found if "would not be smaller" not in cut.reason} == {""}


def carrying(policy: Policy, previous: Carrying) -> Policy:
    """The same policy with another way of carrying an earlier summary on."""
    layers = [
        replace(layer, operation=replace(layer.operation, previous=previous))
        if isinstance(layer.operation, Summarise)
        else layer
        for layer in policy.layers
    ]
    return replace(policy, layers=tuple(layers))
