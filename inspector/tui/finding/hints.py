"""What the list says while it is empty: how to ask, or why nothing was found."""

from __future__ import annotations

from inspector.tui.finding.query import Query

Hint = tuple[str, str]
"""What to type, and what that finds."""

HOW: tuple[Hint, ...] = (
    ("never touch", "all of these words, in one block"),
    ('"never touch"', "the phrase; Never, with a capital: exactly as typed"),
    ("fate:dropped", "what this view dropped; or kept, cut, gone, later …"),
    ("role:user typed:", "what a user said; what a person typed"),
    ("tool:bash path:app", "calls and results of a tool, or with such a path"),
    ("/err(or|no)/i", "a regular expression; i: in any case"),
    ("12..20 message:7", "only these messages"),
    ("↑", "a search of before"),
)


def why_not(query: Query, others: int, unsearched: int = 0) -> list[Hint]:
    """What may be wrong with a query that finds nothing, most likely first. `others` hits have none of the asked fates.

    `unsearched` blocks were not searched to the end, so that nothing can be said of them.
    """
    hints = [("a simpler pattern", _unknown(unsearched))] if unsearched else []
    if others:
        return [*hints, ("without fate:", f"{others:,} hits, with other fates at this request")]
    exact = [word.text for word in query.words if word.exact]
    if exact:
        hints.append((exact[0].lower(), f"in any case: {exact[0]} has a capital letter, and is looked for as typed"))
    names = [word.text for word in query.words] + [pattern.text for pattern in query.patterns]
    if len(names) > 1:
        hints.append((names[0], "fewer words find more: all of them must be in one block"))
    fields = [name for name, there in _fields(query) if there]
    if fields:
        hints.append((f"without {fields[0]}", "finds more: it leaves blocks out"))
    return hints or [("", "it stands in no text, no call and no result of this transcript")]


def _unknown(blocks: int) -> str:
    many = "1 block was" if blocks == 1 else f"{blocks:,} blocks were"
    return f"{many} not searched to the end, as the pattern takes too long: it may stand there"


def _fields(query: Query) -> list[tuple[str, object]]:
    return [
        ("fate:", query.fates),
        ("tool:", query.tools),
        ("path:", query.paths),
        ("role:", query.roles),
        ("typed:", query.typed),
        ("message:", query.spans),
    ]
