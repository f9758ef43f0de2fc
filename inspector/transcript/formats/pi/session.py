"""All nodes of a session become a transcript.

For a store that is no file of lines there is `transcript_of_events`: the records of one session, in order, as dicts.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from inspector.transcript.errors import TranscriptError
from inspector.transcript.formats.choice import Choice
from inspector.transcript.formats.format import Source
from inspector.transcript.formats.gathering import Gathering
from inspector.transcript.formats.pi.branches import other_branches
from inspector.transcript.formats.pi.checked import Check
from inspector.transcript.formats.pi.entries import taking
from inspector.transcript.formats.pi.facts import agent_of, header_of, origin, title_of, tools_of
from inspector.transcript.formats.pi.made import blocks_of_entry
from inspector.transcript.formats.pi.node import Node
from inspector.transcript.formats.pi.sidecar import Beside, Sidecar, of_events
from inspector.transcript.formats.pi.subagents import folder_of, subagents
from inspector.transcript.formats.pi.tree import Tree
from inspector.transcript.formats.pi.view import View
from inspector.transcript.lines import Line, read_lines
from inspector.transcript.model import Message, Transcript
from inspector.transcript.nofollow import open_below
from inspector.transcript.problems import Problems
from inspector.transcript.store import store_for


def reader(problems: Problems, source: Source) -> Gathering[Node]:
    """What reads a session file."""
    store = store_for(source.file, source.path, blocks_of_entry)
    return Gathering(problems, taking(store), Showing(source.path))


def transcript_of_events(
    events: Iterable[dict[str, Any]],
    problems: Problems,
    *,
    leaf: str | None = None,
    path: str = "",
    agent: str = "openclaw",
    runtime: Iterable[dict[str, Any]] = (),
) -> Transcript:
    """A session out of its records: what a line of the file would hold, in order, numbered from 1.

    `runtime` are the events of its trajectory. Records are changed in place where they are nested without end. `path` names
    the file that they came from. Raises `TranscriptError` when there is no such leaf.
    """
    showing = Showing(path, agent, list(enumerate(runtime, start=1)))
    found = Gathering(problems, taking(None), showing)
    found.read(Line(event, number, 0, 0, False) for number, event in enumerate(events, start=1))
    return found.branch(Choice(leaf)) if leaf else found.transcript()


class Showing:
    """Makes the transcript of all nodes. `agent` where it is known whose they are, `runtime` the events of a trajectory."""

    def __init__(self, path: str, agent: str = "", runtime: list[tuple[int, dict[str, Any]]] | None = None) -> None:
        self._path, self._agent, self._runtime = path, agent, runtime
        self._beside = Beside(path)

    def __call__(self, nodes: Sequence[Node], problems: Problems, choice: Choice) -> Transcript:
        """Raises `TranscriptError` when there is nothing of what was chosen."""
        if choice.sidechain:
            return _subagent(self._path, choice.sidechain, choice.leaf)
        rare = [node for node in nodes if not node.ordinary]
        header = header_of(rare)
        if header is None:
            problems.add(0, "no-header", "the file has no header: it begins in the middle of a session")
        sidecar = self._sidecar(header, problems)
        last = sidecar.prompts[-1] if sidecar.prompts else None
        agent = self._agent or ("openclaw" if last is not None else "")
        agent = agent or agent_of(rare, nodes if problems.records["custom_message"] else (), self._path)
        tree = Tree(nodes, problems, agent == "openclaw")
        leaf = tree.find(choice.leaf) if choice.leaf else tree.leaf
        path = tree.path(leaf)
        view = View(nodes, path, problems, agent == "oh-my-pi", last.system if last is not None else "")
        exact = (
            Check(view.messages, view.compactions, view.at, view.way).exact(sidecar.prompts, problems) if last else ()
        )
        tools = tools_of(nodes[place] for place in path if not nodes[place].ordinary)
        return Transcript(
            format=agent,
            messages=_with_origin(view.messages, origin(header)),
            report=problems.report(),
            session=header.id if header is not None else "",
            title=title_of(rare),
            tools=tools or (last.tools if last is not None else ()),
            compactions=tuple(view.compactions),
            branch=nodes[leaf].name if leaf >= 0 else "",
            branches=other_branches(tree, path),
            sidechains=subagents(self._path),
            exact=frozenset(exact),
        )

    def _sidecar(self, header: Node | None, problems: Problems) -> Sidecar:
        """The trajectory of the session, where there is one."""
        if header is None or not header.id:
            return Sidecar()
        found = self._beside.read(header.id) if self._runtime is None else of_events(self._runtime, header.id)
        if found.fault:
            problems.add(0, "sidecar", found.fault)
        return found


def _subagent(path: str, name: str, leaf: str | None) -> Transcript:
    """A subagent's conversation, from the file of its own. Raises `TranscriptError` when there is none of this name."""
    found = next((each for each in subagents(path) if each.id == name), None)
    if found is None:
        raise TranscriptError(f"there is no subagent {name!r} in this session")
    problems = Problems()
    with open(open_below(folder_of(path), (f"{name}.jsonl",)), "rb", buffering=1 << 20) as file:
        gathered = reader(problems, Source(file, found.path))
        gathered.read(read_lines(file, problems))
        return replace(gathered.branch(Choice(leaf)), path=found.path)


def _with_origin(messages: list[Message], told: dict[str, Any]) -> tuple[Message, ...]:
    """What the header says of the session stands with its first message."""
    if messages and told:
        messages[0] = replace(messages[0], extra={**messages[0].extra, "session": told})
    return tuple(messages)
