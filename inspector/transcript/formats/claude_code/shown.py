"""The branch that is shown, and going on from its end: what an agent writes next nearly always hangs on what it wrote last."""

from __future__ import annotations

from inspector.transcript.formats.claude_code.branch import BranchNodes
from inspector.transcript.formats.claude_code.compactions import compactions
from inspector.transcript.formats.claude_code.forks import other_branches
from inspector.transcript.formats.claude_code.merge import Merged, Merger
from inspector.transcript.formats.claude_code.records import Node
from inspector.transcript.formats.claude_code.session import Session
from inspector.transcript.formats.claude_code.tree import Tree
from inspector.transcript.model import LoadProblem, Message, Sidechain, Transcript

FORMAT = "claude-code"

BEGUN_BEFORE = "the first record goes on from one that is not in the file"


class Shown:
    """One branch of a session as messages. `scope` are the nodes it is chosen from, `own` the subagent they belong to."""

    def __init__(
        self, session: Session, scope: list[Node], sidechains: list[Sidechain], own: str, leaf: str | None
    ) -> None:
        self.session, self.scope, self.own = session, scope, own
        self._count, self._calls = len(scope), len(session.agent_calls)
        mark = session.problems.mark()
        self._tree = Tree(session, scope)
        self._tree_problems: list[LoadProblem] = session.problems.found[mark.found :]
        session.problems.back(mark)
        self._branch = BranchNodes(self._tree, self._tree.find(leaf) if leaf else self._tree.newest())
        self._nodes = self._branch.nodes()
        self._merger = Merger()
        self._merged: Merged = self._merger.merge(self._nodes)
        self._branches = other_branches(self._branch)
        self._sidechains = tuple(each for each in sidechains if not own or each.id != own)
        self._surprises = None if leaf else _Surprises(self._tree, self._branch)

    @property
    def messages(self) -> list[Message]:
        """The messages of the branch. One that is the same as another may be put in its place."""
        return self._merged.messages

    def transcript(self) -> Transcript:
        """What the branch is so far."""
        problems = self.session.problems
        mark = problems.mark()
        for found in self._tree_problems:
            problems.add(found.line, found.kind, found.reason, found.bytes)
        problems.usage.update(self._merger.mended)
        report = problems.report()
        problems.back(mark)
        last = self.scope[self._branch.leaf] if self.scope else None
        return Transcript(
            format=FORMAT,
            messages=tuple(self._merged.messages),
            report=report,
            session=self.own or (last.session if last else ""),
            title=self.session.title,
            compactions=compactions(self._merged, self._nodes),
            branch=last.uuid if last else "",
            branches=self._branches,
            incomplete=self._incomplete(),
            sidechains=self._sidechains,
        )

    def _incomplete(self) -> str:
        """The parent of the branch's first record may lie in another file, or be lost."""
        first = next(iter(self._branch.order), None)
        parent = self.scope[first].parent if first is not None else ""
        known = not parent or parent in self._tree.place or parent in self.session.by_uuid
        return "" if known else BEGUN_BEFORE

    def extend(self) -> bool:
        """Go on with the nodes that were added to the session; False when they change more than the end of the branch."""
        session = self.session
        if self.scope is not session.nodes or session.has_sidechains or not self._count:
            return False
        fresh = session.nodes[self._count :]
        if not fresh:
            return True
        if self._surprises is None or len(session.agent_calls) != self._calls or not self._follow_on(fresh):
            return False
        self._append(fresh)
        return True

    def _follow_on(self, fresh: list[Node]) -> bool:
        """Whether each node hangs on the one before it, the first one on the end of the branch, and nothing else is touched."""
        before = self.scope[self._branch.leaf].uuid
        for node in fresh:
            if node.parent != before or node.boundary or node.summary or node.subtype == "microcompact_boundary":
                return False
            if self._surprises is None or self._surprises.holds(node):
                return False
            before = node.uuid
        return True

    def _append(self, fresh: list[Node]) -> None:
        tree, branch, before = self._tree, self._branch, self._branch.leaf
        for place, node in enumerate(fresh, start=self._count):
            tree.place[node.uuid] = place
            tree.up.append(before)
            tree.newest_child[before] = place
            branch.order[place] = place
            branch.keys |= {node.key} - {""}
            before = place
            if self._surprises is not None:
                self._surprises.answered |= _results(node)
        branch.leaf = before
        self._nodes += fresh
        self._count += len(fresh)
        self._merged = self._merger.merge(fresh)


class _Surprises:
    """What a new node must not have to do with, if only the end of the branch is to change."""

    def __init__(self, tree: Tree, branch: BranchNodes) -> None:
        known, inside = tree.place, branch.order
        off = [node for place, node in enumerate(tree.nodes) if place not in inside]
        lone = [node for node in tree.nodes if node.parent and node.parent not in known]
        self.missing = {node.parent for node in lone} | {
            node.logical for node in tree.nodes if node.logical not in known
        }
        self.keys = {node.key for node in off if node.key}
        self.results = {each for node in off for each in _results(node)}
        self.sources = {node.source for node in off if node.source}
        self.answered = {each for place in inside for each in _results(tree.nodes[place])} if off else set()
        self._strict = bool(off)

    def holds(self, node: Node) -> bool:
        """Whether a node changes what was made of the others."""
        if node.uuid in self.missing or node.uuid in self.sources or (node.key and node.key in self.keys):
            return True
        calls = {block.tool_id for block in node.blocks if block.kind == "tool_use"}
        return not calls.isdisjoint(self.results) or (self._strict and not _results(node).isdisjoint(self.answered))


def _results(node: Node) -> set[str]:
    """Ids of the calls that a record answers."""
    return {block.tool_id for block in node.blocks if block.kind == "tool_result"}
