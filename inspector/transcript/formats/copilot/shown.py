"""The events as a transcript: the main conversation or a subagent's, as it ended or as it was before a rewind."""

from __future__ import annotations

from collections.abc import Sequence

from inspector.transcript.errors import TranscriptError
from inspector.transcript.formats.blocks import words_of
from inspector.transcript.formats.choice import Choice
from inspector.transcript.formats.copilot.drafts import finished
from inspector.transcript.formats.copilot.events import Event
from inspector.transcript.formats.copilot.talk import Talk
from inspector.transcript.formats.copilot.window import Summaries
from inspector.transcript.model import Branch, Sidechain, Transcript
from inspector.transcript.problems import Problems

FORMAT = "copilot"
NEWEST = "newest"
"""The leaf that the agent went on from, where there are others."""

_SAYS = ("user", "reply", "result")
_NAMES = ("agentDisplayName", "agentName", "agentDescription")


class Shower:
    """Makes the transcript of all events (`gathering.Show`). Remembers the blocks that it made itself."""

    def __init__(self) -> None:
        self._summaries = Summaries()

    def show(self, events: Sequence[Event], problems: Problems, choice: Choice) -> Transcript:
        """Raises `TranscriptError` when there is no such subagent or leaf."""
        agents = _agents(events)
        if choice.sidechain and choice.sidechain not in agents:
            raise TranscriptError(f"there is no subagent {choice.sidechain!r} in this session")
        own = agents.get(choice.sidechain or "", [])
        talk = self._talk(own, problems)
        branches = [branch for _, branch in talk.rewound]
        chosen = _chosen(choice.leaf, branches) if choice.leaf else NEWEST
        last = Branch(NEWEST, talk.drafts[-1].event.line if talk.drafts else 0, len(talk.drafts))
        if chosen != NEWEST:
            end = next(event for event, branch in talk.rewound if branch.leaf == chosen)
            talk = self._talk(own[: next(at for at, event in enumerate(own) if event is end)], Problems())
        head = next((event for event in events if event.kind == "head"), None)
        return Transcript(
            format=FORMAT,
            messages=tuple([finished(at, draft) for at, draft in enumerate(talk.drafts, start=1)]),
            report=problems.report(),
            session=choice.sidechain or (words_of(head.data.get("sessionId")) if head else ""),
            title=next((words_of(e.data.get("title")) for e in reversed(events) if e.kind == "title"), ""),
            compactions=tuple(talk.window.compactions),
            branch=chosen if branches else "",
            branches=tuple([each for each in (last, *branches) if each.leaf != chosen]) if branches else (),
            sidechains=() if choice.sidechain else _sidechains(events, agents),
        )

    def _talk(self, events: Sequence[Event], problems: Problems) -> Talk:
        talk = Talk(problems, self._summaries)
        talk.follow(events)
        return talk


def _agents(events: Sequence[Event]) -> dict[str, list[Event]]:
    """The events of each conversation: the main one's under no name, a subagent's where it says something."""
    found: dict[str, list[Event]] = {}
    for event in events:
        found.setdefault(event.agent, []).append(event)
    return {name: own for name, own in found.items() if not name or any(each.kind in _SAYS for each in own)}


def _sidechains(events: Sequence[Event], agents: dict[str, list[Event]]) -> tuple[Sidechain, ...]:
    started = {key: each for each in events if each.kind == "subagent" for key in _keys(each)}
    listed = []
    for name, own in agents.items():
        if name:
            told = started.get(name)
            title = next((words_of(told.data[key]) for key in _NAMES if told.data.get(key)), "") if told else ""
            call = words_of(told.data.get("toolCallId")) if told else ""
            listed.append(Sidechain(name, sum(each.kind in _SAYS for each in own), title, "", call))
    return tuple(listed)


def _keys(event: Event) -> tuple[str, ...]:
    """A subagent is named by its own id, in older versions by that of the call that started it."""
    return (event.agent, words_of(event.data.get("toolCallId")))


def _chosen(leaf: str, branches: Sequence[Branch]) -> str:
    names = [NEWEST, *(each.leaf for each in branches)]
    found = [leaf] if leaf in names else [name for name in names if name.startswith(leaf)]
    if len(found) != 1:
        raise TranscriptError(f"{'no' if not found else 'more than one'} branch has a name that begins with {leaf!r}")
    return found[0]
