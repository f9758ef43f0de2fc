"""Summarisers by name: `extractive`, `stub:1500` … A name is one word, and behind a colon what it needs."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple

from inspector.engine.summariser import Summariser

if TYPE_CHECKING:
    from inspector.summary.cassette import Cassette
    from inspector.summary.size import Measure
    from inspector.summary.through import Names, Outside
    from inspector.transcript.model import Transcript

Mode = Literal["make", "replay", "pending"]
LARGEST_STUB = 1_000_000


class Spec(NamedTuple):
    """How a summariser is named (`form`), what it is in a line, and whether it asks something outside this program."""

    form: str
    help: str
    outside: bool = False

    @property
    def word(self) -> str:
        return self.form.partition(":")[0]


SPECS = (
    Spec("extractive", "quotes of the session itself, in sections; offline, always the same (the default)"),
    Spec("recorded", "the agent's own summary, where the record holds one of the same messages"),
    Spec("anthropic:MODEL", "a model behind Anthropic's Messages API; the key comes from ANTHROPIC_API_KEY", True),
    Spec("command:PROGRAM", "a program of yours: it reads the request on stdin (JSON), and writes the summary", True),
    Spec("stub:N", "a placeholder of exactly N tokens in the policy's measure, for sweeps"),
    Spec("none", "no summaries: a layer that needs one changes nothing"),
)


class UnknownSummariser(ValueError):
    """A name that means no summariser. The text says what is wrong with it, and what there is."""


def summariser(
    spec: str,
    *,
    transcript: Transcript | None = None,
    measure: Measure | None = None,
    cassette: Cassette | None = None,
    mode: Mode = "make",
    environ: Mapping[str, str] | None = None,
    told: Callable[[str], None] | None = None,
    patience: int | None = None,
) -> Summariser:
    """The summariser of that name. Raises `UnknownSummariser`.

    `transcript` is what `recorded` looks in, `measure` the policy's own (for `stub`). One that asks outside goes through the
    cassette (the user's own unless one is given) in the given `mode`, and tells in a line what it costs before and after;
    after `patience` failures in a row it is not asked any more.
    """
    word, rest = parse(spec)
    if word == "stub":
        from inspector.summary.stub import Stub

        return Stub(_size(spec, rest), measure)
    if word == "none":
        from inspector.summary.none import NoSummaries

        return NoSummaries()
    if word == "recorded":
        return _recorded(transcript)
    if word == "extractive":
        from inspector.summary.extractive import Extractive

        return Extractive()
    from inspector.summary.cassette import Cassette
    from inspector.summary.through import Through

    inner, kept = _outside(word, rest, environ), cassette or Cassette(environ=environ, told=told)
    names = None if transcript is None or environ is not None else _names(transcript, inner.name)
    return Through(inner, kept, mode, told=told, patience=patience, names=names)


def _names(transcript: Transcript, name: str) -> Names:
    """The names of requests that were found for a session; whoever is made anew for every replay goes on with them."""
    from inspector.engine.effects import remember
    from inspector.summary.through import Names

    return remember(transcript, ("names of requests", name), Names)


def _recorded(transcript: Transcript | None) -> Summariser:
    from inspector.summary.recorded import Recorded

    if transcript is None:
        raise UnknownSummariser("summariser 'recorded': it needs a session to look in, and there is none here.")
    return Recorded(transcript)


def _outside(word: str, rest: str, environ: Mapping[str, str] | None) -> Outside:
    if word == "anthropic":
        from inspector.summary.anthropic_summariser import AnthropicSummariser

        return AnthropicSummariser(rest, environ=environ)
    from inspector.summary.command import Command

    return Command(rest, environ=environ)


def asks_outside(spec: str) -> bool:
    """Whether it runs a program or asks a service; such a one needs the person's word. Raises `UnknownSummariser`."""
    word, _ = parse(spec)
    return next(each.outside for each in SPECS if each.word == word)


def says_nothing(spec: str) -> bool:
    """Whether it writes a placeholder, in which nothing can be told."""
    return spec.partition(":")[0].strip() == "stub"


def parse(spec: str, also: Sequence[str] = ()) -> tuple[str, str]:
    """A name's word and what stands behind its colon, looked at as far as that is possible without running anything.

    `also` are words that the caller understands by itself: they are offered where this one means nobody.
    """
    word, colon, rest = spec.partition(":")
    known = next((each for each in SPECS if each.word == word.strip()), None)
    if known is None:
        raise UnknownSummariser(f"no summariser {spec!r}.{_near(word, also)}\n{offer(also)}")
    word, rest = known.word, rest.strip()
    wanted = known.form.partition(":")[2]
    if colon and not wanted:
        raise UnknownSummariser(f"summariser {spec!r}: {word} takes nothing behind it. Write {word}.")
    if wanted and not rest:
        raise UnknownSummariser(f"summariser {spec!r}: something is missing. Write {known.form}.")
    if word == "stub":
        _size(spec, rest)
    if word == "command":
        _words(spec, rest)
    if word == "anthropic" and (len(rest.split()) > 1 or not rest.isprintable()):
        raise UnknownSummariser(f"summariser {spec!r}: the name of a model is one word.")
    return word, rest


def offer(also: Sequence[str] = ()) -> str:
    """What there is, in a line."""
    return f"There is {', '.join((*(spec.form for spec in SPECS), *also))}."


def _size(spec: str, text: str) -> int:
    plain = text.replace("_", "").replace(",", "")
    size = int(plain) if plain.isascii() and plain.isdecimal() and len(plain) < 10 else 0
    if not 1 <= size <= LARGEST_STUB:
        raise UnknownSummariser(f"summariser {spec!r}: write a size from 1 to {LARGEST_STUB:,}, as in stub:1500.")
    return size


def _words(spec: str, line: str) -> None:
    from inspector.summary.command import split

    try:
        split(line)
    except ValueError as error:
        raise UnknownSummariser(f"summariser {spec!r}: {error}.") from None


def _near(word: str, also: Sequence[str]) -> str:
    near = difflib.get_close_matches(word.strip().lower(), [*(spec.word for spec in SPECS), *also], n=1, cutoff=0.6)
    return f" Did you mean {near[0]!r}?" if near else ""
