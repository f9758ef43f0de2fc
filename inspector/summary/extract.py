"""What one block offers a summary. Worked out once per block and text, whatever the policy, its knobs and the focus are."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import NamedTuple
from weakref import WeakKeyDictionary

from inspector.engine.summariser import SummaryPart
from inspector.summary.sections import Section, is_ours
from inspector.summary.text import key
from inspector.transcript.model import Block


class Span(NamedTuple):
    """A quote that a block offers: where it belongs, how much it matters, and the position in it that a clip must show."""

    section: Section
    text: str
    score: int
    anchor: int = 0
    mark: str = ""


CLOSED = 0
"""The score of an open item that is none any more: the same words stood beside an unchecked box before."""


class Todo(NamedTuple):
    """An item of the agent's own list. `id` joins later updates to it; "" in lists that are always written whole."""

    text: str
    status: str
    id: str = ""


class Extract(NamedTuple):
    """Everything that one block offers.

    `prompt` holds the lines of a typed prompt. `todos` is a whole list when `whole`, else a change of single items.
    `carried` is the text of a summary that the record holds. `failed` says that the tool marked its result as an error.
    """

    spans: tuple[Span, ...] = ()
    names: tuple[str, ...] = ()
    """Of each span, what it has in common with other wordings of the same line."""
    prompt: tuple[str, ...] = ()
    reply: tuple[str, ...] = ()
    todos: tuple[Todo, ...] = ()
    whole: bool = False
    created: str = ""
    carried: str = ""
    failed: bool = False


NOTHING = Extract()
_POSITION = re.compile(r":\d+|0x[0-9a-f]+|\d{4}-\d\d-\d\d[t ]?")
"""What differs between reports of one error: line numbers, addresses, times."""
_FORMS = 6
"""How many forms of one block (whole, truncated so or so) are remembered."""
_memo: WeakKeyDictionary[Block, dict[tuple[int, int, str], Extract]] = WeakKeyDictionary()


def extract(part: SummaryPart) -> Extract:
    """What a part offers. The same block with the same text gives the same object."""
    block = part.source
    forms = _memo.get(block)
    form = (len(part.text), hash(part.text), part.author)
    if forms is None:
        forms = _memo[block] = {}
    elif (known := forms.get(form)) is not None:
        return known
    if len(forms) >= _FORMS:
        forms.clear()
    found = _readers().get(block.kind, _nothing)(part)
    if found.spans:
        names = tuple([name_of(span.section, span.text) for span in found.spans])
        found = found._replace(names=names)
    forms[form] = found
    return found


def name_of(section: Section, text: str) -> str:
    """What makes two lines of a section the same line."""
    return _POSITION.sub("", key(text)) if section is Section.ERRORS else key(text)


_CLIENT = re.compile(
    r"\s*(?:<(?:command-name|command-message|local-command-|bash-(?:input|stdout|stderr)|task-notification)"
    r"|\[Request interrupted|Caveat: The messages below)"
)
_ARGUMENTS = re.compile(r"<command-args>([^<]{1,4000})</command-args>")
_RECORDED = "This session is being continued from a previous conversation"


Reader = Callable[[SummaryPart], Extract]


@cache
def _readers() -> dict[str, Reader]:
    """What reads a block of each kind. They build on this module, so they are looked for when the first block is read."""
    from inspector.summary import calls, prose, results

    def words(part: SummaryPart) -> Extract:
        return prose.said(part.text) if part.role == "assistant" else _typed(part, prose.typed)

    return {"tool_use": calls.read, "tool_result": results.read, "summary": _carried, "text": words}


def _nothing(part: SummaryPart) -> Extract:
    return NOTHING


def _carried(part: SummaryPart) -> Extract:
    return Extract(carried=part.text)


def _typed(part: SummaryPart, typed: Callable[[str], Extract]) -> Extract:
    """A user's text: what a person typed; what the client put there is passed over, but for a summary it recorded."""
    start = part.text[:4_000]
    if start.lstrip().startswith(_RECORDED) or (part.role == "user" and is_ours(start)):
        return Extract(carried=part.text)
    if part.author not in ("human", "") or part.role != "user":
        return NOTHING
    if _CLIENT.match(start):
        arguments = _ARGUMENTS.search(start)
        return typed(arguments[1]) if arguments and arguments[1].strip() else NOTHING
    return typed(part.text)
