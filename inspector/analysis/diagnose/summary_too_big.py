"""summary-too-big: whoever writes the summary cannot be given what it has to summarise.

Either the request is larger than the writer's window (pi 1796: the summary request itself overflowed), or an input limit
leaves out more than half (seed 002: 80,000 bytes of a long history), so that the summary stands for what nobody read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from inspector.analysis.cut import Cut
from inspector.analysis.diagnose.case import Case, Family
from inspector.analysis.diagnose.finding import Finding, Value
from inspector.analysis.diagnose.phrases import counted, percent, stretch
from inspector.meter import Model, counter, find_model
from inspector.policy.model import Summarise
from inspector.policy.uses import uses
from inspector.summary.asking import CLAUDE
from inspector.summary.prompt import prompt
from inspector.summary.size import DEFAULT_TOKENS

NAME = "summary-too-big"


def find(case: Case) -> list[Finding]:
    if not case.replay.requests:
        return []
    return [*_left_out(case), *_over_window(case)]


def _left_out(case: Case) -> Iterator[Finding]:
    """Cuts whose input limit left out more than half of the bytes."""
    if case.replay.is_recorded or not any(_limited(case)):
        return
    cut = [each for each in case.cuts if 2 * each.request.omitted > _bytes(each)]
    if not cut:
        return
    worst = max(cut, key=lambda each: each.request.omitted / _bytes(each))
    whole, left = _bytes(worst), worst.request.omitted
    limit = next(iter(_limited(case)), 0)
    requests = tuple(each.number for each in cut)
    knob = _knob(case, worst.layer)
    yield Finding(
        NAME,
        "warning",
        f"{counted(len(cut), 'a summary', 'summaries')} at {stretch(requests)} left {percent(left, whole)} % unread",
        f"set {knob or 'the input limit'} to {whole:,} or more, or start earlier",
        requests,
        evidence={
            "worst_request": worst.number,
            "input_bytes": whole,
            "left_out_bytes": left,
            "left_out_end": worst.request.omitted_end,
            "limit": limit,
            "layer": worst.layer,
        },
    )


def _limited(case: Case) -> Iterator[int]:
    for layer in case.replay.policy.layers:
        if layer.enabled and isinstance(layer.operation, Summarise) and layer.operation.input_limit is not None:
            yield layer.operation.input_limit


def _bytes(cut: Cut) -> int:
    """What there was to summarise, in bytes: what was given and what was left out."""
    return cut.request.omitted + sum(len(part.text.encode("utf-8", "replace")) for part in cut.request.parts)


def _knob(case: Case, layer: str) -> str:
    """The knob of a layer's input limit."""
    document = case.replay.policy.document
    if document is None:
        return ""
    place = next((at for at, each in enumerate(document.spec.layers) if each.id == layer), None)
    found = (str(use.number) for use in uses(document.spec) if use.loc == ("layers", place, "input", "max"))
    return next((number[1:] for number in found if number.startswith("$")), "")


def _over_window(case: Case) -> Iterator[Finding]:
    """Cuts whose request and answer do not fit into the window of whoever writes."""
    model, whose = _writer(case)
    if model is None:
        return
    sized = partial(_recorded_tokens, model) if case.replay.is_recorded else partial(_tokens, model)
    over = [(cut, size) for cut, size in _sized(case, case.cuts, sized) if size > model.window]
    if not over:
        return
    worst, size = max(over, key=lambda each: each[1])
    requests = tuple(cut.number for cut, _ in over)
    evidence: dict[str, Value] = {"worst_request": worst.number, "tokens": size, "window": model.window}
    evidence |= {"model": model.name, "writer": whose, "parts": len(worst.request.parts), "layer": worst.layer}
    yield Finding(
        NAME,
        "error" if whose == "summariser" else "warning",
        f"the summary at {stretch(requests)} takes {size:,} tokens, {model.name} holds {model.window:,}",
        "start earlier, cut long results before it, or let a larger model write",
        requests,
        evidence=evidence,
    )


def _writer(case: Case) -> tuple[Model | None, str]:
    """The model that writes: the summariser's, else the session's own, which agents ask in most cases."""
    writer = case.replay.summariser.name if case.replay.summariser is not None else ""
    word, _, rest = writer.partition(":")
    if word == "anthropic" and not case.replay.is_recorded:
        return find_model(rest), "summariser"
    name = case.replay.transcript.model
    return (find_model(name) if name else None), "the session's model"


def _sized(case: Case, cuts: Sequence[Cut], size: Callable[[Cut], int]) -> Iterator[tuple[Cut, int]]:
    for cut in cuts:
        case.go_on()
        yield cut, size(cut)


def _tokens(model: Model, cut: Cut) -> int:
    """Request and answer in the model's tokens. No token is counted where even two a byte would fit."""
    answer = _answer(cut)
    most = sum(len(part.text.encode("utf-8", "replace")) for part in cut.request.parts) + len(cut.request.previous) * 4
    if 2 * most + answer <= model.window:
        return answer
    made, measure = prompt(cut.request), counter("o200k_base").text
    return _scaled(model, measure(made.system) + measure(made.user)) + answer


def _answer(cut: Cut) -> int:
    """The tokens that the summary is asked not to exceed; two characters or three bytes of it are one at the most."""
    asked = cut.request.max_size
    per = {"chars": 2, "bytes": 3}.get(cut.request.unit, 1)
    return DEFAULT_TOKENS if asked is None else asked // per


def _recorded_tokens(model: Model, cut: Cut) -> int:
    """What the agent's own summary had to read: the prompt as the agent counted it, else the view it had."""
    return cut.told if cut.told is not None else _scaled(model, cut.before)


def _scaled(model: Model, tokens: int) -> int:
    return round(tokens * CLAUDE) if "claude" in model.name else tokens


FAMILY = Family(NAME, "a summary is asked for of more than its writer can read", find)
