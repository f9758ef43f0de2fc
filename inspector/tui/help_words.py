"""What the help says, section by section: the actions, then the mouse, then what the signs mean. No Textual here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from inspector.engine.view import Fate
from inspector.tui.about import CERTIFICATES
from inspector.tui.actions import Action, Scope, groups, key_names, palette
from inspector.tui.evidence_rows import STATUS
from inspector.tui.fates import sign

FATES = {
    Fate.VERBATIM: "as recorded",
    Fate.TRUNCATED: "a part of the text was cut out; a notice stands in its place",
    Fate.CLEARED: "the text of a tool result was replaced by a placeholder",
    Fate.FOLDED: "an older text of the assistant was replaced by a placeholder",
    Fate.DEDUPLICATED: "left out, since another interaction says the same",
    Fate.DROPPED: "left out",
    Fate.SUMMARISED: "left out; a summary stands for it",
    Fate.INJECTED: "made up by a layer: a summary, an acknowledgement, a supplied system prompt",
}

SOURCES = {
    "available": "found, and its hash is the one that is shown",
    "missing": "not there, or not there any more",
    "denied": "there is no leave to look it up: another session, a link, a permission",
    "corrupt": "found, but it is not what the pointer names",
    "unsupported": "a kind of pointer that nobody here owns",
}

SIGNS = {
    "◆": "here the policy compacted, on the line of A: here A did; ◇ here the agent itself did, as it recorded",
    "!": "here something that a person typed was lost",
    "✖": "here the view was refused; · here housekeeping began to take something",
    "▲": "the request that is shown; ◈ ⊗ ⚠ the same, where something was compacted, refused or lost",
    "┄": "the same at every request from the mark on",
    "▏▎": "beside a block: the view changed it; thick: the chosen layer did",
    "− +": "with a layer chosen, and where a block is read whole: what was taken out, what was put in",
    "⇕": "the panes scroll apart: tab goes to the other one",
    "12?": "behind a number: the record does not say for sure that the prompt held the message, or how",
    "⋯": "the block goes on below: enter unfolds it, space reads it whole",
    "≈": "an estimate, until the transcript is counted",
    "● live": "the file is followed: new messages appear; W pauses",
    "‼ ○": "in the summary room: a finding, contradicted or not in the source; in the source, and not in the summary",
    "?": "there, too: a hint, worth a look at both places; it may be wrong",
    "✓ ~": "there, too: held word for word; held in part, or in other words",
    "✖ ! ·": "in the check room: an error, a warning, a note",
    "━ Σ ◆": "in the why room: in the view, in the summary, in the durable state, word for word",
    "→ ✂ ◌ ~ ╌": "there, too: behind a pointer, cut, cleared, perhaps paraphrased (not kept), gone",
    "✗ ↺ ◎": "there, too: where a fact was lost, came back, was needed",
    "★": "in the comparison: the best of its row; ● ○ who is compared, and who may be; × a refused view",
    "─": "in the recall room: what any view of that size could have held",
    "■ ─": "in the cost room: a part of the bars; the prompt that the provider reported",
    "◌ ∙": "there, too: what was cached had expired; not read for another reason",
    "= Δ ↻ –": "in the recall room, of what was got again: the view held it, the file had changed, a routine run, it failed",
    "✱": "a knob that is not at its default",
    "*modified": "the policy with other knobs than its own",
}
"""Signs of timeline, panes and knobs."""

MOUSE = {
    "timeline": "click or drag: the request; on a mark: what it changed; wheel: one on or back",
    "layers": "click: the change of that layer alone",
    "panes": "click: the cursor; double click: unfold; drag: copy text; wheel: the half under it, when apart",
    "search": "click: the hit; double click: go there; wheel: more of them",
    "knobs": "click: select; drag the slider; ctrl and the wheel: turn",
    "summary room": "click: a line, a marked place, a summariser; double click: its block; on ⋯: unfold",
    "recall, cost": "click: a line, a request; double click: go there",
    "why room": "click: a line, a lane, a request; double click: what enter does there",
    "comparison": "click: a contender joins or leaves, a request is gone to",
    "other lines": "policy: choose; warning: go there; budget: in numbers; last line: its keys",
}

IN_KNOBS = {
    "↑ ↓": "select a knob",
    "← →": "turn it; with shift ten steps",
    "0–9 enter": "type a value, k and m for thousands and millions; enter takes it, esc leaves it",
    "home end": "smallest and largest value",
    "delete": "back to the default",
    "esc": "back to the panes",
}

IN_TIMELINE = {
    "pgup pgdn": "previous, next mark",
    "home end": "first, last request",
}


class Row(NamedTuple):
    """A name, what it means, the style of the name, and what a click runs (None: nothing)."""

    name: str
    words: str
    style: str = "name"
    action: Action | None = None


class Section(NamedTuple):
    """Rows under a title."""

    title: str
    rows: tuple[Row, ...]


def sections(where: Scope = "main") -> list[Section]:
    """All of the help; what can be done at that place can be chosen."""
    runs = frozenset(palette(where))
    found = [
        Section(group, tuple(_row(action, action in runs) for action in actions)) for group, actions in groups().items()
    ]
    found.append(_table("While the knobs have the keys", IN_KNOBS))
    found.append(_table("While the timeline has the keys", IN_TIMELINE))
    found.append(_table("Mouse", MOUSE))
    fates = tuple(Row(f"{sign(fate)} {fate}", words, f"fate-{fate}") for fate, words in FATES.items())
    found.append(Section("What became of a block", fates))
    found.append(_table("Other signs", SIGNS))
    sources = tuple(
        Row(f"{mark} {word}", SOURCES[word], style) for mark, style, word in STATUS.values() if word in SOURCES
    )
    found.append(Section("Sources of the durable state", sources))
    found.append(_table("How far a view may be believed", CERTIFICATES))
    return found


def _row(action: Action, runs: bool) -> Row:
    return Row(key_names(action), action.help, "name", action if runs else None)


def _table(title: str, rows: Mapping[str, str]) -> Section:
    return Section(title, tuple(Row(name, words) for name, words in rows.items()))


def matching(found: list[Section], typed: str) -> list[Section]:
    """The rows that hold every word that was typed, in their key, name, words or title."""
    words = typed.lower().split()
    if not words:
        return found
    kept = (Section(one.title, tuple(row for row in one.rows if _holds(one, row, words))) for one in found)
    return [section for section in kept if section.rows]


def _holds(section: Section, row: Row, words: list[str]) -> bool:
    if row.name.lower() in words or row.name == " ".join(words):
        return True
    label = row.action.label if row.action else ""
    text = f"{section.title} {row.name} {label} {row.words}".lower()
    return all(word in text for word in words)
