"""The transcript of one session of opencode, of whatever store its objects came from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from inspector.transcript.errors import TranscriptError
from inspector.transcript.formats.blocks import text_block, words_of
from inspector.transcript.formats.choice import Choice
from inspector.transcript.formats.opencode.compactions import compactions, is_marker
from inspector.transcript.formats.opencode.messages import Gathered, text_of
from inspector.transcript.formats.opencode.objects import Entry, Objects, within
from inspector.transcript.formats.sqlite_values import moment_of
from inspector.transcript.make import make_message
from inspector.transcript.model import Block, Branch, Transcript
from inspector.transcript.problems import Problems

KEY = "opencode"
NOTHING = Choice()


def transcript_of(objects: Objects, problems: Problems, choice: Choice = NOTHING) -> tuple[Transcript, dict[str, str]]:
    """The transcript, and the session of each subagent with the call that started it.

    A session that was taken back to an earlier message (`revert`) goes on from there: that is shown, the rest is a branch.
    """
    kept, taken_back = reverted(objects)
    chosen = _chosen(kept, objects.entries if taken_back else kept, choice.leaf)
    gathered = _gathered(chosen, problems)
    session = objects.session
    found = Transcript(
        KEY,
        tuple(gathered.messages),
        session=words_of(session.get("id")),
        title=words_of(session.get("title")),
        compactions=compactions(gathered, session.get("version")),
        branch=_leaf(chosen) if taken_back else "",
        branches=_branches(kept, objects.entries, chosen) if taken_back else (),
        report=problems.report(),
    )
    return found, gathered.children


def reverted(objects: Objects) -> tuple[list[Entry], bool]:
    """The messages before the one that the session was taken back to (or its parts before that part)."""
    entries = objects.entries
    target, part = within(objects.session, "revert", "messageID"), within(objects.session, "revert", "partID")
    at = next((i for i, entry in enumerate(entries) if target and entry.id == target), None)
    if at is None:
        return entries, False
    kept = entries[:at]
    if isinstance(part, str) and part:
        before = [each for each in entries[at].parts if words_of(each.get("id")) < part]
        kept = [*kept, entries[at]._replace(parts=before)] if before else kept
    return kept, True


def _leaf(entries: Sequence[Entry]) -> str:
    return entries[-1].id if entries else "start"


def _chosen(kept: list[Entry], whole: list[Entry], leaf: str | None) -> list[Entry]:
    if leaf is None or (kept is not whole and _leaf(kept).startswith(leaf)):
        return kept
    if kept is not whole and _leaf(whole).startswith(leaf):
        return whole
    raise TranscriptError(f"there is no branch {leaf[:60]!r} in this session")


def _branches(kept: list[Entry], whole: list[Entry], chosen: list[Entry]) -> tuple[Branch, ...]:
    other = kept if chosen is whole else whole
    title = "before it was taken back" if other is whole else "taken back to here"
    last = other[-1] if other else None
    time = moment_of(within(last.info, "time", "created"), 1000) if last else ""
    return (Branch(_leaf(other), last.number if last else 0, len(other), time, title),)


def _gathered(entries: list[Entry], problems: Problems) -> Gathered:
    gathered = Gathered(problems)
    _system(entries, gathered)
    typed: Entry | None = None
    again = ""
    last, take = entries[-1] if entries else None, gathered.take
    for entry in entries:
        take(entry, entry is last, again)
        info = entry.info
        if info.get("role") != "user":
            if "summary" in info:
                gathered.turning.append(entry)
        elif is_marker(entry):
            gathered.turning.append(entry)
            overflow = any(part.get("overflow") is True for part in entry.parts)
            again = text_of(typed) if overflow and typed is not None else ""
        else:
            typed, again = entry, ""
    return gathered


def _system(entries: list[Entry], gathered: Gathered) -> None:
    """The system prompt: replies of the first versions hold it, as a list of texts."""
    for entry in entries:
        texts: Any = entry.info.get("system")
        if entry.info.get("role") != "assistant" or not isinstance(texts, list):
            continue
        blocks: tuple[Block, ...] = tuple([text_block(text) for text in texts if isinstance(text, str) and text])
        if blocks:
            gathered.messages.append(
                make_message(1, "system", blocks, False, "system", entry.number, "", "", "", None, {})
            )
        return
