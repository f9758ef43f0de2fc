"""Going through the events of one conversation: the main one, or that of a subagent in the same file."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from inspector.transcript.formats.blocks import words_of
from inspector.transcript.formats.copilot.drafts import Draft
from inspector.transcript.formats.copilot.events import Event
from inspector.transcript.formats.copilot.window import Summaries, Window
from inspector.transcript.formats.usage import usage_of_copilot
from inspector.transcript.model import Branch
from inspector.transcript.problems import Problems

TITLE = 80
NAME = "rewind-"


def _calls_of(draft: Draft, event: Event) -> bool:
    """Whether an event has the calls of a reply that has none yet."""
    has = [
        any(block.kind == "tool_use" for block in blocks) for blocks in (draft.blocks, draft.more or (), event.blocks)
    ]
    return has == [False, False, True]


class Talk:
    """The messages and compactions of a conversation, and what was taken back (each up to an event, not with it)."""

    def __init__(self, problems: Problems, summaries: Summaries) -> None:
        self.drafts: list[Draft] = []
        self.window = Window(self.drafts, problems, summaries)
        self.rewound: list[tuple[Event, Branch]] = []
        self._reply: tuple[str, Draft] | None = None
        """The provider's id of the reply that is being written, and the reply."""
        self._calls: dict[str, Draft] = {}
        self._places: dict[str, int] = {}
        """Event → how many messages there were before it."""

    def follow(self, events: Sequence[Event]) -> None:
        """Take events in order."""
        for event in events:
            if event.id:
                self._places[event.id] = len(self.drafts)
            do = self._do.get(event.kind)
            if do is not None:
                do(self, event)

    def _system(self, event: Event) -> None:
        """It is written down again for each prompt. Where another one took its place, both are kept, and the new one doubted."""
        self._reply = None
        first = self.drafts[0] if self.drafts and self.drafts[0].role == "system" else None
        if first is not None and first.blocks[0].text == event.blocks[0].text:
            return
        draft = Draft(event, "system", "system")
        draft.doubt = (
            "" if first is None else "the record does not say whether a later system prompt took the first one's place"
        )
        self.drafts.append(draft)

    def _user(self, event: Event) -> None:
        self._reply = None
        source = event.data.get("source")
        typed = source in (None, "", "user") and event.data.get("isAutopilotContinuation") is not True
        draft = Draft(event, "user", "human" if typed and not event.agent else "client")
        if draft.author == "human":
            draft.typed = words_of(event.data.get("content"))
            draft.interrupts = event.data.get("delivery") == "steering"
        if isinstance(source, str):
            draft.extra = {"source": source}
        self.drafts.append(draft)

    def _said(self, event: Event) -> None:
        """A reply. The provider's one answer may be several events, one for each stretch of thinking.

        Where no event names the answer, calls that follow words belong to them: a turn ends with words, so that nobody can have
        asked again.
        """
        call = words_of(event.data.get("apiCallId"))
        if self._reply is not None and call == self._reply[0] and (call or _calls_of(self._reply[1], event)):
            draft = self._reply[1]
            draft.more = draft.more if draft.more is not None else []
            draft.more += event.blocks
        else:
            draft = Draft(event, "assistant", "model")
            draft.id, draft.model = words_of(event.data.get("messageId")), words_of(event.data.get("model"))
            self.drafts.append(draft)
            self._reply = (call, draft)
            self._calls[call] = draft
        told = {key: event.data[key] for key in ("phase", "outputTokens") if type(event.data.get(key)) in (str, int)}
        draft.extra = {**draft.extra, **told} if told else draft.extra

    def _result(self, event: Event) -> None:
        """What a person ran is shown to a person; whether the model was told is not said."""
        self._reply = None
        draft = Draft(event, "tool", "tool")
        draft.doubt = (
            "the record does not say whether what a person ran was told to the model"
            if event.data.get("isUserRequested") is True
            else ""
        )
        self.drafts.append(draft)

    def _notice(self, event: Event) -> None:
        """Only what is wrapped for the model is for the model."""
        if words_of(event.data.get("content")).lstrip().startswith("<system_notification"):
            self._reply = None
            draft = Draft(event, "user", "client")
            draft.doubt = "the record does not say whether this notification was sent"
            self.drafts.append(draft)

    def _usage(self, event: Event) -> None:
        """Not written to the file by the client itself; others that write its events may."""
        draft = self._calls.get(words_of(event.data.get("apiCallId")))
        if draft is not None:
            draft.usage = usage_of_copilot(event.data)

    def _changed(self, event: Event) -> None:
        if event.kind != "compacting":
            self._reply = None
        self.window.change(event)

    def _rewound(self, event: Event) -> None:
        """The event that is named and all after it are gone."""
        self._reply = None
        cut = self._places.get(words_of(event.data.get("upToEventId")), len(self.drafts))
        tail = self.drafts[cut:]
        if tail:
            first = next((draft.typed for draft in tail if draft.typed), "")
            title, last = " ".join(first[:400].split())[:TITLE], tail[-1].event
            leaf = f"{NAME}{len(self.rewound) + 1}"
            self.rewound.append((event, Branch(leaf, last.line, len(tail), last.timestamp, title)))
            self.window.cut(cut)

    _do: dict[str, Callable[[Talk, Event], None]] = {
        "system": _system,
        "user": _user,
        "reply": _said,
        "result": _result,
        "notice": _notice,
        "usage": _usage,
        "compacting": _changed,
        "compacted": _changed,
        "truncated": _changed,
        "cleared": _changed,
        "rewound": _rewound,
    }
