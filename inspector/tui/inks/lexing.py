"""A process of its own that tells keywords from strings with Pygments; run as a file, knows nothing of the program.

Pygments' patterns can take for ever on hostile text, and while one of them runs, no other thread of its process does. Here it
can take its time: whoever asked ends this process when it took too long. A request is a line of JSON, `[language, code]`; the
answer is one, `[[start, stop, name], …]`. The first line says that it is ready.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
from collections.abc import Iterator
from typing import Any

SECONDS = 10
"""Of computing time for one text, where the system can be asked for that: an orphan ends by itself."""
NAMES = {
    "Comment": "comment",
    "Literal.String.Doc": "comment",
    "Literal.String": "string",
    "Literal.Number": "number",
    "Keyword.Constant": "number",
    "Keyword.Type": "name",
    "Keyword": "keyword",
    "Operator.Word": "keyword",
    "Name.Function": "name",
    "Name.Class": "name",
    "Name.Decorator": "name",
    "Name.Exception": "name",
    "Name.Builtin": "name",
    "Name.Namespace": "name",
    "Name.Tag": "name",
    "Name.Constant": "number",
    "Name.Attribute": "key",
    "Name.Variable": "key",
    "Name.Property": "key",
}
"""Pygments' names of tokens → names of inks; a token that has none takes that of what it is a part of."""


def named(token: Any) -> str:
    """The ink of a token; empty for plain text."""
    while token is not None:
        name = NAMES.get(".".join(token))
        if name is not None:
            return name
        token = token.parent
    return ""


def inks(language: str, code: str) -> Iterator[tuple[int, int, str]]:
    """The inks of some code; none for a language that Pygments does not know."""
    from pygments.lexers import get_lexer_by_name
    from pygments.util import ClassNotFound

    try:
        lexer = get_lexer_by_name(language, stripnl=False, ensurenl=False)
    except ClassNotFound:
        return
    before = (0, 0, "")
    for start, token, text in lexer.get_tokens_unprocessed(code):
        name = named(token)
        if name == before[2] and start == before[1]:
            before = (before[0], start + len(text), name)
            continue
        if before[2]:
            yield before
        before = (start, start + len(text), name)
    if before[2]:
        yield before


def limit() -> None:
    """Let the system end this process when one text takes for ever."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        used = resource.getrusage(resource.RUSAGE_SELF)
        hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
        resource.setrlimit(resource.RLIMIT_CPU, (int(used.ru_utime + used.ru_stime) + SECONDS, hard))


def main() -> None:
    """Answer requests until there are no more."""
    with contextlib.suppress(AttributeError, OSError):
        os.nice(5)
    print("[]", flush=True)
    for line in sys.stdin:
        limit()
        try:
            found = list(inks(*json.loads(line)))
        except Exception:  # a lexer that stumbles over a text leaves it plain
            found = []
        print(json.dumps(found), flush=True)


if __name__ == "__main__":
    main()
