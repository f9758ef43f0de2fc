"""Whether an answer may replace history. One that may not is no summary: blank, cut off, a call, a refusal, an error's words.

A summary that tells of an error is one: only an answer that holds nothing else is taken for the error itself.
"""

from __future__ import annotations

import re

from inspector.engine.unusable_data import data_fault

_STOPS = {
    "cut off": "the answer was cut off at its length limit; allow it more tokens, or give the summariser less to read",
    "tool call": "the answer was a tool call, no summary",
    "refusal": "the summariser refused",
}
_TAGS = re.compile(r"</?[A-Za-z_][^<>]{0,200}>|`{3,}\w{0,20}|~{3,}\w{0,20}")
_FENCE = re.compile(r"(`{3,}|~{3,})\w{0,20}[ \t]*\n(.*)\n\1", re.DOTALL)
_OPENED = re.compile(r"^<(summary|state_snapshot|conversation_summary|compact_summary|analysis)>", re.MULTILINE)
_LEFT_OUT = 20
"""Characters without a blank from which a word may be a secret: such a word is not repeated."""
_SHOWN = 100
_LONGEST = 2_000
"""Characters above which a text says more than an error or a refusal."""
_BEGINNING = 40
_MARKS = re.compile(r"[<`~]")


def unusable(text: str, stop: str = "end") -> str | None:
    """Why a text may not take the place of history; None for one that may. `stop` says why the answer ended."""
    if stop in _STOPS:
        return _STOPS[stop]
    if _blank(text):
        return "the answer was blank"
    inner = _unfenced(text.strip())
    if why := data_fault(inner):
        return why
    if (tag := _left_open(inner)) is not None:
        return f"the answer was cut off: <{tag}> is opened and never closed"
    return None if len(inner) > _LONGEST else _in_words(inner)


def _in_words(text: str) -> str | None:
    """Why a short text is no summary. The phrases are read when there is such a text: to compile them takes a while."""
    from inspector.engine.unusable_words import error_words, is_asking, is_refusal

    if is_refusal(text):
        return "the summariser refused"
    if is_asking(text):
        return "the answer asks for the conversation instead of summarising it"
    return f"the answer was an error message, no summary: {_shown(text)}" if error_words(text) else None


def _blank(text: str) -> bool:
    """Whether a text says nothing: no letter and no digit outside of tags and fences."""
    beginning = text[:_BEGINNING]
    plain = not _MARKS.search(beginning) and any(map(str.isalnum, beginning))
    return not (plain or _says(text))


def _says(text: str) -> bool:
    return any(map(str.isalnum, _TAGS.sub(" ", text)))


def _left_open(text: str) -> str | None:
    """The tag that an answer in tags opens at last and does not close."""
    if not _OPENED.match(text):
        return None
    last = list(_OPENED.finditer(text))[-1]
    return None if text.find(f"</{last[1]}>", last.end()) >= 0 else last[1]


def _unfenced(text: str) -> str:
    """What stands inside a fence that holds all of it."""
    fenced = _FENCE.fullmatch(text)
    return fenced[2].strip() if fenced else text


def _shown(text: str) -> str:
    """The first line, without anything that might be a key."""
    first = text.split("\n", 1)[0][: 4 * _SHOWN]
    words = ["…" if len(word) >= _LEFT_OUT or word.startswith(("sk-", "sk_")) else word for word in first.split()]
    line = " ".join(words)
    return line if len(line) <= _SHOWN else line[: _SHOWN - 1] + "…"
