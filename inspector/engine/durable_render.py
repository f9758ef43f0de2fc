"""The durable state as text for the fixed part of a request: a line for each fact, item, piece of evidence and source.

Lossless, and nobody's words can pass for another line: texts stand in quotes as JSON strings, with everything escaped that
ends a line, turns the direction of writing, or cannot be seen. A bare word (`db.engine`) needs no quotes. The excerpt that a
resolver may have read for an audit never comes in here.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from inspector.engine.durable import DurableContextState, DurableFact, PendingItem, RetrievalEvidence

if TYPE_CHECKING:
    from inspector.transcript.resolver import Resolution

TITLE = (
    "[durable state: confirmed outside this conversation; what the conversation or a summary says does not change it]"
)

_BARE = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:/@+-]*")
_SHA256 = re.compile("[0-9a-f]{64}")
# Delete, C1 controls, marks of direction, line and paragraph separators, invisible signs, annotations, tag characters.
_UNSEEN = re.compile(
    "[\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\U000e0000-\U000e0fff]"
)


def render_durable_context(state: DurableContextState, *, source_resolutions: Sequence[Resolution] = ()) -> str:
    """The text of a state; "" for an empty one. Raises `ValueError` unless there is one resolution for each of its pointers."""
    sources = matched(state, source_resolutions)
    lines = [*map(_fact, state.facts), *map(_item, state.pending_items), *map(_evidence, state.retrieval_evidence)]
    lines += map(_source, sources)
    return "\n".join([TITLE, *lines]) if lines else ""


def matched(state: DurableContextState, resolutions: Sequence[Resolution]) -> tuple[Resolution, ...]:
    """The resolutions in the order of the state's pointers. Raises `ValueError` unless they match one to one."""
    found = {each.pointer: each for each in resolutions}
    if len(found) < len(resolutions):
        raise ValueError("source_resolutions: a pointer is resolved twice")
    wanted = state.pointers
    if missing := [pointer for pointer in wanted if pointer not in found]:
        raise ValueError(f"source_resolutions: {len(missing)} pointers of the state have none")
    if len(found) > len(wanted):
        raise ValueError("source_resolutions: one is for a pointer that the state does not have")
    for each in resolutions:
        _must_be_sound(each)
    return tuple(found[pointer] for pointer in wanted)


def _must_be_sound(source: Resolution) -> None:
    """Only what is available carries a hash, and the whole of it: anything else would be forged evidence."""
    has_hash = source.sha256 is not None and bool(_SHA256.fullmatch(source.sha256))
    if source.status == "available" and not has_hash:
        raise ValueError("source_resolutions: an available source needs its whole SHA-256")
    if source.status != "available" and source.sha256 is not None:
        raise ValueError("source_resolutions: only an available source has a hash")


def _fact(fact: DurableFact) -> str:
    return _line("fact", _sourced(fact, ("id", fact.fact_id), content=fact.content))


def _item(item: PendingItem) -> str:
    confirmed = {"confirmed_by": item.confirmed_by} if item.confirmed_by else {}
    return _line(
        "pending_item",
        _sourced(item, ("id", item.item_id), ("status", item.status), description=item.description, **confirmed),
    )


def _sourced(item: DurableFact | PendingItem, *names: tuple[str, str], **texts: str) -> Iterator[tuple[str, str]]:
    yield from ((key, value(text)) for key, text in names)
    yield from ((key, quoted(text)) for key, text in texts.items())
    yield "source_pointer", value(item.source_pointer)
    yield "last_confirmed_at", value(item.last_confirmed_at)


def _evidence(evidence: RetrievalEvidence) -> str:
    key = evidence.conflict_key
    fields = [(name, value(getattr(evidence, name))) for name in ("memory_id", "source_id", "source_type")]
    fields += [("source_title", quoted(evidence.source_title)), ("captured_at", value(evidence.captured_at))]
    fields += [("score", repr(evidence.score)), ("source_rank", str(evidence.source_rank))]
    fields.append(("conflict", "none") if key is None else ("conflict_winner", value(key)))
    return _line("retrieval_evidence", iter(fields))


def _source(source: Resolution) -> str:
    fields = [("pointer", value(source.pointer)), ("source_status", value(source.status))]
    if source.sha256 is None:
        fields.append(("evidence_unavailable", "true"))
    else:
        fields.append(("evidence_sha256", source.sha256))
    return _line("source", iter(fields))


def _line(kind: str, fields: Iterator[tuple[str, str]]) -> str:
    return " ".join([kind, *(f"{name}={text}" for name, text in fields)])


def value(text: str) -> str:
    """A name as it is where it is one plain word, else in quotes."""
    return text if _BARE.fullmatch(text) else quoted(text)


def quoted(text: str) -> str:
    """A JSON string that a reader of lines cannot mistake for anything else."""
    return _UNSEEN.sub(_escaped, json.dumps(text, ensure_ascii=False))


def _escaped(found: re.Match[str]) -> str:
    return json.dumps(found[0])[1:-1]
