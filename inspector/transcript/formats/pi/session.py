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
from inspector.transcript.formats.pi.entries import taking
from inspector.transcript.formats.pi.facts import agent_of, header_of, origin, title_of, tools_of
from inspector.transcript.formats.pi.made import blocks_of_entry
from inspector.transcript.formats.pi.node import Node
from inspector.transcript.formats.pi.tree import Tree
from inspector.transcript.formats.pi.view import View
from inspector.transcript.lines import Line
from inspector.transcript.model import Message, Transcript
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
) -> Transcript:
    """A session out of its records: what a line of the file would hold, in order, numbered from 1.

    Records are changed in place where they are nested without end. `path` names the file that they came from. Raises
    `TranscriptError` when there is no such leaf.
    """
    found = Gathering(problems, taking(None), Showing(path, agent))
    found.read(Line(event, number, 0, 0, False) for number, event in enumerate(events, start=1))
    return found.branch(Choice(leaf)) if leaf else found.transcript()


class Showing:
    """Makes the transcript of all nodes. `agent` where it is known whose they are."""

    def __init__(self, path: str, agent: str = "") -> None:
        self._path, self._agent = path, agent

    def __call__(self, nodes: Sequence[Node], problems: Problems, choice: Choice) -> Transcript:
        """Raises `TranscriptError` when there is nothing of what was chosen."""
        if choice.sidechain:
            raise TranscriptError(f"there is no subagent {choice.sidechain!r} in this session")
        rare = [node for node in nodes if not node.ordinary]
        agent = self._agent or agent_of(rare, nodes if problems.records["custom_message"] else (), self._path)
        header = header_of(rare)
        if header is None:
            problems.add(0, "no-header", "the file has no header: it begins in the middle of a session")
        tree = Tree(nodes, problems, agent == "openclaw")
        leaf = tree.find(choice.leaf) if choice.leaf else tree.leaf
        path = tree.path(leaf)
        view = View(nodes, path, problems, agent == "oh-my-pi")
        return Transcript(
            format=agent,
            messages=_with_origin(view.messages, origin(header)),
            report=problems.report(),
            session=header.id if header is not None else "",
            title=title_of(rare),
            tools=tools_of(nodes[path[view.at[each]]] for each in view.system),
            compactions=tuple(view.compactions),
            branch=nodes[leaf].name if leaf >= 0 else "",
            branches=other_branches(tree, path),
        )


def _with_origin(messages: list[Message], told: dict[str, Any]) -> tuple[Message, ...]:
    """What the header says of the session stands with its first message."""
    if messages and told:
        messages[0] = replace(messages[0], extra={**messages[0].extra, "session": told})
    return tuple(messages)
