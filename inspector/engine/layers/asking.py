"""What a summariser is asked: the blocks that leave the view, and what becomes of the earlier summary."""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Iterator
from typing import NamedTuple

from inspector.engine.cut import assemble
from inspector.engine.effects import remember
from inspector.engine.layers.drop import Middle, recorded
from inspector.engine.layers.file_lists import Files
from inspector.engine.layers.input_limit import capped, within
from inspector.engine.plan import Plan
from inspector.engine.summariser import Summariser, SummaryFailed, SummaryPart, SummaryRequest
from inspector.engine.templates import fill
from inspector.engine.usable import unusable
from inspector.meter.counter import Counter
from inspector.policy.model import Summarise
from inspector.transcript.model import Block, Held, Transcript

EARLIER = "earlier"
"""The name of the part that is an earlier summary: it stands for many blocks and has no number of its own."""
SHORT_CALL = 500
"""Characters of a call in words up to which they are remembered: what is longer is not kept beside the record."""
_JSON = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), default=str)
_SUMMARIES = 2_000
"""Earlier summaries that are remembered as blocks, so that the same request is known as the same."""


class Call(NamedTuple):
    """A request, and the text of the earlier summary that goes on ("" where the view holds none)."""

    request: SummaryRequest
    earlier: str


class Asker(NamedTuple):
    """Who asks: the layer and its rule, at which request of the session (0: unknown), and what is to be kept in mind."""

    rule: Summarise
    layer: str
    number: int = 0
    focus: str = ""


def call_for(plan: Plan, asker: Asker, old: Middle, files: Files, previous: str) -> Call:
    """What the summariser is asked: the blocks that leave, in the form that the view has them.

    `previous` is the last summary's text. With `update` it is given beside the parts, with `redistil` it is one of them,
    with `carry` it is kept from the summariser.
    """
    rule = asker.rule
    parts, at, earlier = _parts(plan, rule, old, previous)
    chosen = within(parts, rule, earlier if rule.previous != "carry" else "")
    parts = chosen.parts
    if rule.previous == "redistil" and earlier:
        at = min(max(at - chosen.first, 0), len(parts))
        parts = [*parts[:at], _summary_part(plan.ledger.transcript, rule, earlier), *parts[at:]]
    request = SummaryRequest(
        parts=tuple(parts),
        previous=earlier if rule.previous == "update" else "",
        focus=asker.focus,
        recent_files=files.all,
        max_size=rule.max,
        unit=rule.max_unit,
        omitted=chosen.omitted,
        notice=fill(rule.input_notice, {"bytes": chosen.omitted}) if chosen.omitted else "",
        omitted_end="oldest" if rule.order == "newest" else "newest",
        sections=(*rule.sections, *rule.split_sections) if _inside_turn(plan, old.hi) else rule.sections,
        mode=rule.previous,
        guard=rule.guard,
        instructions=rule.instructions,
        number=asker.number,
        layer=asker.layer,
    )
    return Call(request, earlier)


def _inside_turn(plan: Plan, hi: int) -> bool:
    """Whether what is kept begins inside a turn."""
    structure = plan.ledger.structure
    if hi >= plan.end:
        return False
    starts, message = structure.turn_starts, structure.owner[hi]
    at = bisect_left(starts, message)
    return at == len(starts) or starts[at] != message


def answer(summariser: Summariser, request: SummaryRequest) -> str:
    """A usable summary. Raises SummaryFailed with the reason for any other answer."""
    text = summariser.summarise(request)
    if not isinstance(text, str):
        raise SummaryFailed(f"the answer was no text but {type(text).__name__}")
    if why := unusable(text):
        raise SummaryFailed(why)
    return text.strip()


def whole_text(rule: Summarise, earlier: str, text: str) -> str:
    """The summary as it goes into the view: with `carry` the earlier one stays above it, word for word."""
    return f"{earlier}\n\n{text}" if rule.previous == "carry" and earlier else text


def _parts(plan: Plan, rule: Summarise, old: Middle, previous: str) -> tuple[list[SummaryPart], int, str]:
    """What leaves, without the earlier summary; where that stands among it, and its text."""
    blocks = list(recorded(plan, old.lo, old.hi))
    parts = list(_recorded(plan, blocks))
    if rule.item_limit is not None:
        parts = [_capped(part, rule, plan.ledger.counter) for part in parts]
    made = next((made for made in reversed(old.made) if made.kind == "summary"), None)
    if not previous:
        return parts, 0, ""
    if made is not None:
        return parts, bisect_left(blocks, made.at), previous
    return _held(parts, rule, previous)


def _capped(part: SummaryPart, rule: Summarise, counter: Counter) -> SummaryPart:
    if rule.item_results_only and part.source.kind != "tool_result":
        return part
    return part._replace(text=capped(part.text, rule, counter))


def _held(parts: list[SummaryPart], rule: Summarise, previous: str) -> tuple[list[SummaryPart], int, str]:
    """The same inside a harness, where the earlier summary is one of the messages, an acknowledgement behind it."""
    start = (rule.wrapper.partition("{summary}")[0] + previous).strip()
    texts = {at: part.source.text for at, part in enumerate(parts) if part.source.kind in ("text", "summary")}
    found = next((at for at, text in texts.items() if text.strip().startswith(start)), None)
    if found is None:  # in a wrapper of the harness's own; a message that only quotes the summary is none
        found = next((at for at, text in texts.items() if previous in text and len(text) <= 2 * len(previous)), None)
    if found is None:
        return parts, 0, ""
    reply = rule.acknowledgement.strip()
    after = found + 1
    if reply and after < len(parts) and parts[after].role == "assistant" and parts[after].source.text.strip() == reply:
        after += 1
    return [*parts[:found], *parts[after:]], found, previous


def _summary_part(transcript: Transcript, rule: Summarise, text: str) -> SummaryPart:
    """The earlier summary as a part. The same text is the same block, by which summarisers know what they have read."""
    known: dict[str, Block] = remember(transcript, ("earlier summaries",), dict)
    block = known.get(text)
    if block is None:
        if len(known) >= _SUMMARIES:
            known.clear()
        block = known[text] = Block("summary", Held(text, {"type": "text", "text": text}))
    return SummaryPart(rule.role, "client", EARLIER, text, block)


def _recorded(plan: Plan, found: list[int]) -> Iterator[SummaryPart]:
    """Recorded blocks, as the view has them."""
    transcript, structure = plan.ledger.transcript, plan.ledger.structure
    messages, owner, blocks, partner = transcript.messages, structure.owner, structure.blocks, structure.partner
    said: dict[int, str] = remember(transcript, ("calls in words",), dict)
    for block in found:
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
