"""A Claude Code session file becomes a transcript: one branch, its compactions, and what else the file holds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from inspector.transcript.errors import TranscriptError
from inspector.transcript.formats.choice import Choice
from inspector.transcript.formats.claude_code.records import Node, blocks_of_claude_code
from inspector.transcript.formats.claude_code.session import Session
from inspector.transcript.formats.claude_code.shown import Shown
from inspector.transcript.formats.claude_code.subagents import beside, groups, inline
from inspector.transcript.formats.growth import Back
from inspector.transcript.lines import Line, read_lines
from inspector.transcript.model import Message, Sidechain, Transcript
from inspector.transcript.problems import Problems
from inspector.transcript.same import with_old
from inspector.transcript.store import Store, store_for


class ClaudeCodeLines:
    """Records of one session. Without a path nothing is looked for beside the file."""

    def __init__(self, problems: Problems, store: Store | None, path: Path | None) -> None:
        self.problems = problems
        self.session = Session(problems, store)
        self._path = path
        self._shown: Shown | None = None
        """The newest branch, as far as it can be gone on from."""
        self._given: Sequence[Message] = ()
        """The messages of the last transcript."""

    def read(self, lines: Iterable[Line]) -> None:
        """Take lines, the first ones or more of them."""
        self.session.read(lines)

    def transcript(self) -> Transcript:
        """The newest branch of the main conversation.

        Costs what is new where that goes on from the end of the branch; else the branch is chosen anew, from records
        that are not parsed again.
        """
        if self._shown is None or not self._shown.extend():
            self._shown = self._newest()
            if self._given:
                self._shown.messages[:] = with_old(self._shown.messages, self._given)
        found = self._shown.transcript()
        self._given = found.messages
        return found

    def mark(self) -> Back:
        """Where it stands; calling the answer goes back there. What is shown meanwhile is not gone on from."""
        back, shown = self.session.mark(), self._shown
        self._shown = None

        def both() -> None:
            back()
            self._shown = shown

        return both

    def branch(self, choice: Choice) -> Transcript:
        """The branch that ends at `leaf`, or a subagent's conversation."""
        leaf, sidechain = choice.leaf, choice.sidechain
        if sidechain is None:
            return self._newest(leaf).transcript()
        inside = groups(self.session)
        listed = self._sidechains(inside)
        if sidechain in inside:
            return Shown(self.session, inside[sidechain], listed, sidechain, leaf).transcript()
        return _other_file(next((each for each in listed if each.id == sidechain), None), sidechain, leaf)

    def _newest(self, leaf: str | None = None) -> Shown:
        session, inside = self.session, groups(self.session)
        own = _own(session, inside)
        scope = session.nodes
        if inside:
            scope = inside[own] if own else [node for node in session.nodes if not node.sidechain]
        return Shown(session, scope, self._sidechains(inside), own, leaf)

    def _sidechains(self, inside: dict[str, list[Node]]) -> list[Sidechain]:
        names = frozenset(node.session for node in self.session.nodes if node.session)
        return [*inline(self.session, inside), *(beside(self._path, self.session, names) if self._path else ())]


def _own(session: Session, inside: dict[str, list[Node]]) -> str:
    """In a subagent's own file, the id of the subagent (of several, the one that wrote last); else nothing."""
    if not inside or any(node.says for node in session.nodes if not node.sidechain):
        return ""
    return max(inside, key=lambda name: inside[name][-1].index)


def _other_file(found: Sidechain | None, name: str, leaf: str | None) -> Transcript:
    if found is None:
        raise TranscriptError(f"there is no subagent {name!r} in this session")
    problems, path = Problems(), Path(found.path)
    with path.open("rb", buffering=1 << 20) as file:
        reader = ClaudeCodeLines(problems, store_for(file, found.path, blocks_of_claude_code), path)
        reader.read(read_lines(file, problems))
        return replace(reader.branch(Choice(leaf)), path=found.path)
