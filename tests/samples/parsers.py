"""A small library that parses log formats, and its tests, for a session to work on. Made from a table."""

from __future__ import annotations

import random
from typing import NamedTuple


class Format(NamedTuple):
    """A log format: how a line is matched, an example, and its own words for severity."""

    name: str
    about: str
    pattern: str
    example: str
    words: tuple[str, ...]


FORMATS = (
    Format("syslog", "lines of the classic system log", r"<(?P<pri>\\d+)>(?P<time>\\w{3} +\\d+ [\\d:]+) (?P<host>\\S+) (?P<text>.*)",
           "<34>Oct  6 08:14:15 gw-3 su: authentication failed for operator on pts/2", ("emerg", "crit", "err", "warning", "info")),
    Format("journal", "the journal's export format, one field a line", r"(?P<field>[A-Z_]+)=(?P<text>.*)",
           "PRIORITY=3", ("0", "2", "3", "4", "6")),
    Format("nginx", "access and error lines of the proxy", r"(?P<host>\\S+) - (?P<user>\\S+) \\[(?P<time>[^]]+)\\] \"(?P<text>[^\"]*)\" (?P<code>\\d+)",
           '192.0.2.17 - - [06/Oct/2025:08:14:15 +0000] "GET /health HTTP/1.1" 503 162', ("emerg", "alert", "error", "warn", "notice")),
    Format("jsonl", "one JSON object a line", r"\\{.*\\}",
           '{"ts":"2025-10-06T08:14:15Z","lvl":"error","msg":"lease lost","node":"gw-3"}', ("fatal", "error", "warn", "info", "debug")),
    Format("kernel", "the ring buffer of the kernel", r"\\[ *(?P<time>[\\d.]+)\\] (?P<text>.*)",
           "[ 8142.330914] eth1: link down, flow control off", ("0", "1", "3", "4", "6")),
    Format("csvlog", "exports of the old monitoring, with a head line", r"(?P<time>[^;]+);(?P<host>[^;]+);(?P<level>[^;]+);(?P<text>.*)",
           "2025-10-06 08:14:15;gw-3;SEVERE;disk 91 percent full", ("SEVERE", "MAJOR", "MINOR", "WARNING", "CLEAR")),
    Format("gelf", "messages of the collector", r"\\{.*\"version\".*\\}",
           '{"version":"1.1","host":"gw-3","short_message":"queue full","level":3,"timestamp":1759738455.1}', ("0", "2", "3", "4", "7")),
    Format("audit", "records of the audit daemon", r"type=(?P<type>\\w+) msg=audit\\((?P<time>[\\d.]+):\\d+\\): (?P<text>.*)",
           'type=USER_LOGIN msg=audit(1759738455.113:9121): pid=411 uid=0 res=failed', ("failed", "denied", "no", "unset", "success")),
)  # fmt: skip

REMARKS = (
    "A line that does not match is counted, not raised: logs are never clean.",
    "The time zone of the host is applied later, in harbour.clock.",
    "Text is kept as it is, with its control characters.",
    "Older gateways write this with two spaces.",
    "A line may be up to 64 kB long; longer ones come in parts.",
    "The match is anchored at the start only, the tail varies between versions.",
    "The host may be missing when the line was written during boot.",
    "Repeated lines are folded by the reader, not here.",
)


def parser(form: Format, rng: random.Random) -> str:
    """A parser module as it is before the work."""
    name = form.name.title()
    words = "".join(f'    "{word}": {rank},\n' for rank, word in enumerate(form.words))
    return f'''"""{name}: {form.about}."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from typing import Iterator, Optional

from harbour.clock import parse_time
from harbour.record import Record

LINE = re.compile(r'{form.pattern}')

# {rng.choice(REMARKS)}
LEVELS = {{
{words}}}


@dataclass
class {name}Parser:
    """Reads {form.about}. {rng.choice(REMARKS)}"""

    strict: bool = False
    skipped: int = 0
    last: Optional[datetime] = None

    def parse(self, line: str) -> Optional[Record]:
        """One record, or None when the line is not of this format. {rng.choice(REMARKS)}"""
        found = LINE.match(line.rstrip("\\n"))
        if found is None:
            self.skipped += 1
            if self.strict:
                raise ValueError(f"not a {form.name} line: {{line[:80]!r}}")
            return None
        fields = found.groupdict()
        time = parse_time(fields.get("time"), default=self.last)
        self.last = time or self.last
        return Record(
            source="{form.name}",
            time=time,
            host=fields.get("host"),
            level=self.level(fields),
            text=fields.get("text", line),
        )

    def level(self, fields: dict) -> Optional[int]:
        """The severity as a number from 0 (worst) to 7. {rng.choice(REMARKS)}"""
        for key in ("level", "pri", "lvl", "res", "field"):
            word = fields.get(key)
            if word in LEVELS:
                return LEVELS[word]
        return None

    def read(self, lines: Iterator[str]) -> Iterator[Record]:
        """All records of a stream. {rng.choice(REMARKS)}"""
        for line in lines:
            record = self.parse(line)
            if record is not None:
                yield record
'''


def parser_tests(form: Format, rng: random.Random) -> str:
    name = form.name.title()
    words = "\n".join(f'    ("{word}", {rank}),' for rank, word in enumerate(form.words))
    return f'''"""Tests of the {form.name} parser."""

import pytest

from harbour.parsers.{form.name} import LEVELS, {name}Parser

EXAMPLE = {form.example!r}


def test_example_is_read():
    """{rng.choice(REMARKS)}"""
    record = {name}Parser().parse(EXAMPLE)
    assert record is not None
    assert record.source == "{form.name}"


def test_noise_is_counted():
    parser = {name}Parser()
    assert list(parser.read(iter(["", "~~~", EXAMPLE]))) != []
    assert parser.skipped == 2


@pytest.mark.parametrize(("word", "rank"), [
{words}
])
def test_levels(word, rank):
    assert LEVELS[word] == rank


def test_strict_raises():
    """{rng.choice(REMARKS)}"""
    with pytest.raises(ValueError, match="not a {form.name} line"):
        {name}Parser(strict=True).parse("~~~")
'''


def example_log(form: Format, rng: random.Random, count: int) -> str:
    """A few lines as the gateways write them."""
    rows = []
    for number in range(count):
        row = form.example.replace("08:14:15", f"08:{14 + number // 60:02}:{number % 60:02}")
        row = row.replace("gw-3", f"gw-{rng.randrange(1, 9)}").replace("9121", str(9121 + number))
        rows.append(row if rng.randrange(9) else f"~~ {rng.choice(REMARKS)}")
    return "\n".join(rows) + "\n"


OLD_READ = """    def read(self, lines: Iterator[str]) -> Iterator[Record]:
"""

NEW_READ = """    def read(self, lines: Iterator[str], since: Optional[datetime] = None) -> Iterator[Record]:
"""

OLD_YIELD = """            if record is not None:
                yield record
"""

NEW_YIELD = """            if record is not None and not (since and record.time and record.time < since):
                yield record
"""
