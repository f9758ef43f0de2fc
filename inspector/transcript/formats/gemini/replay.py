"""The records of a Gemini CLI session in their order: what each does to the list of messages."""

from __future__ import annotations

from collections.abc import Sequence

from inspector.transcript.formats.gemini.drafts import Draft
from inspector.transcript.formats.gemini.lists import listed, patched_list, updated
from inspector.transcript.formats.gemini.nodes import About, Node, Patched, Replaced, Rewound
from inspector.transcript.formats.gemini.reconcile import reconcile
from inspector.transcript.formats.gemini.slots import Slot, unmasked
from inspector.transcript.formats.gemini.timeline import Change, Timeline


def replay(nodes: Sequence[Node], end: int | None = None) -> Timeline:
    """The state after the first `end` nodes."""
    line = Timeline()
    for number, node in enumerate(nodes if end is None else nodes[:end]):
        if type(node) is Draft:
            _say(line, node)
        elif type(node) is About:
            _note(line, node)
        elif type(node) is Rewound:
            _rewind(line, node, number)
        elif type(node) is Replaced:
            _replace(line, node, number)
        elif type(node) is Patched:
            _patch(line, node, number)
    return line


def _note(line: Timeline, about: About) -> None:
    line.session, line.title = about.session or line.session, about.title or line.title


def _say(line: Timeline, draft: Draft) -> None:
    """The same id is the same message: it keeps its place and says what it says last; an output masked now was whole."""
    slot = line.by_id.get(draft.id) if draft.id else None
    if slot is None:
        line.add(Slot(draft))
        return
    masked = unmasked(draft, slot.draft)
    if masked:
        line.changes.append(Change(draft.line, len(line.slots), None, masked))
    else:
        slot.draft = draft


def _rewind(line: Timeline, node: Rewound, number: int) -> None:
    """Back to before a message; one that is not in the list takes everything with it."""
    slot = line.by_id.get(node.to)
    if slot is None:
        line.unknown.append(node.line)
    line.cut(0 if slot is None else slot.at, number, node.line)


def _replace(line: Timeline, node: Replaced, number: int) -> None:
    """Another list; the first one of a file is simply its messages."""
    if node.about is not None:
        _note(line, node.about)
    if node.first or not line.slots:
        for draft in node.drafts:
            _say(line, draft)
        return
    if line.budget.spend(len(node.drafts)):
        reconcile(line, listed(line, node.drafts), number, node.line)


def _patch(line: Timeline, node: Patched, number: int) -> None:
    """Mostly outputs are masked; then nothing but these is looked at."""
    found = updated(line, node)
    if (node.removed or node.order or found.other) and line.budget.spend(len(line.view)):
        reconcile(line, patched_list(line, node, found), number, node.line)
    elif found.replaced:
        line.changes.append(Change(node.line, len(line.slots), None, found.replaced))
