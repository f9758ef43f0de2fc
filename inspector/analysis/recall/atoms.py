"""What the agent refers to when it writes: paths, identifiers, numbers and quotations in its texts and in its calls.

Known by their form alone. Thinking is left out: whether a provider shows it again is not known.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, NamedTuple

from inspector.analysis.recall.common_names import bare, common, is_file
from inspector.analysis.recall.numbers import figures
from inspector.summary.names import names_in
from inspector.summary.text import words as table
from inspector.transcript import TranscriptChanged
from inspector.transcript.call_words import DEEP
from inspector.transcript.model import Block

Kind = Literal["path", "end", "identifier", "number", "quotation"]
"""`end`: the end of a path that was seen as a path of its own, written from another folder."""

LONGEST_TEXT = 60_000
"""Characters of one text or argument that are looked at."""
MOST = 150
"""Things of one reply that are looked for; of a reply that names more, those that come first."""
QUOTED = range(6, 121)
"""Characters of a quotation."""
OLD_LINES = 6
"""Lines of a text that is to be replaced: it must be known word for word, and some of its lines stand for all."""
_QUOTE = re.compile(
    r"\"([^\"\n]{0,400})\"|„([^„“”\n]{0,400})[“”]|“([^“”\n]{0,400})”|«([^«»\n]{0,400})»|`([^`\n]{1,400})`|(?<!\w)'([^'\n]{1,400})'(?!\w)|「([^「」\n]{0,400})」"
)
"""Any length, so that the end of a short one is not taken for the beginning of another."""
_EDGES = re.compile(r"^\W+|\W+$")
_HYPHENS = re.compile(r"(?<![\w./-])[a-z][a-z0-9]*+(?:-[a-z0-9]++)++(?![\w/-])")
_MARKED = re.compile(r"`([a-z]++(?:-[a-z]++)++)`")
_MAIL = re.compile(r"(?<![\w.+/@-])[\w.+-]{1,64}+@(?:[\w-]++\.)++[A-Za-z]{2,}+(?![\w@])", re.A)
LONGEST_NAME = 64
"""Characters of a name with hyphens; it has a digit behind the first of them, or is marked as a name."""
_SWITCHES = table("command action mode output_mode operation method type")
"""Arguments that, of one word, choose what a tool does."""
_EXCHANGE = re.compile(r"(?<![\w/])s([/|#])([^\n]{1,400}?)\1([^\n]{0,400}?)\1")
"""What `sed` is told to replace, and by what."""
_OLD = table("old_string old_str oldString oldText old_text search SEARCH find target_content TargetContent")
_FREE = table(
    "command cmd script CommandLine"
    " description explanation thought thinking summary title status activeForm active_form subject content new_string new_str"
    " newString newText new_text file_text insert_text contents text body prompt message code source new_source reason"
)
"""Arguments that are no quotation as a whole: commands, which are run by habit, and what the agent writes as it likes."""
_STEERING = table(
    "offset limit line lines start end start_line end_line startLine endLine line_number insert_line view_range timeout"
    " timeout_ms head_limit max_results max_output_tokens yield_time_ms count page n top_k depth session_id bash_id -A -B -C"
    " StartLine EndLine waitForPreviousTools workdir cell_number"
)
"""Arguments whose numbers say how much is wanted, not what."""


class Atom(NamedTuple):
    """One thing that a reply refers to. `beside`: words one of which must stand beside an earlier place of a number.

    `lead`: what may stand before the end of a path; without it, it must be a path of its own.
    """

    kind: Kind
    text: str
    beside: frozenset[str] = frozenset()
    lead: str = ""


def atoms(blocks: Iterable[Block]) -> tuple[Atom, ...]:
    """What the blocks of a reply refer to, each thing once, in the order of kinds within each text."""
    found: dict[tuple[Kind, str], Atom] = {}
    for block in blocks:
        for atom in _of_block(block):
            known = found.setdefault((atom.kind, atom.text), atom)
            found[atom.kind, atom.text] = known._replace(beside=known.beside | atom.beside)
            if len(found) >= MOST:
                return tuple(found.values())
    return tuple(found.values())


def _of_block(block: Block) -> Iterator[Atom]:
    try:
        if block.kind == "text":
            yield from in_text(block.text)
        elif block.kind == "tool_use":
            for name, value in _arguments(block.input):
                yield from in_argument(name, value)
    except TranscriptChanged:
        return


def in_text(text: str, name: str = "") -> Iterator[Atom]:
    """What a text refers to."""
    text = text[:LONGEST_TEXT]
    yield from in_names(text)
    yield from (Atom("number", each.text, each.beside) for each in figures(text, name))
    for found in _QUOTE.finditer(text):
        yield from quotation(found[found.lastindex or 0])


def in_names(text: str) -> Iterator[Atom]:
    """Paths and identifiers, in the order of the alphabet: the same whatever run it is."""
    for word in sorted(names_in(text)):
        yield from _named(word)
    for found in _HYPHENS.finditer(text):
        name = found[0]
        if len(name) <= LONGEST_NAME and any(map(str.isdigit, name.partition("-")[2])) and not common(name):
            yield Atom("identifier", name)
    yield from (Atom("identifier", found[1]) for found in _MARKED.finditer(text) if len(found[1]) <= LONGEST_NAME)
    yield from (Atom("identifier", found[0]) for found in _MAIL.finditer(text))


def _named(word: str) -> Iterator[Atom]:
    if "/" in word:
        if not common(word):
            yield Atom("path", word.rstrip("/"))
        return
    name = bare(word)
    if name != word:
        yield from (each for inner in sorted(names_in(name)) for each in _named(inner))
    elif not common(name) and not re.fullmatch(r"#\d", name):
        yield Atom("path" if is_file(name) else "identifier", name)


def in_argument(name: str, value: object) -> Iterator[Atom]:
    """What one argument of a call refers to."""
    if name in _STEERING or isinstance(value, bool) or (name in _SWITCHES and _word(value)):
        return
    if isinstance(value, int | float):
        yield from (Atom("number", each.text, each.beside) for each in figures(str(value), name))
    elif isinstance(value, str):
        if name in _FREE and "s" in value:
            value = _EXCHANGE.sub(r" \2 \n \3 ", value[:LONGEST_TEXT])
        yield from in_text(value, name if "\n" not in value else "")
        if name in _OLD:
            lines = dict.fromkeys(line.strip() for line in value[:LONGEST_TEXT].split("\n"))
            longest = sorted(lines, key=len, reverse=True)[:OLD_LINES]
            yield from (each for line in longest for each in quotation(line))
        elif name not in _FREE and "\n" not in value:
            yield from quotation(value)


def quotation(text: str) -> Iterator[Atom]:
    """A text as a quotation, without the signs at its ends; nothing where it is too short, too long or one word."""
    inner = _EDGES.sub("", text)
    if len(inner) in QUOTED and re.search(r"\w\W+\w", inner) and not _one_word(inner):
        yield Atom("quotation", inner)


def _word(value: object) -> bool:
    return isinstance(value, str) and re.fullmatch(r"\w+", value) is not None


def _one_word(text: str) -> bool:
    """Whether it is a single name, which stands for itself."""
    return re.search(r"\s", text) is None and text.isascii()


def _arguments(value: object, name: str = "", depth: int = DEEP) -> Iterator[tuple[str, object]]:
    """The single values of arguments, each with the name that it stands under."""
    if isinstance(value, Mapping) and depth:
        for key, item in value.items():
            yield from _arguments(item, str(key), depth - 1)
    elif isinstance(value, list | tuple) and depth:
        for item in value:
            yield from _arguments(item, name, depth - 1)
    else:
        yield name, value
