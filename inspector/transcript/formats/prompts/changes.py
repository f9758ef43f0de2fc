"""What a prompt does to the messages before it, as compactions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from inspector.transcript.formats.blocks import words_of
from inspector.transcript.formats.prompts import edits
from inspector.transcript.formats.prompts.identity import differences, spoken
from inspector.transcript.formats.prompts.placing import NEW
from inspector.transcript.formats.prompts.pool import Entry, Request
from inspector.transcript.formats.prompts.state import State
from inspector.transcript.formats.prompts.wording import looks_like_summary, may_be_summary, repeats
from inspector.transcript.model import Compaction, Message

if TYPE_CHECKING:
    from inspector.transcript.formats.prompts.conversation import Conversation


UNSURE = "the record does not say whether these messages were kept, or are new ones that say the same"


class Change(NamedTuple):
    """The recorded view from a request on (`State`), and why the request's own is not certain."""

    base: tuple[int, ...]
    rest: int
    notices: Mapping[str, str]
    doubt: str = ""


def said(entries: Sequence[Entry], request: Request) -> str:
    """The text of the reply."""
    return "" if request.reply is None else spoken(entries[request.reply].message)


def repeated(entries: Sequence[Entry], request: Request, found: Sequence[int], last: Request) -> bool:
    """Whether a new message of this prompt is made of the reply to the last one."""
    reply = said(entries, last)
    new = (number for number, position in zip(request.prompt, found, strict=True) if position == NEW)
    return bool(reply) and any(repeats(entries[number].message, [reply]) for number in new)


def changed(
    talk: Conversation, now: State, view: Sequence[int], request: Request, start: int, heard: Sequence[str]
) -> Change:
    """Note the compaction that lies between the last request and this one. `start`: the first new message."""
    replaced, notices = _replaced(talk, now, view, request.prompt)
    base, rest = now.base, now.rest
    end = talk.messages
    sent = edits.sent(talk, now, view)
    if len(sent) != len(base) + end - rest or sent != [*base, *range(rest, end)]:
        summary = _summary(talk, now, sent, start, heard)
        if summary is None and request.compaction.get("summarised"):
            summary = _first_new(talk, sent, start)
        base, rest = _order(sent, start, end, summary)
        made = _compaction(talk, request, "full", start, base, summary, replaced)
        unsure = frozenset([view[at] for at in request.unsure])
        talk.compactions.append(replace(made, doubtful=unsure, doubt=UNSURE) if unsure else made)
    elif replaced:
        talk.compactions.append(_compaction(talk, request, "micro", start, None, None, replaced))
    edited = edits.applied(talk, now, request, end)
    return Change(base, rest, notices, request.uncertain or edited or ("cut by the provider" if sent != view else ""))


def after_reply(talk: Conversation, now: State, reply: int, request: Request) -> State:
    """The state after the reply: the provider's own compaction stands in the reply."""
    if not edits.is_compaction(talk.entries[talk.known.union[reply]].message):
        return now
    base = edits.kept(talk, now, reply)
    talk.compactions.append(edits.compaction(request, reply, base))
    talk.provided = True
    return now._replace(base=base, rest=reply + 1, compactions=len(talk.compactions))


def _replaced(
    talk: Conversation, now: State, view: Sequence[int], prompt: Sequence[int]
) -> tuple[dict[str, str], Mapping[str, str]]:
    """Tool id → the text that a prompt has from here on for a result, and all such texts."""
    union = talk.known.union
    found: dict[str, str] = {}
    first = [union[position] for position in view]
    for position, number in zip(view, prompt, strict=True) if first != [*prompt] else ():
        if union[position] != number:
            found |= _other_texts(talk, union[position], number)
    if not found and not now.notices:
        return {}, now.notices
    fresh = {key: text for key, text in found.items() if now.notices.get(key) != text}
    fresh |= {key: text for key, text in _restored(talk, now, view).items() if key not in found}
    return fresh, {**now.notices, **fresh} if fresh else now.notices


def _other_texts(talk: Conversation, ours: int, theirs: int) -> dict[str, str]:
    pair = (ours, theirs)
    if pair not in talk.forms:
        talk.forms[pair] = differences(talk.entries[ours].message, talk.entries[theirs].message)[0]
    return talk.forms[pair]


def _restored(talk: Conversation, now: State, view: Sequence[int]) -> dict[str, str]:
    """Results of which the prompt has the first text again."""
    union, entries, notices = talk.known.union, talk.entries, now.notices
    if not notices:
        return {}
    blocks = (block for position in view for block in entries[union[position]].message.blocks)
    return {b.tool_id: b.text for b in blocks if b.kind == "tool_result" and notices.get(b.tool_id, b.text) != b.text}


def _order(sent: Sequence[int], start: int, end: int, summary: int | None) -> tuple[tuple[int, ...], int]:
    """The messages that must be named, and the first that simply follows."""
    count = len(sent)
    while count and sent[count - 1] == end - 1 and end > start and end - 1 != summary:
        count, end = count - 1, end - 1
    return tuple(sent[:count]), end


def _summary(talk: Conversation, now: State, sent: Sequence[int], start: int, heard: Sequence[str]) -> int | None:
    """The message that stands for what is gone; the client's other insertions are marked as such."""
    before = {*now.view, now.reply} if now.reply is not None else {*now.view}
    gone = len(before.difference(sent)) > 1
    kept = any(position < start and not edits.is_system(talk, position) for position in sent)
    new = [at for at, position in enumerate(sent) if position >= start]
    last_old = next((at for at in range(len(sent) - 1, -1, -1) if sent[at] < start), -1)
    summary, place = None, NEW
    for at in new:
        position = sent[at]
        message = talk.entries[talk.known.union[position]].message
        sure = at == len(sent) - 1 and kept  # the last message after others that were kept may well be typed
        if gone and summary is None and (looks_like_summary(message, sure) or repeats(message, heard)):
            talk.marked[position], summary, place = "summary", position, at
        elif _is_inserted(message, at < last_old, summary is not None and at == place + 1):
            talk.marked[position] = "client"
    return summary


def _first_new(talk: Conversation, sent: Sequence[int], start: int) -> int | None:
    """The summary that the record tells of: the first new message that can be one, unless it is the question at the end."""
    new = [at for at in sent if at >= start and talk.entries[talk.known.union[at]].message.role == "user"]
    found = next((at for at in new if may_be_summary(talk.entries[talk.known.union[at]].message)), None)
    if found is None or (len(new) == 1 and any(at < start and not edits.is_system(talk, at) for at in sent)):
        return None
    talk.marked[found] = "summary"
    return found


def _is_inserted(message: Message, amid: bool, after_summary: bool) -> bool:
    """Whether the client wrote a message: it stands amid old ones (another form of a reply, too), or thanks for a summary."""
    if message.role == "assistant":
        return amid or after_summary
    return amid and message.role == "user" and may_be_summary(message)


def _compaction(
    talk: Conversation,
    request: Request,
    kind: str,
    before: int,
    order: tuple[int, ...] | None,
    summary: int | None,
    replaced: Mapping[str, str],
) -> Compaction:
    last = talk.last
    earlier = last.usage if last else None
    told = request.compaction
    return Compaction(
        "full" if kind == "full" else "micro",
        before,
        words_of(told.get("trigger")),
        line=request.line,
        summary=summary,
        order=order,
        replaced=dict(replaced),
        tokens_before=told.get("tokens_before", earlier.context if earlier else None),
        tokens_after=told.get("tokens_after", request.usage.context if request.usage else None),
    )
