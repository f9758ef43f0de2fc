"""A Claude Code session file becomes a transcript: one branch, its compactions, and what else the file holds."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from inspector.transcript.errors import TranscriptError
from inspector.transcript.formats.claude_code.branch import BranchNodes
from inspector.transcript.formats.claude_code.compactions import compactions
from inspector.transcript.formats.claude_code.forks import other_branches
from inspector.transcript.formats.claude_code.merge import Merger
from inspector.transcript.formats.claude_code.records import Node, blocks_of_claude_code
from inspector.transcript.formats.claude_code.session import Session
from inspector.transcript.formats.claude_code.subagents import beside, groups, inline
from inspector.transcript.formats.claude_code.tree import Tree
from inspector.transcript.lines import Line, read_lines
from inspector.transcript.model import Sidechain, Transcript
from inspector.transcript.problems import Problems
from inspector.transcript.store import Store, store_for

FORMAT = "claude-code"


def read_claude_code(
    lines: Iterable[Line],
    problems: Problems,
    store: Store | None,
    path: Path | None,
    leaf: str | None = None,
    sidechain: str | None = None,
) -> Transcript:
    """The newest branch of the main conversation, or the branch that ends at `leaf`, or a subagent's conversation.

    Without a path nothing is looked for beside the file.
    """
    session = Session(problems, store)
    session.read(lines)
    inside = groups(session)
    listed = [
        *inline(session, inside),
        *(beside(path, session, frozenset(node.session for node in session.nodes if node.session)) if path else ()),
    ]
    if sidechain is None:
        own = _own(session, inside)
        scope = (
            inside[own] if own else [node for node in session.nodes if not node.sidechain] if inside else session.nodes
        )
        return _transcript(session, scope, listed, own, leaf)
    if sidechain in inside:
        return _transcript(session, inside[sidechain], listed, sidechain, leaf)
    return _other_file(next((each for each in listed if each.id == sidechain), None), sidechain, leaf)


def _own(session: Session, inside: dict[str, list[Node]]) -> str:
    """In a subagent's own file, the id of the subagent (of several, the one that wrote last); else nothing."""
    if not inside or any(node.says for node in session.nodes if not node.sidechain):
        return ""
    return max(inside, key=lambda name: inside[name][-1].index)


def _transcript(session: Session, scope: list[Node], listed: list[Sidechain], own: str, leaf: str | None) -> Transcript:
    tree = Tree(session, scope)
    branch = BranchNodes(tree, tree.find(leaf) if leaf else tree.newest())
    nodes = branch.nodes()
    merged = Merger().merge(nodes)
    last = scope[branch.leaf] if scope else None
    return Transcript(
        format=FORMAT,
        messages=tuple(merged.messages),
        report=session.problems.report(),
        session=own or (last.session if last else ""),
        title=session.title,
        compactions=compactions(merged, nodes),
        branch=last.uuid if last else "",
        branches=other_branches(branch),
        sidechains=tuple(each for each in listed if not own or each.id != own),
    )


def _other_file(found: Sidechain | None, name: str, leaf: str | None) -> Transcript:
    if found is None:
        raise TranscriptError(f"there is no subagent {name!r} in this session")
    problems, path = Problems(), Path(found.path)
    with path.open("rb", buffering=1 << 20) as file:
        store = store_for(file, found.path, blocks_of_claude_code)
        return replace(read_claude_code(read_lines(file, problems), problems, store, path, leaf), path=found.path)
