"""Whether the summary of a view, and the durable state, have the words that are looked for: word for word, or not at all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from inspector.analysis.patterns import Pattern, TooSlow
from inspector.tui.finding.query import Query, Word
from inspector.tui.parts import Part

Answer = Literal["yes", "no", "in part"]


class Mention(NamedTuple):
    """What one text has of the words: all of them, none, or those in `has`."""

    answer: Answer
    has: tuple[str, ...] = ()


def mention(query: Query, text: str) -> Mention:
    """Looks for the words as they were typed; another wording of the same is none of them."""
    low = text.lower()
    asked = [(word.text, _has_word(word, text, low)) for word in query.words]
    asked += [(pattern.text, _has_pattern(pattern, text)) for pattern in query.patterns]
    has = tuple(name for name, found in asked if found)
    return Mention("yes" if len(has) == len(asked) else "in part" if has else "no", has)


def told(query: Query, summaries: Sequence[str] | None, durable: str) -> tuple[Part, ...]:
    """A line about summary and durable state; without summaries in the view, and without durable state, that is said.

    `summaries` is None while their text is not known yet.
    """
    if not query.has_text:
        return ()
    parts = [Part("Σ in the summary of this view: ", "quiet", 5), *_summary(query, summaries)]
    if durable:
        parts += [Part("   ◆ in the durable state: ", "quiet", 4), *_answer(mention(query, durable), 4)]
    return tuple(parts)


def _summary(query: Query, summaries: Sequence[str] | None) -> list[Part]:
    if summaries is None:
        return [Part("its text is not written yet", "quiet", 5)]
    if not summaries:
        return [Part("there is none", "quiet", 5)]
    return _answer(mention(query, "\n".join(summaries)), 5)


def _answer(found: Mention, rank: int) -> list[Part]:
    if found.answer == "in part":
        names = ", ".join(f"“{name}”" for name in found.has)
        return [Part("in part, ", "warn", rank), Part(names, "warn", rank, least=6)]
    return [
        Part("yes, word for word" if found.answer == "yes" else "no", "good" if found.answer == "yes" else "bad", rank)
    ]


def _has_word(word: Word, text: str, low: str) -> bool:
    return word.text in (text if word.exact else low)


def _has_pattern(pattern: Pattern, text: str) -> bool:
    try:
        return pattern.find(text) is not None
    except TooSlow:
        return False
