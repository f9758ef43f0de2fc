"""A line of a rollout becomes a node: response items with their blocks, and the few other records that mean something."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from inspector.transcript.formats.blocks import kind_words
from inspector.transcript.formats.codex.items import MAKE, Make, blocks_of_item
from inspector.transcript.formats.codex.kinds import BESIDE, EVENTS
from inspector.transcript.formats.codex.left import blocks_of_left, left_of
from inspector.transcript.formats.codex.nodes import NOTHING, Node, Said
from inspector.transcript.formats.codex.said import UNKNOWN, extra_of, item_kind, said_of
from inspector.transcript.formats.codex.signs import EVENT_NODES, head_of, node_of, stamp_of, turn_of
from inspector.transcript.lines import Line
from inspector.transcript.model import Block, Json
from inspector.transcript.problems import Problems
from inspector.transcript.store import Store

Record = dict[str, Any]
Blocks = tuple[Block, ...]

_made = tuple.__new__


def blocks_of_record(record: Record) -> tuple[Block, ...]:
    """All blocks of a line, the same each time: those of an item, or of all items that a compaction left."""
    payload = record.get("payload")
    if not isinstance(payload, dict):
        return blocks_of_item(record)
    return blocks_of_left(payload) if record.get("type") == "compacted" else blocks_of_item(payload)


Known = dict[str, tuple[str, Make, str]]
"""Type of an item → what it is, what makes its blocks, how it is counted."""

_ITEMS: Known = {kind: (*made, f"response_item/{kind}") for kind, made in MAKE.items()}
_BARE: Known = {kind: (*made, f"item/{kind}") for kind, made in MAKE.items()}
_EVENTS = {kind: (f"event_msg/{kind}", EVENT_NODES.get(kind)) for kind in (*EVENTS, *EVENT_NODES)}


class Taker:
    """Turns lines into nodes (`gathering.Take`). Bodies of a large file stay in it."""

    def __init__(self, store: Store | None) -> None:
        self._keep = store.keep if store is not None else None

    def take(self, line: Line, problems: Problems) -> Node | None:
        """The node of a line, counted; None where there is nothing to keep."""
        record = line.value
        kind, payload = record.get("type"), record.get("payload")
        if type(payload) is not dict:
            return self._bare(record, line, problems)
        if kind == "response_item":
            return self._item(payload, line, problems, _ITEMS)
        if kind == "event_msg":
            return _event(payload, line, problems)
        if type(kind) is not str:
            kind = kind_words(kind)
        make = self._others.get(kind)
        if make is None and kind not in BESIDE:
            unknown(problems, kind, line.line, "record")
        problems.records[kind] += 1
        return make(self, payload, line) if make is not None else None

    def _item(self, item: Record, line: Line, problems: Problems, known: Known) -> Node | None:
        """A response item, counted."""
        said = item.get("type")
        found = known.get(said) if type(said) is str else None
        if found is None:
            return self._unknown_item(item, line, problems)
        kind, make, name = found
        problems.records[name] += 1
        if kind == "silent":
            return None
        blocks = make(item)
        value: Said | None = None
        extra: Json = NOTHING
        if kind == "said":
            if said == "agent_message" or "phase" in item:
                extra = extra_of(item)
            if item.get("role") == "assistant" and said == "message":
                kind = "reply"
            else:
                value = said_of(item, blocks)
        if self._keep is not None:
            blocks = self._keep(blocks, line)
        identity, stamp = item.get("id"), line.value.get("timestamp")
        identity = identity if type(identity) is str else ""
        return _made(Node, (kind, line.line, stamp if type(stamp) is str else "", value, blocks, identity, extra))

    def _unknown_item(self, item: Record, line: Line, problems: Problems) -> Node:
        """An item of a kind that is not known is kept, and stands where it was written."""
        said = item.get("type")
        kind = said if type(said) is str else kind_words(said)
        unknown(problems, f"response_item/{kind}", line.line, "item")
        problems.records[f"response_item/{kind}"] += 1
        blocks = blocks_of_item(item)
        blocks = self._keep(blocks, line) if self._keep is not None else blocks
        return Node("said", line.line, stamp_of(line), UNKNOWN, blocks, "", {"item": kind})

    def _bare(self, record: Record, line: Line, problems: Problems) -> Node | None:
        """The oldest layout: items without an envelope, a header without a type, states of the client."""
        if "record_type" in record:
            problems.records["state"] += 1
            return None
        if "type" in record and item_kind(record) is not None:
            return self._item(record, line, problems, _BARE)
        if "type" not in record and "id" in record:
            problems.records["header"] += 1
            return head_of(record, line)
        kind = kind_words(record.get("type"))
        unknown(problems, kind, line.line, "record")
        problems.records[kind] += 1
        return None

    def _compacted(self, payload: Record, line: Line) -> Node:
        blocks = blocks_of_left(payload)
        kept = self._keep(blocks, line) if self._keep is not None else blocks
        return node_of("compacted", line, left_of(payload, kept, blocks))

    def _head(self, payload: Record, line: Line) -> Node:
        return head_of(payload, line)

    def _turn(self, payload: Record, line: Line) -> Node:
        return turn_of(payload, line)

    _others: dict[str, Callable[[Taker, Record, Line], Node]] = {
        "compacted": _compacted,
        "session_meta": _head,
        "turn_context": _turn,
    }


def _event(payload: Record, line: Line, problems: Problems) -> Node | None:
    said = payload.get("type")
    found = _EVENTS.get(said) if type(said) is str else None
    if found is not None:
        problems.records[found[0]] += 1
        return found[1](payload, line) if found[1] is not None else None
    name = f"event_msg/{said if type(said) is str else kind_words(said)}"
    unknown(problems, name, line.line, "event")
    problems.records[name] += 1
    return None


def unknown(problems: Problems, kind: str, line: int, what: str) -> None:
    """Say once of each kind that it is not known."""
    if not problems.records[kind]:
        problems.add(line, "unknown-record", f"{what} of an unknown type: {kind_words(kind)}")
