"""Budgets by model: a policy's knobs may have other defaults for some models, the first pattern that fits counts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fnmatch import fnmatchcase

from inspector.policy.model import Knob, ModelBudget, Policy


def budget_for(policy: Policy, model: str) -> ModelBudget | None:
    """The first entry, in the order written, whose pattern fits the model; None where none does.

    Case does not count, nor does what stands before the name itself: `anthropic/claude-…` is `claude-…`.
    """
    name = model.lower()
    bare = name.rsplit("/", 1)[-1].rsplit("anthropic.", 1)[-1]
    fitting = (each for each in policy.models if _fits(each.pattern.lower(), name, bare))
    return next(fitting, None) if name else None


def _fits(pattern: str, name: str, bare: str) -> bool:
    return fnmatchcase(name, pattern) or fnmatchcase(bare, pattern)


def at_model(policy: Policy, model: str) -> Policy:
    """The policy with the numbers that it has for a model, and for no other model any more.

    A knob that a person turned stays as turned: entries are defaults.
    """
    found = budget_for(policy, model)
    made = policy.with_knobs(**_defaults(policy, found.knobs)) if found else policy
    return replace(made, models=(), model="") if made.models else made


def is_of_model(policy: Policy, knob: Knob) -> bool:
    """Whether a knob has a value that the policy's document gives it for some model: nobody turned it."""
    entries = policy.document.spec.models if policy.document is not None else {}
    return any(values.get(knob.name) == knob.value for values in entries.values())


def _defaults(policy: Policy, values: Mapping[str, int]) -> dict[str, int]:
    turned = {knob.name for knob in policy.knobs if knob.changed}
    return {name: value for name, value in values.items() if name not in turned}
