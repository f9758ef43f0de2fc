"""Records beside the conversation that mean something: who the thread is, when a turn begins, what was used, what was undone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from inspector.transcript.depth import prune
from inspector.transcript.formats.blocks import text_block, words_of
from inspector.transcript.formats.codex.nodes import NOTHING, Head, Node, Tokens
from inspector.transcript.formats.usage import usage_of_codex
from inspector.transcript.lines import Line
from inspector.transcript.model import Block

Record = dict[str, Any]

_made = tuple.__new__


def node_of(kind: str, line: Line, value: Any = None) -> Node:
    """The node of a record that is no item."""
    return Node(kind, line.line, stamp_of(line), value)


def stamp_of(line: Line) -> str:
    """When a record was written."""
    value = line.value.get("timestamp")
    return value if type(value) is str else ""


def head_of(meta: Record, line: Line) -> Node:
    """A `session_meta`, or the bare header of the oldest layout. The name of a system prompt changed over time."""
    base = meta.get("base_instructions")
    system = words_of(base.get("text") if isinstance(base, dict) else base)
    tools = meta.get("dynamic_tools")
    prune(tools)
    head = Head(
        words_of(meta.get("id")) or words_of(meta.get("session_id")),
        words_of(meta.get("forked_from_id")),
        words_of(meta.get("parent_thread_id")) or _parent(meta.get("source")),
        _text(system),
        _text(words_of(meta.get("instructions"))),
        tuple([tool for tool in tools if isinstance(tool, dict)]) if isinstance(tools, list) else (),
        words_of(meta.get("timestamp")),
    )
    return node_of("head", line, head)


def _text(text: str) -> tuple[Block, ...]:
    return (text_block(text),) if text else ()


def _parent(source: Any) -> str:
    for key in ("subagent", "thread_spawn"):
        source = source.get(key) if isinstance(source, dict) else None
    return words_of(source.get("parent_thread_id")) if isinstance(source, dict) else ""


def turn_of(context: Record, line: Line) -> Node:
    """A `turn_context`: the model from here on."""
    return node_of("turn", line, (words_of(context.get("turn_id")), words_of(context.get("model"))))


def _task(event: Record, line: Line) -> Node:
    started = event.get("started_at")
    return node_of("task", line, (words_of(event.get("turn_id")), started if type(started) in (int, float) else None))


def _tokens(event: Record, line: Line) -> Node | None:
    """None where nothing was used: only limits were told."""
    info = event.get("info")
    if not isinstance(info, dict):
        return None
    total, last = info.get("total_token_usage"), info.get("last_token_usage")
    used = last.get("total_tokens") if isinstance(last, dict) else 0
    used = used if type(used) is int and used > 0 else 0
    tokens = _made(Tokens, (_sums(total), usage_of_codex(last), used))
    return _made(Node, ("tokens", line.line, stamp_of(line), tokens, (), "", NOTHING))


def _sums(total: Any) -> tuple[int, ...] | None:
    """What tells whether the sums of the thread grew; None where there are none."""
    if not isinstance(total, dict):
        return None
    get = total.get
    given, output, both = get("input_tokens"), get("output_tokens"), get("total_tokens")
    if not type(given) is type(output) is type(both) is int:
        given, output, both = _number(given), _number(output), _number(both)
    return (given, output, both) if given or output or both else None


def _number(value: Any) -> int:
    return value if type(value) is int else 0


def _back(event: Record, line: Line) -> Node:
    turns = event.get("num_turns")
    return node_of("back", line, turns if type(turns) is int and turns > 0 else 0)


def _told(_: Record, line: Line) -> Node:
    return node_of("told", line)


def _name(event: Record, line: Line) -> Node:
    return node_of("name", line, words_of(event.get("thread_name")))


def _child(event: Record, line: Line) -> Node | None:
    """Another thread that this one started or spoke to."""
    thread = next((event[key] for key in _THREADS if isinstance(event.get(key), str)), "")
    title = next((event[key] for key in _NAMES if isinstance(event.get(key), str) and event[key]), "")
    return node_of("child", line, (thread, words_of(event.get("call_id")), title)) if thread else None


_THREADS = ("new_thread_id", "agent_thread_id", "receiver_thread_id")
_NAMES = ("new_agent_nickname", "receiver_agent_nickname", "agent_path", "prompt")

EVENT_NODES: dict[str, Callable[[Record, Line], Node | None]] = {
    "task_started": _task,
    "turn_started": _task,
    "task_complete": lambda _, line: node_of("end", line),
    "turn_complete": lambda _, line: node_of("end", line),
    "turn_aborted": lambda _, line: node_of("end", line),
    "token_count": _tokens,
    "thread_rolled_back": _back,
    "context_compacted": _told,
    "thread_name_updated": _name,
    "sub_agent_activity": _child,
    "collab_agent_spawn_end": _child,
    "collab_agent_interaction_end": _child,
    "collab_close_end": _child,
}
