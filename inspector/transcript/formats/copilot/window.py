"""What was left of the prompt when the client compacted, cut or cleared it.

Sources: the fields of the events (`session-events.ts` of github/copilot-sdk); and, for the prompt after a compaction, which no
field tells, the recorded requests of that repository (`test/snapshots/compaction/`): the system prompt, one message of the
user with all that was typed and the summary, then what was said since the compaction began (it runs in the background).
"""

from __future__ import annotations

from collections.abc import Callable

from inspector.transcript.formats.blocks import text_block, words_of
from inspector.transcript.formats.copilot.drafts import Draft
from inspector.transcript.formats.copilot.events import Event
from inspector.transcript.model import Block, Compaction, Json
from inspector.transcript.problems import Problems

TEMPLATE = (
    "Some of the conversation history has been summarized to free up context.\n\n"
    "You were originally given instructions from a user over one or more turns. Here were the user messages:\n"
    "{typed}\n\nHere is a summary of the prior context:\n<summary>\n{summary}\n</summary>"
)

AROUND = (
    "the record holds the summary alone; the words around it, the typed messages among them and what followed are "
    "the client's as it was seen to write them"
)
CUT = "the record says how many messages were left out, not which; the oldest are taken to be gone"
SHORTER = "the record says that results were made shorter, not which"

TOO_MANY = "a compaction that is not shown: there are too many of them"

ROOM = 4_000_000
"""Positions and letters that are listed for changes whose events do not list them; a hostile file could ask for billions."""


class Summaries:
    """Blocks that are made of several events; kept, since a message must have the same ones each time it is shown."""

    def __init__(self) -> None:
        self._made: dict[tuple[int, str], Block] = {}

    def block(self, line: int, text: str) -> Block:
        """The block of the summary of a line."""
        return self._made.setdefault((line, text), text_block(text, "summary"))


class Window:
    """The changes of the prompt so far. `drafts` is the conversation's own list."""

    def __init__(self, drafts: list[Draft], problems: Problems, summaries: Summaries) -> None:
        self.compactions: list[Compaction] = []
        self._drafts, self._problems, self._summaries = drafts, problems, summaries
        self._began: int | None = None
        """How many messages there were when the compaction began that is going on."""
        self._room = ROOM

    def cut(self, at: int) -> None:
        """Messages from `at` on go, and the changes among them."""
        del self._drafts[at:]
        while self.compactions and self.compactions[-1].rest > at:
            self.compactions.pop()
        self._began = None

    def change(self, event: Event) -> None:
        """A compaction begins or ends, the oldest messages are cut off, or all go."""
        if self._fits(len(self._drafts)) or event.kind == "compacting":
            self._do[event.kind](self, event)
        else:
            self._problems.add(event.line, "compaction", TOO_MANY)

    def _fits(self, size: int) -> bool:
        self._room -= size
        return self._room >= 0

    def _compacting(self, _: Event) -> None:
        self._began = len(self._drafts)

    def _compacted(self, event: Event) -> None:
        began, self._began = self._began, None
        if event.data.get("success") is not True:
            return
        before = len(self._drafts)
        began = before if began is None else min(began, before)
        typed = [draft.typed for draft in self._drafts[:began] if draft.typed]
        typed = typed if self._fits(sum(map(len, typed))) else []
        kept = tuple(range(began, before))
        text = summary_of(words_of(event.data.get("summaryContent")), typed)
        self._bring(event, self._summaries.block(event.line, text))
        self.compactions.append(
            Compaction(
                "full",
                before,
                trigger=words_of(event.data.get("trigger")),
                line=event.line,
                summary=before,
                tokens_before=number(event.data, "preCompactionTokens"),
                tokens_after=number(event.data, "postCompactionTokens"),
                estimated=True,
                order=(*self._system(), before, *kept),
                doubtful=frozenset({before, *kept}),
                doubt=AROUND,
            )
        )

    def _truncated(self, event: Event) -> None:
        gone = number(event.data, "messagesRemovedDuringTruncation") or 0
        if not gone and not number(event.data, "tokensRemovedDuringTruncation"):
            return
        left = tuple(self._present()[gone:])
        self.compactions.append(
            Compaction(
                "full" if gone else "micro",
                len(self._drafts),
                trigger="truncation",
                line=event.line,
                tokens_before=number(event.data, "preTruncationTokensInMessages"),
                tokens_after=number(event.data, "postTruncationTokensInMessages"),
                estimated=True,
                order=(*self._system(), *left) if gone else None,
                doubtful=frozenset(left) if gone else frozenset(),
                doubt=CUT if gone else SHORTER,
            )
        )

    def _cleared(self, event: Event) -> None:
        before, first = len(self._drafts), words_of(event.data.get("initialMessage"))
        if first:
            self._bring(event, self._summaries.block(event.line, first))
        order = (*self._system(), *range(before, len(self._drafts)))
        self.compactions.append(Compaction("full", before, trigger="cleared", line=event.line, order=order))

    def _bring(self, event: Event, block: Block) -> None:
        self._drafts.append(Draft(event._replace(blocks=(block,)), "user", "client"))

    def _system(self) -> list[int]:
        return [0] if self._drafts and self._drafts[0].role == "system" else []

    def _present(self) -> list[int]:
        """What is in the prompt, the system prompt aside."""
        last = next((each for each in reversed(self.compactions) if each.order is not None), None)
        if last is None or last.order is None:
            return list(range(len(self._system()), len(self._drafts)))
        return [*(at for at in last.order if at not in self._system()), *range(last.rest, len(self._drafts))]

    _do: dict[str, Callable[[Window, Event], None]] = {
        "compacting": _compacting,
        "compacted": _compacted,
        "truncated": _truncated,
        "cleared": _cleared,
    }


def summary_of(summary: str, typed: list[str]) -> str:
    """The message that a compaction leaves; `typed` is what a person wrote before it began."""
    told = "\n".join([f"<user_message>\n{text}\n</user_message>" for text in typed])
    return TEMPLATE.format(typed=told, summary=summary)


def number(data: Json, name: str) -> int | None:
    """A count of the client's; None where there is none."""
    value = data.get(name)
    return value if type(value) is int and value >= 0 else None
