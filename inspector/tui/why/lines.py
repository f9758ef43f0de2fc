"""The list of the why room: where a fact was said first, lost, brought back, and where it still is. No Textual here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from inspector.analysis.why.losses import Loss
from inspector.analysis.why.signs import SIGNS
from inspector.analysis.why.unmade import told as told_unmade
from inspector.analysis.why.writings import Writing
from inspector.engine import Replay
from inspector.tui.entries import Entry, Target, heading, note
from inspector.tui.evidence_rows import STATUS
from inspector.tui.numerals import commas
from inspector.tui.parts import Part
from inspector.tui.why import groups
from inspector.tui.why.groups import Losses, Returns, Walked
from inspector.tui.why.story import Story

NEAR, POLICY = "near", "policy"
"""What enter does on a line beside going somewhere: take a like text as the fact, choose a policy."""
LOST = {"artifact": "behind a pointer only"}
"""States in more words than their names, where something was lost."""


def first_lines(story: Story, replay: Replay) -> Iterator[Entry]:
    """Where it was said first."""
    told = story.told
    assert told is not None
    yield heading("said first")
    if not told.found.blocks:
        yield note("in the system prompt, which is part of every view", "good")
        return
    shape, block = replay.transcript.structure, told.found.blocks[0]
    message = replay.transcript.messages[shape.owner[block]]
    asked = shape.request_of(shape.owner[block])
    yield Entry(
        (
            Part(f" message {message.number:,}", "strong", 9),
            Part(f"  by {WHO.get(message.author, message.author)}", "plain", 8),
            Part(f" · block {shape.name(block)}", "quiet", 5),
            Part(f" · turn {shape.turn_of[shape.owner[block]]:,} · request {asked:,}", "quiet", 6),
            Part(f" · {_places(len(told.found.all), len(told.found.blocks))}", "quiet", 4),
        ),
        Target(min(asked, replay.requests), block),
    )
    if told.found.fact.loose:
        yield note("only with other capitals or spaces than were asked for", "warn")
    if story.also is not None:
        yield _also(story.also, replay)
    yield from (note(words, "warn") for words in told_unmade(story.unmade))
    if not told.lanes:
        yield note("no request has it in its history: it was said after the last one", "warn")
    elif told.kept:
        failed = bool(story.unmade.failed)
        words = "✓ every view from there on holds it word for word"
        yield note(f"{words}, while summaries failed" if failed else words, "warn" if failed else "good")


def _also(also: Writing, replay: Replay) -> Entry:
    """Another writing that a person typed, or that was said before; its line leads there."""
    shape = replay.transcript.structure
    message = replay.transcript.messages[shape.owner[also.block]]
    by = WHO.get(message.author, message.author)
    text = " ".join(also.text.split())
    words = f"also written {text} in message {message.number:,}, by {by}: ask for that or {also.pattern}"
    return note(
        words, "warn", Target(min(shape.request_of(shape.owner[also.block]), max(1, replay.requests)), also.block)
    )


WHO = {"human": "the user", "model": "the model", "tool": "a tool", "client": "the client"}
"""Author → who that is."""


def _places(places: int, blocks: int) -> str:
    if blocks == 1:
        return "once" if places == 1 else f"{places:,} times, in one block"
    return f"{blocks:,} blocks hold it"


def lost_lines(story: Story, replay: Replay, walked: Walked) -> Iterator[Entry]:
    """The losses by each rule on two lines: when, what and by whom; the rule, its numbers and the knobs that it reads."""
    found = groups.losses(story, walked)
    if not found:
        return
    count = sum(len(each.all) for each in found)
    yield heading("lost", f"{count:,} times" if count > 1 else "")
    for each in found:
        loss = each.one
        yield _lost(each, replay, _block(story, replay, loss.request, loss.block))
        if rule := _rule(loss, replay):
            yield rule


def _lost(found: Losses, replay: Replay, block: int | None) -> Entry:
    loss = found.one
    by = "the agent's own compaction" if replay.is_recorded or not loss.layer else f"layer {loss.layer}"
    sizes = f" · {loss.before:,} → {loss.after:,} {replay.policy.meter.unit}" if loss.after < loss.before else ""
    return Entry(
        (
            Part(f" request {loss.request:,}", "strong", 9),
            Part(f"  {SIGNS[loss.state][0]} {LOST.get(loss.state, loss.state)}", "bad", 8),
            Part(f", by {by}", "plain", 7, least=12),
            *_among(found.at, [each.request for each in found.all]),
            Part(sizes, "quiet", 4),
        ),
        Target(loss.request, block, f"{found.name} {found.at}"),
    )


def _among(at: int, requests: Sequence[int]) -> Iterator[Part]:
    """Which of how many, where there are several, and which keys go through them."""
    if len(requests) > 1:
        yield Part(f"  {at + 1:,} of {len(requests):,}, requests {requests[0]:,} … {requests[-1]:,}", "warn", 8)
        yield Part("  ← → next", "quiet", 5)


def _rule(loss: Loss, replay: Replay) -> Entry | None:
    """The rule with its numbers, and the knobs: the one that decided first."""
    if replay.is_recorded:
        return None
    others = [name for name in loss.knobs if name != loss.knob]
    return Entry(
        (
            Part(f"    {commas(loss.reason)}", "plain", 7, least=16),
            Part(f" · knob {loss.knob}" if loss.knob else " · no knob decides this", "accent" if loss.knob else "quiet", 8),
            Part(f", {', '.join(others)}" if others else "", "quiet", 5, least=10),
        )
    )  # fmt: skip


def return_lines(story: Story, replay: Replay, walked: Walked) -> Iterator[Entry]:
    """The returns in each way with what they cost."""
    found = groups.returns(story, walked)
    if not found:
        return
    unit, every = replay.policy.meter.unit, [back for each in found for back in each.all]
    yield heading("came back", f"{len(every):,} times, {sum(b.size for b in every):,} {unit}" if len(every) > 1 else "")
    for each in found:
        yield _return(each, unit)


def _return(found: Returns, unit: str) -> Entry:
    back = found.one
    return Entry(
        (
            Part(f" request {back.request:,}", "strong", 9),
            Part(f"  ↺ {back.way}", "warn", 8),
            Part(f" for {back.size:,} {unit}", "plain", 7),
            *_among(found.at, [each.request for each in found.all]),
            Part(f" · {back.by} {back.path}".rstrip(), "quiet", 5, least=10),
            Part(f" · message {back.message:,}", "quiet", 4),
        ),
        Target(back.request, back.block, f"{found.name} {found.at}"),
    )


def place_lines(story: Story, replay: Replay) -> Iterator[Entry]:
    """Where it can still be got."""
    if not story.places:
        return
    shape = replay.transcript.structure
    yield heading("can still be got", "pointers into the record")
    for place in story.places:
        sign, style, word = next((each for each in STATUS.values() if each[2] == place.status), ("?", "quiet", ""))
        block = (
            next((b for b in story.told.found.blocks if shape.owner[b] == place.message - 1), None)
            if story.told
            else None
        )
        asked = min(shape.request_of(place.message - 1), max(1, replay.requests))
        yield Entry(
            (
                Part(f" {sign} message {place.message:,}", "plain", 9),
                Part(f"  {place.pointer or place.reason}", "quiet", 7, least=16),
                Part(f" · {word}" if word else "", style, 6),
            ),
            Target(asked, block),
        )  # fmt: skip


def near_lines(story: Story, replay: Replay) -> Iterator[Entry]:
    """That it is not there, and the texts that are most like it."""
    yield heading("not in this session", "", "warn")
    if story.trouble:
        yield note(story.trouble, "bad")
        return
    like = story.fact.form == "text"
    yield note("the record does not hold it" + (", nor with other capitals or spaces" if like else ""))
    if like and not story.complete:
        yield note("… looking for the texts that are most like it", "accent")
    shape = replay.transcript.structure
    if story.near:
        yield Entry(())
        yield heading("most like it", "enter asks about that text instead")
    for at, near in enumerate(story.near):
        yield Entry(
            (
                Part(f" “{near.text}”", "plain", 8, least=20),
                Part(f"  message {shape.owner[near.block] + 1:,}", "quiet", 7),
            ),
            Target(min(shape.request_of(shape.owner[near.block]), max(1, replay.requests)), near.block, f"{NEAR} {at}"),
        )


def _block(story: Story, replay: Replay, request: int, block: int | None) -> int | None:
    """The block to be in sight: the one that decided, else the newest that the request knows."""
    return block if block is not None else newest(story, replay, request)


def newest(story: Story, replay: Replay, request: int) -> int | None:
    """The last block with the fact in the history of a request; None where there is none yet."""
    told = story.told
    if told is None or not 1 <= request <= replay.requests:
        return None
    shape = replay.transcript.structure
    end = shape.histories[request - 1]
    return next((block for block in reversed(told.found.blocks) if shape.owner[block] < end), None)
