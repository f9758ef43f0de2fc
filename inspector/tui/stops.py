"""The stations of the layer strip: before, after each layer, after all of them; and why. No Textual here."""

from __future__ import annotations

from typing import NamedTuple

from inspector.engine import EngineError, Outcome, Steps
from inspector.tui.numerals import commas


class Stop(NamedTuple):
    """One station: its step (None: after all layers), title, figure and state."""

    step: int | None
    title: str
    figure: str
    state: str = "plain"
    """plain, fired or idle."""


def stops(steps: Steps | EngineError, approximate: bool = False) -> tuple[Stop, ...]:
    """All stations of a request. Cheap: made between a key and its frame."""
    if isinstance(steps, EngineError):
        return (Stop(None, "refused", "no view", "idle"),)
    mark = "≈" if approximate else ""
    found = [Stop(0, "0 before", f"{mark}{steps.before.size:,}")]
    found += [_layer(number, outcome, mark) for number, outcome in enumerate(steps.outcomes, start=1)]
    found.append(Stop(None, "refused" if steps.error else "after", f"{mark}{steps.after.size:,}"))
    return tuple(found)


def reasons(steps: Steps | EngineError, step: int | None) -> str:
    """Why the view is what it is at a step: what fired, or what did not. May look at every block that was changed."""
    if isinstance(steps, EngineError):
        return commas(str(steps))
    if step == 0:
        return "what the layers received"
    if step is not None and step <= len(steps.outcomes):
        return _because(step, steps.outcomes[step - 1])
    if steps.error is not None:
        return commas(str(steps.error))
    numbered = list(enumerate(steps.outcomes, start=1))
    about = [(number, outcome) for number, outcome in numbered if outcome.fired] or numbered[:1]
    return "   ".join(_because(number, outcome) for number, outcome in about if outcome.reason)


def _layer(number: int, outcome: Outcome, mark: str) -> Stop:
    title = f"{number} {outcome.id}"
    if not outcome.fired:
        return Stop(number, title, "not fired", "idle")
    return Stop(number, title, f"{mark}{outcome.after - outcome.before:+,}".replace("-", "−"), "fired")


def _because(number: int, outcome: Outcome) -> str:
    return f"{number} {outcome.id}: {commas(outcome.reason)}" if outcome.reason else ""
