"""What tools answer in made-up sessions: logs, records, tables, code, pages, listings; each with the things that stand in it."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import NamedTuple

from tests.analysis.truth import recall_words as words
from tests.analysis.truth.recall_words import Thing


class Output(NamedTuple):
    """A text, and things that stand in it word for word."""

    text: str
    things: list[Thing]


class Line(NamedTuple):
    """A line of code or configuration with everything in it that is a name or a number."""

    text: str
    things: list[Thing]


def stamp(rng: Random) -> str:
    clock = f"{rng.randrange(24):02}:{rng.randrange(60):02}:{rng.randrange(60):02}.{rng.randrange(1000):03}"
    return f"2024-{rng.randint(1, 12):02}-{rng.randint(1, 28):02}T{clock}Z"


def log(rng: Random, domain: str, lines: int) -> Output:
    out: list[str] = []
    things: list[Thing] = []
    for _ in range(lines):
        found = rng.choice((_log_value, _log_value, _log_host, _log_error, _log_job))(rng)
        level = rng.choice(("INFO", "INFO", "DEBUG", "WARN", "ERROR"))
        out.append(f"{stamp(rng)} {level:5} [{rng.choice(words.NOUNS)}-{rng.randint(1, 16)}] {found.text}")
        things += found.things
    return Output("\n".join(out), things)


def _log_value(rng: Random) -> Line:
    what = words.valued(rng)
    return Line(f"{rng.choice(words.VERBS)} finished {what.beside}={what.text} worker={rng.randint(1, 64)}", [what])


def _log_host(rng: Random) -> Line:
    host, took = Thing("identifier", words.label(rng)), words.measured(rng)
    return Line(f"peer {host.text} answered after {took.text} {took.beside}", [host, took])


def _log_error(rng: Random) -> Line:
    said, who = words.saying(rng), Thing("identifier", words.name(rng))
    return Line(f"{who.text}: {said.text} (attempt {rng.randint(1, 9)})", [said, who])


def _log_job(rng: Random) -> Line:
    job = Thing("identifier", words.label(rng))
    return Line(
        f"job {job.text} {rng.choice(('queued', 'started', 'done', 'requeued'))} pid={rng.randint(300, 65000)}", [job]
    )


def records(rng: Random, domain: str, lines: int) -> Output:
    rows, things = [], []
    for _ in range(max(1, lines // 6)):
        who, value, note = words.identifier(rng), words.big(rng), words.saying(rng)
        key = rng.choice(words.LABELS)
        limit = Thing("number", words.small(rng), key, before=True)
        rows.append({"id": who.text, "total": value, key: int(limit.text), "note": note.text, "ok": rng.random() < 0.7})
        things += [who, Thing("number", value), note, limit]
    return Output(json.dumps(rows, indent=rng.choice((None, 1, 2)), ensure_ascii=False), things)


def table(rng: Random, domain: str, lines: int) -> Output:
    bar = rng.choice((" | ", "\t", ",", "  "))
    heads = ["id", rng.choice(words.NOUNS), "share", "updated"]
    out, things = [bar.join(heads)], []
    for _ in range(lines):
        who, value = words.identifier(rng), words.big(rng).replace(",", "")
        out.append(
            bar.join((who.text, value, f"{rng.random():.2f}", f"2024-0{rng.randint(1, 9)}-1{rng.randint(0, 9)}"))
        )
        things += [who, Thing("number", value)]
    return Output("\n".join(out), things)


def listing(rng: Random, domain: str, lines: int) -> Output:
    paths = [Thing("path", words.path(rng, domain)) for _ in range(max(4, lines // 2))]
    if rng.random() < 0.5:
        return Output("\n".join(each.text for each in paths), paths)
    rows = [
        f"-rw-r--r-- 1 app app {rng.randint(90, 90_000):>7} May {rng.randint(1, 28):>2} {each.text}" for each in paths
    ]
    return Output("\n".join(rows), paths)


def hits(rng: Random, domain: str, lines: int) -> Output:
    """A search's answer: place, line number, line."""
    out, things = [], []
    for _ in range(max(3, lines // 2)):
        where, line = Thing("path", words.path(rng, domain)), code_line(rng)
        out.append(f"{where.text}:{rng.randint(3, 900)}:{line.text}")
        things += [where, *line.things]
    return Output("\n".join(out), things)


def trace(rng: Random, domain: str, lines: int) -> Output:
    out, things = ["Traceback (most recent call last):"], []
    for _ in range(max(2, lines // 8)):
        where, who = Thing("path", words.path(rng, "code")), Thing("identifier", words.snake(rng))
        out += [
            f'  File "/srv/{where.text}", line {rng.randint(10, 900)}, in {who.text}',
            f"    {code_line(rng).text.strip()}",
        ]
        things += [where, who]
    said = words.saying(rng)
    out.append(f"RuntimeError: {said.text}")
    return Output("\n".join(out), [*things, said])


_PAGE = (
    "In the {noun} trial the effect came to {m}, measured again a year later.",
    "The authors call the method {i}; it was compared with the plain {noun}.",
    "One reviewer wrote that {q}, and the editors let it stand.",
    "After the {noun} had been moved, {m} were counted on a single morning.",
    "A later note gives {v} for the same {noun}, without saying why.",
    "Nothing of this depends on the {noun}, which most readers will have guessed.",
    "The report of the {noun} group lies under {p}, with all its tables.",
)


def page(rng: Random, domain: str, lines: int) -> Output:
    out, things = [f"# The {rng.choice(words.NOUNS)} and the {rng.choice(words.NOUNS)}"], []
    for _ in range(lines):
        i, m, q, v = words.identifier(rng), words.measured(rng), words.saying(rng), words.valued(rng)
        p = Thing("path", words.path(rng, domain))
        line = rng.choice(_PAGE)
        said = {"m": f"{m.text} {m.beside}", "i": i.text, "q": q.text, "v": f"{v.beside} {v.text}", "p": p.text}
        out.append(line.format(noun=rng.choice(words.NOUNS), **said))
        things += [each for slot, each in zip("imqvp", (i, m, q, v, p), strict=True) if f"{{{slot}}}" in line]
    return Output("\n\n".join(out), things)


def config(rng: Random, domain: str, lines: int) -> Output:
    rows = [config_line(rng) for _ in range(lines)]
    return Output("\n".join(row.text for row in rows), [each for row in rows for each in row.things])


def config_line(rng: Random) -> Line:
    what = words.valued(rng)
    if rng.random() < 0.7:
        return Line(f"{'  ' * rng.randint(0, 2)}{what.beside}: {what.text}", [what])
    who = words.identifier(rng)
    return Line(f"  {rng.choice(('host', 'owner', 'image', 'key'))}: {who.text}", [who])


def code_line(rng: Random) -> Line:
    a, b = Thing("identifier", words.name(rng)), Thing("identifier", words.name(rng))
    n = Thing("number", words.small(rng), a.text, before=True, named=True)
    q = words.saying(rng)
    at = rng.randrange(6)
    if at == 0:
        return Line(f"{a.text} = {n.text}", [n])
    if at == 1:
        return Line(f"    return {a.text}({b.text})", [a, b])
    if at == 2:
        return Line(f"def {a.text}({b.text}):", [a, b])
    if at == 3:
        return Line(f'    raise {a.text}("{q.text}")', [a, q])
    if at == 4:
        return Line(f"const {a.text} = {n.text};", [n])
    return Line(f"    if {a.text} > {b.text}:", [a, b])


def code(rng: Random, lines: int) -> list[Line]:
    return [
        code_line(rng) if rng.random() < 0.75 else Line(rng.choice(("", "    pass", "    # kept simple")), [])
        for _ in range(lines)
    ]


KINDS: dict[str, tuple[Callable[[Random, str, int], Output], ...]] = {
    "code": (hits, hits, trace, listing, config),
    "ops": (log, log, config, records, trace, listing),
    "data": (table, table, records, log, listing),
    "research": (page, page, page, table, listing),
    "support": (records, page, log, table),
}


def any_output(rng: Random, domain: str) -> Output:
    lines = min(220, max(4, int(rng.lognormvariate(2.9, 0.8))))
    return rng.choice(KINDS[domain])(rng, domain, lines)
