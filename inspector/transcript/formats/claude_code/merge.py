"""Lines become messages: one for all lines of a reply, one for all results of its calls, as they were sent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from inspector.transcript.formats.claude_code.draft import Draft, finished
from inspector.transcript.formats.claude_code.records import Node
from inspector.transcript.formats.usage import larger
from inspector.transcript.model import Message
from inspector.transcript.same import with_old


@dataclass(slots=True)
class Merged:
    """Messages of a branch, and where its boundaries ended up (positions from 0); its records too if there are any."""

    messages: list[Message]
    positions: dict[str, int]
    marks: list[tuple[Node, int]]


class Merger:
    """Takes nodes in order."""

    def __init__(self) -> None:
        self._drafts: list[Draft] = []
        self._open: dict[str, Draft] = {}
        self._calls: dict[str, tuple[Draft, int]] = {}
        self._marks: list[tuple[Node, int]] = []
        self._changed = 0
        """The first draft that is another since the messages were made."""
        self._starts: list[int] = []
        """The first message of each draft."""
        self._merged = Merged([], {}, [])
        self.mended: Counter[str] = Counter()
        """Lines whose usage was that of a reply already (`LoadReport.usage`)."""

    def merge(self, nodes: Iterable[Node]) -> Merged:
        """Messages of the nodes; called again with the nodes that follow, of all of them."""
        for node in nodes:
            if node.key:
                self._reply(node)
            elif node.kind == "user":
                self._user(node)
            elif node.subtype in ("compact_boundary", "microcompact_boundary"):
                self._mark(node)
            elif node.blocks:
                self._begin(Draft("user", [node], list(node.blocks)))
        return self._finish()

    def _begin(self, draft: Draft) -> None:
        draft.place = len(self._drafts)
        self._drafts.append(draft)

    def _change(self, draft: Draft) -> None:
        self._changed = min(self._changed, draft.place)

    def _mark(self, node: Node) -> None:
        self._marks.append((node, len(self._drafts)))
        if node.subtype != "microcompact_boundary":
            self._open.clear()

    def _reply(self, node: Node) -> None:
        key = node.key
        draft = self._open.get(key)
        if draft is None:
            draft = self._open[key] = Draft("assistant", [node], [])
            self._begin(draft)
        else:
            draft.nodes.append(node)
            self._change(draft)
        for block in node.blocks:
            if block.kind == "tool_use" and block.tool_id:
                if block.tool_id in self._calls and self._calls[block.tool_id][0] is draft:
                    continue  # the same line written twice
                self._calls[block.tool_id] = (draft, len(draft.blocks))
            draft.blocks.append(block)
        if node.usage is not None:
            if draft.usage is not None:
                self.mended["repeated" if draft.usage == node.usage else "snapshot"] += 1
            draft.usage = larger(draft.usage, node.usage)

    def _user(self, node: Node) -> None:
        if node.summary and not self._awaits_summary():
            self._mark(node)  # a summary without a boundary of its own
        home = self._home(node)
        if home is not None:
            self._answer(node, home)
            return
        if node.author == "human":
            self._open.clear()  # a new prompt: whatever comes now is no line of an earlier reply
        self._begin(Draft("user", [node], list(node.blocks)))

    def _awaits_summary(self) -> bool:
        """Whether the last boundary has not had its summary yet."""
        if not self._marks or not self._marks[-1][0].boundary:
            return False
        return not any(draft.nodes[0].summary for draft in self._drafts[self._marks[-1][1] :])

    def _home(self, node: Node) -> Draft | None:
        """The reply whose calls the record answers."""
        for block in node.blocks:
            if block.kind == "tool_result" and block.tool_id in self._calls:
                return self._calls[block.tool_id][0]
        return None

    def _answer(self, node: Node, home: Draft) -> None:
        """Results join the other results of their reply; what was typed meanwhile follows them."""
        for block in node.blocks:
            reply, place = home, -1
            if block.kind == "tool_result":
                reply, place = self._calls.get(block.tool_id, (home, -1))
            self._change(reply)
            results = reply.results
            if results is None:
                results = reply.results = Draft("user", [node], [])
            elif results.nodes[-1] is not node:
                results.nodes.append(node)
            if place >= 0:
                results.answers.append((place, block))
            else:
                results.blocks.append(block)

    def _finish(self) -> Merged:
        """Make the messages of the drafts that are new or another than before."""
        first, starts = self._changed, self._starts
        messages, positions = self._merged.messages, self._merged.positions
        kept = starts[first] if first < len(starts) else len(messages)
        old = messages[kept:]
        del messages[kept:], starts[first:]
        before = (self._drafts[place] for place in range(first - 1, -1, -1))
        reply = next((draft for draft in before if draft.role == "assistant"), None)
        for draft in self._drafts[first:]:
            starts.append(len(messages))
            if draft.role == "assistant":
                reply = draft
            elif reply is not None and draft.nodes[0].author == "human":
                draft.interrupts = _interrupts(draft.nodes[0], reply)
            for part in (draft, draft.results):
                if part is not None:
                    if self._marks:
                        positions.update(dict.fromkeys([node.uuid for node in part.nodes], len(messages)))
                    messages.append(finished(len(messages) + 1, part))
        if old:
            messages[kept:] = with_old(messages[kept:], old)
        self._changed = len(self._drafts)
        ends = [*starts, len(messages)] if self._marks else []
        self._merged = Merged(messages, positions, [(node, ends[at]) for node, at in self._marks])
        return self._merged


def _interrupts(node: Node, reply: Draft) -> bool:
    """Whether something was typed while the turn ran: queued after a reply with calls, or before all their results came."""
    if node.kind == "attachment":
        return any(block.kind == "tool_use" for block in reply.blocks)
    return reply.results is not None and reply.results.nodes[-1].index > node.index
