"""What a person asks for: words, patterns, and which blocks they may be in. Parsed from one line, with errors that help."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from inspector.analysis.patterns import Pattern, QueryError, compiled
from inspector.engine.view import Fate
from inspector.tui.finding.tokens import Token, tokens

LONGEST = 1_000
"""Characters of a query at the most."""
ROLES = {
    "system": "system",
    "sys": "system",
    "developer": "developer",
    "dev": "developer",
    "user": "user",
    "assistant": "assistant",
    "asst": "assistant",
    "tool": "tool",
}
KEPT, CUT, LATER = "kept", "cut", "later"
"""What can be said beside a fate: the words are in the view; they were cut out of it; they come after the request."""
FATES = {**{str(fate): frozenset([str(fate)]) for fate in Fate if fate is not Fate.INJECTED}, LATER: frozenset([LATER])}
FATES |= {KEPT: frozenset([KEPT]), CUT: frozenset([CUT])}
FATES["gone"] = frozenset(map(str, (Fate.DROPPED, Fate.SUMMARISED, Fate.DEDUPLICATED)))
FORMS = ("words", '"a phrase"', "/regex/", "tool:bash", "path:app", "role:user", "typed:", "fate:gone", "12..20")
"""The language by example."""


class Word(NamedTuple):
    """A text to be found as it stands; with `exact`, capital letters count."""

    text: str
    exact: bool


class Span(NamedTuple):
    """Message numbers `[first, last]`, from 1; no `last`: to the end."""

    first: int
    last: int | None


@dataclass(frozen=True, slots=True)
class Query:
    """All words and patterns must be in a block; of several values of one field, one is enough."""

    text: str = ""
    words: tuple[Word, ...] = ()
    patterns: tuple[Pattern, ...] = ()
    tools: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()
    roles: frozenset[str] = frozenset()
    fates: frozenset[str] = frozenset()
    spans: tuple[Span, ...] = ()
    typed: bool = False
    remarks: tuple[str, ...] = field(default=(), compare=False)
    """What is not complete yet, and was left out."""

    @property
    def has_text(self) -> bool:
        """There is something to be marked."""
        return bool(self.words or self.patterns)

    @property
    def empty(self) -> bool:
        """Nothing is asked for."""
        return not (self.has_text or self.tools or self.paths or self.roles or self.fates or self.spans or self.typed)


@dataclass
class _Draft:
    """A query on its way."""

    words: list[Word] = field(default_factory=list)
    patterns: list[Pattern] = field(default_factory=list)
    tools: list[str] = field(default_factory=list)
    paths: list[str] = field(default_factory=list)
    roles: set[str] = field(default_factory=set)
    fates: set[str] = field(default_factory=set)
    spans: list[Span] = field(default_factory=list)
    typed: bool = False
    remarks: list[str] = field(default_factory=list)

    def word(self, text: str) -> None:
        word = Word(text, text != text.lower())
        if text.strip() and word not in self.words:
            self.words.append(word)


def parse(text: str) -> Query:
    """The query that a line means. Raises `QueryError`, with a text for the person, when it can mean nothing."""
    if len(text) > LONGEST:
        raise QueryError(f"a search has {LONGEST:,} characters at the most: this one has {len(text):,}")
    draft = _Draft()
    for token in tokens(text):
        _take(draft, token)
    return Query(
        text=text,
        words=tuple(draft.words),
        patterns=tuple(draft.patterns),
        tools=tuple(draft.tools),
        paths=tuple(draft.paths),
        roles=frozenset(draft.roles),
        fates=frozenset(draft.fates),
        spans=tuple(draft.spans),
        typed=draft.typed,
        remarks=tuple(draft.remarks),
    )


def _take(draft: _Draft, token: Token) -> None:
    if token.kind == "pattern":
        draft.patterns.append(compiled(token.value, token.name))
    elif token.kind == "range":
        draft.spans.append(_span(token.value))
    elif token.kind == "field":
        _field(draft, token.name, token.value)
    else:
        draft.word(token.value)
        if token.kind == "word" and token.value.startswith("/") and "/" not in token.value[1:]:
            draft.remarks.append(f"{token.value} is looked for as it stands: a pattern ends with /, too")


def _field(draft: _Draft, name: str, value: str) -> None:
    if name == "typed":
        draft.typed = True
        draft.word(value)
    elif not value:
        draft.remarks.append(_WANTED[name])
    elif name == "tool":
        draft.tools.append(value.lower())
    elif name == "path":
        draft.paths.append(value.lower())
    elif name == "role":
        draft.roles.add(_one("role", value, ROLES))
    elif name == "fate":
        for part in value.split(","):
            if part:
                draft.fates |= FATES[_fate(part)]
    else:
        draft.spans.append(_span(value))


_WANTED = {
    "tool": "tool: wants a name, such as tool:read_file",
    "path": "path: wants a part of a path, such as path:src/app.py",
    "role": "role: wants one of system, developer, user, assistant, tool",
    "fate": f"fate: wants one of {', '.join(FATES)}",
    "message": "message: wants a number or a range, such as message:12 or 12..20",
}


def _one(name: str, value: str, known: dict[str, str]) -> str:
    """A role by its name, or by its beginning when only one begins so."""
    value = value.lower()
    found = {known[key] for key in known if key == value} or {known[key] for key in known if key.startswith(value)}
    if len(found) != 1:
        raise QueryError(f"{name}:{value[:40]} is no {name}: {', '.join(dict.fromkeys(known.values()))} are")
    return found.pop()


def _fate(value: str) -> str:
    """A fate by its name or its beginning; `z` is as good as `s`."""
    wanted = value.lower().replace("summariz", "summaris")
    found = [name for name in FATES if name == wanted] or [name for name in FATES if name.startswith(wanted)]
    if len(found) != 1:
        raise QueryError(f"fate:{value[:40]} is no fate: {', '.join(FATES)} are")
    return found[0]


def _span(value: str) -> Span:
    """`12`, `12..20`, `12..` or `..20`."""
    low, dots, high = value.partition("..")
    numbers = [part for part in (low, high) if part]
    if not numbers or not all(part.isascii() and part.isdigit() and len(part) < 10 for part in numbers):
        raise QueryError(f"message:{value[:40]} is no number and no range, such as 12 or 12..20")
    first = int(low) if low else 1
    last = int(high) if high else None if dots else first
    if last is not None and last < first:
        raise QueryError(f"{value}: the range runs backwards, {last}..{first} would find something")
    return Span(first, last)
