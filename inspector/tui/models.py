"""The present request "at a model": its window, the budget of the policy for it, how full the request is. No Textual here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from inspector.engine.estimates import view_estimate
from inspector.meter import find_model, models
from inspector.meter.provider.usage import models as models_of
from inspector.meter.provider.usage import usage_of
from inspector.policy.model import Budget
from inspector.tui.session import Session

OWN = ""
"""The choice that is none: each request has the budget of its own model."""


MANY, MOST = 10, 1_000
"""Windows from which their number is told instead of a share, and from which it is only said that they are so many."""


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

    @property
    def beyond(self) -> bool:
        """The policy reckons with a larger window than the model has."""
        return self.budget is not None and 0 < self.window < self.budget.window

    def share(self, held: Held | None) -> float | None:
        """How full the request makes the window, 1 being all of it; None where nobody says."""
        return held.tokens / self.window if held is not None and self.window else None

    def fill(self, held: Held | None) -> str:
        """The same in words: `42 %`, `12 ×` from ten windows on, `999+ ×`; "" where nobody says."""
        share = self.share(held)
        if share is None:
            return ""
        if share >= MANY:
            return f"{share:.0f} ×" if share < MOST else f"{MOST - 1}+ ×"
        return f"{100 * share:.0f} %" if share >= 0.01 or not share else "< 1 %"


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


def budget_words(found: Sequence[AtModel], held: Held | None) -> str:
    """What the choice does to budgets, and why nothing says how full a window is."""
    budgets = {each.budget.window for each in found if each.budget is not None}
    if any(each.own for each in found):
        told = "budget: the window that the policy reckons with"
        told += " · ! more than it has" if any(each.beyond for each in found) else ""
    elif budgets:
        told = f"the policy has one budget at every model: {max(budgets):,}"
    else:
        told = "there is no budget to hold it against"
    return told if held is not None else f"{told} · no tokens are known: it counts in another unit"


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
