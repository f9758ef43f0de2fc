"""The stations of the layer strip: before, after each layer, after all of them. No Textual here."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from inspector.engine.view import EngineError
from inspector.tui.numerals import commas

if TYPE_CHECKING:
    from inspector.engine.steps import Outcome, Steps


class Stop(NamedTuple):
    """One station: its step (None: after all layers), title, figure, state, and why it fired or did not."""

    step: int | None
    title: str
    figure: str
    state: str = "plain"
    """plain, fired or idle."""
    reason: str = ""


def stops(steps: Steps | EngineError, approximate: bool = False) -> tuple[Stop, ...]:
    """All stations of a request."""
    if isinstance(steps, EngineError):
        return (Stop(None, "refused", "no view", "idle", commas(str(steps))),)
    mark = "≈" if approximate else ""
    found = [Stop(0, "0 before", f"{mark}{steps.before.size:,}", reason="what the layers received")]
    found += [_layer(number, outcome, mark) for number, outcome in enumerate(steps.outcomes, start=1)]
    why = commas(str(steps.error)) if steps.error else ""
    found.append(Stop(None, "refused" if why else "after", f"{mark}{steps.after.size:,}", reason=why))
    return tuple(found)


def _layer(number: int, outcome: Outcome, mark: str) -> Stop:
    title = f"{number} {outcome.id}"
    if not outcome.fired:
        return Stop(number, title, "not fired", "idle", commas(outcome.reason))
    return Stop(
        number, title, f"{mark}{outcome.after - outcome.before:+,}".replace("-", "−"), "fired", commas(outcome.reason)
    )
