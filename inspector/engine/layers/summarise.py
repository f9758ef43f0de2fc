"""Summarise: a summary takes the place of everything before the kept tail, and carries the previous summary on."""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from inspector.engine.cut import assemble, utf8
from inspector.engine.effects import remember
from inspector.engine.layers.dedupe import argument
from inspector.engine.layers.drop import Middle, find_middle, recorded, widened
from inspector.engine.layers.taking import take_stretch
from inspector.engine.plan import Plan
from inspector.engine.steps import CompactionState
from inspector.engine.summariser import Summariser, SummaryFailed, SummaryPart, SummaryRequest
from inspector.engine.templates import fill
from inspector.engine.view import Fate, Made
from inspector.meter.counter import Counter
from inspector.policy.model import RecentFiles, Summarise
from inspector.transcript.model import Block, Transcript


class Summarised(NamedTuple):
    """The view after a summary, or the same view and why there is none; and what the next compaction must know."""

    plan: Plan
    state: CompactionState
    note: str = ""
    failed: bool = False


SHORT_CALL = 500
"""Characters of a call in words up to which they are remembered: what is longer is not kept beside the record."""
_JSON = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), default=str)
ASSUMED_TOKENS = 1500
"""What a summary is assumed to take when neither the policy nor a summariser says (≈ mode only)."""


def summarise(
    plan: Plan, rule: Summarise, layer: str, summariser: Summariser | None, state: CompactionState, focus: str = ""
) -> Summarised:
    """Put a summary in the place of what `rule.keep` does not keep.

    A failed summary changes nothing (DESIGN §4, law 6): error, blank, or a view that is not strictly smaller. Without a
    summariser the made-up message is approximate: it has no text and the size that it may take at the most.
    """
    old = _evicted(plan, rule)
    if old is None:
        return Summarised(plan, state, "nothing to summarise: no older message can go")
    recent = rule.recent_files
    files = recent_files(plan.ledger.transcript, plan.end, recent, state.recent_files) if recent else ()
    if summariser is None:
        text, made = "", _approximate(plan, rule, layer, old, focus, files)
    else:
        try:
            text = answer(summariser, request_for(plan, rule, old, focus, files, state.last_summary))
        except Exception as error:  # whatever a summariser raises, the view must stay as it was
            return Summarised(plan, state, f"summary failed: {error or type(error).__name__}", True)
        made = _made(plan, rule, layer, old, wrapped(rule, text, focus, files))
    shorter = take_stretch(plan, old.lo, old.hi, Fate.SUMMARISED, layer, old.made, made)
    if shorter.size >= plan.size:
        sizes = f"({shorter.size} >= {plan.size})"
        return Summarised(plan, state, f"summary failed: the view would not be smaller {sizes}", True)
    return Summarised(shorter, CompactionState(state.count + 1, text, files))


def answer(summariser: Summariser, request: SummaryRequest) -> str:
    """A usable summary. Raises SummaryFailed for a blank one."""
    text = summariser.summarise(request)
    if not isinstance(text, str) or not text.strip():
        raise SummaryFailed("the answer was blank")
    return text.strip()


def _evicted(plan: Plan, rule: Summarise) -> Middle | None:
    """The stretch that a summary would stand for; None when it holds no recorded message.

    Every earlier summary goes into the new one, wherever it stands: a view holds the newest summary alone (seed 004).
    """
    found = find_middle(plan, rule.keep)
    if found is None:
        return None
    hi = widened(plan, found.hi)
    if not any(True for _ in recorded(plan, found.lo, hi)):
        return None
    return Middle(found.lo, hi, tuple(m for m in plan.made if m.kind != "system"))


def _covers(plan: Plan, old: Middle) -> tuple[tuple[int, int], ...]:
    """The block ranges that the summary stands for itself, system messages left out."""
    structure = plan.ledger.structure
    system = [(structure.first[m], structure.first[m + 1]) for m in structure.system]
    out = []
    for span in plan.spans:
        lo, hi = max(span.lo, old.lo), min(span.hi, old.hi)
        for first, stop in system[bisect_left(system, (lo, 0)) :] if lo < hi else ():
            if first >= hi:
                break
            if lo < first:
                out.append((lo, first))
            lo = max(lo, stop)
        if lo < hi:
            out.append((lo, hi))
    return tuple(out)


def wrapped(rule: Summarise, text: str, focus: str, files: tuple[str, ...]) -> str:
    """The summary as it is sent: inside the policy's wrapper, with the focus and the list of recent files where they exist."""
    listing = "\n".join(f"- {path}" for path in files)
    slots = {
        "summary": text,
        "focus": fill(rule.focus_line, {"focus": focus}) if focus else "",
        "files": fill(rule.files_line, {"files": listing}) if files else "",
    }
    return fill(rule.wrapper, slots).strip()


def _made(plan: Plan, rule: Summarise, layer: str, old: Middle, text: str) -> tuple[Made, ...]:
    counter = plan.ledger.counter
    earlier = tuple(made for made in old.made if made.kind == "summary")
    size = counter.made(rule.role, text)
    summary = Made("summary", rule.role, text, size, layer, old.hi, _covers(plan, old), earlier)
    if not rule.acknowledgement:
        return (summary,)
    size = counter.made("assistant", rule.acknowledgement)
    return (summary, Made("acknowledgement", "assistant", rule.acknowledgement, size, layer, old.hi))


