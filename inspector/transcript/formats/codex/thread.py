"""Going through a rollout once, forward: what was said, what was used for it, what was taken back and what was compacted."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from inspector.transcript.formats.codex.drafts import Draft, Mark
from inspector.transcript.formats.codex.nodes import Node, Said, Tokens
from inspector.transcript.formats.codex.said import REPLY, RESULT
from inspector.transcript.formats.codex.undone import Undone, cut_of
from inspector.transcript.formats.codex.window import Window
from inspector.transcript.problems import Problems


class Thread:
    """The messages that are left at the end, with the compactions that are left, and what was taken back on the way."""

    def __init__(self, problems: Problems) -> None:
        self.problems = problems
        self.drafts: list[Draft] = []
        self.undone: list[Undone] = []
        self._starts: list[int] = []
        """Where turns begin."""
        self.window = Window(self.drafts, problems)
        self.turns: list[list[bool]] = [[False, False]]
        """Of every turn: whether something was said to the model in it, whether it ended. The first stands for no turn at all."""
        self._copied = False
        self._reply: Draft | None = None
        """The reply that is being written."""
        self._unused: Draft | None = None
        """The last reply, as long as nothing is known of its usage."""
        self._model = ""
        self._total: tuple[object, ...] | None = None
        self._typed = 0
        """Messages typed in this turn."""

    def follow(self, nodes: Sequence[Node], copied: int) -> None:
        """Take the nodes, of which the first ones were copied from another thread: its usage is not this one's."""
        step = self._do.get
        self._copied = copied > 0
        for place, node in enumerate(nodes):
            if place == copied:
                self._copied = False
            do = step(node.kind)
            if do is not None:
                do(self, node)

    def _add(self, draft: Draft) -> None:
        if self._copied:
            draft.extra = {**draft.extra, "copied": True}
        if draft.said.key is not None:
            self.window.enter(draft)
        self.drafts.append(draft)

    def _said(self, node: Node) -> None:
        said: Said = node.value
        draft = Draft(node, said)
        self._reply = None
        if said.typed:
            draft.interrupts = self._typed > 0 and self._running
            self._typed += 1
        if said.boundary:
            self.turns[-1][0] = True
            self._starts.append(len(self.drafts))
        self._add(draft)

    @property
    def _running(self) -> bool:
        return len(self.turns) > 1 and not self.turns[-1][1]

    def _result(self, node: Node) -> None:
        self._reply = None
        self.turns[-1][0] = True
        self._add(Draft(node, RESULT))

    def _item(self, node: Node) -> None:
        """An item of the reply that is being written, or the first one of the next."""
        draft = self._reply
        if draft is None:
            draft = self._reply = self._unused = Draft(node, REPLY)
            draft.model = self._model
            self.window.used_up = True
            self._add(draft)
            return
        if draft.more is None:
            draft.more = list(node.blocks)
        else:
            draft.more += node.blocks
        if node.extra:
            draft.extra = {**draft.extra, **node.extra}

    def _tokens(self, node: Node) -> None:
        """The usage of the last reply, when the sum of the thread grew; all parts 0: an estimate of the prompt to come."""
        told: Tokens = node.value
        if told.usage is None:
            self.problems.usage["zero"] += bool(told.used)
            self.window.estimate(told.used)
            self._total = told.total or self._total
            return
        if told.total is not None and told.total == self._total:
            self.problems.usage["repeated"] += 1
            return
        self._total = told.total
        if self._copied:
            self.problems.usage["copied"] += 1
        elif self._unused is not None:
            self._unused.usage = told.usage
        self.window.used = told.used
        self._reply = self._unused = None

    def _compacted(self, node: Node) -> None:
        self._reply = self._unused = None
        self.window.compact(node, len(self.turns) - 1)

    def _told(self, node: Node) -> None:
        if self.window.told(node, len(self.turns) - 1):
            self._reply = self._unused = None

    def _back(self, node: Node) -> None:
        """Take turns back, and the compactions made in them."""
        self._reply = self._unused = None
        cut = cut_of(self.drafts, self._starts, node.value, self.window.floor)
        if cut is not None:
            self.undone.append(Undone(len(self.undone) + 1, node, self.drafts[cut:]))
            self.window.cut(cut)
            del self._starts[-node.value :]

    def _task(self, _: Node) -> None:
        self.turns.append([False, False])
        self._reply, self._typed = None, 0

    def _end(self, _: Node) -> None:
        self.turns[-1][1] = True
        self._reply = None

    def _turn(self, node: Node) -> None:
        self._model = node.value[1] or self._model

    _do: dict[str, Callable[[Thread, Node], None]] = {
        "said": _said,
        "reply": _item,
        "result": _result,
        "tokens": _tokens,
        "compacted": _compacted,
        "told": _told,
        "back": _back,
        "task": _task,
        "end": _end,
        "turn": _turn,
    }

    def marks(self) -> list[Mark]:
        """The compactions that are left."""
        return self.window.marks
