"""The present request "at a model": its window, the budget of the policy for it, how full the request is. No Textual here."""

from __future__ import annotations

from typing import NamedTuple

from inspector.engine.estimates import view_estimate
from inspector.meter import find_model, models
from inspector.meter.provider.usage import models as models_of
from inspector.meter.provider.usage import usage_of
from inspector.policy.model import Budget
from inspector.tui.session import Session

OWN = ""
"""The choice that is none: each request has the budget of its own model."""


class Held(NamedTuple):
    """What the present request takes, in tokens, and where that comes from."""

    tokens: int
    basis: str


class AtModel(NamedTuple):
    """One model, `OWN` for each request's own. `window` 0: nobody says. `budget`: the policy's, where it has one."""

    name: str
    window: int
    output: int
    as_of: str
    budget: Budget | None
    own: bool = False
    """The policy has a budget for this very model."""
    recorded: bool = False
    """The session has requests of it."""

    def fill(self, held: Held | None) -> str:
        """How full the request makes the window: `42 %`; "" where nobody says."""
        if held is None or not self.window:
            return ""
        percent = 100 * held.tokens / self.window
        return f"{percent:.0f} %" if percent >= 1 or not held.tokens else "< 1 %"


def held(session: Session) -> Held | None:
    """The tokens of the present request; None where its policy counts in another unit and nothing was reported."""
    plan, request = session.plan(), session.request
    if plan is None or not session.requests:
        return None
    estimate = view_estimate(plan, request)
    if estimate is not None:
        return Held(estimate.tokens, estimate.basis)
    usage = usage_of(session.transcript, request)
    if session.policy is None and usage is not None and usage.context:
        return Held(usage.context, "reported")
    if session.unit != "tokens":
        return None
    budget = session.budget
    return Held(plan.size + (budget.fixed if budget else 0), f"counted as {session.meter}")


def choices(session: Session) -> list[AtModel]:
    """Each request's own, the models of the session, then those that are known."""
    recorded = [name for name in dict.fromkeys(models_of(session.transcript)) if name]
    listed = [model.name for model in models() if model.name not in recorded]
    return [at(session, OWN), *(at(session, name, True) for name in recorded), *(at(session, name) for name in listed)]


def at(session: Session, name: str, recorded: bool = False) -> AtModel:
    """The present request at one model."""
    from inspector.policy.at_model import budget_for

    policy = session.policy
    here = name or _here(session)
    known = find_model(here) if here else None
    limits = (known.window, known.output, f"{known.as_of}") if known else (0, 0, "")
    budget = policy.at_model(here).budget if policy is not None else None
    own = policy is not None and budget_for(policy, here) is not None
    return AtModel(name, *limits, budget, own, recorded)


def _here(session: Session) -> str:
    """The model of the present request."""
    found = models_of(session.transcript)
    return found[session.request - 1] if found else ""


def words(session: Session) -> str:
    """The present request at the chosen model, in a line; "" where nothing is known of one."""
    name = session.model or _here(session)
    one = at(session, name)
    if not name:
        return ""
    fill = one.fill(held(session))
    full = f"{fill} full" if fill else ""
    parts = [f"at {name}", f"window {one.window:,}" if one.window else "window not known", full]
    if one.budget is not None:
        parts.append(f"budget {one.budget.window:,}, {one.budget.reserve:,} kept free")
    return " · ".join(part for part in parts if part)
