"""The nodes of a rollout as a transcript: what is left after every rollback, or what was there before one of them."""

from __future__ import annotations

from collections.abc import Sequence

from inspector.transcript.errors import TranscriptError
from inspector.transcript.formats.codex.drafts import Draft, Mark, finished
from inspector.transcript.formats.codex.forks import copied_until
from inspector.transcript.formats.codex.nodes import Head, Node, Said
from inspector.transcript.formats.codex.thread import Thread
from inspector.transcript.model import Block, Branch, Compaction, Sidechain, Transcript
from inspector.transcript.problems import Problems

FORMAT = "codex"
NEWEST = "newest"
"""The leaf that the agent went on from, where there are others."""

_FIRST = 12
"""Nodes among which the instructions of an older version would be sent as a message."""


def shown(nodes: Sequence[Node], problems: Problems, leaf: str | None, sidechains: tuple[Sidechain, ...]) -> Transcript:
    """The transcript. Raises `TranscriptError` when there is no such leaf."""
    head = next((node.value for node in nodes if node.kind == "head"), None)
    thread = _gone_through(nodes, problems)
    branches = tuple([each.branch() for each in thread.undone])
    chosen = _chosen(leaf, branches) if leaf else NEWEST
    newest = Branch(NEWEST, thread.drafts[-1].node.line if thread.drafts else 0, len(thread.drafts))
    if chosen != NEWEST:
        undone = next(each for each in thread.undone if each.branch().leaf == chosen)
        thread = _gone_through(nodes[: _place(nodes, undone.node)], Problems())
    others = tuple([each for each in (newest, *branches) if each.leaf != chosen]) if branches else ()
    return Transcript(
        format=FORMAT,
        messages=tuple([finished(number, draft) for number, draft in enumerate(thread.drafts, start=1)]),
        report=problems.report(),
        session=head.id if head else "",
        title=([node.value for node in nodes if node.kind == "name" and node.value] or [""])[-1],
        tools=head.tools if head else (),
        compactions=tuple([_compaction(mark, thread) for mark in thread.marks()]),
        branch=chosen if branches else "",
        branches=others,
        sidechains=sidechains,
    )


def _gone_through(nodes: Sequence[Node], problems: Problems) -> Thread:
    thread = Thread(problems)
    system = _system(nodes)
    if system is not None:
        thread.drafts.append(system)
    thread.follow(nodes, copied_until(nodes))
    return thread


def _place(nodes: Sequence[Node], wanted: Node) -> int:
    return next(place for place, node in enumerate(nodes) if node is wanted)


def _chosen(leaf: str, branches: Sequence[Branch]) -> str:
    names = [NEWEST, *(each.leaf for each in branches)]
    found = [leaf] if leaf in names else [name for name in names if name.startswith(leaf)]
    if len(found) != 1:
        raise TranscriptError(f"{'no' if not found else 'more than one'} branch has a name that begins with {leaf!r}")
    return found[0]


def _system(nodes: Sequence[Node]) -> Draft | None:
    """The system prompt of the first header. Older versions call what a message repeats (AGENTS.md) `instructions` too."""
    node = next((node for node in nodes if node.kind == "head"), None)
    if node is None:
        return None
    head: Head = node.value
    blocks = head.system or _instructions(nodes, head.instructions)
    return Draft(node._replace(blocks=blocks), Said("system", "system")) if blocks else None


def _instructions(nodes: Sequence[Node], blocks: tuple[Block, ...]) -> tuple[Block, ...]:
    if not blocks:
        return ()
    text = blocks[0].text.strip()
    said = (node for node in nodes[:_FIRST] if node.kind == "said")
    return () if any(text in block.text for node in said for block in node.blocks) else blocks


def _compaction(mark: Mark, thread: Thread) -> Compaction:
    return Compaction(
        "full",
        mark.before,
        trigger=_trigger(*thread.turns[mark.turn]) if mark.turn else "",
        line=mark.line,
        summary=mark.summary,
        tokens_before=mark.used or None,
        tokens_after=mark.after or None,
        estimated=mark.after > 0,
        order=tuple(mark.order),
        doubtful=frozenset(mark.doubtful),
        doubt=mark.doubt,
    )


def _trigger(said: bool, ended: bool) -> str:
    """A turn in which nothing is said is there for the compaction alone: a person asked for it."""
    return "auto" if said else "manual" if ended else ""
