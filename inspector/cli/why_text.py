"""The lineage of facts for people: a lane, what took the fact away, how it came back, and what would have kept it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from inspector.analysis.fixes.caveats import caveats, named, none_of
from inspector.analysis.fixes.shapes import Fix, Fixes
from inspector.analysis.why.lineage import Lineage
from inspector.analysis.why.unmade import Unmade
from inspector.analysis.why.unmade import told as told_unmade
from inspector.cli.heading import LABEL, line, print_certificate, print_hopeless, print_policy, print_transcript
from inspector.cli.lane import LOOKS, drawn, legend
from inspector.cli.layout import Column
from inspector.cli.table import Cell, Table
from inspector.cli.why import SECONDS_OPTION
from inspector.phrases import counted, signed, span
from inspector.terminal_text import clip

if TYPE_CHECKING:
    from rich.console import Console

    from inspector.analysis.why.writings import Writing
    from inspector.engine import Replay
    from inspector.export.json_why import Story

SHOWN, LANES, TEXT = 8, 12, 300
"""Losses, returns and lanes that are told one by one, and characters of a fact."""


def print_why(
    console: Console, replay: Replay, stories: Sequence[Story], together: Fixes | None, missing: Unmade
) -> None:
    """All facts, one after the other, and what keeps them together."""
    print_transcript(console, replay.transcript)
    print_policy(console, replay.policy)
    print_hopeless(console, replay)
    print_certificate(console, replay.certificate())
    for at, words in enumerate(told_unmade(missing)):
        line(console, "summaries" if not at else "", words, "yellow")
    for story in stories:
        console.print()
        _print_story(console, replay, story, bool(missing.failed))
    if together is not None:
        console.print()
        _print_together(console, replay, together)


def _print_together(console: Console, replay: Replay, found: Fixes) -> None:
    of = "every fact" if not found.left_out else "each of those that the record holds by then"
    line(console, "all of them", f"what keeps {of} at the request where it was needed", "bold")
    for at, words in enumerate(named(found.left_out, clip)):
        line(console, "left out" if not at else "", words, "yellow")
    if found.needed:
        _print_fixes(console, replay, found, "them" if len(found.needed) > 1 else "it")


def _print_story(console: Console, replay: Replay, story: Story, failed: bool) -> None:
    told = story.lineage
    line(console, "fact", clip(told.fact.text, TEXT), "bold")
    if not told.found:
        line(console, "", "the record does not hold this text, nor with other capitals or spaces", "yellow")
        owner = replay.transcript.structure.owner
        for at, near in enumerate(story.near):
            line(console, "nearest" if not at else "", f"message {owner[near.block] + 1:,}: {clip(near.text, TEXT)}")
        return
    if told.found.fact.loose:
        line(console, "", "found with other capitals or spaces", "dim")
    if story.also is not None:
        line(console, "", _also(replay, story.also), "yellow")
    line(console, "first", _first(replay, told))
    _print_lane(console, replay, told)
    _print_losses(console, replay, told)
    _print_returns(console, replay, told)
    for place in story.recoverable[:1]:
        line(console, "still in", f"message {place.message:,}: {place.pointer or place.reason} {place.status}".rstrip())
    for place in [each for each in story.recoverable if each.full][:1]:
        text = f"the whole output of message {place.message:,}: {place.full} ({place.bytes:,} bytes) available"
        line(console, "in full", clip(text, TEXT))
    if told.losses:
        line(console, "needed", f"at request {told.needed:,}: {_why_needed(told)}")
    if story.fixes is not None:
        _print_fixes(console, replay, story.fixes)
    elif told.kept:
        but = ", while summaries failed (see above)" if failed else ""
        line(console, "", f"every view from there on holds it word for word{but}", "yellow" if failed else "green")


def _first(replay: Replay, told: Lineage) -> str:
    if not told.found.blocks:
        return "the system prompt: part of every view"
    shape = replay.transcript.structure
    block = told.found.blocks[0]
    message = replay.transcript.messages[shape.owner[block]]
    more = f" · {counted(len(told.found.blocks), 'block')} hold it" if len(told.found.blocks) > 1 else ""
    at = f"message {message.number:,} ({message.author}, block {shape.name(block)})"
    return f"{at} · turn {shape.turn_of[shape.owner[block]]:,} · request {shape.request_of(shape.owner[block]):,}{more}"


def _also(replay: Replay, also: Writing) -> str:
    """`also written READ ONLY in message 1, by the user: ask for that or /read only/i`."""
    message = replay.transcript.messages[replay.transcript.structure.owner[also.block]]
    by = {"human": "the user", "model": "the model", "tool": "a tool"}.get(message.author, f"the {message.author}")
    text = " ".join(also.text.split())
    return f"also written {text} in message {message.number:,}, by {by}: ask for that or {also.pattern}"


def _print_lane(console: Console, replay: Replay, told: Lineage) -> None:
    from rich.text import Text

    if not told.lanes:
        line(console, "lane", "no request has it in its history: it was said after the last one")
        return
    pieces = drawn(told.lanes, replay.requests, max(8, console.width - LABEL - 2))
    console.print(Text.assemble((f"{'lane':<{LABEL}}", "dim"), *pieces), soft_wrap=True)
    line(console, "", legend(told.lanes), "dim")
    for lane in told.lanes[:LANES]:
        at = span(lane.first, lane.last)
        line(console, "", f"{LOOKS[lane.state].sign} request {at}: {lane.state}", LOOKS[lane.state].style)
    if len(told.lanes) > LANES:
        line(console, "", f"… and {len(told.lanes) - LANES:,} more stretches", "dim")


def _print_losses(console: Console, replay: Replay, told: Lineage) -> None:
    for at, loss in enumerate(told.losses[:SHOWN]):
        by = f"layer {loss.layer}" if loss.layer and not replay.is_recorded else "the agent's own compaction"
        reason = f": {loss.reason}" if loss.reason and not replay.is_recorded else ""
        knobs = "" if replay.is_recorded else f" · knob {', '.join(loss.knobs)}" if loss.knobs else " · no knob decides"
        line(console, "lost" if not at else "", f"at request {loss.request:,}, {by}{reason}{knobs}", "red")
    if len(told.losses) > SHOWN:
        line(console, "", f"… and {len(told.losses) - SHOWN:,} more times", "dim")


def _print_returns(console: Console, replay: Replay, told: Lineage) -> None:
    unit = replay.policy.meter.unit
    for at, back in enumerate(told.returns[:SHOWN]):
        what = f"{back.by} {back.path}".rstrip()
        text = f"{back.way} at request {back.request:,} (message {back.message:,}, {what}) for {back.size:,} {unit}"
        line(console, "came back" if not at else "", text)
    if len(told.returns) > SHOWN:
        line(console, "", f"… and {len(told.returns) - SHOWN:,} more times", "dim")


def _why_needed(told: Lineage) -> str:
    if told.returns and told.needed == told.returns[0].request:
        return f"there the agent {'said' if told.returns[0].way == 're-stated' else 'fetched'} it again"
    return "the last that lacks it; --need N says another"


def _print_fixes(console: Console, replay: Replay, found: Fixes, what: str = "it") -> None:
    unit = replay.policy.meter.unit
    if replay.is_recorded:
        line(
            console, "fixes", "the recorded view has no knobs; ask again with --policy NAME to see what keeps it there"
        )
        return
    if found.kept:
        line(console, "fixes", f"none is needed: the view of that request holds {what}", "green")
        return
    if not found.fixes:
        line(console, "fixes", none_of(found.scans, what), "yellow")
    else:
        line(console, "fixes", f"smallest change of one knob, price in {unit}, {counted(found.scanned, 'value')} tried")
        table = Table(
            console,
            Column("knob", whole=True),
            Column("from", right=True),
            Column("to", right=True),
            Column("largest view", right=True),
            Column("all views", right=True),
            Column("", whole=True),
            indent=min(LABEL, console.width // 6),
        )
        for fix in found.fixes:
            table.add(fix.knob, f"{fix.before:,}", f"{fix.after:,}", signed(fix.peak), signed(fix.total), _remark(fix))
        table.show()
    for words in caveats(found.scans, found.assumed, f"{SECONDS_OPTION} N allows more"):
        line(console, "", words, "dim")
    if found.pin is not None:
        price = f"{found.pin.size:,} {unit} in every request, {found.pin.total:,} in all"
        line(console, "pinned", f"as a durable fact it stays whatever the knobs are: {price}")


def _remark(fix: Fix) -> Cell:
    remarks = [] if fix.proven else ["not proven"]
    remarks += [] if fix.monotone else ["a larger change loses it again"]
    remarks += [f"gone again from request {fix.again:,}"] if fix.again is not None else []
    remarks += [f"refuses {fix.refused:,} more"] if fix.refused > 0 else []
    return Cell("; ".join(remarks), "yellow" if remarks else "")