def _approximate(
    plan: Plan, rule: Summarise, layer: str, old: Middle, focus: str, files: tuple[str, ...]
) -> tuple[Made, ...]:
    summary, *rest = _made(plan, rule, layer, old, wrapped(rule, "", focus, files))
    size = assumed(rule, plan.ledger.counter, summary.size, plan.size)
    return (replace(summary, text="", size=size, approximate=True), *rest)


def assumed(rule: Summarise, counter: Counter, wrapper: int, whole: int) -> int:
    """What a summary may take at the most, inside a wrapper, in a view of `whole` size."""
    most = rule.max if rule.max is not None else ASSUMED_TOKENS
    unit = rule.max_unit if rule.max is not None else "tokens"
    per_unit = 4 if unit == "tokens" and counter.unit != "tokens" else 1
    return wrapper + min(most * per_unit, max(1, (whole - wrapper) // 2))


def request_for(
    plan: Plan, rule: Summarise, old: Middle, focus: str, files: tuple[str, ...], previous: str
) -> SummaryRequest:
    """What the summariser is asked: the blocks that leave, in the form that the view has them."""
    has_previous = any(made.kind == "summary" for made in old.made)
    parts = list(_parts(plan, old))
    if previous and not has_previous:  # inside a harness the earlier summary is one of the messages
        others = [part for part in parts if previous not in part.text]
        has_previous, parts = len(others) < len(parts), others
    parts, omitted = _newest(parts, rule.input_limit)
    return SummaryRequest(
        parts=tuple(parts),
        previous=previous if has_previous else "",
        focus=focus,
        recent_files=files,
        max_size=rule.max,
        unit=rule.max_unit,
        omitted=omitted,
        notice=fill(rule.input_notice, {"bytes": omitted}) if omitted else "",
    )


def _parts(plan: Plan, old: Middle) -> Iterator[SummaryPart]:
    """The recorded blocks of a stretch, as the view has them."""
    transcript, structure = plan.ledger.transcript, plan.ledger.structure
    messages, owner, blocks, partner = transcript.messages, structure.owner, structure.blocks, structure.partner
    said: dict[int, str] = remember(transcript, ("calls in words",), dict)
    for block in recorded(plan, old.lo, old.hi):
        message, source = messages[owner[block]], blocks[block]
        tool = source.tool
        if source.kind == "tool_use":
            text = said.get(block) or _said(block, source, said)
        else:
            text = assemble(source.text, plan.pieces(block))
            tool = blocks[partner[block]].tool if partner[block] >= 0 else ""
        yield SummaryPart(message.role, message.author, structure.name(block), text, source, tool)


def _said(block: int, source: Block, said: dict[int, str]) -> str:
    """The call in words; short ones are remembered."""
    text = call_text(source)
    if len(text) <= SHORT_CALL:
        said[block] = text
    return text


def call_text(block: Block) -> str:
    """A tool call in words: its name and its arguments as compact JSON."""
    return f"{block.tool} {_JSON.encode(dict(block.input))}"


def _newest(parts: list[SummaryPart], limit: int | None) -> tuple[list[SummaryPart], int]:
    """The newest bytes of the input within the limit, and how many older bytes were left out (evo-agent, DESIGN §5)."""
    if limit is None:
        return parts, 0
    room = limit
    kept: list[SummaryPart] = []
    for at in range(len(parts) - 1, -1, -1):
        size = utf8(parts[at].text)
        if size > room:
            raw = parts[at].text.encode("utf-8", "replace")
            tail = raw[size - room :].decode("utf-8", "ignore") if room > 0 else ""
            omitted = sum(utf8(part.text) for part in parts[:at]) + size - utf8(tail)
            return ([parts[at]._replace(text=tail)] if tail else []) + kept[::-1], omitted
        kept.append(parts[at])
        room -= size
    return kept[::-1], 0


def recent_files(transcript: Transcript, end: int, rule: RecentFiles, earlier: tuple[str, ...] = ()) -> tuple[str, ...]:
    """The files read last before block `end`, oldest first; a re-read moves to the end, the oldest fall out (seed 002).

    Looked up in the whole record up to here, not in the view; behind it stands the list of the compaction before, which
    knows what a harness no longer holds. So it survives compactions and user turns.
    """
    structure = transcript.structure
    paths: dict[int, str] = remember(transcript, ("paths", rule.tools, rule.arguments), dict)
    found: list[str] = []
    for at in range(bisect_left(structure.calls, end) - 1, -1, -1):
        if len(found) >= rule.max:
            break
        call = structure.calls[at]
        if call not in paths:
            block = structure.blocks[call]
            paths[call] = argument(block.input, rule.arguments) if block.tool in rule.tools else ""
        if paths[call] and paths[call] not in found:
            found.append(paths[call])
    found += [path for path in reversed(earlier) if path not in found]
    return tuple(reversed(found[: rule.max]))
